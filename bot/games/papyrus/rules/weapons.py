"""The weapons: chances, grades and damage, from the tables of the rulebook (PAP-11 to PAP-19).

The numbers are data (`data/papyrus/weapons.toml`), and the options of a match pin them, so that a changed
number changes no match that is played.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from msgspec import UNSET, UnsetType

from bot.engine.errors import BadOptions
from bot.games.papyrus.rules.facts import Grade
from bot.games.papyrus.rules.options import Kind, Options

FIRST = (
    "smg:654321+2+4+1/shotgun:531+5+7+2/sniper:00054321+5+8+3/medic:654321+1+2+0/rpg:654321+8+10+5"
    "/critical:mmmmmn+mmmmnh+mmmnhh+mmnhhc+mnhhhc+hhhccc/units:10+2+5+2"
)
"""The numbers of every match that pins none: those of the versions until 1.5.0."""

_GRADES: Mapping[str, Grade] = {"m": "miss", "n": "nick", "h": "hit", "c": "critical"}
_KINDS = "/".join([rf"{kind.value}:([0-6]{{1,12}})\+(\d{{1,2}})\+(\d{{1,2}})\+(\d{{1,2}})" for kind in Kind])
_TEXT = re.compile(
    rf"{_KINDS}/critical:([mnhc]{{6}}(?:\+[mnhc]{{6}}){{5}})/units:([1-9]\d?)\+(\d{{1,2}})\+(\d{{1,2}})\+(\d{{1,2}})",
    re.ASCII,
)


class Weapon(NamedTuple):
    """One kind of weapon."""

    chances: tuple[int, ...]
    """The chances in six at distance 1, 2 and so on (PAP-11)."""
    hit: int
    """The damage of a normal hit (PAP-14)."""
    critical: int
    nick: int

    @property
    def nearest(self) -> int:
        """The shortest distance with a chance."""
        return next(distance for distance, chance in enumerate(self.chances, 1) if chance)

    @property
    def farthest(self) -> int:
        """The longest distance with a chance."""
        return max(distance for distance, chance in enumerate(self.chances, 1) if chance)


class Arsenal:
    """The numbers of the weapons and units of a match. Equal numbers are one object (`arsenal`)."""

    def __init__(self, text: str) -> None:
        """Read the numbers as options pin them. Raises `BadOptions`."""
        told = _TEXT.fullmatch(text)
        if told is None or any(not int(told[place]) for place in range(1, 4 * len(Kind), 4)):
            raise BadOptions.translated("These are no numbers of weapons.")
        self.weapons: Mapping[Kind, Weapon] = {
            kind: Weapon(tuple(map(int, told[place])), *map(int, told.group(place + 1, place + 2, place + 3)))
            for place, kind in zip(range(1, 4 * len(Kind), 4), Kind, strict=True)
        }
        *_, grades, hp, healing, splash, steps = told.groups()
        self._grades = [tuple([_GRADES[letter] for letter in row]) for row in grades.split("+")]
        self.full_hp = int(hp)
        """The HP of every unit at the start, and the maximum after healing (PAP-14, PAP-19)."""
        self.healing = int(healing)
        """The HP restored by a Medic (PAP-19)."""
        self.splash = int(splash)
        """The damage of an RPG hit to each unit around its target (PAP-18)."""
        self.rpg_steps = int(steps)
        """The number of spaces an RPG unit may move in a turn (PAP-08)."""
        self.farthest = max([weapon.farthest for weapon in self.weapons.values()])

    def chances(self, kind: Kind, distance: int) -> int:
        """Return the chances in six at a distance of 1 or more (PAP-11)."""
        by_distance = self.weapons[kind].chances
        return by_distance[distance - 1] if distance <= len(by_distance) else 0

    def grade(self, kind: Kind, distance: int, roll: int, *, critical: bool) -> Grade:
        """Return the grade of a roll; `critical` is whether the critical system is used (PAP-12, 15, 16)."""
        chance = self.chances(kind, distance)
        if roll < 7 - chance:
            return "miss"
        if not critical:
            return "hit"
        if kind is Kind.SHOTGUN and distance == 1:
            return "critical"
        return self._grades[chance - 1][roll - 1]

    def damage(self, kind: Kind, distance: int, result: Grade) -> int:
        """Return the damage to the target (PAP-14)."""
        weapon = self.weapons[kind]
        if result == "miss":
            return 0
        if result == "nick":
            return weapon.nick
        if result == "critical" or (kind is Kind.SHOTGUN and distance == 1):
            return weapon.critical
        return weapon.hit


_read = lru_cache(maxsize=64)(Arsenal)


def arsenal(pinned: str | UnsetType) -> Arsenal:
    """Return the numbers that options pin, `FIRST` if they pin none. Raises `BadOptions`."""
    return _read(FIRST if pinned is UNSET else pinned)


def arsenal_of(options: Options) -> Arsenal:
    """Return the numbers of a match with these options."""
    return arsenal(options.weapons)
