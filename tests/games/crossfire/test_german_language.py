"""Crossfire in German: examples of sentences, and typed words."""

from __future__ import annotations

import pytest

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.engine.errors import UnreadableAction
from bot.engine.sentences import echo
from bot.games.crossfire.rules import facts
from bot.games.crossfire.rules.actions import Discard
from bot.games.crossfire.rules.cards import card, joker, name
from bot.games.crossfire.rules.view import Tally
from tests.games.crossfire.screens import WORDING, Desk
from tests.games.crossfire.table import RULES, Table
from tests.games.screens import NAMES


@pytest.fixture(autouse=True)
def german():
    """Use German in all of these tests."""
    with speaking(language("de")):
        yield


def told(table, fact, viewer=None):
    return WORDING.describe(fact, RULES.view(table.state, viewer), NAMES)


def test_cards_have_their_german_names():
    called = [name(card(0, rank, suit)) for rank, suit in ((6, 2), (10, 1), (1, 3), (12, 0))]
    assert called == ["Herz 6", "Karo 10", "Pik-Ass", "Kreuz-Dame"]
    assert name(joker(0)) == "Joker"


def test_a_contest_from_the_attack_to_the_won_pile():
    table = Table("b2:10 b3:4 c3:6", "c4:9s c5:7 c6:3 c7:10 c8:10", hand="J Q K 2c", hands={2: "Q 2d 2s"})
    attacked = table.play("attack J c4")[0]
    assert told(table, attacked) == (
        "● **Ann** greift c4 (9♠) mit J♥ an. ■ **Ben** kann mit Dame oder höher antworten."
    )
    lines = Desk(table.state, 1).screen().text.splitlines()
    assert lines[-1] == "Auf c4 (9♠) führt ● mit J♥, und du musst jetzt mit Dame oder höher antworten."
    assert "Zug 2: Ben ist am Zug." in WORDING.board_text(table.view(), NAMES)
    table.play("answer Q c4")
    again = table.play("answer K c4")[0]
    assert told(table, again) == "● **Ann** antwortet auf c4 mit K♥. Nichts übertrifft einen König."
    lines = [told(table, fact) for fact in table.play("discard 2d")]
    assert lines == [
        "■ **Ben** legt nichts aus, sondern 2♦ ab.",
        "■ **Ben** lässt c4 ohne Antwort. ● **Ann** gewinnt dort.",
        "Zug 5: ● **Ann** ist am Zug.",
        "● **Ann** erobert c4 von ■ **Ben**.",
        "● **Ann** zieht eine Karte.",
    ]


def test_plural_forms():
    table = Table("e2:10", "", "", "", hand="2c 2d 2s Jo")
    assert told(table, facts.PointsCounted((Tally(1, 2, 0), Tally(2, 0, 2)))) == (
        "Punkte: ●▲ 3 (1 Basis und Kette), ■◆ 4 (2 Basen und Mitte)."
    )
    assert told(table, facts.NeutralsDealt((22,), (0,))) == ("1 neutraler Knoten wird verdeckt ausgelegt.")


HELD = Table("b2:10 b3:4 c3:6", "c8:10", hand="7h 10s Kd Jo")


def typed(word):
    return WORDING.parse(RULES.view(HELD.state, 0), 0, Discard, {"card": word})


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("herz sibn", "ist keine Karte: Meintest du 7h?"),
        ("xx", "ist keine Karte: Zur Wahl stehen Kd, 7h, 10s und Joker auf deiner Hand."),
        ("dame", "Dame gibt es auf deiner Hand nicht: Wähle unter Kd, 7h, 10s und Joker."),
        ("", "Nenn eine Karte, etwa 7h, 10s, Kd, Herz 7 oder Joker."),
    ],
)
def test_an_unknown_card(word, sentence):
    with pytest.raises(UnreadableAction) as refused:
        typed(word)
    assert refused.value.sentence.removeprefix(f"{echo(word)} ") == sentence


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("Herz 7", "herz7", "7h", "7 of hearts"), card(0, 7, 2)),
        (("Karo-König", "karo könig", "König", "king"), card(0, 13, 1)),
        (("Pik 10",), card(0, 10, 3)),
        (("Joker",), joker(0)),
    ],
)
def test_german_names_of_cards_may_be_typed_and_english_ones_too(words, meant):
    assert {typed(word) for word in words} == {Discard(meant)}
    if words[0] != "Joker":
        with speaking(language("en")), pytest.raises(UnreadableAction):
            typed(words[0])
