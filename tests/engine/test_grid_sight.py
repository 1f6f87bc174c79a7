"""The exact line of sight, compared with a slow reference in fractions that shares no code with it."""

from fractions import Fraction
from itertools import pairwise
from math import ceil, floor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.grid import grid_of, mask_of, squares_of


def points_of(a, b):
    """Return the positions, as fractions of the segment, at which it crosses lines of the grid."""
    (ax, ay), (bx, by) = a, b
    instants = {Fraction(0), Fraction(1)}
    for start, end in ((ax, bx), (ay, by)):
        if start != end:
            low, high = sorted((start, end))
            for k in range(floor(low), ceil(high) + 1):
                instant = (Fraction(2 * k + 1, 2) - start) / (end - start)
                if 0 < instant < 1:
                    instants.add(instant)
    return sorted(instants)


def reference(a, b):
    """Return the parts that the segment meets: (centres, interiors, pairs at its corners)."""
    (ax, ay), (bx, by) = a, b
    along = lambda t: (ax + t * (bx - ax), ay + t * (by - ay))  # noqa: E731
    instants = points_of(a, b)
    interiors, corners = [], []
    for early, late in pairwise(instants):
        x, y = along((early + late) / 2)
        interiors.append((floor(x + Fraction(1, 2)), floor(y + Fraction(1, 2))))
    half = Fraction(1, 2)
    for instant in instants[1:-1]:
        x, y = along(instant)
        if (x + half).denominator == 1 and (y + half).denominator == 1:
            around = {(floor(x) + i, floor(y) + j) for i in (0, 1) for j in (0, 1)}
            corners.append(frozenset(around - set(interiors)))
    lattice = set()
    for x in range(min(ax, bx), max(ax, bx) + 1):
        for y in range(min(ay, by), max(ay, by) + 1):
            if (x - ax) * (by - ay) == (y - ay) * (bx - ax):
                lattice.add((x, y))
    return lattice - {a, b}, set(interiors) - {a, b}, set(corners)


def met(grid, a, b):
    line = grid.line(a, b)
    places = lambda mask: {grid.place(square) for square in squares_of(mask)}  # noqa: E731
    return places(line.centres), places(line.crossed), {frozenset(places(pair)) for pair in line.pinches}


def test_every_pair_of_a_board_agrees_with_the_reference_pap_21_pap_22():
    grid = grid_of(7, 6)
    for a in range(grid.size):
        for b in range(grid.size):
            if a != b:
                assert met(grid, a, b) == reference(grid.place(a), grid.place(b)), (
                    grid.name(a),
                    grid.name(b),
                )


@given(st.integers(1, 40), st.integers(1, 30), st.data())
@settings(max_examples=100)
def test_pairs_of_any_board_agree_with_the_reference(width, height, data):
    grid = grid_of(width, height)
    a, b = (data.draw(st.integers(0, grid.size - 1)) for _ in range(2))
    if a != b:
        assert met(grid, a, b) == reference(grid.place(a), grid.place(b))


@given(st.integers(2, 7), st.integers(2, 6), st.data())
@settings(max_examples=8)
def test_sight_is_symmetric_on_all_pairs_of_random_maps_pap_22(width, height, data):
    grid = grid_of(width, height)
    walls = data.draw(st.integers(0, grid.full))
    for a in range(grid.size):
        for b in range(a):
            assert grid.line(a, b) == grid.line(b, a)
            assert grid.centres(a, b) == grid.centres(b, a) == grid.line(a, b).centres
            (_, interiors, pairs), line = reference(grid.place(a), grid.place(b)), grid.line(b, a)
            walled = lambda place: walls >> grid.at(*place) & 1  # noqa: E731
            stopped = any(map(walled, interiors)) or any(all(map(walled, pair)) for pair in pairs)
            assert bool(line.hindrance(walls)) == stopped


@pytest.mark.parametrize("seen_from", [("A1", "D4"), ("D4", "A1")])
def test_one_corner_does_not_block_a_shot_and_two_touching_corners_do_pap_22(seen_from):
    grid = grid_of(8, 6)
    line = grid.line(*map(grid.parse, seen_from))
    b1, a2 = grid.parse("B1"), grid.parse("A2")
    assert line.hindrance(mask_of([b1])) == 0
    assert line.hindrance(mask_of([a2])) == 0
    assert line.hindrance(mask_of([b1, a2])) == mask_of([b1, a2])
    assert line.hindrance(mask_of([b1, grid.parse("B3")])) == 0
