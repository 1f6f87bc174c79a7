"""The Moth Post: reduces the opponent's hand."""

from __future__ import annotations

from tests.games.arclash.heads import advances, does_nothing, opens
from tests.games.arclash.story import story

HAND = "TID-03; hand COM-02 COM-03 TID-01"
OTHER = "FOX-03; score 1; hand COM-02 COM-03 TID-01"
"""Weaker, with more points, and with the same cards."""
BETWEEN = (
    "TID-01; score 1; hand 7xCOM-02",
    "FOX-03; hand 5xCOM-02",
    "TID-03; hand 7xCOM-02",
)
"""Cleo is neither the strongest nor the weakest nor leading; only she has few cards."""


def test_mot_01_junior_courier_dusk_round():
    opens("MOT-01")
    story("MOT-01", "TID-03; hand 2xCOM-03").battle().then("Ben: discard COM-03").hand("COM-03", of="Ben")
    story("MOT-01", HAND, "FOX-03; score 1; hand COM-03").battle("Cleo").then("Cleo: discard COM-03")
    story("MOT-01").battle().then()


def test_mot_02_stamp_licker():
    opens("MOT-02")
    six, seven = "TID-03; hand 6xCOM-02", "TID-03; hand 7xCOM-02"
    story("MOT-02", six).battle().then("Ben: -50").more(-50, of="Ben")
    story("MOT-02", seven).battle().then()
    story("MOT-02").battle().then("Ben: -50")
    story("MOT-02", *BETWEEN).battle("Cleo").then("Cleo: -50")
    story("MOT-02", seven, "FOX-03; score 1; hand 6xCOM-02").battle("Ben").then()


def test_mot_03_lamp_shy_sorter():
    opens("MOT-03")
    does_nothing("MOT-03")


def test_mot_04_express_moth():
    advances("MOT-04", "MOT-01, KIL-02", but_not="TID-03, MOT-05")
    story("MOT-03", "TID-03; hand 3xCOM-03").advance("MOT-04").then("Ben: discard COM-03")
    three = story("MOT-03", HAND, "FOX-03; score 1; hand COM-03").advance("MOT-04", "Cleo")
    three.then("Cleo: discard COM-03")


def test_mot_05_customs_moth():
    advances("MOT-05", "MOT-01, CHO-03", but_not="TID-03, MOT-04")
    ann = "TID-03 MOT-05; hand TID-01 TID-04"
    yes = story(ann, HAND).battle("yes", "TID-04", "COM-03 of COM-02 COM-03")
    yes.then("pay TID-04", "Ben: discard COM-03").hand("COM-02 TID-01", of="Ben").hand("TID-01")
    story(ann, "TID-03; hand TID-01").battle("yes", "TID-04", "enough").then("pay TID-04")
    story(ann, HAND).battle("no").then().hand("TID-01 TID-04")
    three = story(ann, HAND, OTHER).battle("yes", "TID-04", "Cleo", "COM-02")
    three.then("pay TID-04", "Cleo: discard COM-02")


def test_mot_06_carrier_of_heavy_parcels():
    advances("MOT-06", "MOT-01", but_not="TID-03, MOT-04")
    five, six = "TID-03; hand 5xCOM-02", "TID-03; hand 6xCOM-02"
    story("TID-03 MOT-06", five).battle().then("+100").more(100)
    story("TID-03 MOT-06", six).battle().then()
    story("TID-03 MOT-06").battle().then("+100")
    story("TID-03 MOT-06", six, "FOX-03; score 1; hand 5xCOM-02").battle("Cleo").then("+100")


def test_mot_07_night_window_supervisor():
    advances("MOT-07", "MOT-03 for 1", but_not="TID-03, MOT-04")
    ben, cleo = "TID-03; deck TID-01 TID-04 9xCOM-02", "TID-03; deck 9xCOM-03"
    won = story("TID-03 MOT-07", ben, cleo).fight()
    won.then("Ben: mill TID-01", "Cleo: mill COM-03")
    story("TID-03 MOT-07 TID-10", "TID-03 FOX-11").fight().then()


def test_mot_08_postmistress_velvetwing():
    advances("MOT-08", "MOT-06 for 1", but_not="MOT-01, TID-04")
    ben, cleo = "TID-03; hand 2xCOM-03; discard COM-02 TID-01", "TID-03; hand TID-01; discard COM-02"
    two = story("TID-03 MOT-08; hand COM-02; discard COM-02", ben, cleo).battle()
    two.then("Ben: discard COM-03", "Cleo: discard TID-01", "+75").more(75)
    story("TID-03 MOT-08", "TID-03; discard 7xCOM-02").battle().then("+150")


def test_mot_09_bearer_of_bad_news():
    advances("MOT-09", "MOT-04 for 1, MOT-05 for 1", but_not="MOT-01, TID-04")
    few = story("MOT-03 MOT-06", "TID-03; hand 6xCOM-02 COM-03")
    few.advance("MOT-09", "Ben: COM-03", "Ben: COM-02", pay="COM-02")
    few.then("Ben: discard COM-03 COM-02", "Ben: -100").more(-100, of="Ben").next_turn().more(0, of="Ben")
    many = story("MOT-03 MOT-06", "TID-03; hand 8xCOM-02")
    many.advance("MOT-09", "Ben: COM-02", "Ben: COM-02", pay="COM-02").then("Ben: discard COM-02 COM-02")
    three = story("MOT-03 MOT-06", *BETWEEN)
    three.advance("MOT-09", "Cleo", "Cleo: COM-02", "Cleo: COM-02", pay="COM-02")
    three.then("Cleo: discard COM-02 COM-02", "Cleo: -100")
    story("MOT-03 MOT-06").advance("MOT-09", pay="COM-02").then("Ben: -100")


def test_mot_10_the_whole_dawn_shift():
    advances("MOT-10", "MOT-06 for 2", but_not="MOT-01, TID-04")
    shift = story("MOT-03 MOT-06", HAND)
    shift.advance("MOT-10", "Ben: COM-03 of COM-02 COM-03", pay="2xCOM-02")
    shift.then("Ben: discard COM-03").hand("COM-02 TID-01", of="Ben")
    story("MOT-03 MOT-06", "TID-03; hand TID-01").advance("MOT-10", pay="2xCOM-02").then()
    three = story("MOT-03 MOT-06; hand COM-02", HAND, OTHER)
    three.advance("MOT-10", "Cleo", "Cleo: COM-02", pay="2xCOM-02").then("Cleo: discard COM-02")


def test_mot_11_comet_mail_once_a_century():
    advances("MOT-11", "MOT-10 for 3", but_not="MOT-06, TID-10")
    ben, cleo = "TID-03; hand 3xCOM-03", "TID-03; hand TID-01"
    mail = story("MOT-03 MOT-10; hand COM-02", ben, cleo).advance("MOT-11", pay="3xCOM-02")
    mail.then("Ben: discard COM-03 COM-03", "Cleo: discard TID-01").hand("COM-03", of="Ben")
    ben, cleo = "TID-03; discard 2xCOM-03 TID-01", "TID-03; discard COM-02"
    story("TID-03 MOT-11; discard COM-02", ben, cleo).battle().then("+150").more(150)
    story("TID-03 MOT-11", "TID-03; discard 5xCOM-02").battle().then("+200")


def test_mot_12_lost_in_the_post():
    story("TID-03", HAND).play("MOT-12", "Ben: TID-01").then("Ben: discard TID-01", "+50")
    three = story("TID-03", HAND, OTHER).play("MOT-12", "Cleo", "Cleo: COM-02")
    three.then("Cleo: discard COM-02", "+50")


def test_mot_13_steamed_envelope():
    seen = story("TID-03", HAND).play("MOT-13", "COM-02 of COM-02 COM-03")
    seen.then("Ben: discard COM-02", "+50").hand("COM-03 TID-01", of="Ben")
    story("TID-03", "TID-03; hand 2xTID-01").play("MOT-13", "enough").then("+50")
    three = story("TID-03", HAND, OTHER).play("MOT-13", "Cleo", "COM-03").then("Cleo: discard COM-03", "+50")
    three.hand("COM-02 TID-01", of="Cleo")


def test_mot_14_second_delivery():
    five, six = "TID-03; hand 5xCOM-02", "TID-03; hand 6xCOM-02"
    story("TID-03", five).play("MOT-14").then("+50", "+50").more(100)
    story("TID-03", six).play("MOT-14").then("+50")
    story("TID-03").play("MOT-14").then("+50", "+50")
    three = story("TID-03", six, "FOX-03; score 1; hand 5xCOM-02").play("MOT-14", "Cleo")
    three.then("+50", "+50")


def test_mot_15_forwarding_address_unknown():
    ann, ben = "TID-03; hand TID-01 TID-04 COM-02", "TID-03; hand 3xCOM-03"
    yes = story(ann, ben).play("MOT-15", "yes", "TID-01 of TID-01 TID-04")
    yes.then("Ben: discard COM-03", "+50", "pay TID-01", "Ben: discard COM-03").hand("TID-04 COM-02")
    story(ann, ben).play("MOT-15", "no").then("Ben: discard COM-03", "+50")
    three = story(ann, *BETWEEN).play("MOT-15", "Cleo", "yes", "TID-04")
    three.then("Cleo: discard COM-02", "+50", "pay TID-04", "Cleo: discard COM-02")
    story("TID-03; hand COM-02", ben).play("MOT-15", "no").then("Ben: discard COM-03", "+50")
