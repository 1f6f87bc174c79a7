"""Properties of every picture of every game: format, words, limits, and dependencies."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image

from bot.base.language import ENGLISH, Language, gettext, pgettext, speaking
from bot.base.languages.catalogues import language
from bot.engine.cards.game import PoolLibrary
from bot.engine.wording import Focus
from bot.games.registry import GAMES as REGISTERED
from renderers.contract import ALT_TEXT_LIMIT, Picture, Renderer
from renderers.kit import text
from renderers.kit.cache import forget
from renderers.kit.fonts import ON_A_PHONE, has_glyph
from renderers.kit.palette import SEATS
from renderers.kit.titles import WIDTH
from tests.games.every_game import GAMES as PLAYED
from tests.games.random_play import Turning, fresh_randomness, viewers
from tests.languages.marked import STRICT, unmarked
from tests.renderers.every_game import GAMES, NAMES, Game
from tests.renderers.pixels import opened
from tests.renderers.written import all_beyond, all_shortened, all_written, assert_line_fits, missing

GERMAN = language("de")
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
every_language = pytest.mark.parametrize("spoken", [ENGLISH, GERMAN], ids=["en", "de"])
with_news = pytest.mark.parametrize(
    "game", [one for one in GAMES.values() if one.news], ids=lambda one: one.title
)
with_long_lines = pytest.mark.parametrize(
    "game", [one for one in GAMES.values() if one.news and one.news.room], ids=lambda one: one.title
)
every_match = pytest.mark.parametrize("key", PLAYED)


def check_picture(game: Game, what: str, picture: Picture) -> None:
    """Check that a picture is a palette PNG within its size limits, with an alt text."""
    kind = what.split()[0].strip(",")
    image = Image.open(io.BytesIO(picture.png))
    assert (image.format, image.mode) == ("PNG", "P"), what
    assert image.size == (picture.width, picture.height), what
    assert picture.width == (744 if kind == "card" else WIDTH == 1280 and WIDTH), what
    assert picture.height <= game.highest or kind != "table", what
    assert len(picture.png) <= game.largest[kind], what
    assert 0 < len(picture.alt) <= ALT_TEXT_LIMIT, what


# ---- format, size, and dependencies


@every_language
@every_game
def test_a_picture_is_a_palette_png_within_the_limits_and_all_words_fit(game: Game, spoken: Language) -> None:
    """With names of usual length only names of cards are shortened.

    No text exceeds the edge of its piece, where it would be cut off.
    """
    with speaking(spoken), all_shortened() as shortened, all_beyond() as beyond:
        for what, draw in game.pictures.items():
            check_picture(game, what, draw(NAMES))
        cards = {text.legible(pgettext("card", name), name) for name in game.cards}
    assert beyond == []
    assert [words for words in shortened if _without(words, cards).strip(", ")] == []


def _without(words: str, names: set[str]) -> str:
    """Return the rest of words without the names of cards."""
    for name in sorted(names, key=len, reverse=True):
        words = words.replace(name, "")
    return words


@every_game
def test_a_name_of_any_length_keeps_its_place(game: Game) -> None:
    with all_beyond() as beyond:
        for draw in game.some():
            draw(["W" * 40] * 6)
    assert beyond == []


@every_game
def test_a_picture_depends_only_on_its_input_and_language(game: Game) -> None:
    """It depends neither on earlier pictures nor on other threads."""

    def drawn(spoken: Language) -> list[Picture]:
        with speaking(spoken):
            return [draw(NAMES) for draw in game.some()]

    forget()
    english, german = drawn(ENGLISH), drawn(GERMAN)
    for one, other in zip(english, german, strict=True):
        assert (one.png != other.png, one.alt != other.alt) == (True, True), one.alt
    assert drawn(ENGLISH) == english
    forget()
    assert drawn(GERMAN) == german
    forget()
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda draw: draw(NAMES), game.some()[::-1] * 2))
    assert together == english[::-1] * 2


@settings(max_examples=15)
@given(data=st.data())
@every_game
def test_no_name_and_no_focus_makes_drawing_fail(game: Game, data: st.DataObject) -> None:
    numbers = st.integers(-5, 400)
    names = data.draw(st.lists(st.text(max_size=45), max_size=4))
    view, _ = game.focus
    focus = Focus(
        data.draw(st.none() | numbers),
        data.draw(st.frozensets(numbers, max_size=9)),
        data.draw(st.dictionaries(numbers, st.text(max_size=20), max_size=5)),
    )
    assert 0 < len(game.renderer.board(view, names=names, focus=focus).alt) <= ALT_TEXT_LIMIT
    what = data.draw(st.sampled_from([*game.pictures]))
    check_picture(game, what, game.pictures[what](names))


# ---- words


@every_game
def test_every_word_of_pictures_and_alt_texts_is_in_the_catalogues_and_in_the_font(game: Game) -> None:
    proper = (game.title, *NAMES, *game.proper)
    with all_written(*game.with_lines) as drawn, speaking(STRICT):
        alts = {draw(NAMES).alt for what, draw in game.pictures.items() if what not in CUT}
        titles = [*game.renderer.parts(game.focus[0]).values(), *map(gettext, game.renderer.sorts.values())]
    assert len(drawn) > 100
    assert set(unmarked(" ".join([*drawn, *titles]), proper)) == set()
    assert {word for alt in alts for word in unmarked(alt + missing([alt]), proper)} == set()
    letters = {letter for words in drawn for letter in words} - set("⟦⟧ \n")
    assert [each for each in letters if not (has_glyph(each, "extrabold") and has_glyph(each))] == []


CUT = ("hand, whole deck",)
"""Pictures with texts that are cut for lack of room."""


@every_language
@with_long_lines
def test_every_line_of_the_latest_events_has_room(game: Game, spoken: Language) -> None:
    """Each line is drawn completely, except names of cards, which are drawn at least in part."""
    assert game.news is not None
    with speaking(spoken):
        told = game.news.lines(game.news.facts)
        assert len(told) > 10
        for line in told:
            assert_line_fits(line, game.news.room, ON_A_PHONE)


@with_news
def test_every_kind_of_fact_is_drawn_or_left_out_by_decision(game: Game) -> None:
    assert game.news is not None
    view, names, quiet = game.news.view, NAMES[: game.news.view.seats], set(game.news.quiet.split())
    kinds = {kind.__name__ for kind in get_args(REGISTERED[game.news.key or game.title.lower()].rules.Fact)}
    assert {type(fact).__name__ for fact in game.news.facts} | quiet == kinds
    told = {type(fact).__name__ for fact in game.news.facts if game.news.lines((fact,))}
    assert told == kinds - quiet
    plain = game.renderer.board(view, names=names, part=game.renderer.film_part).png
    for fact in game.news.facts:
        drawn = game.renderer.board(view, names=names, recent=(fact,), part=game.renderer.film_part).png
        assert drawn != plain or not game.news.lines((fact,)), fact


@every_game
def test_players_without_a_name_have_the_name_of_their_seat(game: Game) -> None:
    with speaking(GERMAN):
        assert "Spieler 1" in game.renderer.board(game.ended((0,)), names=()).alt


# ---- content


@every_game
def test_winners_have_their_banner_and_are_named(game: Game) -> None:
    """PAP-23, CRF-21, ARC-14."""
    fills, alts = [], []
    for winners in ((0,), (1,), ()):
        picture = game.renderer.board(game.ended(winners), names=NAMES[:2])
        fills.append(opened(picture).getpixel((640, 14)))
        alts.append(picture.alt.removeprefix(f"{game.title}. ").split(".")[0])
    assert alts == ["Ann wins", "Ben wins", "A draw"]
    assert fills[:2] == [SEATS[0].colour, SEATS[1].colour]
    assert len(set(fills)) == 3


@every_game
def test_focus_highlights_places(game: Game) -> None:
    """Invalid places are ignored."""
    view, ways = game.focus
    pictures = [
        game.renderer.board(view, names=NAMES[: view.seats], focus=focus).png
        for focus in (None, Focus(), Focus(999, frozenset({-1, 5000}), {-5: "x", 7777: "x"}), *ways)
    ]
    assert pictures[0] == pictures[1]
    assert len(set(pictures)) == len(ways) + 1


@every_game
def test_a_viewer_without_a_seat_has_no_hand(game: Game) -> None:
    """CRF-26, ARC-15, NEO-18, OVC-29."""
    assert game.renderer.hand(replace(game.ended((0,)), viewer=None), names=NAMES) is None


@every_game
def test_an_empty_hand_is_described_as_empty(game: Game) -> None:
    if "hand, empty" in game.pictures:
        assert game.pictures["hand, empty"](NAMES).alt == "Ann’s hand is empty."
    else:
        assert not game.renderer.has_hands


@every_game
def test_an_unknown_part_is_the_whole_table(game: Game) -> None:
    view, _ = game.focus
    whole = game.renderer.board(view, names=NAMES)
    for part in ("seat-9", "seat-x", "seat-²", "varan-99", "varan--1", "north", ""):
        assert game.renderer.board(view, names=NAMES, part=part) == whole


# ---- matches


def of_match(key: str) -> tuple[Game, Renderer[Any]]:
    """Return the game of random matches, and the renderer of their cards."""
    game = GAMES[key.split("-")[0] if key.startswith("crossfire") else key]
    library = getattr(PLAYED[key].rules, "library", None)
    if not isinstance(library, PoolLibrary):
        return game, game.renderer
    return game, type(game.renderer)(library, PLAYED[key].wording)


def differing(turnings: list[Turning]) -> Iterator[Turning]:
    """Yield every fourth turning, and those with a phase or a kind of fact that occurred less than twice."""
    occurred = Counter[Any]()
    for at, turning in enumerate(turnings):
        facts = [fact for event in turning.events for fact in (event.public, *event.private.values())]
        kinds = {*map(type, facts), getattr(turning.after, "phase", "")}
        if at % 4 == 0 or any(occurred[kind] < 2 for kind in kinds):
            occurred.update(kinds)
            yield turning


@every_match
def test_whole_matches_are_drawn_within_the_limits(key: str) -> None:
    """Every event can be drawn within the limits; alt texts are plain sentences."""
    played, (game, renderer) = PLAYED[key], of_match(key)
    for at, turning in enumerate(differing([*played.turnings(1), *played.turnings(2)])):
        looking = viewers(turning.after)
        viewer = looking[at % len(looking)]
        view = played.rules.view(turning.after, viewer)
        recent = [fact for event in turning.events if (fact := event.seen_by(viewer)) is not None]
        names = NAMES[: view.seats]
        picture = renderer.board(view, names=names, recent=recent)
        check_picture(game, "table", picture)
        assert not {"*", "\n", "\\"} & set(picture.alt)
        hand = renderer.hand(view, names=names)
        if hand is not None:
            check_picture(game, "hand", hand)


@every_match
def test_pictures_do_not_depend_on_hidden_data_pap_02_crf_26_arc_15_neo_18_ovc_29(key: str) -> None:
    """All unknown data of a viewer is redrawn: no byte of a picture or its words changes."""
    played, (_, renderer) = PLAYED[key], of_match(key)
    some = [*islice(played.turnings(1), 3), *islice(played.turnings(2), 3)]
    for at, turning in enumerate(some):
        for viewer in viewers(turning.after):
            view = played.rules.view(turning.after, viewer)
            twin = played.rules.view(played.rules.resample(view, fresh_randomness(at)), viewer)
            for part in (None, *list(renderer.parts(view))[:2]):
                assert renderer.board(twin, names=NAMES, part=part) == renderer.board(
                    view, names=NAMES, part=part
                )
            assert renderer.hand(twin, names=NAMES) == renderer.hand(view, names=NAMES)
