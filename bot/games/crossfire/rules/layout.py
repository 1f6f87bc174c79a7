"""Layouts: the kind of each square of the table: base, support, neutral, middle, field or none.

A layout is text, the far row first, one character a square (see `SQUARES`). Each base has its support square
behind it, which determines the direction ahead of a seat.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta

from bot.base.language import N_, gettext, ngettext
from bot.engine.contract import Seat
from bot.engine.errors import BadOptions
from bot.engine.mapfiles import Key, Line, MapFormat, Preview, Title
from bot.engine.sentences import hidden
from bot.engine.spelling import keyboard_signs
from bot.games.crossfire.rules.options import FIRST_OF_FORM, QUICK, Form

# User-made layouts of Crossfire: a file for each (CRF-01, CRF-22, CRF-25).


class LayoutFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A layout: its name, the form of the game it is for, and its squares."""

    key: Key
    title: Title
    form: Form
    grid: Annotated[str, Meta(max_length=300)]
    description: Line = ""


def layout_format(layouts: Collection[str]) -> MapFormat:
    """Return the kind of files, given the keys of the shipped layouts."""
    return MapFormat(
        "layout",
        "crossfire",
        "layout",
        (N_("layout"), N_("layouts")),
        LayoutFile,
        {"LayoutFile": N_("a layout")},
        (FIRST_OF_FORM, QUICK, *layouts),
        _check,
        "grid",
        lambda found: {"layout": found[0].key, "grid": write_rows(_rows(found[0]))},
        lambda one: Preview({"grid": one.grid, "ultimate": one.form == "ultimate"}, SEATS_OF_FORM[one.form]),
        beside=("grid",),
    )


def _check(one: LayoutFile) -> None:
    _rows(one)


def _rows(one: LayoutFile) -> tuple[str, ...]:
    return read_layout(one.grid, SEATS_OF_FORM[one.form])


OUTSIDE, FIELD, NEUTRAL, MIDDLE = "#", ".", "o", "*"
BASES, SUPPORTS = "1234", "abcd"
SQUARES = OUTSIDE + FIELD + NEUTRAL + MIDDLE + BASES + SUPPORTS
"""The characters of a layout: nothing, field, neutral, middle node; bases and support squares by seat."""

MIN_SIDE, MAX_SIDE = 3, 15
SEATS_OF_FORM: dict[Form, int] = {"two": 2, "four": 4, "ultimate": 4}

_ROW_END = re.compile(r"/|\r\n|\r|\n")


class Layout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named layout. `read_layout(grid, seats)` says whether its text is well formed."""

    key: str
    """The name a player types, such as `two`."""
    title: str
    form: Form
    """The form of the game it is for."""
    grid: str
    """Rows of `SQUARES`, the far one first, parted by "/" or line ends."""
    description: str = ""
    """One sentence for the list of layouts."""


def write_rows(rows: Sequence[str]) -> str:
    """Return the rows as one line of text, the form in which a normalized layout is kept."""
    return "/".join(rows)


@lru_cache(maxsize=64)
def read_layout(text: str, seats: int) -> tuple[str, ...]:
    """Return the rows of a layout for this many seats, the far one first.

    Raises `BadOptions` with a sentence that names the place: an odd character, rows of different
    lengths, a base without its support square behind it or field ahead, seats of unequal number of bases,
    partners who do not sit opposite, a middle node where none belongs, field cut off.
    """
    rows = tuple([row.strip() for row in _ROW_END.split(keyboard_signs(text).strip().strip("/"))])
    _check_shape(rows)
    _check_characters(rows, seats)
    _check_bases(rows, seats)
    _check_neutrals(rows, seats)
    _check_field(rows)
    return rows


def square_name(rows: Sequence[str], x: int, y: int) -> str:
    """Return the name of the square in this column and this row of text, both from 0: "c3"."""
    return f"{chr(ord('a') + x)}{len(rows) - y}"


def heading(rows: Sequence[str], x: int, y: int) -> tuple[int, int] | None:
    """Return the way ahead from a base as (columns, rows of text): away from its support square.

    None where the squares beside it do not hold exactly one support square of its seat.
    """
    support = SUPPORTS[BASES.index(rows[y][x])]
    ways = [(-dx, -dy) for dx, dy in _BESIDE if _at(rows, x + dx, y + dy) == support]
    return ways[0] if len(ways) == 1 else None


_BESIDE = ((1, 0), (-1, 0), (0, 1), (0, -1))


def _at(rows: Sequence[str], x: int, y: int) -> str:
    inside = 0 <= y < len(rows) and 0 <= x < len(rows[y])
    return rows[y][x] if inside else OUTSIDE


def _places(rows: Sequence[str], characters: str) -> list[tuple[int, int]]:
    return [(x, y) for y, row in enumerate(rows) for x, square in enumerate(row) if square in characters]


def _check_shape(rows: tuple[str, ...]) -> None:
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            sentence = gettext(
                "All rows of a layout are equally long: row 1 of the text has {first} squares, "
                "row {number} has {other}.",
                first=len(rows[0]),
                number=number,
                other=len(row),
            )
            raise BadOptions(sentence)
    _check_side(len(rows[0]), N_("A layout has {least} to {most} columns, not {number}."))
    _check_side(len(rows), N_("A layout has {least} to {most} rows, not {number}."))


def _check_side(squares: int, fault: str) -> None:
    if not MIN_SIDE <= squares <= MAX_SIDE:
        raise BadOptions.translated(fault, least=MIN_SIDE, most=MAX_SIDE, number=squares)


def _check_characters(rows: tuple[str, ...], seats: int) -> None:
    known = OUTSIDE + FIELD + NEUTRAL + MIDDLE + BASES[:seats] + SUPPORTS[:seats]
    for y, row in enumerate(rows):
        for x, square in enumerate(row):
            if square not in known:
                shown = f"U+{ord(square):04X}" if hidden(square) else square
                sentence = gettext(
                    '{square} of the layout holds "{letter}": '
                    "with {seats} seats its squares are written {letters}.",
                    square=square_name(rows, x, y),
                    letter=shown,
                    seats=seats,
                    letters=" ".join(known),
                )
                raise BadOptions(sentence)


def _check_bases(rows: tuple[str, ...], seats: int) -> None:
    ways = [_seat_heading(rows, seat) for seat in range(seats)]
    for seat in range(seats // 2):
        dx, dy = ways[seat]
        if ways[seat + seats // 2] != (-dx, -dy):
            first, second = seat + 1, seat + 1 + seats // 2
            raise BadOptions.translated(
                "Seats {first} and {second} must face each other.", first=first, second=second
            )
    counts = [len(_places(rows, BASES[seat])) for seat in range(seats)]
    if len(set(counts)) > 1:
        numbers = ", ".join([str(count) for count in counts])
        raise BadOptions.translated(
            "All seats have as many bases: here they have {numbers}.", numbers=numbers
        )


def _seat_heading(rows: tuple[str, ...], seat: Seat) -> tuple[int, int]:
    """Return the way ahead of a seat, after checking each of its bases and support squares."""
    ways = set()
    for x, y in _places(rows, BASES[seat]):
        way = heading(rows, x, y)
        name = square_name(rows, x, y)
        if way is None:
            sentence = gettext(
                "The base {square} needs one support square of seat {seat} behind it.",
                square=name,
                seat=seat + 1,
            )
            raise BadOptions(sentence)
        if _at(rows, x + way[0], y + way[1]) not in (FIELD, NEUTRAL, MIDDLE):
            raise BadOptions.translated(
                "The base {square} needs a square of the field ahead of it.", square=name
            )
        _check_apart(rows, x, y)
        ways.add(way)
    if len(ways) != 1:
        raise BadOptions.translated("Seat {seat} needs bases that all face the same way.", seat=seat + 1)
    supports = len(_places(rows, SUPPORTS[seat]))
    if supports != len(_places(rows, BASES[seat])):
        raise BadOptions.translated(
            "Seat {seat} needs one support square for each base, and no more.", seat=seat + 1
        )
    return ways.pop()


def _check_apart(rows: tuple[str, ...], x: int, y: int) -> None:
    """Raise `BadOptions` where bases or support squares of two seats touch."""
    seat = BASES.index(rows[y][x])
    for dx, dy in _BESIDE:
        beside = _at(rows, x + dx, y + dy)
        if beside in BASES + SUPPORTS and beside not in (BASES[seat], SUPPORTS[seat]):
            name = square_name(rows, x, y)
            raise BadOptions.translated("The base {square} touches the home of another seat.", square=name)


def _check_neutrals(rows: tuple[str, ...], seats: int) -> None:
    neutrals = len(_places(rows, NEUTRAL))
    if neutrals % seats:
        sentence = gettext(
            "Each of the {packs} packs gives as many neutrals: {neutrals} cannot be shared evenly.",
            packs=seats,
            neutrals=neutrals,
        )
        raise BadOptions(sentence)
    middles, wanted = len(_places(rows, MIDDLE)), 1 if seats == 4 else 0
    if middles != wanted:
        sentence = ngettext(
            "With {seats} seats the table has {number} middle node, not {found}.",
            "With {seats} seats the table has {number} middle nodes, not {found}.",
            wanted,
            seats=seats,
            found=middles,
        )
        raise BadOptions(sentence)


def _check_field(rows: tuple[str, ...]) -> None:
    """Raise `BadOptions` unless every square of the field can be reached from every other."""
    field = set(_places(rows, FIELD + NEUTRAL + MIDDLE))
    reached, edge = set(), [min(field)]
    while edge:
        x, y = edge.pop()
        if (x, y) in field and (x, y) not in reached:
            reached.add((x, y))
            edge += [(x + dx, y + dy) for dx, dy in _BESIDE]
    if reached != field:
        cut = min(field - reached)
        name = square_name(rows, *cut)
        raise BadOptions.translated("No way over the field leads to {square}.", square=name)
