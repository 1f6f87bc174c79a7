"""The cards that came to a hand and into play, and the battles, read from facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.engine.contract import Fact, Seat
from bot.games.arclash.rules import facts


def to_hand(fact: Fact) -> Sequence[tuple[Seat, str]]:
    """Return the cards drawn, or taken from a pile, as far as the fact names them."""
    if isinstance(fact, facts.Drew) or (isinstance(fact, facts.Took) and fact.to == "hand"):
        return [(fact.seat, one.number) for one in fact.cards]
    return ()


def into_play(fact: Fact) -> Sequence[tuple[Seat, str]]:
    """Return the Characters put on stacks, and the Supports played."""
    match fact:
        case facts.Advanced() | facts.Played() | facts.Renewed():
            return ((fact.seat, fact.shown.number),)
        case facts.Opened():
            return [(seat, one.number) for seat, one in enumerate(fact.characters) if one is not None]
    return ()


def battles(told: Iterable[Fact], turn: int = 0) -> Iterator[tuple[int, facts.Beaten]]:
    """Yield the battles, each with its turn, of a match that began in this turn."""
    for fact in told:
        if isinstance(fact, facts.TurnBegan):
            turn = fact.number
        elif isinstance(fact, facts.Beaten):
            yield turn, fact
