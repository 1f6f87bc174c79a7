"""Neo-Combat is in balance, and seldom keeps people waiting, as the Tracker plays it (issue 11, NEO-17)."""

from __future__ import annotations

from statistics import mean, median

import pytest

from measures.self_play.neocombat import counted, hand_offs
from tests.games.neocombat.table import POOL


def unplayed(count):
    """The cards that were never played."""
    return [card.name for kind, card in enumerate(POOL.actions) if not count.played[kind]]


def test_nothing_is_plainly_out_of_balance():
    """Too few matches to measure it, but a broken card or a hopeless seat shows."""
    count = counted(40)
    assert 5.5 <= mean(count.turns) <= 10
    assert min(count.share) > 0.3
    assert count.ties <= 4
    assert unplayed(count) == []


def test_of_three_seats_all_have_a_chance():
    count = counted(24, 3)
    assert min(count.share) > 0
    assert count.ties <= 3


@pytest.mark.soak
def test_two_teams_of_four_last_6_to_10_turns_and_no_seat_is_better():
    count = counted(500, seed="soak")
    assert 6 <= mean(count.turns) <= 10
    assert min(count.share) >= 0.4
    assert count.ties < 50
    assert unplayed(count) == []


@pytest.mark.soak
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_no_seat_wins_less_than_half_its_share(seats):
    count = counted(200, seats, seed="soak")
    assert min(count.share) >= 1 / (2 * seats)
    assert count.ties < 20
    assert unplayed(count) == []


def test_with_sensible_orders_a_seat_is_waited_for_less_than_40_times_neo_10a():
    without, ordered = hand_offs(8, ordered=False), hand_offs(8, ordered=True)
    assert median(ordered) < 40
    assert median(ordered) < 0.75 * median(without)


@pytest.mark.soak
def test_with_sensible_orders_a_seat_is_waited_for_less_than_40_times_in_a_long_run():
    assert median(hand_offs(200, ordered=True)) < 40
