"""A file of abilities with their texts: how it is read, and how it is written."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from bot.games.arclash.cards.words import VOCABULARY, Ability
from tests.engine.cards.telling import explain

TEXTS: Final = Path(__file__).parent / "files" / "texts.txt"
_INDENT: Final = "    "
"""What a text stands behind, and nothing else."""


class Entry(NamedTuple):
    """One ability as it is written, and the text that is kept for it."""

    number: int
    """The line it stands on."""
    written: str
    text: str
    """"" before it was first generated."""

    @property
    def ability(self) -> Ability:
        return read(self.written)


def read(written: str) -> Ability:
    """Return an ability from its table as in a file of cards. Raises `ValueError`."""
    return msgspec.convert(tomllib.loads(f"ability = {written}")["ability"], VOCABULARY.of(Ability))


def entries(text: str) -> Iterator[Entry]:
    """Yield the abilities of a file with their texts."""
    lines = text.splitlines()
    for at, line in enumerate(lines):
        if line.startswith("{"):
            behind = lines[at + 1] if at + 1 < len(lines) else ""
            yield Entry(at + 1, line, behind.removeprefix(_INDENT) if behind.startswith(_INDENT) else "")


def rewritten(text: str) -> str:
    """Return the file with every text as it is generated now; all other lines stay."""
    lines: list[str] = []
    for line in text.splitlines():
        if not line.startswith(_INDENT):
            lines.append(line)
        if line.startswith("{"):
            lines.append(f"{_INDENT}{explain(read(line))}")
    return "\n".join(lines) + "\n"
