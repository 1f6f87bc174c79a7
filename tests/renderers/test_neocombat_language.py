"""Neo-Combat in pictures speaks the language of whoever looks, and fits in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bot.engine.language import ENGLISH, Language, gettext, pgettext, speaking
from bot.engine.wording import Focus
from bot.games.neocombat.wording.wording import NeoCombatWording
from bot.languages.catalogues import language
from renderers.contract import Picture
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.lines import latest_lines
from renderers.kit.titles import MARGIN, WIDTH
from renderers.neocombat import NeoCombatRenderer, sheet, window
from renderers.neocombat.latest import signs
from renderers.neocombat.sights import face_of
from tests.games.neocombat.table import POOL
from tests.languages.marked import MARKED, unmarked
from tests.renderers.neocombat_positions import (
    HAND,
    NAMES,
    STAGES,
    drafting,
    every_fact,
    fought,
    library,
    mingled,
    seen,
    skirmish,
)
from tests.renderers.neocombat_positions import window as attacked
from tests.renderers.written import (
    all_shortened,
    assert_all_translated,
    assert_line_fits,
    check_kept_by_language,
)

WORDING = NeoCombatWording(library())
RENDERER = NeoCombatRenderer(library(), WORDING)
GERMAN = language("de")
SMALL = [name for name, view in STAGES.items() if len(view.tokens) <= 8]
IDS = [each.id for each in POOL.roster]
KNOWN = ("Neo-Combat", *NAMES, *IDS, *[card.number for card in POOL.actions])
"""What is the same in all languages: names of players, ids of varans, numbers of cards."""


def pictures() -> Iterator[Picture | None]:
    """Every kind of table, closer look, hand and card."""
    facts = every_fact()
    for at in range(0, len(facts), 4):
        yield RENDERER.board(STAGES["skirmish"], names=NAMES, recent=facts[at : at + 4])
    for name in SMALL:
        yield RENDERER.board(
            STAGES[name], names=NAMES, recent=fought() if len(STAGES[name].tokens) == 8 else ()
        )
    yield RENDERER.board(seen(skirmish()), names=NAMES, focus=Focus(targets={5: ""}))
    for view in (seen(skirmish()), seen(skirmish(), 0), seen(mingled(), 0)):
        for part in RENDERER.parts(view):
            yield RENDERER.board(view, names=NAMES, part=part)
    for names in (HAND, ""):
        yield RENDERER.hand(seen(skirmish().hold(1, names), 0), names=NAMES)
    for card in POOL.actions:
        yield RENDERER.single_card(card.number)
    yield RENDERER.single_card("B5")


def test_every_word_of_pictures_and_alt_texts_is_in_the_catalogues() -> None:
    assert_all_translated(pictures, KNOWN, sheet, window)


def test_the_ways_to_sort_and_the_parts_are_said_in_words_of_the_catalogues() -> None:
    with speaking(MARKED):
        parts = [title for key, title in RENDERER.parts(seen(skirmish())).items() if key.startswith("seat")]
        assert unmarked(" ".join([*parts, *map(gettext, RENDERER.sorts.values())])) == []


def test_players_without_a_name_are_called_by_their_seat() -> None:
    with speaking(GERMAN):
        assert "Spieler 2 darf" in RENDERER.board(seen(attacked()), names=("", "")).alt


DRAWINGS: dict[str, Callable[[], Any]] = {
    "table": lambda: RENDERER.board(STAGES["skirmish"], names=NAMES, recent=every_fact()[:6]),
    "window": lambda: RENDERER.board(seen(attacked()), names=NAMES),
    "draft": lambda: RENDERER.board(drafting(), names=NAMES),
    "own draft": lambda: RENDERER.board(drafting(0), names=NAMES),
    "varan": lambda: RENDERER.board(seen(skirmish(), 0), names=NAMES, part="varan-2"),
    "mingled": lambda: RENDERER.board(seen(mingled()), names=NAMES, part="seat-0"),
    "hand": lambda: RENDERER.hand(seen(skirmish(), 0), names=NAMES),
    "empty hand": lambda: RENDERER.hand(seen(skirmish().hold(1, ""), 0), names=NAMES),
    "card": lambda: RENDERER.single_card("NC-05"),
    "roster": lambda: RENDERER.single_card("A7"),
}


@pytest.mark.parametrize("what", DRAWINGS)
def test_a_kept_picture_is_shown_in_its_own_language_alone(what: str) -> None:
    check_kept_by_language(DRAWINGS[what])


@pytest.mark.parametrize("spoken", [ENGLISH, GERMAN], ids=["en", "de"])
def test_our_own_words_fit_where_they_stand(spoken: Language) -> None:
    """With names of usual length nothing but names of cards in the news is shortened."""
    with all_shortened() as shortened, speaking(spoken):
        for view in [STAGES[name] for name in (*SMALL, "4 seats", "5 seats", "eight each")]:
            RENDERER.board(view, names=NAMES[: view.seats], recent=())
        facts = every_fact()
        for at in range(0, len(facts), 4):
            RENDERER.board(STAGES["skirmish"], names=NAMES[:2], recent=facts[at : at + 4])
        for view in (seen(skirmish()), seen(skirmish(), 0), seen(mingled(), 0)):
            for part in RENDERER.parts(view):
                RENDERER.board(view, names=NAMES[:2], part=part)
        names = {pgettext("card", face_of(POOL, kind).name) for kind in set(POOL.deck)}
        lines = latest_lines(WORDING, STAGES["skirmish"], facts, signs(STAGES["skirmish"], POOL))
    assert shortened - names == set()
    assert len(lines) > 10
    for line in lines:
        assert_line_fits(line, WIDTH - 2 * MARGIN - 54, ON_A_PHONE)
