"""The Choir: dice for power, and rerolls of the worst."""

from __future__ import annotations

from tests.games.arclash.heads import advances, opens
from tests.games.arclash.story import story


def test_cho_01_drizzle_second_soprano():
    opens("CHO-01")
    story("CHO-01", dice="1").battle().then("+25")
    story("CHO-01", dice="5").battle().then("+75").more(75)
    story("CHO-01", dice="6").battle().then("+75")


def test_cho_02_boy_who_hums_fog():
    opens("CHO-02")
    story("CHO-02", dice="1 4").play("CHO-12", "again").then("+100")
    story("CHO-02", dice="2").play("CHO-12", "keep").then("+50")
    story("CHO-02", dice="1 2 3").play("CHO-12", "again").play("CHO-12").then("+50", "+75")
    story("CHO-02", dice="1 2").play("CHO-12", "keep").play("CHO-12", "keep").then("+25", "+50")
    story("CHO-02", dice="3").play("CHO-12", by="Ben").then("Ben: +75")


def test_cho_03_page_turner_with_a_barometer():
    opens("CHO-03")
    story("CHO-03", dice="4").turn().then("draw 1")
    story("CHO-03", dice="5").turn().then("draw 1")
    story("CHO-03", dice="3").turn().then()


def test_cho_04_thunder_basso():
    advances("CHO-04", "CHO-01", but_not="TID-03, CHO-05")
    story("TID-03 CHO-04", dice="3").battle().then("+75")
    story("TID-03 CHO-04", dice="6").battle().then("+100").more(100)


def test_cho_05_sun_shower_a_duet():
    advances("CHO-05", "CHO-03", but_not="TID-03, CHO-04")
    story("TID-03 CHO-05", dice="2").battle().then("+75").more(75)
    story("TID-03 CHO-05", dice="5").battle().then("draw 2")


def test_cho_06_hail_on_percussion():
    advances("CHO-06", "CHO-01", but_not="TID-03, CHO-04")
    story("TID-03 CHO-06", dice="4").battle().then("Ben: -50").more(-50, of="Ben")
    story("TID-03 CHO-06", dice="5").battle().then("Ben: -75", "+50")
    story("TID-03 CHO-06", "TID-03", "FOX-03; score 1", dice="2").battle("Cleo").then("Cleo: -25")


def test_cho_07_weathercock_conducting():
    advances("CHO-07", "CHO-01 for 1, ORC-02 for 1", but_not="TID-03, CHO-04")
    story("TID-03 CHO-07", dice="1 4").play("CHO-12", "again").then("+100")
    story("TID-03 CHO-07", dice="2").play("CHO-12", "keep").then("+50")
    story("TID-03 CHO-07", dice="1 2 3").play("CHO-12", "again").play("CHO-12").then("+50", "+75")


def test_cho_08_monsoon_in_four_parts():
    advances("CHO-08", "CHO-04 for 1", but_not="CHO-01, TID-04")
    story("TID-03 CHO-08", dice="3+4").battle().then("+100")
    story("TID-03 CHO-08", dice="6+6").battle().then("+150").more(150)


def test_cho_09_hurricane_prima_donna():
    advances("CHO-09", "CHO-07 for 1", but_not="CHO-01, TID-04")
    story("TID-03 CHO-09", dice="3").battle().then("+100").more(100)
    story("TID-03 CHO-09", dice="4").battle().then("+100")
    story("TID-03 CHO-09", dice="2").battle().then("+50", "draw 2")
    story("TID-03 CHO-09", dice="1").battle().then("+50", "draw 2")
    story("TID-03 CHO-09", dice="6").battle().then("+150", "Ben: -50")
    story("TID-03 CHO-09", "TID-03", "TID-03 TID-10", dice="5").battle().then("+150", "Cleo: -50")


def test_cho_10_dead_calm():
    advances("CHO-10", "CHO-04 for 1, CHO-02 for 2", but_not="CHO-01, TID-04")
    story("TID-03 CHO-10", dice="d20:10").battle().then("+100").more(100)
    story("TID-03 CHO-10", dice="d20:1").battle().then("+100")
    story("TID-03 CHO-10", dice="d20:11").battle().then()


def test_cho_11_the_song_that_moves_the_sky():
    advances("CHO-11", "CHO-08 for 3", but_not="CHO-04, TID-10")
    story("TID-03 CHO-11", "TID-03", "TID-03", dice="4+4").battle().then("+200").more(200)
    nine = story("TID-03 CHO-11", "TID-03", "TID-03", dice="4+5").battle()
    nine.then("+250", "Ben: -225", "Cleo: -225")
    twelve = story("TID-03 CHO-11", "TID-03", "TID-03", dice="6+6").battle()
    twelve.then("+300", "Ben: -250", "Cleo: -250").more(-250, of="Cleo")


def test_cho_12_a_good_gust():
    story("TID-03", dice="3").play("CHO-12").then("+75").more(75)
    story("TID-03", dice="5").play("CHO-12").then("+100")


def test_cho_13_lightning_solo():
    story("TID-03", dice="d10:7").play("CHO-13").then("+125")
    story("TID-03", dice="d10:8").play("CHO-13").then("+125")
    story("TID-03", dice="d10:6").play("CHO-13").then("+25")


def test_cho_14_encore():
    once = story("TID-03", dice="1 4 2").play("CHO-14").play("CHO-12", "again").play("CHO-12")
    once.then("+50", "+100", "+50")
    story("TID-03", dice="3").play("CHO-14").play("CHO-12", "keep").then("+50", "+75")


def test_cho_15_snow_out_of_season():
    story("TID-03", dice="d4:3").play("CHO-15").then("+75")
    snow = story("TID-03", dice="d4:4").play("CHO-15").then("+100", "Ben: -50 next turn")
    snow.more(-50, of="Ben").next_turn().more(-50, of="Ben").next_turn().more(0, of="Ben")
    cleo = story("TID-03", "TID-03", "FOX-03; score 1", dice="d4:2").play("CHO-15", "Cleo")
    cleo.then("+50", "Cleo: -25 next turn")
