"""Tables of three to six: nobody sits out, few meet again, seats are balanced."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.parts.tournaments.formats.model import Pairing, meetings
from bot.parts.tournaments.formats.seating import seat_round, table_sizes


def rounds(number: int, seats: int, count: int) -> list[Pairing]:
    standing, pairings = list(range(1, number + 1)), list[Pairing]()
    for round_ in range(1, count + 1):
        new = seat_round(standing, dict.fromkeys(standing, 0), pairings, round_, seats)
        pairings += [each.ended(range(1, len(each.seats) + 1)) for each in new]
    return pairings


def test_tables_of_three_and_four_are_mixed_so_that_nobody_sits_out() -> None:
    assert table_sizes(10, 3) == [4, 3, 3]
    assert table_sizes(9, 4) in ([5, 4], [3, 3, 3])
    assert table_sizes(5, 3) == [5]
    with pytest.raises(ValueError, match="2 entrants"):
        table_sizes(2, 3)


@given(st.integers(3, 200), st.integers(3, 6))
def test_everybody_sits_at_a_table_of_three_to_six(number: int, seats: int) -> None:
    sizes = table_sizes(number, seats)
    assert sum(sizes) == number
    assert set(sizes) <= {3, 4, 5, 6}


def test_nobody_meets_twice_where_that_is_possible() -> None:
    assert max(meetings(rounds(16, 4, 3)).values()) == 1
    assert max(meetings(rounds(9, 3, 4)).values()) <= 2


@settings(max_examples=30)
@given(st.integers(3, 24), st.integers(3, 6), st.integers(1, 5))
def test_seats_are_almost_balanced(number: int, seats: int, count: int) -> None:
    pairings = rounds(number, seats, count)
    shares = Counter((entrant, seat) for each in pairings for seat, entrant in enumerate(each.seats))
    seated = Counter(entrant for each in pairings for entrant in each.seats)
    assert set(seated.values()) == {count}
    assert max(shares.values()) <= 2
