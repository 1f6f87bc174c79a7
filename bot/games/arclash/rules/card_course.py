"""Which cards came to a hand and into play, read from what has happened."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.contract import Seat
from bot.games.arclash.rules import facts


def to_hand(fact: facts.ArclashFact) -> Sequence[tuple[Seat, str]]:
    """Return the cards that were drawn, or taken out of a pile, as far as the fact tells them."""
    if isinstance(fact, facts.Drew) or (isinstance(fact, facts.Took) and fact.to == "hand"):
        return [(fact.seat, one.number) for one in fact.cards]
    return ()


def into_play(fact: facts.ArclashFact) -> Sequence[tuple[Seat, str]]:
    """Return the Characters put on stacks, and the Supports that are played."""
    match fact:
        case facts.Advanced() | facts.Played() | facts.Renewed():
            return ((fact.seat, fact.shown.number),)
        case facts.Opened():
            return [(seat, one.number) for seat, one in enumerate(fact.characters) if one is not None]
    return ()
