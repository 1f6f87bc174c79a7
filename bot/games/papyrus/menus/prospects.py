"""The expected result of an attack, and a unit's options from other squares: for the hints on menus."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from bot.base.language import gettext, ngettext
from bot.engine.grid import mask_of, squares_of
from bot.engine.sentences import listed
from bot.games.papyrus.rules.field import Field
from bot.games.papyrus.rules.legal import spaces_words, splashed
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.state import occupied
from bot.games.papyrus.rules.view import Unit

_DIE = range(1, 7)


class Prospect(msgspec.Struct, frozen=True):
    """The possible results of an attack."""

    unit: int
    target: int
    distance: int
    """Spaces between the two (PAP-06)."""
    chances: int
    """The chances in six."""
    least: int
    """The least damage of a hit."""
    most: int
    """The greatest damage of a hit."""
    foes: int
    """The number of enemies that a hit would splash."""
    friends: int
    """The number of the attacker's own units that a hit would splash, the attacker included."""
    gain: float
    """The expected HP loss of the enemies, less that of the own side; for sorting."""

    @property
    def words(self) -> str:
        """The chance, the damage, the distance, and the units in a blast: "4 in 6, 2 damage, 3 spaces"."""
        chances = gettext("{chances} in 6", chances=self.chances)
        distance = spaces_words(self.distance)
        foes = [gettext("{number} more of theirs", number=self.foes)] if self.foes else []
        friends = [gettext("{number} of yours", number=self.friends)] if self.friends else []
        reached = [*foes, *friends]
        if self.least == self.most:
            damage = gettext("{damage} damage", damage=self.most)
        else:
            damage = gettext("{least} to {most} damage", least=self.least, most=self.most)
        words = [
            chances,
            damage,
            distance,
            *([gettext("blast on {reached}", reached=listed(reached))] if reached else []),
        ]
        return ", ".join(words)


def prospect(field: Field, units: Sequence[Unit], unit: int, target: int, *, critical: bool) -> Prospect:
    """Return the possible results of a legal attack."""
    attacker, victim = units[unit], units[target]
    distance = field.grid.manhattan(attacker.square, victim.square)
    grades = [field.arsenal.grade(attacker.kind, distance, roll, critical=critical) for roll in _DIE]
    hits = [field.arsenal.damage(attacker.kind, distance, one) for one in grades if one != "miss"]
    near = splashed(field, units, victim.square) if attacker.kind is Kind.RPG else []
    friends = [index for index in near if units[index].seat == attacker.seat]
    foes = [index for index in near if units[index].seat != attacker.seat]
    direct = sum([min(victim.hp, loss) for loss in hits])
    blast = _splash_loss(field, units, foes) - _splash_loss(field, units, friends)
    return Prospect(
        unit=unit,
        target=target,
        distance=distance,
        chances=len(hits),
        least=min(hits),
        most=max(hits),
        foes=len(foes),
        friends=len(friends),
        gain=(direct + len(hits) * blast) / 6,
    )


def _splash_loss(field: Field, units: Sequence[Unit], hurt: Sequence[int]) -> int:
    return sum([min(units[index].hp, field.arsenal.splash) for index in hurt])


class Outlook(msgspec.Struct, frozen=True):
    """The options of a unit on a square."""

    targets: int
    """The number of enemies in its sight and range."""
    best: int
    """The best chances in six among them; 0 without a target."""
    patients: int
    """The number of wounded adjacent allies, if it is a Medic."""
    hill: bool = False
    """Whether the square is on the hill (PAP-25)."""

    @property
    def useful(self) -> bool:
        """Whether the unit has an option there."""
        return bool(self.targets or self.patients or self.hill)

    @property
    def words(self) -> str:
        """The targets and the best chance: "2 targets, best 4 in 6"."""
        heals = [gettext("{number} to heal", number=self.patients)] if self.patients else []
        hill = [gettext("on the hill")] if self.hill else []
        if not self.targets:
            seen = [gettext("no target")]
        else:
            targets = ngettext("{number} target", "{number} targets", self.targets)
            seen = [targets, gettext("best {chances} in 6", chances=self.best)]
        return ", ".join([*seen, *heals, *hill])


class Lookout:
    """Computes the view of a unit from any square it can reach."""

    def __init__(self, field: Field, units: Sequence[Unit], index: int, hill: Collection[int] = ()) -> None:
        self._field = field
        self._hill = hill
        self._unit = units[index]
        others = [unit for i, unit in enumerate(units) if i != index]
        seat = self._unit.seat
        self._enemies = occupied([unit for unit in others if unit.seat != seat])
        self._blockers = self._enemies if self._unit.kind is Kind.SNIPER else occupied(others)
        wounded = [unit for unit in others if unit.seat == seat and unit.hp < field.arsenal.full_hp]
        self._wounded = occupied(wounded) if self._unit.kind is Kind.MEDIC else 0

    def seen(self, square: int) -> int:
        """Return the mask of the enemies' squares that the unit could shoot at from this one."""
        in_sight = self._enemies & self._field.in_sight(self._unit.kind, square)
        clear = [
            other
            for other in squares_of(in_sight)
            if not self._field.grid.centres(square, other) & self._blockers
        ]
        return mask_of(clear)

    def outlook(self, square: int) -> Outlook:
        """Return the unit's options if it were on this square and could still act."""
        grid, kind = self._field.grid, self._unit.kind
        chance = [
            self._field.arsenal.chances(kind, grid.manhattan(square, other))
            for other in squares_of(self.seen(square))
        ]
        patients = (grid.beside[square] & self._wounded).bit_count()
        return Outlook(len(chance), max(chance, default=0), patients, square in self._hill)
