"""The rows of a spreadsheet file, as text: any usual CSV, and .xlsx where openpyxl is installed."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

from bot.base.language import gettext, grouped

CSV, XLSX = ".csv", ".xlsx"
MOST_COLUMNS: Final = 200
MOST_ROWS: Final = 2000
MOST_UNPACKED: Final = 4_000_000
"""Bytes of an unpacked .xlsx."""
_SEPARATORS: Final = (",", ";", "\t")


class SheetFault(NamedTuple):
    """What is wrong with a cell, a row or a whole spreadsheet."""

    sentence: str
    row: int = 0
    """Counted from 1 as spreadsheet programs do; 0 for the whole file."""
    column: str = ""
    """Its name in the first row; "" for a whole row."""

    def __str__(self) -> str:
        return f"{place_of_cell(self.row, self.column)}: {self.sentence}" if self.row else self.sentence


class BadSheet(ValueError):  # noqa: N818 - the sentence names the error
    """A spreadsheet that is no card set; the faults name row and column."""

    def __init__(self, *faults: SheetFault) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults


class Rows(NamedTuple):
    """The rows of a spreadsheet with their numbers, without empty ones."""

    rows: list[tuple[int, list[str]]]
    note: str = ""
    """A sentence on a file in an old encoding: letters may be wrong."""


def place_of_cell(row: int, column: str) -> str:
    """Return a cell as people find it: row 5, column "power"."""
    if column:
        return gettext('row {number}, column "{key}"', number=row, key=column)
    return gettext("row {number}", number=row)


def is_sheet(name: str) -> bool:
    """Whether a file is a spreadsheet, by its name."""
    return name.lower().endswith((CSV, XLSX))


def rows_of(content: bytes | str, name: str) -> Rows:
    """Return the rows of a spreadsheet file. Raises `BadSheet`.

    The name tells which kind it is. It takes time in proportion to the content.
    """
    if isinstance(content, bytes) and (
        name.lower().endswith(XLSX) or zipfile.is_zipfile(io.BytesIO(content))
    ):
        return Rows(_filled(_of_workbook(content)))
    text, note = _decoded(content) if isinstance(content, bytes) else (content, "")
    return Rows(_filled(_of_csv(text)), note)


def _filled(rows: Iterable[Sequence[str]]) -> list[tuple[int, list[str]]]:
    """Return the rows with content, with their numbers and without the empty cells at their ends."""
    filled = []
    for number, row in enumerate(rows, start=1):
        cells = list(row)
        while cells and not cells[-1].strip():
            cells.pop()
        if cells:
            filled.append((number, cells))
    return filled


def _decoded(content: bytes) -> tuple[str, str]:
    """Return the text of a file, and a note where its encoding is only likely. Raises `BadSheet`."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return content.decode("utf-16"), ""
        except UnicodeDecodeError:
            raise BadSheet(_no_text()) from None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        try:
            text = content.decode("cp1252")
        except UnicodeDecodeError:
            raise BadSheet(_no_text()) from None
        note = gettext(
            "the file is not UTF-8 and was read as Windows-1252: look at the letters with accents, or save it"
            " as CSV UTF-8."
        )
    else:
        note = ""
    if "\0" in text:
        raise BadSheet(_no_text())
    return text, note


def _no_text() -> SheetFault:
    return SheetFault(gettext("This is no spreadsheet that can be read. Save it as CSV UTF-8."))


def _of_csv(text: str) -> Iterator[list[str]]:
    """Yield the rows of a CSV. Raises `BadSheet`."""
    text = text.removeprefix("\ufeff")
    first, _, rest = text.partition("\n")
    first = first.strip()
    if first[:4].lower() == "sep=" and len(first) == 5:  # Excel's own first line, which it does not show
        separator, text = first[4], rest
    else:
        separator = max(_SEPARATORS, key=first.count)
    lines = 0
    try:
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True):
            lines += 1
            if lines > MOST_ROWS:
                raise BadSheet(_too_many_rows())
            yield row
    except csv.Error:
        sentence = gettext(
            "this is no CSV: perhaps a double quote opens a cell in this row and nothing closes it."
        )
        raise BadSheet(SheetFault(sentence, lines + 1)) from None


def _too_many_rows() -> SheetFault:
    return SheetFault(gettext("There are more than {most} rows.", most=grouped(MOST_ROWS)))


def _of_workbook(content: bytes) -> Iterator[list[str]]:
    """Yield the rows of the first sheet of an .xlsx. Raises `BadSheet`."""
    if find_spec("openpyxl") is None:
        raise BadSheet(
            SheetFault(gettext("This is an Excel workbook, which cannot be read here. Save it as CSV UTF-8."))
        )
    from openpyxl import load_workbook  # an extra, and slow to import

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as parts:
            if sum(part.file_size for part in parts.infolist()) > MOST_UNPACKED:
                raise BadSheet(SheetFault(gettext("This workbook is too large.")))
            if any(b"<!DOCTYPE" in parts.read(part) for part in parts.infolist()):
                raise BadSheet(_no_text())  # a workbook has no entities of its own
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        sheet = book.worksheets[0]
        sheet.reset_dimensions()  # what the file says of its size need not be true
        rows = sheet.iter_rows(max_row=MOST_ROWS + 1, max_col=MOST_COLUMNS + 1, values_only=True)
        texts = [[_cell_text(value) for value in row] for row in rows]
    except BadSheet:
        raise
    except Exception:  # whatever openpyxl says of a damaged file
        raise BadSheet(_no_text()) from None
    if len(texts) > MOST_ROWS:
        raise BadSheet(_too_many_rows())
    yield from texts


def _cell_text(value: Any) -> str:
    """Return the value of a workbook's cell as it would stand in a CSV."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, datetime):
        return str(value.date() if value.time() == time() else value)
    if isinstance(value, date | time):
        return str(value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)
