"""A story for each shipped Terrain of Overcross (OVC-13, OVC-30)."""

from __future__ import annotations

from bot.games.overcross.rules import actions
from tests.games.overcross.laid_out import Match

MISS, HIT = 6, 1
REGULAR, KNIGHT, PLUME = "Forum Regular", "Mild-Mannered Knight", "Deck Officer Plume"


def in_the_way(name: str) -> bool:
    """Whether a Terrain between two Characters blocks a ranged attack."""
    match = Match()
    plume = match.put(1, PLUME, "F2")
    match.put(2, REGULAR, "F8")
    match.lay(1, name, "F5")
    return "F8" not in match.attacks(plume)


def entered(name: str) -> bool:
    """Whether a Character can end a move on a Terrain's centre."""
    match = Match()
    regular = match.put(1, REGULAR, "F2")
    match.lay(1, name, "F4" if name in ("Wall", "Gutter Between Panels") else "F5")
    return bool(match.moves(regular) & {"F4"})


def test_cst_46_wall():
    assert in_the_way("Wall")
    assert not entered("Wall")
    match = Match()
    wall, knight = match.hold(1, "Wall"), match.put(1, KNIGHT, "F5")
    assert {"F5", "F1", "F2", "F10", "F11"} & match.plays(wall) == set(), (
        "no Character, zone, nor square beside it"
    )
    match.play(wall, "F6").attack(knight, "F6", HIT, terrain=True)
    assert match.counters(wall) == 3, "no defense, the damage at once (OVC-21)"


def test_cst_47_long_wall():
    assert in_the_way("Long Wall")
    assert not entered("Long Wall")
    match = Match()
    wall, knight = match.lay(2, "Long Wall", "F6", 4), match.put(1, KNIGHT, "F4")
    match.attack(knight, "E5", HIT, terrain=True)
    assert match.discard(2) == (wall,), "destroyed at 6"


def test_cst_48_bog():
    match = Match()
    regular = match.put(1, REGULAR, "F3")
    match.lay(2, "Bog", "F5")
    assert {"F4", "F5", "B3"} & match.moves(regular) == {"F4"}, "2 into the bog, 2 more for the next square"
    assert not in_the_way("Bog")


def test_cst_49_wide_bog():
    match = Match()
    knight = match.put(1, KNIGHT, "F6")
    bog = match.lay(2, "Wide Bog", "F6")
    assert match.queries.area(bog).bit_count() == 25
    assert match.moves(knight) == {"E5", "E6", "E7", "F5", "F7", "G5", "G6", "G7"}


def test_cst_50_lava():
    match = Match()
    regular, friend = match.put(1, REGULAR, "F3"), match.put(2, REGULAR, "F6")
    lava = match.hold(1, "Lava")
    match.play(lava, "F5")
    assert match.counters(friend) == 0, "not when it is put down over it (OVC-13)"
    match.move(regular, "F4")
    assert match.counters(regular) == 1, "on entering"
    match.end()
    assert match.counters(friend) == 1, "at the start of its player's turn"
    assert match.counters(regular) == 1
    match.move(friend, "F5")
    assert match.counters(friend) == 1, "within the area nothing is entered"
    match.end()
    assert match.counters(regular) == 2


def test_cst_51_woodland():
    assert in_the_way("Woodland")
    assert entered("Woodland")
    match = Match()
    plume = match.put(1, PLUME, "F4")
    match.put(2, REGULAR, "F7")
    match.lay(1, "Woodland", "F5")
    assert match.attacks(plume) == {"F4*"}, "out of it, but not through it"
    match.put(2, REGULAR, "F5")
    assert "F5" in match.attacks(plume)
    assert {"F5", "E6"} & match.moves(plume) == set()


def test_cst_52_comment_section():
    match = Match()
    inside, outside = match.put(1, REGULAR, "F5"), match.put(1, KNIGHT, "F7")
    match.lay(2, "Comment Section", "F5")
    assert [match.stat(each, "acc") for each in (inside, outside)] == [3, 4]
    match.put(2, REGULAR, "E4")
    match.attack(inside, "E4", 3)
    match.turns(2)
    match.move(inside, "D7")
    assert match.stat(inside, "acc") == 4


def test_cst_53_coffee_shop():
    match = Match()
    guest, enemy = match.put(2, REGULAR, "F5", 2), match.put(1, KNIGHT, "G6", 2)
    outside = match.put(2, "XI", "B5", 2)
    match.lay(1, "Coffee Shop", "F5")
    match.end()
    assert [match.counters(each) for each in (guest, enemy, outside)] == [1, 2, 2]
    match.end()
    assert match.counters(enemy) == 1


def test_cst_54_ley_line():
    match = Match()
    knight, regular = match.put(1, KNIGHT, "F5"), match.put(1, REGULAR, "F6")
    outside = match.put(2, KNIGHT, "F7")
    match.lay(2, "Ley Line", "F5")
    assert [match.stat(each, "acc") for each in (knight, regular, outside)] == [5, 4, 4]


def test_cst_55_force_field():
    for attacker, square, die, counters in ((PLUME, "F9", 3, 0), (KNIGHT, "F7", 3, 3)):
        match = Match()
        fighter, inside = match.put(1, attacker, square), match.put(2, REGULAR, "F6")
        match.lay(2, "Force Field", "F5")
        match.attack(fighter, "F6", HIT, die)
        assert match.counters(inside) == counters, "a 3 saves against ranged attacks alone"


def test_cst_56_trapdoor():
    match = Match()
    runner = match.put(1, REGULAR, "F6", 2)
    door = match.lay(2, "Trapdoor", "F7")
    match.attach(1, "Fan Club", runner)
    match.move(runner, "F7")
    assert match.asked() == {f"{column}1" for column in "ABCDEFGHIJK"}
    match.answer("A1")
    assert match.at(runner) == "A1"
    assert match.counters(runner) == 2, "counters and Edits stay (OVC-32)"
    assert match.stat(runner, "defense") == 4
    assert match.discard(2) == (door,)


def test_cst_57_gutter_between_panels():
    assert not in_the_way("Gutter Between Panels")
    assert not entered("Gutter Between Panels")
    match = Match()
    ghost = match.put(1, "Spoiler Ghost", "F2")
    match.lay(2, "Gutter Between Panels", "F4")
    assert actions.Attack(ghost, match.grid.parse("F4"), 0, True) in match.legal(0), (
        "every Terrain can be attacked"
    )
