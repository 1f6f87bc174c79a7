"""A whole position as plain text: a board of letters, and the units by seat; no line over 40 characters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from bot.base.language import gettext
from bot.engine.contract import Seat
from bot.engine.grid import column_name
from bot.engine.sentences import SEAT_MARKS, outcome_words
from bot.engine.textlayout import GUTTER, LIMIT, board, fitted, paragraphs, wrap, wrap_kept
from bot.games.papyrus.rules.state import hp_left
from bot.games.papyrus.rules.view import KIND_LETTERS, KIND_TITLES, PapyrusView, Unit, unit_name
from bot.games.papyrus.wording.sentences import (
    Talk,
    now,
    ordered,
    place,
    squad_words,
    strength_words,
    tally,
)

LINE = 40
"""The number of characters in a line of a code block on a phone."""

_UnitWords: TypeAlias = Callable[[PapyrusView, list[Unit]], str]
_LEGEND = ", ".join([f"{letter} {KIND_TITLES[kind]}" for kind, letter in KIND_LETTERS.items()])


def board_text(talk: Talk) -> str:
    """Return the position in words and letters, no line over 40 characters, at most `LIMIT` in total.

    A board that is too wide is left out; unit lists of a very large match are shortened.
    """
    return fitted((_described(talk, unit_words) for unit_words in (_in_full, _in_short)), LIMIT)


def _described(talk: Talk, unit_words: _UnitWords) -> str:
    view = talk.view
    squads = [_squad(view, seat, talk.names, unit_words) for seat in range(view.seats)]
    return paragraphs([_heading(talk), _board(view), *squads])


def _wrap(text: str, indent: str = "") -> str:
    return wrap(text, LINE, rest=indent)


def _heading(talk: Talk) -> str:
    view = talk.view
    size = gettext(
        "Papyrus, {columns} columns A to {last}, {rows} rows.",
        columns=view.width,
        last=column_name(view.width - 1),
        rows=view.height,
    )
    stands = now(talk)
    if view.outcome is not None:
        stands = f"{outcome_words(talk, view.outcome)}\n{tally(talk, view.outcome, talk.who)}"
    return "\n".join([_wrap(line) for line in (size, *stands.splitlines())])


def _board(view: PapyrusView) -> str:
    """Return the board with two characters for each square, or one, or nothing, depending on its width."""
    for cell in (2, 1):
        if view.width * cell + GUTTER <= LINE:
            if cell == 2:
                key = gettext("Seat and kind: {legend}; ## barrier.", legend=_LEGEND)
            else:
                key = gettext("The digits are seats; # barrier.")
            if view.hill:
                key = f"{key} {gettext('^ is free ground on the hill.')}"
            return f"{_grid(view, cell)}\n{_wrap(key)}"
    runs = _runs(view, view.barriers)
    lines = [gettext("Barriers: {runs}.", runs=", ".join(runs)) if runs else gettext("Barriers: none.")]
    if view.hill:
        lines.append(gettext("The hill: {runs}.", runs=", ".join(_runs(view, view.hill))))
    return "\n".join([_wrap(line) for line in lines])


def _grid(view: PapyrusView, cell: int) -> str:
    marks = [" ." if cell == 2 else "."] * (view.width * view.height)
    for square in view.hill:
        marks[square] = " ^"[-cell:]
    for square in view.barriers:
        marks[square] = "##" if cell == 2 else "#"
    for unit in view.units:
        if unit.square >= 0:
            marks[unit.square] = f"{unit.seat + 1}{KIND_LETTERS[unit.kind]}"[:cell]
    rows = [(row, marks[row * view.width : (row + 1) * view.width]) for row in range(view.height)]
    names = [column_name(column) for column in range(view.width)]
    tens = [[f"{name[:-1]:>{cell}}" for name in names]] if view.width > 26 else []
    return board([*tens, [f"{name[-1]:>{cell}}" for name in names]], rows)


def _runs(view: PapyrusView, squares: Sequence[int]) -> list[str]:
    """Return squares by name, adjacent ones in a row as "C3-F3"."""
    runs: list[list[int]] = []
    for square in squares:
        if runs and runs[-1][-1] == square - 1 and square % view.width:
            runs[-1].append(square)
        else:
            runs.append([square])
    ends = [(place(view, run[0]), place(view, run[-1])) for run in runs]
    return [first if first == last else f"{first}-{last}" for first, last in ends]


def _squad(view: PapyrusView, seat: Seat, names: Sequence[str], unit_words: _UnitWords) -> str:
    if view.phase == "picking":
        state = gettext("ready") if view.ready[seat] else gettext("picking")
        return _seat_line(seat, names, squad_words(view.squad) if seat == view.viewer else state)
    units = ordered(view.units, seat)
    strength = strength_words(len(units), hp_left(units, view.seats)[seat])
    heading = _seat_line(seat, names, gettext("out") if view.out[seat] else strength)
    return f"{heading}\n{unit_words(view, units)}".rstrip()


def _seat_line(seat: Seat, names: Sequence[str], standing: str) -> str:
    player = f"{SEAT_MARKS[seat]} {names[seat]}"
    line = gettext("{player} (seat {seat}): {standing}", player=player, seat=seat + 1, standing=standing)
    return _wrap(line, "  ")


def _in_full(view: PapyrusView, units: list[Unit]) -> str:
    """Return the units one after another: "SMG-3 C7, 8 HP, acted"."""
    return wrap_kept([f"{_unit(view, unit)};" for unit in units], LINE)


def _unit(view: PapyrusView, unit: Unit) -> str:
    name = unit_name(unit)
    if unit.square < 0:
        return gettext("{unit} not placed, {hp} HP", unit=name, hp=unit.hp)
    where = place(view, unit.square)
    if unit.acted:
        return gettext("{unit} {square}, {hp} HP, acted", unit=name, square=where, hp=unit.hp)
    return gettext("{unit} {square}, {hp} HP", unit=name, square=where, hp=unit.hp)


def _in_short(view: PapyrusView, units: list[Unit]) -> str:
    """Return a line for each kind: "SMG 1 C7 8, 2 D7 10", the number, the square and the HP of each."""
    lines = []
    for kind, title in KIND_TITLES.items():
        same = [unit for unit in units if unit.kind is kind]
        words = [
            f"{unit.number} {place(view, unit.square) if unit.square >= 0 else '-'} {unit.hp}"
            for unit in same
        ]
        if words:
            lines.append(_wrap(f"{title} {', '.join(words)}"))
    return "\n".join(lines)
