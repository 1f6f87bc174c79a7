"""A finding of the checker: a code, a place, and a sentence that ends with the likely intention."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

import msgspec

from bot.base.language import gettext
from bot.engine.cards.files.codes import Severity, severity
from bot.engine.cards.files.sheet_files import is_sheet, place_of_cell
from bot.engine.spelling import nearest
from bot.engine.visible import hidden

_QUOTED = 40
"""Characters of a file's own words that a sentence repeats."""


class Finding(msgspec.Struct, frozen=True, order=True):
    """One thing that is wrong with a card file, or that goes beyond the designers' guide."""

    source: str
    """The name of the file."""
    line: int
    """Counted from 1; 0 where it is about the file as a whole."""
    code: str
    card: str
    """The set number of the card; "" outside of cards."""
    sentence: str
    column: str = ""
    """In a spreadsheet the name of the column; "" for a whole row. The line is then the row."""

    @property
    def severity(self) -> Severity:
        """Whether it is an error or advice."""
        return severity(self.code)

    def __str__(self) -> str:
        if self.line and is_sheet(self.source):
            where = f"{self.source}, {place_of_cell(self.line, self.column)}"
        else:
            where = f"{self.source}:{self.line}" if self.line else self.source
        return f"{where}: {self.code}{f' {self.card}' if self.card else ''}: {self.sentence}"


def quoted(words: object, most: int = _QUOTED) -> str:
    """Return words of a file so that they can be repeated anywhere: short, on one line, without markup."""
    text = str(words)
    cut = text[:most] + ("..." if len(text) > most else "")
    return "".join("?" if _harmful(each) else each for each in cut)


def _harmful(character: str) -> bool:
    blank = character != " " and unicodedata.category(character)[0] == "Z"
    return character in "`@<>\\*~|" or blank or hidden(character)


_LISTED = 12
"""The most known words that a sentence lists where none is similar to the unknown one."""


def meant(given: str, known: Iterable[str]) -> str:
    """Return ' (did you mean "..."?)' when a known word is like the given one, else nothing."""
    near = nearest(given, known)
    return gettext(' (did you mean "{near}"?)', near=near) if near else ""


def meant_or_listed(given: str, known: Iterable[str]) -> str:
    """Return the known word that is similar, or else all known words where they are few."""
    names = [name for name in known if name]
    hint = meant(given, names)
    if hint or not 0 < len(names) <= _LISTED:
        return hint
    return could_be(names)


def could_be(words: Iterable[str]) -> str:
    """Return all that something could be, to stand at the end of a sentence."""
    return gettext(": it could be {words}", words=", ".join(words))
