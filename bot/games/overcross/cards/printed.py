"""The terms that cards and rules share: what is printed on a card besides its text (OVC-01 to OVC-03)."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from bot.engine.cards.nodes import Node

Kind: TypeAlias = Literal["character", "edit", "terrain", "event"]
Genre: TypeAlias = Literal["Fantasy", "Sci-Fi", "Modern", "Online", "None"]
Mark: TypeAlias = Literal["", "leader", "champion", "legend"]
Reach: TypeAlias = Literal["fist", "aim", "star"]
"""fist: melee; aim: ranged; star: special, ranged where it has rng (OVC-17)."""
Size: TypeAlias = Literal["m", "M", "F", "free"]
"""A minor, major, full or free action (OVC-02, OVC-03)."""
Stat: TypeAlias = Literal["acc", "defense", "dmg", "speed", "rng"]
Deed: TypeAlias = Literal["act", "move", "attack", "star", "special"]
"""What can be forbidden. act: any action; move: as the minor action; attack: any attack; star: star attacks;
special: activated effects of sizes m, M and F (OVC-34)."""


class Attack(Node, frozen=True):
    """An attack printed on a Character, or granted by an edit (OVC-02, OVC-17)."""

    reach: Reach
    dmg: Annotated[int, Meta(ge=1, le=6)]
    acc: Annotated[int, Meta(ge=0, le=6)] = 0
    """0 for a star that succeeds without a roll."""
    rng: Annotated[int, Meta(ge=0, le=8)] = 0
    """In squares; 0 for a fist, and for a star that needs no line of sight."""
    size: Literal["m", "M", "F"] = "M"

    @property
    def ranged(self) -> bool:
        """Whether it counts as a ranged attack: aim, and star with rng (OVC-34)."""
        return self.reach == "aim" or (self.reach == "star" and self.rng > 0)
