"""The texts of the action cards, generated from their effects, in both languages."""

import pytest

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.games.neocombat.cardgame import card_text
from bot.games.neocombat.rules.refusals import SENTENCES
from tests.games.neocombat.table import KINDS, POOL, Table

TEXTS = {
    "Detect": ("Sensor on a cloaked enemy varan in any sector: it is revealed. Extra card: sensors.",),
    "Spot! or Snapshot": (
        "Sensor on a cloaked enemy varan in a sector where you have a varan: it is revealed.",
        "Shot at a revealed enemy varan in any sector: 1 damage.",
    ),
    "Heavy Burst": ("Shot at a revealed enemy varan in any sector: 3 damage. Not as a second attack.",),
    "Sniper Shot": (
        "Shot at a revealed enemy varan in any sector: 3 damage. A varan with sniper is not revealed by it.",
    ),
    "Flamer": ("Flame at a revealed enemy varan in its sector, by a varan with flamer: 3 damage.",),
    "Armour": (
        "In answer to a shot or a strike: 2 damage less.",
        (
            "Leaves the game when it is played; the first one for a varan with tough in a turn is discarded "
            "instead."
        ),
    ),
    "Parry": ("In answer to a strike: it comes to nothing. Extra card: fighter.",),
    "Stun": (
        (
            "Before the movement or in combat, on a revealed enemy varan in any sector that is not sideways: "
            "it is turned sideways."
        ),
    ),
    "Field Dressing": ("In Repair, on a revealed varan of yours that is damaged: 3 damage is taken off it.",),
    "Resupply": ("In combat: draw 2 cards.",),
}
GERMAN = {
    "Detect": (
        (
            "Sensor auf einen getarnten gegnerischen Varan in einem beliebigen Sektor: Er wird aufgedeckt. "
            "Zusatzkarte: Sensoren."
        ),
    ),
    "Flamer": (
        (
            "Flamme auf einen aufgedeckten gegnerischen Varan im selben Sektor, von einem Varan mit dem "
            "Merkmal Flammer: 3 Schaden."
        ),
    ),
}


def text(name):
    return card_text(POOL.actions[KINDS[name]])


@pytest.mark.parametrize("name", TEXTS)
def test_the_text_of_a_card_is_generated_from_its_effects(name):
    assert text(name) == TEXTS[name]


@pytest.mark.parametrize("name", GERMAN)
def test_the_text_of_a_card_in_german(name):
    with speaking(language("de")):
        assert text(name) == GERMAN[name]


def test_every_card_has_a_unique_text_in_both_languages():
    """Cards with the same text would differ only in a number of damage; there are none."""
    english = [card_text(card) for card in POOL.actions]
    with speaking(language("de")):
        german = [card_text(card) for card in POOL.actions]
    assert len(set(english)) == len(set(german)) == len(POOL.actions)
    assert not set(english) & set(german)


def test_refusals_in_german():
    """Card names and attributes too."""
    table = Table("A1 A3", "B1 B2").hold(1, "Burst, Aimed Shot")
    with speaking(language("de")):
        said = [
            table.refuses(1, "Burst", "2.1", "1.1"),
            table.refuses(1, "Aimed Shot", "2.1", "1.1", claim=True),
        ]
    assert said == [
        "2.1 ist getarnt: Salve gilt einem aufgedeckten Varan.",
        (
            "1.1 hat das Merkmal Treffsicher nicht: "
            "Spiele Gezielter Schuss, ohne die Zusatzkarte zu beanspruchen."
        ),
    ]


def test_every_refusal_of_a_play_names_an_alternative():
    """They name the card or the varan, and end with a full stop."""
    for sentence in SENTENCES.values():
        assert sentence.endswith(".")
        assert "{" in sentence or "already" in sentence or "choose" in sentence
