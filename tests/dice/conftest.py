"""The stories of rolls are told on the databases of those of matches."""

from tests.matches.conftest import clock, url

__all__ = ["clock", "url"]
