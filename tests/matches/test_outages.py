"""Random outages of everything that a player needs: nobody loses time by them, and nobody gains any."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from bot.matches.clocks import ClockTerms
from tests.matches.evenings import template
from tests.matches.outages import AT_REST, CLOCKS, Weather
from tests.matches.table import Table, TestClock, database_like


async def a_match(url: str, seed: int, steps: int = 60, terms: Sequence[ClockTerms] = CLOCKS) -> float:
    """Play a match with outages from some day of a year on; return the hours without some player."""
    table, luck = Table(url, TestClock(), f"weather {seed}"), random.Random(seed)
    table.clock.now += timedelta(days=luck.randrange(365))
    weather = Weather([table], luck, terms[seed % len(terms)])
    try:
        await weather.begin(luck.choice((2, 3)))
        for _ in range(steps):
            if await weather.over():
                break
            await weather.step()
        return weather.gone.total_seconds() / 3600
    finally:
        await table.close()


@settings(
    max_examples=25,
    phases=[Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(seed=st.integers(0, 2**32))
def test_clocks_are_those_of_the_time_in_which_each_could_act(tmp_path: Path, seed: int) -> None:
    asyncio.run(a_match(database_like(template(), tmp_path), seed))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000))
def test_a_thousand_matches_with_outages(tmp_path: Path, seed: int) -> None:
    asyncio.run(a_match(database_like(template(), tmp_path), seed))


@settings(
    max_examples=15,
    phases=[Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(seed=st.integers(0, 2**32))
def test_the_same_holds_where_no_time_runs_at_weekends(tmp_path: Path, seed: int) -> None:
    """The ledger counts minutes one by one, by the local clocks of three zones, which change twice a year."""
    asyncio.run(a_match(database_like(template(), tmp_path), seed, terms=AT_REST))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000))
def test_a_thousand_matches_with_outages_and_weekends(tmp_path: Path, seed: int) -> None:
    asyncio.run(a_match(database_like(template(), tmp_path), seed, terms=AT_REST))


def test_the_matches_have_outages(tmp_path: Path) -> None:
    """Otherwise the tests above would test nothing."""
    hours = [asyncio.run(a_match(database_like(template(), tmp_path), seed)) for seed in (1, 2)]
    assert min(hours) > 24
