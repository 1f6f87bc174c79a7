"""The weapons: chances, grades and damage, from the tables of the rulebook (PAP-11 to PAP-19)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from bot.games.papyrus.rules.facts import Grade
from bot.games.papyrus.rules.options import Kind

FULL_HP = 10
"""The HP of every unit at the start, and the maximum after healing (PAP-14, PAP-19)."""
SPLASH = 5
"""The damage of an RPG hit to each unit around its target (PAP-18)."""
HEALING = 2
"""The HP restored by a Medic (PAP-19)."""
RPG_STEPS = 2
"""The number of spaces an RPG unit may move in a turn (PAP-08)."""


class Weapon(NamedTuple):
    """One kind of weapon."""

    hit: int
    """The damage of a normal hit."""
    critical: int
    nick: int
    nearest: int
    """The shortest distance with a chance."""
    farthest: int
    """The longest distance with a chance."""


WEAPONS: Mapping[Kind, Weapon] = {
    Kind.SMG: Weapon(hit=2, critical=4, nick=1, nearest=1, farthest=6),
    Kind.SHOTGUN: Weapon(hit=5, critical=7, nick=2, nearest=1, farthest=3),
    Kind.SNIPER: Weapon(hit=5, critical=8, nick=3, nearest=4, farthest=8),
    Kind.MEDIC: Weapon(hit=1, critical=2, nick=0, nearest=1, farthest=6),
    Kind.RPG: Weapon(hit=8, critical=10, nick=5, nearest=1, farthest=6),
}

LONGEST_RANGE = max(weapon.farthest for weapon in WEAPONS.values())

_GRADES: Mapping[int, tuple[Grade, ...]] = {
    6: ("hit", "hit", "hit", "critical", "critical", "critical"),
    5: ("miss", "nick", "hit", "hit", "hit", "critical"),
    4: ("miss", "miss", "nick", "hit", "hit", "critical"),
    3: ("miss", "miss", "miss", "nick", "hit", "hit"),
    2: ("miss", "miss", "miss", "miss", "nick", "hit"),
    1: ("miss", "miss", "miss", "miss", "miss", "nick"),
}
"""The critical table: by chances, the grade of each roll from 1 to 6 (PAP-15)."""


def chances(kind: Kind, distance: int) -> int:
    """Return the chances in six at a distance of 1 or more (PAP-11)."""
    weapon = WEAPONS[kind]
    if not weapon.nearest <= distance <= weapon.farthest:
        return 0
    if kind is Kind.SHOTGUN:
        return 5 - 2 * (distance - 1)
    if kind is Kind.SNIPER:
        return 5 - (distance - 4)
    return 7 - distance


def grade(kind: Kind, distance: int, roll: int, *, critical: bool) -> Grade:
    """Return the grade of a roll; `critical` is whether the critical system is used (PAP-12, 15, 16)."""
    chance = chances(kind, distance)
    if roll < 7 - chance:
        return "miss"
    if not critical:
        return "hit"
    if kind is Kind.SHOTGUN and distance == 1:
        return "critical"
    return _GRADES[chance][roll - 1]


def damage(kind: Kind, distance: int, result: Grade) -> int:
    """Return the damage to the target (PAP-14)."""
    weapon = WEAPONS[kind]
    if result == "miss":
        return 0
    if result == "nick":
        return weapon.nick
    if result == "critical" or (kind is Kind.SHOTGUN and distance == 1):
        return weapon.critical
    return weapon.hit
