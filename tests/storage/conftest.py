"""The stories of storage are played at the same table as those of matches."""

from tests.matches.conftest import clock, mail, table, url

__all__ = ["clock", "mail", "table", "url"]
