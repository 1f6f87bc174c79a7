"""Pictures of layers: strips that are kept never change what is seen."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from typing import Any

import pytest
from PIL import Image

from bot.engine.wording import Focus
from bot.games.papyrus.wording.wording import PapyrusWording
from bot.registry import GAMES
from renderers.contract import Picture
from renderers.kit import png
from renderers.kit.cache import forget
from renderers.kit.cards.hues import table_palette
from renderers.kit.layers import Layer, packed_layers
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import GOLD, HURT, PAPER
from renderers.kit.png import STRIP, Palette
from renderers.kit.shapes import seat_mark
from renderers.papyrus import PapyrusRenderer
from tests.renderers.crossfire_positions import table
from tests.renderers.positions import NAMES, fight, picking, position


def boards_of_papyrus() -> Iterator[Picture]:
    """Draw one field with changing units, wounds, arrows, labels, and squares that are pointed out."""
    renderer, first = PapyrusRenderer(PapyrusWording()), position()
    yield renderer.board(picking(), names=NAMES[:2])
    yield renderer.board(picking(viewer=None, squad=()), names=NAMES[:2])
    yield renderer.board(position(phase="placing", turn=-1, round=0, pool=0), names=NAMES[:2])
    for seed in range(3):
        view = position(seed=seed, barriers=first.barriers, turn=seed % 2)
        reach = frozenset(set(range(192)) - {unit.square for unit in view.units} - set(view.barriers))
        focus = Focus(view.units[0].square, reach, {view.units[12].square: "4/6"})
        recent = fight(view, seat=1) + fight(view, seat=0)
        yield renderer.board(view, names=NAMES[:2], recent=recent)
        yield renderer.board(view, names=NAMES[:2], recent=recent[: len(recent) // 2], focus=focus)


def tables_of_crossfire() -> Iterator[Picture]:
    """Draw tables and hands along a match at random."""
    renderer = GAMES["crossfire"].renderer
    for plays in range(10, 42, 8):
        view, facts = table(plays=plays)
        yield renderer.board(view, names=NAMES[:2], recent=facts)
        hand = renderer.hand(view, names=NAMES[:2])
        assert hand is not None
        yield hand


Drawn = Callable[[], Iterator[Picture]]


@pytest.mark.parametrize("pictures", [boards_of_papyrus, tables_of_crossfire])
def test_a_picture_does_not_depend_on_what_was_drawn_before(pictures: Drawn) -> None:
    forget()
    along = list(pictures())
    alone = []
    drawn = pictures()
    for _ in along:
        forget()
        alone.append(next(drawn))
    assert [each.png for each in along] == [each.png for each in alone]


@pytest.mark.parametrize(
    ("pictures", "module"), [(boards_of_papyrus, "papyrus.board"), (tables_of_crossfire, "kit.mosaic")]
)
def test_a_layer_paints_only_the_rows_that_it_names(
    pictures: Drawn, module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it would be cut off where the strip beyond them is kept."""
    wrong: list[Layer] = []

    def watched(
        size: tuple[int, int],
        ground: Hashable,
        layers: Sequence[Layer],
        pixels: Callable[..., Sequence[bytes]],
        palette: Palette,
        *rest: Any,
    ) -> bytes:
        for layer in layers:
            image = Image.new("RGB" if module == "papyrus.board" else "P", size)
            layer.paint(image)
            box = image.getbbox() or (0, layer.top, 0, layer.top)
            wrong.extend([layer] * (box[1] < layer.top or box[3] > layer.bottom))
        return packed_layers(size, ground, layers, pixels, palette, *rest)

    forget()
    monkeypatch.setattr(f"renderers.{module}.packed_layers", watched)
    assert list(pictures())
    assert wrong == []


def test_only_strips_on_which_something_else_is_laid_are_painted_and_packed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of ten strips the mark touches the second, or on the edge the second and the third."""
    packs: list[int] = []
    painted: list[int] = []
    made, paint = png._Strip.__init__, Mosaic._paint

    def watched(self: png._Strip, rows: memoryview, wide: int, level: int) -> None:
        packs.append(level)
        made(self, rows, wide, level)

    def watched_paint(self: Mosaic, layers: list[Layer]) -> Image.Image:
        painted.append(len(layers))
        return paint(self, layers)

    monkeypatch.setattr(png._Strip, "__init__", watched)
    monkeypatch.setattr(Mosaic, "_paint", watched_paint)
    pieces, mark = PieceCache(limit=10**6), seat_mark(1, 20)

    def picture(y: int) -> bytes:
        board = Mosaic(71, 10 * STRIP, palette=table_palette())
        for at, colour in enumerate((PAPER, GOLD, HURT)):
            square = partial(Image.new, "RGB", (9, 9), colour)
            board.lay_kept(pieces, colour, square, 5, 1 + at * 60)
        board.stamp(mark, 30, y)
        return board.picture("", 10**6).png

    forget()
    first = picture(STRIP + 5)
    assert (len(packs), painted) == (10, [4])
    second = picture(2 * STRIP - 10)
    assert (len(packs), painted) == (12, [4, 3]), "the piece in the first strip is not painted again"
    assert picture(STRIP + 5) == first != second
    assert (len(packs), painted) == (12, [4, 3])
    forget()
    assert picture(2 * STRIP - 10) == second
