"""Which known word was meant in a card file, to stand at the end of a sentence."""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine.language import gettext
from bot.engine.spelling import nearest

_LISTED = 12
"""Known words that are told when none of them is like the unknown one, at most."""


def meant(given: str, known: Iterable[str]) -> str:
    """Return ' (did you mean "..."?)' when a known word is like the given one, else nothing."""
    near = nearest(given, known)
    return gettext(' (did you mean "{near}"?)', near=near) if near else ""


def meant_or_listed(given: str, known: Iterable[str]) -> str:
    """Return what may be meant, or else all that it could be, where that is not too much."""
    names = [name for name in known if name]
    hint = meant(given, names)
    if hint or not 0 < len(names) <= _LISTED:
        return hint
    return could_be(names)


def could_be(words: Iterable[str]) -> str:
    """Return all that something could be, to stand at the end of a sentence."""
    return gettext(": it could be {words}", words=", ".join(words))
