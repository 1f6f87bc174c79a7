"""The Library: cards of the discard pile."""

from __future__ import annotations

from tests.games.arclash.heads import advances, cannot, does_nothing, opens, stands
from tests.games.arclash.story import story


def test_lib_01_footnote():
    opens("LIB-01")
    story("LIB-01; discard TID-01 COM-02 LIB-12", "TID-03; discard LIB-02").more(0)
    story("LIB-01; discard LIB-02").more(25)
    story("LIB-01; discard LIB-02 LIB-07").more(25)
    story("LIB-01; discard LIB-02 LIB-07 LIB-14").more(50)
    story("LIB-01; discard 6xLIB-02").more(75)
    story("LIB-01; discard 9xLIB-02").more(75)


def test_lib_02_pamphlet_much_folded():
    opens("LIB-02")
    yes = story("LIB-02; deck TID-01 TID-04 TID-05").turn("yes").then("pay TID-01 TID-04", "+50").more(50)
    yes.deck("TID-05").discard("TID-01 TID-04").next_turn().more(0)
    story("LIB-02; deck TID-01 TID-04 TID-05").turn("no").then().more(0)


def test_lib_03_overdue_atlas():
    opens("LIB-03")
    does_nothing("LIB-03")


def test_lib_04_climber_of_stacks():
    advances("LIB-04", "LIB-01", but_not="TID-03, LIB-05")
    story("TID-03 LIB-04; discard LIB-12 LIB-01 COM-02", "TID-03; discard LIB-02").more(0)
    story("TID-03 LIB-04; discard LIB-02 LIB-07 LIB-10").more(75)
    story("TID-03 LIB-04; discard 6xLIB-02").more(125)


def test_lib_05_returns_desk_galloping():
    advances("LIB-05", "LIB-02, CHO-03", but_not="TID-03, LIB-04")
    ann = "LIB-03; discard LIB-01 LIB-02 LIB-14 COM-03 LIB-12"
    both = story(ann).advance("LIB-05", "LIB-14 of LIB-01 LIB-02 LIB-14", "LIB-01 of LIB-01 LIB-02")
    both.then("take back LIB-14 LIB-01").hand("LIB-01 LIB-14").discard("LIB-02 COM-03 LIB-12")
    story(ann).advance("LIB-05", "LIB-01", "enough").then("take back LIB-01")
    story("LIB-03").advance("LIB-05").then()


def test_lib_06_the_unread_sequel():
    advances("LIB-06", "LIB-01, LIB-02 for 1, TID-01 for 1", but_not="TID-03, LIB-05")
    story("TID-03 LIB-06; discard 8xCOM-02").battle().then("draw 1")
    story("TID-03 LIB-06; discard 7xCOM-02", "TID-03; discard COM-02").battle().then()


def test_lib_07_dictionary_with_a_limp():
    advances("LIB-07", "LIB-01 for 1", but_not="TID-03, LIB-05")
    does_nothing("LIB-07")


def test_lib_08_encyclopedia_on_many_legs():
    advances("LIB-08", "LIB-05 for 1", but_not="LIB-01, TID-04")
    story("TID-03 LIB-08; discard LIB-12 COM-02 TID-01", "TID-03; discard LIB-01").more(0)
    story("TID-03 LIB-08; discard LIB-01 LIB-14 LIB-15").more(75)
    story("TID-03 LIB-08; discard 9xLIB-01").more(200)


def test_lib_09_head_of_the_overdue_department():
    advances("LIB-09", "LIB-04 for 1, TID-04 for 1", but_not="LIB-01, CHO-04")
    ann = "LIB-03 LIB-05; discard COM-03 TID-01"
    both = story(ann).advance("LIB-09", "COM-02 of COM-02 COM-03 TID-01", "TID-01", pay="COM-02")
    both.then("take back COM-02 TID-01").hand("COM-02 TID-01").discard("COM-03")
    story(ann).advance("LIB-09", "enough", pay="COM-02").then("take back nothing")
    shelf = "TID-03 LIB-09; deck 8xCOM-02; discard 2xTID-01 3xTID-04"
    four = story(shelf).fight("TID-01", "TID-01", "TID-04", "TID-04")
    four.then("shuffle in TID-01 TID-01 TID-04 TID-04").discard("TID-04")
    story(shelf).fight("enough").then("shuffle in nothing")
    below = story("TID-03 LIB-09 FOX-11; discard TID-01", "TID-03").fight("TID-01")
    below.then("shuffle in TID-01")


def test_lib_10_the_locked_volume():
    five = "LIB-03 LIB-04; discard 5xCOM-03"
    stands("LIB-10")
    story(five).advance("LIB-10", pay="COM-02").then().stack("LIB-03 LIB-04 LIB-10")
    cannot("LIB-10", five)
    cannot("LIB-10", "LIB-03 LIB-04; discard 4xCOM-03; hand 3xCOM-02", "TID-03; discard 5xCOM-03")
    cannot("LIB-10", "TID-03 TID-04; discard 5xCOM-03; hand 3xCOM-02")
    cannot("LIB-10", "LIB-03; discard 5xCOM-03; hand 3xCOM-02")
    does_nothing("LIB-10")


def test_lib_11_the_last_page():
    ann = "LIB-03 LIB-08"
    story(ann).advance("LIB-11", pay="LIB-01 2xCOM-02").then().stack("LIB-03 LIB-08 LIB-11")
    story(ann).advance("LIB-11", pay="LIB-14 TID-01 COM-03").then()
    stands("LIB-11")
    cannot("LIB-11", "LIB-03 LIB-08; hand 5xCOM-02")
    cannot("LIB-11", "LIB-03 LIB-08; hand LIB-01 COM-02")
    cannot("LIB-11", "LIB-03 LIB-04; hand LIB-01 5xCOM-02")
    cannot("LIB-11", "TID-03 TID-10; hand LIB-01 5xCOM-02")
    story("TID-03 LIB-11; discard LIB-01 LIB-15 LIB-12 TID-01").battle().then("+100").more(100)
    story("TID-03 LIB-11", "TID-03; discard LIB-01").battle().then()
    story("TID-03 LIB-11; discard 6xLIB-01").battle().then("+250")


def test_lib_12_bookmark():
    ann = "TID-03 LIB-07; discard COM-03 COM-04 TID-01"
    story(ann).play("LIB-12", "COM-03 of COM-03 COM-04").then("take back COM-03", "+25").hand("COM-03")
    story(ann).play("LIB-12", "enough").then("take back nothing", "+25")
    story("LIB-03 LIB-04; discard COM-03", "LIB-03").play("LIB-12", "COM-03").then("take back COM-03")


def test_lib_13_overdue_notice():
    story("TID-03", "TID-03; deck TID-01 TID-04").play("LIB-13").then("+50", "Ben: mill TID-01")
    three = story("TID-03", "TID-03", "FOX-03; score 1; deck TID-01").play("LIB-13", "Cleo")
    three.then("+50", "Cleo: mill TID-01")


def test_lib_14_reading_aloud_in_the_library():
    ann = "TID-03; deck LIB-01 TID-01 LIB-02; discard LIB-02 LIB-14 LIB-12"
    story(ann).play("LIB-14").then("mill LIB-01 TID-01", "+75").deck("LIB-02")
    story("TID-03; deck 3xLIB-01; discard 3xLIB-02").play("LIB-14").then("mill LIB-01 LIB-01", "+100")
    story("TID-03", "TID-03; discard LIB-01").play("LIB-14").then("mill COM-02 COM-02")


def test_lib_15_new_shelves_for_the_library():
    ann = "TID-03; deck COM-03; discard 4xTID-01"
    shelves = story(ann).play("LIB-15", "TID-01", "TID-01", "TID-01")
    shelves.then("shuffle in TID-01 TID-01 TID-01", "draw 1", "+25").discard("TID-01")
    none = story(ann).play("LIB-15", "enough").then("shuffle in nothing", "draw 1", "+25")
    none.hand("COM-03").discard("4xTID-01")
