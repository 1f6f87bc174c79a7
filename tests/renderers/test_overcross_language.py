"""Overcross in pictures speaks the language of whoever looks, and nothing on them is untranslated."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from bot.engine.contract import Outcome
from bot.engine.language import ENGLISH, Language, gettext, pgettext, speaking
from bot.engine.wording import Focus
from bot.games.overcross.wording.wording import OvercrossWording
from bot.languages.catalogues import language
from renderers.contract import Picture
from renderers.kit import text
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.lines import draw_line, latest_lines
from renderers.kit.titles import MARGIN, WIDTH
from renderers.overcross import OvercrossRenderer, roster
from renderers.overcross.cards import printed
from renderers.overcross.latest import SIGNS
from tests.games.overcross.chance import OBJECTIVES, POOL, RULES, positions
from tests.languages.marked import MARKED, unmarked
from tests.renderers.overcross_positions import LIBRARY, NAMES, crowd, duel, every_fact, fight, seen
from tests.renderers.written import all_shortened, all_written, assert_all_translated, check_kept_by_language

WORDING = OvercrossWording(LIBRARY)
RENDERER = OvercrossRenderer(LIBRARY, WORDING)
GERMAN = language("de")
CARDS = tuple(POOL.cards.values())
SIDES = sorted({card.side for card in CARDS})
KNOWN = ("Overcross", *NAMES, *POOL.cards, *SIDES)
"""What is the same in all languages: names of the game, of players and of sides, numbers of cards."""


def tables() -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Every kind of table with what happened last on it."""
    for objective in OBJECTIVES:
        state = duel(objective)
        yield seen(state), fight(state)
    for victims in ("champion", "both"):
        view = seen(duel("assassination"))
        yield replace(view, options=replace(view.options, victims=victims)), ()
    flags = duel("flag")
    facts = every_fact(flags)
    for at in range(0, len(facts), 5):
        yield seen(flags), facts[at : at + 5]
    for phase in ("start", "cards", "minor", "discard"):
        yield seen(flags, phase=phase), ()
    yield seen(crowd()), ()
    over = seen(duel(), phase="over", current=-1)
    for winners in ((0,), (0, 1), ()):
        yield replace(over, outcome=Outcome(winners, (10, 4), "The score that was agreed on is reached")), ()
    early = {state.phase: state for state in positions(range(3), kept=0.5)}
    for phase in ("decks", "first", "hands"):
        if phase in early:
            yield RULES.view(early[phase], None), ()
    gone = seen(crowd(3, "invasion", 17))
    yield replace(gone, sides=(*gone.sides[:2], replace(gone.sides[2], out="resigned"))), ()


def pictures() -> Iterator[Picture | None]:
    """Every kind of table and hand, and a card of each kind."""
    for view, recent in tables():
        for part in (None, *RENDERER.parts(view)):
            yield RENDERER.board(view, names=NAMES, recent=recent, part=part)
    yield RENDERER.board(seen(duel(), 0), names=NAMES, focus=Focus(targets={40: "3/6"}))
    for changes in ({}, {"hand": (), "hands": (0, 3)}, {"hand": (), "turn": 0}):
        yield RENDERER.hand(seen(duel(), 0, **changes), names=NAMES)
    for number in ("CST-15", "CST-33", "CST-47", "CST-60", "CST-01"):
        yield RENDERER.single_card(number)


def test_every_word_of_pictures_and_alt_texts_is_in_the_catalogues() -> None:
    assert_all_translated(pictures, KNOWN, roster)


def test_every_word_that_is_printed_on_a_card_is_in_the_catalogues() -> None:
    """OVC-30: all cards, by what is to be printed on them."""
    with all_written(), speaking(MARKED):
        faces = [printed(card) for card in CARDS]
        said = [
            " ".join([face.name, face.badge, face.level, face.traits, *face.rules, face.flavour, face.credit])
            for face in faces
        ]
    assert len(said) >= 71
    assert [word for words in said for word in unmarked(words, KNOWN)] == []


def test_the_ways_to_sort_are_said_in_words_of_the_catalogues() -> None:
    with speaking(MARKED):
        assert unmarked(" ".join(map(gettext, RENDERER.sorts.values()))) == []


def test_players_without_a_name_are_called_by_their_seat() -> None:
    with speaking(GERMAN):
        assert "Spieler 1" in RENDERER.board(seen(duel()), names=("", "")).alt


DRAWINGS: dict[str, Callable[[], Any]] = {
    "table": lambda: RENDERER.board(seen(duel("flag")), names=NAMES, recent=fight(duel("flag"))),
    "four": lambda: RENDERER.board(seen(crowd()), names=NAMES),
    "hand": lambda: RENDERER.hand(seen(duel(), 0), names=NAMES),
    "empty hand": lambda: RENDERER.hand(seen(duel(), 0, hand=(), hands=(0, 3)), names=NAMES),
    "card": lambda: RENDERER.single_card("CST-60"),
}


@pytest.mark.parametrize("what", DRAWINGS)
def test_a_kept_picture_is_shown_in_its_own_language_alone(what: str) -> None:
    check_kept_by_language(DRAWINGS[what])


@pytest.mark.parametrize("spoken", [ENGLISH, GERMAN], ids=["en", "de"])
def test_our_own_words_fit_where_they_stand(spoken: Language) -> None:
    """With names of usual length nothing but names of cards is shortened."""
    with all_shortened() as shortened, speaking(spoken):
        for view, recent in tables():
            for part in (None, *RENDERER.parts(view)):
                RENDERER.board(view, names=NAMES, recent=recent, part=part)
        RENDERER.hand(seen(duel(), 0), names=NAMES)
        names = {text.legible(pgettext("card", card.name), card.number) for card in CARDS}
    assert [words for words in shortened if _without(words, names).strip(", ")] == []


def _without(words: str, names: set[str]) -> str:
    """Return what is left of words when names of cards are taken out."""
    for name in sorted(names, key=len, reverse=True):
        words = words.replace(name, "")
    return words


@pytest.mark.parametrize("spoken", [ENGLISH, GERMAN], ids=["en", "de"])
def test_every_fact_fits_on_its_line_with_cards_of_usual_names(spoken: Language) -> None:
    """Of all that can happen nothing but names of cards and lists of them is shortened."""
    state, room = duel("flag"), WIDTH - 2 * MARGIN - 40
    with all_shortened() as shortened, speaking(spoken):
        for line in latest_lines(WORDING, seen(state), every_fact(state), SIGNS):
            draw_line(Image.new("RGB", (WIDTH, 60)), line, 20, 30, 20 + room, size=ON_A_PHONE)
        names = {text.legible(pgettext("card", card.name), card.number) for card in CARDS}
    assert [words for words in shortened if _without(words, names).strip(", ")] == []
