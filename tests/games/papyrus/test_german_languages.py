"""Papyrus in German: the most frequent sentences, typed words, and limits of length."""

from __future__ import annotations

import pytest

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.games.papyrus.rules.actions import Attack, Preset
from tests.games.papyrus.spoken import WORDING, SaidDesk
from tests.games.papyrus.table import RULES, Table
from tests.games.screens import NAMES, check_limits, labelled
from tests.languages.marked import MARKED

GERMAN = language("de")


def test_the_longest_german_hint_is_short_enough_pap_18():
    crowd = ", ".join([f"smg {square}" for square in ("AG22", "AG23", "AG24", "AH22", "AI22", "AI23")])
    table = Table(
        f"rpg AH24, smg AI24 | smg AH23, {crowd}", width=40, height=30, squad=10, critical=True, turn=1
    )
    with speaking(GERMAN):
        desk = SaidDesk(table.state, 0)
        for screen in desk.all_screens():
            check_limits(screen)
        assert labelled(desk.screen("u0"), "■SMG-1").hint == (
            "AH23, 10 HP: 6 von 6, 8 bis 10 Schaden, 1 Feld, Explosion: 6 weitere vom Gegner und 2 von dir"
        )


def test_autocomplete_choices_can_be_typed_in_every_language():
    table = Table("smg C7, medic D8 | smg C5, sniper H7")
    view, attack = RULES.view(table.state, 0), Attack(table.index("1 SMG-1"), table.index("2 SMG-1"))
    english = WORDING.format(view, attack)
    with speaking(GERMAN):
        assert WORDING.format(view, attack) == {"unit": "SMG-1", "target": "SMG-1 auf C5"}
    for spoken in (MARKED, GERMAN):
        with speaking(spoken):
            assert WORDING.parse(view, 0, Attack, WORDING.format(view, attack)) == attack
            assert WORDING.parse(view, 0, Attack, english) == attack


@pytest.mark.parametrize("word", ["SMG-1 at C5", "smg-1 auf c5", "seat 2: SMG-1", "Platz 2:SMG-1", "C5"])
def test_english_words_and_german_ones_name_a_unit_in_german(word):
    table = Table("smg C7 | smg C5, smg C4 | smg N12")
    with speaking(GERMAN):
        read = WORDING.parse(RULES.view(table.state, 0), 0, Attack, {"unit": "SMG-1", "target": word})
    assert read == Attack(0, table.index("2 SMG-1"))


@pytest.mark.parametrize("word", ["rockets", "Confetti Storm", "konfettisturm"])
def test_a_squad_is_found_by_key_and_by_title_in_both_languages(word):
    view = RULES.view(Table("smg C7 | smg C5").state, 0)
    with speaking(GERMAN):
        assert WORDING.parse(view, 0, Preset, {"squad": word}) == Preset("rockets")


def said(table, fact):
    with speaking(GERMAN):
        return WORDING.describe(fact, RULES.view(table.state, None), NAMES)


def test_shots_and_blasts_in_german_pap_18():
    table = Table("rpg B3, smg D4 | smg E3:9, smg F3:5, sniper F4:7")
    shot, *_ = table.do("attack RPG-1 SMG-1", 6)
    assert said(table, shot) == (
        "●RPG-1 (B3) trifft ■SMG-1 (E3): 4 von 6, gewürfelt 6, 8 Schaden, noch 1 HP. Die Explosion trifft "
        "●SMG-1 (5 Schaden, noch 5 HP), ■SMG-2 (5 Schaden, **fällt**) und ■Sniper-1 (5 Schaden, noch 2 HP)."
    )
