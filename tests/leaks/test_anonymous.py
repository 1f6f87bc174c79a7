"""Anonymous matches tell nobody who sits where, over whole evenings; planted leaks are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.database.migrate import migrate
from bot.games.registry import GAMES
from tests.cogs.club import Club
from tests.leaks.anonymous import PLANTS, World, spent

PLANTED = ("names in pictures",)
"""The leak that each run plants; CI plants the others."""


async def worlds(place: Path, game: str, *, actions: int, seed: int) -> list[World]:
    """Return the same evening with Ann and Ben at their seats, and with each at the other's."""
    found = []
    for swapped in (False, True):
        path = place / f"{game} {seed} {swapped}.db"
        await migrate(f"sqlite:///{path}")
        club = Club(f"sqlite+aiosqlite:///{path}")
        await club.open()
        try:
            found.append(await spent(club, game, swapped=swapped, actions=actions, seed=seed))
        finally:
            await club.close()
    return found


def difference(one: World, other: World) -> str:
    """Return the first place at which two worlds can be told apart; "" for none."""
    if one.seen == other.seen:
        return ""
    before, after = "\n".join(one.seen), "\n".join(other.seen)
    at = next((at for at, pair in enumerate(zip(before, after, strict=False)) if len(set(pair)) > 1), 0)
    return f"{before[max(0, at - 200) : at + 80]!r}\n{after[max(0, at - 200) : at + 80]!r}"


@pytest.mark.parametrize(
    "game", [pytest.param(key, marks=[] if key == "crossfire" else pytest.mark.slow) for key in GAMES]
)
async def test_nobody_learns_who_sits_where(game: str, tmp_path: Path) -> None:
    one, other = await worlds(tmp_path, game, actions=4, seed=1)
    assert difference(one, other) == ""
    assert len(one.seen) > 100
    assert one.result != other.result


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 22))
@pytest.mark.parametrize("game", GAMES)
async def test_nobody_learns_it_in_long_evenings(game: str, seed: int, tmp_path: Path) -> None:
    one, other = await worlds(tmp_path, game, actions=20, seed=seed)
    assert difference(one, other) == ""


@pytest.mark.parametrize(
    "plant", [pytest.param(name, marks=[] if name in PLANTED else pytest.mark.slow) for name in PLANTS]
)
async def test_a_planted_leak_is_found(plant: str, tmp_path: Path) -> None:
    with PLANTS[plant]():
        one, other = await worlds(tmp_path, "crossfire", actions=4, seed=1)
    assert difference(one, other)
