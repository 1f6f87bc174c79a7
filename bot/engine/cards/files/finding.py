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
from bot.engine.cards.format import CardFormat
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

    def meant(self, given: str, known: Iterable[str]) -> str:
        """Return ' (did you mean "..."?)' when a known word is like the given one, else nothing."""
        return meant(given, known)

    def meant_or_listed(self, given: str, known: Iterable[str]) -> str:
        """Return the same, or else ': it could be ...' with all that are known, where these are not many."""
        return meant_or_listed(given, known)

    def quoted(self, words: str) -> str:
        """Return words of the file so that they can be repeated anywhere."""
        return quoted(words)

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


# The codes of the checker and their meanings; docs/CARDS.md explains each, and a test checks that.
#
# A game has additional ones (`bot.engine.cards.format.CardFormat.codes`).


Severity: TypeAlias = Literal["error", "advice"]
"""An error keeps a set from being played with; advice says where a card goes beyond the designers' guide."""


def severity(code: str) -> Severity:
    """Return whether a code is of an error (E) or of advice (A)."""
    return "error" if code.startswith("E") else "advice"


class Code(msgspec.Struct, frozen=True):
    """A kind of finding."""

    severity: Severity
    meaning: str


_ERRORS = {
    # The file, before it is read
    "E001": "the file is too large",
    "E002": "the file is not text in UTF-8",
    "E003": "a hidden character stands in the file",
    "E004": "a line is too long",
    "E005": "brackets are nested too deep",
    "E006": "a dotted key has too many parts",
    "E007": "there are too many tables",
    "E008": "the file is not TOML, or no spreadsheet of cards",
    "E009": "there are too many cards",
    "E010": "there are too many ready decks",
    "E011": "there are more errors than are told",
    "E012": "cards are named in too many ways",
    "E013": "the file is a card set of another game",
    "E014": "the file is empty",
    # Its shape
    "E101": "an unknown key",
    "E102": "a key is missing",
    "E103": "a value of the wrong type",
    "E104": "an unknown word of the card language",
    "E105": "a number out of range",
    "E106": "a text is too short or too long",
    "E107": "a key or set number is not written as such",
    "E108": "a list is too short or too long",
    # Its texts
    "E201": "a text holds a hidden character or a line break",
    "E202": "a text holds a mention",
    "E203": "a text holds markup or a link",
    "E204": "a text begins or ends with a space, or has two in a row",
    # References
    "E301": "a set number is used twice",
    "E302": "the key of the set is taken",
    "E303": "the key of a ready deck is taken",
    "E306": "no card is meant",
    "E310": "the set is empty",
    # Its words in other languages
    "E321": "a word of a text that the set does not have",
    "E322": "a language that the bot does not speak",
    "E323": "two texts with the same word in a language",
    # What cards do
    "E402": "`chosen` before an opponent was chosen",
    "E403": "`rolled` before any roll",
    "E404": "a reroll outside a `roll` ability",
    "E405": "something other than a reroll in a `roll` ability",
    "E406": "dice or coins in an `always` ability",
    "E407": "a choice in an `always` ability",
    "E408": "a condition on power in an `always` ability",
    "E409": "an effect that happens once in an `always` ability",
    "E410": "an `always` ability that gives away hidden cards",
    "E411": "`top` without its number, or a number without `top`",
    "E412": "cards go into the deck from elsewhere than the discard pile",
    "E413": "a condition that can never hold",
    "E414": "a condition that always holds",
    "E415": "a card with too many parts",
    "E416": "a card that is nested too deep",
    "E417": "an effect that does nothing",
    "E418": "a key that means nothing here",
    "E419": "a trigger that never happens",
    "E420": "a cost that is not one's own",
    # Ready decks
    "E501": "a ready deck names an unknown card",
    "E502": "a ready deck is not legal",
}

_ADVICE = {
    "A001": "cards are counted with a most and no least",
    "A004": "letters that pictures of cards do not draw, or not everywhere",
    "A005": "a text that does not fit on the picture of its card",
    "A003": "a condition that is always or never true, or too long to be judged",
    "A002": "a text that spreadsheet programs change, or may have changed",
}

CODES: Mapping[str, Code] = {
    code: Code(severity(code), meaning) for code, meaning in (_ERRORS | _ADVICE).items()
}
"""Each code that every game has, with its severity and its meaning in a few words."""


def codes_of(format_: CardFormat) -> Mapping[str, Code]:
    """Return every code that can be found in the files of a game."""
    return {**CODES, **{code: Code(severity(code), meaning) for code, meaning in format_.codes.items()}}


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
