"""Supports without a lineage, for any deck."""

from __future__ import annotations

from tests.games.arclash.story import story


def test_com_01_packed_lunch():
    lunch = story("TID-03; hand TID-01; deck TID-04 TID-05 TID-06").play("COM-01", "yes", "TID-01")
    lunch.then("draw 1", "pay TID-01", "draw 1").hand("TID-04 TID-05")
    story("TID-03; deck TID-04 TID-05").play("COM-01", "no").then("draw 1").hand("TID-04")


def test_com_02_deep_breath():
    story("TID-03").play("COM-02").then("+50").more(50)


def test_com_03_cold_stare():
    story("TID-03", "TID-03", "TID-03 TID-10").play("COM-03").then("Cleo: -75").more(-75, of="Cleo")
    story("TID-03", "TID-03", "TID-03 RNG-10").play("COM-03").then("Cleo: -50")
    story("TID-03 FOX-11", "TID-03 TID-10", "TID-03 TID-10").play("COM-03", "Cleo").then("Cleo: -75")
    story("TID-03", "TID-03", "TID-03").play("COM-03", "Cleo").then("Cleo: -50")


def test_com_04_second_thoughts():
    both = story("TID-03; discard TID-04 COM-05").play("COM-04", "TID-04 of TID-04 COM-05")
    both.then("take back TID-04").hand("TID-04").discard("COM-05")
    story("TID-03; discard TID-04").play("COM-04", "enough").then("take back nothing").discard("TID-04")


def test_com_05_lucky_button():
    story("TID-03", dice="3").play("COM-05").then("+100")
    story("TID-03", dice="1").play("COM-05").then("+100")
    story("TID-03", dice="4").play("COM-05").then("+25")


def test_com_06_borrowed_umbrella():
    dry = story("TID-03; hand 2xTID-04", "TID-03").play("COM-06")
    dry.then("shield debuff, discard next turn", "draw 1")
    dry.play("ORC-13", by="Ben").then("Ben: +50", "kept from debuff")
    dry.play("MOT-12", by="Ben").then("kept from discard", "Ben: +50")
    dry.next_turn().battle().play("ORC-13", by="Ben").then("Ben: +50", "kept from debuff")
    dry.next_turn().battle().play("ORC-13", by="Ben").then("Ben: +50", "-25")


def test_com_07_good_sport():
    weak = story("TID-03; score 2", "TID-03 TID-10; score 2", "TID-03").play("COM-07")
    weak.then("Cleo: +25", "draw 1")
    weak = story("TID-03; score 2", "TID-03 TID-10; score 3", "TID-03").play("COM-07")
    weak.then("Cleo: +25", "+100")
    story("TID-03").play("COM-07").then("Ben: +25", "draw 1")


def test_com_08_tidying_the_attic():
    attic = story("TID-03; deck COM-03; discard 2xTID-01 3xTID-04")
    attic.play("COM-08", "option 1", "TID-01", "TID-01", "TID-04", "TID-04")
    attic.then("shuffle in TID-01 TID-01 TID-04 TID-04", "+25").deck("COM-03 2xTID-01 2xTID-04")
    attic = story("TID-03; discard TID-01").play("COM-08", "option 1", "enough")
    attic.then("shuffle in nothing", "+25").discard("TID-01")
    attic = story("TID-03; deck TID-01 TID-04 TID-05").play("COM-08", "option 2")
    attic.then("mill TID-01 TID-04", "+50").deck("TID-05")


def test_com_09_small_and_cross():
    story("TID-03", "TID-03", "TID-03 TID-10").play("COM-09").then("+75")
    story("TID-03 RNG-07", "TID-03 TID-11").play("COM-09").then("+100").more(100)
    story("TID-03 LIB-08", "TID-03").play("COM-09").then("+25")
    story("TID-03 KIL-08", "TID-03 TID-10").play("COM-09").then("+50")
    story("TID-03 KIL-08", "TID-03").play("COM-09").then("+50")


def test_com_10_eye_contact_and_a_bluff():
    ann = "TID-03; hand TID-01 TID-04 COM-03"
    right = story(ann).play("COM-10", "TID-04 of TID-01 TID-04", "Ben: right")
    right.then("Ben: -25", "+50").hand("TID-01 TID-04 COM-03")
    three = story(ann, "TID-03", "FOX-03; score 1").play("COM-10", "Cleo", "TID-01", "Cleo: wrong")
    three.then("Cleo: -25", "+75")
    story("TID-03; hand COM-03").play("COM-10").then("Ben: -25")
