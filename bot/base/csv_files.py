"""Tables as CSV files that people open in a spreadsheet program.

A byte-order mark says that the file is UTF-8. Where numbers have a decimal comma, as in German, programs
expect semicolons between the columns.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final

from bot.base.language import current

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""The beginnings of cells that a spreadsheet program evaluates."""


def csv_file(rows: Iterable[Sequence[object]]) -> bytes:
    """Return rows as a CSV in the manner of the current language."""
    mark = current().decimal_mark
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator(), lineterminator="\r\n")
    for row in rows:
        writer.writerow([str(each).replace(".", mark) if isinstance(each, float) else each for each in row])
    return out.getvalue().encode("utf-8-sig")


def separator() -> str:
    """Return what separates the columns in the current language."""
    return ";" if current().decimal_mark == "," else ","


def not_a_formula(words: str) -> str:
    """Return words so that no spreadsheet program evaluates them."""
    return f"'{words}" if words.startswith(FORMULA) else words
