"""The Orchard: its cards count each other."""

from __future__ import annotations

from tests.games.arclash.heads import advances, does_nothing, opens
from tests.games.arclash.story import story


def test_orc_01_apprentice_with_the_big_key():
    opens("ORC-01")
    story("ORC-01").more(25)
    story("ORC-01; supports COM-02; hand ORC-12; discard ORC-13").more(25)
    story("ORC-01; supports ORC-12 ORC-13").more(75)
    story("ORC-01; supports 6xORC-12").more(100)
    story("ORC-01", "TID-03; supports ORC-12").more(25)


def test_orc_02_pip_wound_too_tight():
    opens("ORC-02")
    story("ORC-02; supports COM-02", "TID-03; supports COM-02").more(0)
    story("ORC-02; supports COM-02 COM-03").more(50)
    story("ORC-02; supports 4xCOM-02").more(50)


def test_orc_03_stubborn_sapling():
    opens("ORC-03")
    does_nothing("ORC-03")


def test_orc_04_apple_automaton():
    advances("ORC-04", "ORC-01", but_not="TID-03, ORC-05")
    story("TID-03 ORC-04", "ORC-02 ORC-09").more(25)
    story("ORC-02 ORC-04").more(50)
    story("ORC-02 ORC-04 ORC-09").more(75)
    story("ORC-02 ORC-04 ORC-09; hand ORC-02; discard ORC-02").more(75)
    story("ORC-02 2xORC-04 ORC-09").more(150)


def test_orc_05_keeper_of_brass_bees():
    advances("ORC-05", "ORC-03, TID-02", but_not="KIL-01, ORC-04")
    ann = "TID-03 ORC-05; deck ORC-12 COM-02 COM-03 ORC-01 ORC-02"
    story(ann).turn("ORC-01 of ORC-01 ORC-12").then("take ORC-01").hand("ORC-01")
    story(ann).turn("enough").then("take nothing").deck("ORC-12 COM-02 COM-03 ORC-01 ORC-02")


def test_orc_06_grafted_twins():
    advances("ORC-06", "ORC-01, ORC-04 for 1, ORC-06 for 1", but_not="TID-03, TID-04")
    story("TID-03 ORC-06").more(50)
    story("TID-03 TID-04 ORC-06").more(75)
    story("TID-03 TID-04 ORC-06; supports 2xORC-12").more(75)
    story("TID-03 4xTID-04 ORC-06").more(125)


def test_orc_07_scarecrow_on_overtime():
    advances("ORC-07", "ORC-01 for 1", but_not="TID-03, ORC-04")
    does_nothing("ORC-07")


def test_orc_08_grandmother_quince():
    advances("ORC-08", "ORC-05 for 1", but_not="ORC-01, TID-04")
    story("TID-03 ORC-08", "TID-03 ORC-07; supports 3xORC-12").more(25)
    story("ORC-03 ORC-07 ORC-08; supports ORC-12 COM-02").more(100)
    story("ORC-03 ORC-07 ORC-08; supports 4xORC-12").more(150)


def test_orc_09_the_noon_harvester():
    advances("ORC-09", "ORC-04 for 1, ORC-07 for 1, RNG-07 for 1", but_not="ORC-06, ORC-02")
    deck = "deck ORC-12 COM-02 ORC-13 ORC-01 8xTID-01 ORC-14"
    won = story(f"TID-03 ORC-09; {deck}; hand 8xTID-01")
    won.fight("ORC-14 of ORC-12 ORC-13 ORC-14", "ORC-12 of ORC-12 ORC-13").then("take ORC-14 ORC-12")
    won.hand("8xTID-01 ORC-12 ORC-14")
    story(f"TID-03 ORC-09; {deck}").fight("ORC-13", "enough").then("take ORC-13")
    story(f"TID-03 ORC-09 FOX-11; {deck}", "TID-03 MOT-11").fight().then()


def test_orc_10_tree_that_strikes_twelve():
    advances("ORC-10", "ORC-06 for 2", but_not="ORC-01, TID-04")
    story("ORC-03 ORC-07 ORC-10", "TID-03 ORC-07; supports 3xORC-12").more(0)
    story("ORC-03 ORC-07 ORC-10; supports ORC-12 COM-02 ORC-13").more(50)
    story("ORC-03 ORC-07 ORC-10; supports 4xORC-12").more(75)


def test_orc_11_the_spring_itself():
    advances("ORC-11", "ORC-10 for 3", but_not="ORC-04, TID-10")
    story("TID-03 ORC-11", "TID-03 ORC-07; supports 3xORC-12").more(50)
    story("ORC-03 ORC-07 ORC-11; supports ORC-12 COM-02").more(200)
    story("ORC-03 ORC-07 ORC-11; supports 5xORC-12").more(350)


def test_orc_12_orchard_key():
    story("TID-03", "ORC-03 ORC-07").play("ORC-12").then()
    story("ORC-03 ORC-07; hand ORC-01; supports ORC-13").play("ORC-12").then("+50").more(50)
    story("ORC-03 ORC-07 ORC-07 ORC-10").play("ORC-12").then("+75")


def test_orc_13_orchard_bees():
    story("TID-03").play("ORC-13").then("+50", "Ben: -25").more(-25, of="Ben")
    story("TID-03", "TID-03", "FOX-03; score 1").play("ORC-13", "Cleo").then("+50", "Cleo: -25")


def test_orc_14_orchard_windfall():
    story("ORC-03 ORC-07 ORC-10; supports ORC-12").play("ORC-14").then("draw 2")
    story("ORC-03 ORC-07; supports ORC-12 ORC-13", "ORC-03").play("ORC-14").then("draw 1")
    story("TID-03 ORC-07 ORC-10").play("ORC-14").then("draw 1")


def test_orc_15_orchard_fence_lightly_electric():
    fence = story("TID-03").play("ORC-15").then("+25", "shield debuff")
    fence.play("ORC-13", by="Ben").then("Ben: +50", "kept from debuff").more(25)
    story("ORC-03 ORC-07; supports COM-02", "TID-03; supports ORC-12").play("ORC-15").then(
        "+25", "shield debuff"
    )
    story("TID-03; supports ORC-12").play("ORC-15").then("+25", "shield debuff", "+25")
    gone = story("TID-03").play("ORC-15").then("+25", "shield debuff").next_turn().battle()
    gone.play("ORC-13", by="Ben").then("Ben: +50", "-25")
