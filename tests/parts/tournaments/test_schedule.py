"""Data computed from the rows of a tournament: possible places, deadlines, the draw, the results."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bot.engine.errors import Refusal
from bot.parts.tournaments import acts, starting
from bot.parts.tournaments.export import file_of
from bot.parts.tournaments.formats.model import Format
from bot.parts.tournaments.model import Entrant, Plans, Result, Tournament
from bot.parts.tournaments.progress import leave_is_over, planned, with_result
from bot.parts.tournaments.schedule import bounds_of, entrants_of, table_of

NOW = datetime(2026, 5, 1, tzinfo=UTC)
DAY = timedelta(days=1)


def opened(kind: Format, people: Sequence[Entrant], **plans: Any) -> Tournament:
    """Return a tournament that is about to begin, of Noughts by default."""
    return Tournament(
        id="abcdefghijkl",
        guild=1,
        channel=2,
        number=3,
        director=9,
        stage="open",
        plans=Plans(**{"game": "noughts", "format": kind, **plans}),
        seed=bytes(32),
        commitment="c" * 64,
        opened_at=NOW,
        entrants=tuple(people),
    )


def persons(number: int, **fields: Any) -> list[Entrant]:
    return [Entrant(each, 100 + each, f"P{each}", **fields) for each in range(1, number + 1)]


def begun(kind: Format, people: int, **plans: Any) -> Tournament:
    return planned(starting.started(opened(kind, persons(people), **plans), None, NOW), NOW)


def played(found: Tournament, rng: Random, most: int = 10**6) -> Tournament:
    """Return the tournament after this number of further matches, with random winners."""
    for _ in range(most):
        if found.over or not found.open_games:
            return found
        game = rng.choice(found.open_games)
        places = rng.choice(((1, 2), (2, 1), (1, 1)))
        found = planned(with_result(found, Result(game.number, places, "played", NOW), (), NOW), NOW)
    return found


@pytest.mark.parametrize(
    ("kind", "people"), [("cup", 5), ("league", 9), ("swiss", 7), ("knock-out", 4), ("knock-out", 7)]
)
def test_nobody_finishes_outside_of_the_possible_places(kind: Format, people: int) -> None:
    rng = Random(5)
    for _ in range(8):
        found = played(begun(kind, people), rng, most=rng.randrange(0, people * 2))
        if found.over:
            continue
        bounds = {
            entrant: reach
            for division in found.divisions
            for entrant, reach in bounds_of(found, division).items()
        }
        for _ in range(8):
            over = played(found, rng)
            assert over.stage == "ended"
            for entrant in over.entrants:
                reach = bounds[entrant.number]
                assert reach.best <= entrant.place <= reach.worst, (kind, entrant.number, reach)


def test_a_deadline_is_announced_a_week_two_days_and_six_hours_before() -> None:
    found = begun("cup", 4, days=14)
    told = []
    for hours in range(14 * 24):
        after = planned(found, NOW + timedelta(hours=hours))
        if len(after.notices) > len(found.notices):
            told.append(hours)
        found = after
    assert told == [7 * 24, 12 * 24, 14 * 24 - 6]
    short = begun("cup", 4, days=2)
    told = [planned(short, NOW + timedelta(hours=hours)).notices for hours in (1, 43)]
    assert [[each.kind for each in notices].count("deadline") for notices in told] == [0, 1]


def test_a_second_loss_by_time_is_a_withdrawal_that_the_table_explains() -> None:
    found = begun("cup", 8)
    mine = [game for game in found.open_games if 1 in game.seats]
    for game in mine[:2]:
        assert not found.entrant(1).leaving
        places = tuple(2 if each == 1 else 1 for each in game.seats)
        found = with_result(found, Result(game.number, places, "time", NOW), (1,), NOW)
    assert found.entrant(1).leaving == "time"
    assert {row.entrant: row.fate for row in table_of(found, 1)}[1] == "struck"
    assert not [game for game in found.open_games if 1 in game.seats]


def test_a_withdrawal_after_half_of_the_matches_loses_the_rest() -> None:
    found = begun("cup", 5)
    for game in [game for game in found.open_games if 1 in game.seats][:2]:
        found = with_result(found, Result(game.number, (1, 1), "played", NOW), (), NOW)
    found = acts.withdrawn(found, 1, "left", NOW)
    row = next(row for row in table_of(found, 1) if row.entrant == 1)
    assert (row.fate, row.losses) == ("rest-lost", 2)


def test_leaves_of_one_tournament_add_up_to_five_days() -> None:
    found, now = begun("cup", 4), NOW
    for days in (3, 2):
        with pytest.raises(Refusal, match="not on leave"):
            acts.returned(found, found.entrant(1), now)
        found = acts.on_leave(found, found.entrant(1), now)
        assert not leave_is_over(found.entrant(1), now + (days - 1) * DAY)
        now += days * DAY
        assert leave_is_over(found.entrant(1), now) == (days == 2)
        found = acts.returned(found, found.entrant(1), now)
    with pytest.raises(Refusal, match="5 days in this tournament is used up"):
        acts.on_leave(found, found.entrant(1), now)


def test_seeds_follow_the_ratings_and_equals_are_drawn() -> None:
    found = begun("swiss", 8)
    assert sorted(each.seed for each in found.entrants) == list(range(1, 9))
    assert [each.seed for each in found.entrants] != list(range(1, 9))
    rated = [replace(each, rating=None if each.number == 2 else 1000 + each.number) for each in persons(4)]
    seeds = [each.seed for each in starting.started(opened("swiss", rated), None, NOW).entrants]
    assert seeds == [3, 4, 2, 1]


def test_a_league_has_divisions_with_promotion_and_relegation() -> None:
    first = played(begun("league", 12), Random(1))
    assert [len(entrants_of(first, division)) for division in first.divisions] == [6, 6]
    second = starting.started(opened("league", persons(12)), first, NOW)
    for user in range(101, 113):
        was, now = first.of_user(user), second.of_user(user)
        assert was is not None
        assert now is not None
        moved = now.division - was.division
        assert moved == ((-1 if was.place <= 2 else 0) if was.division == 2 else (1 if was.place > 4 else 0))


def test_a_cancelled_round_is_paired_again_without_forbidden_pairs() -> None:
    found = begun("swiss", 6)
    one, other = found.open_games[0].seats
    found = acts.forbidden(acts.undone(found, NOW), one, other)
    found = planned(found, NOW + DAY)
    assert {one, other} not in [set(game.seats) for game in found.open_games]
    assert len(found.rounds) == 1


def test_a_cancelled_round_leaves_the_results_of_former_rounds() -> None:
    one, two = played(begun("swiss", 6), Random(1), most=3), played(begun("swiss", 6), Random(1), most=4)
    assert (len(two.rounds), len(two.results)) == (2, 4)
    found = acts.undone(two, NOW)
    assert (found.rounds, found.results) == (one.rounds[:1], one.results)
    assert {game.round for game in found.games} == {1}


def test_blocked_players_are_not_paired_and_the_file_does_not_name_them() -> None:
    found = acts.undone(begun("swiss", 6), NOW)
    one, other = 1, 4
    found = acts.kept_apart(found, [frozenset((101, 104)), frozenset((101, 999))])
    assert found.apart == ((one, other),)
    for _ in range(3):
        found = planned(found, NOW + DAY, [frozenset((101, 104))])
        assert {one, other} not in [set(game.seats) for game in found.open_games]
        found = acts.undone(found, NOW)
    forbidden = acts.forbidden(found, one, other)
    assert forbidden.forbidden == ((one, other),), "to its director they are two like all others"
    with pytest.raises(Refusal, match="not paired anyway"):
        acts.forbidden(forbidden, one, other)
    free = acts.kept_apart(found, [])
    assert file_of(found) == file_of(free), "the file does not tell whether somebody is kept apart"
    assert planned(free, NOW, [frozenset((101, 104))]) is not free, "a round is due"
    paired = planned(free, NOW + DAY)
    assert planned(paired, NOW + DAY, [frozenset((101, 102))]) is paired, "between rounds nothing is stored"
    assert acts.kept_apart(found, []).apart == (), "a block that is taken back keeps nobody apart"
    cup = begun("cup", 4)
    assert acts.kept_apart(cup, [frozenset((101, 102))]) is cup, "there all meet all"


def test_the_number_of_swiss_rounds_is_fixed_at_the_start_unless_the_director_changes_it() -> None:
    found = begun("swiss", 8)
    late = starting.placed(found, Entrant(9, 109, "P9"))
    assert (found.rounds_planned, late.rounds_planned) == (4, 4)
    assert len(played(late, Random(1)).rounds) == 4
    longer = acts.with_rounds(late, 6)
    assert [each.kind for each in longer.notices] == ["round", "deadline"]
    assert len(played(longer, Random(1)).rounds) == 6
    two = played(found, Random(1), most=5)
    with pytest.raises(Refusal, match="Round 2 has begun"):
        acts.with_rounds(two, 1)
    with pytest.raises(Refusal, match="Only a Swiss tournament"):
        acts.with_rounds(begun("cup", 4), 3)


def test_a_late_entry_needs_a_place() -> None:
    full = begun("swiss", 8, size=8)
    with pytest.raises(Refusal, match="All places"):
        starting.check_entry(full, None)
    starting.check_entry(acts.withdrawn(full, 1, "left", NOW), None)
