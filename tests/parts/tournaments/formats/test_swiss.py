"""Swiss rounds, compared with every possible round up to ten entrants."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.parts.tournaments.formats.model import Entrant, EntrantId, Pairing, meetings
from bot.parts.tournaments.formats.swiss import last_entry_round, pair_round, rounds_of
from tests.parts.tournaments.formats.drawn import every_round
from tests.parts.tournaments.formats.test_standings import DRAW, LOSS, WIN, entrants_of


def played(pairings: Sequence[Pairing], rng: random.Random) -> list[Pairing]:
    return [each if each.bye else each.ended(rng.choice([WIN, LOSS, DRAW])) for each in pairings]


def again(round_: Sequence[Sequence[EntrantId]], former: Sequence[Pairing]) -> int:
    """Count repeated meetings and byes of the pairs of a round."""
    met = meetings(former)
    byes = Counter(each.seats[0] for each in former if each.bye)
    return sum(met.get(frozenset(pair), 0) if len(pair) == 2 else byes[pair[0]] for pair in round_)


def points_apart(round_: Sequence[Sequence[EntrantId]], former: Sequence[Pairing]) -> int:
    halves: Counter[EntrantId] = Counter()
    for each in former:
        for entrant, points in each.points.items():
            halves[entrant] += int(2 * points)
    return sum((halves[pair[0]] - halves[pair[-1]]) ** 2 for pair in round_)


@settings(max_examples=25)
@given(st.integers(2, 10), st.integers(1, 6), st.integers(0, 10**6))
def test_no_repeated_meeting_or_bye_where_any_round_avoids_it(number: int, rounds: int, seed: int) -> None:
    rng, entrants, former = random.Random(seed), entrants_of(number), list[Pairing]()
    for round_ in range(1, rounds + 1):
        new = pair_round(entrants, former, round_)
        fewest = min(again(each, former) for each in every_round([each.id for each in entrants]))
        assert again([each.seats for each in new], former) == fewest
        assert sorted(entrant for each in new for entrant in each.seats) == [each.id for each in entrants]
        former += played(new, rng)


@settings(max_examples=25)
@given(st.sampled_from([4, 6, 8, 10]), st.integers(0, 10**6))
def test_the_second_round_has_the_smallest_point_differences(number: int, seed: int) -> None:
    rng, entrants = random.Random(seed), entrants_of(number)
    former = played(pair_round(entrants, [], 1), rng)
    firsts = {each.seats[0] for each in former}
    new = [each.seats for each in pair_round(entrants, former, 2)]
    balanced = [
        each
        for each in every_round([each.id for each in entrants])
        if not again(each, former) and all((one in firsts) != (other in firsts) for one, other in each)
    ]
    assert points_apart(new, former) == min(points_apart(each, former) for each in balanced)


@settings(max_examples=25)
@given(st.integers(11, 60), st.integers(0, 10**6))
def test_over_all_rounds_nobody_meets_twice_and_seats_are_balanced(number: int, seed: int) -> None:
    rng, entrants, former = random.Random(seed), entrants_of(number), list[Pairing]()
    for round_ in range(1, rounds_of(number) + 1):
        former += played(pair_round(entrants, former, round_), rng)
    matches = [each for each in former if not each.bye]
    first = Counter(each.seats[0] for each in matches)
    second = Counter(each.seats[1] for each in matches)
    assert set(meetings(matches).values()) == {1}
    assert max(Counter(each.seats[0] for each in former if each.bye).values(), default=0) <= 1
    assert all(abs(first[each.id] - second[each.id]) <= 1 for each in entrants)


def test_forbidden_pairs_never_meet_and_get_a_bye_instead() -> None:
    entrants = entrants_of(4)
    forbidden = {frozenset((1, other)) for other in (2, 3, 4)}
    pairings = pair_round(entrants, [], 1, forbidden)
    assert Pairing(1, (1,), (1,)) in pairings
    assert not any(frozenset(each.seats) in forbidden for each in pairings)


def test_where_one_rematch_is_unavoidable_nobody_of_an_even_field_sits_out() -> None:
    """Three have each met the other three, so only two new pairs are left (findings/two-byes-of-six.sh)."""
    former = [
        Pairing(round_, (one, other)).ended(WIN)
        for round_ in (1, 2, 3)
        for one, other in zip((1, 2, 3), ((n + round_) % 3 + 4 for n in range(3)), strict=True)
    ]
    fourth = pair_round(entrants_of(6), former, 4)
    assert not any(each.bye for each in fourth)
    assert again([each.seats for each in fourth], former) == 1


def test_withdrawn_and_later_entrants_are_not_paired() -> None:
    entrants = [Entrant(1, 1), Entrant(2, 2, withdrawn=True), Entrant(3, 3, first_round=2), Entrant(4, 4)]
    first = pair_round(entrants, [], 1)
    second = pair_round(entrants, [each.ended((1, 2)) for each in first], 2)
    assert sorted(entrant for each in first for entrant in each.seats) == [1, 4]
    assert sorted(entrant for each in second for entrant in each.seats) == [1, 3, 4]


def test_the_upper_half_meets_the_lower_half_at_the_start() -> None:
    pairs = {frozenset(each.seats) for each in pair_round(entrants_of(8), [], 1)}
    assert pairs == {frozenset(pair) for pair in ((1, 5), (2, 6), (3, 7), (4, 8))}


@settings(max_examples=10)
@given(st.integers(3, 150), st.integers(0, 10**6))
def test_a_round_does_not_depend_on_the_order_of_entrants_and_results(number: int, seed: int) -> None:
    rng, entrants = random.Random(seed), entrants_of(number)
    former = played(pair_round(entrants, [], 1), rng)
    expected = pair_round(entrants, former, 2)
    rng.shuffle(entrants)
    rng.shuffle(former)
    assert pair_round(entrants, former, 2) == expected


def test_there_is_one_round_more_than_needed_for_a_winner() -> None:
    assert [rounds_of(number) for number in (2, 4, 5, 8, 9, 500)] == [2, 3, 4, 4, 5, 10]
    assert all(one <= other for one, other in pairwise(rounds_of(number) for number in range(2, 600)))
    assert last_entry_round(rounds_of(8)) == 2
