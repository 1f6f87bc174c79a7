"""The Ring: reduces levels, with luck."""

from __future__ import annotations

from tests.games.arclash.heads import advances, does_nothing, opens
from tests.games.arclash.story import story

TWO = "TID-03 RNG-07"
THREE = "TID-03 RNG-07 TID-10"
OTHER = "FOX-03 FOX-07; score 1"
"""Level 2 as well, weaker, with more points."""


def test_rng_01_kettle_novice():
    opens("RNG-01")
    story("RNG-01", TWO, dice="6").battle().then("Ben: level down").stack("TID-03", of="Ben")
    story("RNG-01", TWO, dice="5").battle().then().stack("TID-03 RNG-07", of="Ben")
    story("RNG-01", TWO, OTHER, dice="6").battle("Cleo").then("Cleo: level down")
    story("RNG-01", dice="6").battle().then().stack("TID-03", of="Ben")


def test_rng_02_badger_who_bows_first():
    opens("RNG-02")
    story("RNG-02").battle().then("+75").more(75)
    story("RNG-02", "TID-03", "TID-03").battle().then("+75")
    story("RNG-02", "TID-01").battle().then()
    story("RNG-02", "TID-01", TWO).battle().then("+75")


def test_rng_03_the_heavy_cushion():
    opens("RNG-03")
    does_nothing("RNG-03")


def test_rng_04_thrower_of_guests():
    advances("RNG-04", "RNG-01", but_not="TID-03, RNG-05")
    story("TID-03 RNG-04", TWO, THREE, dice="5").battle().then("Cleo: level down").stack(TWO, of="Cleo")
    story("TID-03 RNG-04", TWO, dice="6").battle().then("Ben: level down")
    story("TID-03 RNG-04", TWO, dice="4").battle().then()


def test_rng_05_pourer_who_never_spills():
    advances("RNG-05", "RNG-03", but_not="TID-03, RNG-04")
    story("TID-03 RNG-05").fight().then("+75 next turn").next_turn().more(75)
    ann = (
        "TID-03 RNG-05 TID-10; deck RNG-01 RNG-04 RNG-12 RNG-11 RNG-09 RNG-06 TID-04 8xCOM-02; hand 8xCOM-02"
    )
    lost = story(ann, "TID-03 FOX-11").fight("RNG-09 of RNG-04 RNG-09").then("take RNG-09")
    lost.stack("TID-03 RNG-05").hand("8xCOM-02 RNG-09")
    story(ann, "TID-03 FOX-11").fight("enough").then("take nothing")


def test_rng_06_referee_with_a_ladle():
    advances("RNG-06", "RNG-01, TID-02", but_not="KIL-01, RNG-04")
    safe = story("TID-03 RNG-06", dice="heads").battle().play("RNG-12", by="Ben")
    safe.then("shield level-down", "kept from level-down").stack("TID-03 RNG-06")
    story("TID-03 RNG-06").battle().play("ORC-13", by="Ben").then("shield level-down", "Ben: +50", "-25")


def test_rng_07_gardener_of_the_upper_terrace():
    advances("RNG-07", "RNG-01 for 1, ORC-01 for 1", but_not="TID-03, RNG-04")
    does_nothing("RNG-07")


def test_rng_08_the_grand_teapot():
    advances("RNG-08", "RNG-05 for 1", but_not="RNG-01, TID-04")
    story("TID-03 RNG-08", TWO, dice="heads").battle().then("Ben: level down")
    three = story("TID-03 RNG-08", TWO, OTHER, dice="heads").battle("Cleo").then("Cleo: level down")
    three.stack(TWO, of="Ben")
    story("TID-03 RNG-08", TWO, dice="tails").battle().then("+75").more(75)


def test_rng_09_two_badgers_in_one_robe():
    advances("RNG-09", "RNG-04 for 1", but_not="RNG-05, RNG-01, TID-04")
    story("TID-03 RNG-09", THREE, TWO).battle().then("+150").more(150)
    story("TID-03 RNG-09").battle().then("+150")
    story("TID-03 RNG-09", THREE, THREE).battle("Ben").then()
    story("TID-03 RNG-09", THREE).battle().then()


def test_rng_10_grandmother_of_the_soft_landing():
    advances("RNG-10", "RNG-05 for 2", but_not="RNG-01, TID-04")
    others = f"{TWO}; score 1", f"{THREE}; score 2", f"{THREE} FOX-11"
    even = story("RNG-03 RNG-07; score 9", *others, dice="4").advance("RNG-10", pay="2xCOM-02")
    even.then("Cleo: level down").stack(TWO, of="Cleo")
    story("RNG-03 RNG-07", TWO, dice="3").advance("RNG-10", pay="2xCOM-02").then()


def test_rng_11_the_guest_of_honour():
    advances("RNG-11", "RNG-09 for 3", but_not="RNG-04, TID-10")
    all_down = story("TID-03 RNG-11", TWO, THREE, dice="3").battle()
    all_down.then("Ben: level down", "Cleo: level down").stack(TWO, of="Cleo").stack("TID-03 RNG-11")
    story("TID-03 RNG-11", TWO, dice="4").battle().then("Ben: level down")
    story("TID-03 RNG-11", TWO, dice="2").battle().then()


def test_rng_12_a_polite_throw():
    story("TID-03", TWO, dice="heads").play("RNG-12").then("Ben: level down")
    story("TID-03", TWO, dice="tails").play("RNG-12").then("+50")
    story("TID-03", TWO, OTHER, dice="heads").play("RNG-12", "Cleo").then("Cleo: level down")


def test_rng_13_scalding_refill():
    story("TID-03", "TID-03; score 3", "TID-03; score 4").play("RNG-13").then("+50", "Cleo: -25")
    story("TID-03; score 9", "TID-03; score 3", "TID-03; score 2").play("RNG-13").then("+50")
    tied = story("TID-03; score 9", "TID-03; score 5", "TID-03; score 5").play("RNG-13", "Cleo")
    tied.then("+50", "Cleo: -25")


def test_rng_14_second_wind_first_flush():
    story("TID-03", TWO, THREE).play("RNG-14").then("+75")
    story("TID-03", "TID-03 FOX-11").play("RNG-14").then("+75")
    story(THREE, TWO, TWO).play("RNG-14").then("+50")


def test_rng_15_the_tray_slips():
    slips = story(TWO, THREE, TWO, dice="5").play("RNG-15")
    slips.then("level down", "Ben: level down", "Cleo: level down").stack("TID-03").stack(TWO, of="Ben")
    story(TWO, THREE, dice="6").play("RNG-15").then("level down", "Ben: level down")
    story(TWO, THREE, dice="4").play("RNG-15").then("+50")
