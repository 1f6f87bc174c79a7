"""The start of a table by line: "shuffle deck", "deal 5 from deck to hand", "put pawn on board A2 B2"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from bot.base.language import gettext
from bot.engine.cards.files.finding import meant_or_listed, quoted
from bot.engine.typed import fold

Verb: TypeAlias = Literal["shuffle", "deal", "put", "flip", "roll", "set"]
MOST_DEALT = 200


class BadStart(ValueError):  # noqa: N818 - the sentence names the error
    """A line of the start that cannot be read or carried out."""

    def __init__(self, sentence: str, number: int = 0) -> None:
        super().__init__(sentence)
        self.number = number
        """The number of the line, from 0."""


class Step(NamedTuple):
    """A line of the start."""

    verb: Verb
    zone: str = ""
    """The zone that is shuffled, flipped or rolled, or from which is dealt."""
    to: str = ""
    """The zone to which is dealt or on which is put."""
    number: int = 0
    """How many are dealt, or what a counter is set to."""
    what: str = ""
    """The kind that is put, or the counter that is set."""
    squares: tuple[str, ...] = ()
    """Where on a board it is put."""


_LINES = (
    re.compile(r"(?P<verb>shuffle|flip|roll)\s+(?P<zone>.+)", re.I),
    re.compile(r"(?P<verb>deal)\s+(?P<count>\d{1,4})\s+from\s+(?P<zone>.+?)\s+to\s+(?P<to>.+)", re.I),
    re.compile(r"(?P<verb>put)\s+(?P<what>.+?)\s+on\s+(?P<to>.+)", re.I),
    re.compile(r"(?P<verb>set)\s+(?P<what>.+?)\s+to\s+(?P<count>-?\d{1,4})", re.I),
)


def read_step(line: str, zones: Sequence[str], kinds: Sequence[str], counters: Sequence[str]) -> Step:
    """Return a line of the start, with the names of the file. Raises `BadStart` with what it could be."""
    words = " ".join(line.split())
    form = next((match for pattern in _LINES if (match := pattern.fullmatch(words))), None)
    if form is None:
        raise BadStart(
            gettext(
                '"{line}" cannot be read: write "shuffle deck", "deal 5 from deck to hand", "put pawn on'
                ' board A1 B1", "flip row", "roll dice" or "set points to 3".',
                line=quoted(line),
            )
        )
    said = form.groupdict()
    verb: Verb = said["verb"].lower()  # type: ignore[assignment]
    step = Step(verb, number=int(said.get("count") or 0))
    if verb == "deal" and not 1 <= step.number <= MOST_DEALT:
        raise BadStart(gettext("deal from 1 to {most} at once.", most=MOST_DEALT))
    if said.get("zone"):
        step = step._replace(zone=_named(said["zone"], zones, gettext("zone")))
    if verb == "deal":
        step = step._replace(to=_named(said["to"], zones, gettext("zone")))
    elif verb == "put":
        to, squares = _place(said["to"], zones)
        step = step._replace(
            to=to, squares=squares, what=_named(said["what"], kinds, gettext("card or piece"))
        )
    elif verb == "set":
        step = step._replace(what=_named(said["what"], counters, gettext("counter")))
    return step


def _named(word: str, names: Sequence[str], what: str) -> str:
    """Return the name that a word means, whatever its case. Raises `BadStart`."""
    known = {fold(name): name for name in names}
    known_as = known.get(fold(word))
    if known_as is None:
        raise BadStart(
            gettext(
                'there is no {what} "{word}"{hint}.',
                what=what,
                word=quoted(word),
                hint=meant_or_listed(word, names),
            )
        )
    return known_as


def _place(words: str, zones: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Return the zone with which these words begin, the longest one, and the squares after it."""
    parts = words.split(" ")
    known = {fold(name): name for name in zones}
    for length in range(len(parts), 0, -1):
        zone = known.get(fold(" ".join(parts[:length])))
        if zone is not None:
            squares = " ".join(parts[length:])
            return zone, tuple(
                [
                    each.strip()
                    for each in re.split(r"[,;]" if "," in squares else r"\s", squares)
                    if each.strip()
                ]
            )
    return _named(parts[0], zones, gettext("zone")), ()
