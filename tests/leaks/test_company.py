"""Blocks, wishes and other secrets outside of the game are hidden, and planted leaks are detected."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.database.migrate import migrate
from tests.cogs.club import Club
from tests.leaks.company import EVENINGS, PLANTS


async def spent(name: str, place: Path) -> list[list[str]]:
    """Return the output for others of a run, with its secret and without."""
    seen = []
    for secret in (True, False):
        path = place / f"{secret}.db"
        await migrate(f"sqlite:///{path}")
        club = Club(f"sqlite+aiosqlite:///{path}")
        await club.open()
        try:
            seen.append(await EVENINGS[name](club, secret=secret))
        finally:
            await club.close()
    return seen


@pytest.mark.parametrize("name", EVENINGS)
async def test_secrets_of_company_are_hidden(name: str, tmp_path: Path) -> None:
    with_secret, without = await spent(name, tmp_path)
    assert with_secret == without


@pytest.mark.parametrize(("name", "plant"), PLANTS)
async def test_a_planted_leak_of_company_is_detected(name: str, plant: str, tmp_path: Path) -> None:
    with PLANTS[name, plant]():
        with_secret, without = await spent(name, tmp_path)
    assert with_secret != without
