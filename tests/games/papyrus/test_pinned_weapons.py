"""The numbers of weapons are data that matches pin: a changed number changes no match that is played."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import UNSET

from bot.engine.contract import Stream
from bot.engine.errors import BadOptions
from bot.engine.options import choosable
from bot.games.catalogue import DATA, CatalogueError
from bot.games.papyrus.game import read_weapons
from bot.games.papyrus.rules.actions import Attack, Heal
from bot.games.papyrus.rules.options import Kind, Options
from bot.games.papyrus.rules.rules import PapyrusRules
from bot.games.papyrus.rules.weapons import FIRST, Arsenal, arsenal
from bot.matches.options import differing, offered_options
from tests.games.papyrus.table import MAPS, RULES, SQUADS, Table

CHANGED = FIRST.replace("smg:654321+2+4+1", "smg:0065+3+4+1").replace("units:10+2+5+2", "units:12+4+6+1")
LATER = PapyrusRules(MAPS, SQUADS, CHANGED)


def test_the_shipped_numbers_are_read_from_data() -> None:
    smg = Arsenal(read_weapons()).weapons[Kind.SMG]
    assert (smg.chances, smg.nearest, smg.farthest) == ((6, 5, 4, 3, 2, 1), 1, 6)


@pytest.mark.parametrize(
    ("written", "instead", "sentence"),
    [
        ("chances = [5, 3, 1]", "chances = [7, 3, 1]", "shotgun, chances 1: expected `int` <= 6"),
        ("chances = [5, 3, 1]", "chances = [0, 0]", "one of the chances must be more than 0"),
        ("splash = 5", "spalsh = 5", "units: object contains unknown field `spalsh`"),
        ('"mmmmmn"', '"mmmmmx"', "critical"),
    ],
)
def test_a_faulty_file_of_numbers_is_refused(
    tmp_path: Path, written: str, instead: str, sentence: str
) -> None:
    (tmp_path / "papyrus").mkdir()
    text = (DATA / "papyrus" / "weapons.toml").read_text(encoding="utf-8")
    assert written in text
    (tmp_path / "papyrus" / "weapons.toml").write_text(text.replace(written, instead), encoding="utf-8")
    with pytest.raises(CatalogueError, match=sentence):
        read_weapons(tmp_path)


def test_new_matches_pin_changed_numbers_and_no_person_chooses_them() -> None:
    assert offered_options(RULES, {}, 2).weapons is UNSET, "the first numbers need no words"
    assert offered_options(LATER, {"map": "open"}, 2).weapons == CHANGED
    assert "weapons" not in [field.name for field in choosable(Options)]


def test_a_running_match_keeps_its_numbers_pap_11_pap_14_pap_19() -> None:
    """Under rules with changed numbers the same match goes on as under those it began with."""
    began = Table("smg C7, medic C8:5, smg C9:5 | smg D7")
    assert list(LATER.legal(began.state, 0)) == list(RULES.legal(began.state, 0))
    for action in (Attack(0, 3), Heal(1, 2)):
        before, after = (rules.clone(began.state) for rules in (RULES, LATER))
        told = [
            rules.apply(state, 0, action, Stream("match", bytes(32)))
            for rules, state in ((RULES, before), (LATER, after))
        ]
        assert told[0] == told[1]
        assert RULES.view(before, None) == RULES.view(after, None)


def test_a_match_under_changed_numbers_follows_them_everywhere() -> None:
    table = Table("smg C7, medic C8:5, smg C9:11 | smg F7, smg C6", weapons=CHANGED)
    assert table.hp("2 SMG-1") == [12]
    assert Attack(0, 3) in RULES.legal(table.state, 0)
    assert Attack(0, 4) not in RULES.legal(table.state, 0), "an SMG has no chance at distance 1 here"
    assert "cannot attack closer than 3" in table.no(Attack(0, 4))
    table.do("heal Medic-1 SMG-2")
    assert table.hp("1 SMG-2") == [12]
    table.do("attack SMG-1 SMG-1", 6)
    assert table.hp("2 SMG-1") == [9]
    read = RULES.position(RULES.notation(table.state))
    assert RULES.view(read, None) == RULES.view(table.state, None)


def test_a_rematch_is_played_with_the_present_numbers() -> None:
    old = RULES.normalize(Options(squad=5, weapons=CHANGED), 2)
    given = differing(RULES, old, 2)
    assert "weapons" not in given
    assert offered_options(RULES, given, 2).weapons is UNSET


CHANGES = [("654321", "754321"), ("531", "000"), ("units:10", "units:0"), ("smg:", "smg "), ("units", "unit")]


@pytest.mark.parametrize("text", ["", "smg:1", f"{FIRST}/", *[FIRST.replace(*each) for each in CHANGES]])
def test_what_is_no_table_of_weapons_is_refused(text: str) -> None:
    with pytest.raises(BadOptions):
        arsenal(text)
    with pytest.raises(BadOptions):
        RULES.normalize(Options(weapons=text), 2)
