"""Squares, names, distances, masks and floods."""

from collections import deque
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.grid import Grid, column_name, grid_of, mask_of, nth, square_name, squares_of


@st.composite
def boards(draw, max_width=12, max_height=10):
    """A grid with some blocked squares."""
    grid = grid_of(draw(st.integers(1, max_width)), draw(st.integers(1, max_height)))
    return grid, draw(st.integers(0, grid.full)) & draw(st.integers(0, grid.full))


def free_neighbours(grid, square, blocked):
    column, row = square % grid.width, square // grid.width
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            if (dx == 0) != (dy == 0):
                x, y = column + dx, row + dy
                if 0 <= x < grid.width and 0 <= y < grid.height and not blocked >> (y * grid.width + x) & 1:
                    yield y * grid.width + x


def breadth_first(grid, start, blocked):
    """Return the steps to each square by breadth-first search."""
    steps, queue = {start: 0}, deque([start])
    while queue:
        square = queue.popleft()
        for other in free_neighbours(grid, square, blocked):
            if other not in steps:
                steps[other] = steps[square] + 1
                queue.append(other)
    return steps


def test_squares_are_named_by_column_letter_and_row_number_pap_01():
    assert square_name(6 * 16 + 2, 16) == "C7"
    assert grid_of(16, 12).name(0) == "A1"
    assert [column_name(column) for column in (0, 25, 26, 39, 701)] == ["A", "Z", "AA", "AN", "ZZ"]


@given(st.integers(1, 40), st.integers(1, 30), st.data())
def test_every_name_is_read_back(width, height, data):
    grid = grid_of(width, height)
    square = data.draw(st.integers(0, grid.size - 1))
    assert grid.parse(grid.name(square)) == square
    assert grid.parse(f" {grid.name(square).lower()} ") == square
    assert grid.at(*grid.place(square)) == square


@pytest.mark.parametrize("text", ["", "7C", "Q1", "A13", "A0", "C 7", "C٧", "AAA1", "C-1", "<@5>"])
def test_an_invalid_square_is_refused_with_the_valid_names(text):
    with pytest.raises(ValueError, match="columns are A to P, rows 1 to 12"):
        grid_of(16, 12).parse(text)


def test_a_diagonal_step_counts_as_two_spaces_pap_06():
    grid = grid_of(16, 12)
    assert grid.manhattan(grid.parse("C7"), grid.parse("D8")) == 2
    assert grid.chebyshev(grid.parse("C7"), grid.parse("D8")) == 1


def test_neighbours_stop_at_the_edges():
    grid = grid_of(4, 3)
    names = [sorted(grid.name(s) for s in squares_of(mask)) for mask in (grid.beside[3], grid.around[3])]
    assert names == [["C1", "D2"], ["C1", "C2", "D2"]]
    assert {grid.name(s) for s in squares_of(grid.cross(grid.parse("B2")))} == {"A2", "C2", "D2", "B1", "B3"}


@given(boards(), st.integers(0, 8), st.integers(0, 8), st.data())
def test_a_ring_of_squares_is_cut_by_distance(board, nearest, farthest, data):
    grid, _ = board
    square = data.draw(st.integers(0, grid.size - 1))
    ring = {other for other in range(grid.size) if nearest <= grid.manhattan(square, other) <= farthest}
    assert set(squares_of(grid.within(square, nearest, farthest))) == ring


@given(boards(), st.integers(0, 12), st.data())
def test_a_box_has_the_squares_within_a_distance(board, distance, data):
    grid, _ = board
    square = data.draw(st.integers(0, grid.size - 1))
    near = {other for other in range(grid.size) if grid.chebyshev(square, other) <= distance}
    assert set(squares_of(grid.box(square, distance))) == near


@given(boards(), st.data())
def test_layers_are_those_of_breadth_first_search(board, data):
    grid, blocked = board
    start = data.draw(st.integers(0, grid.size - 1))
    steps = breadth_first(grid, start, blocked)
    layers = list(grid.layers(1 << start, blocked))
    assert {square: n for n, layer in enumerate(layers) for square in squares_of(layer)} == steps


@given(boards(), st.data(), st.integers(0, 25))
def test_a_flood_reaches_the_squares_of_breadth_first_search(board, data, limit):
    grid, blocked = board
    start = data.draw(st.integers(0, grid.size - 1))
    steps = breadth_first(grid, start, blocked)
    assert set(squares_of(grid.flood(1 << start, blocked, limit))) == {
        s for s, n in steps.items() if n <= limit
    }


@given(boards(), st.data())
def test_floods_of_several_boards_are_independent(board, data):
    grid, blocked = board
    starts = data.draw(st.lists(st.integers(0, grid.size - 1), min_size=1, max_size=5))
    limits = data.draw(st.lists(st.integers(0, 12), min_size=len(starts), max_size=len(starts)))
    together = grid.floods(starts, limits, blocked)
    for i, (start, limit) in enumerate(zip(starts, limits, strict=True)):
        alone = grid.flood(1 << start, blocked, limit) & ~(1 << start)
        assert together >> (i * grid.sheet) & ((1 << grid.sheet) - 1) == alone
    assert together >> (len(starts) * grid.sheet) == 0


def test_a_flood_without_a_start_is_empty():
    assert grid_of(8, 6).floods([], [], 0) == 0


@given(boards(), st.data())
def test_a_path_is_free_unbroken_and_shortest(board, data):
    grid, blocked = board
    start, goal = (data.draw(st.integers(0, grid.size - 1)) for _ in range(2))
    steps = breadth_first(grid, start, blocked)
    path = grid.path(start, goal, blocked)
    if goal not in steps:
        assert path is None
        return
    assert (path[0], path[-1], len(path) - 1) == (start, goal, steps[goal])
    assert all(b in free_neighbours(grid, a, blocked) for a, b in pairwise(path))
    if steps[goal]:
        assert grid.path(start, goal, blocked, limit=steps[goal] - 1) is None


@given(st.sets(st.integers(0, 2000), min_size=1, max_size=60), st.data())
@settings(max_examples=50)
def test_masks_are_read_in_ascending_order(squares, data):
    mask = mask_of(squares)
    assert list(squares_of(mask)) == sorted(squares)
    n = data.draw(st.integers(0, len(squares) - 1))
    assert nth(mask, n) == sorted(squares)[n]


def test_grids_of_one_size_are_equal_and_shared():
    assert Grid(16, 12) == Grid(16, 12) != Grid(12, 16)
    assert grid_of(16, 12) is grid_of(16, 12)
