"""The cards that came to a hand and into play, and their effects, read from facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.engine.cards.deckbuilding import Effect, Strength
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


def effect(fact: Fact, seat: Seat, number: str) -> Effect:
    """Return the effect in a fact of the Support with this set number that the seat played.

    Cards discarded from the own deck do not count as a loss: they come back (ARC-12).
    """
    if getattr(fact, "card", "") != number:
        return Effect()
    match fact:
        case facts.Drew():
            return Effect(cards=fact.count) if fact.seat == seat else Effect(serves=-1)
        case facts.Took() if fact.to == "hand":
            return Effect(cards=len(fact.cards))
        case facts.Discarded() if fact.seat == seat:
            return Effect(cards=-len(fact.cards))
        case facts.PowerChanged():
            return Effect(serves=1 if (fact.by > 0) == (fact.target == seat) else -1)
        case facts.LevelledDown() | facts.Cancelled() | facts.Forbidden():
            return Effect(serves=-1 if fact.seat == seat else 1)
        case facts.Discarded() | facts.Milled():
            return Effect(serves=int(fact.seat != seat))
        case facts.Took() | facts.Climbed():
            return Effect(serves=int(bool(fact.cards)))
        case facts.Shielded() | facts.Scored() | facts.Looked() | facts.Returned():
            return Effect(serves=1)
    return Effect()


def battles(told: Iterable[Fact], turn: int = 0) -> Iterator[tuple[int, facts.Beaten]]:
    """Yield the battles, each with its turn, of a match that began in this turn."""
    for fact in told:
        if isinstance(fact, facts.TurnBegan):
            turn = fact.number
        elif isinstance(fact, facts.Beaten):
            yield turn, fact


def strengths(told: Iterable[Fact]) -> Iterator[Strength]:
    """Yield the power of each seat in each battle."""
    for turn, battle in battles(told):
        for seat, power in enumerate(battle.powers):
            yield Strength(turn, seat, power)
