"""The interface of the words of Neo-Combat to the table, in addition to that of the language."""

from __future__ import annotations

from typing import Literal, Protocol, TypeAlias

from bot.engine.cards.table import HandTable, TableQueries
from bot.engine.contract import Seat

SELF = "self"
"""The name under which a card remembers the varan that uses it."""
IT: Literal["it"] = "it"
"""The name of the remembered target; for an answer, of the varan that attacks."""
FOE = "foe"
"""The name of the remembered seat of the target's owner; for an answer, of the seat that attacks or spots."""

Reference: TypeAlias = Literal["it", "self"]
"""A varan that a card remembers: its target or the attacker, or the own varan that uses it or is attacked."""
State: TypeAlias = Literal["revealed", "damaged", "sideways", "in-centre"]
"""The publicly visible states of a varan."""

Threat: TypeAlias = Literal["shot", "flame", "strike", "sensor"]
"""The kinds of attack that can be answered (NEO-10); a flame differs from a shot only for answers
(NEO-17).
"""


class VaranQueries(TableQueries, Protocol):
    """Queries to a table with varans: public information only, so little of a cloaked varan."""

    def shows(self, token: int, attribute: str) -> bool:
        """Return whether a revealed varan has an attribute."""

    def is_so(self, token: int, state: State) -> bool:
        """Return whether a varan is in this state. A cloaked one does not count as damaged, because its
        damage is hidden.
        """


class VaranTable(VaranQueries, HandTable, Protocol):
    """A table with varans. Changes record their events. Nothing happens to varans that have left the game."""

    def threaten(self, kind: Threat, by: int) -> None:
        """Begin an attack with this damage, or a sensor, with the varans that the card remembers."""

    def weaken(self, by: int | None) -> None:
        """Reduce the current attack or sensor by this amount; None to cancel it."""

    def turn(self, token: int) -> None:
        """Turn a varan sideways, unless it is already."""

    def cloak(self, token: int) -> None:
        """Cloak a varan, unless it is already."""

    def uncloak(self, token: int) -> None:
        """Reveal a varan, unless it is already."""

    def harm(self, token: int, by: int, seat: Seat) -> None:
        """Do damage to a varan for a seat; a cloaked one is revealed first (NEO-12)."""

    def mend(self, token: int, by: int) -> None:
        """Remove damage from a varan, at most all of it."""
