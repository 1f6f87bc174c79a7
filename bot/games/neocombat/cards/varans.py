"""The varans: the printed values of their cards (NEO-02)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import Meta

from bot.base.language import OwnText, messages, pgettext

Attribute: TypeAlias = Literal[
    "fighter", "tough", "flamer", "accurate", "firepower", "sensors", "sniper", "berserk"
]
"""A varan's attribute in the rules; a set may add its own traits."""

Trait = Annotated[str, Meta(min_length=1, max_length=20)]
"""An attribute, or a trait that a set declares."""
Speed = Annotated[int, Meta(ge=1, le=3)]


class Varan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One varan of the roster; each exists once."""

    id: Annotated[str, Meta(pattern=r"^[A-Z][0-9]{1,2}$")]
    """Always shown beside the name, because names are not unique (NEO-18b)."""
    name: Annotated[str, Meta(min_length=1, max_length=20)]
    speed: Speed
    health: Annotated[int, Meta(ge=1, le=12)]
    """The damage that kills it (NEO-12)."""
    attributes: Annotated[tuple[Trait, ...], Meta(max_length=8)]
    """Attributes of the rules, and traits declared by its set."""
    artist: Annotated[str, Meta(max_length=40)] = ""
    """The artist; "" for the cards that the renderer draws."""
    kind: ClassVar[str] = "varan"

    @property
    def number(self) -> str:
        """Its number as a card: its id."""
        return self.id

    @property
    def worth(self) -> int:
        """Its weight when teams of equal weight are dealt (NEO-01a)."""
        return self.speed + self.health + sum([2 if each in _DEAR else 1 for each in self.attributes])


_DEAR = ("fighter", "accurate", "sensors")
"""The attributes that draw cards repeatedly, and therefore count twice."""

Roster: TypeAlias = Sequence[Varan]
"""All varans; a varan's number in a match is its index."""


def attribute_name(attribute: str) -> str:
    """Return the readable name of an attribute; for a set's own trait the set's translation."""
    if attribute in ATTRIBUTES:
        return pgettext("attribute", ATTRIBUTES[attribute])
    return attribute.said() if isinstance(attribute, OwnText) else attribute


ATTRIBUTES = messages("neocombat", "attributes", dict[str, str])
"""The attributes of the rules, with their names."""


def words_of_attributes(roster: Roster) -> dict[str, str]:
    """Return all attributes by their words in positions: a set's own traits, which may be several words, are
    `trait1`, `trait2`, ... in alphabetical order.
    """
    own = sorted({str(each) for varan in roster for each in varan.attributes} - ATTRIBUTES.keys())
    return {each: each for each in ATTRIBUTES} | {f"trait{at}": each for at, each in enumerate(own, 1)}
