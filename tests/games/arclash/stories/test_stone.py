"""The Court of Stone: shields, and power that lasts to the next turn."""

from __future__ import annotations

from tests.games.arclash.heads import advances, does_nothing, opens
from tests.games.arclash.story import story


def test_sto_01_pebble_clerk():
    opens("STO-01")
    safe = story("STO-01; hand 3xCOM-02", "MOT-03; hand 3xCOM-02").turn().then("shield discard")
    safe.advance("MOT-04", by="Ben").then("kept from discard").hand("3xCOM-02")
    safe.battle().play("ORC-13", by="Ben").then("Ben: +50", "-25")


def test_sto_02_juror_of_lichen():
    opens("STO-02")
    story("STO-02", "TID-03").fight().then("+75 next turn").next_turn().more(75)
    story("STO-02", "TID-01").fight().then()


def test_sto_03_doorstep_of_the_court():
    opens("STO-03")
    does_nothing("STO-03")


def test_sto_04_bailiff_of_basalt():
    advances("STO-04", "STO-01, TID-02", but_not="KIL-01, STO-05")
    safe = story("TID-03 STO-04").battle().then("shield debuff")
    safe.play("ORC-13", by="Ben").then("Ben: +50", "kept from debuff").more(0)
    safe.rolls("heads").play("RNG-12", by="Ben").then("level down")


def test_sto_05_stenographer_in_moss():
    advances("STO-05", "STO-02", but_not="TID-03, STO-04")
    story("TID-03 STO-05; lost").turn().then("draw 1", "+50").more(50)
    story("TID-03 STO-05").turn().then("draw 1", "+50")
    story("TID-03 STO-05; won").turn().then()


def test_sto_06_keystone_long_adjourned():
    advances("STO-06", "STO-03", but_not="TID-03, STO-04")
    story("TID-03 STO-06").fight().then("+75 next turn").next_turn().more(75)
    lost = story("TID-03 STO-06 TID-10", "TID-03 FOX-11").fight().then("+75 next turn")
    lost.stack("TID-03 STO-06").more(75)


def test_sto_07_gatekeeper_of_granite():
    advances("STO-07", "STO-01 for 1", but_not="TID-03, STO-04")
    gate = story("STO-03").advance("STO-07", pay="COM-02").then("shield level-down stack")
    gate.rolls("heads").battle().play("RNG-12", by="Ben").then("kept from level-down")
    gate.play("ORC-13", by="Ben").then("Ben: +50", "-25").next_turn()
    gate.rolls("heads").battle().play("RNG-12", by="Ben").then("kept from level-down")
    gone = story("STO-03", "TID-03 TID-10").advance("STO-07", pay="COM-02").then("shield level-down stack")
    gone.next_turn().stack("STO-03").advance("STO-06").rolls("heads").battle().play("RNG-12", by="Ben")
    gone.then("level down").stack("STO-03")


def test_sto_08_justice_avalanche():
    advances("STO-08", "STO-04 for 1", but_not="STO-01, TID-04")
    story("TID-03 STO-08", "TID-03 TID-10").battle().then("+150").more(150)
    story("TID-03 STO-08", "TID-03 STO-08").battle().then("Ben: +150", "+150")
    story("TID-03 STO-08", "TID-03 LIB-08", "TID-03 TID-10").battle().then("+75")


def test_sto_09_the_standing_precedent():
    advances("STO-09", "STO-06 for 1, STO-05 for 1, RNG-06 for 1", but_not="STO-04, STO-02")
    one = story("STO-03 STO-05; hand COM-03").advance("STO-09", pay="COM-02")
    one.then("shield debuff, level-down stack", "+75 stack").more(75).rolls("heads").battle()
    one.play("RNG-12", by="Ben").play("ORC-13", by="Ben").play("MOT-12", by="Ben")
    one.then("kept from level-down", "Ben: +50", "kept from debuff", "discard COM-03", "Ben: +50")
    one.next_turn().more(75).battle().play("ORC-13", by="Ben").then("Ben: +50", "kept from debuff")
    gone = story("STO-03 STO-05", "TID-03 FOX-11").advance("STO-09", pay="COM-02")
    gone.then("shield debuff, level-down stack", "+75 stack").battle().fight().then()
    gone.stack("STO-03 STO-05").more(0)


def test_sto_10_mountain_presiding():
    advances("STO-10", "STO-05 for 2", but_not="STO-01, TID-04")
    does_nothing("STO-10")


def test_sto_11_the_verdict():
    advances("STO-11", "STO-08 for 3", but_not="STO-04, TID-10")
    verdict = story("TID-03 STO-11; hand COM-02", "TID-03", "TID-03 RNG-07").battle()
    verdict.then("shield debuff, level-down, discard", "+150").more(150).rolls("heads")
    verdict.play("RNG-12", "Ben: Ann", by="Ben").play("ORC-13", "Ben: Ann", by="Ben")
    verdict.play("MOT-12", "Cleo: Ann", by="Cleo")
    verdict.then("kept from level-down", "Ben: +50", "kept from debuff", "kept from discard", "Cleo: +50")
    five = story("TID-03 STO-11", "TID-03 RNG-07", "TID-03 TID-10").battle()
    five.then("shield debuff, level-down, discard", "+200")


def test_sto_12_objection():
    safe = story("TID-03 RNG-07").play("STO-12").then("+50", "shield debuff, level-down").rolls("heads")
    safe.play("RNG-12", by="Ben").play("ORC-13", by="Ben")
    safe.then("kept from level-down", "Ben: +50", "kept from debuff").more(50).stack("TID-03 RNG-07")
    safe.next_turn().battle().play("ORC-13", by="Ben").then("Ben: +50", "-25")


def test_sto_13_sustained():
    sustained = story("TID-03").play("STO-13").then("+50 next turn").more(50)
    sustained.next_turn().more(50).next_turn().more(0)


def test_sto_14_nine_hundred_years_of_evidence():
    story("STO-03 STO-04 STO-10").play("STO-14").then("+100")
    story("STO-03 STO-04; hand STO-10; discard STO-10").play("STO-14").then("+50")
    story("TID-03 STO-04 STO-10", "STO-03").play("STO-14").then("+50")


def test_sto_15_the_court_is_in_recess():
    recess = story("TID-03 RNG-07; hand COM-02", "TID-03 RNG-07; hand COM-02", "TID-03 RNG-07").play("STO-15")
    shield = "shield level-down, discard"
    recess.then(shield, f"Ben: {shield}", f"Cleo: {shield}", "draw 1", "Ben: draw 1", "Cleo: draw 1", "+25")
    recess.play("MOT-12", "Ben: Cleo", by="Ben").then("Cleo: kept from discard", "Ben: +50")
    recess.play("ORC-13", "Ben").then("+50", "Ben: -25")
    recess.rolls("5").play("RNG-15").then(
        "level down", "Ben: kept from level-down", "Cleo: kept from level-down"
    )
