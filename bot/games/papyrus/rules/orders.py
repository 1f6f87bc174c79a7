"""Standing orders in Papyrus: ending a turn automatically in which nothing can be done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from bot.games.papyrus.rules.actions import EndTurn


class Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Set secret automatic actions; without options, see your orders."""

    end: Annotated[bool, Meta(description="End your turn when no other action is possible")] = False


def answered(legal: Sequence[Any], orders: Orders) -> EndTurn | None:
    """Return the action that ends the turn, if ordered and nothing else can be done; None to ask."""
    only = orders.end and len(legal) == 1 and isinstance(legal[0], EndTurn)
    return EndTurn() if only else None
