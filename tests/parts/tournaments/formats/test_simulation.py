"""The quality of formats: the stronger entrant wins more often with more rounds."""

from __future__ import annotations

import random
from statistics import mean

import pytest

from bot.parts.tournaments.formats.schedule import Plan
from bot.parts.tournaments.formats.simulation import Course, Experiment, play


def courses(experiment: Experiment, number: int = 25) -> list[Course]:
    return [play(experiment, random.Random(seed)) for seed in range(number)]


@pytest.mark.parametrize(
    ("plan", "entrants"),
    [
        (Plan("league"), 6),
        (Plan("cup"), 8),
        (Plan("swiss"), 20),
        (Plan("knock-out"), 12),
        (Plan("cup", seats=4), 10),
    ],
)
def test_the_table_follows_the_strengths_with_and_without_dropouts(plan: Plan, entrants: int) -> None:
    whole, torn = courses(Experiment(plan, entrants, 0.0)), courses(Experiment(plan, entrants, 0.1, late=0.2))
    assert mean(each.tau for each in whole) > 0.25
    assert mean(each.won_by_strongest for each in whole) > 1.5 / entrants
    assert any(each.withdrawn for each in torn)


def test_a_longer_swiss_tournament_ranks_better() -> None:
    short = courses(Experiment(Plan("swiss", rounds=2), 16, 0.0))
    long = courses(Experiment(Plan("swiss", rounds=8), 16, 0.0))
    assert mean(each.tau for each in long) > mean(each.tau for each in short) + 0.1
