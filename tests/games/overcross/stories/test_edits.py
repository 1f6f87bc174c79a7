"""A story for each shipped Edit of Overcross (OVC-03, OVC-30)."""

from __future__ import annotations

import pytest

from bot.games.overcross.rules import actions
from tests.games.overcross.laid_out import Match

MISS, HIT = 6, 1
SAVED, UNSAVED = 1, 6
REGULAR, KNIGHT, PLUME = "Forum Regular", "Mild-Mannered Knight", "Deck Officer Plume"


def attached(name: str, bearer: str = REGULAR, *, enemy: bool = False) -> tuple[Match, int, int]:
    """Return a match in which seat 1 has just played an Edit, on its own Character at F5 or on seat 2's."""
    match = Match()
    own, other = match.put(1, bearer, "F5"), match.put(2, bearer, "F6")
    edit = match.hold(1, name)
    assert match.plays(edit) == {"F6" if enemy else "F5"}
    match.play(edit, "F6" if enemy else "F5")
    return match, (other if enemy else own), edit


def test_cst_30_bad_review():
    match, bearer, _ = attached("Bad Review", enemy=True)
    assert match.stat(bearer, "acc") == 3
    match.end().attack(bearer, "F5", 3)
    assert match.counters(match.state.pieces[0].card) == 0, "a 3 misses now"


def test_cst_31_writers_block():
    match, bearer, edit = attached("Writer's Block", "Void Accountant", enemy=True)
    card = match.hold(2, "Wall")
    match.end()
    assert match.asked() == {0, 1}
    match.answer(0)
    assert match.attacks(bearer) == set(), "no star"
    match.turns(2)
    assert match.awaited == 1
    match.answer(1)
    assert match.asked() >= {card}
    match.answer(card)
    assert not match.here(edit)
    assert match.discard(1) == (edit,), "its owner's pile"
    assert match.discard(2) == (card,)
    assert match.attacks(bearer) == {"F5"}


def test_cst_31_writers_block_stops_specials_and_leaves_passive_text():
    match = Match()
    painter, queen = match.put(1, "Fan-Art Painter", "F5"), match.put(1, "Queen of the Paper Court", "F6")
    match.attach(2, "Writer's Block", painter)
    match.attach(2, "Writer's Block", queen)
    assert not match.uses(painter)
    assert match.stat(painter, "defense") == 4
    assert match.moves(painter) != set()


def test_cst_32_fan_club():
    match, bearer, _ = attached("Fan Club")
    assert match.stat(bearer, "defense") == 4
    other = match.state.pieces[1].card
    match.end().attack(other, "F5", HIT, 3)
    assert match.counters(bearer) == 0


def test_cst_33_plot_armor():
    match, bearer, edit = attached("Plot Armor")
    other = match.state.pieces[1].card
    match.harm(bearer, 4)
    match.end().attack(other, "F5", HIT, UNSAVED)
    assert match.counters(bearer) == 5
    assert match.discard(1) == (edit,)
    match.turns(2)
    match.attack(other, "F5", HIT, UNSAVED)
    assert not match.here(bearer), "once"


def test_cst_33_plot_armor_comes_before_xi_goes_to_the_hand():
    match = Match()
    xi, ogre = match.put(2, "XI", "F6", 5), match.put(1, "Well-Read Ogre", "F5")
    armor = match.attach(2, "Plot Armor", xi)
    match.hold(2, "Bog")
    match.attack(ogre, "F6", HIT, UNSAVED)
    assert match.counters(xi) == 5
    assert match.discard(2) == (armor,)
    assert match.state.program.question is None
    assert match.state.sides[0].kills == 0


def test_cst_34_sharpened_pencil():
    match = Match()
    dragon, near = match.put(1, "Hedge Dragon", "F5"), match.put(2, KNIGHT, "F6")
    far = match.put(2, KNIGHT, "F8")
    match.attach(1, "Sharpened Pencil", dragon)
    match.attack(dragon, "F6", HIT, UNSAVED)
    assert match.counters(near) == 4
    match.turns(2)
    match.attack(dragon, "F8", HIT, UNSAVED, way=1)
    assert match.counters(far) == 3, "in melee alone"


def test_cst_35_bigger_speech_bubble():
    match, bearer, _ = attached("Bigger Speech Bubble", PLUME)
    assert match.stat(bearer, "rng") == 8
    match.put(2, REGULAR, "A11")
    match.end().end()
    assert match.attacks(bearer) == {"F6", "A11"}


def test_cst_36_roller_skates():
    match, bearer, _ = attached("Roller Skates")
    assert match.stat(bearer, "speed") == 5
    assert "K1" in match.moves(bearer)


def test_cst_37_grudge_against_wizards():
    for target, counters in ((KNIGHT, 4), (PLUME, 2)):
        match = Match()
        regular, other = match.put(1, REGULAR, "F5"), match.put(2, target, "F6")
        match.attach(1, "Grudge Against Wizards", regular)
        match.attack(regular, "F6", HIT, UNSAVED)
        assert match.counters(other) == counters


def test_cst_38_borrowed_laser():
    match, bearer, _ = attached("Borrowed Laser")
    far = match.put(2, KNIGHT, "F9")
    assert match.attacks(bearer) == {"F6", "F9"}
    match.attack(bearer, "F9", HIT, UNSAVED, way=1)
    assert match.counters(far) == 2


def test_cst_39_jetpack():
    match = Match()
    flyer, walker = match.put(1, REGULAR, "C2"), match.put(1, KNIGHT, "H2")
    match.attach(1, "Jetpack", flyer)
    match.lay(2, "Long Wall", "C4")
    for square in ("A3", "E3"):
        match.lay(2, "Wall", square)
    lava = match.lay(2, "Lava", "H4")
    assert {"C3", "C4", "C5"} & match.moves(flyer) == set(), "over it, not onto it; 3 squares are too few"
    match.attach(1, "Roller Skates", flyer)
    assert {"C6", "C7"} <= match.moves(flyer)
    assert match.here(lava)
    assert match.here(walker)
    match.move(flyer, "C6")
    assert match.at(flyer) == "C6"
    low = Match()
    flyer = low.put(1, REGULAR, "C2")
    low.lay(2, "Wall", "C3")
    low.lay(2, "Wall", "D2")
    assert "D3" in low.moves(flyer), "around the walls"
    low.attach(1, "Jetpack", flyer)
    low.lay(2, "Lava", "E5")
    low.move(flyer, "E4")
    assert low.counters(flyer) == 1, "what it passes is entered, past closed corners"


def test_cst_40_continuity_error():
    match, bearer, _ = attached("Continuity Error", enemy=True)
    assert match.stat(bearer, "speed") == 1
    slow, slower, _ = attached("Continuity Error", KNIGHT, enemy=True)
    assert slow.stat(slower, "speed") == 1, "at least 1"


def test_cst_41_hiatus():
    match, bearer, edit = attached("Hiatus", enemy=True)
    match.end()
    assert not match.acts(bearer)
    assert match.refusal(actions.Move(bearer, match.grid.parse("F7"))) == (
        "Forum Regular may not act now: choose another Character, or end your turn."
    )
    match.turns(2)
    assert match.here(edit)
    assert not match.acts(bearer)
    match.end()
    assert not match.here(edit), "at the end of the second turn"
    match.end()
    assert match.moves(bearer) != set()


def test_cst_42_healing_mug():
    match = Match()
    bearer = match.put(1, REGULAR, "F5", 4)
    mug = match.attach(1, "Healing Mug", bearer)
    match.use(mug)
    assert match.counters(bearer) == 1
    assert match.discard(1) == (mug,)
    assert match.moves(bearer) == set(), "it was the minor action"


def test_cst_43_guest_artist():
    match = Match()
    bearer, near, far = match.put(1, REGULAR, "F5"), match.put(1, KNIGHT, "F4"), match.put(1, "XI", "B2")
    match.attach(1, "Guest Artist", bearer)
    match.move(bearer, "E5")
    assert match.asked() == {near}, "a friend next to where the bearer is now"
    match.answer(near)
    assert "F6" in match.asked()
    assert "F7" not in match.asked(), "up to 2"
    match.answer("F6")
    assert match.at(near) == "F6"
    assert "F8" in match.moves(near), "its own action is still open"
    match.put(2, REGULAR, "D5")
    match.attack(bearer, "D5", MISS)
    assert match.state.program.question is None, "once a turn"
    assert match.here(far)


@pytest.mark.parametrize("answers", [("no more",), (None, "no more")])
def test_cst_43_guest_artist_may_be_left(answers):
    match = Match()
    bearer, near = match.put(1, REGULAR, "F5"), match.put(1, KNIGHT, "F4")
    match.attach(1, "Guest Artist", bearer)
    match.move(bearer, "E5").answer(*[near if answer is None else answer for answer in answers])
    assert match.at(near) == "F4"
    assert match.state.program.question is None
    match.put(2, REGULAR, "D5")
    match.attack(bearer, "D5", MISS)
    assert match.asked() == {near}, "it was not used"


def test_cst_43_guest_artist_waits_for_an_action_beside_a_friend():
    match = Match()
    bearer, near = match.put(1, REGULAR, "F5"), match.put(1, KNIGHT, "C5")
    match.attach(1, "Guest Artist", bearer)
    match.move(bearer, "F6")
    assert match.state.program.question is None, "nobody is next to the bearer"
    match.move(near, "E5")
    match.put(2, REGULAR, "G6")
    match.attack(bearer, "G6", MISS)
    assert match.asked() == {near}


def test_cst_44_cursed_signature():
    match, bearer, _ = attached("Cursed Signature", enemy=True)
    match.end().attack(bearer, "F5", MISS)
    assert match.counters(bearer) == 1
    match.turns(2)
    match.attack(bearer, "F5", HIT, SAVED)
    assert match.counters(bearer) == 2, "hit or miss"


def test_cst_45_redesign():
    match, bearer, _ = attached("Redesign", KNIGHT)
    assert match.queries.genre(bearer) == "Sci-Fi"
    assert match.stat(bearer, "acc") == 5
    match.lay(1, "Ley Line", "F5")
    assert match.stat(bearer, "acc") == 5, "not Fantasy any more"
    purge = match.hold(1, "Genre Purge")
    match.play(purge)
    assert match.counters(bearer) == 0
