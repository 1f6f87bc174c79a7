"""Neo-Combat is balanced and needs few hand-offs, as played by the Tracker (NEO-17)."""

from __future__ import annotations

from statistics import mean, median

import pytest

from bot.matches.options import offered_options
from bot.parts.workshop.lab.contests import Bout, Contest
from bot.parts.workshop.lab.entrants import SAME
from bot.parts.workshop.lab.processes import played
from measures.self_play.neocombat import counted, hand_offs
from tests.games.neocombat.table import POOL, RULES


def unplayed(count):
    """Return the cards that were never played."""
    return [card.name for kind, card in enumerate(POOL.actions) if not count.played[kind]]


def test_nothing_is_clearly_out_of_balance():
    """Too few matches for a measurement, but enough to show a broken card or a hopeless seat."""
    count = counted(40)
    assert 2.5 <= mean(count.turns) <= 5
    assert min(count.share) > 0.3
    assert count.ties <= 4
    assert unplayed(count) == []


def test_all_of_three_seats_have_a_chance():
    count = counted(24, 3)
    assert min(count.share) > 0
    assert count.ties <= 3


@pytest.mark.soak
def test_a_match_of_two_is_undecided_for_long_and_needs_few_hand_offs():
    """Decided at half time at most 55 %, the winner behind at some time at least 20 %, 60 hand-offs."""
    options = offered_options(RULES, {}, 2)
    contest = Contest(
        game="neo-combat",
        player="tracker",
        options=options,
        seats=2,
        entrants=(SAME,),
        games=400,
        seed="soak",
    )
    count = played(lambda bouts: map(Bout.play, bouts), contest)
    assert count.lead.decided_rate <= 0.55
    assert count.lead.behind_rate >= 0.2
    assert median(count.hand_offs) <= 60
    assert min(tally.rate for tally in count.seats.values()) >= 0.4
    assert count.draws < 40


@pytest.mark.soak
@pytest.mark.parametrize("seats", [4, 5, 6])
def test_a_match_of_four_to_six_lasts_five_turns_at_least(seats):
    assert mean(counted(100, seats, seed="soak").turns) >= 5


@pytest.mark.soak
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_no_seat_wins_less_than_half_of_its_share(seats):
    count = counted(200, seats, seed="soak")
    assert min(count.share) >= 1 / (2 * seats)
    assert count.ties < 20
    assert unplayed(count) == []


def test_with_good_orders_a_match_needs_less_than_40_hand_offs_neo_10a():
    without, ordered = hand_offs(8, ordered=False), hand_offs(8, ordered=True)
    assert median(ordered) < 40
    assert median(ordered) < 0.75 * median(without)


@pytest.mark.soak
def test_with_good_orders_many_matches_need_less_than_40_hand_offs():
    assert median(hand_offs(200, ordered=True)) < 40
