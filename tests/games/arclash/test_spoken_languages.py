"""Arclash in German: what is told, shown and typed, for one card and for several."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from bot.engine.cards.printed import card_name
from bot.engine.contract import Outcome
from bot.engine.errors import UnreadableAction
from bot.engine.language import speaking
from bot.games.arclash.rules import facts
from bot.games.arclash.rules.actions import Advance, Choose, Play, TakeDeck
from bot.games.arclash.rules.view import Shown
from bot.games.arclash.wording.wording import ArclashWording
from bot.languages.catalogues import language
from tests.games.arclash.cards_for_tests import LIBRARY
from tests.games.arclash.screens import (
    NAMES,
    POOL,
    SUPPORT,
    WORDING,
    SceneDesk,
    own_view,
)
from tests.games.arclash.table import Table
from tests.games.screens import labels

GERMAN = language("de")
SEARCH = """
phase: renew, turn 4
seat 1:
stack: TID-01 TID-05
plays: reading-light
hand: TID-04 TID-06
deck: TID-09 TID-12 TID-08
seat 2:
stack: MOT-03 MOT-05
1: stay
2: stay
"""
DECKS = "phase: decks\nseat 1:\nseat 2:"
VIEW = own_view(SUPPORT)
ASKED = own_view(SEARCH)


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    with speaking(GERMAN):
        yield


def shown(number: str) -> Shown:
    return Shown(0, number)


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        (facts.Chose(1, "advance"), "■ **Ben** hat gewählt."),
        (
            facts.Prepared(0, shown("TID-10"), 1),
            "Du legst *Wal, der Termine einhält* verdeckt; wähle 1 Karte, die du dafür ablegst.",
        ),
        (
            facts.Prepared(0, shown("TID-10"), 2),
            "Du legst *Wal, der Termine einhält* verdeckt; wähle 2 Karten, die du dafür ablegst.",
        ),
        (
            facts.Revealed("advance", (shown("TID-08"), None, shown("FOX-05"))),
            "Alle haben gewählt: ■ **Ben** bleibt stehen.",
        ),
        (
            facts.Revealed("advance", (shown("TID-08"), None, None)),
            "Alle haben gewählt: ■ **Ben** und ▲ **Cleo** bleiben stehen.",
        ),
        (
            facts.Advanced(1, shown("TID-10"), (shown("TID-13"),) * 2),
            (
                "■ **Ben** **steigt auf** zu *Wal, der Termine einhält* (Stufe 3, Stärke 800). "
                "Dafür abgelegt: zweimal *Volles Netz*."
            ),
        ),
        (facts.Rolled(0, "COM-05", (3, 4), 6), "● **Ann** würfelt für *Glücksknopf*: 3 + 4 = **7**."),
        (facts.Drew(1, 1, card="COM-01"), "■ **Ben** zieht 1 Karte für *Pausenbrot*."),
        (facts.Drew(1, 2, card="COM-01"), "■ **Ben** zieht 2 Karten für *Pausenbrot*."),
        (facts.Drew(0, 1, (shown("TID-13"),), "COM-01"), "Du ziehst *Volles Netz* für *Pausenbrot*."),
        (
            facts.Beaten(0, (650, 450, 300), (3, 2, 1), 3, 5),
            (
                "**Kampf!** ● **Ann** (650) holt **3 Punkte**: 5 von 15. "
                "Geschlagen, nach Stufen: 2 ■ **Ben** (450) und 1 ▲ **Cleo** (300)."
            ),
        ),
        (facts.Recovered(1), "Die gespielte Unterstützung wird abgelegt."),
        (facts.Recovered(4), "Alle Unterstützungen werden abgelegt, zusammen 4."),
        (
            facts.MatchOver(Outcome((1,), (2, 15, 4), "The winning score is reached")),
            "■ **Ben** gewinnt. Die nötigen Punkte sind erreicht. Punkte: ● 2, ■ 15, ▲ 4.",
        ),
    ],
)
def test_what_happens_is_told_in_german(fact: Any, sentence: str) -> None:
    assert WORDING.describe(fact, VIEW, NAMES) == sentence


def test_how_a_match_stands_is_told_in_german() -> None:
    assert WORDING.status(VIEW, NAMES) == (
        "**Zug 4 · Kampf, Unterstützungen**: ● **Ann** spielt jetzt eine Unterstützung oder passt. "
        "Gepasst: ■.\n"
        "Punkte von 15: ● 2, ■ 4, ▲ 1 · Stärke: ● 425, ■ 450, ▲ 450"
    )
    whole = " ".join(WORDING.board_text(VIEW, NAMES).split())
    assert whole.startswith(
        "Arclash: 15 Punkte gewinnen, höchstens 50 Züge. Zug 4 · Kampf, Unterstützungen: "
        "Ann spielt jetzt eine Unterstützung oder passt. Gepasst: ■. "
        "Unterstützungen werden in dieser Reihenfolge gespielt: Ben, Ann, Cleo."
    )
    assert "▲ Cleo (Platz 3): 1 Punkt, letzten Kampf verloren." in whole
    assert "Stufe 2: Hütchenspieler [Fuchs, Maske], auf: Welpe mit Papiermaske." in whole


def test_screens_are_in_german() -> None:
    desk = SceneDesk(SUPPORT)
    menu = desk.screen()
    assert menu.text.startswith(
        "**Spiel eine Unterstützung oder passe.** "
        "Dein Charakter: *Glühende Dozentin* (Stufe 2, Stärke jetzt 425)."
    )
    assert labels(menu, "Unterstützung spielen") == [
        "Lesen im eigenen Licht",
        "Volles Netz",
        "Pausenbrot",
    ]
    search = SceneDesk(SEARCH).screen()
    assert search.text.startswith("**Wähle eine Karte, die du nimmst.**\n***Docht, Kleinster der Schule***")
    assert labels(search, "Deine Antwort") == ["Lampe am Grund von allem", "Professorin des siebten Grabens"]
    decks = SceneDesk(DECKS.replace("Ann", "Ann\nplays: reading-light"))
    assert "Das lange Leselicht" in labels(decks.screen(), "Ein fertiges Deck spielen")


# What is typed


def card_of(word: str) -> str:
    action: Any = WORDING.parse(VIEW, 0, Play, {"card": word})
    found: str = {one.card: one.number for one in VIEW.hand}[action.card]
    return found


@pytest.mark.parametrize(
    "word", ["Pausenbrot", "pausen", "Packed Lunch", "packed", "COM-01", "Pausenbrot (COM-01)"]
)
def test_cards_are_typed_in_german_and_in_english(word: str) -> None:
    assert card_of(word) == "COM-01"


@pytest.mark.parametrize(
    "word", ["Das lange Leselicht", "leselicht", "The Long Reading Light", "reading-light"]
)
def test_decks_are_typed_in_german_and_in_english(word: str) -> None:
    assert WORDING.parse(own_view(DECKS), 0, TakeDeck, {"deck": word}) == TakeDeck("reading-light")


@pytest.mark.parametrize(
    ("kind", "options", "words"),
    [
        ("seat", (1,), {1: ["Platz 2", "seat 2", "Spieler 2", "2", "■"]}),
        ("may", (0, 1), {1: ["ja", "j", "yes"], 0: ["nein", "n", "no"]}),
        ("reroll", (0, 1), {1: ["neu würfeln", "ja", "again"], 0: ["behalten", "keep", "nein"]}),
        ("guess", (0, 1), {1: ["Stelle 2", "position 2", "2"]}),
        ("option", (0, 1), {0: ["Möglichkeit 1", "option 1", "1"]}),
    ],
)
def test_answers_are_typed_in_german_and_in_english(
    kind: Any, options: tuple[int, ...], words: dict[int, list[str]]
) -> None:
    assert ASKED.question is not None
    question = replace(ASKED.question, kind=kind, options=options, about=None, may_stop=False, rolled=(3,))
    view = replace(ASKED, question=question)
    for value, spellings in words.items():
        for word in spellings:
            assert WORDING.parse(view, 0, Choose, {"answer": word}) == Choose(value)


def test_a_choice_that_may_stop_stops_at_german_and_english_words() -> None:
    for word in ("keine mehr", "stopp", "fertig", "no more", "done"):
        assert WORDING.parse(ASKED, 0, Choose, {"answer": word}) == Choose(-1)


def test_what_cannot_be_read_is_answered_in_german() -> None:
    def refusal(kind: type[Any], **words: str) -> str:
        with pytest.raises(UnreadableAction) as refused:
            WORDING.parse(VIEW, 0, kind, words)
        return refused.value.sentence

    assert refusal(Play, card="Pausenbort").endswith("ist keine Karte: Meintest du „Pausenbrot“?")
    assert refusal(Play, card="Tief durchatmen").startswith(
        "Tief durchatmen ist nicht auf deiner Hand: Dort hast du „"
    )
    assert refusal(Advance) == "Gib die Karte mit Namen oder Setnummer an."


def test_what_cannot_be_done_is_told_in_german_arc_07() -> None:
    short = Table("Drop Stream; hand River Push", "Spark")
    assert short.no("1: advance River") == (
        "River: dafür musst du eine [Flut]-Karte ablegen und hast sonst keine passende Karte."
    )
    high = Table("Spark; hand Blaze Push", "Drop")
    assert high.no("1: advance Blaze") == (
        "Blaze braucht zum Aufsteigen einen [Glut]-Charakter der Stufe 2, "
        "und dein jetziger Charakter ist Spark, Stufe 1."
    )
    assert high.no("1: advance Push") == (
        "Push ist eine Unterstützung: Sie wird im Kampf gespielt und nicht auf deinen Stapel gelegt."
    )


def test_cards_that_players_have_made_keep_their_names() -> None:
    table = Table("Spark; hand Bargain", "Drop")
    told = ArclashWording(LIBRARY).describe(facts.Played(0, shown("TST-39")), table.view(), NAMES)
    assert told == "● **Ann** spielt ***Bargain***."


def test_no_two_shipped_cards_have_the_same_german_name_arc_01() -> None:
    names = [card_name(card) for card in POOL.cards.values()]
    assert len(set(names)) == len(names) == len({card.name for card in POOL.cards.values()})
