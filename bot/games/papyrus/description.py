"""A whole position as plain text: a board of letters, and the units by seat; no line over 40 characters."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence

from bot.engine.contract import Seat
from bot.engine.grid import column_name
from bot.engine.phrases import SEAT_MARKS, count
from bot.games.papyrus.names import KIND_LETTERS, awaited, ordered, place, squad_words
from bot.games.papyrus.state import KIND_TITLES, hp_left, unit_name
from bot.games.papyrus.view import PapyrusView, Unit

LINE = 40
"""Characters a line of a code block holds on a phone."""
LIMIT = 3500
"""Characters of the whole description."""

_GUTTER = 3
_LEGEND = ", ".join([f"{letter} {KIND_TITLES[kind]}" for kind, letter in KIND_LETTERS.items()])


def describe(view: PapyrusView, names: Sequence[str]) -> str:
    """Return the position in words and letters, at most `LIMIT` characters.

    The board is left out where it is too wide; unit lists are shortened where a match is very big.
    """
    board = _board(view)
    for unit_words in (_in_full, _in_short):
        parts = [
            _heading(view, names),
            board,
            *[_squad(view, seat, names, unit_words) for seat in _seats(view)],
        ]
        text = "\n\n".join([part for part in parts if part])
        if len(text) <= LIMIT:
            return text
    return text[: LIMIT - 2].rsplit("\n", 1)[0] + "\n…"


def _seats(view: PapyrusView) -> range:
    return range(view.seats)


def _wrap(text: str, indent: str = "") -> str:
    return "\n".join(textwrap.wrap(text, LINE, subsequent_indent=indent, break_on_hyphens=False))


def _heading(view: PapyrusView, names: Sequence[str]) -> str:
    size = f"Papyrus, {view.width} columns A to {column_name(view.width - 1)}, {view.height} rows."
    return f"{_wrap(size)}\n{_wrap(_now(view, names))}"


def _now(view: PapyrusView, names: Sequence[str]) -> str:
    if view.outcome is not None:
        winners = ", ".join([names[seat] for seat in view.outcome.winners])
        return f"Over: {f'{winners} won' if winners else 'a draw'}. {view.outcome.why}"
    waiting = ", ".join([names[seat] for seat in awaited(view)])
    if view.phase in ("picking", "placing"):
        done = "picked" if view.phase == "picking" else "placed"
        return f"Squads of {view.options.squad} are being {done}: waiting for {waiting}."
    left = "moves over" if view.phase == "attacking" else f"{count(view.pool, 'space')} left"
    return f"Round {view.round}: {waiting} to play, {left}."


def _board(view: PapyrusView) -> str:
    """Return the board with two characters a square, or one, or nothing, as its width allows."""
    for cell in (2, 1):
        if view.width * cell + _GUTTER <= LINE:
            return f"{_grid(view, cell)}\n{_wrap(_key(cell))}"
    return _wrap(f"Barriers: {', '.join(_runs(view)) or 'none'}.")


def _grid(view: PapyrusView, cell: int) -> str:
    marks = [" ." if cell == 2 else "."] * (view.width * view.height)
    for square in view.barriers:
        marks[square] = "##" if cell == 2 else "#"
    for unit in view.units:
        if unit.square >= 0:
            marks[unit.square] = f"{unit.seat + 1}{KIND_LETTERS[unit.kind]}"[:cell]
    lines = _rulers(view.width, cell)
    for row in range(view.height):
        squares = "".join(marks[row * view.width : (row + 1) * view.width])
        lines.append(f"{row + 1:>{_GUTTER - 1}} {squares}")
    return "\n".join(lines)


def _rulers(width: int, cell: int) -> list[str]:
    names = [column_name(column) for column in range(width)]
    lines = [" " * _GUTTER + "".join([f"{name[-1]:>{cell}}" for name in names])]
    if width > 26:
        lines.insert(0, " " * _GUTTER + "".join([f"{name[:-1]:>{cell}}" for name in names]))
    return [line.rstrip() for line in lines]


def _key(cell: int) -> str:
    return f"Seat and kind: {_LEGEND}; ## barrier." if cell == 2 else "The digits are seats; # barrier."


def _runs(view: PapyrusView) -> list[str]:
    """Return the barriers, neighbours in a row as "C3-F3"."""
    runs: list[list[int]] = []
    for square in view.barriers:
        if runs and runs[-1][-1] == square - 1 and square % view.width:
            runs[-1].append(square)
        else:
            runs.append([square])
    ends = [(place(view, run[0]), place(view, run[-1])) for run in runs]
    return [first if first == last else f"{first}-{last}" for first, last in ends]


def _squad(
    view: PapyrusView, seat: Seat, names: Sequence[str], unit_words: Callable[[PapyrusView, list[Unit]], str]
) -> str:
    if view.phase == "picking":
        state = "ready" if view.ready[seat] else "picking"
        words = squad_words(view.squad) if seat == view.viewer else state
        return _wrap(f"{SEAT_MARKS[seat]} {names[seat]} (seat {seat + 1}): {words}", "  ")
    units = ordered(view.units, seat)
    standing = (
        "out" if view.out[seat] else f"{count(len(units), 'unit')}, {hp_left(units, view.seats)[seat]} HP"
    )
    heading = _wrap(f"{SEAT_MARKS[seat]} {names[seat]} (seat {seat + 1}): {standing}", "  ")
    return f"{heading}\n{unit_words(view, units)}".rstrip()


def _in_full(view: PapyrusView, units: list[Unit]) -> str:
    """One unit after another: "SMG-3 C7, 8 HP, acted"."""
    words = []
    for unit in units:
        where = place(view, unit.square) if unit.square >= 0 else "not placed"
        words.append(f"{unit_name(unit)} {where}, {unit.hp} HP{', acted' if unit.acted else ''}")
    return _wrap_kept([f"{word};" for word in words])


def _in_short(view: PapyrusView, units: list[Unit]) -> str:
    """A line a kind: "SMG 1 C7 8, 2 D7 10", the number, the square and the HP of each."""
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


def _wrap_kept(words: Sequence[str]) -> str:
    """Return the words in lines, none of them broken in two."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= LINE:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return "\n".join(lines)
