"""Building blocks of screens, within Discord's limits: selects of at most 25 options, buttons in fives."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from bot.engine.menus import OPTIONS
from bot.engine.squaremenu import Lanes
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

    @property
    def _lanes(self) -> Lanes:
        return Lanes(self.width, lambda square: self._deeds[square].label, self._row_key)

    def groups(self) -> list[Group]:
        """Return the select of the squares, or of their rows."""
        return self._lanes.groups(self.prompt, self._deeds, self._choice)

    def row(self, key: str) -> Spots | None:
        """Return the squares of the row of this key, or None where no row is to be chosen."""
        lane = self._lanes.of(self._deeds).get(key) if self.crowded else None
        if lane is None:
            return None
        inside = {square: self._deeds[square] for square in lane.squares}
        return Spots(self.letter, self.prompt, inside, self.width)

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
