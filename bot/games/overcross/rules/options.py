"""The options of a match of Overcross."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from bot.engine.cards.game import STANDARD
from bot.engine.cards.rules import PlayedCards
from bot.engine.options import KEPT
from bot.games.overcross.cards.objectives import MARKS, Objective
from bot.games.overcross.cards.printed import Mark

Victims: TypeAlias = Literal["leader", "champion", "both"]
Opening: TypeAlias = Literal["plain", "half", "card"]
Zones: TypeAlias = Literal["edges", "corners"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a match; each field's description is shown where a player chooses it."""

    objective: Annotated[
        Objective,
        Meta(description="What wins: kill a leader, bring a legend, fetch a flag, invade, kill most"),
    ] = "assassination"
    victims: Annotated[
        Victims, Meta(description="Assassination: the target: the leader, the champion, or both")
    ] = "leader"
    score: Annotated[
        int,
        Meta(ge=0, le=100, description="Points for Invasion (1 to 30) or death match (5 to 100); 0: default"),
    ] = 0
    """In normalized options 10 for the Invasion, 20 for the death match, 0 otherwise (OVC-26, OVC-27)."""
    rounds: Annotated[int, Meta(ge=0, le=60, description="The round limit, 10 to 60; 0: default")] = 0
    """In normalized options 25, for the death match 15 (OVC-28)."""
    opening: Annotated[
        Opening,
        Meta(description="Help for the others: none, half the first play limit, or one more card"),
    ] = "plain"
    """The compensation for the first seat's advantage (OVC-42)."""
    points: Annotated[int, Meta(ge=30, le=300, description="The maximum deck cost of a deck, 30 to 300")] = (
        100
    )
    width: Annotated[int, Meta(ge=7, le=21, description="Columns of the grid: odd, 7 to 21")] = 11
    height: Annotated[
        int, Meta(ge=7, le=21, description="Rows of the grid: odd, 7 to 21; with 3 or 4 seats as columns")
    ] = 11
    zones: Annotated[
        Zones,
        Meta(description="Three seats: an edge each, or seats 1 and 2 in the corners across from seat 3"),
    ] = "edges"
    """Where the deploy zones are (OVC-12).

    `corners` is for three seats, who are not as far from one another at three edges.
    """
    rulings: Annotated[
        Literal[2, 3, 4] | UnsetType,
        Meta(description="The rulings a match was opened with", extra=dict(KEPT)),
    ] = UNSET
    """2 with those of OVC-09 and OVC-44 to OVC-46; 3 also with the ways of OVC-13 inside a harmful area; 4,
    under which persons open matches, also with deaths that a resignation does not undo (OVC-37); UNSET for a
    match that was opened before them.
    """
    cards: PlayedCards = STANDARD
    """In normalized options the hash of the pool (`bot.games.overcross.cards.cards.Pool`)."""

    @property
    def mended(self) -> bool:
        """Whether the rulings of OVC-09 and OVC-44 to OVC-46 hold."""
        return self.rulings is not UNSET

    @property
    def spares(self) -> bool:
        """Whether a Character takes the way with the fewest counters, also within a harmful area: it is
        harmed each time it enters from outside (OVC-13). Of ways that kill it takes one on which it arrives
        (OVC-41).
        """
        return self.rulings is not UNSET and self.rulings >= 3

    @property
    def settles(self) -> bool:
        """Whether Characters of a seat that resigns die first, if a card still asks about their death."""
        return self.rulings == 4

    @property
    def goal(self) -> str:
        """What wins: the victims of an Assassination, else the objective."""
        return self.victims if self.objective == "assassination" else self.objective

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks of the Characters that each seat names beside its deck, in order (OVC-23, OVC-24)."""
        return MARKS[self.goal]

    @property
    def has_points(self) -> bool:
        """Whether points win (OVC-26, OVC-27)."""
        return self.objective in ("invasion", "deathmatch")
