"""On a phone 390 pixels wide no capital letter of these pictures is lower than 8 pixels."""

from __future__ import annotations

import pytest

from bot.engine.language import speaking
from bot.languages.catalogues import codes, language
from bot.registry import GAMES
from measures.screens.measures import PHONE, measured, of_sizes, sizes_drawn
from tests.renderers.positions import fight, position
from tests.renderers.test_papyrus_board import STAGES, draw

LEAST = 8.0
HIGHEST = 500
"""Pixels: with the words of a usual panel and the first row of its buttons below, 844 are not exceeded."""


@pytest.mark.parametrize("code", codes())
def test_the_pages_of_the_rules_of_papyrus(code: str) -> None:
    with speaking(language(code)):
        found = list(measured(GAMES["papyrus"]))
    assert [each for each in found if each.letters < LEAST] == []
    assert [each for each in found if each.height > HIGHEST] == []


@pytest.mark.parametrize("code", codes())
@pytest.mark.parametrize("stage", ["moving", "attacking", "placing", "picking", "won"])
def test_a_match_of_papyrus_of_the_usual_size(stage: str, code: str) -> None:
    with speaking(language(code)), sizes_drawn() as sizes:
        picture = draw(STAGES[stage], recent=fight(STAGES[stage]) if stage == "attacking" else ())
    assert of_sizes(sizes) >= LEAST
    assert picture.height * PHONE / picture.width <= HIGHEST


@pytest.mark.parametrize("size", [(16, 12), (14, 10), (10, 8), (8, 6)])
def test_all_usual_fields_of_papyrus(size: tuple[int, int]) -> None:
    with sizes_drawn() as sizes:
        draw(position(*size, 2, 6))
    assert of_sizes(sizes) >= LEAST
