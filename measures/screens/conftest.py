"""The camera uses the fixtures of the tests of the bot on SimCord."""

from tests.cogs.conftest import club, database, faults_expected, made_once, patient

__all__ = ["club", "database", "faults_expected", "made_once", "patient"]
