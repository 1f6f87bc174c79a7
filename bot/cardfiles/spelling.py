"""Which known word a person may have meant."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz import fuzz, process

from bot.engine.language import gettext

_ALIKE = 67
"""How like a known word (0 to 100) an unknown one must be to be taken for its misspelling."""
_LISTED = 12
"""Known words that are told when none of them is like the unknown one, at most."""
_LONGEST = 60
"""Characters of an unknown word that are looked at."""


def nearest(given: str, known: Iterable[str]) -> str:
    """Return the known word that is like the given one, whatever their case; "" where none is."""
    names = {name.casefold(): name for name in known}
    found = process.extractOne(
        given.casefold()[:_LONGEST], list(names), scorer=fuzz.ratio, score_cutoff=_ALIKE
    )
    return names[found[0]] if found else ""


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
