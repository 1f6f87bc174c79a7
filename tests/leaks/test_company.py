"""What company somebody keeps, and what they wish for, is told to nobody; and what is planted is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.storage.migrate import migrate
from tests.cogs.club import Club
from tests.leaks.company import EVENINGS, PLANTS


async def spent(name: str, place: Path) -> list[list[str]]:
    """Return what others are shown of an evening, with its secret and without."""
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
async def test_an_evening_tells_nobody_anothers_company(name: str, tmp_path: Path) -> None:
    with_secret, without = await spent(name, tmp_path)
    assert with_secret == without


@pytest.mark.parametrize(("name", "plant"), PLANTS)
async def test_a_planted_leak_of_company_is_found(name: str, plant: str, tmp_path: Path) -> None:
    with PLANTS[name, plant]():
        with_secret, without = await spent(name, tmp_path)
    assert with_secret != without
