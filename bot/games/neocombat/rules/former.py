"""Version 1 of the rules, for the matches opened with it: before NEO-04b was ruled."""

from __future__ import annotations

from typing import ClassVar

from bot.games.neocombat.rules.rules import NeoCombatRules
from bot.games.neocombat.rules.table import Table


class FirstTable(Table):
    """A match in progress of change, under version 1: a special may be among what it draws itself."""

    def _aside(self, card: int) -> tuple[int, ...]:  # noqa: ARG002
        """Return nothing: a refill shuffles the played card too."""
        return ()


class FirstRules(NeoCombatRules):
    """Version 1 of the rules."""

    version: ClassVar[str] = "1"
    table: ClassVar[type[Table]] = FirstTable
