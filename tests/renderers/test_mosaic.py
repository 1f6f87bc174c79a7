"""Mosaics: shapes filled and stamped directly into a palette picture."""

from __future__ import annotations

import io
from functools import partial

import pytest
from PIL import Image

from renderers.kit.arrows import shot_sprite
from renderers.kit.cache import Budget
from renderers.kit.cards.hues import table_palette
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import GOLD, HURT, INK, PAPER, SEATS, TABLE, Colour
from renderers.kit.png import full_palette, lean_palette
from renderers.kit.shapes import seat_mark
from renderers.kit.signs import label

_MARK = seat_mark(2, 20)


def opened(board: Mosaic) -> Image.Image:
    return Image.open(io.BytesIO(board.picture("").png)).convert("RGB")


def test_a_filled_polygon_has_the_palette_s_own_colour() -> None:
    for palette in (table_palette(), full_palette(), lean_palette()):
        board = Mosaic(60, 40, palette=palette)
        board.fill([(10, 10), (49, 10), (49, 29), (10, 29)], SEATS[0].colour)
        image = opened(board)
        assert image.getpixel((30, 20)) == SEATS[0].colour
        assert image.getpixel((5, 5)) == TABLE


def test_a_stamped_sprite_looks_like_one_pasted_before_reduction() -> None:
    board, image = Mosaic(120, 120, palette=table_palette()), Image.new("RGB", (120, 120), TABLE)
    for sprite, x, y in (
        (seat_mark(1, 60), 10, 12),
        (label("−2", 30, fill=HURT, letters=PAPER, rim=INK), 60, 80),
    ):
        board.stamp(sprite, x, y)
        sprite.paste(image, x, y)
    assert opened(board).tobytes() == table_palette().reduced(image).convert("RGB").tobytes()


def test_a_stamp_beyond_the_edge_is_cut_off() -> None:
    board = Mosaic(50, 50, palette=table_palette())
    for x, y in ((-20, -20), (40, 40), (-90, 0), (0, 200)):
        board.stamp(seat_mark(0, 40), x, y)
    assert opened(board).size == (50, 50)
    assert opened(board).getpixel((0, 0)) == SEATS[0].colour
    assert opened(board).getpixel((25, 25)) == TABLE


def test_an_arrow_as_a_sprite_equals_the_drawn_arrow() -> None:
    for start, end in (((20, 30), (180, 90)), ((700, 900), (30, 40))):
        board, image = Mosaic(760, 960, palette=table_palette()), Image.new("RGB", (760, 960), TABLE)
        sprite, corner = shot_sprite(start, end, GOLD, width=10)
        board.stamp(sprite, *corner)
        sprite.paste(image, *corner)
        assert opened(board).tobytes() == table_palette().reduced(image).convert("RGB").tobytes()


def test_a_picture_with_the_same_pieces_is_not_painted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("renderers.kit.cache.BUDGET", Budget(0))  # one piece: two are painted each time
    painted, pieces = [], PieceCache()

    def lay(x: int) -> bytes:
        def piece(side: int, colour: Colour) -> Image.Image:
            painted.append(side)
            return Image.new("RGB", (side, side), colour)

        board = Mosaic(61, 67, palette=table_palette())
        board.lay_kept(pieces, "one", partial(piece, 7, PAPER), x, 5)
        board.lay_kept(pieces, "other", partial(piece, 9, GOLD), 30, 40)
        board.stamp(_MARK, 12, 12)
        board.fill([(50, 50), (60, 50), (60, 60)], HURT)
        return board.picture("").png

    first = lay(3)
    assert painted == [7, 9]
    assert lay(3) == first
    assert painted == [7, 9], "neither piece was needed"
    moved = lay(4)
    assert painted == [7, 9, 7, 9]
    assert moved != first


def test_a_piece_without_a_key_is_painted_each_time() -> None:
    pictures = []
    for colour in (PAPER, GOLD):
        board = Mosaic(43, 47, palette=table_palette())
        board.lay(Image.new("RGB", (10, 10), colour), 2, 2)
        board.fill([(20, 20), (30, 20), (30, 30)], HURT)
        pictures.append(opened(board).getpixel((5, 5)))
    assert pictures == [PAPER, GOLD]
