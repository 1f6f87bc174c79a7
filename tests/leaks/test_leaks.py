"""An evening at the table tells nobody another's secret, in any game; and what is planted is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.registry import GAMES
from tests.leaks.evening import spend
from tests.leaks.plants import PLANTS


@pytest.mark.parametrize("game", GAMES)
async def test_an_evening_tells_no_secret(game: str, tmp_path: Path) -> None:
    assert await spend(game, tmp_path) == []


@pytest.mark.parametrize("name", ["a board drawn from a seat's look", "a file's size"])
async def test_a_planted_leak_is_found(name: str, tmp_path: Path) -> None:
    with PLANTS[name]():
        assert await spend("papyrus", tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", PLANTS)
async def test_each_planted_leak_is_found_in_each_game(name: str, game: str, tmp_path: Path) -> None:
    with PLANTS[name]():
        assert await spend(game, tmp_path)
