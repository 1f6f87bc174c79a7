"""Who runs the bot, and the addresses of their terms and privacy policy."""

from __future__ import annotations

import msgspec


class Host(msgspec.Struct, frozen=True, kw_only=True):
    """The operator's details from the settings; "" where not given."""

    name: str = ""
    contact: str = ""
    """The contact of the host: a mail address, or the address of a page."""
    privacy: str = ""
    """The address of the privacy policy."""
    terms: str = ""
    """The address of the terms."""


UNNAMED = Host()
