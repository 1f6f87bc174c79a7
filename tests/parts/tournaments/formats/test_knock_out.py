"""Knock-out: brackets, duels of two matches and a third, the third place, and withdrawals."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.parts.tournaments.formats.knockout import bracket, due, duels, final_places, rounds_of
from bot.parts.tournaments.formats.model import Pairing
from tests.parts.tournaments.formats.test_standings import DRAW, LOSS, WIN, entrants_of


def test_the_best_two_can_meet_only_in_the_final_and_get_the_byes() -> None:
    assert bracket(entrants_of(8)) == [(1, 8), (4, 5), (2, 7), (3, 6)]
    assert bracket(entrants_of(6)) == [(1, None), (4, 5), (2, None), (3, 6)]


def test_a_duel_has_two_matches_with_swapped_seats_and_a_third_if_level() -> None:
    two = entrants_of(2)
    first, second = due(two, [])
    assert (first.seats, second.seats) == ((1, 2), (2, 1))
    assert due(two, [first.ended(WIN), second]) == []
    assert due(two, [first.ended(WIN), second.ended(WIN)]) == [Pairing(1, (1, 2), leg=3)]
    assert due(two, [first.ended(WIN), second.ended(LOSS)]) == []


def test_after_three_level_matches_the_better_seed_advances() -> None:
    two = entrants_of(2)
    drawn = [Pairing(1, (1, 2), DRAW, 1), Pairing(1, (2, 1), DRAW, 2), Pairing(1, (1, 2), DRAW, 3)]
    assert due(two, drawn) == []
    assert final_places(two, drawn) == [1, 2]


def test_the_losers_before_the_final_play_for_the_third_place() -> None:
    four = entrants_of(4)
    before = [each.ended(WIN if each.leg == 1 else LOSS) for each in due(four, [])]
    final = due(four, before)
    assert {frozenset(each.seats) for each in final} == {frozenset((1, 2)), frozenset((3, 4))}
    assert {each.round for each in final} == {2}


def test_the_opponent_of_a_withdrawn_player_advances() -> None:
    four = [replace(each, withdrawn=each.id == 1) for each in entrants_of(4)]
    played = [each.ended(WIN if each.leg == 1 else LOSS) for each in due(four, []) if 1 not in each.seats]
    assert 4 in {entrant for each in due(four, played) if each.round == 2 for entrant in each.seats}


@settings(max_examples=30)
@given(st.integers(2, 40), st.integers(0, 10**6), st.floats(0, 0.2))
def test_after_all_rounds_one_player_is_left(number: int, seed: int, dropouts: float) -> None:
    rng, entrants, pairings = random.Random(seed), entrants_of(number), list[Pairing]()
    while new := due(entrants, pairings):
        pairings += [each.ended(rng.choice([WIN, LOSS, DRAW])) for each in new]
        entrants = [replace(each, withdrawn=each.withdrawn or rng.random() < dropouts) for each in entrants]
    assert sorted(final_places(entrants, pairings)) == [each.id for each in entrants]
    assert max(each.round for each in duels(entrants, pairings)) == rounds_of(number)
    assert all(len(set(each.seats)) == 2 for each in pairings)
