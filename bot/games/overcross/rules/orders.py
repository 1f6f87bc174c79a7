"""Standing orders in Overcross: automatic answers to cards that ask a seat outside its turn.

Dice to hit and to save are rolled without asking (OVC-18, OVC-19); only choices of cards are asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from bot.games.overcross.rules.actions import Choose
from bot.games.overcross.rules.view import OvercrossView


class Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Set secret automatic answers; without options, see your orders."""

    offers: Annotated[
        Literal["ask", "no", "yes"],
        Meta(description="Possible actions outside your turn: ask me, no, or yes"),
    ] = "ask"
    only: Annotated[bool, Meta(description="Answer if there is only one possible answer")] = False
    first: Annotated[bool, Meta(description="Keep your first hand")] = False


def answered(view: OvercrossView, legal: Sequence[Any], orders: Orders) -> Any | None:
    """Return the legal action that the orders choose; None to ask the player."""
    if view.phase == "hands":
        return legal[-1] if orders.first and legal else None
    question = view.question
    if question is None or question.seat != view.viewer or view.current == view.viewer:
        return None
    if question.kind == "may" and orders.offers != "ask":
        answer = Choose(int(orders.offers == "yes"))
        return answer if answer in legal else None
    return legal[0] if orders.only and len(legal) == 1 else None
