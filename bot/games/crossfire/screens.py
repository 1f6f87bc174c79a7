"""Building blocks of screens, within Discord's limits: selects of at most 25 options, buttons in fives."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from bot.engine.language import gettext, ngettext
from bot.engine.menus import OPTIONS, select
from bot.engine.wording import Choice, Group
from bot.games.crossfire.actions import CrossfireAction


class Deed(msgspec.Struct, frozen=True):
    """An action that a screen offers, and how it is called there; choosing it asks for confirmation."""

    action: CrossfireAction
    label: str
    hint: Callable[[], str]
    """Asked only where the hint is shown: some need the power of a whole table."""


class Spots:
    """Squares to choose among for one thing; where they are too many for a select, the row comes first."""

    def __init__(self, letter: str, prompt: str, deeds: Mapping[int, Deed], width: int) -> None:
        self.letter, self.prompt, self.width = letter, prompt, width
        self._deeds = dict(sorted(deeds.items()))

    @property
    def crowded(self) -> bool:
        """Whether the row is chosen first."""
        return len(self._deeds) > OPTIONS

    @property
    def squares(self) -> frozenset[int]:
        """All the squares."""
        return frozenset(self._deeds)

    def groups(self) -> list[Group]:
        """Return the select of the squares, or of their rows."""
        if not self.crowded:
            return select(self.prompt, [self._choice(square) for square in self._deeds])
        rows: dict[int, list[int]] = {}
        for square in self._deeds:
            rows.setdefault(square // self.width, []).append(square)
        choices = []
        for row, squares in rows.items():
            first, last = self._deeds[squares[0]].label, self._deeds[squares[-1]].label
            span = first if first == last else gettext("{first} to {last}", first=first, last=last)
            choices.append(Choice(self._row_key(row), _row_label(row, len(squares)), span))
        return select(gettext("{prompt}: first the row", prompt=self.prompt), choices)

    def row(self, key: str) -> Spots | None:
        """Return the squares of the row of this key, or None where no row is to be chosen."""
        if not self.crowded:
            return None
        inside = {
            square: deed for square, deed in self._deeds.items() if self._row_key(square // self.width) == key
        }
        return Spots(self.letter, self.prompt, inside, self.width) if inside else None

    def deed(self, key: str) -> Deed | None:
        """Return what the choice of this key does, or None."""
        if self.crowded:
            return None
        return next((deed for square, deed in self._deeds.items() if self._key(square) == key), None)

    def _choice(self, square: int) -> Choice:
        deed = self._deeds[square]
        return Choice(self._key(square), deed.label, deed.hint())

    def _key(self, square: int) -> str:
        return f"{self.letter}{square}"

    def _row_key(self, row: int) -> str:
        return f"{self.letter}-row{row + 1}"


def _row_label(row: int, squares: int) -> str:
    return ngettext("Row {row}: {number} square", "Row {row}: {number} squares", squares, row=row + 1)
