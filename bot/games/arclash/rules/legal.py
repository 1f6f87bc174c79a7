"""All legal actions of a seat, computed from public knowledge and its own cards."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.cards import machine
from bot.engine.contract import Action, Seat
from bot.engine.decks import Card, without
from bot.games.arclash.cards.decks import ready_decks
from bot.games.arclash.rules.actions import (
    Advance,
    Choose,
    Open,
    Pass,
    Pay,
    Play,
    Renew,
    Stand,
    Stay,
    TakeDeck,
    Way,
    Withdraw,
)
from bot.games.arclash.rules.advancements import advancement, next_payments, undecided, ways_open
from bot.games.arclash.rules.facts import SECRET_PHASES
from bot.games.arclash.rules.queries import ArclashQueries
from bot.games.arclash.rules.state import NO_CARD, UNDECIDED, ArclashState
from bot.games.arclash.rules.view import seats_to_act


def awaited(state: ArclashState) -> list[Seat]:
    """Return the seats to act: the match cannot continue without their choice."""
    return seats_to_act(state, state.program.question, state.sides)


def may_act(state: ArclashState) -> list[Seat]:
    """Return the seats to act, and the seats that can take back their choice (ARC-15)."""
    if state.outcome is not None or state.program.question is not None or state.phase not in SECRET_PHASES:
        return awaited(state)
    return [seat for seat, side in enumerate(state.sides) if not (side.done or side.out)]


def legal(queries: ArclashQueries, seat: Seat) -> Sequence[Action]:
    """Return the legal actions of a seat. `BringDeck` is left out, because its decks are too many to list."""
    state = queries.state
    if seat not in may_act(state):
        return ()
    if state.program.question is not None:
        return [Choose(answer) for answer in machine.answers(state.program)]
    if queries.side(seat).ready:
        return [Withdraw()]
    return _CHOICES[state.phase](queries, seat)


def _decks(queries: ArclashQueries, seat: Seat) -> list[Action]:  # noqa: ARG001 - all have the same decks
    return [TakeDeck(key) for key in ready_decks(queries.pool)]


def _openers(queries: ArclashQueries, seat: Seat) -> list[Action]:
    return [Open(card) for card in level_ones(queries, queries.cards("deck", seat))]


def _advances(queries: ArclashQueries, seat: Seat) -> list[Action]:
    side = queries.side(seat)
    if side.placed != NO_CARD:
        ways = [Way(way) for way in undecided(queries, seat)]
        payments = [Pay(card) for card in payments_of(queries, seat)]
        return [*ways, *payments, Withdraw()]
    return [*[Advance(card) for card in side.hand if ways_open(queries, seat, card)], Stand()]


def _supports(queries: ArclashQueries, seat: Seat) -> list[Action]:
    side = queries.side(seat)
    if side.done:
        return []
    return [*[Play(card) for card in side.hand if queries.face(card).kind == "support"], Pass()]


def _renewals(queries: ArclashQueries, seat: Seat) -> list[Action]:
    return [*[Renew(card) for card in level_ones(queries, queries.side(seat).hand)], Stay()]


def level_ones(queries: ArclashQueries, cards: Sequence[Card]) -> list[Card]:
    """Return the Level 1 Characters among these cards."""
    return [card for card in cards if queries.face(card).level == 1]


def payments_of(queries: ArclashQueries, seat: Seat) -> list[Card]:
    """Return the hand cards that a seat can choose next to pay for its face-down card."""
    side = queries.side(seat)
    if side.way == UNDECIDED:
        return []
    costs = advancement(queries, side.placed, side.way).costs
    return next_payments(queries, costs, without(side.hand, (side.placed, *side.paying)), side.paying)


_CHOICES = {
    "decks": _decks,
    "openers": _openers,
    "advance": _advances,
    "support": _supports,
    "renew": _renewals,
}
