"""Positions of Arclash written in the notation of `position`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.engine.cards.replay import write_program
from bot.engine.cards.rules import write_agreed
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.games.arclash.cards.cards import DECK_SIZE, Library
from bot.games.arclash.rules.state import NO_CARD, UNDECIDED, ArclashState, lasts, owner_of
from bot.games.arclash.rules.view import NOBODY


def write_position(state: ArclashState, library: Library) -> str:
    """Return the text of a position of a running match, as `read_position` reads it."""
    lines = [
        ("phase", state.phase if state.turn == 0 else f"{state.phase}, turn {state.turn}"),
        ("options", write_agreed(state.options, library)),
        ("order", _order(state)),
        ("boosts", ", ".join(_boosts(state))),
        ("guards", ", ".join(_guards(state))),
        ("used", " ".join(_used(state))),
        ("doing", write_program(state.program)),
        ("answers", " ".join(map(str, state.answers))),
    ]
    for seat in range(state.seats):
        lines += [(f"seat {seat + 1}", _marks(state, seat)), *_of_seat(state, seat)]
    return "\n".join([f"{word}: {rest}".rstrip() for word, rest in lines if rest or word.startswith("seat")])


def _order(state: ArclashState) -> str:
    if not state.order:
        return ""
    now = "nobody" if state.current == NOBODY else state.current + 1
    order = " ".join([str(seat + 1) for seat in state.order])
    return f"{order}, now {now}{', acted' if state.acted else ''}"


def _boosts(state: ArclashState) -> Iterator[str]:
    for one in state.boosts:
        lasting = lasts(one.ends, state.turn)
        yield f"{one.by:+} {_reference(state, one.card)} on {one.target + 1} {lasting}"


def _guards(state: ArclashState) -> Iterator[str]:
    for one in state.guards:
        words = [f"{_reference(state, one.card)} on {one.target + 1}", *one.against]
        yield " ".join([*words, lasts(one.ends, state.turn)])


def _used(state: ArclashState) -> Iterator[str]:
    yield from [_reference(state, card) for card in state.used]
    yield from [f"{_reference(state, card)}/{ability + 1}" for card, ability in state.spent or ()]


def _marks(state: ArclashState, seat: Seat) -> str:
    side = state.sides[seat]
    points = [f"{side.score} point" + ("s" if side.score != 1 else "")] if side.score else []
    done = "passed" if state.phase == "support" else "stands"
    marks = [("ready", side.ready), (done, side.done), (side.last, side.last), ("out", side.out)]
    return ", ".join([*points, *[mark for mark, so in marks if so]])


def _of_seat(state: ArclashState, seat: Seat) -> Iterator[tuple[str, str]]:
    side = state.sides[seat]
    if state.phase == "decks":
        yield "list", " ".join(state.lists[seat])
        return
    if not state.numbers[seat]:
        yield "plays", "nothing"
        return
    zones = {
        "stack": side.stack,
        "supports": side.supports,
        "hand": side.hand,
        "discard": side.deck.discard,
        "deck": side.deck.order,
    }
    told = {card for cards in zones.values() for card in cards}
    first = seat * DECK_SIZE
    zones["away"] = tuple([card for card in range(first, first + DECK_SIZE) if card not in told])
    for zone, cards in zones.items():
        yield zone, _cards(state, cards) or ("0" if zone == "hand" else "")
    if side.placed != NO_CARD:
        way = "?" if side.way == UNDECIDED else side.way + 1
        yield "placed", _card(state, side.placed) + (f", way {way}" if side.way else "")
    yield "paying", " ".join([_card(state, card) for card in side.paying])


def _cards(state: ArclashState, cards: Iterable[Card]) -> str:
    """Return cards with their numbers; copies with consecutive numbers as one word."""
    runs: list[tuple[Card, int]] = []
    for card in cards:
        first, many = runs[-1] if runs else (NO_CARD, 0)
        if many and card == first + many and state.number_of(card) == state.number_of(first):
            runs[-1] = first, many + 1
        else:
            runs.append((card, 1))
    return " ".join(
        [f"{many}x{_card(state, card)}" if many > 1 else _card(state, card) for card, many in runs]
    )


def _card(state: ArclashState, card: Card) -> str:
    return f"{state.number_of(card)}#{card % DECK_SIZE + 1}"


def _reference(state: ArclashState, card: Card) -> str:
    return f"{_card(state, card)}@{owner_of(card) + 1}"
