"""The options of a match at a free table."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from bot.engine.options import KEPT

STANDARD = "cards"
"""The key of the table that is used if none is chosen."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a match."""

    table: Annotated[
        str, Meta(max_length=40, description="The table: cards, chess, draughts, or one of this server")
    ] = STANDARD
    pinned: Annotated[str, Meta(max_length=64, extra={**KEPT})] = ""
    """The hash of the table, filled in."""
