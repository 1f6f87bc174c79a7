"""Standings: points, tie-breaks, withdrawals, and the places that are still possible."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.parts.tournaments.formats.bounds import place_bounds
from bot.parts.tournaments.formats.model import HALF, Entrant, EntrantId, Pairing, points_of
from bot.parts.tournaments.formats.roundrobin import round_robin
from bot.parts.tournaments.formats.standings import table

WIN, LOSS, DRAW = (1, 2), (2, 1), (1, 1)


def entrants_of(number: int) -> list[Entrant]:
    return [Entrant(each, each) for each in range(1, number + 1)]


def match(one: EntrantId, other: EntrantId, places: tuple[int, int] | None = WIN) -> Pairing:
    return Pairing(1, (one, other), places)


def test_points_of_a_duel_and_of_larger_tables() -> None:
    assert points_of((1, 2)) == (1, 0)
    assert points_of((1, 1)) == (HALF, HALF)
    assert points_of((2, 2)) == (0, 0)
    assert points_of((2, 1, 3, 4)) == (3, 6, 1, 0)
    assert points_of((1, 1, 3)) == (Fraction(9, 2), Fraction(9, 2), 1)
    assert points_of((1, 2, 2, 4)) == (6, 2, 2, 0)


def test_standings_without_entrants_and_with_all_removed() -> None:
    """Before the draw nobody has a place, and all may withdraw before half of their matches."""
    assert table([], [], "league") == []
    gone = [replace(each, withdrawn=True) for each in entrants_of(2)]
    assert [row.fate for row in table(gone, round_robin([1, 2]), "league")] == ["struck", "struck"]


@given(st.integers(3, 6), st.integers(0, 10**6))
def test_shared_places_keep_the_sum_of_points(seats: int, seed: int) -> None:
    scores = [random.Random(seed + seat).randint(0, 2) for seat in range(seats)]
    places = [1 + sum(other > score for other in scores) for score in scores]
    assert sum(points_of(tuple(places))) == 10


def test_a_tie_is_broken_by_the_match_between_them() -> None:
    pairings = [match(2, 1), match(1, 3), match(3, 2), match(1, 4), match(2, 4), match(3, 4, LOSS)]
    rows = table(entrants_of(4), pairings, "league")
    assert [(row.entrant, row.points) for row in rows[:2]] == [(2, 2), (1, 2)]
    assert rows[0].decided_by == "direct"


def test_a_circular_tie_is_broken_by_sonneborn_berger_then_by_the_seed() -> None:
    circle = [match(1, 2), match(2, 3), match(3, 1)]
    rows = table(entrants_of(3), circle, "cup")
    assert [row.entrant for row in rows] == [1, 2, 3]
    assert [row.decided_by for row in rows] == ["seed", "seed", "points"]


def test_sonneborn_berger_counts_the_points_of_the_beaten() -> None:
    """1 and 2 drew with each other; 1 beat the strong 3, and 2 the weak 4."""
    pairings = [
        match(1, 2, DRAW),
        match(1, 3),
        match(1, 4, LOSS),
        match(2, 3, LOSS),
        match(2, 4),
        match(3, 4),
    ]
    rows = table(entrants_of(4), pairings, "league")
    assert rows[0].entrant == 3
    assert {row.entrant: row.tie_break for row in rows}[1] == Fraction(3, 4) + 2


def test_buchholz_counts_all_opponents_in_a_swiss_tournament() -> None:
    pairings = [match(1, 2), match(3, 4), Pairing(2, (1, 3), WIN), Pairing(2, (2, 4), WIN)]
    rows = {row.entrant: row for row in table(entrants_of(4), pairings, "swiss")}
    assert rows[1].tie_break == 2
    assert rows[4].tie_break == 2


def test_a_late_entry_has_half_a_point_for_each_missed_round() -> None:
    entrants = [Entrant(1, 1), Entrant(2, 2, first_round=3)]
    assert {row.entrant: row.points for row in table(entrants, [], "swiss")} == {1: 0, 2: 1}
    assert {row.entrant: row.points for row in table(entrants, [], "swiss", 1)} == {1: 0, 2: HALF}, (
        "until 1.5.0"
    )


def test_a_round_that_was_not_played_counts_by_fide_c07() -> None:
    """16.4: a dummy with the own points; 16.4.1: at most those of an opponent who left; 16.3: then draws.

    16.4.2: half a point for each round is the most for a round that 5 missed, and the least for a bye.

    1 had a bye and beat 2; 3 won against 4, who left before the match; 5 came late and drew with 2.
    """
    entrants = [*entrants_of(3), Entrant(4, 4, withdrawn=True), Entrant(5, 5, first_round=2)]
    pairings = [
        Pairing(1, (1,), (1,)),
        Pairing(1, (3, 4), WIN, unplayed=True),
        Pairing(2, (1, 2), WIN),
        Pairing(2, (5, 3), DRAW),
        Pairing(3, (2, 5), DRAW),
        Pairing(3, (1, 3), DRAW),
    ]
    rows = {row.entrant: row for row in table(entrants, pairings, "swiss")}
    points = {1: Fraction(5, 2), 2: HALF, 3: 2, 4: 0, 5: Fraction(3, 2)}
    assert {each: row.points for each, row in rows.items()} == points
    left = 2 * HALF  # 4 in rounds 2 and 3, for those whom 4 was paired with
    assert rows[1].tie_break == points[1] + points[2] + points[3]
    assert rows[3].tie_break == min(points[3], left) + points[5] + points[1]
    assert rows[4].tie_break == min(points[4], points[3])
    assert rows[5].tie_break == points[5] + points[3] + points[2]
    weak = [Pairing(1, (5,), (1,)), Pairing(2, (3, 5), WIN), Pairing(3, (2, 5), WIN)]
    beaten = {row.entrant: row for row in table(entrants_of(5), weak, "swiss")}
    assert (beaten[5].points, beaten[5].tie_break) == (1, Fraction(3, 2) + 1 + 1)
    strong = [Pairing(2, (5, 3), WIN), Pairing(3, (5, 2), WIN)]
    late = {row.entrant: row for row in table(entrants, strong, "swiss")}
    assert (late[5].points, late[5].tie_break) == (Fraction(5, 2), Fraction(3, 2))
    former = {row.entrant: row.tie_break for row in table(entrants, pairings, "swiss", 1)}
    assert former[1] == points[2] + points[3], "until 1.5.0 a bye added nothing"


def test_a_bye_is_a_win_among_equals() -> None:
    """7.1: rounds with the points of a win, with or without playing. 5 had a bye; 1 and 4 only drew."""
    pairings = [
        Pairing(1, (5,), (1,)),
        Pairing(1, (1, 2), DRAW),
        Pairing(1, (3, 4), DRAW),
        Pairing(2, (3, 5), WIN),
        Pairing(2, (4, 1), DRAW),
        Pairing(2, (2,), (1,)),
    ]
    rows = table(entrants_of(5), pairings, "swiss")[2:]
    assert [(row.entrant, row.points, row.tie_break, row.wins) for row in rows] == [
        (each, 1, Fraction(5, 2), 0) for each in (5, 1, 4)
    ]
    assert rows[0].decided_by == "wins"
    assert [row.entrant for row in table(entrants_of(5), pairings, "swiss", 1)][2:] == [1, 4, 5]


def test_an_early_withdrawal_removes_the_results_and_a_late_one_loses_the_rest() -> None:
    entrants = [*entrants_of(4)[:3], Entrant(4, 4, withdrawn=True)]
    early = [match(4, 1), match(4, 2, None), match(4, 3, None), match(1, 2), match(1, 3), match(2, 3)]
    late = [match(4, 1), match(4, 2), match(4, 3, None), match(1, 2), match(1, 3), match(2, 3)]
    struck, rest_lost = table(entrants, early, "league"), table(entrants, late, "league")
    assert [(row.entrant, row.points) for row in struck] == [(1, 2), (2, 1), (3, 0), (4, 0)]
    assert [(row.entrant, row.points, row.fate) for row in rest_lost] == [
        (4, 2, "rest-lost"),
        (1, 2, ""),
        (2, 1, ""),
        (3, 1, ""),
    ]


def test_a_bye_scores_like_a_win_and_is_no_match() -> None:
    (row,) = table(entrants_of(1), [Pairing(1, (1,), (1,))], "swiss")
    assert (row.points, row.played, row.wins) == (1, 0, 0)


@given(st.integers(2, 8), st.integers(0, 10**6), st.sampled_from(["league", "cup", "swiss", "knock-out"]))
def test_standings_do_not_depend_on_the_order_of_results(number: int, seed: int, kind: str) -> None:
    rng, entrants = random.Random(seed), entrants_of(number)
    entrants = [replace(each, withdrawn=rng.random() < 0.2) for each in entrants]
    pairings = [
        each.ended(rng.choice([WIN, LOSS, DRAW])) if rng.random() < 0.7 else each
        for each in round_robin(range(1, number + 1))
    ]
    rows = table(entrants, pairings, kind)  # type: ignore[arg-type]
    rng.shuffle(entrants)
    rng.shuffle(pairings)
    assert table(entrants, pairings, kind) == rows  # type: ignore[arg-type]
    assert [row.place for row in rows] == list(range(1, number + 1))


@settings(max_examples=15)
@given(st.integers(2, 6), st.integers(0, 10**6), st.integers(0, 4))
def test_best_and_worst_places_are_those_of_all_possible_results(number: int, seed: int, open_: int) -> None:
    rng, entrants = random.Random(seed), entrants_of(number)
    pairings = round_robin(range(1, number + 1))
    rng.shuffle(pairings)
    ended = [each.ended(rng.choice([WIN, LOSS, DRAW])) for each in pairings[open_:]]
    rest = pairings[:open_]
    bounds = place_bounds(entrants, [*ended, *rest], "league")
    reached: dict[EntrantId, set[int]] = {each.id: set() for each in entrants}
    for results in product([WIN, LOSS, DRAW], repeat=len(rest)):
        end = [each.ended(places) for each, places in zip(rest, results, strict=True)]
        for row in table(entrants, [*ended, *end], "league"):
            reached[row.entrant].add(row.place)
    assert {entrant: (each.best, each.worst) for entrant, each in bounds.items()} == {
        entrant: (min(places), max(places)) for entrant, places in reached.items()
    }
    assert all(each.exact for each in bounds.values())


@settings(max_examples=10)
@given(st.integers(5, 8), st.integers(0, 10**6), st.floats(0, 0.5))
def test_with_many_open_matches_the_bounds_of_places_hold(number: int, seed: int, share: float) -> None:
    rng, entrants = random.Random(seed), entrants_of(number)
    entrants = [replace(each, withdrawn=rng.random() < 0.1) for each in entrants]
    pairings = [
        each.ended(rng.choice([WIN, LOSS, DRAW])) if rng.random() < share else each
        for each in round_robin(range(1, number + 1))
    ]
    bounds = place_bounds(entrants, pairings, "league")
    for _ in range(10):
        gone = {each.id for each in entrants if each.withdrawn}
        end = [
            each if each.places or gone & set(each.seats) else each.ended(rng.choice([WIN, LOSS, DRAW]))
            for each in pairings
        ]
        for row in table(entrants, end, "league"):
            assert bounds[row.entrant].best <= row.place <= bounds[row.entrant].worst
