"""A file of abilities with their texts: reading and writing."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from bot.games.arclash.cards.words import VOCABULARY
from bot.games.arclash.cards.words.abilities import Ability
from tests.engine.cards.telling import explain

TEXTS: Final = Path(__file__).parent / "files" / "texts.txt"
_INDENT: Final = "    "
"""The indentation of a text, with nothing else before it."""


class Entry(NamedTuple):
    """One ability of the file, and the stored text."""

    number: int
    """The number of its line."""
    written: str
    text: str
    """before it was first generated."""

    @property
    def ability(self) -> Ability:
        return read(self.written)


def read(written: str) -> Ability:
    """Return an ability from its table as in a card file. Raises `ValueError`."""
    return msgspec.convert(tomllib.loads(f"ability = {written}")["ability"], VOCABULARY.of(Ability))


def entries(text: str) -> Iterator[Entry]:
    """Yield the abilities of a file with their texts."""
    lines = text.splitlines()
    for at, line in enumerate(lines):
        if line.startswith("{"):
            behind = lines[at + 1] if at + 1 < len(lines) else ""
            yield Entry(at + 1, line, behind.removeprefix(_INDENT) if behind.startswith(_INDENT) else "")


def rewritten(text: str) -> str:
    """Return the file with every text generated again; all other lines are kept."""
    lines: list[str] = []
    for line in text.splitlines():
        if not line.startswith(_INDENT):
            lines.append(line)
        if line.startswith("{"):
            lines.append(f"{_INDENT}{explain(read(line))}")
    return "\n".join(lines) + "\n"
