"""Drawing a state with the same view for a viewer: unknown parts are drawn at random (ARC-15)."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec import UNSET
from msgspec.structs import replace

from bot.engine.cards.replay import dealt_until_alike, program_like
from bot.engine.contract import Seat, shared
from bot.engine.decks import Card, Deck
from bot.engine.fair import Stream
from bot.games.arclash.cards.cards import DECK_SIZE, Pool
from bot.games.arclash.cards.decks import a_deck_with, ready_decks
from bot.games.arclash.rules.advancements import ways_open
from bot.games.arclash.rules.legal import level_ones, payments_of
from bot.games.arclash.rules.state import (
    NO_CARD,
    ArclashState,
    Boost,
    Guarding,
    Side,
    ends_in,
    moved_last,
    owner_of,
)
from bot.games.arclash.rules.table import ArclashTable
from bot.games.arclash.rules.view import SHARED, ArclashView, PlayerArea, Shown, open_cards

Known: TypeAlias = Mapping[Card, str]
"""The set numbers of the cards that the viewer has seen."""


def resample(view: ArclashView, pool: Pool, rng: Stream) -> ArclashState:
    """Return such a state. Others' decks, hands and face-down cards are random ones that match the view."""
    return dealt_until_alike(lambda: _dealt(view, pool, rng), view.question)


def _dealt(view: ArclashView, pool: Pool, rng: Stream) -> ArclashState:
    """Return a state with this view. Raises `Unlike` if its view differs."""
    # Every card that the viewer sees, or sees taking effect.
    known = {part.card: part.source for place in view.places for part in place.parts}
    known |= {guard.card: guard.source for place in view.places for guard in place.guards}
    known |= {one.card: one.number for one in open_cards(view)}
    lists = tuple([_list(view, seat, known, pool, rng) for seat in range(view.seats)])
    numbers = tuple([_numbers(view, seat, lists[seat], known, rng) for seat in range(view.seats)])
    state = ArclashState(
        **shared(view, SHARED),
        sides=tuple([_side(view, seat, rng) for seat in range(view.seats)]),
        lists=lists,
        numbers=numbers,
        boosts=tuple(_boosts(view)),
        guards=tuple(_guards(view)),
        acted=view.phase == "support" and view.question is not None,
    )
    _choose_in_secret(view, ArclashTable(state, pool, rng))
    table = ArclashTable(copy.copy(state), pool, rng)
    state.program = program_like(view, table, rng, lambda: table.state.sides is state.sides)
    return state


def _seat_cards(known: Known, seat: Seat) -> dict[Card, str]:
    return {card: number for card, number in known.items() if card // DECK_SIZE == seat}


def _list(view: ArclashView, seat: Seat, known: Known, pool: Pool, rng: Stream) -> tuple[str, ...]:
    """Return the deck of a seat: the viewer's own, or a random one with the seat's seen cards."""
    if seat == view.viewer:
        return view.deck
    if view.phase == "decks":
        return rng.pick("resample deck", tuple(ready_decks(pool).values())) if view.places[seat].ready else ()
    if _nothing(view.places[seat]):
        return ()
    return a_deck_with(list(_seat_cards(known, seat).values()), pool, rng)


def _nothing(place: PlayerArea) -> bool:
    """Whether a seat has no cards at all: it left, or the match ended, before decks were chosen."""
    return not (place.deck or place.hand or place.discard or place.stack)


def _numbers(
    view: ArclashView, seat: Seat, cards: Sequence[str], known: Known, rng: Stream
) -> tuple[str, ...]:
    """Number the cards of a deck: seen cards keep their numbers, the others get random ones."""
    if not cards or _nothing(view.places[seat]):
        return ()
    seen, left = _seat_cards(known, seat), list(cards)
    for number in seen.values():
        left.remove(number)
    rest = iter(rng.shuffle(f"resample numbers {seat + 1}", left))
    first = seat * DECK_SIZE
    return tuple([seen.get(card) or next(rest) for card in range(first, first + DECK_SIZE)])


def _side(view: ArclashView, seat: Seat, rng: Stream) -> Side:
    """Return the side of a seat, without its secret choice if it is not the viewer."""
    place = view.places[seat]
    hand, deck = _hand_and_deck(view, seat, rng)
    side = Side(
        hand=hand,
        deck=Deck(deck, _cards(place.discard)),
        stack=_cards(place.stack),
        supports=_cards(place.supports),
        score=place.score,
        last=place.last,
        ready=place.ready,
        done=place.done,
        out=place.out,
    )
    if seat != view.viewer or view.placed is None:
        return side
    return replace(side, placed=view.placed.card, paying=_cards(view.paying))


def _cards(shown: Sequence[Shown]) -> tuple[Card, ...]:
    return tuple([one.card for one in shown])


def _hand_and_deck(view: ArclashView, seat: Seat, rng: Stream) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Deal the hidden cards: those the viewer looks at keep their zones, the others are random."""
    place = view.places[seat]
    hand, top = _held(view, seat), _on_top(view, seat)
    lying = {*_cards((*place.stack, *place.supports, *place.discard)), *hand, *top}
    if _nothing(place):
        return (), ()
    first = seat * DECK_SIZE
    hidden = [card for card in range(first, first + DECK_SIZE) if card not in lying]
    if view.phase == "openers":
        return (), tuple(hidden)
    hidden = rng.shuffle(f"resample cards {seat + 1}", hidden)
    missing = place.hand - len(hand)
    return (*hand, *hidden[:missing]), (*top, *hidden[missing:])


def _held(view: ArclashView, seat: Seat) -> tuple[Card, ...]:
    """Return the cards known by the viewer to be in a hand."""
    if seat == view.viewer:
        down = (view.placed,) if view.placed is not None and view.phase != "openers" else ()
        return _cards((*view.hand, *down, *view.paying))
    question = view.question
    if question is None or question.seat != view.viewer:
        return ()
    return tuple([card for card in _cards(view.looking) if owner_of(card) == seat])


def _on_top(view: ArclashView, seat: Seat) -> tuple[Card, ...]:
    """Return the cards that the viewer looks at in its deck during a search."""
    question = view.question
    if seat != view.viewer or question is None or question.seat != seat or question.of is not None:
        return ()
    elsewhere = _cards((*view.hand, *view.places[seat].discard))
    looking = [card for card in _cards(view.looking) if owner_of(card) == seat]
    return tuple([card for card in looking if card not in elsewhere])


def _boosts(view: ArclashView) -> Iterator[Boost]:
    for seat, place in enumerate(view.places):
        for part in place.parts:
            if part.kind == "effect":
                yield Boost(part.card, seat, part.by, ends_in(part.until, view.turn))


def _guards(view: ArclashView) -> Iterator[Guarding]:
    for seat, place in enumerate(view.places):
        for guard in place.guards:
            if not guard.always:
                yield Guarding(guard.card, seat, guard.against, ends_in(guard.until, view.turn))


def _choose_in_secret(view: ArclashView, table: ArclashTable) -> None:
    """Draw the secret choices of others who have chosen, and restore the viewer's own Advancement."""
    choose = _CHOOSING.get(view.phase)
    if choose is None:
        return
    for seat, place in enumerate(view.places):
        if seat == view.viewer:
            if view.placed is not None and view.phase == "advance":
                table.change(seat, way=0 if view.way is UNSET else view.way)
        elif place.ready and not place.out:
            choose(table, seat)


def _opener(table: ArclashTable, seat: Seat) -> None:
    openers = level_ones(table, table.cards("deck", seat))
    table.change(seat, placed=table.rng.pick("resample opener", openers))


def _renewal(table: ArclashTable, seat: Seat) -> None:
    hand = table.side(seat).hand
    card = table.rng.pick("resample renewal", [NO_CARD, *level_ones(table, hand)])
    if card != NO_CARD:
        table.change(seat, placed=card, hand=moved_last(hand, card))


def _advance(table: ArclashTable, seat: Seat) -> None:
    """Put a random card that can advance face down, or none, and choose random cards to pay for it."""
    hand, rng = table.side(seat).hand, table.rng
    fitting = [card for card in hand if ways_open(table, seat, card)]
    card = rng.pick("resample advance", [NO_CARD, *fitting])
    if card == NO_CARD:
        return
    open_ways = ways_open(table, seat, card)
    way = rng.pick("resample way", open_ways) if len(open_ways) > 1 else open_ways[0]
    table.change(seat, placed=card, way=way, hand=moved_last(hand, card))
    while possible := payments_of(table, seat):
        chosen, side = rng.pick("resample payment", possible), table.side(seat)
        table.change(seat, paying=(*side.paying, chosen), hand=moved_last(side.hand, chosen))


_CHOOSING: Mapping[str, Callable[[ArclashTable, Seat], None]] = {
    "openers": _opener,
    "advance": _advance,
    "renew": _renewal,
}
