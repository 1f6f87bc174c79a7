"""What the words of Neo-Combat need of the table, besides what the language itself needs."""

from __future__ import annotations

from typing import Literal, Protocol, TypeAlias

from bot.engine.cards.table import Table

SELF = "self"
"""The name under which a card remembers the varan that uses it."""
IT = "it"
"""The name under which it remembers the varan it is meant for."""

Threat: TypeAlias = Literal["shot", "flame", "strike", "sensor"]
"""What can be answered (NEO-10); a flame is a shot but for answers (NEO-17)."""


class VaranTable(Table, Protocol):
    """A table with varans on it. Those that do a thing tell it."""

    def threaten(self, kind: Threat, by: int) -> None:
        """Begin an attack of so much damage, or a sensor, with the varans that the card has named."""

    def weaken(self, by: int | None) -> None:
        """Take so much off the attack or sensor in question; None to stop it."""

    def turn(self, token: int) -> None:
        """Turn a varan sideways."""

    def cloak(self, token: int) -> None:
        """Cloak a revealed varan."""

    def mend(self, token: int, by: int) -> None:
        """Take damage off a varan, as far as it has any."""
