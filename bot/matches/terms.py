"""The terms of a match in words: reading a clock as a person writes it, and telling it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, TypeAlias

from bot.matches.clocks import LONGEST, ClockTerms
from bot.matches.errors import LobbyRefusal
from bot.matches.options import shown

AtZero: TypeAlias = Literal["remind", "default", "resign"]

AT_ZERO: Mapping[AtZero, str] = {
    "remind": "a reminder, and nothing else",
    "default": "the least possible is done for the player",
    "resign": "the player resigns",
}
"""What happens when time is up, in words."""

USUAL = (
    "none",
    "1 day a turn",
    "3 days a turn",
    "7 days a turn",
    "12 hours a turn",
    "1 hour a turn",
    "3 days + 12 hours a turn",
    "7 days + 1 day a turn",
    "1 day + 1 hour a turn",
)
"""Clocks that are offered while one types."""
USUAL_GRACE = ("none", "1 hour", "6 hours", "12 hours", "1 day")

_UNITS = {"w": 7 * 24 * 3600, "d": 24 * 3600, "h": 3600, "m": 60, "s": 1}
_NAMES = {
    "week": "w",
    "day": "d",
    "hour": "h",
    "hr": "h",
    "minute": "m",
    "min": "m",
    "second": "s",
    "sec": "s",
}
_PART = re.compile(r"([0-9]{1,6})\s*([a-z]+)\.?\s*(?:,|and\b)?\s*")
_A_TURN = re.compile(r"\s*(?:/|(?:a|per|each|every)\b)\s*turn\s*$")
_IN_ALL = re.compile(r"\s*\b(?:in all|for the (?:whole )?match|a match)\s*$")
_NONE = frozenset({"", "none", "no", "no clock", "without", "off", "0"})
_HOW = 'Write "none", "1 day a turn", "12h", or a bank such as "3 days + 12 hours a turn".'


def read_clock(words: str, *, grace: str = "", at_zero: AtZero = "remind") -> ClockTerms:
    """Return the clock that a person wrote: none, a time for each turn, or a bank with an increment.

    Raises `LobbyRefusal` with a sentence that says how to write it.
    """
    written = " ".join(words.lower().split())
    spare = read_span(grace, "a grace") if grace.strip().lower() not in _NONE else 0
    if written in _NONE:
        if spare or at_zero != "remind":
            raise LobbyRefusal(
                "Without a clock nobody's time is ever up. Choose a clock too, or leave out the grace and"
                " what happens at zero."
            )
        return ClockTerms()
    first, plus, second = written.partition("+")
    if plus:
        bank, increment = _span(_IN_ALL.sub("", first), words), _span(_A_TURN.sub("", second), words)
        return ClockTerms("bank", bank, increment, spare, at_zero)
    if _IN_ALL.search(written):
        return ClockTerms("bank", _span(_IN_ALL.sub("", written), words), 0, spare, at_zero)
    return ClockTerms("turn", _span(_A_TURN.sub("", written), words), 0, spare, at_zero)


def read_span(words: str, what: str = "a time") -> int:
    """Return the seconds in a text such as "2 days" or "1d 12h". Raises `LobbyRefusal`."""
    found = _seconds(words.lower().strip())
    if found is None:
        raise LobbyRefusal(f'{shown(words)} is not {what}. Write for instance "2 days", "12h" or "1d 12h".')
    if found > LONGEST:
        raise LobbyRefusal(f"{shown(words)} is too long: at most 60 days.")
    return found


def clock_in_words(terms: ClockTerms) -> str:
    """Return how a match is timed, as a person reads it: "1 day a turn, 2 hours of grace; then ..."."""
    if terms.kind == "none":
        return "no clock"
    clock = f"{duration(terms.seconds)} a turn"
    if terms.kind == "bank":
        clock = f"{duration(terms.seconds)} for the whole match"
        clock += f" + {duration(terms.increment)} a turn" if terms.increment else ""
    grace = f", {duration(terms.grace)} of grace" if terms.grace else ""
    return f"{clock}{grace}; then {AT_ZERO[terms.at_zero]}"


def duration(seconds: float) -> str:
    """Return a span of time in words: "2 days 3 hours", the two largest units."""
    left, parts = max(int(seconds), 0), []
    for unit, size in (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1)):
        count, left = divmod(left, size)
        if count:
            parts.append(f"{count} {unit}{'' if count == 1 else 's'}")
    return " ".join(parts[:2]) or "no time"


def _span(words: str, whole: str) -> int:
    found = _seconds(words.strip())
    if found is None:
        raise LobbyRefusal(f"{shown(whole)} is not a clock. {_HOW}")
    if found > LONGEST:
        raise LobbyRefusal(f"{shown(whole)} is too long: a turn or a bank has at most 60 days.")
    return found


def _seconds(words: str) -> int | None:
    """Return the seconds in "1d 12h", "2 days and 3 hours" or "a day"; None for anything else."""
    words, found, at = re.sub(r"^(?:a|an|one) ", "1 ", words), 0, 0
    while at < len(words):
        part = _PART.match(words, at)
        unit = _unit(part[2]) if part else None
        if part is None or unit is None:
            return None
        found += int(part[1]) * _UNITS[unit]
        at = part.end()
    return found if words else None


def _unit(word: str) -> str | None:
    if word in _UNITS:
        return word
    return _NAMES.get(word) or _NAMES.get(word.removesuffix("s"))
