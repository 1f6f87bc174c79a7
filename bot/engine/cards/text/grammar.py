"""English, as far as cards need it: articles, singular and plural, numbers, lists, sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple
from unicodedata import normalize

_SPOKEN = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_FULL_VOWEL = re.compile(r"[aeiou8]|1[18](?!\d)|(hour|heir|honest|honou?r)", re.IGNORECASE)
_NO_VOWEL = re.compile(r"(uni(?![mn])|us[aeiu]|eu|ewe|one(?!i)|once|ut[aeio]|ub[aeiou])", re.IGNORECASE)


class Noun(NamedTuple):
    """A thing, for one and for several."""

    one: str
    many: str
    counted: bool = True
    """Whether one of it is "a" thing; "1 power" otherwise."""


def plain(words: str) -> str:
    """Return what a designer wrote on one line, without doubled spaces."""
    return " ".join(words.split())


def article(words: str) -> str:
    """Return "a" or "an", as these words sound behind it."""
    start = normalize("NFD", words.lstrip('["('))
    return "an" if _FULL_VOWEL.match(start) and not _NO_VOWEL.match(start) else "a"


def a(words: str) -> str:
    """Return words with their article: "an [Undead] Character"."""
    return f"{article(words)} {words}"


def quantity(number: int, noun: Noun) -> str:
    """Return so many of a thing: "a card", "2 cards", "25 power"."""
    if number == 1 and noun.counted:
        return a(noun.one)
    return f"{number} {noun.one if number == 1 else noun.many}"


def spoken(number: int) -> str:
    """Return a small number as a word: "two"; a larger one in digits."""
    return _SPOKEN[number] if number < len(_SPOKEN) else str(number)


def between(at_least: int, at_most: int | None, *, floor: int = 0, fewer: str = "fewer") -> str:
    """Return a range of numbers: "3 or more", "5 or fewer", "exactly 4", "2 to 5"; "" for any number at all.

    `floor` is the lowest number there can be. A range in which nothing lies is told as it stands.
    """
    if at_most is None:
        return f"{at_least} or more" if at_least > floor else ""
    if at_least == at_most:
        return f"exactly {at_most}"
    return f"{at_least} to {at_most}" if at_least > floor else f"{at_most} or {fewer}"


def in_turn(parts: Iterable[str]) -> str:
    """Return what happens one after the other: "draw 2 cards, then discard a card"."""
    return ", then ".join(parts)


def capital(text: str) -> str:
    """Return a text with a capital at its beginning, behind brackets if there are any."""
    start = len(text) - len(text.lstrip("("))
    return text[: start + 1].upper() + text[start + 1 :]


def sentence(text: str) -> str:
    """Return a text as a sentence."""
    return f"{capital(text)}."


def cut(text: str, limit: int) -> str:
    """Return a text of at most so many characters, cut behind a whole word, with an ellipsis."""
    if len(text) <= limit:
        return text
    kept = text[: limit - 1]
    if not text[limit - 1].isspace() and " " in kept:
        kept = kept.rsplit(" ", 1)[0]
    return f"{kept.rstrip(' ,;:.')}…"
