"""A finding of the checker: a code, a place, and a sentence that ends with the likely intention."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from bot.base.language import gettext
from bot.engine.cards.files.places import NodePath, Places
from bot.engine.cards.files.sheet_files import is_sheet, place_of_cell
from bot.engine.sentences import hidden
from bot.engine.spelling import nearest

# Collects the findings in one file, with the line and the card of each.


_SET_NUMBER = re.compile(r"[A-Z]{2,5}-[0-9]{2,3}")


class Enough(Exception):  # noqa: N818 - nothing is wrong with the checker
    """So much is wrong with a file that looking on is of no use."""


class Findings:
    """The findings in one file."""

    def __init__(
        self,
        source: str,
        tables: Mapping[str, Any],
        cards: tuple[str, ...],
        places: Places | None = None,
        most: int = 100,
    ) -> None:
        self.source = quoted(source, 200)
        self.found: list[Finding] = []
        self._tables = tables
        self._cards = cards
        self._places = places
        self._left = most

    def copy(self) -> Findings:
        """Return findings of the same file that begin with these."""
        other = Findings("", self._tables, self._cards, self._places, self._left)
        other.source, other.found = self.source, list(self.found)
        return other

    def add(self, code: str, place: NodePath, sentence: str, key: str | None = None) -> None:
        """Note something about a place of the file, or a key there. Raises `Enough` after too many errors."""
        card = self._card(place)
        steps = place[2:] if card or place[:1] in [(each,) for each in self._cards] else place
        words = f"{format_path(steps)}: {sentence}" if steps else sentence
        at = place if key is None else (*place, key)
        line, column = (self._places.line(at), self._places.column(at)) if self._places else (0, "")
        self.found.append(Finding(self.source, line, code, card, words, column))
        self._left -= code.startswith("E")
        if self._left <= 0:
            more = gettext("and more: correct these first, the rest is not shown.")
            self.found.append(Finding(self.source, line, "E011", "", more, column))
            raise Enough

    def _card(self, place: NodePath) -> str:
        """Return the set number of the card that a place belongs to, if it is one."""
        if len(place) < 2 or place[0] not in self._cards:
            return ""
        try:
            number = self._tables[place[0]][place[1]]["number"]
        except (KeyError, IndexError, TypeError):
            return ""
        return number if isinstance(number, str) and _SET_NUMBER.fullmatch(number) else ""


def format_path(place: NodePath) -> str:
    """Return a place as a person writes it: "abilities 1, then 2, by"."""
    words: list[str] = []
    for step in place:
        if isinstance(step, int):
            words[-1:] = [f"{words[-1]} {step + 1}" if words else str(step + 1)]
        else:
            words.append(quoted(step))
    return ", ".join(words)


# The codes of the checker are data, with their meanings (`bot.games.catalogue.card_codes`).


Severity: TypeAlias = Literal["error", "advice"]
"""An error keeps a set from being played with; advice says where a card goes beyond the designers' guide."""


def severity(code: str) -> Severity:
    """Return whether a code is of an error (E) or of advice (A)."""
    return "error" if code.startswith("E") else "advice"


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
    return gettext(' (did you mean "{near}"?)', near=near) if near and near != given else ""


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
