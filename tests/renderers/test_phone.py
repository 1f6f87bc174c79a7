"""On a phone 390 pixels wide capital letters of these pictures are at least 8 pixels high."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import msgspec
import pytest

from bot.base.language import speaking
from bot.base.languages.catalogues import codes, language
from bot.engine.wording import Focus
from bot.games.registry import GAMES
from measures.screens.heights import picture_height
from measures.screens.measures import measured, of_sizes, sizes_drawn
from renderers.contract import Picture
from renderers.crossfire.layout import PARTS
from renderers.kit.crop import WHOLE
from tests.games.overcross.chance import OBJECTIVES
from tests.renderers import arclash_positions, crossfire_positions, neocombat_positions, overcross_positions
from tests.renderers.neocombat_positions import crowd, scattered
from tests.renderers.positions import NAMES, RENDERER, position, stages

LEAST = 8.0
HIGHEST = 510
"""Pixels; with the text of a usual panel and the first row of its buttons, a message is 844 high."""


@pytest.mark.parametrize("code", codes())
@pytest.mark.parametrize("game", GAMES)
def test_the_pages_of_the_rules(game: str, code: str) -> None:
    with speaking(language(code)):
        found = list(measured(GAMES[game]))
    assert [each for each in found if each.letters < LEAST] == []
    assert [each for each in found if each.height > HIGHEST and "whole" not in each.what] == []


SIZED = {
    **{stage: stages()[stage] for stage in ("moving", "attacking", "picking", "won")},
    "placing": (position(phase="placing", turn=-1, round=0, pool=0), ()),
    "nothing placed": (
        position(
            phase="placing",
            turn=-1,
            units=[msgspec.structs.replace(unit, square=-1) for unit in position().units if unit.seat == 0],
        ),
        (),
    ),
}


@pytest.mark.parametrize("code", codes())
@pytest.mark.parametrize("stage", SIZED)
def test_a_match_of_papyrus_of_the_usual_size(stage: str, code: str) -> None:
    with speaking(language(code)), sizes_drawn() as sizes:
        view, recent = SIZED[stage]
        picture = RENDERER.board(view, names=NAMES[:2], recent=recent)
    assert of_sizes(sizes) >= LEAST
    assert picture_height(picture.width, picture.height) <= HIGHEST


@pytest.mark.parametrize("size", [(16, 12), (14, 10), (10, 8), (8, 6)])
def test_all_usual_fields_of_papyrus(size: tuple[int, int]) -> None:
    with sizes_drawn() as sizes:
        RENDERER.board(position(*size, 2, 6), names=NAMES[:2])
    assert of_sizes(sizes) >= LEAST


def _arclash(seats: int) -> Iterator[tuple[str, Picture]]:
    """Draw tables for this number of players, their close-ups, and hands."""
    renderer, positions = arclash_positions.RENDERER, arclash_positions
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
    """Draw tables for this number of players with four varans each, with the usual cards, and close-ups."""
    renderer, names = neocombat_positions.RENDERER, neocombat_positions.NAMES[:seats]
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


def _crossfire(seats: int) -> Iterator[tuple[str, Picture]]:
    """Draw all stages of a match for this number of players, and close-ups."""
    renderer, names = crossfire_positions.RENDERER, crossfire_positions.NAMES[:seats]
    for stage, view in crossfire_positions.STAGES.items():
        told = crossfire_positions.fought() if stage == "crowded" else ()
        for part in (None, *PARTS, renderer.film_part) if view.seats == seats else ():
            what = f"whole {part}" if part else stage
            yield what, renderer.board(view, names=names, recent=told, part=part)


def _overcross(seats: int) -> Iterator[tuple[str, Picture]]:
    """Draw all objectives for this number of players, events and highlights, the whole, and the largest grid.

    Tables of three and four, with up to 12 named Characters, are about 20 pixels higher than `HIGHEST`.
    """
    positions, draw = overcross_positions, partial(overcross_positions.RENDERER.board, names=NAMES[:seats])
    for objective in OBJECTIVES:
        usual = positions.table_of(seats, "flag" if objective == "summoning" else objective)
        yield objective if seats == 2 else f"whole {objective}", draw(positions.seen(usual))
        if seats == 2:
            state = positions.duel(objective)
            view, happened = positions.seen(state), positions.every_fact(state)
            focus = Focus(targets={positions.square(state, "D9"): "3/6"})
            yield f"a fight, {objective}", draw(view, recent=positions.fight(state))
            yield f"a choice, {objective}", draw(view, focus=focus)
            for at in range(0, len(happened), 5):
                yield "whole table", draw(view, recent=happened[at : at + 5], part=WHOLE)
    for part in (None, WHOLE):
        largest = positions.seen(positions.crowd(seats))
        yield "whole of the largest", draw(largest, part=part, focus=Focus(targets={40: "3/6"}))


Draw = Callable[[int], Iterator[tuple[str, Any]]]
TABLES: dict[str, tuple[Draw, Sequence[int]]] = {
    "arclash": (_arclash, range(2, 7)),
    "neo-combat": (_neocombat, range(2, 7)),
    "crossfire": (_crossfire, (2, 4)),
    "overcross": (_overcross, range(2, 5)),
}
"""The function that draws the tables of a game, and the numbers of players."""
PLAYED = [
    (game, each, code)
    for game, (_, seats) in TABLES.items()
    for each in seats
    for code in codes()
    if code != "en" or each in (min(seats), max(seats))
]
"""In English, whose words are shorter, only the fewest and the most players."""


@pytest.mark.parametrize(("game", "seats", "code"), PLAYED)
def test_tables_of_all_numbers_of_players_with_close_ups_and_hands(game: str, seats: int, code: str) -> None:
    with speaking(language(code)), sizes_drawn() as sizes:
        pictures = list(TABLES[game][0](seats))
    assert of_sizes(sizes) >= LEAST, sizes[min(sizes)]
    high = {what: picture_height(each.width, each.height) for what, each in pictures if "whole" not in what}
    assert {what: each for what, each in high.items() if each > HIGHEST} == {}
