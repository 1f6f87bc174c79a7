"""The Kiln: strong when behind on points."""

from __future__ import annotations

from tests.games.arclash.heads import advances, does_nothing, opens
from tests.games.arclash.story import story


def test_kil_01_cracked_cup():
    opens("KIL-01")
    story("KIL-01; lost").battle().then("+100").more(100)
    story("KIL-01; won").battle().then()
    story("KIL-01").battle().then()


def test_kil_02_spark_on_an_errand():
    opens("KIL-02")
    story("KIL-02; score 2", "TID-03; score 3").more(50)
    story("KIL-02").more(50)
    story("KIL-02; score 2", "TID-03; score 3", "TID-03; score 2").more(50)
    story("KIL-02; score 2", "TID-03; score 3", "TID-03; score 1").more(0)


def test_kil_03_a_brick_called_maurice():
    opens("KIL-03")
    does_nothing("KIL-03")


def test_kil_04_twice_fired_jug():
    advances("KIL-04", "KIL-01", but_not="TID-03, KIL-05")
    story("TID-03 KIL-04; score 2", "TID-03; score 2").more(100)
    story("TID-03 KIL-04; score 2", "TID-03; score 1").more(0)
    story("TID-03 KIL-04").more(100)


def test_kil_05_painter_of_glazes():
    advances("KIL-05", "KIL-03", but_not="TID-03, KIL-04")
    story("TID-03 KIL-05; score 9; lost").turn().then("draw 2")
    story("TID-03 KIL-05; score 2; won", "TID-03; score 3").turn().then("draw 2")
    story("TID-03 KIL-05; won").turn().then("draw 2")
    story("TID-03 KIL-05; score 2; won", "TID-03; score 1").turn().then("draw 2")
    story("TID-03 KIL-05; score 3; won").turn().then()
    story("TID-03 KIL-05; score 3").turn().then()


def test_kil_06_cousin_bellows():
    advances("KIL-06", "KIL-02, CHO-01", but_not="TID-03, KIL-04")
    story("TID-03 KIL-06; score 9", "TID-03; score 1", "TID-03; score 3").battle().then("+75").more(75)
    story("TID-03 KIL-06", "TID-03; score 5").battle().then("+100")
    story("TID-03 KIL-06; score 5").battle().then()


def test_kil_07_salamander_chimney_sweep():
    advances("KIL-07", "KIL-03, KIL-02 for 1", but_not="TID-03, KIL-04")
    ann = "TID-03 KIL-07 TID-10; discard KIL-01 COM-03"
    lost = story(ann, "TID-03 FOX-11").fight("KIL-01 of KIL-01 TID-10").then("take back KIL-01")
    lost.stack("TID-03 KIL-07").discard("COM-03 TID-10")
    story(ann, "TID-03 FOX-11").fight("enough").then("take back nothing")
    story(ann, "TID-03").fight().then()


def test_kil_08_giant_mended():
    advances("KIL-08", "KIL-04 for 1", but_not="KIL-01, TID-04")
    story("TID-03 KIL-08; lost").battle().then("+150").more(150)
    story("TID-03 KIL-08; won").battle().then("+50")


def test_kil_09_ember_everybodys_aunt():
    advances("KIL-09", "KIL-06 for 1, KIL-05 for 1", but_not="KIL-04, KIL-02, TID-04")
    ann = "KIL-03 KIL-05; score 1; deck COM-03 COM-04 COM-05 TID-01"
    both = story(ann, "TID-03; score 1").advance(
        "KIL-09", "COM-04 of COM-03 COM-04 COM-05", "COM-03 of COM-03 COM-05", pay="COM-02"
    )
    both.then("take COM-04 COM-03").hand("COM-03 COM-04").deck("COM-05 TID-01")
    story(ann).advance("KIL-09", pay="COM-02").then()
    none = story("KIL-03 KIL-05; deck COM-03").advance("KIL-09", "enough", pay="COM-02")
    none.then("take nothing")
    three = story("TID-03 KIL-09", "TID-03; score 3", "TID-03; score 4").battle().then("Cleo: -50")
    three.more(-50, of="Cleo")


def test_kil_10_the_oven_door():
    advances("KIL-10", "KIL-04 for 2", but_not="KIL-01, TID-04")
    does_nothing("KIL-10")


def test_kil_11_first_fire():
    advances("KIL-11", "KIL-08 for 3", but_not="KIL-04, TID-10")
    ben = "TID-03; score 3"
    story("TID-03 KIL-11; score 5; lost", ben).battle().then("Ben: -100", "+150").more(150)
    story("TID-03 KIL-11; score 3; won", ben).battle().then("Ben: -100", "+150")
    story("TID-03 KIL-11; won").battle().then("Ben: -100", "+150")
    story("TID-03 KIL-11; score 4; won", ben).battle().then("Ben: -100")
    story("TID-03 KIL-11; score 9", "TID-03; score 2", ben).battle().then("Cleo: -100")


def test_kil_12_back_into_the_kiln():
    ann = "TID-03; discard KIL-01 KIL-12 KIL-04 TID-01"
    story(ann).play("KIL-12", "KIL-01 of KIL-01 KIL-04").then("take back KIL-01", "+25").hand("KIL-01")
    story(ann).play("KIL-12", "enough").then("take back nothing", "+25")
    story("TID-03; discard TID-01").play("KIL-12").then("take back nothing", "+25")


def test_kil_13_second_firing():
    story("TID-03; lost").play("KIL-13").then("+100")
    story("TID-03; won").play("KIL-13").then("+50")


def test_kil_14_smoke_signal():
    story("TID-03; score 1", "TID-03; score 1").play("KIL-14").then("draw 2", "+25")
    story("TID-03").play("KIL-14").then("draw 2", "+25")
    story("TID-03; score 2", "TID-03; score 1").play("KIL-14").then("draw 1", "+25")


def test_kil_15_too_hot_to_hold():
    strong = "TID-03 RNG-07"
    hot = story("TID-03 TID-06", "TID-03 FOX-07", strong, dice="4").play("KIL-15")
    hot.then("Cleo: level down").stack("TID-03", of="Cleo")
    story("TID-03", strong, dice="5").play("KIL-15").then("Ben: level down")
    story("TID-03", "TID-03", dice="6").play("KIL-15").then()
    story("TID-03", strong, dice="3").play("KIL-15").then("+50")
    story("TID-03 RNG-07", "TID-03").play("KIL-15").then("+50")
