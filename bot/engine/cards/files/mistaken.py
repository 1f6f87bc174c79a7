"""Texts that a spreadsheet program changes when it opens or saves a file: dates, times, numbers, money."""

from __future__ import annotations

import re
import unicodedata
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
_MONTHS: Final = frozenset(
    """
    abril agosto août april aprile august augusti augustus avril czerwca czerwiec december dezember
    dezembro dicembre diciembre décembre enero febbraio febrero februar februari february fevereiro
    févr février gennaio giugno grudnia grudzień janeiro januar januari january janv janvier juil
    juillet juin julho juli julio july june junho juni junio kwiecień kwietnia lipca lipiec listopad
    listopada luglio lutego luty maart maggio maio maja marca march mars marts marzec marzo março
    mayo mei mrt mrz märz november novembre novembro noviembre october octobre octubre oktober
    ottobre outubro październik października sept september septembre septiembre setembro settembre
    sierpień sierpnia styczeń stycznia wrzesień września
    """.split()  # noqa: SIM905 - a name a line would hide the rest of this file
)
"""The months in ten languages, in small letters, full and short (CLDR, and "mrz" of German programs).

Their names are kept here: to read them from Babel took a third of the time of `cards check`.
"""
MONTHS: Final = _MONTHS | {name[:3] for name in _MONTHS}
"""These and their first three letters."""
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
    signs = [each for each in words if unicodedata.category(each) == "Sc"]
    bare = "".join([each for each in words if each not in signs]).strip()
    if len(signs) == 1 and re.fullmatch(_NUMBER, bare) is not None:
        return N_("an amount of money")
    match = _MONTH_FIRST.fullmatch(words) or _DAY_FIRST.fullmatch(words)
    if match and match[1].casefold() in MONTHS:
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
        or (month is not None and month[1] in MONTHS)
    )
