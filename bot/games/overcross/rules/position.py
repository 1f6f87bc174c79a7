"""Positions of Overcross as text: what is said of the match, then of each player.

    options: objective=flag width=7 height=7
    now: seat 1, round 3, minor
    terrain: CST-50 at D4, 2 counters, of seat 2
    seat 1: 4 points, 6 kills
    CST-01 at C3: 2 counters, moved, CST-33, CST-30 of seat 2
    hand: CST-05 2xCST-06
    seat 2:
    CST-09 at D6: carries 1

These lines are about the match, each of them optional:

    options: points=50        what was agreed on
    now: seat 2, round 3, major      whose turn it is, the round (1 unless told) and the phase: cards, minor,
                              major or discard; decks, first or hands before the first turn
    first: seat 2             who began; seat 1 unless told
    terrain: CST-50 at D4     a terrain with its centre; after it may follow "2 counters" and "of seat 2"

`seat 1:` begins a player; after it may follow `4 points`, `6 kills` (their deck cost), `1 death` (of the
Legend) and `out` (has resigned). The lines below are about that player, each optional:

    CST-01 at C3: moved       a Character, `CST-01 off:` for one that waits; with commas between them "2
                              counters", `moved` and `acted` (has taken its minor, its major action), `new`
                              (was deployed in this turn), `carries 2` (that seat's flag), and the edits on
                              it, those of others with their seat: "CST-30 of seat 2"
    named: CST-15 dead        whom it has named, the first there is unless told. A Leader or Champion
                              stands in the middle of the zone unless it is told where, or dead
    hand: CST-05 2xCST-06     its hand, empty unless told
    deck: CST-07 3xCST-09     its deck from the top, empty unless told
    discard: CST-11           the discard pile, the latest card last
    flag: D4                  where its flag lies; at home unless told

The position is checked: squares that are not there or taken twice, terrains that overlap are faults.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from bot.engine.cardrules import with_cards
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.engine.grid import Grid, grid_of
from bot.engine.positions import at_line, carry_out, numbered, parts, read_options, read_seat
from bot.games.overcross.cards.cards import Library, Pool
from bot.games.overcross.cards.field import OFF, Attached, Piece, Placed
from bot.games.overcross.rules.deckbuilding import named_marks
from bot.games.overcross.rules.geometry import beside_middle, middle
from bot.games.overcross.rules.normalize import SEATS, normalize
from bot.games.overcross.rules.opening import new_match
from bot.games.overcross.rules.options import Options
from bot.games.overcross.rules.state import OvercrossState
from bot.games.overcross.rules.terrains import area_of
from bot.games.overcross.rules.view import SEAT_CARDS, Flag, Side

_SEAT = re.compile(r"seat ([1-4])\s*:\s*(.*)", re.ASCII)
_CARD = r"([A-Z]{2,5}-[0-9]{2,3})"
_COPIES = re.compile(rf"(?:([1-9]\d?)x)?{_CARD}", re.ASCII)
_PIECE = re.compile(rf"{_CARD} (?:at ([A-Za-z]{{1,2}}[0-9]{{1,2}})|(off))\s*:\s*(.*)", re.ASCII)
_TERRAIN = re.compile(rf"{_CARD} at ([A-Za-z]{{1,2}}[0-9]{{1,2}})", re.ASCII)
_EDIT = re.compile(rf"{_CARD}(?: of seat ([1-4]))?", re.ASCII)
_NUMBER = re.compile(r"(\d{1,3}) (counters?|points?|kills?|deaths?)", re.ASCII)
_PHASES = ("decks", "first", "hands", "cards", "minor", "major", "discard")


def read_position(text: str, library: Library, cards: str | None = None) -> OvercrossState:
    """Return the state, with the cards of this hash or the standard ones.

    Raises `ValueError` with the line at fault.
    """
    return _Reading(text, library.at(cards)).state(library)


class _Player:
    """What the lines say of one player."""

    def __init__(self) -> None:
        self.side = Side()
        self.pieces: list[tuple[str, str, list[str]]] = []
        """Set number, square ("" for off), and what is said of it."""
        self.piles: dict[str, list[str]] = {"hand": [], "deck": [], "discard": []}
        self.named: list[str] = []
        self.dead = False
        self.flag = ""


class _Reading:
    """What the lines say of the match."""

    def __init__(self, text: str, pool: Pool) -> None:
        self.pool = pool
        self._options = with_cards(Options(), pool)
        self._now, self._round, self._phase, self._first = 0, 1, "cards", 0
        self.terrains: list[tuple[str, str, int, Seat]] = []
        self.players: list[_Player] = []
        lines: Mapping[str, Callable[[str], object]] = {
            "options": self._say_options,
            "now": self._say_now,
            "first": self._say_first,
            "terrain": self._say_terrain,
            "named": self._say_named,
            "flag": self._say_flag,
            "hand": lambda rest: self._say_pile("hand", rest),
            "deck": lambda rest: self._say_pile("deck", rest),
            "discard": lambda rest: self._say_pile("discard", rest),
        }
        for number, line in numbered(text):
            with at_line(number):
                if said := _SEAT.fullmatch(line):
                    self._begin_player(int(said[1]), said[2])
                    continue
                if said := _PIECE.fullmatch(line):
                    self._player().pieces.append((self.known(said[1]), said[2] or "", parts(said[4])))
                    continue
            carry_out(lines, number, line, 'neither "seat 1:" nor "CST-01 at C3:" ')

    # Lines

    def _player(self) -> _Player:
        if not self.players:
            raise ValueError('this is about a player: begin one with "seat 1:".')
        return self.players[-1]

    def known(self, number: str) -> str:
        if number not in self.pool.cards:
            raise ValueError(f"there is no card {number}.")
        return number

    def _begin_player(self, number: int, rest: str) -> None:
        if number != len(self.players) + 1:
            raise ValueError(f"seat {len(self.players) + 1} comes next, not seat {number}.")
        self.players.append(_Player())
        fields: dict[str, Any] = {}
        for part in parts(rest):
            if part == "out":
                fields["out"] = "resigned"
            elif (said := _NUMBER.fullmatch(part)) and said[2].rstrip("s") != "counter":
                fields[f"{said[2].rstrip('s')}s"] = int(said[1])
            else:
                raise ValueError(f'"{part[:20]}" is not known of a player: points, kills, deaths or out.')
        self._player().side = replace(Side(), **fields)

    def _say_options(self, rest: str) -> None:
        self._options = with_cards(read_options(Options, rest), self.pool)

    def _say_now(self, rest: str) -> None:
        for part in parts(rest):
            if part.startswith("seat "):
                self._now = read_seat(part.removeprefix("seat "), SEATS[-1])
            elif part.startswith("round ") and part[6:].isdecimal():
                self._round = int(part[6:])
            elif part in _PHASES:
                self._phase = part
            else:
                raise ValueError(f'"{part[:20]}" is not known: seat 1, round 3, or {", ".join(_PHASES)}.')

    def _say_first(self, rest: str) -> None:
        self._first = read_seat(rest.removeprefix("seat "), SEATS[-1])

    def _say_terrain(self, rest: str) -> None:
        what, *more = parts(rest) or [""]
        said = _TERRAIN.fullmatch(what)
        if said is None:
            raise ValueError("a terrain is told with its centre: CST-50 at D4.")
        counters, seat = 0, 0
        for part in more:
            if number := _NUMBER.fullmatch(part):
                counters = int(number[1])
            else:
                seat = read_seat(part.removeprefix("of seat "), SEATS[-1])
        self.terrains.append((self.known(said[1]), said[2], counters, seat))

    def _say_named(self, rest: str) -> None:
        words = rest.split()
        self._player().dead = "dead" in words
        self._player().named = [self.known(word) for word in words if word != "dead"]

    def _say_flag(self, rest: str) -> None:
        self._player().flag = rest

    def _say_pile(self, pile: str, rest: str) -> None:
        for word in rest.split():
            said = _COPIES.fullmatch(word)
            if said is None:
                raise ValueError(f'"{word[:20]}" is no card: write CST-05, or 2xCST-05.')
            self._player().piles[pile] += [self.known(said[2])] * int(said[1] or 1)

    # The state

    def state(self, library: Library) -> OvercrossState:
        """Return the position. Raises `ValueError`."""
        seats = len(self.players)
        if seats not in SEATS:
            raise ValueError(f"a match has {SEATS[0]} to {SEATS[-1]} players, and {seats} are told of.")
        options = normalize(self._options, seats, library)
        state = new_match(options, seats)
        state.phase = self._phase  # type: ignore[assignment] # one of them
        if self._phase == "decks":
            return state
        grid = grid_of(options.width, options.height)
        cards = _Cards(self, options)
        state.lists, state.chosen = cards.lists, cards.chosen
        state.first = self._first
        if self._phase not in ("first", "hands"):
            state.current, state.round = self._now, self._round
            state.turn = (self._round - 1) * seats + (self._now - self._first) % seats + 1
        cards.lay_out(state, grid)
        _check(state, self.pool, grid)
        return state


class _Cards:
    """The cards of all players get their numbers, as the match would give them."""

    def __init__(self, reading: _Reading, options: Options) -> None:
        self._reading = reading
        self.pool, self.players = reading.pool, reading.players
        marks = named_marks(options)
        self.chosen = tuple([self._named(player, marks) for player in self.players])
        listed: list[list[str]] = [[] for _ in self.players]
        for seat, player in enumerate(self.players):
            listed[seat] += [number for pile in player.piles.values() for number in pile]
            listed[seat] += [number for number, _, _ in player.pieces if number not in self.chosen[seat]]
            for _, _, more in player.pieces:
                for number, owner in _edits(more, seat):
                    listed[owner].append(reading.known(number))
        for number, _, _, seat in reading.terrains:
            listed[seat].append(number)
        if max(map(len, listed)) + len(marks) > SEAT_CARDS:
            raise ValueError(f"a player has at most {SEAT_CARDS - len(marks)} cards, and here are more.")
        self.lists = tuple([tuple(sorted(numbers)) for numbers in listed])
        self._left = [
            [seat * SEAT_CARDS + place for place in range(len(numbers))]
            for seat, numbers in enumerate(self.lists)
        ]

    def _named(self, player: _Player, marks: tuple[str, ...]) -> tuple[str, ...]:
        given = {self.pool.cards[number].mark: number for number, _, _ in player.pieces}
        given |= {self.pool.cards[number].mark: number for number in player.named}
        usual = {card.mark: number for number, card in reversed(list(self.pool.cards.items()))}
        return tuple([given.get(mark, usual[mark]) for mark in marks])

    def _card(self, seat: Seat, number: str) -> Card:
        if number in self.chosen[seat]:
            return seat * SEAT_CARDS + len(self.lists[seat]) + self.chosen[seat].index(number)
        card = next(each for each in self._left[seat] if self.lists[seat][each % SEAT_CARDS] == number)
        self._left[seat].remove(card)
        return card

    def lay_out(self, state: OvercrossState, grid: Grid) -> None:
        """Put all cards where they are told to be."""
        pieces: list[Piece] = []
        piles: list[dict[str, tuple[Card, ...]]] = []
        flags = [Flag(seat, _square(grid, player.flag) if player.flag else middle(grid, seat))
                 for seat, player in enumerate(self.players)]  # fmt: skip
        for seat, player in enumerate(self.players):
            for number, square, more in player.pieces:
                pieces.append(self._piece(state, grid, seat, number, square, more, flags))
            pieces += self._named_pieces(state, grid, seat, {piece.card for piece in pieces})
            piles.append(
                {
                    pile: tuple([self._card(seat, number) for number in numbers])
                    for pile, numbers in player.piles.items()
                }
            )
        state.pieces = tuple(sorted(pieces, key=lambda one: one.card))
        state.hands = tuple([each["hand"] for each in piles])
        state.decks = tuple([each["deck"] for each in piles])
        state.terrains = tuple(
            sorted(
                [
                    Placed(self._card(seat, number), _square(grid, square), counters)
                    for number, square, counters, seat in self._reading.terrains
                ],
                key=lambda one: one.card,
            )
        )
        state.sides = tuple(
            [
                replace(player.side, discard=piles[seat]["discard"], aside=self._aside(state, seat))
                for seat, player in enumerate(self.players)
            ]
        )
        if state.options.objective == "flag":
            state.flags = tuple([flag for flag in flags if not state.sides[flag.seat].out])

    def _piece(
        self, state: OvercrossState, grid: Grid, seat: Seat, number: str, square: str, more: list[str],
        flags: list[Flag],
    ) -> Piece:  # fmt: skip
        at = _square(grid, square) if square else OFF
        card, fields = self._card(seat, number), dict[str, Any]()
        edits = [Attached(self._card(owner, edit)) for edit, owner in _edits(more, seat)]
        for part in more:
            if said := _NUMBER.fullmatch(part):
                fields["counters"] = int(said[1])
            elif part in ("moved", "acted"):
                fields["minor" if part == "moved" else "major"] = True
            elif part == "new":
                fields["deployed"] = state.turn
            elif part.startswith("carries "):
                flag = read_seat(part.removeprefix("carries "), state.seats)
                flags[flag] = Flag(flag, at, card)
            elif not _EDIT.fullmatch(part):
                raise ValueError(
                    f'"{part[:20]}" is not known of a Character: counters, moved, acted, new, carries 2.'
                )
        return Piece(card, seat, at, edits=tuple(edits), **fields)

    def _named_pieces(self, state: OvercrossState, grid: Grid, seat: Seat, placed: set[Card]) -> list[Piece]:
        """Return an unplaced Leader and Champion, in the middle of the zone."""
        player = self.players[seat]
        if state.options.objective != "assassination" or player.dead or player.side.out:
            return []
        begins = seat * SEAT_CARDS + len(self.lists[seat])
        places = (middle(grid, seat), beside_middle(grid, seat))
        cards = range(begins, begins + len(self.chosen[seat]))
        return [
            Piece(card, seat, place) for card, place in zip(cards, places, strict=False) if card not in placed
        ]

    def _aside(self, state: OvercrossState, seat: Seat) -> tuple[Card, ...]:
        begins = seat * SEAT_CARDS + len(self.lists[seat])
        in_play = {piece.card for piece in state.pieces}
        return tuple([card for card in range(begins, begins + len(self.chosen[seat])) if card not in in_play])


def _edits(more: list[str], seat: Seat) -> list[tuple[str, Seat]]:
    """Return the edits among what is said of a Character, each with its owner."""
    found = [said for part in more if (said := _EDIT.fullmatch(part))]
    return [(said[1], seat if said[2] is None else int(said[2]) - 1) for said in found]


def _square(grid: Grid, name: str) -> int:
    return grid.parse(name)


def _check(state: OvercrossState, pool: Pool, grid: Grid) -> None:
    """Raise `ValueError` where two Characters stand on one square, or terrains overlap."""
    taken: set[int] = set()
    for piece in state.pieces:
        if piece.square in taken:
            raise ValueError(f"two Characters stand on {grid.name(piece.square)}.")
        taken |= {piece.square} - {OFF}
    covered = 0
    for placed in state.terrains:
        face: Any = pool.cards[state.number_of(placed.card)]
        area = area_of(grid, placed.centre, face.radius)
        if area & covered:
            raise ValueError(f"{face.name} on {grid.name(placed.centre)} overlaps another terrain.")
        covered |= area
