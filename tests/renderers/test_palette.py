"""Colours of seats are distinguishable by everybody, and every picture has at most 256 colours."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from PIL import Image

from renderers.kit.cards.hues import table_palette
from renderers.kit.palette import GOLD, GROUND, HEAL, HURT, PANEL, SEATS, TABLE, Colour
from renderers.kit.png import Palette, full_palette, lean_palette
from renderers.kit.shapes import seat_mark

# The effect of each colour blindness on linear light (Machado, Oliveira and Fernandes 2009, full strength).
SIGHT = {
    "usual": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.01182, 0.04294, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.3039),
    ),
}


def _linear(value: int) -> float:
    share = value / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def _oklab(colour: Colour, sight: str) -> tuple[float, float, float]:
    light = [_linear(value) for value in colour]
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in SIGHT[sight]
    )
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
    )


def _apart(first: Colour, second: Colour, sight: str) -> float:
    """Return a colour distance; 2 is just visible."""
    pairs = zip(_oklab(first, sight), _oklab(second, sight), strict=True)
    return 100 * math.sqrt(sum((a - b) ** 2 for a, b in pairs))


@pytest.mark.parametrize("sight", SIGHT)
def test_greys_stay_grey(sight: str) -> None:
    """Or what is measured here is not that sight (findings/a-grey-turns-pink.sh)."""
    for row in SIGHT[sight]:
        assert sum(row) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("sight", SIGHT)
def test_seat_colours_differ_with_every_kind_of_colour_vision(sight: str) -> None:
    colours = [style.colour for style in SEATS]
    assert min(_apart(a, b, sight) for a, b in combinations(colours[:4], 2)) > 11
    assert min(_apart(a, b, sight) for a, b in combinations(colours, 2)) > 7


@pytest.mark.parametrize("sight", SIGHT)
def test_seat_colours_contrast_with_the_ground(sight: str) -> None:
    for style in SEATS[:4]:
        assert _apart(style.colour, GROUND, sight) > 20
        assert _apart(style.colour, PANEL, sight) > 20


def test_every_seat_has_a_unique_shape() -> None:
    assert len({style.shape for style in SEATS}) == len(SEATS)


def test_marks_differ_in_outline_on_the_smallest_squares() -> None:
    outlines = []
    for seat in range(len(SEATS)):
        board = Image.new("RGBA", (28, 28))
        seat_mark(seat, 28).centre(board, 14, 14)
        outlines.append([value > 127 for value in board.getchannel("A").tobytes()])
    for first, second in combinations(outlines, 2):
        assert sum(a != b for a, b in zip(first, second, strict=True)) >= 24


@pytest.mark.parametrize(
    "palette", [full_palette(), lean_palette(), table_palette()], ids=["full", "lean", "cards"]
)
def test_a_palette_has_at_most_256_colours_and_keeps_each_exactly(palette: Palette) -> None:
    """Colours with a meaning are among them."""
    colours = palette.colours
    assert len(colours) == len(set(colours)) <= 256
    strip = Image.new("RGB", (len(colours), 1))
    strip.putdata(colours)
    assert list(palette.indexed(strip).get_flattened_data()) == list(range(len(colours)))
    assert list(palette.reduced(strip).convert("RGB").get_flattened_data()) == list(colours)
    assert {TABLE, GOLD, *(style.colour for style in SEATS)} <= set(colours)
    if palette is not table_palette():
        assert {HURT, HEAL} <= set(colours)
    assert {GROUND, PANEL} <= set(full_palette().colours)
