"""Attacks, splash and heals, rule by rule."""

import pytest

from bot.games.papyrus.rules.actions import Attack, Heal
from bot.games.papyrus.rules.facts import Healed, Hurt, Shot
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.view import unit_name
from bot.games.papyrus.rules.weapons import FIRST, Arsenal
from tests.games.papyrus.chance import chances_between
from tests.games.papyrus.table import RULES, Table

NUMBERS = Arsenal(FIRST)

CHANCES = {
    Kind.SMG: (6, 5, 4, 3, 2, 1, 0, 0, 0),
    Kind.MEDIC: (6, 5, 4, 3, 2, 1, 0, 0, 0),
    Kind.RPG: (6, 5, 4, 3, 2, 1, 0, 0, 0),
    Kind.SHOTGUN: (5, 3, 1, 0, 0, 0, 0, 0, 0),
    Kind.SNIPER: (0, 0, 0, 5, 4, 3, 2, 1, 0),
}


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("distance", range(1, 10))
def test_the_chances_table_pap_11(kind, distance):
    chances = CHANCES[kind][distance - 1]
    assert NUMBERS.chances(kind, distance) == chances
    target = "ABCDEFGHIJKLMNOP"[2 + distance]
    table = Table(f"{kind.value} C7 | smg {target}7")
    assert chances_between(table.field, table.state.units, 0, 1) == chances
    assert (Attack(0, 1) in RULES.legal(table.state, 0)) == (chances > 0)


@pytest.mark.parametrize("chances", range(1, 7))
def test_with_chances_p_a_die_hits_on_seven_minus_p_or_more_pap_12(chances):
    grades = [NUMBERS.grade(Kind.SMG, 7 - chances, roll, critical=False) for roll in range(1, 7)]
    assert grades == ["miss"] * (6 - chances) + ["hit"] * chances


def test_a_hit_deals_damage_and_a_miss_does_not_pap_12():
    table = Table("smg C7, smg C8 | smg F7")
    (missed,) = table.do("attack SMG-1 SMG-1", 2)
    assert (missed.chances, missed.grade, missed.damage, missed.hurt) == (4, "miss", 0, ())
    assert table.state.quiet == 1
    (hit,) = table.do("attack SMG-2 SMG-1", 4)
    square = table.grid.parse
    assert hit == Shot(1, 2, square("C8"), square("F7"), 3, 4, "hit", 2, (Hurt(2, 2, 8, square("F7")),))
    assert table.hp("2 SMG-1") == [8]
    assert table.state.quiet == 0


@pytest.mark.parametrize(
    ("position", "why"),
    [
        ("smg C7 | smg J7", "it is 7 spaces away. An SMG reaches 6 at most"),
        ("shotgun C7 | smg E9", "it is 4 spaces away. A Shotgun reaches 3 at most"),
        ("sniper C7 | smg L7", "it is 9 spaces away. A Sniper reaches 8 at most"),
        ("sniper C7 | smg D9", "it is 3 away. A Sniper cannot attack closer than 4"),
        ("rpg C7 | smg D8", "an RPG fires only along its own row or column"),
        ("rpg C7 | smg J7", "it is 7 spaces away. An RPG reaches 6 at most"),
        ("medic C7 | smg J7", "it is 7 spaces away. A Medic reaches 6 at most"),
    ],
)
def test_an_attack_without_a_chance_is_refused_with_its_reason_pap_13(position, why):
    table = Table(position)
    square = table.grid.name(table.state.units[1].square)
    name = unit_name(table.state.units[0])
    assert table.no(Attack(0, 1)) == f"{name} has no shot at SMG-1 on {square}: {why}."


@pytest.mark.parametrize(
    ("kind", "base", "critical", "nick"),
    [("smg", 2, 4, 1), ("shotgun", 5, 7, 2), ("sniper", 5, 8, 3), ("medic", 1, 2, 0), ("rpg", 8, 10, 5)],
)
def test_the_damage_table_pap_14(kind, base, critical, nick):
    dealt = [NUMBERS.damage(Kind(kind), 2, grade) for grade in ("hit", "critical", "nick", "miss")]
    assert dealt == [base, critical, nick, 0]


def test_all_units_have_ten_hp_and_a_shotgun_hit_at_distance_one_deals_seven_pap_14():
    near, far = Table("shotgun C7 | smg C8"), Table("shotgun C7 | smg C9")
    assert near.hp("1 Shotgun-1", "2 SMG-1") == [10, 10]
    near.do("attack Shotgun-1 SMG-1", 2)
    far.do("attack Shotgun-1 SMG-1", 6)
    assert near.hp("2 SMG-1") + far.hp("2 SMG-1") == [3, 5]


CRITICAL_TABLE = {
    6: "hit hit hit critical critical critical",
    5: "miss nick hit hit hit critical",
    4: "miss miss nick hit hit critical",
    3: "miss miss miss nick hit hit",
    2: "miss miss miss miss nick hit",
    1: "miss miss miss miss miss nick",
}


@pytest.mark.parametrize("chances", CRITICAL_TABLE)
@pytest.mark.parametrize("roll", range(1, 7))
def test_the_critical_table_pap_15(chances, roll):
    grade = CRITICAL_TABLE[chances].split()[roll - 1]
    target = "DEFGHI"[6 - chances]
    table = Table(f"smg C7 | smg {target}7", critical=True)
    (shot,) = table.do("attack SMG-1 SMG-1", roll)
    assert (shot.chances, shot.grade) == (chances, grade)
    assert table.hp("2 SMG-1") == [10 - {"miss": 0, "nick": 1, "hit": 2, "critical": 4}[grade]]


def test_a_shotgun_hit_at_distance_one_is_always_critical_and_a_miss_stays_a_miss_pap_16():
    grades = [NUMBERS.grade(Kind.SHOTGUN, 1, roll, critical=True) for roll in range(1, 7)]
    assert grades == ["miss"] + ["critical"] * 5
    assert NUMBERS.grade(Kind.SHOTGUN, 2, 4, critical=True) == "nick"


def test_a_nick_by_a_medic_hits_without_damage_pap_15():
    table = Table("medic C7 | smg I7", critical=True)
    (shot,) = table.do("attack Medic-1 SMG-1", 6)
    assert (shot.grade, shot.damage, shot.hurt) == ("nick", 0, ())
    assert table.state.quiet == 1


def test_each_unit_attacks_once_a_turn_pap_10():
    table = Table("smg C7 | smg D7")
    table.do("attack SMG-1 SMG-1", 1)
    assert table.no("attack SMG-1 SMG-1") == "SMG-1 has attacked or healed this turn already."
    table.do("end-turn")
    table.do("end-turn")
    table.do("attack SMG-1 SMG-1", 1)


def test_only_a_living_enemy_can_be_the_target_pap_10():
    table = Table("smg C7, smg C8 | smg D7:1, smg P1")
    assert table.no("attack SMG-1 at C8") == (
        "SMG-2 is one of your own: only an enemy unit can be the target."
    )
    table.do("attack SMG-1 SMG-1", 6)
    assert table.no("attack SMG-2 SMG-1") == "Seat 2's SMG-1 has left the board already."
    for nobody in (-1, 4, 10**20):
        assert table.no(Attack(1, nobody)) == "There is no such unit to attack."


def test_a_sniper_shoots_through_allies_without_harming_them_but_not_through_enemies_pap_17():
    table = Table("sniper C7, smg E7 | smg H7")
    table.do("attack Sniper-1 SMG-1", 6)
    assert table.hp("1 SMG-1", "2 SMG-1") == [10, 5]
    table = Table("sniper C7 | smg H7, medic E7")
    assert "seat 2's Medic-1 at E7 is in the way" in table.no("attack Sniper-1 SMG-1")


def test_an_rpg_hit_splashes_friend_and_foe_around_the_target_pap_18():
    table = Table("rpg C7, smg G6 | smg F7, smg E8, medic G7, smg H7")
    (shot,) = table.do("attack RPG-1 SMG-1", 6)
    assert table.hp("2 SMG-1", "2 SMG-2", "2 Medic-1", "1 SMG-1", "2 SMG-3") == [2, 5, 5, 5, 10]
    assert [hurt.unit for hurt in shot.hurt] == [table.index("2 SMG-1"), 1, 3, 4]
    assert shot.hurt[0].damage == 8


@pytest.mark.parametrize(
    ("units", "roll", "hp"),
    [
        ("rpg C7, smg A1 | smg F7, smg F8", 2, [10, 10, 10]),
        ("rpg C7, smg A1 | smg D7, smg P1", 6, [5, 2, 10]),
        ("rpg P4, smg A8 | smg P7, smg A7", 6, [10, 2, 10]),
    ],
    ids=["a miss hurts nobody", "it can hurt itself", "it does not reach round the edge"],
)
def test_the_units_hit_by_a_rocket_pap_18(units, roll, hp):
    table = Table(units)
    table.do("attack RPG-1 SMG-1", roll)
    assert table.hp("1 RPG-1", "2 SMG-1", "2 SMG-2") == hp
    assert table.hp("1 SMG-1") == [10]


def test_even_a_nick_splashes_in_full_and_barriers_do_not_stop_it_pap_18():
    table = Table("rpg C7 | smg I7, smg J6", barriers="I6 J7", critical=True)
    (shot,) = table.do("attack RPG-1 SMG-1", 6)
    assert shot.grade == "nick"
    assert table.hp("2 SMG-1", "2 SMG-2") == [5, 5]


def test_a_medic_heals_two_hp_up_to_ten_pap_19():
    table = Table("medic C7, medic C9, smg C8:7 | smg P1")
    assert table.do("heal Medic-1 SMG-1") == [Healed(0, 2, 9)]
    assert table.do("heal Medic-2 SMG-1") == [Healed(1, 2, 10)]


@pytest.mark.parametrize(
    ("target", "sentence"),
    [
        ("1 SMG-1", "SMG-1 has all of its 10 HP."),
        ("1 Medic-1", "Medic-1 cannot heal itself: choose an adjacent ally."),
        (
            "1 SMG-2",
            (
                "Medic-1 cannot reach SMG-2 at D8, 2 spaces away: "
                "a Medic heals an adjacent ally, not a diagonal one."
            ),
        ),
        ("2 SMG-1", "SMG-1 of seat 2 is an enemy: a Medic heals its own allies."),
    ],
)
def test_units_that_a_medic_cannot_heal_pap_19(target, sentence):
    table = Table("medic C7:5, smg C8, smg D8:5 | smg D7:5")
    assert table.no(Heal(table.index("1 Medic-1"), table.index(target))) == sentence


def test_a_medic_heals_instead_of_attacking_and_others_cannot_heal_pap_19():
    table = Table("medic C7, smg C8:5 | smg D7")
    assert table.no("heal SMG-1 Medic-1") == "SMG-1 cannot heal: only a Medic can."
    table.do("heal Medic-1 SMG-1")
    assert table.no("attack Medic-1 SMG-1") == "Medic-1 has attacked or healed this turn already."
    assert table.no("heal Medic-1 SMG-1") == "Medic-1 has attacked or healed this turn already."
    assert table.no(Heal(0, 99)) == "There is no such unit to heal."


def test_dead_units_are_removed_at_once_and_hp_are_never_negative_pap_20():
    table = Table("smg C7, smg B7 | medic D7:2, smg F7")
    assert "seat 2's Medic-1 at D7" in table.no("attack SMG-1 SMG-1")
    table.do("attack SMG-1 Medic-1", 6)
    assert table.unit("2 Medic-1").square == -1
    assert "your own SMG-1 at C7 is in the way" in table.no("attack SMG-2 SMG-1")
    table = Table("sniper C7 | smg H7:3, smg P1")
    (shot,) = table.do("attack Sniper-1 SMG-1", 6)
    assert shot.damage == 5
    assert shot.hurt == (Hurt(1, 3, 0, table.grid.parse("H7")),)
    table = Table("smg C7, medic E7 | smg H7, smg G7")
    assert "your own Medic-1 at E7 is in the way" in table.no("attack SMG-1 SMG-1"), "the first of several"


def test_a_unit_exactly_on_the_segment_blocks_and_a_graze_does_not_pap_21():
    table = Table("smg C7, smg D8 | smg E9")
    assert table.no("attack SMG-1 SMG-1") == (
        "SMG-1 has no shot at SMG-1 on E9: your own SMG-2 at D8 is in the way."
    )
    table = Table("smg C7, smg D7, smg D8 | smg E8")
    table.do("attack SMG-1 SMG-1", 6)


def test_a_crossed_barrier_and_two_touching_at_a_corner_block_pap_22():
    table = Table("smg C7 | smg E8", barriers="D7")
    assert table.no("attack SMG-1 SMG-1") == (
        "SMG-1 has no shot at SMG-1 on E8: the barrier at D7 is in the way."
    )
    Table("smg C7 | smg D8", barriers="D7").do("attack SMG-1 SMG-1", 6)
    table = Table("smg C7 | smg D8", barriers="D7 C8")
    assert table.no("attack SMG-1 SMG-1") == (
        "SMG-1 has no shot at SMG-1 on D8: the barriers at D7 and C8 touch at a corner and are in the way."
    )
