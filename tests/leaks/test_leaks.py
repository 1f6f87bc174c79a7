"""An evening at the table tells nobody another's secret, in any game; and what is planted is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.registry import GAMES
from tests.leaks.evening import spend
from tests.leaks.plants import PLANTS, plants_of
from tests.leaks.plants_of_states import OF_GAMES


@pytest.mark.parametrize("game", GAMES)
async def test_an_evening_tells_no_secret(game: str, tmp_path: Path) -> None:
    assert await spend(game, tmp_path) == []


@pytest.mark.parametrize("name", ["a board drawn from a seat's look", "a file's size"])
async def test_a_planted_leak_is_found(name: str, tmp_path: Path) -> None:
    with PLANTS[name]():
        assert await spend("papyrus", tmp_path)


@pytest.mark.parametrize("name", OF_GAMES["overcross"])
async def test_what_only_overcross_hides_is_found(name: str, tmp_path: Path) -> None:
    """OVC-29: in which order a hand is held, and whether an event is in it."""
    with OF_GAMES["overcross"][name]():
        assert await spend("overcross", tmp_path)


@pytest.mark.parametrize("game", GAMES)
def test_at_least_sixty_leaks_are_planted_in_each_game(game: str) -> None:
    assert len(plants_of(game)) >= 60


@pytest.mark.soak
@pytest.mark.parametrize(("game", "name"), [(game, name) for game in GAMES for name in plants_of(game)])
async def test_each_planted_leak_is_found_in_each_game(game: str, name: str, tmp_path: Path) -> None:
    with plants_of(game)[name]():
        assert await spend(game, tmp_path)
