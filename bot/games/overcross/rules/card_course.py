"""Which cards came to a hand and into play, read from what has happened."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.contract import Seat
from bot.games.overcross.rules.facts import Deployed, Drew, HandTaken, OvercrossFact, Played, Revealed, Took
from bot.games.overcross.rules.state import OvercrossState
from bot.games.overcross.rules.view import SEAT_CARDS


def to_hand(fact: OvercrossFact, state: OvercrossState) -> Sequence[tuple[Seat, str]]:
    """Return the cards that were drawn, kept or taken out of a pile, as far as the fact tells them; and who
    was named (OVC-23, OVC-24), who is at hand from the start."""
    if isinstance(fact, Revealed):
        return [(seat, number) for seat, chosen in enumerate(fact.chosen) for number in chosen]
    if isinstance(fact, Drew | HandTaken) or (isinstance(fact, Took) and fact.to == "hand"):
        return [(fact.seat, state.number_of(card)) for card in fact.cards]
    return ()


def played(fact: OvercrossFact, state: OvercrossState) -> Sequence[tuple[Seat, str]]:
    """Return the card of a deck that was played."""
    return ((fact.seat, state.number_of(fact.card)),) if isinstance(fact, Played) else ()


def into_play(fact: OvercrossFact, state: OvercrossState) -> Sequence[tuple[Seat, str]]:
    """Return the card that was played, or who was named and deployed."""
    if isinstance(fact, Deployed):
        seat, place = divmod(fact.card, SEAT_CARDS)
        return ((seat, state.number_of(fact.card)),) if place >= len(state.lists[seat]) else ()
    return played(fact, state)
