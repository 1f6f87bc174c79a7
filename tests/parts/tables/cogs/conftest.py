"""The fixtures of the bot on SimCord."""

from tests.cogs.conftest import *  # noqa: F403
