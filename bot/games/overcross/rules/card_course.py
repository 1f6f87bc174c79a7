"""The cards that came to a hand and into play, and their effects, read from facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.engine.cards.deckbuilding import Effect, Strength
from bot.engine.contract import Seat
from bot.games.overcross.rules import facts
from bot.games.overcross.rules.facts import Deployed, Drew, HandTaken, OvercrossFact, Played, Revealed, Took
from bot.games.overcross.rules.state import OvercrossState
from bot.games.overcross.rules.view import NO_CARD, SEAT_CARDS, number_of, owner_of


def to_hand(fact: OvercrossFact, state: OvercrossState) -> Sequence[tuple[Seat, str]]:
    """Return the cards drawn, kept or taken from a pile, as far as the fact names them.

    Named Characters are included, because they are available from the beginning (OVC-23, OVC-24).
    """
    if isinstance(fact, Revealed):
        return [(seat, number) for seat, chosen in enumerate(fact.chosen) for number in chosen]
    if isinstance(fact, Drew | HandTaken) or (isinstance(fact, Took) and fact.to == "hand"):
        return [(fact.seat, number_of(state, card)) for card in fact.cards]
    return ()


def played(fact: OvercrossFact, state: OvercrossState) -> Sequence[tuple[Seat, str]]:
    """Return the card of a deck that was played."""
    return ((fact.seat, number_of(state, fact.card)),) if isinstance(fact, Played) else ()


def into_play(fact: OvercrossFact, state: OvercrossState) -> Sequence[tuple[Seat, str]]:
    """Return the card played, or the named Character that was deployed."""
    if isinstance(fact, Deployed):
        seat, place = divmod(fact.card, SEAT_CARDS)
        return ((seat, number_of(state, fact.card)),) if place >= len(state.lists[seat]) else ()
    return played(fact, state)


def effect(fact: OvercrossFact, seat: Seat, number: str, state: OvercrossState) -> Effect:
    """Return the effect in a fact of the event with this set number that the seat played.

    Movement and effects with a duration count as useful for its player: a fact alone does not show more.
    """
    by = getattr(fact, "by", NO_CARD)
    if by != NO_CARD and (owner_of(by), number_of(state, by)) != (seat, number):
        return Effect()
    match fact:
        case facts.Drew():
            return Effect(cards=fact.count) if fact.seat == seat else Effect(serves=-1)
        case facts.Took() if fact.to == "hand":
            return Effect(cards=len(fact.cards))
        case facts.Discarded() if fact.seat == seat:
            return Effect(cards=-len(fact.cards))
        case facts.Died() if fact.credit == seat != owner_of(fact.card):
            return Effect(serves=1, killed=fact.cost)
        case facts.Harmed() | facts.Died() | facts.Destroyed() | facts.Redeployed():
            return Effect(serves=-1 if owner_of(fact.card) == seat else 1)
        case facts.Healed():
            return Effect(serves=1 if owner_of(fact.card) == seat else -1)
        case facts.Discarded() | facts.Milled():
            return Effect(serves=int(fact.seat != seat))
        case (
            facts.Took() | facts.Returned() | facts.InForce() | facts.Moved() | facts.Teleported()
            | facts.TerrainMoved() | facts.Deployed() | facts.LookedAt()
        ):  # fmt: skip
            return Effect(serves=1)
    return Effect()


def strengths(told: Sequence[OvercrossFact], seats: int) -> Iterator[Strength]:
    """Yield the counters that each seat has put on others' cards, by round."""
    current, put = 0, Counter[Seat]()
    for fact in told:
        if isinstance(fact, facts.RoundBegan):
            yield from _round(current, seats, put)
            current, put = fact.round, Counter[Seat]()
        elif (
            isinstance(fact, facts.Harmed) and fact.by != NO_CARD and owner_of(fact.by) != owner_of(fact.card)
        ):
            put[owner_of(fact.by)] += fact.counters
    yield from _round(current, seats, put)


def _round(current: int, seats: int, put: Counter[Seat]) -> Iterator[Strength]:
    if current:
        yield from [Strength(current, seat, put[seat]) for seat in range(seats)]
