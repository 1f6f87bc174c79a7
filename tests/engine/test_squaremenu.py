"""The choice of a square in a menu, by its row or column if there are many."""

from __future__ import annotations

from bot.engine.grid import square_name
from bot.engine.menus import Lanes
from bot.engine.wording import Choice

WIDTH = 11
ROWS = Lanes(WIDTH, lambda square: square_name(square, WIDTH), "r{}".format)
COLUMNS = ROWS._replace(key="c{}".format, by_column=True)


def choice(square):
    return Choice(f"m{square}", square_name(square, WIDTH))


def test_few_squares_are_one_select_in_order():
    (group,) = ROWS.groups("Move", [12, 3], choice)
    assert group.prompt == "Move"
    assert [one.label for one in group.choices] == ["D1", "B2"]


def test_some_more_squares_are_several_selects_on_one_screen():
    groups = ROWS.groups("Move", range(75), choice)
    assert [group.prompt for group in groups] == ["Move (A1 to C3)", "Move (D3 to F5)", "Move (G5 to I7)"]
    assert [len(group.choices) for group in groups] == [25, 25, 25]


def test_many_squares_are_chosen_by_their_rows():
    (group,) = ROWS.groups("Move", [*range(76), 121], choice)
    assert group.prompt == "Move: first the row"
    assert [(one.key, one.label, one.hint) for one in group.choices] == [
        *[(f"r{row}", f"Row {row + 1}: 11 squares", f"A{row + 1} to K{row + 1}") for row in range(6)],
        ("r6", "Row 7: 10 squares", "A7 to J7"),
        ("r11", "Row 12: 1 square", "A12"),
    ]


def test_many_squares_are_chosen_by_their_columns():
    (group,) = COLUMNS.groups("Choose a square", range(88), choice)
    assert group.prompt == "Choose a square: first the column"
    assert [one.key for one in group.choices] == [f"c{column}" for column in range(11)]
    assert group.choices[2].label == "Column C: 8 squares"


def test_a_lane_is_found_by_its_key():
    lane = COLUMNS.of(range(44))["c2"]
    assert (lane.title, lane.squares) == ("Column C", [2, 13, 24, 35])
    assert "c9" not in COLUMNS.of([2, 13])
