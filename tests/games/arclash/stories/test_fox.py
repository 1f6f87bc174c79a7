"""The Fox Market: guesses, and choices of the opponent."""

from __future__ import annotations

from tests.games.arclash.heads import advances, does_nothing, opens
from tests.games.arclash.story import story


def test_fox_01_stallkeeper_of_small_dreams():
    opens("FOX-01")
    ann = "FOX-01; hand COM-02 COM-03 TID-01"
    story(ann).battle("COM-03 of COM-02 COM-03", "Ben: wrong").then("+50").more(50)
    story(ann).battle("COM-02", "Ben: right").then()
    story(ann, "TID-03", "FOX-03; score 1").battle("Cleo", "COM-02", "Cleo: wrong").then("+50")
    story("FOX-01; hand 2xTID-01").battle().then()


def test_fox_02_cub_in_a_paper_mask():
    opens("FOX-02")
    story("FOX-02").battle("Ben: option 1").then("+50").more(50)
    story("FOX-02").battle("Ben: option 2").then("draw 1")
    story("FOX-02", "TID-03", "FOX-03; score 1").battle("Cleo", "Cleo: option 1").then("+50")


def test_fox_03_the_honest_fox():
    opens("FOX-03")
    does_nothing("FOX-03")


def test_fox_04_weigher_of_naps():
    advances("FOX-04", "FOX-01", but_not="TID-03, FOX-05")
    story("TID-03 FOX-04").battle("option 1").then("Ben: -75").more(-75, of="Ben")
    story("TID-03 FOX-04", "TID-03", "FOX-03; score 1").battle("option 1", "Cleo").then("Cleo: -75")
    story("TID-03 FOX-04").battle("option 2").then("draw 1")


def test_fox_05_three_cup_fox():
    advances("FOX-05", "FOX-02", but_not="TID-03, FOX-04")
    ann, ben = "TID-03 FOX-05; hand TID-01 TID-04 COM-03", "TID-03; hand 2xCOM-05"
    story(ann, ben).battle("TID-04 of TID-01 TID-04", "Ben: wrong").then("+75", "Ben: discard COM-05")
    story(ann, ben).battle("TID-01", "Ben: right").then()
    three = story(ann, ben, "TID-03; hand COM-04").battle("Cleo", "TID-01", "Cleo: wrong")
    three.then("+75", "Cleo: discard COM-04")
    story("TID-03 FOX-05; hand 2xCOM-03", ben).battle().then()


def test_fox_06_auctioneer_of_yesterday():
    advances("FOX-06", "FOX-01, CHO-03", but_not="TID-03, FOX-04")
    story("TID-03 FOX-06; hand COM-02 COM-03").battle("yes", "COM-03").then("pay COM-03", "+100").more(100)
    story("TID-03 FOX-06; hand COM-02 COM-03").battle("no").then().hand("COM-02 COM-03")


def test_fox_07_seller_of_unlit_lanterns():
    advances("FOX-07", "FOX-01 for 1, TID-01 for 1", but_not="TID-03, FOX-04")
    does_nothing("FOX-07")


def test_fox_08_matron_of_nine_pockets():
    advances("FOX-08", "FOX-05 for 1", but_not="FOX-01, TID-04")
    ann = "TID-03 FOX-08; hand COM-02 TID-01"
    story(ann).battle("COM-02 of COM-02 TID-01", "Ben: right").then("+50")
    story(ann).battle("TID-01", "Ben: wrong").then("+125").more(125)


def test_fox_09_broker_of_better_dreams():
    advances("FOX-09", "FOX-04 for 1", but_not="FOX-05, FOX-01, TID-04")
    ann = "FOX-03 FOX-04; deck FOX-01 COM-02 FOX-12 FOX-11"
    both = story(ann).advance("FOX-09", "FOX-11 of FOX-01 FOX-11", "FOX-01 of FOX-01", pay="COM-02")
    both.then("take FOX-11 FOX-01").hand("FOX-11 FOX-01").deck("COM-02 FOX-12")
    story(ann).advance("FOX-09", "FOX-01", "enough", pay="COM-02").then("take FOX-01")
    story("TID-03 FOX-09").battle("Ben: option 1").then("+100").more(100)
    ben = "TID-03; hand COM-02 COM-03"
    story("TID-03 FOX-09", ben).battle("Ben: option 2", "Ben: COM-03").then("Ben: discard COM-03", "+25")
    three = story("TID-03 FOX-09", "FOX-03; score 1; hand COM-02", ben, "TID-03 RNG-07; hand COM-02")
    three.battle("Cleo", "Cleo: option 2", "Cleo: COM-02").then("Cleo: discard COM-02", "+25")


def test_fox_10_masked_magistrate():
    advances("FOX-10", "FOX-05 for 2, STO-06 for 2", but_not="FOX-01, TID-04")
    ben = "TID-03; hand COM-02 COM-03"
    first = story("FOX-03 FOX-04", ben).advance("FOX-10", "Ben: option 1", "Ben: COM-02", pay="2xCOM-02")
    first.then("Ben: discard COM-02")
    second = story("FOX-03 FOX-04", ben).advance("FOX-10", "Ben: option 2", pay="2xCOM-02")
    second.then("Ben: -75").more(-75, of="Ben").next_turn().more(0, of="Ben")
    others = "FOX-03; score 1; hand COM-02", ben, "TID-03 RNG-07; hand COM-02"
    three = story("FOX-03 FOX-04", *others)
    three.advance("FOX-10", "Cleo", "Cleo: option 1", "Cleo: COM-02", pay="2xCOM-02")
    three.then("Cleo: discard COM-02")
    three = story("FOX-03 FOX-04", *others).advance("FOX-10", "Cleo", "Cleo: option 2", pay="2xCOM-02")
    three.then("Cleo: -75")


def test_fox_11_the_market_closes():
    advances("FOX-11", "FOX-08 for 3", but_not="FOX-04, TID-10")
    story("FOX-03 FOX-08").advance("FOX-11", pay="3xCOM-02").then("draw 4").hand("4xCOM-02")
    ann = "TID-03 FOX-11; hand COM-02 TID-01"
    story(ann).battle("COM-02 of COM-02 TID-01", "Ben: right").then("+50")
    story(ann).battle("TID-01", "Ben: wrong").then("+200").more(200)


def test_fox_12_which_paw():
    ann, ben = "TID-03; hand FOX-01 FOX-12 TID-01", "TID-03 RNG-07"
    story(ann, ben).play("FOX-12", "FOX-01 of FOX-01", "Ben: right").then("draw 1")
    heads = story(ann, ben, dice="heads").play("FOX-12", "FOX-01", "Ben: wrong")
    heads.then("Ben: level down").stack("TID-03", of="Ben")
    story(ann, ben, dice="tails").play("FOX-12", "FOX-01", "Ben: wrong").then("+75")
    three = story(ann, ben, ben, dice="heads").play("FOX-12", "Cleo", "FOX-01", "Cleo: wrong")
    three.then("Cleo: level down")
    story("TID-03; hand 2xTID-01", ben).play("FOX-12").then()


def test_fox_13_free_sample():
    story("TID-03").play("FOX-13", "Ben: option 1").then("+75")
    story("TID-03").play("FOX-13", "Ben: option 2").then("draw 1", "+25")


def test_fox_14_counterfeit_moon():
    ann = "TID-03; hand COM-02 TID-01"
    story(ann).play("FOX-14", "COM-02 of COM-02 TID-01", "Ben: right").then("+25")
    story(ann).play("FOX-14", "TID-01", "Ben: wrong").then("+100")


def test_fox_15_haggle():
    ben = "TID-03; hand COM-02 COM-03"
    haggle = story("TID-03", ben).play("FOX-15", "Ben: option 1", "Ben: COM-03")
    haggle.then("Ben: -25", "Ben: discard COM-03")
    story("TID-03", ben).play("FOX-15", "Ben: option 2").then("Ben: -25", "Ben: -25").more(-50, of="Ben")
    others = "FOX-03; score 1; hand COM-02", ben, "TID-03 RNG-07; hand COM-02"
    three = story("TID-03", *others).play("FOX-15", "Cleo", "Cleo: option 1", "Cleo: COM-02")
    three.then("Cleo: -25", "Cleo: discard COM-02")
    three = story("TID-03", *others).play("FOX-15", "Cleo", "Cleo: option 2")
    three.then("Cleo: -25", "Cleo: -25")
