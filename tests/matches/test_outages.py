"""Random outages of everything that a player needs: nobody loses time by them, and nobody gains any."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.matches.evenings import template
from tests.matches.outages import CLOCKS, Weather
from tests.matches.table import Table, TestClock, database_like


async def a_match(url: str, seed: int, steps: int = 60) -> float:
    """Play a match with outages; return for how many hours somebody could not act."""
    table, luck = Table(url, TestClock(), f"weather {seed}"), random.Random(seed)
    weather = Weather([table], luck, CLOCKS[seed % len(CLOCKS)])
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


def test_the_matches_have_outages(tmp_path: Path) -> None:
    """Otherwise the tests above would test nothing."""
    hours = [asyncio.run(a_match(database_like(template(), tmp_path), seed)) for seed in (1, 2)]
    assert min(hours) > 24
