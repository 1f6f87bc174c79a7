"""Pictures of rolls: large dice, marks that need no colour, and a text alternative."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bot.base.language import speaking
from bot.parts.dice.notation import read
from renderers.contract import ALT_TEXT_LIMIT, Picture
from renderers.dice.faces import Face, face_tile
from renderers.dice.roll import WIDTH, draw_roll
from renderers.kit.palette import INK, PAPER, TABLE
from tests.languages.heard import Heard, written
from tests.languages.marked import STRICT, unmarked
from tests.parts.dice.loaded import rolled
from tests.renderers.pixels import opened

KINDS = (2, 3, 4, 6, 8, 10, 12, 20, 30, 100, 10_000)
ROLLS: dict[str, tuple[str, tuple[int, ...]]] = {
    "dropped": ("4d6kh3+2", (4, 1, 3, 6)),
    "successes": ("5d10t8", (8, 1, 10, 3, 9)),
    "one success": ("1d10t8", (8,)),
    "exploded": ("2d6!", (6, 2, 3)),
    "rolled again": ("2d6ro1", (1, 5, 4)),
    "held to a limit": ("2d6mi3", (1, 4)),
    "fate": ("4dF", (1, 2, 3, 3)),
    "repeats": ("3#1d20+3", (4, 20, 9)),
    "a dozen": ("12d6", (1, 2, 3, 4, 5, 6) * 2),
    "notes": ("2d6[fire]+1d8[日本]", (1, 2, 3)),
}


def drawn(text: str, *faces: int) -> Picture:
    picture = draw_roll(read(text), rolled(text, *faces))
    assert picture is not None
    return picture


@pytest.mark.parametrize("sides", KINDS)
def test_each_kind_of_die_looks_different_and_shows_its_result(sides: int) -> None:
    tiles = [
        face_tile(Face(each, False, str(value), value), 137, TABLE).tobytes()
        for each in (sides, *[kind for kind in KINDS if kind in (6, 20) and kind != sides])
        for value in (1, 2)
    ]
    assert len(set(tiles)) == len(tiles)


def test_six_and_nine_are_underlined_on_dice_with_both() -> None:
    """Otherwise the orientation of the die would be unknown."""
    assert [_bars(8, 6), _bars(8, 9), _bars(10, 7)] == [3, 3, 2]
    assert [_bars(10, 6), _bars(20, 9), _bars(100, 6)] == [4, 4, 4]


def _bars(sides: int, value: int) -> int:
    """Return how often a line down the middle of a numeral crosses it."""
    tile = face_tile(Face(sides, False, str(value), value), 214, TABLE)
    ink = [tile.getpixel((107, y)) in (INK, PAPER) for y in range(40, 180)]
    return sum(here and not before for before, here in pairwise(ink))


def test_marks_of_dice_are_visible_without_colour() -> None:
    """Each mark changes the brightness of the die clearly: a stroke, a tick, a burst, a caption."""
    plain = Face(6, False, "3", 3)
    for marked in (
        plain._replace(kept=False),
        plain._replace(success=True),
        plain._replace(exploded=True),
        plain._replace(quiet=True),
    ):
        before, after = [face_tile(face, 168, TABLE).convert("L") for face in (plain, marked)]
        changed = sum(abs(a - b) > 60 for a, b in zip(before.tobytes(), after.tobytes(), strict=True))
        assert changed > 400, marked
    assert face_tile(plain._replace(before=("1",)), 168, TABLE).height > 168


@pytest.mark.parametrize("name", ROLLS)
def test_a_picture_is_small_the_same_each_time_and_as_wide_as_any(name: str) -> None:
    text, faces = ROLLS[name]
    picture = drawn(text, *faces)
    assert picture.width == WIDTH
    assert opened(picture).size == (picture.width, picture.height)
    assert picture.height <= 720
    assert len(picture.png) < 60_000
    assert picture == drawn(text, *faces)


@pytest.mark.parametrize(
    ("name", "alt"),
    [
        ("dropped", "15, from 4d6kh3 (4, 1 dropped, 3, 6) + 2."),
        ("successes", "3 successes, from 5d10t8 (8 success, 1, 10 success, 3, 9 success)."),
        ("exploded", "11, from 2d6! (6 exploded, 2, 3)."),
        ("rolled again", "9, from 2d6ro1 (1, then 4, 5)."),
        ("held to a limit", "7, from 2d6mi3 (1, then 3, 4)."),
        ("fate", "1, from 4dF (−, 0, +, +)."),
        ("repeats", "42 together: 7, from 1d20 (4) + 3; 23, from 1d20 (20) + 3; 12, from 1d20 (9) + 3."),
        ("notes", "6, from 2d6 (1, 2) fire + 1d8 (3) 日本."),
    ],
)
def test_the_alt_text_has_every_die(name: str, alt: str) -> None:
    text, faces = ROLLS[name]
    assert drawn(text, *faces).alt == alt


def test_a_long_alt_text_uses_signs_before_anything_is_left_out() -> None:
    faces = [*range(9000, 9010), *range(9100, 9110), 1, 2]
    alt = drawn("10d10000ro<9100kh1+2d20kh1", *faces).alt
    assert alt.startswith("9,111, from 10d10000ro<9100kh1 [9000→(9100), ")
    assert alt.endswith("9009→9109] + 2d20kh1 [(1), 2].")
    text = "12d10000kh2" + "+1" * 94
    assert len(drawn(text, *[9000 + each for each in range(12)]).alt) <= ALT_TEXT_LIMIT


def test_long_sums_and_large_totals_have_room() -> None:
    for text, faces in (
        ("1d6" + "+1d6" * 11, (1,) * 12),
        ("1d6*" + "(1+1)*" * 10 + "1", (5,)),
        ("1d6[" + "x" * 40 + "]", (5,)),
    ):
        picture = drawn(text, *faces)
        assert sum([turn.dice for turn in rolled(text, *faces).turns]) <= 12
        assert len(picture.alt) <= ALT_TEXT_LIMIT


def test_a_roll_higher_than_wide_has_no_picture() -> None:
    text = "12#1d10000*100000000"
    assert draw_roll(read(text), rolled(text, *(9999,) * 12)) is None


def test_every_word_is_translated() -> None:
    with speaking(STRICT):
        for text, faces in ROLLS.values():
            alt = drawn(text, *faces).alt
            assert unmarked(alt, ("fire", "日本", *text.split("+"), "t8", "mi3", "ro1", "kh3")) == []
    heard = Heard()
    with speaking(heard):
        for text, faces in ROLLS.values():
            drawn(text, *faces)
    assert written("dice", "renderers/dice/roll.py") - heard.said == set()
