"""The nodes that can be paired at once, compared with all matchings of small boards (CRF-07, CRF-08)."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.grid import squares_of
from bot.games.crossfire.rules.pairing import Partners, can_pair_all, pair_up, split_half

COLUMNS, ROWS = 3, 3
DARK = sum(1 << square for square in range(COLUMNS * ROWS) if sum(divmod(square, COLUMNS)) % 2 == 0)
EDGES = [
    (a, b)
    for a, b in combinations(range(COLUMNS * ROWS), 2)
    if abs(a // COLUMNS - b // COLUMNS) + abs(a % COLUMNS - b % COLUMNS) == 1
]


def partners_of(edges: list[tuple[int, int]]) -> Partners:
    masks = dict.fromkeys(sorted({square for edge in edges for square in edge}), 0)
    for a, b in edges:
        masks[a] |= 1 << b
        masks[b] |= 1 << a
    return tuple(masks.items())


def covered(edges: list[tuple[int, int]]) -> set[int]:
    """Return all sets of nodes, as masks, that some matching covers exactly."""
    masks = {0}
    for a, b in edges:
        pair = 1 << a | 1 << b
        masks |= {mask | pair for mask in masks if not mask & pair}
    return masks


BOARDS = st.lists(st.sampled_from(EDGES), min_size=1, unique=True)


@given(BOARDS)
def test_a_half_is_split_as_by_all_matchings(edges: list[tuple[int, int]]) -> None:
    partners, matchings = partners_of(edges), covered(edges)
    squares = sum(1 << square for square, _ in partners)
    for colour in (DARK, ~DARK):
        half = squares & colour
        greatest = max((mask & half).bit_count() for mask in matchings)
        best = [mask & half for mask in matchings if (mask & half).bit_count() == greatest]
        sure = half
        for mask in best:
            sure &= mask
        assert split_half(partners, half) == (sure, half & ~sure)
        for chosen in range(1 << len(wanted := list(squares_of(half)))):
            nodes = sum(1 << square for at, square in enumerate(wanted) if chosen >> at & 1)
            assert can_pair_all(partners, nodes) == any(nodes & mask == nodes for mask in matchings)


@given(BOARDS, st.integers(0, 2 ** (COLUMNS * ROWS) - 1))
def test_pairs_cover_the_wanted_nodes_if_a_matching_does(edges: list[tuple[int, int]], asked: int) -> None:
    partners = partners_of(edges)
    wanted = max((mask & asked for mask in covered(edges)), key=int.bit_count)
    pairs = pair_up(partners, DARK, wanted)
    used = [square for pair in pairs for square in pair]
    assert len(used) == len(set(used))
    assert all(DARK >> dark & 1 and dict(partners)[dark] >> light & 1 for dark, light in pairs)
    assert sum(1 << square for square in used) & wanted == wanted


@pytest.mark.parametrize("nodes", [0b101, 0b010])
def test_a_row_of_three_pairs_its_middle_with_one_end(nodes: int) -> None:
    assert split_half(partners_of([(0, 1), (1, 2)]), nodes) == ((nodes, 0) if nodes == 0b010 else (0, nodes))
