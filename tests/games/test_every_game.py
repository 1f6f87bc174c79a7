"""Screens, sentences and typed words of every game, in random matches and in each language."""

from __future__ import annotations

from functools import cache
from itertools import islice
from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.base.language import ENGLISH, speaking
from bot.base.languages.catalogues import language
from bot.engine.contract import Resign
from bot.engine.errors import IllegalAction, Refusal, UnreadableAction
from bot.games.papyrus.players.skirmisher import Recruit
from bot.games.registry import GAMES as REGISTERED
from bot.matches.computers import Computers
from bot.matches.lobby_rules import check_seats
from bot.matches.options import read_options
from tests.games.every_game import GAMES, NAMES, Game, on_screen
from tests.games.random_play import fresh_randomness
from tests.games.screens import check_limits, choices
from tests.games.table import page_scene
from tests.languages.marked import MARKED, STRICT, unmarked

GERMAN = language("de")
MATCHES = [
    pytest.param(game, number, id=f"{key}-{number}") for key, game in GAMES.items() for number in range(3)
]
FEWER = MATCHES[::2]
every_match = pytest.mark.parametrize(("game", "number"), MATCHES)
some_matches = pytest.mark.parametrize(("game", "number"), FEWER)
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def check_marked(game: Game, words: str) -> None:
    if "…" in words and words.count("⟦") != words.count("⟧"):
        return  # cut within a message within another
    assert not unmarked(words, (*NAMES, *game.proper)), words


# ---- titles


def test_refusals_name_a_game_by_its_title_in_the_readers_language() -> None:
    free = REGISTERED["free-table"].rules
    for spoken, title in ((ENGLISH, "Free table"), (GERMAN, "Freier Tisch")):
        with speaking(spoken):
            assert all(game.rules.title == game.title for game in REGISTERED.values())
            for refused in (
                lambda: check_seats(free, 99),
                lambda: read_options(free, {"wind": 1}, 2),
                lambda: Computers({}).found("", free),
                lambda: Computers({"recruit": Recruit()}).found("recruit", free),
            ):
                with pytest.raises(Refusal, match=title):
                    refused()


# ---- screens


@every_match
def test_menus_offer_exactly_the_legal_actions(game: Game, number: int) -> None:
    """Copies of a card are the same choice: for them the first one is enough."""
    for state, seat in islice(game.acting(number), 4):
        desk, found, legal = game.desk(state, seat), set(), set(game.rules.legal(state, seat))
        for screen in desk.all_screens():
            check_limits(screen)
            for choice in choices(screen.menu):
                check_doable(game, state, seat, choice.actions)
                found.update(choice.actions[:1], [each for each in choice.actions[1:] if each in legal])
        assert found <= legal
        assert {game.told_apart(state, desk.view, one) for one in found} == {
            game.told_apart(state, desk.view, one) for one in legal
        }
        assert Resign() not in found


def check_doable(game: Game, state, seat, actions):
    """If a choice does several actions, each must be legal after the one before."""
    if len(actions) > 1:
        after = game.rules.clone(state)
        for action in actions:
            assert action in game.rules.legal(after, seat)
            game.rules.apply(after, seat, action, fresh_randomness(1))


@every_match
def test_a_seat_that_is_not_awaited_sees_who_is(game: Game, number: int) -> None:
    for turning in islice(game.turnings(number), 8):
        state = turning.after
        for viewer in {None, *range(state.seats)} - game.rules.may_act(state):
            legal = () if viewer is None else game.rules.legal(state, viewer)
            menu = game.wording.menu(game.rules.view(state, viewer), legal, (), NAMES)
            assert menu.groups == ()
            assert all(NAMES[seat] in menu.text for seat in game.rules.to_act(state))


@some_matches
def test_after_each_action_there_is_a_next_screen(game: Game, number: int) -> None:
    for state, seat in islice(game.acting(number), 3):
        screens = game.desk(state, seat).all_screens()
        found = [each for screen in screens for each in choices(screen.menu) if each.actions]
        for choice in Random(number).sample(found, min(len(found), 12)):
            after = game.rules.clone(state)
            for action in choice.actions:
                game.rules.apply(after, seat, action, fresh_randomness(number))
            view, legal = game.rules.view(after, seat), game.rules.legal(after, seat)
            assert game.wording.menu(view, legal, choice.then, NAMES).text


@some_matches
def test_screens_and_words_do_not_depend_on_hidden_data_pap_02_crf_26_arc_15_neo_18_ovc_43(
    game: Game, number: int
) -> None:
    for at, (state, acting) in enumerate(islice(game.acting(number), 2)):
        twin = game.rules.resample(game.rules.view(state, acting), fresh_randomness(at))
        assert list(game.desk(twin, acting).all_screens()) == list(game.desk(state, acting).all_screens())
        for viewer in (None, *range(state.seats)):
            view = game.rules.view(state, viewer)
            again = game.rules.view(game.rules.resample(view, fresh_randomness(at)), viewer)
            assert game.wording.status(again, NAMES) == game.wording.status(view, NAMES)
            assert game.wording.board_text(again, NAMES) == game.wording.board_text(view, NAMES)


WORDS = st.text(max_size=6) | st.sampled_from(
    ["u0", "r6", "more", "c3", "l-row3", "do", "p3", "read", "end", "v0"]
)


@every_game
@settings(max_examples=50)
@given(path=st.lists(WORDS, max_size=4))
def test_an_invalid_path_shows_a_valid_screen(game: Game, path: list[str]) -> None:
    """Or an information screen without choices."""
    desk, known = midway(game)
    menu = desk.screen(*path)
    assert menu in known or (menu.text and not menu.groups)


@cache
def midway(game: Game):
    """Return a desk in the middle of a match, and all its screens."""
    state, seat = max(islice(game.acting(1), 8), key=lambda one: len(game.rules.legal(*one)))
    desk = game.desk(state, seat)
    return desk, [screen.menu for screen in desk.all_screens()]


# ---- sentences, in every language


@every_match
def test_every_sentence_of_a_match_is_a_message_on_one_line(game: Game, number: int) -> None:
    told: dict[object, int] = {}
    for turning in game.playthrough(number):
        for viewer in (None, 0):
            facts = [fact for event in turning.events if (fact := event.seen_by(viewer)) is not None]
            fresh = [fact for fact in facts if told.setdefault((type(fact), viewer), 0) < 8]
            view = game.rules.view(turning.after, viewer) if fresh else None
            for fact in fresh:
                told[type(fact), viewer] += 1
                with speaking(MARKED):
                    check_marked(game, game.wording.describe(fact, view, NAMES))
                for spoken in (ENGLISH, GERMAN):
                    with speaking(spoken):
                        sentence = game.wording.describe(fact, view, NAMES)
                    assert len(sentence) <= 600
                    assert "\n" not in sentence


@every_match
def test_every_word_of_status_board_and_screens_is_a_message(game: Game, number: int) -> None:
    with speaking(STRICT if game is GAMES["papyrus"] else MARKED):
        for turning in islice(game.turnings(number), 4):
            for words in game.looks(turning.after, 8):
                check_marked(game, words)


@every_match
def test_german_texts_keep_to_the_limits(game: Game, number: int) -> None:
    with speaking(GERMAN):
        for state, seat in islice(game.acting(number), 3):
            for screen in islice(game.desk(state, seat).all_screens(), 15):
                check_limits(screen)
                assert all(words.isprintable() or "\n" in words for words in on_screen(screen))


@every_match
@pytest.mark.parametrize("spoken", [ENGLISH, GERMAN], ids=["en", "de"])
def test_a_position_as_text_and_its_status_keep_to_the_limits(game: Game, number: int, spoken) -> None:
    with speaking(spoken):
        for turning in islice(game.turnings(number), 8):
            for viewer in (None, *range(turning.after.seats)):
                view = game.rules.view(turning.after, viewer)
                text, status = game.wording.board_text(view, NAMES), game.wording.status(view, NAMES)
                assert len(text) <= 3500
                assert max(map(len, text.splitlines())) <= game.width
                assert 0 < len(status) <= 600


@every_match
def test_actions_of_the_wrong_seat_are_refused_in_messages(game: Game, number: int) -> None:
    turnings = list(islice(game.playthrough(number), 400))
    random, said = Random(number), set()
    with speaking(MARKED):
        for state in [turning.before for turning in random.sample(turnings, min(len(turnings), 6))]:
            for turning in random.sample(turnings, min(len(turnings), 30)):
                for seat in range(-1, state.seats):
                    try:
                        game.rules.apply(game.rules.clone(state), seat, turning.action, fresh_randomness(1))
                    except Refusal as refused:
                        said.add(refused.sentence)
        for sentence in said:
            check_marked(game, sentence)
    assert len(said) > 3


@some_matches
def test_stored_matches_are_the_same_in_every_language(game: Game, number: int) -> None:
    english = list(islice(game.playthrough(number), 600))
    with speaking(MARKED):
        assert list(islice(game.playthrough(number), 600)) == english


@pytest.mark.parametrize("key", REGISTERED)
def test_the_examples_of_the_rules_are_in_the_catalogues(key: str) -> None:
    """Their labels, and the sentences of their steps."""
    wording = REGISTERED[key].wording
    proper = next(game.proper for name, game in GAMES.items() if name.startswith(key))
    with speaking(MARKED):
        for page in REGISTERED[key].rulebook:
            scene = page_scene(key, page.scene)
            said = [*scene.names, *(scene.focus.targets.values() if scene.focus else ())]
            said += [wording.describe(fact, scene.view, scene.names) for fact in scene.recent]
            said += [wording.status(scene.view, scene.names)]
            assert unmarked("\n".join(said), (*NAMES, *proper)) == [], page.title
            assert wording.board_text(scene.view, scene.names)


@pytest.mark.parametrize("key", REGISTERED)
def test_nothing_behind_a_line_of_a_position_is_dropped(key: str) -> None:
    """A word added to any line of an example is refused, or it is another position."""
    for page in REGISTERED[key].rulebook[:3]:
        scene, lines = page_scene(key, page.scene), page.scene.splitlines()
        for place, line in enumerate(lines):
            for more in (" xyz", ", xyz", " 99") if line.strip() else ():
                changed = "\n".join([*lines[:place], line + more, *lines[place + 1 :]])
                try:
                    other = page_scene(key, changed)
                except ValueError:
                    continue
                assert other != scene, line + more


# ---- typed words


@every_match
@pytest.mark.parametrize("spoken", [ENGLISH, GERMAN], ids=["en", "de"])
def test_every_formatted_legal_action_is_parsed_back(game: Game, number: int, spoken) -> None:
    """Also in lower case; and a command formatted in English is read in every language."""
    for state, seat in islice(game.acting(number), 5):
        view, legal = game.rules.view(state, seat), game.rules.legal(state, seat)
        for action in Random(number).sample(list(legal), min(len(legal), 40)):
            with speaking(spoken):
                words = game.wording.format(view, action)
            assert all(len(word) <= 100 for word in words.values())
            small = {key: word.lower() for key, word in words.items()}
            with speaking(GERMAN if spoken is GERMAN or number % 2 else ENGLISH):
                for typed in (words, small):
                    again = game.wording.parse(view, seat, type(action), typed)
                    assert game.told_apart(state, view, again) == game.told_apart(state, view, action)


SHOUTS = st.text(max_size=80) | st.text("smgSMG7hkqa10js of seat:1234●■♥c3d4@,\\*_`<>|~#[](){}", max_size=90)
NASTY = (
    "@everyone **<@123>** ||x|| [a](b) `c` # d",
    "seat 2:",
    "²:SMG-1",
    "smg-" + "1" * 5000,
    "1 " * 100,
    "AA-12" * 40,
    "(",
    "\ud800\u202e\n\x00",
)


@every_game
@settings(max_examples=50)
@given(data=st.data())
def test_any_text_is_read_or_refused_in_a_short_sentence_on_one_line(game: Game, data) -> None:
    """Any text that can be parsed is accepted by the rules or refused in a sentence."""
    desk, _ = midway(game)
    kind = data.draw(st.sampled_from([each for each in get_args(game.rules.Action) if each is not Resign]))
    words = st.fixed_dictionaries(dict.fromkeys(kind.__struct_fields__, SHOUTS | st.sampled_from(NASTY)))
    found = read_or_refused(desk, kind, data.draw(words))
    if isinstance(found, str):
        assert 10 <= len(found) <= 600
        assert found.isprintable()
        assert found[-1] in ".?"
    elif found not in desk.legal:
        with pytest.raises(IllegalAction):
            game.rules.apply(game.rules.clone(desk.state), desk.view.viewer, found, fresh_randomness(1))


def read_or_refused(desk, kind, words):
    """Return the typed action, or the sentence that refuses it."""
    try:
        found = desk.wording.parse(desk.view, desk.view.viewer, kind, words)
    except UnreadableAction as refused:
        return refused.sentence
    assert isinstance(found, kind)
    return found
