"""Papyrus in German: what players read most, exactly; what they may type; and the limits it must keep."""

from __future__ import annotations

import pytest

from bot.engine.language import speaking
from bot.games.papyrus.rules.actions import Attack, Preset, Recruit
from bot.games.papyrus.rules.facts import FirstPlayer
from bot.games.papyrus.rules.options import Kind, Options
from bot.languages.catalogues import language
from tests.games.papyrus.spoken import WORDING, SaidDesk
from tests.games.papyrus.table import RULES, Table
from tests.games.random_play import fresh_randomness
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


def test_what_autocomplete_offers_can_be_typed_in_every_language():
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
def test_a_squad_is_known_by_its_key_and_by_its_title_in_both_languages(word):
    view = RULES.view(Table("smg C7 | smg C5").state, 0)
    with speaking(GERMAN):
        assert WORDING.parse(view, 0, Preset, {"squad": word}) == Preset("rockets")


def said(table, fact):
    with speaking(GERMAN):
        return WORDING.describe(fact, RULES.view(table.state, None), NAMES)


def test_german_tells_shots_and_blasts_pap_18():
    table = Table("rpg B3, smg D4 | smg E3:9, smg F3:5, sniper F4:7")
    shot, *_ = table.do("attack RPG-1 SMG-1", 6)
    assert said(table, shot) == (
        "●RPG-1 (B3) trifft ■SMG-1 (E3): 4 von 6, gewürfelt 6, 8 Schaden, noch 1 HP. Die Explosion trifft "
        "●SMG-1 (5 Schaden, noch 5 HP), ■SMG-2 (5 Schaden, **fällt**) und ■Sniper-1 (5 Schaden, noch 2 HP)."
    )


def test_german_tells_critical_hits_nicks_and_misses_apart_pap_15():
    table = Table("smg C7, medic B7 | smg C5, smg B5", critical=True)
    (critical,) = table.do("attack SMG-1 SMG-1", 6)
    (nick,) = table.do("attack Medic-1 SMG-2", 2)
    assert said(table, critical) == (
        "●SMG-1 (C7) landet einen Volltreffer auf ■SMG-1 (C5): 5 von 6, gewürfelt 6, 4 Schaden, noch 6 HP."
    )
    assert said(table, nick) == "●Medic-1 (B7) streift ■SMG-2 (B5): 5 von 6, gewürfelt 2, kein Schaden."
    (miss,) = Table("smg C7 | sniper C4").do("attack SMG-1 Sniper-1", 2)
    assert said(Table("smg C7 | sniper C4"), miss) == (
        "●SMG-1 (C7) verfehlt ■Sniper-1 (C4): 4 von 6, gewürfelt 2."
    )


def test_german_tells_one_space_and_several():
    table = Table("smg C7, medic C9, smg D9:7 | smg P12")
    (step,) = table.do("move SMG-1 to C6")
    (walk,) = table.do("move SMG-2 to D7")
    assert said(table, step) == "●SMG-1 zieht von C7 nach C6, 1 Feld."
    assert said(table, walk) == "●SMG-2 zieht von D9 nach D7, 2 Felder."


def test_german_tells_how_it_stands_and_how_it_ends_pap_23():
    table = Table("shotgun C7:4 | sniper C6:7")
    with speaking(GERMAN):
        assert WORDING.status(RULES.view(table.state, None), NAMES) == (
            "Runde 1: ● **Ann** ist am Zug, noch 2 Felder zum Ziehen.\n"
            "● **Ann** 1 Einheit, 4 HP · ■ **Ben** 1 Einheit, 7 HP"
        )
    *_, out, over = table.do("attack Shotgun-1 Sniper-1", 6)
    assert said(table, out) == "■ **Ben** hat keine Einheit mehr und scheidet aus."
    assert said(table, over) == (
        "● **Ann** gewinnt. Nur dieser Trupp steht noch. Übrige HP: ● **Ann** 4, ■ **Ben** 0."
    )


def test_german_tells_every_roll_for_the_first_turn_pap_04():
    fact = FirstPlayer(((5, 5, 2), (3, 6, 0)), 1)
    assert said(Table("smg A1 | smg P1 | smg E1"), fact) == (
        "Würfeln um den ersten Zug: ● **Ann** 5, ■ **Ben** 5, ▲ **Cleo** 2; noch einmal ● **Ann** 3, "
        "■ **Ben** 6. ■ **Ben** beginnt."
    )


def test_german_refusals_say_why():
    table = Table("smg C7, sniper C5, rpg E7 | smg C4, medic H9 | smg N12", barriers="E9")
    with speaking(GERMAN):
        assert table.no("attack SMG-1 2:SMG-1") == (
            "SMG-1 kann SMG-1 auf C4 nicht treffen: Sniper-1 von dir auf C5 ist im Weg."
        )
        assert table.no("attack Sniper-1 2:SMG-1") == (
            "Sniper-1 kann SMG-1 auf C4 nicht treffen: Der Abstand ist nur 1, Sniper braucht mindestens 4."
        )
        assert table.no("move RPG-1 to H7") == (
            "RPG-1 kann dort nicht hin: Der kürzeste freie Weg nach H7 kostet 3 Felder, und eine RPG zieht "
            "höchstens 2 Felder je Zug (bisher 0)."
        )
        assert table.no("move SMG-1 to C4") == "SMG-1 kann nicht nach C4: Dort steht SMG-1 von Platz 2."


def test_german_screens_say_what_can_be_done():
    table = Table("smg C7:8, medic C8:9 | smg C5:6, smg H7")
    with speaking(GERMAN):
        menu = SaidDesk(table.state, 0).screen()
        assert menu.text == (
            "**Runde 1.** Du hast noch 4 Felder zum Ziehen; dein erster Angriff oder Heilen "
            "beendet das Ziehen."
        )
        assert labelled(menu, "SMG-1").hint == "C7, 8 HP, kann ziehen, 2 Ziele"
        assert labelled(menu, "Medic-1").hint == "C8, 9 HP, kann ziehen, 1 Ziel, 1 zu heilen"
        assert labelled(menu, "Zug beenden").hint == "übrig: 4 Felder und 2 Einheiten mit Aktion"


def test_german_screens_of_picking_count_what_is_missing_pap_02():
    state = RULES.setup(RULES.normalize(Options(squad=3), 2), 2, fresh_randomness(1))
    RULES.apply(state, 0, Recruit(Kind.SMG), fresh_randomness(1))
    with speaking(GERMAN):
        text = SaidDesk(state, 0).screen().text
        RULES.apply(state, 0, Recruit(Kind.RPG), fresh_randomness(1))
        later = SaidDesk(state, 0).screen().text
    assert text == (
        "**Wähle deinen Trupp** der Größe 3, noch 2 Einheiten.\nDein Trupp bisher, 1 von 3: 1 SMG.\n"
        "Die anderen sehen es, wenn alle bereit sind."
    )
    assert later.startswith(
        "**Wähle deinen Trupp** der Größe 3, noch 1 Einheit.\nDein Trupp bisher, 2 von 3: 1 SMG, 1 RPG."
    )
