"""The colours of Arclash: seven tones of each of 20 hues, beside those of the kit.

Tones of one name are equally light to the eye in all hues, so that no lineage outshines another.
"""

from __future__ import annotations

import colorsys
import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from renderers.kit.palette import (
    GOLD,
    HEAL,
    HURT,
    INK,
    LIT_PANEL,
    MUTED,
    PANEL,
    PAPER,
    SEATS,
    TABLE,
    Colour,
    mix,
)
from renderers.kit.png import Palette, distinct, ramp

STEPS = 20
"""The number of distinct hues; the hue of a lineage is rounded to the nearest."""
VELLUM: Colour = (236, 226, 204)
"""The ground of Supports, which are light where Characters are dark."""
SEPIA: Colour = (66, 50, 40)
"""The print on Supports."""
_TONES = (
    (0.215, 0.045),
    (0.30, 0.075),
    (0.41, 0.11),
    (0.54, 0.14),
    (0.70, 0.145),
    (0.82, 0.10),
    (0.93, 0.045),
)
"""Lightness and strength of colour (OKLCH) of the tones, from deep shadow to highlight."""


def step_of(hue: int) -> int:
    """Return which of the hues is nearest to one in degrees."""
    return round(hue * STEPS / 360) % STEPS


@lru_cache(maxsize=STEPS)
def tones_of(step: int) -> tuple[Colour, ...]:
    """Return the seven tones of a hue from dark to light; the fifth is the hue itself at its clearest."""
    angle = _angle(step)
    return tuple([_colour(light, strength, angle) for light, strength in _TONES])


@lru_cache(maxsize=STEPS)
def shades_of(step: int) -> tuple[Colour, ...]:
    """Return five quiet shades of a hue for grounds: its three darkest tones, and those between them."""
    first, second, third = tones_of(step)[:3]
    return first, mix(first, second, 0.5), second, mix(second, third, 0.5), third


@lru_cache(maxsize=STEPS)
def deep_of(step: int) -> Colour:
    """Return the colour behind the text of a Character."""
    return mix(tones_of(step)[0], INK, 0.45)


def _angle(step: int) -> float:
    """Return the angle in the colour wheel of the eye (Oklab) of a hue of the screen's wheel."""
    red, green, blue = (_linear(value) for value in colorsys.hls_to_rgb(step / STEPS, 0.5, 1.0))
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short
    return math.atan2(b, a)


def _linear(share: float) -> float:
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def _coded(light: float) -> int:
    light = min(1.0, max(0.0, light))
    share = light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return round(share * 255)


def _colour(light: float, strength: float, angle: float) -> Colour:
    """Return the colour of the screen for a lightness, a strength and an angle (OKLCH)."""
    a, b = strength * math.cos(angle), strength * math.sin(angle)
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        _coded(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
        _coded(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
        _coded(-0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short),
    )


def _plain() -> Iterator[Colour]:
    yield from (INK, TABLE, PANEL, LIT_PANEL, MUTED, PAPER, HURT, GOLD, HEAL, VELLUM, SEPIA)
    for style in SEATS:
        yield from (
            style.colour,
            style.tones[3],
            mix(PANEL, style.colour, 0.12),
            mix(PANEL, style.colour, 0.3),
        )
    yield from ramp(INK, PAPER, 11)
    yield from ramp(SEPIA, VELLUM, 6)
    yield from ramp(INK, GOLD, 4)
    yield from ramp(GOLD, PAPER, 3)
    for accent in (HURT, HEAL):
        yield from ramp(INK, accent, 3)


@lru_cache(maxsize=1)
def table_palette() -> Palette:
    """Return the colours of tables and hands, on which cards of any lineages meet."""

    def wanted() -> Iterator[Colour]:
        yield from _plain()
        for step in range(STEPS):
            yield from tones_of(step)
        for step in range(STEPS):
            yield deep_of(step)
            yield from shades_of(step)[1:4:2]

    return Palette(distinct(wanted()))


@lru_cache(maxsize=STEPS)
def card_palette(step: int) -> Palette:
    """Return the colours of the picture of one card, with smooth passages between the tones of its hue."""
    tones = tones_of(step)

    def wanted() -> Iterator[Colour]:
        yield from tones
        yield deep_of(step)
        yield from _plain()
        for first, second in ((INK, tones[0]), *pairwise(tones), (tones[6], PAPER)):
            yield from ramp(first, second, 7)
        for tone in (*tones[1:6], GOLD, VELLUM, SEPIA):
            yield from ramp(INK, tone, 8)
            yield from ramp(tone, PAPER, 6)
        for tone in tones:
            yield from ramp(tone, GOLD, 5)
            yield from ramp(tone, VELLUM, 5)

    return Palette(distinct(wanted()))
