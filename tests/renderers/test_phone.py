"""On a phone 390 pixels wide no capital letter of these pictures is lower than 8 pixels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bot.engine.language import speaking
from bot.languages.catalogues import codes, language
from bot.registry import GAMES
from measures.screens.measures import PHONE, measured, of_sizes, sizes_drawn
from renderers.contract import Picture
from tests.renderers import arclash_positions, neocombat_positions, test_arclash_board, test_neocombat_board
from tests.renderers.neocombat_positions import crowd, scattered
from tests.renderers.positions import fight, position
from tests.renderers.test_papyrus_board import STAGES, draw

LEAST = 8.0
HIGHEST = 510
"""Pixels: with the words of a usual panel and the first row of its buttons below, 844 are not exceeded."""
GAMES_READ = ("papyrus", "arclash", "neo-combat")


@pytest.mark.parametrize("code", codes())
@pytest.mark.parametrize("game", GAMES_READ)
def test_the_pages_of_the_rules(game: str, code: str) -> None:
    with speaking(language(code)):
        found = list(measured(GAMES[game]))
    assert [each for each in found if each.letters < LEAST] == []
    assert [each for each in found if each.height > HIGHEST and "whole" not in each.what] == []


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


def _arclash(seats: int) -> Iterator[tuple[str, Picture]]:
    """Draw tables for so many, closer looks at them, and hands."""
    renderer, positions = test_arclash_board.RENDERER, arclash_positions
    names, told = positions.NAMES[:seats], positions.fought()
    for what in (positions.advancing, positions.fighting, positions.ended, positions.opening):
        yield what.__name__, renderer.board(what(seats), names=names, recent=told)
    for part in renderer.parts(positions.fighting(seats)):
        yield f"whole {part}", renderer.board(positions.fighting(seats), names=names, part=part)
    view = positions.holding(*positions.full_hand())
    for brief in (True, False):
        picture = renderer.hand(view, names=positions.NAMES[:2], brief=brief)
        assert picture is not None
        yield "hand on a panel" if brief else "whole hand", picture


def _neocombat(seats: int) -> Iterator[tuple[str, Picture]]:
    """Draw tables for so many with four varans each, as the usual cards have them, and closer looks."""
    renderer, names = test_neocombat_board.RENDERER, neocombat_positions.NAMES[:seats]
    for cloaked in (True, False):
        yield f"cloaked {cloaked}", renderer.board(crowd(seats, 4, cloaked=cloaked), names=names)
    yield "scattered", renderer.board(scattered(seats, 4), names=names)
    for part in ("seat-0", "varan-1"):
        yield f"whole {part}", renderer.board(crowd(seats, 4), names=names, part=part)
    if seats == 2:
        fights = [
            view for view in neocombat_positions.STAGES.values() if view.seats == 2 and len(view.tokens) == 8
        ]
        for view in fights:
            told = neocombat_positions.fought()
            yield f"a fight in {view.phase}", renderer.board(view, names=names, recent=told)


TABLES: dict[str, Callable[[int], Iterator[tuple[str, Any]]]] = {
    "arclash": _arclash,
    "neo-combat": _neocombat,
}


@pytest.mark.parametrize("code", codes())
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("game", TABLES)
def test_tables_of_all_numbers_of_players_with_closer_looks_and_hands(
    game: str, seats: int, code: str
) -> None:
    with speaking(language(code)), sizes_drawn() as sizes:
        pictures = list(TABLES[game](seats))
    assert of_sizes(sizes) >= LEAST, sizes[min(sizes)]
    high = {what: picture.height * PHONE / picture.width for what, picture in pictures if "whole" not in what}
    assert {what: each for what, each in high.items() if each > HIGHEST} == {}
