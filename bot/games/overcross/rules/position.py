"""Positions of Overcross as text: lines about the match, then lines about each player.

    options: objective=flag width=7 height=7
    now: seat 1, round 3, minor
    terrain: CST-50 at D4, 2 counters, of seat 2
    seat 1: 4 points, 6 kills
    CST-01 at C3: 2 counters, moved, CST-33, CST-30 of seat 2
    hand: CST-05 2xCST-06
    seat 2:
    CST-09 at D6: carries 1

These lines are about the match, each is optional:

    options: points=50        the options of the match
    now: seat 2, round 3, major      the seat in turn, the round (default 1) and the phase: cards, minor,
                              major or discard; decks, first or hands before the first turn
    first: seat 2             the first seat; the default is seat 1
    terrain: CST-50 at D4     a terrain with its centre; after it may follow "2 counters" and "of seat 2"

`seat 1:` begins a player; after it may follow `4 points`, `6 kills` (their deck cost), `1 death` (of the
Legend) and `out` (has resigned). The lines below are about that player, each is optional:

    CST-01 at C3: moved       a Character, `CST-01 off:` if it waits off the grid; separated by commas "2
                              counters", `moved` and `acted` (has taken its minor, its major action), `new`
                              (was deployed in this turn), `carries 2` (that seat's flag), and its edits,
                              those of other seats with the seat: "CST-30 of seat 2"
    named: CST-15 dead        its named Character, by default the first possible one. A Leader or Champion
                              is in the middle of the zone, unless it has its own line or is dead
    hand: CST-05 2xCST-06     its hand, empty by default
    deck: CST-07 3xCST-09     its deck from the top, empty by default
    discard: CST-11           the discard pile, the latest card last
    flag: D4                  the square of its flag; at home by default

In the text of a running match `CST-05#2` is the player's second copy, `CST-05#2@1` the second copy of seat 1,
and there are these additional lines:

    now: nobody, turn 7, spent 3, stage 2    the number of turns of all seats, the play costs spent in this
                              turn, and the completed stages of its start or end
    lasting: CST-30@2 on CST-01@1, turn, of seat 1, since 5, {...}    the effect of this card on that one, its
                              duration, the seat whose turn ends it, its first turn; as JSON (`cards.statics`)
    used: CST-01@1/0          used once-a-turn abilities: the card and the index on it
    moving: CST-01@1, 3 left  the Character that may continue its move
    doing: {"running": ...}   the effects in progress (`bot.engine.cards.program`), as JSON with card numbers;
                              the question is asked again. And answers: 1 0
    seat 1: ready, lost       has made its secret choice; has lost its required pieces
    CST-01 at C3: since turn 5, CST-33 for 2 turns    the turn of its deployment, and the turns of its player
                              that have begun since an edit was attached
    list: 2xCST-05            while decks are chosen, its chosen deck
    aside: CST-15             its cards that are set aside, if not in the usual order; and away: those in no
                              zone

The position is checked: unknown squares, two Characters on a square and overlapping terrains are faults.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.engine.cards.replay import asked_again, read_numbers, read_program, write_program
from bot.engine.cards.rules import pool_of, with_cards, write_agreed
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.engine.fair import Stream
from bot.engine.grid import Grid, grid_of
from bot.engine.positions import at_line, carry_out, numbered, parts, read_options, read_seat
from bot.games.overcross.cards.cards import Library, Pool
from bot.games.overcross.cards.field import OFF, Piece
from bot.games.overcross.cards.statics import AnyStatic
from bot.games.overcross.rules.geometry import within
from bot.games.overcross.rules.normalize import SEATS, normalize
from bot.games.overcross.rules.opening import new_match
from bot.games.overcross.rules.options import Options
from bot.games.overcross.rules.position_cards import CARD, NUMBER, PILES, Cards, PlayerLines, known, number_in
from bot.games.overcross.rules.state import OvercrossState
from bot.games.overcross.rules.steps import IDLE, Program
from bot.games.overcross.rules.table import Table
from bot.games.overcross.rules.view import (
    NO_CARD,
    NOBODY,
    SEAT_CARDS,
    Lasting,
    Moving,
    Side,
    in_play,
    number_of,
    owner_of,
)

# Positions of Overcross written in the notation of `position`.


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
        for pile, cards in piles.items():
            yield pile, self._cards(cards)
        # The cards of the seat that are in no zone.
        lying = {*in_play(state), *[card for cards in piles.values() for card in cards]}
        first = seat * SEAT_CARDS
        own = range(first, first + len(state.lists[seat]))
        yield "away", self._cards([card for card in own if card not in lying])
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


_SEAT = re.compile(r"seat ([1-4])\s*:\s*(.*)", re.ASCII)
_COPIES = re.compile(rf"(?:([1-9]\d?)x)?{CARD}", re.ASCII)
_PIECE = re.compile(rf"{CARD} (?:at ([A-Za-z]{{1,2}}[0-9]{{1,2}})|(off))\s*:\s*(.*)", re.ASCII)
_TERRAIN = re.compile(rf"{CARD} at ([A-Za-z]{{1,2}}[0-9]{{1,2}})", re.ASCII)
_ANY_CARD = rf"{CARD[:-1]}@[1-4])"
_FORMS: Mapping[str, tuple[re.Pattern[str], str]] = {
    "lasting": (
        re.compile(
            rf"{_ANY_CARD}(?: on {_ANY_CARD})?, (turn|own-turn|match), of seat ([1-4]), "
            r"since ([0-9]{1,4}), (\{.*\})",
            re.ASCII,
        ),
        "CST-30#1@2 on CST-01#1@1, turn, of seat 1, since 5, {...}",
    ),
    "used": (re.compile(rf"{_ANY_CARD}/([0-9]{{1,2}})", re.ASCII), "CST-01#1@1/0"),
    "moving": (re.compile(rf"{_ANY_CARD}, ([0-9]{{1,2}}) left", re.ASCII), "CST-01#1@1, 3 left"),
}
"""The forms of the lines of a running match, each with an example."""
_COUNT = re.compile(r"(round|turn|spent|stage) ([0-9]{1,4})", re.ASCII)
_PHASES = ("decks", "first", "hands", "start", "cards", "minor", "major", "discard")


def read_position(text: str, library: Library, cards: str | None = None) -> OvercrossState:
    """Return the state, with the pool of this hash or the standard pool.

    Raises `ValueError` with the line at fault.
    """
    return _Reading(text, pool_of(text, library, cards)).state(library)


class _Reading:
    """Collects the lines about the match."""

    def __init__(self, text: str, pool: Pool) -> None:
        self.pool = pool
        self._options = with_cards(Options(), pool)
        self._now, self._phase, self._first = 0, "cards", 0
        self._counts = {"round": 1, "turn": 0, "spent": 0, "stage": 0}
        self._said: dict[str, list[re.Match[str]]] = {word: [] for word in _FORMS}
        self._program, self._answers = IDLE, tuple[int, ...]()
        self.terrains: list[tuple[str, str, int, Seat]] = []
        self.players: list[PlayerLines] = []
        lines: Mapping[str, Callable[[str], object]] = {
            "options": self._say_options,
            "now": self._say_now,
            "first": self._say_first,
            "terrain": self._say_terrain,
            "named": self._say_named,
            "flag": lambda rest: setattr(self._player(), "flag", rest),
            **{pile: partial(self._say_pile, pile) for pile in PILES},
            "list": self._say_list,
            "aside": lambda rest: setattr(self._player(), "aside", self._cards(rest)),
            "lasting": partial(self._say, "lasting"),
            "used": self._say_used,
            "moving": partial(self._say, "moving"),
            "doing": self._say_doing,
            "answers": self._say_answers,
        }
        for number, line in numbered(text):
            with at_line(number):
                if said := _SEAT.fullmatch(line):
                    self._begin_player(int(said[1]), said[2])
                    continue
                if said := _PIECE.fullmatch(line):
                    self._player().pieces.append((known(said[1], self.pool), said[2] or "", parts(said[4])))
                    continue
            carry_out(lines, number, line, 'neither "seat 1:" nor "CST-01 at C3:" ')

    # Lines

    def _player(self) -> PlayerLines:
        if not self.players:
            raise ValueError('this is about a player: begin one with "seat 1:".')
        return self.players[-1]

    def _begin_player(self, number: int, rest: str) -> None:
        if number != len(self.players) + 1:
            raise ValueError(f"seat {len(self.players) + 1} comes next, not seat {number}.")
        self.players.append(PlayerLines())
        fields: dict[str, Any] = {}
        for part in parts(rest):
            if part in ("out", "lost"):
                fields["out"] = "resigned" if part == "out" else "lost"
            elif part == "ready":
                self._player().ready = True
            elif (said := NUMBER.fullmatch(part)) and said[2].rstrip("s") != "counter":
                fields[f"{said[2].rstrip('s')}s"] = int(said[1])
            else:
                raise ValueError(
                    f'"{part[:20]}" is not known of a player: points, kills, deaths, ready, lost or out.'
                )
        self._player().side = replace(Side(), **fields)

    def _say_options(self, rest: str) -> None:
        self._options = with_cards(read_options(Options, rest), self.pool)

    def _say_now(self, rest: str) -> None:
        for part in parts(rest):
            if part.startswith("seat "):
                self._now = read_seat(part.removeprefix("seat "), SEATS[-1])
            elif part == "nobody":
                self._now = NOBODY
            elif said := _COUNT.fullmatch(part):
                self._counts[said[1]] = int(said[2])
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
            if number := NUMBER.fullmatch(part):
                counters = int(number[1])
            else:
                seat = read_seat(part.removeprefix("of seat "), SEATS[-1])
        self.terrains.append((known(said[1], self.pool), said[2], counters, seat))

    def _say_named(self, rest: str) -> None:
        words = rest.split()
        self._player().dead = "dead" in words
        self._player().named = [known(word, self.pool) for word in words if word != "dead"]

    def _say_pile(self, pile: str, rest: str) -> None:
        self._player().piles[pile] += self._cards(rest)

    def _say_list(self, rest: str) -> None:
        self._player().list = [number_in(word) for word in self._cards(rest)]

    def _cards(self, rest: str) -> list[str]:
        found: list[str] = []
        for word in rest.split():
            said = _COPIES.fullmatch(word)
            if said is None:
                raise ValueError(f'"{word[:20]}" is no card: write CST-05, or 2xCST-05.')
            found += [known(said[2], self.pool)] * int(said[1] or 1)
        return found

    def _say(self, word: str, rest: str) -> None:
        """Read a line in the form of its keyword. Raises `ValueError`."""
        pattern, example = _FORMS[word]
        said = pattern.fullmatch(rest)
        if said is None:
            raise ValueError(f'"{rest[:40]}" cannot be read: write {example}.')
        self._said[word].append(said)
        if word == "lasting":
            _static(said, NO_CARD)

    def _say_used(self, rest: str) -> None:
        for part in rest.split():
            self._say("used", part)

    def _say_doing(self, rest: str) -> None:
        self._program = read_program(rest, Program)

    def _say_answers(self, rest: str) -> None:
        self._answers = read_numbers(rest)

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
            state.lists = tuple([tuple(sorted(player.list)) for player in self.players])
            state.chosen = tuple([tuple(player.named) for player in self.players])
        else:
            self._begin(state)
        state.ready = tuple([player.ready for player in self.players])
        told = zip(state.sides, self.players, strict=True)
        state.sides = tuple([replace(side, out=player.side.out) for side, player in told])
        return state

    def _begin(self, state: OvercrossState) -> None:
        """Fill in the parts that exist after the choice of decks. Raises `ValueError`."""
        options, seats, counts = state.options, state.seats, self._counts
        grid = grid_of(options.width, options.height)
        cards = Cards(self.pool, self.players, self.terrains, options)
        state.lists, state.chosen = cards.lists, cards.chosen
        state.first = self._first
        if self._phase not in ("first", "hands"):
            state.current, state.round = self._now, counts["round"]
            usual = (state.round - 1) * seats + (self._now - self._first) % seats + 1
            state.turn = counts["turn"] or usual
        cards.lay_out(state, grid)
        _check(state, self.pool, grid)
        state.spent, state.stage, state.answers = counts["spent"], counts["stage"], self._answers
        state.lasting = tuple([self._in_force(said, cards) for said in self._said["lasting"]])
        state.used = tuple([(cards.meant(said[1]), int(said[2])) for said in self._said["used"]])
        for said in self._said["moving"]:
            state.moving = Moving(cards.meant(said[1]), int(said[2]))
        state.program = asked_again(self._program, Table(state, self.pool, Stream("example", bytes(32))))

    def _in_force(self, said: re.Match[str], cards: Cards) -> Lasting:
        static = _static(said, cards.meant(said[2]) if said[2] else NO_CARD)
        until: Any = said[3]
        return Lasting(cards.meant(said[1]), static, until, int(said[4]) - 1, int(said[5]))


def _static(said: re.Match[str], piece: Card) -> AnyStatic:
    """Return the static in force on a Character, or on all that match it. Raises `ValueError`."""
    try:
        fields = msgspec.json.decode(said[6], type=dict[str, Any])
        on = {} if said[2] is None else {"piece": piece}
        static: AnyStatic = msgspec.convert({**fields, **on}, AnyStatic)
    except (msgspec.DecodeError, RecursionError) as fault:
        raise ValueError(f"this is nothing that can be in force: {str(fault)[:100]}") from None
    return static


def _check(state: OvercrossState, pool: Pool, grid: Grid) -> None:
    """Raise `ValueError` if two Characters share a square, or terrains overlap."""
    taken: set[int] = set()
    for piece in state.pieces:
        if piece.square in taken:
            raise ValueError(f"two Characters stand on {grid.name(piece.square)}.")
        taken |= {piece.square} - {OFF}
    covered = 0
    for placed in state.terrains:
        face: Any = pool.cards[number_of(state, placed.card)]
        area = within(grid, placed.centre, face.radius)
        if area & covered:
            raise ValueError(f"{face.name} on {grid.name(placed.centre)} overlaps another terrain.")
        covered |= area
