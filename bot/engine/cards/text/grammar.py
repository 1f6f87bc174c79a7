"""Grammar of card texts: cases, English articles, ranges of numbers, sentences.

Texts are made of messages (`bot.base.language`), each a whole clause or phrase. A phrase that other
languages inflect is a message in the context of its case, a clause one in the context of its word order. In
English all of them are equal.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, TypeAlias
from unicodedata import normalize

from bot.base.language import gettext, npgettext, pgettext

Case: TypeAlias = Literal["nominative", "accusative", "dative", "genitive", "negative"]
"""The case of a phrase in its sentence; `negative` follows "is not"."""

_FULL_VOWEL = re.compile(r"[aeiou8]|1[18](?!\d)|(hour|heir|honest|honou?r)", re.IGNORECASE)
_NO_VOWEL = re.compile(r"(uni(?![mn])|us[aeiu]|eu|ewe|one(?!i)|once|ut[aeio]|ub[aeiou])", re.IGNORECASE)


class Noun(NamedTuple):
    """A noun in English, singular and plural.

    Its phrases are messages, which `card-phrases.toml` lists, in `data` and in a game's folder.
    """

    one: str
    many: str
    counted: bool = True
    """Whether a single one has the article "a"; otherwise "1 power"."""


class Words(str):
    """Words in a sentence. A message can request a capital: "Right: {what:capital}"."""

    __slots__ = ()

    def __format__(self, form: str) -> str:
        """Return the words; with the format `capital` the first letter is a capital."""
        return capital(self) if form == "capital" else super().__format__(form)


def plain(words: str) -> str:
    """Return a designer's text on one line, without doubled spaces."""
    return " ".join(words.split())


def article(words: str) -> str:
    """Return "a" or "an", by the sound of these words."""
    start = normalize("NFD", words.lstrip('["('))
    return "an" if _FULL_VOWEL.match(start) and not _NO_VOWEL.match(start) else "a"


class Called(NamedTuple):
    """A noun with additions, such as a trait. Everything but the noun is in the current language.

    The phrases of the noun's English words are messages, those of `card-phrases.toml`.
    """

    noun: Noun
    word: str = ""
    """A word in brackets before the noun."""
    levels: str = ""
    trait: str = ""
    name: str = ""
    further: str = ""
    """The words directly after it."""

    def a(self, case: Case) -> str:
        """Return a single one: "an [Undead] Character"."""
        return self._said(case, f"{article(self.word or self.noun.one)} {self._one}")

    def each(self, case: Case) -> str:
        """Return "each Character"."""
        return self._said(case, f"each {self._one}")

    def every_two(self, case: Case) -> str:
        """Return "every two Characters"."""
        return self._said(case, f"every two {self._many}")

    def another(self, number: int, case: Case) -> str:
        """Return additional ones: "another card", "2 other cards"."""
        if number == 1:
            return self._said(case, f"another {self._one}")
        return self._numbered(case, "{number} other ", number)

    def several(self, number: int, case: Case) -> str:
        """Return this number of them: "a card", "2 cards", "25 power"."""
        if number == 1 and self.noun.counted:
            return self.a(case)
        return self._numbered(case, "{number} ", number)

    def in_range(self, span: str, case: Case, *, one: bool = False) -> str:
        """Return a number of them in a range: "3 or more cards"; `one` if it is exactly or at most 1."""
        return self._said(case, f"{{range}} {self._one if one else self._many}", span=span)

    def any_number(self, case: Case) -> str:
        """Return "any number of cards"."""
        return self._said(case, f"any number of {self._many}")

    def none(self, case: Case) -> str:
        """Return "no cards"."""
        return self._said(case, f"no {self._many}")

    def many(self, case: Case) -> str:
        """Return "cards"."""
        return self._said(case, self._many)

    def top(self, number: int, deck: str, case: Case = "accusative") -> str:
        """Return the top ones of a deck (in the genitive): "the top card of your deck"."""
        if number == 1:
            return self._said(case, f"the top {self._one} of {{deck}}", deck)
        return self._numbered(case, "the top {number} ", number, " of {deck}", deck)

    @property
    def _one(self) -> str:
        return f"[{{word}}] {self.noun.one}" if self.word else self.noun.one

    @property
    def _many(self) -> str:
        return f"[{{word}}] {self.noun.many}" if self.word else self.noun.many

    def _said(self, case: Case, message: str, deck: str = "", span: str = "") -> str:
        return self.besides(pgettext(case, message, word=self.word, deck=deck, range=span))

    def _numbered(self, case: Case, before: str, number: int, behind: str = "", deck: str = "") -> str:
        one, many = f"{before}{self._one}{behind}", f"{before}{self._many}{behind}"
        return self.besides(npgettext(case, one, many, number, word=self.word, deck=deck))

    def besides(self, words: str) -> str:
        """Return a phrase with its additions: "a card with the trait Book"."""
        if self.further:
            words = f"{words} {self.further}"
        if self.levels:
            words = gettext("{cards} of {levels}", cards=words, levels=self.levels)
        if self.trait:
            words = gettext("{cards} with the trait {trait}", cards=words, trait=self.trait)
        if self.name:
            words = gettext('{cards} named "{name}"', cards=words, name=self.name)
        return words


def between(
    at_least: int, at_most: int | None, *, floor: int = 0, fewer: Literal["fewer", "less"] = "fewer"
) -> str:
    """Return a range of numbers: "3 or more", "5 or fewer", "exactly 4", "2 to 5"; "" for any number.

    `floor` is the lowest possible number. An empty range is printed as written.
    """
    if at_most is None:
        return gettext("{number} or more", number=at_least) if at_least > floor else ""
    if at_least == at_most:
        return gettext("exactly {number}", number=at_most)
    if at_least > floor:
        return gettext("{low} to {high}", low=at_least, high=at_most)
    if fewer == "fewer":
        return gettext("{number} or fewer", number=at_most)
    return gettext("{number} or less", number=at_most)


def capital(text: str) -> str:
    """Return a text with a capital first letter, after brackets if there are any."""
    start = len(text) - len(text.lstrip("("))
    return text[: start + 1].upper() + text[start + 1 :]


def sentence(text: str) -> str:
    """Return a text as a sentence."""
    return f"{capital(text)}."


def cut(text: str, limit: int) -> str:
    """Return a text of at most this many characters, cut after a whole word, with an ellipsis."""
    if len(text) <= limit:
        return text
    kept = text[: limit - 1]
    if not text[limit - 1].isspace() and " " in kept:
        kept = kept.rsplit(" ", 1)[0]
    return f"{kept.rstrip(' ,;:.')}…"
