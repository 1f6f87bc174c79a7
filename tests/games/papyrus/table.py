"""Papyrus with test maps and squads, and its table for tests."""

from __future__ import annotations

from bot.games.papyrus.rules.field import field_of
from bot.games.papyrus.rules.fieldmap import FieldMap
from bot.games.papyrus.rules.options import Kind, Kinds, Options
from bot.games.papyrus.rules.rules import PapyrusRules
from bot.games.papyrus.rules.squads import Squad
from bot.games.papyrus.rules.view import KIND_TITLES, Unit, unit_name
from bot.games.papyrus.wording.wording import PapyrusWording
from tests.games import table

MAPS = {
    "ridge": FieldMap(
        "ridge",
        "The Ridge",
        "/".join(["." * 12] * 3 + ["....#..#....", "....#.##....", "............"] + ["." * 12] * 2),
        seats=(2,),
    ),
    "posts": FieldMap(
        "posts",
        "The Posts",
        "/".join(
            ["." * 16] * 3 + ["....#..#..#....."] + ["." * 16] * 4 + [".....#..#..#...."] + ["." * 16] * 3
        ),
        seats=(2, 3, 4),
    ),
}
SQUADS = {
    "balanced": Squad(
        "balanced",
        "Balanced",
        {Kind.SMG: 4, Kind.SHOTGUN: 2, Kind.SNIPER: 2, Kind.MEDIC: 1, Kind.RPG: 1},
    ),
    "rockets": Squad("rockets", "Rockets", {Kind.RPG: 3, Kind.MEDIC: 2}),
}
RULES = PapyrusRules(MAPS, SQUADS)


class Table(table.Table):
    """A match in play: `Table("smg C7, sniper C5:4 | rpg F7")`, the units of the seats separated by |; no
    hill.

    Units are found by seat and name: "1 SMG-1" is the first SMG of seat 1.
    """

    rules = RULES
    wording = PapyrusWording(SQUADS)
    proper = tuple(KIND_TITLES.values())

    def __init__(self, squads: str, barriers: str = "", turn: int = 1, **options: object) -> None:
        size = f"{options.pop('width', 16)}x{options.pop('height', 12)}"
        agreed = " ".join(
            [
                f"{name}={str(value).lower()}"
                for name, value in {"squad": 10, "hill": False, **options}.items()
            ]
        )
        units = [f"seat {seat}: {told}" for seat, told in enumerate(squads.split("|"), start=1)]
        match = (f"field: {size}", f"barriers: {barriers}", f"options: {agreed}", f"turn: seat {turn}")
        super().__init__("\n".join([*match, *units]))
        self.field = field_of(self.state.options, self.state.seats)
        self.grid = self.field.grid

    def index(self, called: str) -> int:
        seat, name = called.split()
        return next(
            i for i, u in enumerate(self.state.units) if u.seat == int(seat) - 1 and unit_name(u) == name
        )

    def unit(self, called: str) -> Unit:
        unit: Unit = self.state.units[self.index(called)]
        return unit

    def hp(self, *called: str) -> list[int]:
        return [self.unit(one).hp for one in called]


__all__ = ["MAPS", "RULES", "SQUADS", "Kind", "Kinds", "Options", "Table"]
