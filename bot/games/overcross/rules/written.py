"""Positions of Overcross written in the notation of `position`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from bot.engine.cards.replay import write_program
from bot.engine.cards.rules import write_agreed
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.engine.grid import grid_of
from bot.games.overcross.cards.cards import Library
from bot.games.overcross.cards.field import OFF, Piece
from bot.games.overcross.rules.state import OvercrossState
from bot.games.overcross.rules.view import (
    NO_CARD,
    NOBODY,
    SEAT_CARDS,
    Lasting,
    Side,
    in_play,
    number_of,
    owner_of,
)

_MARKS = {"": (), "lost": ("lost",), "resigned": ("out",)}


def write_position(state: OvercrossState, library: Library) -> str:
    """Return the text of a position of a running match, as `read_position` reads it."""
    written = _Written(state)
    lines = [
        ("options", write_agreed(state.options, library)),
        ("now", written.now()),
        ("first", f"seat {state.first + 1}" if state.first != NOBODY else ""),
        *[("terrain", line) for line in written.terrains()],
        *[("lasting", written.lasting(one)) for one in state.lasting],
        ("used", " ".join([f"{written.reference(card)}/{place}" for card, place in state.used])),
        ("moving", written.moving()),
        ("doing", write_program(state.program)),
        ("answers", " ".join(map(str, state.answers))),
    ]
    for seat in range(state.seats):
        lines += [(f"seat {seat + 1}", written.marks(seat)), *written.of_seat(seat)]
    told = [(word, rest) for word, rest in lines if rest or word.startswith(("seat", *_PIECES))]
    return "\n".join([f"{word}: {rest}".rstrip() for word, rest in told])


_PIECES = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
"""The first letters of a line about a Character: it begins with the set number."""


class _Written:
    def __init__(self, state: OvercrossState) -> None:
        self._state = state
        self._grid = grid_of(state.options.width, state.options.height)

    # Lines about the match

    def now(self) -> str:
        state = self._state
        who = f"seat {state.current + 1}" if state.current != NOBODY else "nobody"
        counts = [
            ("round", state.round),
            ("turn", state.turn),
            ("spent", state.spent),
            ("stage", state.stage),
        ]
        return ", ".join([who, state.phase, *[f"{word} {count}" for word, count in counts if count]])

    def terrains(self) -> Iterator[str]:
        for placed in self._state.terrains:
            counters = [_counted(placed.counters, "counter")] if placed.counters else []
            where = f"{self._card(placed.card)} at {self._grid.name(placed.centre)}"
            yield ", ".join([where, *counters, f"of seat {owner_of(placed.card) + 1}"])

    def lasting(self, one: Lasting) -> str:
        static = msgspec.to_builtins(one.static)
        piece = static.get("piece", NO_CARD)
        on = ""
        if piece != NO_CARD:
            del static["piece"]
            on = f" on {self.reference(piece)}"
        words = msgspec.json.encode(static).decode()
        return (
            f"{self.reference(one.card)}{on}, {one.until}, of seat {one.seat + 1}, since {one.since}, {words}"
        )

    def moving(self) -> str:
        moving = self._state.moving
        return "" if moving is None else f"{self.reference(moving.piece)}, {moving.left} left"

    def reference(self, card: Card) -> str:
        return f"{self._card(card)}@{owner_of(card) + 1}"

    # Lines about a seat

    def marks(self, seat: Seat) -> str:
        side: Side = self._state.sides[seat]
        counts = [(side.points, "point"), (side.kills, "kill"), (side.deaths, "death")]
        ready = ["ready"] if self._state.ready[seat] else []
        return ", ".join([*[_counted(*each) for each in counts if each[0]], *ready, *_MARKS[side.out]])

    def of_seat(self, seat: Seat) -> Iterator[tuple[str, str]]:
        state, side = self._state, self._state.sides[seat]
        if state.phase == "decks":
            yield "list", " ".join(state.lists[seat])
            yield "named", " ".join(state.chosen[seat])
            return
        yield "named", " ".join([*state.chosen[seat], "dead"])
        for piece in state.pieces:
            if piece.seat == seat:
                where = "off" if piece.square == OFF else f"at {self._grid.name(piece.square)}"
                yield f"{self._card(piece.card)} {where}", ", ".join(self._piece(piece))
        piles = {"hand": state.hands[seat], "deck": state.decks[seat], "discard": side.discard}
        for pile, cards in {**piles, "away": self._away(seat)}.items():
            yield pile, self._cards(cards)
        if side.aside != tuple(sorted(side.aside)):
            yield "aside", self._cards(side.aside)
        for flag in state.flags:
            if flag.seat == seat and flag.carrier == NO_CARD:
                yield "flag", self._grid.name(flag.square)

    def _piece(self, piece: Piece) -> Iterator[str]:
        state = self._state
        if piece.counters:
            yield _counted(piece.counters, "counter")
        if piece.minor:
            yield "moved"
        if piece.major:
            yield "acted"
        if piece.deployed:
            yield "new" if piece.deployed == state.turn else f"since turn {piece.deployed}"
        yield from [f"carries {flag.seat + 1}" for flag in state.flags if flag.carrier == piece.card]
        for edit in piece.edits:
            owner = owner_of(edit.card)
            of = "" if owner == piece.seat else f" of seat {owner + 1}"
            turns = f" for {_counted(edit.turns, 'turn')}" if edit.turns else ""
            yield f"{self._card(edit.card)}{of}{turns}"

    def _away(self, seat: Seat) -> tuple[Card, ...]:
        """Return the cards of a seat that are in no zone."""
        state, first = self._state, seat * SEAT_CARDS
        lying = {*state.hands[seat], *state.decks[seat], *state.sides[seat].discard, *in_play(state)}
        cards = range(first, first + len(state.lists[seat]))
        return tuple([card for card in cards if card not in lying])

    def _cards(self, cards: Iterable[Card]) -> str:
        return " ".join([self._card(card) for card in cards])

    def _card(self, card: Card) -> str:
        """Return a card's set number, with its number among its copies if there are several."""
        state, (seat, place) = self._state, divmod(card, SEAT_CARDS)
        number, listed = number_of(state, card), state.lists[seat]
        if place >= len(listed) or listed.count(number) == 1:
            return number
        return f"{number}#{place - listed.index(number) + 1}"


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'s' if number != 1 else ''}"
