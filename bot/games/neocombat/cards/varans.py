"""The varans: what is printed on their cards (NEO-02)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

Attribute: TypeAlias = Literal[
    "fighter", "tough", "flamer", "accurate", "firepower", "sensors", "sniper", "berserk"
]
"""What a varan is good at, or "" where a card asks for nothing."""

Speed = Annotated[int, Meta(ge=1, le=3)]


class Varan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One varan of the roster; of each there is one."""

    id: Annotated[str, Meta(pattern=r"^[A-Z][0-9]{1,2}$")]
    """Always shown beside the name: names repeat (NEO-18b)."""
    name: Annotated[str, Meta(min_length=1, max_length=20)]
    speed: Speed
    health: Annotated[int, Meta(ge=1, le=12)]
    """The damage that kills it (NEO-12)."""
    attributes: Annotated[tuple[Attribute, ...], Meta(max_length=8)]

    @property
    def worth(self) -> int:
        """What it counts for where teams are dealt alike (NEO-01a)."""
        return self.speed + self.health + sum([2 if each in _DEAR else 1 for each in self.attributes])


_DEAR = ("fighter", "accurate", "sensors")
"""The attributes that draw cards again and again, and so count twice."""

Roster: TypeAlias = Sequence[Varan]
"""All varans, by the number that stands for each in a match."""
