"""Which varans a card is for: the one that uses it, and the one it is meant for."""

from __future__ import annotations

from typing import ClassVar, Literal

from bot.engine.cards.nodes import Node
from bot.engine.language import N_, gettext, pgettext
from bot.games.neocombat.varans import Attribute


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

    @property
    def called(self) -> str:
        """What such a varan is called, as one that something is done to."""
        words = pgettext("target", _VARANS[self.pieces, self.state])
        further = [gettext(message) for name, message in _FURTHER if getattr(self, name)]
        for each in further:
            words = gettext("{varan} {further}", varan=words, further=each)
        return words

    def where(self, *, user: bool) -> str:
        """Return where it is, behind what it is called; "" where its sector does not matter."""
        if self.within == "any":
            return gettext("in any sector") if self.pieces == "enemy" else ""
        return gettext("in its sector") if user else gettext("in a sector where you have a varan")


_VARANS = {
    ("enemy", "revealed"): N_("a revealed enemy varan", "target"),
    ("enemy", "cloaked"): N_("a cloaked enemy varan", "target"),
    ("own", "revealed"): N_("a revealed varan of yours", "target"),
    ("own", "cloaked"): N_("a cloaked varan of yours", "target"),
}
_FURTHER = (
    ("damaged", N_("that is damaged")),
    ("upright", N_("that is not sideways")),
    ("outside", N_("outside the Centre")),
)
