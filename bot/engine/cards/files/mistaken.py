"""Texts that a spreadsheet program changes when it opens or saves a file: dates, times, numbers, money."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final

from bot.base.csv_files import FORMULA
from bot.base.language import N_

FLAGS: Final = {
    **dict.fromkeys(("true", "wahr", "vrai", "verdadero", "vero", "verdadeiro", "waar", "prawda"), True),
    **dict.fromkeys(("false", "falsch", "faux", "falso", "onwaar", "fałsz"), False),
}
"""Truth values as spreadsheet programs write them in some languages, in small letters."""
_NOTHING: Final = frozenset(
    ("#n/a", "#na", "-nan", ".", "1.#ind", "1.#qnan", "<na>", "n/a", "na", "nan", "none", "null")
)
"""Texts that pandas or csvkit (findings/csvkit-reads-cards.sh) read as an empty cell, in small letters."""
_LANGUAGES: Final = ("en", "de", "fr", "es", "it", "pt", "nl", "pl", "sv", "da")
"""The languages whose months are known."""
_NUMBER: Final = r"[+-]?\d[\d.,'  ]*(?:e[+-]?\d+)?"
_MISTAKEN: Final = (
    (N_("a time"), re.compile(r"\d{1,3}:\d\d(?::\d\d)?(?: ?[ap]m?)?", re.IGNORECASE)),
    (N_("a date or a fraction"), re.compile(r"(?:\d+ )?\d+/\d+")),
    (
        N_("a date"),
        re.compile(r"\d{1,4}([./-])\d{1,2}(?:(?:\1\d{1,4})?|\.)(?: \d{1,2}:\d\d(?::\d\d)?)?"),
    ),
    (N_("a number"), re.compile(rf"{_NUMBER} ?%?", re.IGNORECASE)),
)
_MONTH_FIRST: Final = re.compile(r"([^\W\d_]+)[ .,/-]*\d{1,4}(?:[ .,/-]+\d{1,4})?")
_DAY_FIRST: Final = re.compile(r"\d{1,4}[ .,/-]*([^\W\d_]+)(?:[ .,/-]*\d{1,4})?")
_WORD: Final = re.compile(r"([^\W\d_]{3})[^\W\d_]*[ .,/-]*\d")


def mistaken_for(text: str) -> str:
    """Return what a spreadsheet program takes this whole text for, as a message; "" if it leaves it alone."""
    words = text.strip()
    if words.casefold() in FLAGS:
        return N_("true or false")
    if _is_money(words):
        return N_("an amount of money")
    found = _MONTH_FIRST.fullmatch(words) or _DAY_FIRST.fullmatch(words)
    if found and found[1].casefold() in _months():
        return N_("a date")
    if re.fullmatch(r"\d{1,2}\.\d{1,2}", words):  # a date in German, a number in English
        return N_("a date or a number")
    return next((what for what, pattern in _MISTAKEN if pattern.fullmatch(words)), "")


def at_risk(text: str) -> bool:
    """Whether a spreadsheet program may change this text, or take it for a formula or for nothing.

    More than `mistaken_for`: programs differ, and double quotes do no harm.
    """
    if not text or text.startswith((*FORMULA, "'")) or text != text.strip():
        return True
    folded = text.casefold()
    month = _WORD.match(folded)
    return (
        text[0].isdigit()
        or unicodedata.category(text[0]) == "Sc"
        or unicodedata.category(text[-1]) == "Sc"
        or folded in FLAGS
        or folded in _NOTHING
        or (month is not None and month[1] in _months())
    )


def _is_money(words: str) -> bool:
    signs = [each for each in words if unicodedata.category(each) == "Sc"]
    bare = "".join([each for each in words if each not in signs]).strip()
    return len(signs) == 1 and re.fullmatch(_NUMBER, bare) is not None


@cache
def _months() -> frozenset[str]:
    """Return the names of the months, their abbreviations and their first three letters, in small letters."""
    from babel import Locale  # for the first text that looks like a date

    found = {"mrz"}  # as German programs have it, but not CLDR
    for language in _LANGUAGES:
        months = Locale.parse(language).months
        for names in (*months["format"].values(), *months["stand-alone"].values()):
            for name in names.values():
                word = name.casefold().rstrip(".")
                if word.isalpha() and len(word) >= 3:
                    found |= {word, word[:3]}
    return frozenset(found)
