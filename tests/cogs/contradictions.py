"""Faults in the words of a post: a repeated line, or two lines that contradict each other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence

WAITING = re.compile(r"(?:Waiting for|Warten auf) ([^.]*)\.")
CHOSEN = re.compile(
    r"(\d+) (?:of|von) (\d+) (?:has chosen|have chosen|hat gewählt|haben gewählt)\."
    r" (?:Waiting for|Warten auf) ([^.]*)\."
)
DONE = re.compile(
    r"(?:Have chosen: |Passed: |Standing: |Gewählt haben: |Gepasst: |Stehen geblieben: )([^.\n]*)"
    r"|(\S+ \*\*[^*]+\*\*) (?:has chosen|is ready|hat gewählt|ist bereit)\."
)
RULES = "-# "
"""Prefixes of subtext lines, which may be repeated for several things."""


def faults(words: str, names: Sequence[str]) -> list[str]:
    """Return the faults in the words of one post."""
    lines = Counter(line.strip() for line in words.splitlines() if line.strip())
    found = [f"twice: {line}" for line, times in lines.items() if times > 1 and not line.startswith(RULES)]
    for waiting in WAITING.findall(words):
        awaited = _named(waiting, names)
        for together, alone in DONE.findall(words):
            both = awaited & _named(f"{together} {alone}", names)
            found += [f"awaited and done: {name}" for name in sorted(both)]
    for number, everybody, waiting in CHOSEN.findall(words):
        if int(everybody) - int(number) != len(_named(waiting, names)):
            found.append(f"miscounted: {number} of {everybody}, and {waiting}")
    return found


def awaited_in(words: str, names: Sequence[str]) -> Collection[str] | None:
    """Return the players for whom a post says it waits; None if it does not say."""
    found = WAITING.search(words)
    return _named(found[1], names) if found else None


def _named(words: str, names: Sequence[str]) -> set[str]:
    return {name for name in names if re.search(rf"\b{name}\b", words)}
