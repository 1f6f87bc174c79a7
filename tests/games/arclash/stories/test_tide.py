"""The Tide: a full hand and searches of the deck."""

from __future__ import annotations

from tests.games.arclash.heads import advances, does_nothing, opens
from tests.games.arclash.story import story


def test_tid_01_wick_smallest_of_the_school():
    opens("TID-01")
    ann = "TID-01; deck COM-02 TID-04 TID-15 TID-05 COM-03 COM-04 COM-05"
    one = story(ann).turn("TID-04 of TID-04 TID-15").then("take TID-04").hand("TID-04")
    one.deck("COM-02 TID-15 TID-05 COM-03 COM-04 COM-05")
    story(ann).turn("enough").then("take nothing").hand("")
    story("TID-01; deck 3xCOM-02 TID-04").turn("enough").then("take nothing")


def test_tid_02_night_porter_of_the_reef():
    opens("TID-02")
    story("TID-02; hand 3xCOM-02", "TID-03; hand COM-02").more(0)
    story("TID-02; hand 4xCOM-02").more(75)
    story("TID-02; hand 9xCOM-02").more(75)


def test_tid_03_sea_cucumber_unhurried():
    opens("TID-03")
    does_nothing("TID-03")


def test_tid_04_glowing_lecturer():
    advances("TID-04", "TID-01", but_not="KIL-03, TID-05")
    lecture = story("TID-03; hand TID-09; deck COM-03 COM-04 COM-05", "TID-03; hand 2xCOM-02")
    lecture.advance("TID-04", "TID-09 of TID-09 COM-03 COM-04").then("draw 2", "discard TID-09")
    lecture.hand("COM-03 COM-04").discard("TID-09")


def test_tid_05_diver_for_dropped_things():
    advances("TID-05", "TID-03", but_not="KIL-03, TID-04")
    ann = "TID-03; discard COM-03 TID-01 COM-04"
    story(ann).advance("TID-05", "COM-04 of COM-03 COM-04").then("take back COM-04").hand("COM-04")
    story(ann).advance("TID-05", "enough").then("take back nothing").hand("")


def test_tid_06_index_eel():
    advances("TID-06", "TID-01, LIB-03", but_not="TID-03, TID-04")
    ann = "TID-03 TID-06; deck COM-03 COM-04 TID-01 COM-05 TID-04 COM-06 TID-05 COM-07 TID-08"
    yes = story(ann).turn("yes", "COM-06 of TID-01 COM-05 TID-04 COM-06")
    yes.then("pay COM-03 COM-04", "take COM-06").hand("COM-06").discard("COM-03 COM-04")
    yes.deck("TID-01 COM-05 TID-04 TID-05 COM-07 TID-08")
    story(ann).turn("yes", "enough").then("pay COM-03 COM-04", "take nothing")
    story(ann).turn("no").then().discard("")
    story("TID-03 TID-06; hand 3xCOM-02", "TID-03; hand COM-02").more(0)
    story("TID-03 TID-06; hand 4xCOM-02").more(75)


def test_tid_07_keeper_of_the_shallow_door():
    advances("TID-07", "TID-01 for 1, STO-03 for 1", but_not="KIL-03, TID-04")
    story("TID-03 TID-07; hand 2xCOM-02", "TID-03; hand COM-02").more(0)
    story("TID-03 TID-07; hand 3xCOM-02").more(50)


def test_tid_08_professor_of_the_seventh_trench():
    advances("TID-08", "TID-04 for 1, LIB-06 for 1", but_not="TID-05, TID-01")
    ann = "TID-03 TID-04; deck COM-03 TID-01 COM-04 COM-05"
    both = story(ann).advance("TID-08", "COM-05 of COM-03 COM-04 COM-05", "COM-03", pay="COM-02")
    both.then("take COM-05 COM-03").hand("COM-03 COM-05").deck("TID-01 COM-04")
    story(ann).advance("TID-08", "enough", pay="COM-02").then("take nothing")
    story("TID-03 TID-08; hand 5xCOM-02", "TID-03; hand COM-02").battle().then("+125").more(125)
    story("TID-03 TID-08; hand 9xCOM-02").battle().then("+200")


def test_tid_09_lamp_at_the_bottom_of_everything():
    advances("TID-09", "TID-05 for 1, FOX-07 for 1", but_not="FOX-04, TID-01")
    story("TID-03 TID-09; deck 10xCOM-02").more(100)
    story("TID-03 TID-09; deck").more(100)
    story("TID-03 TID-09; deck 11xCOM-02").more(0)


def test_tid_10_whale_who_keeps_appointments():
    advances("TID-10", "TID-04 for 2", but_not="FOX-04, TID-01")
    does_nothing("TID-10")


def test_tid_11_the_dean_of_all_waters():
    advances("TID-11", "TID-10 for 3", but_not="KIL-10, TID-04")
    ann = "TID-03 TID-10; deck COM-03 TID-01 COM-04 COM-05 TID-05"
    four = story(ann).advance(
        "TID-11", "TID-01", "COM-05", "COM-03", "TID-05 of COM-04 TID-05", pay="3xCOM-02"
    )
    four.then("take TID-01 COM-05 COM-03 TID-05").hand("TID-01 COM-05 COM-03 TID-05").deck("COM-04")
    story(ann).advance("TID-11", "COM-03", "enough", pay="3xCOM-02").then("take COM-03")
    story("TID-03 TID-11; hand 3xCOM-02", "TID-03; hand COM-02").battle().then("+150").more(150)
    story("TID-03 TID-11; hand 6xCOM-02").battle().then("+250")


def test_tid_12_read_by_your_own_light():
    story("TID-01").play("TID-12").then("draw 1", "+25")
    story("TID-03 FOX-07").play("TID-12").then("draw 1", "+25")
    story("TID-01 TID-05", "TID-01").play("TID-12").then("draw 1")


def test_tid_13_full_net():
    story("TID-03; hand 4xCOM-02").play("TID-13").then("+100")
    story("TID-03; hand 3xCOM-02", "TID-03; hand COM-02").play("TID-13").then("+50")


def test_tid_14_let_it_drift():
    drift = story("TID-03; deck TID-01 TID-04 TID-05").play("TID-14", "yes")
    drift.then("+50", "pay TID-01 TID-04", "+25").deck("TID-05").more(75)
    story("TID-03").play("TID-14", "no").then("+50")


def test_tid_15_footlights_for_the_tide():
    deck = "deck COM-03 TID-01 TID-04 TID-05 COM-04 COM-05"
    yes = story(f"TID-01; {deck}").play("TID-15", "COM-04 of COM-03 COM-04").then("take COM-04", "+25")
    yes.hand("COM-04").deck("COM-03 TID-01 TID-04 TID-05 COM-05")
    story(f"TID-01; {deck}").play("TID-15", "enough").then("take nothing", "+25")
    story(f"TID-01 TID-05; {deck}", "TID-01").play("TID-15", "COM-03").then("take COM-03")
