"""Cards in German (ARC-18): the sentences that people have reviewed, and the German forms."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.engine.cards.text.amounts import payments
from bot.engine.cards.words.counting import Holds
from bot.engine.cards.words.hands import DrawCards, MillCost
from bot.games.arclash.cards.words import VOICE
from bot.games.arclash.cards.words.abilities import DiscardCards, DiscardCost, Search
from bot.games.arclash.cards.words.places import Cards, Filter
from bot.games.arclash.cards.words.power import Buff
from tests.engine.cards.telling import (
    Voice,
    describe_condition,
    describe_cost,
    describe_filter,
    explain,
    label,
)
from tests.engine.cards.test_text_corpus import CORPUS
from tests.engine.cards.test_text_truth import KINDS, nodes

TEXTS = Path(__file__).parent / "files" / "german.txt"
ABILITIES = {entry.text: entry.ability for entry in CORPUS}
ANN = Voice(you="Ann")
SERPENT = Filter("Serpent", kind="character", level=(2,))


@pytest.fixture(autouse=True)
def in_german() -> Iterator[None]:
    with speaking(language("de")):
        yield


def pairs() -> list[tuple[str, str]]:
    """Return the English texts of the file, each with its German text."""
    lines = TEXTS.read_text("utf-8").splitlines()
    return [(one, other.strip()) for one, other in pairwise(lines) if other.startswith("    ")]


@pytest.mark.parametrize(("english", "german"), pairs())
def test_the_german_text_is_the_reviewed_one(english: str, german: str) -> None:
    assert explain(ABILITIES[english]) == german


def test_every_kind_of_node_has_been_reviewed() -> None:
    read = {type(node) for english, _ in pairs() for _, node in nodes(ABILITIES[english])}
    assert set(KINDS) <= read


# ---- labels, for the player of the card and for others


def test_a_label_for_an_opponent_names_the_player_of_the_card() -> None:
    assert label((DrawCards(2), DiscardCards("you"))) == "Zieh 2 Karten, dann leg eine Karte ab"
    gains = "Der Charakter von Ann erhält 50 Stärke, dann zieht Ann eine Karte"
    assert label((Buff(50), DrawCards()), ANN) == gains
    takes = "Ann darf eine Karte aus der eigenen Ablage auf die Hand nehmen"
    assert label((Search("discard"),), ANN) == takes


# ---- forms


def test_cards_are_in_the_required_case() -> None:
    assert describe_filter(SERPENT) == "ein [Serpent]-Charakter der Stufe 2"
    assert describe_filter(SERPENT, case="accusative") == "einen [Serpent]-Charakter der Stufe 2"
    assert describe_filter(SERPENT, 2, case="accusative") == "2 [Serpent]-Charaktere der Stufe 2"
    assert describe_filter(Filter(kind="support"), case="accusative") == "eine Unterstützung"
    assert describe_filter(Filter(name="Finn"), 3, VOICE, "accusative", up_to=True) == (
        "bis zu 3 Karten namens „Finn“"
    )


def test_a_price_is_described_as_an_offer_and_as_a_task() -> None:
    price = (DiscardCost(which=SERPENT), DiscardCost(2), MillCost())
    serpent = "einen [Serpent]-Charakter der Stufe 2 aus deiner Hand"
    cards = f"{serpent}, 2 weitere Karten und die oberste Karte deines Decks"
    assert payments(price, VOICE) == f"{cards} ablegen"
    assert payments(price, VOICE, "imperative") == f"leg {cards} ab"
    assert describe_cost(DiscardCost()) == "eine Karte ablegen"


def test_negations_are_placed_as_in_german() -> None:
    current = Cards("current", which=Filter("Serpent"))
    assert describe_condition(Holds(current, 0, 0)) == "dein Charakter kein [Serpent]-Charakter ist"
    nobody = Holds(Cards("hand", "everyone"), 0, 0)
    assert describe_condition(nobody) == "kein Spieler eine Karte auf der Hand hat"
