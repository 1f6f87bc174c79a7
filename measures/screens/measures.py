"""The sizes of pictures and their letters on a phone, as the renderers draw them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest
from PIL import ImageDraw

from bot.engine.positions import read_scene
from bot.games.game import Game
from renderers.contract import Picture
from renderers.kit import text
from renderers.kit.cache import forget
from renderers.kit.fonts import Weight
from renderers.kit.titles import WIDTH

PHONE = 390
"""The width of a phone in pixels; a picture is shown at this width."""
PHONE_HEIGHT = 844
"""The height of a phone in pixels."""
CAPITALS = 0.727
"""The height of a capital letter, as a share of the font size."""


class Measure(NamedTuple):
    """A picture on a phone."""

    game: str
    what: str
    height: int
    """Pixels."""
    letters: float
    """Pixels of the smallest capital letter; 0 for a picture without letters."""
    words: str
    """A part of the words in this size."""


@contextmanager
def sizes_drawn() -> Iterator[dict[int, Counter[str]]]:
    """Collect the words in each font size; cached pictures are not reused."""
    found: dict[int, Counter[str]] = {}
    write, mask = ImageDraw.ImageDraw.text, text._mask

    def writing(pen: Any, xy: Any, words: Any, *args: Any, **how: Any) -> None:
        font = how.get("font")
        if font is not None and isinstance(words, str) and words.strip():
            found.setdefault(round(font.size), Counter())[words] += 1
        write(pen, xy, words, *args, **how)

    def inked(words: str, weight: Weight, size: int) -> Any:
        if words.strip():
            found.setdefault(size, Counter())[words] += 1
        return mask(words, weight, size)

    forget()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ImageDraw.ImageDraw, "text", writing)
        patch.setattr(text, "_mask", inked)
        yield found
    forget()


def measured(game: Game) -> Iterator[Measure]:
    """Yield the sizes of the pictures of a game's rules, tables and hands."""
    for page in game.rulebook:
        scene = read_scene(page.scene, game.rules, game.wording)
        with sizes_drawn() as sizes:
            drawn = game.renderer.board(scene.view, names=scene.names, recent=scene.recent, focus=scene.focus)
        yield _measure(game, page.title, drawn, sizes)
        for what, brief in (("hand on a panel", True), ("whole hand", False)):
            with sizes_drawn() as sizes:
                hand = game.renderer.hand(scene.view, names=scene.names, brief=brief)
            if hand is not None:
                yield _measure(game, f"{page.title}: {what}", hand, sizes)


def _measure(game: Game, what: str, drawn: Picture, sizes: dict[int, Counter[str]]) -> Measure:
    words = ", ".join(list(sizes.get(min(sizes, default=0), ()))[:4])
    return Measure(game.key, what, round(drawn.height * PHONE / WIDTH), of_sizes(sizes), words)


def of_sizes(sizes: Iterable[int]) -> float:
    """Return the height in pixels of the smallest capital letter on a phone; 0 without letters."""
    return min(sizes, default=0) * CAPITALS * PHONE / WIDTH


def as_table(measures: Iterator[Measure]) -> str:
    """Return measures as a table in plain text."""
    return "\n".join(
        [
            f"{each.game:11} {each.what[:34]:34} {each.height:5} px {each.letters:5.1f} px  {each.words[:60]}"
            for each in measures
        ]
    )
