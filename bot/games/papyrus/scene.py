"""Example positions written as text, for the pages of the rules and for tests.

    turn: seat 1, pool 6
    ..........
    ..S..#.n..
    ..........
    n = seat 2 Sniper, 4 HP
    shot: C2 > H2, rolled 5
    focus: C2

Rows hold `.` (free), `#` (barrier) and letters. By themselves S, H, N, M and R are SMG, sHotgun, sNiper,
Medic and RPG of seat 1, and the small letters those of seat 2; a line `x = seat 3 Medic, 6 HP, acted` says
otherwise for a letter. Lines with a colon say the rest, each of them optional:

    names: Ann, Ben           the players by seat
    seats: 3                  when more sit at the table than have units
    rules: critical           the critical system is played; `rules: squad 10` sets the size of squads
    phase: attacking          or picking, placing, moving, over
    squad: 2 SMG, 1 Medic     while picking: what seat 1 has picked so far
    turn: seat 1, round 3, pool 6
    waiting: seat 1 Medic     a unit not placed yet
    fell: seat 2 SMG, at F4   a unit that has left the board, and where it stood
    move: C2 C3 C4            a fact: the path of the unit that stands at its end
    shot: C2 > H2, rolled 5   a fact: what the roll does is worked out; the HP written are those after it
    heal: C2 > C3             a fact
    focus: C2                 the unit pointed out; `focus: C2, reach` and `focus: C2, targets` show less
    mark: H2 blocked          a label on a square

A position is checked by the rules: a shot that could not be fired is a fault.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from bot.engine.contract import Seat
from bot.engine.errors import Refusal
from bot.engine.language import gettext
from bot.engine.wording import Scene
from bot.games.papyrus.fieldmap import BARRIER, FREE
from bot.games.papyrus.names import KIND_LETTERS
from bot.games.papyrus.options import Kind, Options
from bot.games.papyrus.settle import settle
from bot.games.papyrus.stage import Figure, Stage
from bot.games.papyrus.state import KIND_TITLES

_ROW = re.compile(r"[.#A-Za-z]+", re.ASCII)
_LEGEND = re.compile(r"([A-Za-z])\s*=\s*(.+)", re.ASCII)
_LINE = re.compile(r"([a-z]+)\s*:\s*(.+)", re.ASCII)
_WHO = re.compile(r"(?:seat\s*([1-4])\s+)?([a-z]+)(?:-(\d{1,2}))?", re.ASCII | re.IGNORECASE)
_PHASES = ("picking", "placing", "moving", "attacking", "over")
_KINDS: Mapping[str, Kind] = {title.lower(): kind for kind, title in KIND_TITLES.items()}
_LETTERS: Mapping[str, Figure] = {
    **{letter: Figure(0, kind) for kind, letter in KIND_LETTERS.items()},
    **{letter.lower(): Figure(1, kind) for kind, letter in KIND_LETTERS.items()},
}


def read_scene(text: str) -> Scene:
    """Return the position, the facts and the focus. Raises `ValueError` with the line at fault."""
    script = _Script(text)
    stage = Stage(script.options(), script.seats(), script.figures())
    script.direct(stage)
    return stage.scene(script.names())


class _Script:
    """The lines of a scene, sorted by what they are."""

    def __init__(self, text: str) -> None:
        self._rows: list[tuple[int, str]] = []
        self._legend: dict[str, Figure] = dict(_LETTERS)
        self._directions: list[tuple[int, str, str]] = []
        for number, line in enumerate(text.splitlines(), start=1):
            if line.strip():
                self._sort(number, line.strip())
        if not self._rows:
            raise ValueError("the scene has no rows: draw the field with . and #.")

    def _sort(self, number: int, line: str) -> None:
        if _ROW.fullmatch(line):
            self._rows.append((number, line))
        elif legend := _LEGEND.fullmatch(line):
            self._legend[legend[1]] = _figure(legend[2], number)
        elif (direction := _LINE.fullmatch(line)) and direction[1] in _KNOWN:
            self._directions.append((number, direction[1], direction[2].strip()))
        else:
            raise ValueError(
                f'line {number}: "{line[:40]}" is neither a row of the field, nor "letter = unit", '
                f"nor one of {', '.join(_KNOWN)} with a colon."
            )

    def _said(self, word: str) -> list[tuple[int, str]]:
        return [(number, rest) for number, name, rest in self._directions if name == word]

    def figures(self) -> list[Figure]:
        """Return all units: those on the field row by row, then the fallen and the waiting."""
        figures = []
        for row, (number, line) in enumerate(self._rows):
            for column, letter in enumerate(line):
                if letter in (FREE, BARRIER):
                    continue
                if letter not in self._legend:
                    raise ValueError(f'line {number}, column {column + 1}: no line says who "{letter}" is.')
                figures.append(replace(self._legend[letter], square=row * len(line) + column))
        fell = [replace(_figure(rest, number), hp=0, line=number) for number, rest in self._said("fell")]
        return figures + fell + [_figure(rest, number) for number, rest in self._said("waiting")]

    def seats(self) -> int:
        """Return the number of seats: as said, or as many as have units, at least two."""
        needed = max([2, *[figure.seat + 1 for figure in self.figures()]])
        for number, rest in self._said("seats"):
            if not rest.isdecimal() or not needed <= int(rest) <= 4:
                raise ValueError(f'line {number}: seats are {needed} to 4 here, not "{rest}".')
            needed = int(rest)
        return needed

    def options(self) -> Options:
        """Return the settled options: the field as drawn, squads as large as the largest one."""
        grid = "/".join(
            ["".join([c if c in (FREE, BARRIER) else FREE for c in line]) for _, line in self._rows]
        )
        sizes = Counter([figure.seat for figure in self.figures()])
        squad, critical = max(sizes.values(), default=1), False
        for number, rest in self._said("rules"):
            for word in _parts(rest):
                size = re.fullmatch(r"squad (\d{1,2})", word)
                if word != "critical" and not size:
                    raise ValueError(f'line {number}: "{word}" is not a rule: write critical or squad 10.')
                critical = critical or word == "critical"
                squad = int(size[1]) if size else squad
        try:
            return settle(Options(squad=squad, critical=critical, grid=grid), self.seats(), {})
        except Refusal as refusal:
            raise ValueError(f"line {self._rows[0][0]}, the field: {refusal}") from None

    def names(self) -> tuple[str, ...]:
        """Return the players' names."""
        names = [name for _, rest in self._said("names") for name in _parts(rest)]
        unnamed = [gettext("Seat {seat}", seat=seat + 1) for seat in range(len(names), self.seats())]
        return (*names[: self.seats()], *unnamed)

    def direct(self, stage: Stage) -> None:
        """Carry out the lines that set the stage or tell what happened, in order."""
        for number, name, rest in self._directions:
            direction = _DIRECTIONS.get(name)
            if direction is None:
                continue
            try:
                direction(stage, rest)
            except ValueError as error:
                raise ValueError(f"line {number}: {error}") from None


def _parts(rest: str) -> list[str]:
    return [part.strip() for part in rest.split(",") if part.strip()]


def _figure(text: str, number: int) -> Figure:
    """Return a unit as described: "seat 2 Sniper-1, 4 HP, acted"."""
    first, *marks = _parts(text) or [""]
    who = _WHO.fullmatch(first)
    kind = _KINDS.get(who[2].lower()) if who else None
    if who is None or kind is None:
        titles = ", ".join(KIND_TITLES.values())
        raise ValueError(
            f'line {number}: "{first[:40]}" is not a unit: write "seat 2 Sniper"; kinds: {titles}.'
        )
    figure = Figure(int(who[1] or 1) - 1, kind, number=int(who[3] or 0), line=number)
    for mark in marks:
        figure = _marked(figure, mark, number)
    return figure


def _marked(figure: Figure, mark: str, number: int) -> Figure:
    if hp := re.fullmatch(r"(10|[1-9]) HP", mark):
        return replace(figure, hp=int(hp[1]))
    if at := re.fullmatch(r"at ([A-Z]{1,2}\d{1,2})", mark):
        return replace(figure, fell_at=at[1])
    if mark == "acted":
        return replace(figure, acted=True)
    raise ValueError(
        f'line {number}: "{mark[:40]}" is not known of a unit: write "4 HP", "acted" or "at F4".'
    )


def _say_phase(stage: Stage, rest: str) -> None:
    if rest not in _PHASES:
        raise ValueError(f'"{rest[:40]}" is not a phase: write {", ".join(_PHASES)}.')
    stage.phase = rest


def _say_squad(stage: Stage, rest: str) -> None:
    for part in _parts(rest):
        words = re.fullmatch(r"(\d{1,2}) ([A-Za-z]+)", part)
        kind = _KINDS.get(words[2].lower()) if words else None
        if words is None or kind is None:
            raise ValueError(f'"{part[:40]}" is not a number of units: write "2 SMG".')
        stage.squad += [kind] * int(words[1])


def _say_turn(stage: Stage, rest: str) -> None:
    for part in _parts(rest):
        words = re.fullmatch(r"(seat|round|pool) (\d{1,3})", part)
        if words is None:
            raise ValueError(f'"{part[:40]}" is not known of a turn: write "seat 1, round 3, pool 6".')
        number = int(words[2])
        match words[1]:
            case "seat":
                stage.turn = _seat(stage, number)
            case "round":
                stage.round = number
            case _:
                stage.pool = number


def _seat(stage: Stage, number: int) -> Seat:
    if not 1 <= number <= stage.seats:
        raise ValueError(f"there is no seat {number} here.")
    return number - 1


def _say_move(stage: Stage, rest: str) -> None:
    stage.move(rest.split())


def _say_shot(stage: Stage, rest: str) -> None:
    words = re.fullmatch(r"(\w+) > (\w+), rolled ([1-6])", rest)
    if words is None:
        raise ValueError(f'"{rest[:40]}" is not a shot: write "C2 > H2, rolled 5".')
    stage.shoot(words[1], words[2], int(words[3]))


def _say_heal(stage: Stage, rest: str) -> None:
    words = re.fullmatch(r"(\w+) > (\w+)", rest)
    if words is None:
        raise ValueError(f'"{rest[:40]}" is not a heal: write "C2 > C3".')
    stage.heal(words[1], words[2])


def _say_focus(stage: Stage, rest: str) -> None:
    square, *shown = _parts(rest)
    odd = [word for word in shown if word not in ("reach", "targets")]
    if odd:
        raise ValueError(f'"{odd[0][:40]}" cannot be pointed out: write reach or targets.')
    stage.focus(square, frozenset(shown or ("reach", "targets")))


def _say_mark(stage: Stage, rest: str) -> None:
    square, _, label = rest.partition(" ")
    stage.mark(square, label.strip())


_DIRECTIONS: Mapping[str, Callable[[Stage, str], Any]] = {
    "phase": _say_phase,
    "squad": _say_squad,
    "turn": _say_turn,
    "move": _say_move,
    "shot": _say_shot,
    "heal": _say_heal,
    "focus": _say_focus,
    "mark": _say_mark,
}
_KNOWN = ("names", "seats", "rules", "fell", "waiting", *_DIRECTIONS)
