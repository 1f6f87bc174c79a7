"""Actions as typed words, English and German; words that cannot be parsed are refused in a sentence.

tests/engine/test_typed.py and tests/games/test_every_game.py have the tests of all games.
"""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from bot.base.language import ENGLISH, speaking
from bot.base.languages.catalogues import language
from bot.engine.errors import IllegalAction, UnreadableAction
from bot.games.arclash.cards.decks import faults, ready_decks
from bot.games.arclash.rules.actions import (
    Advance,
    BringDeck,
    Choose,
    Open,
    Pass,
    Pay,
    Play,
    Renew,
    Stand,
    Stay,
    TakeDeck,
    Withdraw,
)
from tests.games.arclash.screens import ADVANCE, POOL, RULES, WORDING, fresh_randomness, own_view
from tests.languages.marked import MARKED, unmarked

VIEW = own_view(ADVANCE)
SEARCH = own_view(
    ADVANCE.replace("phase: advance, turn 5", "phase: renew, turn 4")
    .replace("TID-02 TID-05", "TID-01 TID-05")
    .replace("TID-01 TID-09\n", "TID-07\ndeck: TID-09 TID-12 TID-08\n")
    .replace("ready, ", "")
    .replace("2xTID-12", "TID-12")
    + "1: stay\n2: stay"
)
DECKS = own_view("phase: decks\nseat 1:\nseat 2:")
KINDS = (TakeDeck, BringDeck, Open, Advance, Pay, Withdraw, Stand, Play, Pass, Renew, Stay, Choose)


def parse(action, view=VIEW, /, **words):
    return WORDING.parse(view, 0, action, words)


def refusal(action, view=VIEW, /, **words):
    """Return the sentence that refuses words; all of it is in the catalogues."""
    with speaking(MARKED), pytest.raises(UnreadableAction) as marked:
        parse(action, view, **words)
    assert unmarked(re.sub(r'"[^"⟦]*"', "", marked.value.sentence)) == [], marked.value.sentence
    with pytest.raises(UnreadableAction) as refused:
        parse(action, view, **words)
    return refused.value.sentence


def number_of(view, card):
    return {one.card: one.number for one in (*view.hand, *view.looking)}[card]


GERMAN = language("de")


@pytest.mark.parametrize(
    "word",
    ["Whale Who Keeps Appointments", "  whale   WHO keeps appointments ", "Appointments", "tid-10"],
)
def test_cards_are_typed_by_name_or_a_part_of_it_or_by_set_number(word):
    for spoken in (ENGLISH, GERMAN):
        with speaking(spoken):
            assert number_of(VIEW, parse(Advance, card=word).card) == "TID-10"
    (first, _) = [card.card for card in VIEW.hand if card.number == "TID-12"]
    assert parse(Pay, card="Read by Your Own Light").card == first, "copies are the same choice"


@pytest.mark.parametrize("word", ["Wal, der Termine einhält", "wal", "Wal, der Termine einhält (TID-10)"])
def test_german_names_of_cards_are_read_only_in_german(word):
    with speaking(GERMAN):
        assert number_of(VIEW, parse(Advance, card=word).card) == "TID-10"
    assert " is not a card" in refusal(Advance, card=word)


def test_a_card_that_is_not_in_the_hand_is_refused_with_the_cards_in_it():
    sentence = refusal(Play, card="Deep Breath")
    assert sentence.startswith("Deep Breath is not in your hand: there you have ")
    assert '"Index Eel"' in sentence
    assert refusal(Play, card="xyzzy").startswith('"xyzzy" is not a card: in your hand you have ')
    with speaking(GERMAN):
        assert refusal(Play, card="Registeral").endswith("ist keine Karte: Meintest du „Registeraal“?")


def test_an_opener_is_a_level_1_of_the_deck_only_in_the_opening_arc_05():
    view = own_view("phase: openers\nseat 1:\nplays: reading-light\nseat 2:")
    card = parse(Open, view, card="night porter").card
    assert {one.card: one.number for one in view.openers}[card] == "TID-02"
    assert refusal(Open, card="TID-02").startswith("You choose the Character you begin with in the opening")
    assert refusal(Play, view, card="TID-12") == "You have no hand before the first turn."


@pytest.mark.parametrize("word", ["reading-light", "The Long Reading Light", "the long r", "leselicht"])
def test_ready_made_decks_are_typed_by_title_or_key_arc_01(word):
    with speaking(GERMAN):
        assert parse(TakeDeck, DECKS, deck=word) == TakeDeck("reading-light")
    if word != "leselicht":
        assert parse(TakeDeck, DECKS, deck=word) == TakeDeck("reading-light")


def test_an_unknown_deck_is_refused_with_the_known_ones():
    near = refusal(TakeDeck, DECKS, deck="The Long Reeding Light")
    assert near.endswith('did you mean "The Long Reading Light"?')
    first = next(iter(POOL.decks.values())).title
    assert refusal(TakeDeck, DECKS, deck="chess").startswith(
        f'"chess" is not a ready deck: the decks are "{first}", '
    )


@pytest.mark.parametrize(
    "text",
    [
        "2x TID-01\nTID-13",
        "tid-01, tid-01, tid-13",
        "2 TID-01 1 TID-13",
        "# my deck\n2 Wick, Smallest of the School\nFull Net",
    ],
)
def test_a_deck_is_read_from_any_notation_of_a_list_arc_01(text):
    assert parse(BringDeck, DECKS, cards=text) == BringDeck(("TID-01", "TID-01", "TID-13"))


@pytest.mark.parametrize("key", sorted(POOL.decks))
def test_formatted_decks_are_parsed_back_arc_01(key):
    deck = ready_decks(POOL)[key]
    words = WORDING.format(DECKS, BringDeck(deck))
    assert parse(BringDeck, DECKS, **words) == BringDeck(deck)


def test_illegal_decks_are_left_to_the_rules_arc_01():
    deck = parse(BringDeck, DECKS, cards="3 TID-01, 2 ZZZ-99").cards
    assert len(faults(deck, POOL)) == 3
    state = RULES.resample(DECKS, fresh_randomness(1))
    with pytest.raises(IllegalAction):
        RULES.apply(state, 0, BringDeck(deck), fresh_randomness(1))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("2 Ful Net", '"Ful Net" is no card: perhaps Full Net, which is TID-13.'),
        ("2 xyzzy", '"xyzzy" is no card: write its set number, such as TID-01, or its whole name.'),
        ("0 TID-01", '"0 TID-01": say how many copies, 1 to 60, not 0.'),
        ("40 TID-01, 40 TID-02", "A deck has 30 cards, and this list has more than 60."),
        (",;\n", 'Say which cards, such as "2 TID-01, 1 TID-04".'),
        ("x" * 5000, "That list is too long for a deck of 30 cards."),
    ],
)
def test_an_invalid_list_is_refused_with_the_expected_format(text, sentence):
    assert refusal(BringDeck, DECKS, cards=text) == sentence


def test_answers_are_typed_as_they_are_shown_arc_18():
    assert number_of(SEARCH, parse(Choose, SEARCH, answer="lamp").answer) == "TID-09"
    for word in ("no more", "stop", "none"):
        assert parse(Choose, SEARCH, answer=word) == Choose(-1)
    with speaking(GERMAN):
        for word in ("keine mehr", "stopp", "fertig", "no more"):
            assert parse(Choose, SEARCH, answer=word) == Choose(-1)
    sentence = refusal(Choose, SEARCH, answer="Index Eel")
    assert sentence.startswith('"Index Eel" is not an answer: you can say "')
    assert sentence.endswith('"Professor of the Seventh Trench" and "no more".')
    assert refusal(Choose, answer="yes") == "No card asks you anything now."


@pytest.mark.parametrize("spoken", [ENGLISH, GERMAN], ids=["en", "de"])
@pytest.mark.parametrize(
    ("kind", "options", "words", "german"),
    [
        ("seat", (1,), {1: ["seat 2", "2", "player 2", "■"]}, {1: ["Platz 2", "Spieler 2"]}),
        ("may", (0, 1), {1: ["yes", "Y"], 0: ["no", "n"]}, {1: ["ja", "j"], 0: ["nein"]}),
        (
            "reroll",
            (0, 1),
            {1: ["roll again", "again", "yes"], 0: ["keep", "no"]},
            {1: ["neu würfeln", "ja"], 0: ["behalten"]},
        ),
        ("guess", (0, 1, 2), {2: ["position 3", "3"], 0: ["1"]}, {1: ["Stelle 2"]}),
        ("option", (0, 1), {1: ["option 2", "2"], 0: ["1"]}, {0: ["Möglichkeit 1"]}),
    ],
)
def test_every_kind_of_question_has_words_for_its_answers_arc_18(kind, options, words, german, spoken):
    """English ones are read in German too."""
    question = replace(SEARCH.question, kind=kind, options=options, about=None, may_stop=False, rolled=(3,))
    view = replace(SEARCH, question=question)
    with speaking(spoken):
        for known in (words, german) if spoken is GERMAN else (words,):
            for value, spellings in known.items():
                for word in spellings:
                    assert parse(Choose, view, answer=word) == Choose(value)
        for value in options:
            assert parse(Choose, view, **WORDING.format(view, Choose(value))) == Choose(value)


@pytest.mark.parametrize("kind", KINDS)
def test_the_refusal_names_a_missing_word(kind):
    if kind.__struct_fields__:
        assert refusal(kind).startswith("Say ")
    else:
        assert parse(kind) == kind()
