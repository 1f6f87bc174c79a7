"""Who runs the bot, and where their terms and their words on privacy are."""

from __future__ import annotations

import msgspec


class Host(msgspec.Struct, frozen=True, kw_only=True):
    """The operator's details from the settings; "" where not given."""

    name: str = ""
    contact: str = ""
    """How the host can be reached: a mail address, or the address of a page."""
    privacy: str = ""
    """The address of the page on privacy."""
    terms: str = ""
    """The address of the terms."""


UNNAMED = Host()
