"""Standing orders in Crossfire: how attacks on one's nodes are answered, and whether bases are kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from bot.games.crossfire.rules.actions import Answer, Keep
from bot.games.crossfire.rules.cards import is_joker, strength
from bot.games.crossfire.rules.view import CrossfireView


class Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Set secret automatic answers; without options, see your orders."""

    contests: Annotated[
        Literal["ask", "bases", "always"],
        Meta(
            description="Answer attacks with the weakest card that is enough: ask me, on my bases, or always"
        ),
    ] = "ask"
    keep: Annotated[bool, Meta(description="Keep your bases if you may deal them again")] = False


def answered(view: CrossfireView, legal: Sequence[Any], orders: Orders) -> Any | None:
    """Return the action of the orders, one of the legal actions; None to ask the player (CRF-03, CRF-16).

    Of several attacks one on a base is answered first, then the one on the lowest square; a Joker is kept.
    """
    if view.phase == "bases":
        return Keep() if orders.keep and Keep() in legal else None
    if orders.contests == "ask" or view.viewer is None:
        return None
    bases = frozenset(view.table.bases[view.viewer])
    found = [
        (each.at not in bases, each.at, strength(each.card), each.card, each)
        for each in legal
        if isinstance(each, Answer) and _mine(view, each.at) and not is_joker(each.card)
    ]
    wanted = [each for each in found if orders.contests == "always" or not each[0]]
    return min(wanted)[-1] if wanted else None


def _mine(view: CrossfireView, square: int) -> bool:
    """Whether a contest is an attack on a pile of the viewer's own."""
    pile = view.board[square]
    return pile is not None and pile.owner == view.viewer
