"""Which varans a card is for: the one that uses it, and the one it is meant for."""

from __future__ import annotations

from typing import ClassVar, Literal

from bot.engine.cards.nodes import Node
from bot.engine.language import N_, gettext, pgettext
from bot.games.neocombat.cards.varans import Attribute


class User(Node, frozen=True):
    """The varan of yours that uses the card: one that is not sideways, and is turned sideways by it."""

    measured: ClassVar[bool] = False
    attribute: Attribute | Literal[""] = ""
    """What it must have; "" for any varan."""
    hides: Attribute | Literal[""] = ""
    """With this attribute it is not revealed by a shot."""


class Target(Node, frozen=True):
    """The varan that the card is meant for: one for which all of it holds."""

    measured: ClassVar[bool] = False
    pieces: Literal["enemy", "own"] = "enemy"
    state: Literal["revealed", "cloaked"] = "revealed"
    within: Literal["any", "same-sector"] = "any"
    """`same-sector`: that of the user; of a card without one, a sector where you have a varan."""
    upright: bool = False
    """Whether it must not be sideways."""
    outside: bool = False
    """Whether it must not be in the Centre."""
    damaged: bool = False

    def called(self, *, user: bool) -> str:
        """Return what such a varan is called, behind "on" or "at"; `user`: some varan uses the card."""
        words = pgettext("accusative", _VARANS[self.pieces, self.state])
        if self.within == "same-sector":
            words = gettext(_ITS_SECTOR if user else _OWN_SECTOR, varan=words)
        elif self.pieces == "enemy":
            words = gettext(_ANY_SECTOR, varan=words)
        for name, message in _FURTHER:
            if getattr(self, name):
                words = gettext(message, varan=words)
        return words


_VARANS = {
    ("enemy", "revealed"): N_("a revealed enemy varan", "accusative"),
    ("enemy", "cloaked"): N_("a cloaked enemy varan", "accusative"),
    ("own", "revealed"): N_("a revealed varan of yours", "accusative"),
    ("own", "cloaked"): N_("a cloaked varan of yours", "accusative"),
}
_ITS_SECTOR = N_("{varan} in its sector")
_OWN_SECTOR = N_("{varan} in a sector where you have a varan")
_ANY_SECTOR = N_("{varan} in any sector")
_FURTHER = (
    ("outside", N_("{varan} outside the Centre")),
    ("damaged", N_("{varan} that is damaged")),
    ("upright", N_("{varan} that is not sideways")),
)
