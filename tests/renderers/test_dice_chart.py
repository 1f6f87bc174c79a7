"""The chart of odds: readable on a phone, deterministic, with a text alternative."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image

from bot.parts.dice.notation import read
from bot.parts.dice.odds import odds
from renderers.contract import ALT_TEXT_LIMIT, Picture
from renderers.dice import chart as dice_chart
from renderers.dice.chart import draw_odds
from renderers.kit.palette import GOLD, SEATS
from renderers.kit.text import write


def chart(text: str) -> Picture:
    found = odds(read(text))
    return draw_odds(text, found.outcomes, found.chances(), float(found.mean))


def bars(picture: Picture, y: int) -> int:
    """Return the number of bars at a height."""
    image = Image.open(io.BytesIO(picture.png)).convert("RGB")
    row = [image.getpixel((x, y)) == SEATS[0].colour for x in range(picture.width)]
    return sum(here and not before for before, here in zip([False, *row], row, strict=False))


def test_every_outcome_has_a_bar_and_the_mean_a_line() -> None:
    picture = chart("1d6")
    assert (picture.width, picture.height) == (960, 760)
    assert Image.open(io.BytesIO(picture.png)).size == (960, 760)
    assert bars(picture, 650) == 6
    image = Image.open(io.BytesIO(picture.png)).convert("RGB")
    golden = {x for x in range(960) for y in (233, 236) if image.getpixel((x, y)) == GOLD}
    middle = 190 + (960 - 190 - 40) // 2
    assert golden <= set(range(middle - 4, middle + 5))
    assert golden


def test_words_are_large_enough_for_a_phone(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = set[float]()

    def written(board: Image.Image, x: int, y: int, words: str, *, size: int, **rest: Any) -> int:
        sizes.add(size * 270 / board.width)
        return write(board, x, y, words, size=size, **rest)

    monkeypatch.setattr(dice_chart, "write", written)
    for text in ("3d6", "1d10000", "8d10!t8"):
        chart(text)
    assert min(sizes) >= 9
    assert 40 * 270 / 960 in sizes


def test_the_alt_text_describes_the_picture() -> None:
    assert chart("3d6").alt == "Odds of 3d6: from 3 to 18, mean 10.50, most likely 10 with 12.5%."


@pytest.mark.parametrize("text", ["7", "1d2", "100d6", "1d10000", "4dF", "1d6-1000000", "20d6!", "1d20>=11"])
def test_few_and_many_outcomes_have_room(text: str) -> None:
    picture = chart(text)
    assert 0 < len(picture.alt) <= ALT_TEXT_LIMIT
    assert len(picture.png) < 120_000
    assert picture.png == chart(text).png


def test_any_title_can_be_drawn() -> None:
    title = "1d6 # \u202e\x00😀 " + "x" * 400
    assert len(draw_odds(title, [1, 2], [0.5, 0.5], 1.5).alt) <= ALT_TEXT_LIMIT
