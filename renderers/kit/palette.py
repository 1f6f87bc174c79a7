"""Colours: a dark ground that suits Discord's light and dark, and seat colours safe for the colour-blind."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

import msgspec

Colour: TypeAlias = tuple[int, int, int]
Shape: TypeAlias = Literal["circle", "square", "triangle", "diamond", "star", "hexagon"]

INK: Colour = (15, 17, 24)
TABLE: Colour = (24, 27, 36)
PANEL: Colour = (35, 39, 51)
LIT_PANEL: Colour = (50, 56, 73)
GROUND: Colour = (52, 60, 81)
"""The middle tone of the field; its facets are lighter and darker."""
MUTED: Colour = (168, 177, 196)
PAPER: Colour = (245, 242, 233)
HURT: Colour = (222, 60, 76)
GOLD: Colour = (255, 205, 86)
HEAL: Colour = (92, 214, 128)


@lru_cache(maxsize=1024)
def mix(first: Colour, second: Colour, share: float) -> Colour:
    """Return the colour `share` of the way from the first to the second, 0 to 1."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


def ground_tone(step: int) -> Colour:
    """Return the ground some small steps (-3 to 3) lighter or darker, as paper catches the light."""
    return mix(GROUND, PAPER if step > 0 else INK, abs(step) * 0.03)


@lru_cache(maxsize=32)
def tones(base: Colour) -> tuple[Colour, ...]:
    """Return a colour's nine tones from deep shadow to highlight; the sixth is the colour itself."""
    dark = [mix(base, INK, share) for share in (0.84, 0.70, 0.52, 0.34, 0.16)]
    return (*dark, base, *(mix(base, (255, 255, 255), share) for share in (0.22, 0.45, 0.68)))


REACH_TINT = 0.2
"""How much paper white lightens the squares within reach."""
BLAST_TINT = 0.25
"""How strongly a blast reddens the ground."""
ZONE_TINTS = (0.17, 0.26)
"""How strongly a seat's colour tints the squares of its zone, in turn."""


class SeatStyle(msgspec.Struct, frozen=True):
    """The colour and the shape of a seat's mark. The shape helps people who cannot distinguish colours."""

    colour: Colour
    shape: Shape
    called: str
    """Colour and shape in English, for the name of its emoji: "blue circle"."""

    @property
    def tones(self) -> tuple[Colour, ...]:
        """The colour's nine tones from dark to light."""
        return tones(self.colour)


SEATS: tuple[SeatStyle, ...] = (
    SeatStyle((46, 139, 255), "circle", "blue circle"),
    SeatStyle((244, 138, 46), "square", "orange square"),
    SeatStyle((118, 228, 200), "triangle", "mint triangle"),
    SeatStyle((251, 233, 84), "diamond", "yellow diamond"),
    SeatStyle((181, 116, 184), "star", "orchid star"),
    SeatStyle((196, 52, 40), "hexagon", "red hexagon"),
)
"""The seats' styles in order; games have at most six seats."""
