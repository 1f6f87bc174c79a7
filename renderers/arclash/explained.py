"""The signs of Arclash explained in its glossary."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from renderers.arclash.panels import crown
from renderers.kit.palette import GOLD, INK, PAPER, SEATS
from renderers.kit.signs import guard, pile, pips, sand, tick
from renderers.kit.sprites import Sprite

SIGNS: Mapping[str, Callable[[int], Sprite]] = {
    "level": lambda size: pips(2, size // 2, GOLD, INK),
    "crown": crown,
    "guard": lambda size: guard(size, PAPER),
    **{kind: partial(pile, kind, colour=SEATS[0].colour) for kind in ("hand", "deck")},
    "discard": lambda size: pile("discard", size, PAPER),
    "sand": sand,
    "tick": tick,
}
"""The signs of the pictures, by name."""
