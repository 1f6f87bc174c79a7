"""Crossfire on a phone 390 pixels wide: readable letters, room for buttons, complete names."""

from __future__ import annotations

import io
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from bot.base.language import speaking
from bot.base.languages.catalogues import codes, language
from bot.engine.wording import Focus
from bot.games.crossfire.game import read_layouts
from bot.games.crossfire.rules.layout import read_layout, write_rows
from bot.games.crossfire.rules.view import CrossfireView
from measures.screens.heights import picture_height
from measures.screens.measures import of_sizes, sizes_drawn
from renderers.kit.palette import GOLD, PAPER
from tests.games.crossfire.table import RULES
from tests.renderers.crossfire_positions import (
    NAMES,
    RENDERER,
    STAGES,
    cards,
    crowded,
    fought,
    holding,
    match,
)
from tests.renderers.test_phone import HIGHEST, LEAST
from tests.renderers.written import all_shortened

HIGHEST_OF_TWO = 450
"""The maximum height in pixels of a picture for two players with names of usual length."""
SCRIPTS = (
    ("Maximilian-Alexander Konstantin", "Wilhelmina of the Nine Rivers", "Bartholomew the Great", "Ana"),
    ("Владимир Александрович Пушк", "Ελευθερία Παπαδοπούλου-Νικολάου", "Łucja Święcicka-Wąsowska", "Ben"),
    ("محمد عبد الرحمن الفارسي", "אברהם בן־יוסף הירושלמי", "दिल्ली के राजकुमार विक्रम", "สมเด็จพระเจ้าอยู่หัว"),
)  # fmt: skip


@pytest.mark.parametrize("layout", ["two", "two-quick", "two-long"])
def test_all_layouts_for_two(layout: str) -> None:
    grid = write_rows(read_layout(read_layouts()[layout].grid, 2))
    course = match("two", 3, 60, grid=grid)
    with sizes_drawn() as sizes:
        for state, events in course[::5]:
            facts = [fact for event in events if (fact := event.seen_by(0)) is not None]
            picture = RENDERER.board(RULES.view(state, 0), names=NAMES[:2], recent=facts)
            assert picture_height(picture.width, picture.height) <= HIGHEST_OF_TWO
    assert of_sizes(sizes) >= LEAST


@pytest.mark.parametrize("code", codes())
def test_hands_and_highlights(code: str) -> None:
    targets = {22: "vs 10", 17: "swap", 24: "Q+"}
    with speaking(language(code)), all_shortened() as shortened, sizes_drawn() as sizes:
        for held in ("6h", "Kd Qd Td 6d", "Kd Qd Jo 6h 6s"):
            RENDERER.hand(holding(held, shown=(cards(0, "6h Qd"), ())), names=NAMES)
        RENDERER.board(crowded(), names=NAMES[:2], focus=Focus(7, frozenset({12}), targets))
    assert of_sizes(sizes) >= LEAST
    assert shortened == set()


@pytest.mark.parametrize("code", codes())
@pytest.mark.parametrize("names", SCRIPTS, ids=["Latin", "Cyrillic and Greek", "other scripts"])
def test_four_long_names_are_complete_on_the_table(names: tuple[str, ...], code: str) -> None:
    """In every place: in the title, above the table, in the quarters."""
    with speaking(language(code)), all_shortened() as shortened, sizes_drawn() as sizes:
        for stage in ("four", "ultimate", "bases"):
            for turn in range(4) if stage == "four" else (0,):
                view = replace(STAGES[stage], turn=turn)
                for part in (None, "ne"):
                    RENDERER.board(view, names=names, part=part)
    assert shortened == set()
    assert of_sizes(sizes) >= LEAST


def test_two_long_names_have_separate_lines() -> None:
    with all_shortened() as shortened:
        long = RENDERER.board(crowded(), names=SCRIPTS[0][:2])
    assert shortened == set()
    assert long.height > RENDERER.board(crowded(), names=NAMES[:2]).height


def test_the_points_of_two_do_not_overlap_the_cards() -> None:
    """CRF-28: also with known cards, a long discard pile and many points."""
    known = (cards(0, "6h Td"), cards(1, "Kh Td"))
    full = replace(crowded(discards=(cards(0, "2h") * 40, cards(1, "Th") * 40)), shown=known)
    picture = Image.open(io.BytesIO(RENDERER.board(full, names=NAMES[:2]).png)).convert("RGB")
    band = picture.crop((1000, 80, 1280, 140))
    gold = [x for x in range(band.width) if GOLD in {band.getpixel((x, y)) for y in range(band.height)}]
    paper = [x for x in range(min(gold)) if band.getpixel((x, 22)) == PAPER]
    assert paper
    assert max(paper) + 10 < min(gold)


def test_a_picture_leaves_out_the_text_of_its_message() -> None:
    """The lists below the table are for films and quarters, which have no message text."""
    view: CrossfireView = crowded()
    how: dict[str, Any] = {"names": NAMES[:2], "recent": fought()}
    film = RENDERER.board(view, part=RENDERER.film_part, **how)
    assert RENDERER.board(view, **how).height < film.height
    assert picture_height(film.width, film.height) <= HIGHEST
