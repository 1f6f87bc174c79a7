"""Text in several scripts, cut into runs of one script and one direction, in visual order.

Directions follow the Unicode Bidirectional Algorithm (UAX #9), as far as sentences with names need it: the
bot's text is left to right; a name is isolated and has the direction of its own first strong character.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import groupby
from typing import NamedTuple
from unicodedata import bidirectional

from renderers.kit.fonts import Script, script_of

_STRONG = {"L": 0, "R": 1, "AL": 1}
_NUMBERS = ("EN", "AN")
_MIRRORED = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")


class Run(NamedTuple):
    """A piece of text that is drawn with one font in one direction."""

    text: str
    """As it is read; a run of signs from right to left as it is seen."""
    script: Script | None
    """None for what Inter draws."""
    rightward: bool


@lru_cache(maxsize=1024)
def is_plain(text: str) -> bool:
    """Whether Inter draws all of a text."""
    return text.isascii() or not any(script_of(letter) for letter in text)


@lru_cache(maxsize=1024)
def runs_of(text: str) -> tuple[Run, ...]:
    """Return the runs of a text from left to right. An isolate may have lost its end with the text's."""
    runs: list[Run] = []
    for at, part in enumerate(_PARTS.split(text)):
        kinds = [bidirectional(letter) for letter in part] if at % 2 else []
        base = next((_STRONG[kind] for kind in kinds if kind in _STRONG), 0)
        runs += _runs(part, base)
    return tuple(runs)


def isolated(name: str) -> str:
    """Return a name for use in a sentence: within isolate marks where part of it is right to left."""
    return f"{_OPENED}{name}{_CLOSED}" if any(_STRONG.get(bidirectional(each)) for each in name) else name


_OPENED, _CLOSED = "\u2068", "\u2069"
_PARTS = re.compile(f"{_OPENED}([^{_CLOSED}]*){_CLOSED}?")


def _runs(text: str, base: int) -> list[Run]:
    letters = zip(text, _levels(text, base), _scripts(text), strict=True)
    pieces = []
    for (level, script), part in groupby(letters, key=lambda each: each[1:]):
        run = "".join([letter for letter, *_ in part])
        if script is None and level % 2:
            run = run[::-1].translate(_MIRRORED)
        pieces.append((level, Run(run, script, not level % 2)))
    return _ordered(pieces)


def _scripts(text: str) -> list[Script | None]:
    """Return the script of each character. A blank has the script of the character before it."""
    scripts: list[Script | None] = []
    for letter in text:
        scripts.append(scripts[-1] if letter == " " and scripts else script_of(letter))
    return scripts


def _levels(text: str, base: int) -> list[int]:
    """Return the embedding level of each character: odd ones are read from right to left."""
    levels: list[int | None] = []
    strong = base
    for kind in [bidirectional(letter) for letter in text]:
        if kind == "NSM" and levels:
            levels.append(levels[-1])
        elif kind in _STRONG:
            strong = _STRONG[kind]
            levels.append(strong if strong or not base else 2)
        elif kind in _NUMBERS:
            levels.append(2 if strong or base else 0)
        else:
            levels.append(None)
    return [_settled(levels, at, base) if level is None else level for at, level in enumerate(levels)]


def _settled(levels: Sequence[int | None], at: int, base: int) -> int:
    """Return the embedding level of a neutral character: its neighbours' level where they agree."""
    before = next((level for level in levels[at::-1] if level is not None), base)
    after = next((level for level in levels[at:] if level is not None), base)
    if not base:  # a number behind letters from right to left counts as one of them
        before, after = min(before, 1), min(after, 1)
    return before if before == after else base


def _ordered(pieces: Sequence[tuple[int, Run]]) -> list[Run]:
    """Return runs in visual order.

    From the highest level down, sequences of at least that level are reversed.
    """
    ordered = list(pieces)
    for level in range(max([each for each, _ in ordered], default=0), 0, -1):
        turned: list[tuple[int, Run]] = []
        for high, part in groupby(ordered, key=partial(_reaches, level)):
            together = list(part)
            turned += reversed(together) if high else together
        ordered = turned
    return [run for _, run in ordered]


def _reaches(level: int, piece: tuple[int, Run]) -> bool:
    return piece[0] >= level
