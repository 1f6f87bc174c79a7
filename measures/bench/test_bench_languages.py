"""The cost of a language: loading its catalogues, and the words of a screen (docs/PERFORMANCE.md)."""

from __future__ import annotations

from typing import Any

import pytest

from bot.base.language import speaking
from bot.base.languages.catalogues import catalogue_paths, language, translations
from bot.engine.contract import Rules
from bot.engine.fair import Stream
from bot.games.game import Game
from bot.games.registry import GAMES

NAMES = ("Ann", "Ben")


def position(game: Game) -> tuple[Any, Any]:
    """Return the view and the legal actions of the first awaited seat at the start of a match."""
    rules: Rules[Any, Any, Any, Any] = game.rules
    state = rules.setup(rules.Options(), 2, Stream("bench", bytes(32)))
    seat = min(rules.to_act(state))
    return rules.view(state, seat), rules.legal(state, seat)


def test_bench_reading_all_catalogues_of_a_language(benchmark: Any) -> None:
    """This happens once, when the bot starts."""
    spoken = benchmark(lambda: [translations(path) for path in catalogue_paths("de")])
    assert "Mitspielen" in {key: each[key] for each in spoken for key in each}["Join"]


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("key", list(GAMES))
def test_bench_the_words_of_a_screen(benchmark: Any, key: str, code: str) -> None:
    """The status and the menu of a player, as composed for each panel."""
    game = GAMES[key]
    view, legal = position(game)
    with speaking(language(code)):
        menu, _status = benchmark(
            lambda: (game.wording.menu(view, legal, (), NAMES), game.wording.status(view, NAMES))
        )
    assert menu.text
