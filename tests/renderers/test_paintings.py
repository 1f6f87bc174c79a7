"""Pictures painted over those before them are those that are painted whole, to the byte."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from renderers.kit import paintings
from renderers.kit.cache import BUDGET, forget
from renderers.kit.cards.hues import table_palette
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.outlines import Box
from renderers.kit.paintings import joined
from renderers.kit.palette import GOLD, HEAL, HURT, PAPER, SEATS, Colour
from renderers.kit.png import full_palette
from renderers.kit.shapes import seat_mark
from renderers.kit.sprites import drawn

_PIECES = PieceCache()
_COLOURS = (PAPER, GOLD, HURT, HEAL, SEATS[0].colour, SEATS[1].colour)
_SPRITES = (
    seat_mark(0, 20),
    seat_mark(3, 61),
    drawn(150, 140, lambda pen, scale: pen.line((0, 0, 150 * scale, 140 * scale), (*GOLD, 255), 9 * scale)),
)
_WIDE = 300

Lay = Callable[[Mosaic], None]


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    forget()
    yield
    forget()


def block(x: int, y: int, wide: int, high: int, colour: Colour) -> Lay:
    """Return a piece of one colour."""

    def lay(board: Mosaic) -> None:
        draw = partial(Image.new, "RGB", (wide, high), colour)
        board.lay_kept(_PIECES, (wide, high, colour), draw, x, y)

    return lay


def some_layer(rng: Random) -> Lay:
    """Return any layer, which can be beyond the edges."""
    x, y, colour = rng.randrange(-40, _WIDE), rng.randrange(-40, 400), rng.choice(_COLOURS)
    kind = rng.randrange(3)
    if kind == 0:
        return block(x, y, rng.randrange(1, 120), rng.randrange(1, 120), colour)
    if kind == 1:
        sprite = rng.choice(_SPRITES)
        return lambda board: board.stamp(sprite, x, y)
    corners = [(x + rng.randrange(90), y + rng.randrange(90)) for _ in range(rng.randrange(3, 6))]
    return lambda board: board.fill(corners, colour)


def board_of(layers: Sequence[Lay], high: int) -> bytes:
    """Return a picture of these layers as PNG."""
    board = Mosaic(_WIDE, high, palette=table_palette())
    for lay in layers:
        lay(board)
    return board.picture("").png


@given(seed=st.integers(0, 2**32))
def test_a_picture_painted_over_another_is_that_picture(seed: int) -> None:
    rng = Random(seed)
    layers = [some_layer(rng) for _ in range(rng.randrange(3, 30))]
    boards = []
    for _ in range(5):
        boards.append((tuple(layers), rng.choice((130, 200, 321, 400))))
        for _ in range(rng.randrange(4)):
            change = rng.randrange(4)
            at = rng.randrange(len(layers)) if layers else 0
            if change == 0 and layers:
                del layers[at]
            elif change == 1 and layers:
                layers.insert(rng.randrange(len(layers)), layers.pop(at))
            elif change == 2 and layers:
                layers.append(layers[at])
            else:
                layers.insert(at, some_layer(rng))
    forget()
    along = [board_of(*each) for each in boards]
    alone = []
    for each in boards:
        forget()
        alone.append(board_of(*each))
    assert along == alone


def counted(monkeypatch: pytest.MonkeyPatch, module: object, name: str) -> list[object]:
    """Return a list of the results of each call of a function."""
    results: list[object] = []
    call = getattr(module, name)

    def watched(*given: object) -> object:
        results.append(call(*given))
        return results[-1]

    monkeypatch.setattr(module, name, watched)
    return results


def test_only_the_changed_part_is_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    painted = counted(monkeypatch, paintings, "joined")
    still = [block(10 * at, 60 * at, 50, 50, _COLOURS[at]) for at in range(6)]
    board_of([*still, block(250, 10, 20, 20, PAPER)], 400)
    assert painted == []
    board_of([*still, block(250, 10, 20, 20, GOLD), block(200, 300, 9, 9, GOLD)], 400)
    assert painted == [[(250, 10, 270, 30), (200, 300, 209, 309)]]


def test_pictures_that_are_not_alike_are_painted_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    painted = counted(monkeypatch, paintings, "joined")
    board_of([block(0, 0, 50, 50, PAPER), block(60, 0, 50, 50, PAPER)], 130)
    board_of([block(0, 0, 50, 50, PAPER), block(60, 0, 51, 50, GOLD), block(0, 60, 9, 9, GOLD)], 130)
    board = Mosaic(_WIDE, 130, palette=full_palette())
    block(0, 0, 50, 50, PAPER)(board)
    board.picture("")
    assert painted == []


def test_the_budget_bounds_what_is_kept() -> None:
    usual = BUDGET.bytes // 2**20
    layers = [block(10 * at, 10 * at, 30, 30, PAPER) for at in range(9)]
    try:
        for megabytes in (1, 0):
            BUDGET.set(megabytes)
            for high in range(100, 2000, 50):
                board_of(layers[high % 9 :], high)
                assert sum(each.cost for each in paintings.PAINTINGS.kept) <= BUDGET.for_paintings
    finally:
        BUDGET.set(usual)


@given(st.lists(st.tuples(*[st.integers(-20, 120)] * 2, *[st.integers(0, 60)] * 2), max_size=12))
def test_joined_boxes_cover_the_same_and_never_overlap(corners: list[tuple[int, int, int, int]]) -> None:
    boxes: list[Box] = [(x, y, x + wide, y + high) for x, y, wide, high in corners]
    counts, covered = Image.new("L", (100, 80)), Image.new("L", (100, 80))
    for box in boxes:
        covered.paste(1, box)
    for left, top, right, bottom in joined(boxes, (100, 80)):
        assert 0 <= left < right <= 100
        assert 0 <= top < bottom <= 80
        part = counts.crop((left, top, right, bottom))
        assert part.getbbox() is None, "two overlap"
        counts.paste(1, (left, top, right, bottom))
    both = zip(covered.tobytes(), counts.tobytes(), strict=True)
    assert all(there >= here for here, there in both)
