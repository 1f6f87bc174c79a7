"""Cups and leagues: each pair meets, seats are balanced, divisions have four to eight entrants."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.parts.tournaments.formats.model import meetings
from bot.parts.tournaments.formats.roundrobin import divided, division_sizes, movers, next_order, round_robin


@pytest.mark.parametrize("entrants", range(2, 25))
def test_each_pair_meets_once_with_one_match_a_round_and_balanced_seats(entrants: int) -> None:
    numbers = list(range(1, entrants + 1))
    pairings = round_robin(numbers)
    assert meetings(pairings) == {frozenset(pair): 1 for pair in combinations(numbers, 2)}
    seated = Counter((each.round, entrant) for each in pairings for entrant in each.seats)
    assert set(seated.values()) == {1}
    first, second = Counter(each.seats[0] for each in pairings), Counter(each.seats[1] for each in pairings)
    assert all(abs(first[each] - second[each]) <= 1 for each in numbers)


@given(st.integers(4, 3000))
def test_divisions_have_four_to_eight_entrants_and_almost_one_size(entrants: int) -> None:
    sizes = division_sizes(entrants)
    assert sum(sizes) == entrants
    assert set(sizes) <= set(range(4, 9))
    assert max(sizes) - min(sizes) <= 1


def test_divisions_have_six_where_possible_and_three_entrants_are_no_league() -> None:
    assert division_sizes(18) == [6, 6, 6]
    assert division_sizes(9) == [5, 4]
    assert division_sizes(13) == [7, 6]
    with pytest.raises(ValueError, match="a league needs 4 entrants, not 3"):
        division_sizes(3)


def test_a_quarter_rounded_up_is_promoted_and_relegated() -> None:
    assert [movers(size) for size in range(4, 9)] == [1, 2, 2, 2, 2]


def test_promoted_and_relegated_entrants_swap_and_new_ones_begin_in_the_last_division() -> None:
    final = [[1, 2, 3, 4], [5, 6, 7, 8]]
    order = next_order(final, [1, 2, 3, 4, 5, 6, 7, 8, 9])
    assert divided(order) == [[1, 2, 3, 5, 4], [6, 7, 8, 9]]


@given(st.lists(st.integers(4, 8), min_size=1, max_size=6), st.data())
def test_the_next_season_has_every_entrant_once(sizes: list[int], data: st.DataObject) -> None:
    final, number = [], 1
    for size in sizes:
        final.append(list(range(number, number + size)))
        number += size
    entered = data.draw(st.lists(st.integers(1, number + 5), unique=True))
    assert sorted(next_order(final, entered)) == sorted(entered)
