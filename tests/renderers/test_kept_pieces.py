"""What is kept from one picture to the next never changes what is seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest
from PIL import Image

from bot.engine.wording import Focus
from bot.games.papyrus.wording.wording import PapyrusWording
from bot.registry import GAMES
from renderers.contract import Picture
from renderers.kit.cache import forget
from renderers.kit.shapes import seat_mark
from renderers.papyrus import PapyrusRenderer
from renderers.papyrus.board import STRIP, Board, Layer
from renderers.papyrus.field import Ground
from renderers.papyrus.layout import layout
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


def test_a_layer_paints_only_the_rows_that_it_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else it would be cut off where the strip beyond them is kept."""
    wrong: list[Layer] = []
    made = Board.picture

    def watched(self: Board, alt: str) -> Picture:
        for layer in self._layers:
            image = Image.new("RGB", self._size)
            layer.paint(image)
            box = image.getbbox() or (0, layer.top, 0, layer.top)
            wrong.extend([layer] * (box[1] < layer.top or box[3] > layer.bottom))
        return made(self, alt)

    monkeypatch.setattr(Board, "picture", watched)
    assert list(boards_of_papyrus())
    assert wrong == []


def test_only_strips_on_which_something_else_is_laid_are_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mark touches one strip, or on the edge two of them."""
    painted: list[Sequence[int]] = []
    paint = Board._painted

    def watched(self: Board, tops: Sequence[int]) -> Image.Image:
        painted.append(tops)
        return paint(self, tops)

    monkeypatch.setattr(Board, "_painted", watched)
    places = layout(16, 12)
    mark = seat_mark(1, 20)

    def picture(y: int) -> bytes:
        board = Board(Ground(places, (), (), ()))
        board.stamp(mark, 300, y)
        return board.picture("").png

    forget()
    first = picture(STRIP + 5)
    assert painted.pop() == list(range(0, places.height, STRIP))
    second = picture(2 * STRIP - 10)
    assert painted.pop() == [STRIP, 2 * STRIP]
    assert picture(STRIP + 5) == first != second
    assert painted.pop() == []
    forget()
    assert picture(2 * STRIP - 10) == second
