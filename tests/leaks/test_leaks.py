"""The test match reveals no secret of another player, in any game, and planted leaks are detected."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.games.registry import GAMES
from tests.leaks.evening import spend
from tests.leaks.plants import plants_of
from tests.leaks.plants_of_states import OF_GAMES

QUICK = {
    ("papyrus", "a board drawn from a seat's look"),
    ("papyrus", "a file's size"),
    *[("overcross", name) for name in OF_GAMES["overcross"]],
}
"""The leaks planted in each run: two of any game, and the secrets that only Overcross has (OVC-29)."""
PLANTED = [
    pytest.param(game, name, marks=() if (game, name) in QUICK else pytest.mark.soak)
    for game in GAMES
    for name in plants_of(game)
]


@pytest.mark.parametrize("game", GAMES)
async def test_the_test_match_reveals_no_secret(game: str, tmp_path: Path) -> None:
    assert await spend(game, tmp_path) == []


@pytest.mark.parametrize(("game", "name"), PLANTED)
async def test_a_planted_leak_is_detected(game: str, name: str, tmp_path: Path) -> None:
    with plants_of(game)[name]():
        assert await spend(game, tmp_path)


@pytest.mark.parametrize("game", GAMES)
def test_at_least_sixty_leaks_can_be_planted_in_each_game(game: str) -> None:
    """The functions in which leaks are planted exist, by their names."""
    plants = plants_of(game)
    assert len(plants) >= 60
    for plant in plants.values():
        with plant():
            pass
