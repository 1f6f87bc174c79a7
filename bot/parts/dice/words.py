"""The notation in words, in English and German: "4d6 drop lowest", "1W20 mit Vorteil".

A phrase that is understood is replaced by its signs before the grammar sees the text. What is left of these
words would become a label and be rolled as if it were not there, so it is asked about instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, partial

from bot.engine.spelling import slip_of

FILLER = "\ue000"
"""Fills the signs of a phrase up to its length, so that each character keeps its place. It cannot be typed:
`keyboard_signs` makes hidden characters spaces.
"""

_ENGLISH = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_GERMAN = ("ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn")
_NUMBERS: Mapping[str, int] = {
    **{word: number for words in (_ENGLISH, _GERMAN) for number, word in enumerate(words, 1)},
    **dict.fromkeys(("eine", "einen", "einem"), 1),
}
_FACES: Mapping[str, int] = {
    **dict.fromkeys(("ones", "einsen", "einser"), 1),
    **dict.fromkeys(("twos", "zweien", "zweier"), 2),
    **dict.fromkeys(("threes", "dreien", "dreier"), 3),
    **dict.fromkeys(("fours", "vieren", "vierer"), 4),
    **dict.fromkeys(("fives", "fünfen", "fünfer"), 5),
    **dict.fromkeys(("sixes", "sechsen", "sechser"), 6),
}


def _any(words: Mapping[str, int]) -> str:
    return "|".join(sorted(words, key=len, reverse=True)).replace("ü", _UE)


_OE, _UE, _SS = "(?:ö|o\u0308|oe)", "(?:ü|u\u0308|ue)", "(?:ß|ss)"
_HIGHEST = rf"highest|best|largest|biggest|h{_OE}chste[nrsm]?|beste[nrsm]?|gr{_OE}{_SS}te[nrsm]?"
_LOWEST = r"lowest|worst|smallest|niedrigste[nrsm]?|schlechteste[nrsm]?|kleinste[nrsm]?"
_MANY = rf"[0-9]{{1,3}}|{_any(_NUMBERS)}"
_DICE = rf"(?:\s+(?:dice|die|rolls?|results?|one|ones|w{_UE}rfeln?))?"
_WHICH = (
    rf"(?:(?:the|only|die|den|das|nur)\s+)*(?:(?P<before>{_MANY})\s+)?"
    rf"(?:(?P<high>{_HIGHEST})|(?P<low>{_LOWEST}))(?:\s+(?P<after>{_MANY})(?!d|w))?{_DICE}"
)
_FACE = rf"(?P<face>[0-9]{{1,5}}|{_any(_FACES)})(?:s|er)?"
_FACES_MEANT = (
    rf"(?:the\s+|die\s+)?(?:(?P<below>below|under|less\s+than|unter)\s+|(?P<above>above|over|more\s+than|{_UE}ber)\s+)?"
    rf"{_FACE}(?:\s+(?:(?P<down>or\s+(?:less|lower|below)|oder\s+(?:weniger|niedriger))"
    rf"|(?P<up>or\s+(?:more|higher|above)|oder\s+(?:mehr|h{_OE}her))))?"
)
_REROLL = r"re-?roll(?:ing|s)?"
_WITH = r"(?:(?:with|at|having|mit|bei|im)\s+)?(?:(?:an?|einem)\s+)?"
_ONCE = r"once|einmal"
_UNTIL = (
    r"until\s+none(?:\s+is\s+left|\s+fits|\s+shows)?|repeatedly|bis\s+keine[rs]?(?:\s+mehr)?(?:\s+kommt)?"
)
_AGAIN = rf"(?:neu|noch\s*mal|nochmals)(?:\s+w{_UE}rfeln|\s+werfen)?"


def _kept(found: re.Match[str]) -> str:
    many = found["before"] or found["after"] or "1"
    return f"k{'h' if found['high'] else 'l'}{_NUMBERS.get(many.casefold(), many)}"


def _dropped(found: re.Match[str]) -> str:
    return f"p{_kept(found)[1:]}"


def _selected(match: re.Match[str], none: str = "") -> str:
    """Return the selector of the dice that a phrase names."""
    face = match["face"]
    if face is None:
        return none
    number = _FACES.get(face.casefold()) or int(face)
    if match["below"] or match["above"]:
        return f"{'<' if match['below'] else '>'}{number}"
    return f"<={number}" if match["down"] else f">={number}" if match["up"] else str(number)


def _exploding(match: re.Match[str]) -> str:
    if match["from"]:
        return f"!>={match['from']}"
    return f"!{_selected(match)}"


def _rerolled(found: re.Match[str]) -> str:
    return f"{'rr' if found['until'] else 'ro'}{_selected(found)}"


_PHRASES: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (rf"(?:keep(?:ing|s)?|behalten?|nimm|nehmen)\s+{_WHICH}", _kept),
    (rf"{_WHICH}\s+(?:behalten|nehmen)", _kept),
    (
        rf"(?:drop(?:ping|s)?|discard(?:ing)?|without|ohne|streichen?|verwirf|verwerfen)\s+{_WHICH}",
        _dropped,
    ),
    (rf"{_WHICH}\s+(?:streichen|verwerfen|weglassen|weg)", _dropped),
    (
        (
            r"(?:explod(?:e|es|ing)|explodier(?:en?|t|ende?[nrs]?))"
            rf"(?:\s+(?:(?:on|at|bei|auf)\s+{_FACES_MEANT}|ab\s+(?P<from>[0-9]{{1,5}})))?"
        ),
        _exploding,
    ),
    (rf"{_REROLL}\s+(?:(?:{_ONCE})\s+)?{_FACES_MEANT}\s+(?:{_ONCE}|(?P<until>{_UNTIL}))", _rerolled),
    (rf"{_REROLL}\s+(?:{_ONCE})\s+{_FACES_MEANT}(?P<until>$^)?", _rerolled),
    (rf"{_FACES_MEANT}\s+(?:{_ONCE})\s+{_AGAIN}(?P<until>$^)?", _rerolled),
    (rf"{_FACES_MEANT}\s+{_AGAIN},?\s+(?P<until>{_UNTIL})", _rerolled),
    (rf"{_WITH}(?:adv(?:antage)?|vorteil)", lambda _: "adv"),
    (rf"{_WITH}(?:dis(?:adv(?:antage)?)?|nachteil)", lambda _: "dis"),
)


@cache
def _phrases() -> tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...]:
    return tuple(
        [(re.compile(rf"(?<!\w)(?:{phrase})(?!\w)", re.IGNORECASE), signs) for phrase, signs in _PHRASES]
    )


_SPOKEN = re.compile(r"[^\W\d_]{3}")
"""What each phrase has: without it none is looked for, nor made."""
_APART = re.compile(r"\[[^\]\[]*\]|#.*", re.DOTALL)
"""Notes and labels, in which words mean nothing."""
_REPEATS = re.compile(r"\s*[0-9]+\s*#")


def in_signs(text: str) -> str:
    """Return an expression with the signs of each phrase that is understood, of the same length.

    >>> in_signs("4d6 drop lowest + 1").replace(FILLER, ".")
    '4d6 pl1........ + 1'
    """
    begin = match.end() if (match := _REPEATS.match(text)) else 0
    signs, at = text[:begin], begin
    for apart in (*_APART.finditer(text, begin), None):
        end = apart.start() if apart is not None else len(text)
        said = text[at:end]
        for phrase, signs_of in _phrases() if _SPOKEN.search(said) else ():
            said = phrase.sub(partial(_filled, signs_of), said)
        signs += said + (apart[0] if apart is not None else "")
        at = apart.end() if apart is not None else end
    return signs


def _filled(signs_of: Callable[[re.Match[str]], str], match: re.Match[str]) -> str:
    groups = match.groupdict()
    if groups.get("before") and groups.get("after"):
        return match[0]
    return signs_of(match).ljust(len(match[0]), FILLER)


_WORD = re.compile(r"(?:[^\W\d_]|[\u0300-\u036f])+(?:-[^\W\d_]+)?")
_OF_NOTATION = re.compile(
    rf"adv|advantage|dis|disadvantage|keep\w*|drop\w*|highest|lowest|re-?roll\w*|explod\w*|vorteile?s?|nachteile?s?"
    rf"|behalten?|h{_OE}chste\w*|niedrigste\w*|explodier\w*|weglassen|streichen?",
    re.IGNORECASE,
)
_LIKE = ("advantage", "disadvantage", "exploding", "highest", "vorteil", "nachteil", "explodierend")
"""Words of the notation that are noticed when one letter is wrong."""
_OTHERS = ("exploring",)
"""Usual words that are one letter away from these."""
_OF_SEVERAL = re.compile(
    rf"\b(?:(?:{_any(_FACES)}|1er|1s)\s+{_AGAIN}|neu\s+(?:w{_UE}rfeln|werfen)|(?:best|worst|top)\s+[0-9])",
    re.IGNORECASE,
)
IN_LETTERS = re.compile(
    rf"\b(?:(?:plus|minus|times|mal|durch)\s+(?:{_any(_NUMBERS)})|twice|doubled|halved|zweimal|dreimal|verdoppelt|halbiert)\b",
    re.IGNORECASE,
)
"""Arithmetic in letters, which is not read."""
REROLL = re.compile(rf"re-?roll\w*|.*{_AGAIN}", re.IGNORECASE)
"""The words for rolling again."""


def word_of_notation(label: str) -> tuple[int, str] | None:
    """Return the first word of the notation in a label, and its place; None for none."""
    if match := _OF_SEVERAL.search(label):
        return match.start(), match[0]
    for match in _WORD.finditer(label):
        word = match[0].casefold()
        if _OF_NOTATION.fullmatch(word) or (word not in _OTHERS and slip_of(word, _LIKE)):
            return match.start(), match[0]
    return None
