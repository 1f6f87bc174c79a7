"""The cost formula, which the check uses for advice (overcross-cards.md)."""

from __future__ import annotations

from math import isclose, sqrt

import pytest
from msgspec.structs import replace

from bot.games.overcross.cards.cards import Character, Edit, Happening, Terrain
from bot.games.overcross.cards.guide import advice, attack_value, fair_costs, unjudged, value_of
from bot.games.overcross.cards.printed import Attack
from bot.games.overcross.cards.words import (
    Ability,
    ChangeNumbers,
    Damage,
    DiscardCards,
    DrawCards,
    Forbid,
    Heal,
    Pieces,
    Recover,
    Redeploy,
)
from tests.games.overcross.chance import NUMBERS, POOL


def named(name):
    return POOL.cards[NUMBERS[name]]


@pytest.mark.parametrize(
    ("attack", "value"),
    [
        (Attack("fist", 3, 4), 3 * 3 / 6 * 0.5),
        (Attack("aim", 2, 4, 3), 2 * 3 / 6 * 0.5 * 1.3),
        (Attack("aim", 2, 4, 5), 2 * 3 / 6 * 0.5 * 1.6),
        (Attack("aim", 2, 5, 6), 2 * 4 / 6 * 0.5 * 1.9),
        (Attack("aim", 1, 3, 4, "m"), 1 * 2 / 6 * 0.5 * 1.6 * 1.5),
        (Attack("star", 3, 5, 4, "F"), 3 * 4 / 6 * 0.5 * 1.6 * 0.7),
        (Attack("star", 2), 2 * 0.5 * 1.9),
    ],
)
def test_the_value_of_an_attack_is_its_mean_damage_by_reach_and_size(attack, value):
    assert isclose(attack_value(attack), value)


def test_the_value_of_a_character_has_attacks_toughness_and_text():
    """The best attack in full, others by 0.35; T = 3/(7-defense); 0.6 for each half of `worth`."""
    fists = (Attack("fist", 1, 4), Attack("fist", 3, 4))
    card = Character("TST-01", "Two Fists", speed=3, defense=4, attacks=fists, worth=2)
    assert isclose(value_of(card), 4 * (0.75 + 0.35 * 0.25) * sqrt(1) * 1.0 + 1.5 + 1.2)


@pytest.mark.parametrize(("value", "costs"), [(0.1, (0, 1)), (2.5, (3, 1)), (3.2, (3, 2)), (30.0, (30, 6))])
def test_deck_and_play_cost_are_computed_from_the_value(value, costs):
    """Half a point is rounded up; the play cost is a third, 1 to 6."""
    assert fair_costs(value) == costs


@pytest.mark.parametrize(
    ("name", "value"),
    [("Bump the Thread", 3.0), ("Second Wind", 3.0), ("Reprint", 3.0), ("Bad Review", 2.5),
     ("Fan Club", 2.5), ("Roller Skates", 2.0), ("Continuity Error", 2.0), ("Healing Mug", 3.0),
     ("Wall", 2), ("Long Wall", 3), ("Wide Bog", 3), ("Lava", 3), ("Woodland", 3),
     ("Gutter Between Panels", 2)],
)  # fmt: skip
def test_effects_with_a_price(name, value):
    """1 a counter, 1.5 a card, 2.5 an acc or defense while attached, 1 a speed; a Terrain by its keys."""
    assert value_of(named(name)) == value


def test_the_value_of_a_change_for_a_turn_is_1():
    acc = ChangeNumbers(Pieces("friend"), acc=1, defense=1)
    assert value_of(Happening("TST-01", "Cheer", abilities=(Ability("played", (acc,)),))) == 2.0


def test_what_harms_oneself_makes_a_card_cheaper():
    harm = Damage(to=Pieces("friend"), by=2)
    hurt = ChangeNumbers(Pieces("friend"), defense=-1)
    help_them = Heal(to=Pieces("enemy"), by=1)
    lost = DiscardCards(whose="you")

    def value(*effects):
        return value_of(Happening("TST-01", "Bargain", abilities=(Ability("played", effects),)))

    assert value(DrawCards(2)) == 3.0
    assert value(DrawCards(2), harm) == 1.0
    assert value(DrawCards(2), hurt) == 2.0
    assert value(DrawCards(2), help_them) == 2.0
    assert value(DrawCards(2), lost) == 1.5
    assert value(DrawCards(2), DiscardCards()) == 4.5


def test_the_check_names_the_cards_that_it_does_not_judge():
    sweep = Happening(
        "TST-01",
        "Sweep",
        deck=3,
        abilities=(Ability("played", (Damage(to=Pieces("enemy", how="all"), by=6),)),),
    )
    assert unjudged(sweep)
    assert [code for code, *_ in advice(sweep)] == ["A305"]
    once = Ability("damaged", (Damage(to=Pieces(), by=1),), once=True)
    assert "A306" not in [
        code for code, *_ in advice(Character("TST-02", "Bomb", speed=1, defense=1, abilities=(once,)))
    ]


UNPRICED = (
    (Happening, Ability("played", (Redeploy(Pieces()),))),
    (Happening, Ability("played", (Damage(to=Pieces(how="all"), by=2),))),
    (Happening, Ability("played", (DrawCards(2), Forbid(Pieces("enemy"), what="act", until="own-turn")))),
    (Happening, Ability("played", (ChangeNumbers(Pieces("friend"), speed=1),))),
    (Happening, Ability("played", (Recover(to="play"),))),
    (Edit, Ability("always", (ChangeNumbers("bearer", dmg=1),))),
    (Edit, Ability("always", (ChangeNumbers("bearer", acc=1, attacks="melee"),))),
    (Edit, Ability("attacks", (Damage(to="bearer", by=1),))),
    (Terrain, Ability("turn", (Heal(by=1),))),
)


@pytest.mark.parametrize(("kind", "ability"), UNPRICED)
def test_cards_with_unpriced_effects_get_no_advice(kind, ability):
    card = kind("TST-01", "Odd", deck=20, play=6, abilities=(ability,))
    assert value_of(card) is None
    assert list(advice(card)) == []


def test_no_shipped_card_differs_by_more_than_1():
    assert [(card.name, *found) for card in POOL.cards.values() for found in advice(card)] == []
    priced = [card for card in POOL.cards.values() if value_of(card) is not None and card.mark != "leader"]
    assert len(priced) > 40


def test_a_card_that_differs_by_more_than_1_gets_advice_except_leaders_and_legends():
    knight, king, queen = map(
        named, ("Mild-Mannered Knight", "The Unwritten King", "Queen of the Paper Court")
    )
    assert [code for code, *_ in advice(replace(knight, deck=12, play=6))] == ["A301", "A302"]
    assert [code for code, *_ in advice(replace(king, deck=20, play=1))] == ["A301"]
    assert list(advice(replace(queen, deck=20, play=6))) == []
