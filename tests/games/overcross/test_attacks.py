"""Attacks: reach, range, sight, the dice, counters, death (OVC-17 to OVC-22)."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from bot.engine.grid import grid_of, mask_of
from bot.games.overcross.rules import facts
from bot.games.overcross.rules.aim import Aim
from bot.games.overcross.rules.geometry import in_the_way, within
from tests.games.overcross.chance import POOL
from tests.games.overcross.table import SEVEN, Match

SIGHT = {
    "melee reaches the adjacent squares and those at the corners": (
        "",
        "CST-09 at D4",
        "CST-02 at E5:\nCST-06 at D5:\nCST-03 at D6:",
        "E5 D5",
    ),
    "a ranged attack reaches its range in Chebyshev squares": (
        "",
        "CST-26 at A1",
        "CST-02 at D4:\nCST-06 at E4:\nCST-03 at A4:",
        "D4 A4",
    ),
    "terrain that blocks sight is in the way and Characters are not": (
        "CST-46 at B4",
        "CST-18 at D4",
        "CST-02 at A4:\nCST-06 at F4:\nCST-03 at G4:",
        "F4 G4 B4*",
    ),
    "the squares of attacker and target never block": (
        "CST-51 at D4",
        "CST-26 at E4",
        "CST-02 at F4:\nCST-06 at C4:",
        "F4 E4*",
    ),
    "obstructive terrain that does not block sight lets attacks through": (
        "CST-57 at D4",
        "CST-26 at C4",
        "CST-02 at E4:",
        "E4 D4*",
    ),
    "attacks go past a corner": ("CST-46 at D3", "CST-26 at C3", "CST-02 at E5:", "E5 D3*"),
    "attacks do not go between two corners": (
        "CST-46 at D3\nterrain: CST-46 at C4",
        "CST-26 at C3",
        "CST-02 at E5:",
        "D3* C4*",
    ),
    "a star with rng needs sight and is ranged": (
        "CST-46 at D4",
        "CST-22 at C4",
        "CST-02 at E4:\nCST-06 at C7:",
        "C7 D4*",
    ),
}
"""Terrain, a Character of seat 1, those of seat 2, and the squares that it can attack."""


@pytest.mark.parametrize(("terrain", "attacker", "enemies", "targets"), SIGHT.values(), ids=SIGHT)
def test_ovc_17_the_reach_of_attacks(terrain, attacker, enemies, targets):
    laid = f"terrain: {terrain}\n" if terrain else ""
    match = Match(f"{SEVEN}{laid}seat 1:\n{attacker}:\nseat 2:\n{enemies}")
    assert match.targets(1, POOL.cards[attacker[:6]].name) == set(targets.split())


@pytest.mark.parametrize(
    ("dice", "hit", "saved"),
    [
        *[((die,), False, None) for die in (4, 6)],
        *[((die, 6), True, False) for die in (1, 3)],
        *[((1, die), True, True) for die in (1, 2)],
        *[((1, die), True, False) for die in (3, 6)],
    ],
)
def test_ovc_18_ovc_19_a_hit_is_a_die_lower_than_acc_and_a_save_one_lower_than_defense(dice, hit, saved):
    match = Match(SEVEN + "seat 1:\nCST-09 at D4:\nseat 2:\nCST-02 at D5:", *dice)
    match.attack(1, "Mild-Mannered Knight", "D5")
    (aimed,) = match.facts_told(facts.Aimed)
    assert (aimed.acc, aimed.die, aimed.hit) == (4, dice[0], hit)
    rolls = [(roll.defense, roll.die, roll.saved) for roll in match.facts_told(facts.SaveRolled)]
    assert rolls == ([(3, dice[1], saved)] if hit else [])
    assert match.piece(2, "Forum Regular").counters == (3 if hit and not saved else 0)


def test_ovc_18_below_2_an_attack_misses_without_a_roll():
    match = Match(SEVEN + "seat 1:\nCST-06 at D4: CST-30 of seat 2\nseat 2:\nCST-02 at D5:", 1, 6)
    match.attack(1, "First-Post Goblin", "D5")
    assert match.facts_told(facts.Aimed)[0].acc == 2
    commented = Match(
        SEVEN + "terrain: CST-52 at D4\nseat 1:\nCST-06 at D4: CST-30 of seat 2\nseat 2:\nCST-02 at D5:"
    )
    commented.attack(1, "First-Post Goblin", "D5")
    (aimed,) = commented.facts_told(facts.Aimed)
    assert (aimed.acc, aimed.die, aimed.hit) == (1, facts.NO_DIE, False)


def test_ovc_18_above_6_an_attack_hits_without_a_roll_and_a_defense_of_7_always_saves():
    match = Match(
        SEVEN + "now: seat 1, round 9\nterrain: CST-54 at C4\nterrain: CST-55 at F4\nseat 1:\nCST-13 at C4:\n"
        "CST-11 at B3:\nhand: CST-58\nseat 2:\nCST-04 at E4: CST-32"
    )
    match.play(1, "I AM OUTRAGED!").choose(1, "Apprentice of Wrong Spells").use(1, "Bard With One Song")
    match.attack(1, "Apprentice of Wrong Spells", "E4")
    assert [(one.acc, one.die, one.hit) for one in match.facts_told(facts.Aimed)] == [(7, facts.NO_DIE, True)]
    assert [(one.defense, one.die, one.saved) for one in match.facts_told(facts.SaveRolled)] == [
        (7, facts.NO_DIE, True)
    ]


def test_ovc_20_six_counters_kill_and_edits_go_to_their_owners_discards():
    match = Match(
        SEVEN + "seat 1:\nCST-09 at D4:\nseat 2:\nCST-02 at D5: 3 counters, CST-32, CST-44 of seat 1", 1, 6
    )
    match.attack(1, "Mild-Mannered Knight", "D5")
    assert match.find(2, "Forum Regular") is None
    assert sorted(match.discard(2)) == ["Fan Club", "Forum Regular"]
    assert match.discard(1) == ["Cursed Signature"]
    (died,) = match.facts_told(facts.Died)
    assert (died.credit, died.cost) == (0, 3)


def test_ovc_20_an_attack_with_dmg_under_1_does_nothing_and_rolls_no_save(monkeypatch):
    match = Match(SEVEN + "seat 1:\nCST-08 at D4:\nseat 2:\nCST-02 at D5: 2 counters", 1)
    monkeypatch.setattr(
        Aim, "attack_stat", lambda self, piece, stat, attack, target: {"rng": 4, "acc": 3, "dmg": 0}[stat]
    )
    match.attack(1, "Spoiler Ghost", "D5")
    assert match.piece(2, "Forum Regular").counters == 2
    assert not match.facts_told(facts.SaveRolled)


def test_ovc_21_terrain_has_no_defense_keeps_its_counters_and_is_destroyed_at_6():
    match = Match(
        SEVEN
        + "terrain: CST-46 at D5, of seat 2\nseat 1:\nCST-09 at D4:\nCST-14 at C4:\nseat 2:\nCST-02 at A7:",
        1,
        1,
    )
    match.attack(1, "Mild-Mannered Knight", "D5", terrain=True)
    assert match.state.terrains[0].counters == 3
    assert not match.facts_told(facts.SaveRolled)
    match.attack(1, "Well-Read Ogre", "D5", terrain=True)
    assert match.terrains() == {}
    assert match.discard(2) == ["Wall"]


def test_ovc_21_the_nearest_square_of_terrain_is_attacked_or_the_own_one_from_inside():
    outside = Match(SEVEN + "terrain: CST-48 at D5\nseat 1:\nCST-26 at D2:\nCST-09 at D3:\nseat 2:")
    assert outside.targets(1, "Barista on Break") == {"C4*", "D4*", "E4*"}
    assert outside.targets(1, "Mild-Mannered Knight") == {"C4*", "D4*", "E4*"}
    inside = Match(SEVEN + "terrain: CST-48 at D5\nseat 1:\nCST-09 at E5:\nseat 2:\nCST-02 at D5:")
    assert inside.targets(1, "Mild-Mannered Knight") == {"E5*", "D5"}
    sentence = outside.refused(1, outside.an_attack(1, "Barista on Break", "D5", terrain=True))
    assert sentence == "Of terrain the nearest square is attacked: of Bog that is C4, D4 or E4."


def test_ovc_22_ovc_34_cards_change_printed_numbers_and_one_name_counts_once():
    edits = "CST-34, CST-34, CST-34, CST-30 of seat 2"
    match = Match(f"{SEVEN}seat 1:\nCST-14 at D4: {edits}\nseat 2:\nCST-02 at D5:", 2, 6)
    match.attack(1, "Well-Read Ogre", "D5")
    assert match.facts_told(facts.Aimed)[0].acc == 3
    assert match.facts_told(facts.Harmed)[0].counters == 6


def test_ovc_34_only_enemies_and_terrain_are_attacked():
    match = Match(SEVEN + "seat 1:\nCST-14 at D4:\nCST-02 at D5:\nseat 2:\nCST-09 at A7:")
    assert match.targets(1, "Well-Read Ogre") == set()
    refused = match.refused(1, match.an_attack(1, "Well-Read Ogre", "D5"))
    assert refused == "Forum Regular is on your own side: attack an enemy."


# ---- sight, compared with a slow second implementation


def blocked_by_fractions(grid, a, b, walls):
    """Whether the segment between the centres passes through a wall, or between two at a corner."""
    (ax, ay), (bx, by) = grid.place(a), grid.place(b)
    dx, dy = bx - ax, by - ay

    def inside(x, y):
        """Return the open part of the segment, as fractions of it, within the open square (x, y)."""
        low, high = Fraction(0), Fraction(1)
        for start, step, at in ((ax, dx, x), (ay, dy, y)):
            left, right = Fraction(2 * at - 1, 2) - start, Fraction(2 * at + 1, 2) - start
            if step == 0:
                if not left < 0 < right:
                    return False
                continue
            ends = sorted((left / step, right / step))
            low, high = max(low, ends[0]), min(high, ends[1])
        return low < high

    for wall in walls - {a, b}:
        if inside(*grid.place(wall)):
            return True
    for y in range(grid.height - 1):
        for x in range(grid.width - 1):
            corner = (Fraction(2 * x + 1, 2) - ax, Fraction(2 * y + 1, 2) - ay)
            if corner[0] * dy != corner[1] * dx:
                continue
            if not min(0, dx) < corner[0] < max(0, dx) or not min(0, dy) < corner[1] < max(0, dy):
                continue
            rising = {grid.at(x, y + 1), grid.at(x + 1, y)}
            falling = {grid.at(x, y), grid.at(x + 1, y + 1)}
            if any(pair <= walls - {a, b} for pair in (rising, falling)):
                return True
    return False


@pytest.mark.parametrize("number", range(6))
def test_ovc_17_sight_and_range_are_the_same_from_both_ends_and_agree_with_fractions(number):
    random = Random(number)
    grid = grid_of(random.choice([7, 9, 11]), random.choice([7, 9]))
    walls = set(random.sample(range(grid.size), random.randint(2, grid.size // 4)))
    mask = mask_of(walls)
    for a in range(grid.size):
        for b in range(a):
            seen = not in_the_way(grid, a, b, mask)
            assert seen == (not in_the_way(grid, b, a, mask))
            for reach in (1, 2, 5):
                near = grid.chebyshev(a, b) <= reach
                assert bool(within(grid, a, reach) >> b & 1) == bool(within(grid, b, reach) >> a & 1) == near
    pairs = [tuple(random.sample(range(grid.size), 2)) for _ in range(250)]
    for a, b in pairs:
        assert bool(in_the_way(grid, a, b, mask)) == blocked_by_fractions(grid, a, b, walls), (a, b)
