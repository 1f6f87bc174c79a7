"""The rating formula: winners rise, equal results get equal changes, and strength is found."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.parts.ratings.model import EVERYWHERE, OVERALL, PROVISIONAL, Player, RatingRow, Result, Scope
from bot.parts.ratings.plackett_luce import rate, rate_all
from tests.parts.ratings.league import CLUB, DAY, result

HERE = Scope("dicey", CLUB)


def points(results: Sequence[Result], scope: Scope = HERE) -> dict[int, int]:
    standings, _ = rate_all(results)
    return {user: standing.points for (of, user), standing in standings.items() if of == scope}


def test_everybody_begins_with_1000_provisional_points() -> None:
    assert RatingRow().points == 1000
    assert RatingRow().provisional
    assert not RatingRow(matches=PROVISIONAL).provisional


def test_each_place_counts_and_partners_change_equally() -> None:
    two = points([result(1, 1, 2)])
    assert two[1] > 1000 > two[2]
    four = points([result(1, 3, 1, 4, 2)])
    assert four[2] > four[4] > four[1] > four[3]
    players = [
        Player(seat, seat + 1, "", seat % 2, 1 + seat % 2, "won" if seat % 2 == 0 else "lost")
        for seat in range(4)
    ]
    teams = points([replace(result(1, 1, 2), players=tuple(players))])
    assert teams[1] == teams[3] > 1000 > teams[2] == teams[4]


def test_a_draw_changes_equals_equally_and_lowers_a_stronger_player() -> None:
    level = points([result(1, 1, 1)])
    assert level[1] == level[2]
    shared = points([result(1, 1, 2, 2, 2)])
    assert shared[2] == shared[3] == shared[4]
    strong = [result(number, 1, 2) for number in range(1, 9)]
    before = rate_all(strong)[0]
    after = rate_all([*strong, result(9, 1, 1)])[0]
    assert after[HERE, 1].mu < before[HERE, 1].mu
    assert after[HERE, 2].mu > before[HERE, 2].mu


def test_agreed_draws_raise_no_equal_and_lower_a_stronger_player() -> None:
    """The value that a leaderboard is sorted by must not grow by agreed draws."""
    fought = [result(number, 1, 1) for number in range(1, 7)]
    assert set(points([replace(each, agreed=True) for each in fought]).values()) == {1000}
    assert min(points(fought).values()) > 1000
    strong = [result(number, 1, 2) for number in range(1, 9)]
    before, after = points(strong), points([*strong, replace(result(9, 1, 1), agreed=True)])
    assert before[1] > after[1] > after[2] > before[2]


def test_a_result_counts_in_every_scope_by_game_season_and_server() -> None:
    steps = rate(result(1, 1, 2, season=3), {})
    assert {step.scope for step in steps} == {
        Scope(game, guild, season)
        for game in ("dicey", OVERALL)
        for guild, season in ((EVERYWHERE, 0), (CLUB, 0), (CLUB, 3))
    }
    elsewhere = rate(result(1, 1, 2, guild=EVERYWHERE, season=0), {})
    assert {step.scope for step in elsewhere} == {Scope("dicey", EVERYWHERE), Scope(OVERALL, EVERYWHERE)}


def test_an_unrated_result_changes_nothing() -> None:
    assert rate(replace(result(1, 1, 2), rated=False), {}) == []


def test_streaks_of_wins_and_losses_are_counted_and_ended_by_a_draw() -> None:
    story = [(1, 2), (1, 2), (1, 2), (2, 1), (2, 1), (1, 1), (1, 2)]
    expected = [(1, 1), (2, 2), (3, 3), (-1, 3), (-2, 3), (0, 3), (1, 3)]
    for count, (streak, best) in enumerate(expected, start=1):
        results = [result(number, *places) for number, places in enumerate(story[:count], start=1)]
        standing = rate_all(results)[0][HERE, 1]
        assert (standing.streak, standing.best) == (streak, best)
    assert (standing.wins, standing.draws, standing.losses) == (4, 1, 2)


@settings(max_examples=60)
@given(
    st.lists(st.permutations(range(5)).flatmap(lambda order: st.tuples(st.just(order), st.integers(2, 5))))
)
def test_results_entered_singly_or_together_give_equal_ratings(
    drawn: list[tuple[list[int], int]],
) -> None:
    results = []
    for number, (order, seats) in enumerate(drawn, start=1):
        played = result(number, *range(1, seats + 1))
        players = [replace(player, user=order[player.seat] + 1) for player in played.players]
        results.append(replace(played, players=tuple(players)))
    one_by_one: dict[tuple[Scope, int], RatingRow] = {}
    for each in results:
        one_by_one.update({(step.scope, step.user): step.standing for step in rate(each, dict(one_by_one))})
    assert one_by_one == rate_all(results)[0]


def season_of(strength: dict[int, float], matches: int, rng: random.Random) -> list[Result]:
    """Return results of players of these strengths; a random performance decides each match."""
    results = []
    for number in range(1, matches + 1):
        users = rng.sample(sorted(strength), rng.choice((2, 2, 2, 3, 4)))
        form = {user: rng.gauss(strength[user], 25 / 6) for user in users}
        order = sorted(users, key=lambda user: -form[user])
        players = [
            Player(seat, user, "", seat, order.index(user) + 1, "won" if user == order[0] else "lost")
            for seat, user in enumerate(users)
        ]
        results.append(Result(f"{number:012}", "dicey", CLUB, True, DAY, tuple(players), number))
    return results


def spearman(one: dict[int, float], other: dict[int, float]) -> float:
    """Return the rank correlation of two orders of the same players without ties."""
    ranks = [
        {user: at for at, user in enumerate(sorted(each, key=each.__getitem__))} for each in (one, other)
    ]
    count = len(one)
    squares = sum((ranks[0][user] - ranks[1][user]) ** 2 for user in one)
    return 1 - 6 * squares / (count * (count**2 - 1))


def correlation(players: int, matches: int) -> float:
    rng = random.Random(2026)
    strength = {user: rng.gauss(25, 25 / 3) for user in range(1, players + 1)}
    results = season_of(strength, matches, rng)
    standings, steps = rate_all(results)
    assert (standings, steps) == rate_all(results), "the same results give the same ratings"
    rated = {
        user: standing.mu - 3 * standing.sigma
        for (scope, user), standing in standings.items()
        if scope == HERE
    }
    return spearman({user: strength[user] for user in rated}, rated)


def test_ratings_rank_players_by_strength() -> None:
    assert correlation(players=50, matches=1000) >= 0.9


@pytest.mark.soak
def test_ten_thousand_matches_rank_200_players_by_strength() -> None:
    begun = time.perf_counter()
    found = correlation(players=200, matches=10_000)
    print(f"Spearman {found:.4f} over 10,000 matches, twice in {time.perf_counter() - begun:.1f} s")
    assert found >= 0.9
