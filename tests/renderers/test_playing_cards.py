"""Playing cards differ without colour, and cached pieces are limited."""

from __future__ import annotations

from itertools import combinations

from PIL import Image

from renderers.kit.lines import Mark, draw_line
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import INK, PAPER, SEATS, TABLE
from renderers.kit.playing_cards import SUIT_COLOURS, Face, card, emblem, pip, sides
from renderers.kit.png import Palette, lean_palette


def test_suits_differ_in_shape_on_the_smallest_cards() -> None:
    for size in (18, 28, 60):
        shapes = [[value > 127 for value in pip(suit, size).tobytes()] for suit in range(4)]
        for first, second in combinations(shapes, 2):
            assert sum(a != b for a, b in zip(first, second, strict=True)) > size * size // 12


def test_suits_have_four_colours_dark_enough_on_paper() -> None:
    assert len(set(SUIT_COLOURS)) == 4
    for colour in SUIT_COLOURS:
        assert sum(PAPER) - sum(colour) > 300


def test_emblems_differ_in_shape() -> None:
    shapes = {emblem(which, 40).tobytes() for which in ("jack", "queen", "king", "joker")}
    assert len(shapes) == 4


def test_cards_are_upright_or_across_with_upright_letters() -> None:
    edge = SEATS[0].colour
    upright, across = (card(Face(6, 2), 140, stance, edge) for stance in ("upright", "across"))
    assert (upright.width, upright.height) == sides(140, "upright")
    assert (across.width, across.height) == (upright.height, upright.width)


def test_large_cards_are_complete() -> None:
    board = Image.new("RGB", (400, 400), TABLE)
    card(Face(0, None), 372, "upright", SEATS[0].colour).paste(board, 0, 0)
    assert board.getpixel((8, 180)) == SEATS[0].colour
    assert board.getpixel((250, 180)) not in (TABLE, INK)


def test_a_piece_is_cached_by_palette() -> None:
    pieces = PieceCache()
    for palette in (lean_palette(), Palette([TABLE, INK, PAPER])):
        board = Mosaic(20, 20, palette=palette)
        board.lay_kept(pieces, "a", lambda: Image.new("RGB", (20, 20), PAPER), 0, 0)
        board.lay_kept(pieces, "a", lambda: Image.new("RGB", (20, 20), INK), 0, 0)
        assert board.painted().convert("RGB").getpixel((10, 10)) == PAPER


def test_a_line_ends_when_there_is_no_room_for_another_run() -> None:
    wide, narrow = (Image.new("RGB", (300, 42), TABLE) for _ in range(2))
    draw_line(wide, (Mark(0), Mark(1)), 0, 21, 300)
    draw_line(narrow, (Mark(0), Mark(1)), 0, 21, 60)
    colours = [{colour for _, colour in image.getcolors(4096) or []} for image in (wide, narrow)]
    assert [SEATS[1].colour in found for found in colours] == [True, False]
