"""What the words of Neo-Combat need of the table, besides what the language itself needs."""

from __future__ import annotations

from typing import Literal, Protocol, TypeAlias

from bot.engine.cards.table import HandTable, TableQueries
from bot.engine.contract import Seat

SELF = "self"
"""The name under which a card remembers the varan that uses it."""
IT: Literal["it"] = "it"
"""The name under which it remembers the varan it is meant for; an answer, the varan that attacks."""
FOE = "foe"
"""The name under which it remembers whose varan that is, by the seat; an answer, who attacks or spots."""

Reference: TypeAlias = Literal["it", "self"]
"""A varan that a card remembers: the one it is meant for or that attacks, or the own one that uses it or is
attacked."""
State: TypeAlias = Literal["revealed", "damaged", "sideways", "in-centre"]
"""What may be so of a varan, as everybody sees it."""

Threat: TypeAlias = Literal["shot", "flame", "strike", "sensor"]
"""What can be answered (NEO-10); a flame is a shot but for answers (NEO-17)."""


class VaranQueries(TableQueries, Protocol):
    """What can be asked of a table with varans on it: what everybody sees, of a cloaked one but little."""

    def shows(self, token: int, attribute: str) -> bool:
        """Return whether a varan that lies open has an attribute."""

    def is_so(self, token: int, state: State) -> bool:
        """Return whether this is so of a varan; a cloaked one is not damaged, as nobody sees it."""


class VaranTable(VaranQueries, HandTable, Protocol):
    """A table with varans on it. Those that do a thing tell it. Nothing happens to who has left the game."""

    def threaten(self, kind: Threat, by: int) -> None:
        """Begin an attack of so much damage, or a sensor, with the varans that the card has named."""

    def weaken(self, by: int | None) -> None:
        """Take so much off the attack or sensor in question; None to stop it."""

    def turn(self, token: int) -> None:
        """Turn a varan sideways, unless it is."""

    def cloak(self, token: int) -> None:
        """Cloak a varan, unless it is."""

    def uncloak(self, token: int) -> None:
        """Reveal a varan, unless it is."""

    def harm(self, token: int, by: int, seat: Seat) -> None:
        """Do damage to a varan for a seat; a cloaked one is revealed first (NEO-12)."""

    def mend(self, token: int, by: int) -> None:
        """Take damage off a varan, as far as it has any."""
