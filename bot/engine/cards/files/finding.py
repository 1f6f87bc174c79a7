"""A finding of the checker: a code, a place, and a sentence that ends with the likely intention."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from bot.base.language import N_, gettext
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


# The codes of the checker and their meanings, which `python -m bot cards codes` prints in each language.
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
    """A message for `gettext`."""


_ERRORS = {
    # The file. These are looked for first, and end the check.
    "E001": N_("the file is too large: split the set"),
    "E002": N_("it is not text in UTF-8"),
    "E003": N_(
        "a hidden character: a control character, or one that turns or hides text; it often comes with"
        " copied text"
    ),
    "E004": N_("a line is too long"),
    "E005": N_("brackets are nested too deep"),
    "E006": N_("a dotted key has too many parts"),
    "E007": N_("there are too many tables"),
    "E008": N_(
        "it is not TOML, or no spreadsheet of cards: here or on the line before, a quote or a bracket is"
        " missing, or a table in curly brackets has several lines"
    ),
    "E009": N_("there are too many cards"),
    "E010": N_("there are too many ready decks"),
    "E011": N_("more than 100 errors; the others are not shown"),
    "E012": N_("cards have so many different references that the bot cannot look up all: split the set"),
    "E013": N_(
        "it looks like a card set of another game: name the game by `--game`, or by `game` on Discord"
    ),
    "E014": N_("the file is empty or has only comments"),
    # Its shape
    "E101": N_("an unknown key"),
    "E102": N_("a key is missing"),
    "E103": N_("a value of the wrong type, for example a text instead of a number"),
    "E104": N_("an unknown word of the card language"),
    "E105": N_("a number out of range"),
    "E106": N_("a text or a translation that is empty or too long"),
    "E107": N_("a key or a set number in a wrong form"),
    "E108": N_("a list with too few or too many items"),
    # Its texts
    "E201": N_("a line break, a hidden character, or several accents on one letter"),
    "E202": N_("a mention: @everyone, @here, people, channels, emoji or commands in the notation of Discord"),
    "E203": N_("markup or a link: Discord would not show it as written"),
    "E204": N_("a space at the beginning or the end, or two spaces together"),
    # References
    "E301": N_("a set number that is used twice or belongs to a card of the bot"),
    "E302": N_("a set with this key exists already"),
    "E303": N_("a ready deck with this key exists already"),
    "E306": N_("a filter that matches no card in its zone"),
    "E310": N_("no card and no ready deck"),
    # Its words in other languages
    "E321": N_("a translation of a text that is not in the set; upper and lower case count"),
    "E322": N_("a language that the bot does not speak"),
    "E323": N_("two texts with the same translation in a language"),
    # What cards do
    "E402": N_("`chosen`, if no opponent was chosen before in at least one branch"),
    "E403": N_("`rolled`, if this ability rolled nothing before"),
    "E404": N_('`reroll` in an ability without on = "roll"'),
    "E405": N_(
        'an effect other than `reroll` in an ability with on = "roll"; or chance or choices in its `needs`'
    ),
    "E406": N_("dice or coins in an `always` ability"),
    "E407": N_("a choice in an `always` ability, including `opponent`"),
    "E408": N_("power in an `always` ability: a condition on it, or the strongest or weakest opponent"),
    "E409": N_("an effect that happens once in an `always` ability"),
    "E410": N_("an `always` ability that counts filtered cards of a hand or a deck"),
    "E411": N_('where = "top" without `top`, or `top` without where = "top"'),
    "E412": N_('to = "deck" with a zone other than the discard pile'),
    "E413": N_("a condition that is never true"),
    "E414": N_("a condition that is always true"),
    "E415": N_("a card with more than 64 parts"),
    "E416": N_("a card with parts nested more than 8 deep"),
    "E417": N_("an effect without effect"),
    "E418": N_("a key that has no meaning here"),
    "E419": N_(
        "a trigger that never happens: `advance` on a Level 1, `start-of-turn` on a Level 4 (it goes"
        " down at the end of its turn)"
    ),
    "E420": N_("a cost of `have` with cards of another player"),
    "E421": N_("cards that take too much work at a full table: use fewer effects, or fewer pieces and cards"),
    # Ready decks
    "E501": N_("a card that does not exist"),
    "E502": N_("the deck is not legal"),
}

_ADVICE = {
    "A001": N_(
        "a count of cards with `at_most` and without `at_least`: `at_least` is 1, so with no such card"
        " the condition is false"
    ),
    "A002": N_("a spreadsheet program would change this text, or may have changed it in this spreadsheet"),
    "A003": N_(
        "a condition that is always or never true, from what it says and from the level of its card; or"
        " one with too many parts to be judged"
    ),
    "A004": N_(
        "letters that pictures leave out because no font has them, or draw only where the host has the"
        " font Noto Sans CJK; Latin, Greek, Cyrillic, Hebrew, Arabic, Devanagari and Thai letters are"
        " always drawn"
    ),
    "A005": N_(
        "a name, traits or a text that the picture of the card cuts, in English or in a language for"
        " which the set has words"
    ),
}

CODES: Mapping[str, Code] = {
    code: Code(severity(code), meaning) for code, meaning in (_ERRORS | _ADVICE).items()
}
"""Each code that every game has, with its severity and its meaning."""


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
