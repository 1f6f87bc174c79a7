"""What a lobby says of a usual match, its size and its length, is so."""

from __future__ import annotations

import re

import pytest

from bot.engine.language import speaking
from bot.languages.catalogues import language
from bot.registry import GAMES
from tests.taps.lengths import usual_length

SAID = {
    "papyrus": "16 × 12 squares, squads of 10, some 15 rounds",
    "crossfire": "5 × 9 squares, some 60 turns",
    "arclash": "first to 10 points, some 8 turns",
    "neo-combat": "teams of 4 varans, some 7 turns",
    "overcross": "11 × 11 squares, decks of 100 points, some 8 rounds",
}


@pytest.mark.parametrize("key", GAMES)
def test_what_is_said_of_a_usual_match_is_so(key: str) -> None:
    game = GAMES[key]
    options = game.rules.normalize(game.rules.Options(), 2)
    words = game.wording.usual(options, 2)
    assert words == SAID[key]
    assert "some" not in game.wording.usual(options, 4), "what was not measured is not said"
    said = float(re.findall(r"some (\d+)", words)[0])
    assert said / 1.5 <= usual_length(key) <= said * 1.5
    with speaking(language("de")):
        assert "some" not in game.wording.usual(options, 2)
