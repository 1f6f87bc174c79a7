"""Actions as typed words: what is formatted is parsed again, and what cannot be parsed is answered kindly."""

from __future__ import annotations

import pytest

from bot.engine.errors import UnreadableAction
from bot.games.papyrus.rules.actions import Attack, Heal, Move, Preset, Recruit
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


UNITS = ["SMG-2", "smg2", "smg 2", "Smg-2", "  smg-2 ", "●SMG-2", "1:smg-2", "D7", "d 7"]
TARGETS = ["SMG-1 at C5", "smg-1@c5", "smg1 c5", "C5", "■SMG-1", "2:SMG-1", "seat 2: smg 1"]
TOLD = {"SMG": Kind.SMG, "rpg": Kind.RPG, "Shot": Kind.SHOTGUN, "snipers": Kind.SNIPER, " medic ": Kind.MEDIC}
READ = [
    *[(Move(1, TABLE.grid.parse("D8")), {"unit": word, "to": "d8"}) for word in UNITS],
    # the only unit of its kind needs no number
    *[(Attack(2, TABLE.index("2 SMG-1")), {"unit": word, "target": "C5"}) for word in ("sniper", "sn")],
    # a target by name and place, or by place alone
    *[(Attack(0, TABLE.index("2 SMG-1")), {"unit": "SMG-1", "target": word}) for word in TARGETS],
    *[(Recruit(kind), {"kind": word}) for word, kind in TOLD.items()],
    *[(Preset("balanced"), {"squad": word}) for word in ("balanced", "Balanced", " BALANCED ")],
]


@pytest.mark.parametrize(("action", "words"), READ)
def test_what_there_is_may_be_typed_in_many_ways(action, words):
    assert parse(type(action), **words) == action


def test_targets_are_formatted_so_that_no_other_seat_has_the_same_pap_02():
    attack = Attack(0, TABLE.index("3 SMG-1"))
    assert WORDING.format(VIEW, attack) == {"unit": "SMG-1", "target": "SMG-1 at C3"}


def test_a_target_on_a_square_is_whoever_stands_there_for_the_rules_to_judge():
    assert parse(Attack, unit="SMG-1", target="D7") == Attack(0, 1)
    assert "is one of your own" in TABLE.no(Attack(0, 1))


def test_whom_a_medic_heals_is_one_of_its_own_pap_19():
    assert parse(Heal, unit="medic", target="smg-1") == Heal(3, 0)
    assert WORDING.format(VIEW, Heal(3, 0)) == {"unit": "Medic-1", "target": "SMG-1"}


@pytest.mark.parametrize(
    ("action", "words", "sentence"),
    [
        (Recruit, {"kind": "snipper"}, '"snipper" is not a kind of unit: did you mean Sniper?'),
        (Preset, {"squad": "ballanced"}, "did you mean balanced?"),
        (Move, {"unit": "snyper-1", "to": "C4"},
         '"snyper-1" is not one of your units: did you mean Sniper-1?'),
        (Move, {"unit": "xyz", "to": "C4"}, "choose among SMG-1, SMG-2, Sniper-1 and Medic-1."),
        (Move, {"unit": "SMG-1", "to": "AF3"},
         '"AF3" is not a square here: columns are A to AD, rows 1 to 12, as in C4.'),
        (Move, {"unit": "SMG-1"}, "Say which square, such as C7."),
        (Attack, {"target": "C5"}, "Say which of your units, such as SMG-3."),
        (Attack, {"unit": "smg", "target": "C5"}, "more than one: say SMG-1 at C7 or SMG-2 at D7."),
        (Attack, {"unit": "SMG-1", "target": "SMG-1"}, "more than one: say SMG-1 at C5 or SMG-1 at C3."),
        (Attack, {"unit": "SMG-1", "target": "shotgun-1 at C5"},
         "No such Shotgun stands at C5: SMG-1 of seat 2 does."),
        (Attack, {"unit": "SMG-1", "target": "shotgun at C6"}, "nobody does."),
        (Attack, {"unit": "SMG-1", "target": "A1"},
         "Nobody stands at A1: name a unit, or the square of one."),
    ],
)  # fmt: skip
def test_what_is_misspelled_missing_or_elsewhere_is_answered_kindly_pap_01_pap_02(action, words, sentence):
    assert refusal(action, **words).endswith(sentence)


def test_columns_past_z_have_two_letters_pap_01():
    assert parse(Move, unit="SMG-1", to="aa5").to == TABLE.grid.parse("AA5")


def test_units_before_there_are_any():
    state = RULES.setup(RULES.normalize(Options(), 2), 2, fresh_randomness(1))
    view = RULES.view(state, 0)
    assert refusal(Move, view, unit="SMG-1", to="C7") == "You have no units yet: pick your squad first."
    assert refusal(Recruit, view, kind="x").endswith("choose among SMG, Shotgun, Sniper, Medic and RPG.")
