"""Positions of Papyrus as text: the field drawn in rows, or its size, and the units.

    ..........
    ..S..#.n..
    ..........
    n = seat 2 Sniper:4
    turn: seat 1, pool 6

Rows consist of `.` (free), `#` (barrier) and letters. By default S, H, N, M and R are SMG, sHotgun, sNiper,
Medic and RPG of seat 1, and lower-case letters those of seat 2. A line `x = seat 3 Medic:6 acted` defines a
letter: after the colon its HP (default 10), then `moved 2` and `acted`. The other lines have a colon and are
optional:

    field: 16x12              the size of a field that is not drawn
    barriers: D7 E8           the barriers on it
    seat 1: SMG C7, Medic:0   further units; without a square they are not placed yet, or have left
    seats: 3                  if there are more seats than seats with units
    options: critical=true    the options; by default squads have the size of the largest
    phase: attacking          or picking, placing, moving, over
    squad 1: 2 SMG, 1 Medic   while picking: the units of seat 1 so far
    ready: 1 3                the seats that have finished picking or placing
    out: 2                    the seats that have resigned; those without units are out anyway
    turn: seat 1, round 3, pool 6, first 2, quiet 4
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import cast, get_args

from msgspec.structs import replace

from bot.engine.contract import Outcome, Seat
from bot.engine.errors import Refusal
from bot.engine.grid import grid_of
from bot.engine.positions import at_line, carry_out, numbered, parts, read_options, read_seat, write_options
from bot.games.papyrus.rules.fieldmap import BARRIER, FREE
from bot.games.papyrus.rules.normalize import SEATS, normalize, normalized_again
from bot.games.papyrus.rules.options import SPACES, Kind, Options
from bot.games.papyrus.rules.state import PapyrusState, hp_left, living, with_hp
from bot.games.papyrus.rules.turns import LAST_STANDING
from bot.games.papyrus.rules.view import KIND_LETTERS, KIND_TITLES, SECRET_PHASES, Phase, Unit
from bot.games.papyrus.rules.weapons import arsenal_of

# Writing positions of Papyrus in the notation of `position`.


def write_position(state: PapyrusState) -> str:
    """Return a position of a match in progress, in the notation of `read_position`."""
    seats = range(state.seats)
    agreed = replace(state.options, width=Options().width, height=Options().height, grid="")
    lines = [
        *state.options.grid.split("/"),
        f"options: squad={agreed.squad} map={agreed.map} {write_options(agreed, 'squad', 'map')}",
        f"seats: {state.seats}",
        f"phase: {state.phase}",
        *[
            f"seat {seat + 1}: {units}"
            for seat in seats
            if (units := ", ".join([_written_unit(state, unit) for unit in state.units if unit.seat == seat]))
        ],
        *[f"squad {seat + 1}: {_written_squad(kinds)}" for seat, kinds in enumerate(state.squads) if kinds],
        f"ready: {' '.join([str(seat + 1) for seat in seats if state.ready[seat]])}",
        f"out: {' '.join([str(seat + 1) for seat in seats if state.out[seat]])}",
    ]
    if state.turn >= 0:
        lines.append(
            f"turn: seat {state.turn + 1}, round {state.round}, pool {state.pool}, first {state.first + 1}, "
            f"quiet {state.quiet}"
        )
    return "\n".join(lines)


def _written_unit(state: PapyrusState, unit: Unit) -> str:
    square = (
        f" {grid_of(state.options.width, state.options.height).name(unit.square)}" if unit.square >= 0 else ""
    )
    moved, acted = f" moved {unit.moved}" if unit.moved else "", " acted" if unit.acted else ""
    return f"{KIND_TITLES[unit.kind]}-{unit.number}{square}:{unit.hp}{moved}{acted}"


def _written_squad(kinds: Sequence[Kind]) -> str:
    return ", ".join([f"{len(list(run))} {KIND_TITLES[kind]}" for kind, run in groupby(kinds)])


_ROW = re.compile(r"[.#A-Za-z]+", re.ASCII)
_LEGEND = re.compile(r"([A-Za-z])\s*=\s*(?:seat ([1-4]) )?(.+)", re.ASCII)
_UNIT = re.compile(
    r"([a-z]+)(?:-(\d{1,2}))?(?: ([a-z]{1,2}\d{1,2}))?(?::(\d{1,2}))?(?: moved (\d{1,3}))?( acted)?",
    re.ASCII | re.IGNORECASE,
)
_KINDS: Mapping[str, Kind] = {title.lower(): kind for kind, title in KIND_TITLES.items()}
_LETTERS: Mapping[str, Unit] = {
    **{letter: Unit(0, kind, 0, -1) for kind, letter in KIND_LETTERS.items()},
    **{letter.lower(): Unit(1, kind, 0, -1) for kind, letter in KIND_LETTERS.items()},
}
_OTHERWISE = 'neither a row of the field, nor "letter = unit", '


def read_position(text: str) -> PapyrusState:
    """Return the state. Raises `ValueError` with the line at fault."""
    reading = _Reading()
    lines = numbered(text)
    for number, line in lines:
        if _ROW.fullmatch(line):
            reading.rows.append((number, line))
    for number, line in sorted(
        lines, key=lambda line: not line[1].startswith("options")
    ):  # HP follow from them
        if legend := _LEGEND.fullmatch(line):
            with at_line(number):
                seat = read_seat(legend[2] or "1", SEATS[-1])
                reading.legend[legend[1]] = reading.unit(seat, legend[3])
        elif not _ROW.fullmatch(line):
            carry_out(reading.lines, number, line, _OTHERWISE)
    return reading.state()


class _Reading:
    """The contents of the lines read so far."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, str]] = []
        self.legend: dict[str, Unit] = dict(_LETTERS)
        self._ready: set[Seat] = set()
        self._out: set[Seat] = set()
        self.lines: Mapping[str, Callable[[str], object]] = {
            "field": self._say_field,
            "barriers": self._say_barriers,
            "seats": self._say_seats,
            "options": self._say_options,
            "phase": self._say_phase,
            "ready": partial(self._say_seats_that, self._ready),
            "out": partial(self._say_seats_that, self._out),
            "turn": self._say_turn,
            **{f"squad {seat + 1}": partial(self._say_squad, seat) for seat in range(SEATS[-1])},
            **{f"seat {seat + 1}": partial(self._say_units, seat) for seat in range(SEATS[-1])},
        }
        self._options = Options()
        self._told_options = ""
        self._told: list[Unit] = []
        self._size = (0, 0)
        self._barriers: frozenset[int] = frozenset()
        self._seats = SEATS[0]
        self._phase: Phase = "moving"
        self._squads: dict[Seat, tuple[Kind, ...]] = {}
        self._turn = {"seat": 1, "round": 1}

    def unit(self, seat: int, words: str) -> Unit:
        """Return a unit as described: "Sniper-1 C7:4 acted"."""
        said = _UNIT.fullmatch(words)
        kind = _KINDS.get(said[1].lower()) if said else None
        if said is None or kind is None:
            titles = ", ".join(KIND_TITLES.values())
            raise ValueError(f'"{words[:40]}" is not a unit: write "Sniper C7:4"; kinds: {titles}.')
        full_hp = arsenal_of(self._options).full_hp
        hp = int(said[4] or full_hp)
        if hp > full_hp:
            raise ValueError(f'"{words[:40]}" has too many HP: {full_hp} at most.')
        square = grid_of(*self._measure()).parse(said[3]) if said[3] and hp else -1
        return Unit(seat, kind, int(said[2] or 0), square, hp, int(said[5] or 0), acted=bool(said[6]))

    def _measure(self) -> tuple[int, int]:
        """Return the width and the height of the field."""
        if self.rows:
            return len(self.rows[0][1]), len(self.rows)
        if not all(self._size):
            raise ValueError("there is no field: draw it with . and #, or say its size first, field: 16x12.")
        return self._size

    def _say_field(self, rest: str) -> None:
        said = re.fullmatch(r"(\d{1,2})x(\d{1,2})", rest)
        if said is None:
            raise ValueError(f'"{rest[:20]}" is not a size: write 16x12.')
        self._size = int(said[1]), int(said[2])

    def _say_barriers(self, rest: str) -> None:
        self._barriers = frozenset([grid_of(*self._measure()).parse(name) for name in rest.split()])

    def _say_seats(self, rest: str) -> None:
        self._seats = read_seat(rest, SEATS[-1]) + 1

    def _say_options(self, rest: str) -> None:
        self._options, self._told_options = read_options(Options, rest), rest
        full_hp = arsenal_of(self._options).full_hp
        self.legend = {letter: with_hp(unit, full_hp) for letter, unit in self.legend.items()}

    def _say_phase(self, rest: str) -> None:
        if rest not in get_args(Phase):
            raise ValueError(f'"{rest[:40]}" is not a phase: write {", ".join(get_args(Phase))}.')
        self._phase = cast("Phase", rest)

    def _say_seats_that(self, seats: set[Seat], rest: str) -> None:
        seats.update([read_seat(word, SEATS[-1]) for word in rest.split()])

    def _say_squad(self, seat: Seat, rest: str) -> None:
        for part in parts(rest):
            words = re.fullmatch(r"(\d{1,2}) ([A-Za-z]+)", part)
            kind = _KINDS.get(words[2].lower()) if words else None
            if words is None or kind is None:
                raise ValueError(f'"{part[:40]}" is not a number of units: write "2 SMG".')
            self._squads[seat] = (*self._squads.get(seat, ()), *[kind] * int(words[1]))

    def _say_turn(self, rest: str) -> None:
        for part in parts(rest):
            words = re.fullmatch(r"(seat|round|pool|first|quiet) (\d{1,3})", part)
            if words is None:
                raise ValueError(f'"{part[:40]}" is not known of a turn: write "seat 1, round 3, pool 6".')
            self._turn[words[1]] = int(words[2])

    def _say_units(self, seat: int, rest: str) -> None:
        self._told += [self.unit(seat, words) for words in parts(rest)]

    # The result

    def state(self) -> PapyrusState:
        """Return the position. Raises `ValueError`."""
        units = self._mustered([*self._drawn(), *self._told])
        if self._phase != "placing" and any(unit.hp and unit.square < 0 for unit in units):
            raise ValueError("units wait beside the field only while squads are placed: say phase: placing.")
        seats = max([self._seats, *[unit.seat + 1 for unit in units]])
        begun = self._phase not in SECRET_PHASES
        turn = read_seat(str(self._turn["seat"]), seats) if begun and self._phase != "over" else -1
        pool = self._turn.get("pool", SPACES * len(living(units, turn)))
        outcome = None
        if self._phase == "over":
            left = tuple([seat for seat in range(seats) if living(units, seat)])
            outcome = Outcome(left if len(left) == 1 else (), hp_left(units, seats), LAST_STANDING)
        return PapyrusState(
            options=self._normalized(units, seats),
            seats=seats,
            phase=self._phase,
            ready=tuple([seat in self._ready for seat in range(seats)]),
            squads=tuple([self._squads.get(seat, ()) for seat in range(seats)]),
            units=units,
            out=tuple([seat in self._out or (begun and not living(units, seat)) for seat in range(seats)]),
            turn=turn,
            first=self._turn.get("first", 1) - 1 if begun else -1,
            pool=pool if turn >= 0 else 0,
            round=self._turn["round"] if begun else 0,
            quiet=self._turn.get("quiet", 1) if begun else 0,
            outcome=outcome,
        )

    def _drawn(self) -> list[Unit]:
        """Return the units on the drawn field, row by row."""
        units = []
        for row, (number, line) in enumerate(self.rows):
            for column, letter in enumerate(line):
                if letter in (FREE, BARRIER):
                    continue
                if letter not in self.legend:
                    raise ValueError(f'line {number}, column {column + 1}: no line says who "{letter}" is.')
                units.append(replace(self.legend[letter], square=row * len(line) + column))
        return units

    def _mustered(self, told: Sequence[Unit]) -> tuple[Unit, ...]:
        """Return the units seat by seat; units without a number get the next one of their kind."""
        units: list[Unit] = []
        for unit in sorted(told, key=lambda one: one.seat):
            taken = {one.number for one in units if (one.seat, one.kind) == (unit.seat, unit.kind)}
            number = unit.number or next(n for n in range(1, len(told) + 1) if n not in taken)
            if number in taken:
                raise ValueError(
                    f"two units of seat {unit.seat + 1} are called {KIND_TITLES[unit.kind]}-{number}."
                )
            if unit.square >= 0 and unit.square in [one.square for one in units]:
                raise ValueError(f"two units stand at {grid_of(*self._measure()).name(unit.square)}.")
            units.append(replace(unit, number=number))
        return tuple(units)

    def _normalized(self, units: Sequence[Unit], seats: int) -> Options:
        """Return the options with the field, and the size of the largest squad."""
        width, height = self._measure()
        drawn = [line for _, line in self.rows] or [FREE * width] * height
        grid = "/".join(
            [
                "".join([self._ground(square, row * width + column) for column, square in enumerate(line)])
                for row, line in enumerate(drawn)
            ]
        )
        largest = max(Counter([unit.seat for unit in units]).values(), default=1)
        told = self._told_options
        agreed = replace(self._options, squad=self._options.squad if "squad=" in told else largest, grid=grid)
        try:
            return normalized_again(agreed, seats) if "map=" in told else normalize(agreed, seats, {})
        except Refusal as refusal:
            place = f"line {self.rows[0][0]}, the field" if self.rows else "the field"
            raise ValueError(f"{place}: {refusal}") from None

    def _ground(self, drawn: str, square: int) -> str:
        return BARRIER if drawn == BARRIER or square in self._barriers else FREE
