"""The places of players in a result: winners, scores, teams, resignations, draws."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.contract import Outcome
from bot.games.registry import GAMES
from bot.matches.notices import AGREED
from bot.parts.ratings.model import places

ALONE = ((0,), (1,), (2,), (3,))
PAIRS = ((0, 2), (1, 3))


@pytest.mark.parametrize(
    ("outcome", "teams", "resigned", "expected"),
    [
        pytest.param(Outcome((1,), (3, 1), "x"), ALONE[:2], (), (2, 1), id="the winner, whatever the scores"),
        pytest.param(Outcome((2,), (5, 9, 10, 5), "x"), ALONE, (), (3, 2, 1, 3), id="level scores share"),
        pytest.param(Outcome((), (4, 4), "x"), ALONE[:2], (), (1, 1), id="a draw of two"),
        pytest.param(Outcome((), (8, 8, 0), "x"), ALONE[:3], (), (1, 1, 3), id="two draw, the third lost"),
        pytest.param(Outcome((), (8, 2, 0), AGREED), ALONE[:3], (), (1, 1, 1), id="an agreed draw is level"),
        pytest.param(Outcome((), (8, 2, 9), AGREED), ALONE[:3], (2,), (1, 1, 3), id="not for who had left"),
        pytest.param(
            Outcome((0,), (1, 9, 9, 9), "x"), ALONE, (2, 1), (1, 3, 4, 2), id="who left first is last"
        ),
        pytest.param(Outcome((0, 2), (6, 3, 6, 3), "x"), PAIRS, (), (1, 2), id="teams"),
        pytest.param(Outcome((1, 3), (6, 3, 6, 3), "x"), PAIRS, (2,), (2, 1), id="a team whose partner left"),
        pytest.param(Outcome((), (4, 4, 4, 4), "x"), PAIRS, (), (1, 1), id="a tie of teams"),
        pytest.param(Outcome((0, 1), (1, 1, 0), "x"), ALONE[:3], (), (1, 1, 3), id="two winners share"),
    ],
)
def test_places_follow_from_the_outcome(
    outcome: Outcome,
    teams: tuple[tuple[int, ...], ...],
    resigned: tuple[int, ...],
    expected: tuple[int, ...],
) -> None:
    assert places(outcome, teams, resigned) == expected


@given(st.data(), st.integers(2, 6))
def test_places_are_a_ranking_with_winners_first(data: st.DataObject, seats: int) -> None:
    winners = tuple(sorted(data.draw(st.sets(st.integers(0, seats - 1)))))
    staying = [seat for seat in range(seats) if seat not in winners]
    resigned = tuple(data.draw(st.permutations(staying)))[: data.draw(st.integers(0, len(staying)))]
    scores = tuple(data.draw(st.lists(st.integers(-3, 3), min_size=seats, max_size=seats)))
    found = places(Outcome(winners, scores, "x"), tuple((seat,) for seat in range(seats)), resigned)
    for place in found:
        assert place == 1 + sum(other < place for other in found)
    assert all(found[seat] == 1 for seat in winners)
    for seat in resigned:
        assert all(found[seat] > found[other] for other in range(seats) if other not in resigned)


def test_only_crossfire_for_four_has_two_teams() -> None:
    """CRF-22: partners have opposite seats."""
    assert GAMES["crossfire"].rules.teams(4) == ((0, 2), (1, 3))
    assert GAMES["crossfire"].rules.teams(2) == ((0,), (1,))
    assert GAMES["papyrus"].rules.teams(3) == ((0,), (1,), (2,))
    for game in GAMES.values():
        for seats in game.seats:
            seated = sorted(seat for team in game.rules.teams(seats) for seat in team)
            assert seated == list(range(seats))
