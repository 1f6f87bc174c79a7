"""Crossfire in German: what is said most, as a German player reads it, and what such a player may type."""

from __future__ import annotations

import pytest

from bot.engine.errors import IllegalAction, UnreadableAction
from bot.engine.language import speaking
from bot.engine.phrases import echo
from bot.games.crossfire.rules import facts
from bot.games.crossfire.rules.actions import Discard, Resign
from bot.games.crossfire.rules.cards import back, card, joker, name
from bot.games.crossfire.rules.view import Tally
from bot.languages.catalogues import language
from tests.games.crossfire.screens import WORDING, Desk
from tests.games.crossfire.table import RULES, Table
from tests.games.screens import NAMES, labels

GERMAN = language("de")


@pytest.fixture(autouse=True)
def german():
    """Speak German in all of these stories."""
    with speaking(GERMAN):
        yield


def told(table, fact, viewer=None):
    return WORDING.describe(fact, RULES.view(table.state, viewer), NAMES)


def attack_table(**more):
    return Table("b2:10 b3:4 c3:6", "c4:9s c5:7 c6:3 c7:10 c8:10", hand="J Q K 2c", **more)


def test_cards_have_their_german_names():
    called = [name(card(0, rank, suit)) for rank, suit in ((6, 2), (10, 1), (1, 3), (12, 0))]
    assert called == ["Herz 6", "Karo 10", "Pik-Ass", "Kreuz-Dame"]
    assert name(joker(0)) == "Joker"


def test_a_contest_is_told_from_the_attack_to_the_pile_won():
    table = attack_table(hands={2: "Q 2d 2s"})
    attacked = table.play("attack J c4")[0]
    assert told(table, attacked) == (
        "● **Ann** greift c4 (9♠) mit J♥ an. ■ **Ben** kann mit Dame oder höher antworten."
    )
    answered = table.play("answer Q c4")[0]
    assert told(table, answered) == (
        "■ **Ben** antwortet auf c4 mit Q♥. ● **Ann** kann mit Dame oder höher antworten."
    )
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


def test_how_a_match_stands():
    table = attack_table(hands={2: "2c 2d 2s"})
    table.play("attack J c4")
    assert WORDING.status(RULES.view(table.state, None), NAMES) == (
        "Zug 2: ■ **Ben** ist am Zug. Auf c4 (9♠) führt ● mit J♥, und ■ muss jetzt mit Dame oder höher "
        "antworten.\n● **Ann** 3 auf der Hand, 8 im Deck · ■ **Ben** 4 auf der Hand, 7 im Deck"
    )


def test_numbers_of_things_have_their_forms():
    table = Table("e2:10", "", "", "", hand="2c 2d 2s Jo")
    said = [
        told(table, facts.PointsCounted((Tally(1, 2, 0), Tally(2, 0, 2)))),
        told(table, facts.HandDealt(1, (back(1),))),
        told(table, facts.HandDealt(1, (back(1),) * 3)),
        told(table, facts.NeutralsDealt((22,), (0,))),
        told(table, facts.NeutralsDealt((21, 22), (0, 1))),
    ]
    assert said == [
        "Punkte: ●▲ 3 (1 Basis und Kette), ■◆ 4 (2 Basen und Mitte).",
        "■ **Ben** zieht 1 Karte als erste Hand.",
        "■ **Ben** zieht 3 Karten als erste Hand.",
        "1 neutraler Knoten wird verdeckt ausgelegt: Niemand hat ihn gesehen.",
        "2 neutrale Knoten werden verdeckt ausgelegt: Niemand hat sie gesehen.",
    ]


def test_one_wins_and_two_win():
    alone, team = Table("b2:10", "c8:10"), Table("e2:10", "", "", "")
    assert told(alone, alone.do(Resign(), seat=2)[1]) == "● **Ann** gewinnt. Der Gegner hat aufgegeben."
    assert told(team, team.do(Resign(), seat=2)[1]) == (
        "● **Ann** und ▲ **Cleo** gewinnen. Das gegnerische Team hat aufgegeben. Punkte von 6: ●▲ 0, ■◆ 0."
    )


def test_a_card_is_played_by_two_screens_or_by_way_of_the_board():
    desk = Desk(attack_table().state, 0)
    first = desk.screen()
    assert first.text.splitlines()[0] == ("**Zug 1 der Partie.** Wähle eine Karte, dann ihr Feld.")
    (jack,) = [group for group in first.groups if group.prompt.startswith("J♥")]
    assert jack.prompt == "J♥: legen ×3, c4 angreifen"
    attack = jack.choices[0]
    assert (attack.label, attack.hint) == (
        "c4 mit J♥ angreifen",
        "Ziel 9♠ von ■: ■ kann mit Dame oder höher antworten",
    )
    last = desk.screen(attack.key)
    assert last.text == (
        "**c4 mit J♥ angreifen?**\nZiel: 9♠ von ■. Du führst, und als Nächstes ist eine Antwort von "
        "■ mit Dame oder höher möglich.\nDamit endet dein Zug."
    )
    board = desk.screen(jack.choices[-1].key)
    assert "c4" in labels(board, "Mit J♥ angreifen")


def test_who_must_answer_is_called_du():
    table = attack_table(hands={2: "Q 2d 2s"})
    table.play("attack J c4")
    lines = Desk(table.state, 1).screen().text.splitlines()
    assert lines[-1] == "Auf c4 (9♠) führt ● mit J♥, und du musst jetzt mit Dame oder höher antworten."


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("lay J d5", "Neben d5 liegt kein Knoten von dir: Leg neben einen starken Knoten."),
        ("lay J c4", "Auf c4 liegt schon Pik 9 von Platz 2: Wähle ein leeres Feld."),
        ("lay 5h b4", "Du hast Herz 5 nicht auf der Hand: Wähle eine deiner Handkarten."),
        ("attack 2c c4", "Auf c4 liegt Pik 9 von Platz 2 mit Rang 9: 2 hat nur Rang 2."),
        ("support 2c a2", "Auf der Basis a2 liegt Bube: Gestützt wird nur eine Zahlenkarte."),
        ("answer K c4", "Um c4 kämpft niemand: Dort gibt es nichts zu beantworten."),
    ],
)
def test_what_is_refused_says_why(line, sentence):
    assert attack_table().no(line) == sentence


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("herz sibn", "ist keine Karte: Meintest du 7h?"),
        ("xx", "ist keine Karte: Zur Wahl stehen Kd, 7h, 10s und Joker auf deiner Hand."),
        ("dame", "Dame gibt es auf deiner Hand nicht: Wähle unter Kd, 7h, 10s und Joker."),
        ("", "Nenn eine Karte, etwa 7h, 10s, Kd, Herz 7 oder Joker."),
    ],
)
def test_a_card_that_nobody_knows(word, sentence):
    table = Table("b2:10 b3:4 c3:6", "c8:10", hand="7h 10s Kd Jo")
    with pytest.raises(UnreadableAction) as refused:
        WORDING.parse(RULES.view(table.state, 0), 0, Discard, {"card": word})
    assert refused.value.sentence.removeprefix(f"{echo(word)} ") == sentence


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("Herz 7", card(0, 7, 2)),
        ("herz7", card(0, 7, 2)),
        ("7h", card(0, 7, 2)),
        ("7 of hearts", card(0, 7, 2)),
        ("Karo-König", card(0, 13, 1)),
        ("karo könig", card(0, 13, 1)),
        ("König", card(0, 13, 1)),
        ("king", card(0, 13, 1)),
        ("Pik 10", card(0, 10, 3)),
        ("Joker", joker(0)),
    ],
)
def test_german_names_of_cards_may_be_typed_and_english_ones_too(word, meant):
    table = Table("b2:10 b3:4 c3:6", "c8:10", hand="7h 10s Kd Jo")
    assert WORDING.parse(RULES.view(table.state, 0), 0, Discard, {"card": word}) == Discard(meant)


def test_a_german_card_that_is_not_in_the_hand_is_left_to_the_rules_to_refuse():
    table = Table("b2:10", "c8:10", hand="7h 10s Kd Jo")
    action = WORDING.parse(RULES.view(table.state, 0), 0, Discard, {"card": "Kreuz-Ass"})
    assert action == Discard(card(0, 1, 0))
    with pytest.raises(IllegalAction, match="Du hast Kreuz-Ass nicht auf der Hand"):
        RULES.apply(RULES.clone(table.state), 0, action, None)


def test_german_names_mean_nothing_to_who_speaks_english():
    table = Table("b2:10", "c8:10", hand="7h 10s Kd Jo")
    with speaking(language("en")), pytest.raises(UnreadableAction):
        WORDING.parse(RULES.view(table.state, 0), 0, Discard, {"card": "Herz 7"})


def test_the_position_as_text():
    table = Table("b2:10 b3:4 c3:6 d3:K@2+3 e3:Q^10", "c4:9s c8:10", hand="J 2h 2c Jo")
    table.play("attack J c4")
    text = WORDING.board_text(RULES.view(table.state, 0), NAMES)
    assert "Zug 2: Ben ist am Zug." in text
    assert "d3: eroberter Stapel vom Rang 13 von Platz 1: Kh, 3h." in text
    assert "e3: Turm von Platz 1: Qh, 10h." in text
    assert "● Ann (Platz 1): 3 auf der Hand, 8 im Deck." in text
    assert text.endswith("Deine Hand: 2c, 2h, Joker.")
