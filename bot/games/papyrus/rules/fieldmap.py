"""Maps of barriers: the value of a map file, and the reading of a map typed as text (PAP-05)."""

from __future__ import annotations

import re

import msgspec

from bot.engine.errors import BadOptions
from bot.engine.sentences import hidden
from bot.engine.spelling import keyboard_signs

MIN_WIDTH, MAX_WIDTH = 8, 40
MIN_HEIGHT, MAX_HEIGHT = 6, 30

FREE = "."
BARRIER = "#"

_ROW_END = re.compile(r"/|\r\n|\r|\n")


class FieldMap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named map of barriers. `read_rows(grid)` raises for malformed text."""

    key: str
    """The name a player types, such as `ridge`; `open` is reserved for the empty field of any size."""
    title: str
    grid: str
    """Rows of `.` (free) and `#` (barrier), separated by "/" or line ends."""
    description: str = ""
    """One sentence for the list of maps."""
    seats: tuple[int, ...] = (2,)
    """The numbers of seats it is fair for; others are allowed."""

    @property
    def size(self) -> tuple[int, int]:
        """The numbers of columns and rows. Raises `BadOptions` for malformed text."""
        rows = read_rows(self.grid)
        return len(rows[0]), len(rows)


def read_rows(text: str) -> tuple[str, ...]:
    """Return the rows of a map written as text.

    Raises `BadOptions` with the place of an invalid character, a row of different length, or the invalid
    size.
    """
    rows = tuple([row.strip() for row in _ROW_END.split(keyboard_signs(text).strip().strip("/"))])
    _check_rows(rows)
    _check_characters(rows, text)
    return rows


def write_rows(rows: tuple[str, ...]) -> str:
    """Return the rows as one line of text, the form in which a normalized map is stored."""
    return "/".join(rows)


def check_size(width: int, height: int) -> None:
    """Raise `BadOptions` unless this size of a field is allowed (PAP-01)."""
    if not MIN_WIDTH <= width <= MAX_WIDTH:
        raise BadOptions.translated(
            "A field has {least} to {most} columns, not {columns}.",
            least=MIN_WIDTH,
            most=MAX_WIDTH,
            columns=width,
        )
    if not MIN_HEIGHT <= height <= MAX_HEIGHT:
        raise BadOptions.translated(
            "A field has {least} to {most} rows, not {rows}.", least=MIN_HEIGHT, most=MAX_HEIGHT, rows=height
        )


def _check_rows(rows: tuple[str, ...]) -> None:
    width = len(rows[0])
    for number, row in enumerate(rows, start=1):
        if len(row) != width:
            raise BadOptions.translated(
                "All rows of a map are equally long: row 1 has {first} squares, row {row} has {length}.",
                first=width,
                row=number,
                length=len(row),
            )
    check_size(width, len(rows))


def _check_characters(rows: tuple[str, ...], text: str) -> None:
    for number, row in enumerate(rows, start=1):
        wrong = row.lstrip(FREE + BARRIER)
        if wrong:
            unseen = (f"U+{ord(each):04X}" for each in text if hidden(each))
            shown = next(unseen, " ") if wrong[0] == " " else wrong[0]
            raise BadOptions.translated(
                'Row {row}, column {column} of the map holds "{character}": write "{free}" for a '
                'free square and "{barrier}" for a barrier.',
                row=number,
                column=len(row) - len(wrong) + 1,
                character=shown,
                free=FREE,
                barrier=BARRIER,
            )
