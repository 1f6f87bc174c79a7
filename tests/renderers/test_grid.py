"""Boards of squares in pictures: the place of a square, in the whole board and in a part of it."""

from __future__ import annotations

from renderers.kit.grid import Grid

WHOLE = Grid(columns=5, shown_columns=5, shown_rows=4, cell=10, left=100, top=200)


def test_the_first_row_is_at_the_top_or_at_the_bottom() -> None:
    upward = Grid(columns=5, shown_columns=5, shown_rows=4, cell=10, left=100, top=200, upward=True)
    assert (WHOLE.corner(0), WHOLE.corner(19)) == ((100, 200), (140, 230))
    assert (upward.corner(0), upward.corner(19)) == ((100, 230), (140, 200))
    assert (WHOLE.right, WHOLE.bottom, WHOLE.centre(7)) == (150, 240, (125, 215))


def test_a_part_shows_only_its_squares() -> None:
    part = Grid(columns=5, shown_columns=2, shown_rows=2, cell=20, left=0, top=0, first_column=3, first_row=1)
    assert [square for square in range(-1, 20) if part.shows(square)] == [8, 9, 13, 14]
    assert (part.corner(8), part.corner(14)) == ((0, 0), (20, 20))


def test_letters_and_numbers_are_at_all_four_sides() -> None:
    marks = list(WHOLE.ruler(lambda column: "ABCDE"[column], (7, 8, 9, 6), step=2))
    assert [mark for mark in marks if mark[2].isalpha()] == [
        (x, y, letter) for x, letter in ((105, "A"), (125, "C"), (145, "E")) for y in (192, 246)
    ]
    assert [mark for mark in marks if mark[2] == "4"] == [(93, 235, "4"), (159, 235, "4")]
