"""Actions as typed words: formatted actions are parsed back, and invalid words are refused in a sentence."""

from __future__ import annotations

import pytest

from bot.engine.errors import UnreadableAction
from bot.games.papyrus.rules.actions import (
    Attack,
    Heal,
    Move,
    Preset,
    Recruit,
)
from bot.games.papyrus.rules.options import Kind, Options
from bot.games.papyrus.wording.wording import PapyrusWording
from tests.games.papyrus.table import RULES, SQUADS, Table
from tests.games.random_play import fresh_randomness

WORDING = PapyrusWording(SQUADS)
TABLE = Table("smg C7, smg D7, sniper E9, medic C8 | smg C5, shotgun E5 | smg C3, rpg AA5", width=30)
VIEW = RULES.view(TABLE.state, 0)


def parse(action, view=VIEW, seat=0, /, **words):
    return WORDING.parse(view, seat, action, words)


def refusal(action, view=VIEW, /, **words):
    with pytest.raises(UnreadableAction) as refused:
        parse(action, view, **words)
    return refused.value.sentence


@pytest.mark.parametrize(
    "word", ["SMG-2", "smg2", "smg 2", "Smg-2", "  smg-2 ", "●SMG-2", "1:smg-2", "D7", "d 7"]
)
def test_own_units_may_be_typed_in_many_ways(word):
    assert parse(Move, unit=word, to="d8") == Move(1, TABLE.grid.parse("D8"))


def test_the_only_unit_of_its_kind_needs_no_number():
    assert parse(Attack, unit="sniper", target="C5") == Attack(2, TABLE.index("2 SMG-1"))
    assert parse(Attack, unit="sn", target="C5").unit == 2


@pytest.mark.parametrize(
    "word", ["SMG-1 at C5", "smg-1@c5", "smg1 c5", "C5", "■SMG-1", "2:SMG-1", "seat 2: smg 1"]
)
def test_a_target_may_be_typed_by_name_and_place_or_by_place_alone(word):
    assert parse(Attack, unit="SMG-1", target=word) == Attack(0, TABLE.index("2 SMG-1"))


def test_formatted_targets_are_unambiguous_pap_02():
    attack = Attack(0, TABLE.index("3 SMG-1"))
    assert WORDING.format(VIEW, attack) == {"unit": "SMG-1", "target": "SMG-1 at C3"}


def test_a_target_square_means_the_unit_on_it_and_the_rules_decide():
    assert parse(Attack, unit="SMG-1", target="D7") == Attack(0, 1)
    assert "is one of your own" in TABLE.no(Attack(0, 1))


def test_the_target_of_a_medic_is_an_own_unit_pap_19():
    assert parse(Heal, unit="medic", target="smg-1") == Heal(3, 0)
    assert WORDING.format(VIEW, Heal(3, 0)) == {"unit": "Medic-1", "target": "SMG-1"}


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("SMG", Kind.SMG),
        ("rpg", Kind.RPG),
        ("Shot", Kind.SHOTGUN),
        ("snipers", Kind.SNIPER),
        (" medic ", Kind.MEDIC),
    ],
)
def test_kinds_are_read_by_their_titles(word, kind):
    assert parse(Recruit, kind=word) == Recruit(kind)


@pytest.mark.parametrize("word", ["balanced", "Balanced", " BALANCED "])
def test_squads_are_read_by_key_or_title(word):
    assert parse(Preset, squad=word) == Preset("balanced")


@pytest.mark.parametrize(
    ("action", "words", "sentence"),
    [
        (Recruit, {"kind": "snipper"}, '"snipper" is not a kind of unit: did you mean Sniper?'),
        (Preset, {"squad": "ballanced"}, "did you mean balanced?"),
        (
            Move,
            {"unit": "snyper-1", "to": "C4"},
            '"snyper-1" is not one of your units: did you mean Sniper-1?',
        ),
        (Move, {"unit": "xyz", "to": "C4"}, "choose among SMG-1, SMG-2, Sniper-1 and Medic-1."),
        (
            Move,
            {"unit": "SMG-1", "to": "AF3"},
            '"AF3" is not a square here: columns are A to AD, rows 1 to 12, as in C4.',
        ),
        (Move, {"unit": "SMG-1"}, "Say which square, such as C7."),
        (Attack, {"target": "C5"}, "Say which of your units, such as SMG-3."),
        (Attack, {"unit": "smg", "target": "C5"}, "more than one: say SMG-1 at C7 or SMG-2 at D7."),
        (Attack, {"unit": "SMG-1", "target": "SMG-1"}, "more than one: say SMG-1 at C5 or SMG-1 at C3."),
        (
            Attack,
            {"unit": "SMG-1", "target": "shotgun-1 at C5"},
            "There is no such Shotgun at C5, but SMG-1 of seat 2.",
        ),
        (Attack, {"unit": "SMG-1", "target": "shotgun at C6"}, "it is empty."),
        (
            Attack,
            {"unit": "SMG-1", "target": "A1"},
            "There is no unit at A1: name a unit, or the square of one.",
        ),
    ],
)
def test_wrong_or_missing_words_are_refused_in_a_sentence_pap_01_pap_02(action, words, sentence):
    assert refusal(action, **words).endswith(sentence)


def test_columns_past_z_have_two_letters_pap_01():
    assert parse(Move, unit="SMG-1", to="aa5").to == TABLE.grid.parse("AA5")


def test_a_unit_typed_before_deployment_is_refused():
    state = RULES.setup(RULES.normalize(Options(), 2), 2, fresh_randomness(1))
    view = RULES.view(state, 0)
    assert refusal(Move, view, unit="SMG-1", to="C7") == "You have no units yet: pick your squad first."
    assert refusal(Recruit, view, kind="x").endswith("choose among SMG, Shotgun, Sniper, Medic and RPG.")
