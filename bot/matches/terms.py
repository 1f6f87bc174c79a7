"""The terms of a match in words: parses a typed clock, and describes it.

Typed words can be English in every language, or the current language; English is tried first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import UNSET
from msgspec.structs import replace

from bot.base.language import N_, gettext, ngettext, pgettext
from bot.engine.options import shown
from bot.engine.sentences import may_be_typed
from bot.engine.spelling import name_key
from bot.matches.clocks import LONGEST, AtZero, ClockTerms
from bot.matches.errors import LobbyRefusal
from bot.zones import zone_names

AT_ZERO: Mapping[AtZero, str] = {
    "remind": N_("a reminder, and nothing else"),
    "default": N_("the bot takes the least action for the player"),
    "resign": N_("the player resigns"),
}
"""The effects of a time that is up, in words."""

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
"""Clocks suggested by autocomplete; they can be typed in every language."""
USUAL_GRACE = ("none", "1 hour", "6 hours", "12 hours", "1 day")

_UNITS: Mapping[str, int] = {
    N_("w, week, weeks"): 7 * 24 * 3600,
    N_("d, day, days"): 24 * 3600,
    N_("h, hour, hours, hr, hrs"): 3600,
    N_("m, minute, minutes, min, mins"): 60,
    N_("s, second, seconds, sec, secs"): 1,
}
"""Seconds of a unit, by the words that may be typed for it. Translators may put any number of words into
these lists.
"""
_ONE = N_("a, an, one")
_AND = N_("and")
_NONE = N_("none, no, no clock, without, off")
_A_TURN = N_("a turn, per turn, each turn, every turn, turn")
"""Behind a time for each turn, and a stroke: "12h/turn"."""
_WEEKENDS = N_("without weekends in, no weekends in, weekends off in")
"""Between a clock and the time zone on whose Saturdays and Sundays it rests."""
_IN_ALL = N_("in all, for the whole match, for the match, a match")
"""Behind a bank."""


def read_clock(words: str, *, grace: str = "", at_zero: AtZero = "remind") -> ClockTerms:
    """Parse a typed clock: none, a time for each turn, or a bank with an increment.

    Behind it a zone can be typed in which it rests at weekends: "1 day a turn, without weekends in
    Europe/Berlin". Raises `LobbyRefusal` with a sentence that explains the form.
    """
    for phrase in may_be_typed(_WEEKENDS):
        clock, parted, zone = name_key(words).partition(f" {phrase} ")
        if parted:
            terms = read_clock(clock.rstrip(" ,;"), grace=grace, at_zero=at_zero)
            return replace(terms, weekends=_zone(zone, words))
    written = name_key(words)
    spare = read_grace(grace)
    if _is_none(written):
        if spare or at_zero != "remind":
            raise LobbyRefusal.translated(
                "Without a clock there is no time limit. Choose a clock too, or leave out the grace"
                " and what happens at zero."
            )
        return ClockTerms()
    first, plus, second = written.partition("+")
    if plus:
        bank, increment = _span(_cut(first, _IN_ALL), words), _span(_cut(second, _A_TURN), words)
        return ClockTerms("bank", bank, increment, grace=spare, at_zero=at_zero)
    bank_alone = _cut(written, _IN_ALL)
    if bank_alone != written:
        return ClockTerms("bank", _span(bank_alone, words), grace=spare, at_zero=at_zero)
    return ClockTerms("turn", _span(_cut(written, _A_TURN), words), grace=spare, at_zero=at_zero)


def _zone(word: str, whole: str) -> str:
    """Return the name of the time zone of a typed clock. Raises `LobbyRefusal`."""
    wanted = "_".join(word.strip(" ()").split())
    names = {name_key(name): name for name in zone_names()}
    cities = [name for key, name in names.items() if "/" in key and key.rpartition("/")[2] == wanted]
    zone = names.get(wanted) or (cities[0] if len(cities) == 1 else None)
    if zone is None:
        raise LobbyRefusal.translated(
            "{words} names no time zone for the weekends. Write a region and a city behind the clock, such as"
            ' "1 day a turn, without weekends in Europe/Berlin".',
            words=shown(whole),
        )
    return zone


def read_span(words: str) -> int:
    """Return the seconds of a text such as "2 days" or "1d 12h". Raises `LobbyRefusal`."""
    return _read(words, N_('{words} is not a time. Write for instance "2 days", "12h" or "1d 12h".'))


def read_grace(words: str) -> int:
    """Return the seconds of a grace, 0 for none. Raises `LobbyRefusal`."""
    if _is_none(name_key(words)):
        return 0
    return _read(words, N_('{words} is not a grace. Write for instance "2 days", "12h" or "1d 12h".'))


def in_figures(terms: ClockTerms) -> str:
    """Return the stored form of a clock: exact to the second, the same in every language."""
    if terms.weekends:
        return f"{in_figures(replace(terms, weekends=UNSET))}, without weekends in {terms.weekends}"
    if terms.kind == "none":
        return "none"
    if terms.kind == "turn":
        return f"{span_in_figures(terms.seconds)} a turn"
    bank = f"{span_in_figures(terms.seconds)} in all"
    return f"{bank} + {span_in_figures(terms.increment)} a turn" if terms.increment else bank


def span_in_figures(seconds: int) -> str:
    """Return the stored form of a time span: "1d 12h"; "" for none."""
    left, parts = seconds, []
    for unit, size in (("d", 86400), ("h", 3600), ("m", 60), ("s", 1)):
        count, left = divmod(left, size)
        parts += [f"{count}{unit}"] if count else []
    return " ".join(parts)


def clock_in_words(terms: ClockTerms) -> str:
    """Describe a clock: "1 day a turn, 2 hours of grace; then ..."."""
    if terms.kind == "none":
        return gettext("no clock")
    clock, then = _running(terms), gettext(AT_ZERO[terms.at_zero])
    if terms.weekends:
        clock = gettext("{clock}, without Saturdays and Sundays ({zone})", clock=clock, zone=terms.weekends)
    if not terms.grace:
        return gettext("{clock}; then {what_happens}", clock=clock, what_happens=then)
    return gettext(
        "{clock}, {time} of grace; then {what_happens}",
        clock=clock,
        time=duration(terms.grace),
        what_happens=then,
    )


def _running(terms: ClockTerms) -> str:
    time = duration(terms.seconds)
    if terms.kind == "turn":
        return gettext("{time} a turn", time=time)
    if not terms.increment:
        return gettext("{bank} for the whole match", bank=time)
    gained = duration(terms.increment)
    if terms.cap:
        return gettext(
            "{bank} for the whole match + {increment} a turn, at most {cap}",
            bank=time,
            increment=gained,
            cap=duration(terms.cap),
        )
    return gettext("{bank} for the whole match + {increment} a turn", bank=time, increment=gained)


def offered(terms: ClockTerms) -> str:
    """Return a clock in few words, as it can be typed: "3 days + 12 hours a turn"."""
    if terms.weekends:
        clock = offered(replace(terms, weekends=UNSET))
        return gettext("{clock}, without weekends in {zone}", clock=clock, zone=terms.weekends)
    if terms.kind == "none":
        return pgettext("clock", "none")
    if terms.kind == "turn":
        return _running(terms)
    return gettext(
        "{bank} + {increment} a turn", bank=duration(terms.seconds), increment=duration(terms.increment)
    )


def offered_grace(seconds: int) -> str:
    """Return a grace in a few words: "6 hours", "none"."""
    return duration(seconds) if seconds else pgettext("clock", "none")


def duration(seconds: float) -> str:
    """Return a span of time in words: "2 days 3 hours", the two largest units."""
    days, left = divmod(max(int(seconds), 0), 86400)
    hours, left = divmod(left, 3600)
    minutes, rest = divmod(left, 60)
    parts = [
        ngettext("{number} day", "{number} days", days) if days else "",
        ngettext("{number} hour", "{number} hours", hours) if hours else "",
        ngettext("{number} minute", "{number} minutes", minutes) if minutes else "",
        ngettext("{number} second", "{number} seconds", rest) if rest else "",
    ]
    return " ".join([part for part in parts if part][:2]) or gettext("no time")


_TOO_LONG = N_("{words} is too long: at most 60 days.")


def _span(words: str, whole: str) -> int:
    """Return the seconds of a part of a typed clock. Raises `LobbyRefusal` about the whole."""
    seconds = _seconds(words.strip())
    if seconds is None:
        raise LobbyRefusal.translated(
            '{words} is not a clock. Write "none", "1 day a turn", "12h", or a bank such as'
            ' "3 days + 12 hours a turn".',
            words=shown(whole),
        )
    if seconds > LONGEST:
        raise LobbyRefusal.translated(
            "{words} is too long: a turn or a bank has at most 60 days.", words=shown(whole)
        )
    return seconds


def _read(words: str, not_one: str) -> int:
    """Return the seconds of a typed time. Raises `LobbyRefusal`, with `not_one` for any other text."""
    seconds = _seconds(name_key(words))
    if seconds is None or seconds > LONGEST:
        raise LobbyRefusal.translated(not_one if seconds is None else _TOO_LONG, words=shown(words))
    return seconds


def _seconds(words: str) -> int | None:
    """Return the seconds in "1d 12h", "2 days and 3 hours", "1.5 h" or "a day"; None for anything else."""
    first, blank, rest = words.partition(" ")
    words = f"1 {rest}" if blank and first in may_be_typed(_ONE) else words
    units = {word: size for unit, size in _UNITS.items() for word in gettext(unit).lower().split(", ")}
    units |= {word: size for unit, size in _UNITS.items() for word in unit.split(", ")}
    between = "|".join([",", *[rf"{re.escape(word)}\b" for word in may_be_typed(_AND)]])
    # A number, its unit and the separator after it. A comma or a point with one or two digits behind it is a
    # fraction in every language: "1,5 h" are 90 minutes, "1,000 h" is no time.
    part = re.compile(rf"([0-9]{{1,6}}(?:[.,][0-9]{{1,2}})?)\s*([^\W\d_]+)\.?\s*(?:{between})?\s*")
    seconds = at = 0
    while at < len(words):
        read = part.match(words, at)
        if read is None or read[2] not in units:
            return None
        seconds += round(float(read[1].replace(",", ".")) * units[read[2]])
        at = read.end()
    return seconds if words else None


def _cut(words: str, endings: str) -> str:
    """Return the words without the ending among these that they have."""
    words = words.rstrip()
    for ending in sorted(may_be_typed(endings), key=len, reverse=True):
        if words.endswith(ending):
            return words.removesuffix(ending).rstrip(" /")
    return words


def _is_none(words: str) -> bool:
    return words in ("", "0", *may_be_typed(_NONE))
