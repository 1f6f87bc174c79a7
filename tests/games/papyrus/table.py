"""A table to tell stories at: positions written by hand, dice that fall as told, players who do as told."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bot.engine.errors import IllegalAction
from bot.engine.fair import Stream
from bot.engine.grid import mask_of
from bot.games.papyrus.actions import Attack, EndTurn, Heal, Move
from bot.games.papyrus.field import field_of
from bot.games.papyrus.fieldmap import FieldMap
from bot.games.papyrus.options import Kind, Kinds, Options
from bot.games.papyrus.rules import PapyrusRules
from bot.games.papyrus.settle import settle
from bot.games.papyrus.squads import Squad
from bot.games.papyrus.state import PapyrusState, unit_name
from bot.games.papyrus.view import Unit

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


class ToldDice(Stream):
    """Randomness whose next dice are told beforehand; with none told, a roll fails the test."""

    def __init__(self, faces: Iterable[int] = ()) -> None:
        super().__init__("table", b"t" * 32)
        self.faces = list(faces)

    def roll(self, purpose: str, sides: int = 6, count: int = 1) -> tuple[int, ...]:
        assert len(self.faces) >= count, f"a roll for {purpose} that nobody told"
        told, self.faces = tuple(self.faces[:count]), self.faces[count:]
        assert all(1 <= face <= sides for face in told)
        super().roll(purpose, sides, count)
        return told


class Table:
    """A match in play. `Table("smg C7, sniper C5:4 | rpg F7")`: seats parted by |, HP after a colon.

    Units are called by seat and name: "1 SMG-1" is the first SMG of seat 1.
    """

    def __init__(self, squads: str, barriers: str = "", turn: int = 1, **options: object) -> None:
        seats = squads.split("|")
        blank = Options(**{"width": 16, "height": 12, **options})  # type: ignore[arg-type]
        names = settle(blank, len(seats), MAPS)
        self.options = _with_barriers(names, barriers, len(seats))
        self.field = field_of(self.options, len(seats))
        self.grid = self.field.grid
        units = [unit for seat, text in enumerate(seats) for unit in self._squad(seat, text)]
        own = sum(unit.seat == turn - 1 for unit in units)
        self.state = PapyrusState(
            options=self.options,
            seats=len(seats),
            phase="moving",
            ready=(False,) * len(seats),
            squads=((),) * len(seats),
            units=tuple(units),
            out=(False,) * len(seats),
            turn=turn - 1,
            first=0,
            pool=2 * own,
            round=1,
            quiet=1,
        )

    def _squad(self, seat: int, text: str) -> list[Unit]:
        counts = dict.fromkeys(Kind, 0)
        units = []
        for word in text.split(","):
            kind, square, hp = re.fullmatch(r"(\w+) (\w+)(?::(\d+))?", word.strip()).groups()
            counts[Kind(kind)] += 1
            units.append(Unit(seat, Kind(kind), counts[Kind(kind)], self.grid.parse(square), int(hp or 10)))
        return units

    def index(self, called: str) -> int:
        seat, name = called.split()
        return next(
            i for i, u in enumerate(self.state.units) if u.seat == int(seat) - 1 and unit_name(u) == name
        )

    def unit(self, called: str) -> Unit:
        return self.state.units[self.index(called)]

    def hp(self, *called: str) -> list[int]:
        return [self.unit(one).hp for one in called]

    def do(self, action: object, *dice: int, seat: int | None = None) -> list[object]:
        """Let the seat on turn (or another) act with these dice; return the public facts."""
        rng = ToldDice(dice)
        actor = self.state.turn if seat is None else seat - 1
        events = RULES.apply(self.state, actor, action, rng)
        assert not rng.faces, "dice were told that nobody rolled"
        return [event.public for event in events]

    def move(self, unit: str, to: str) -> list[object]:
        return self.do(Move(self.index(unit), self.grid.parse(to)))

    def attack(self, unit: str, target: str, *dice: int) -> list[object]:
        return self.do(Attack(self.index(unit), self.index(target)), *dice)

    def heal(self, medic: str, ally: str) -> list[object]:
        return self.do(Heal(self.index(medic), self.index(ally)))

    def end_turn(self) -> list[object]:
        return self.do(EndTurn())

    def refusal(self, action: object, seat: int | None = None) -> str:
        """The sentence with which an action is refused; nothing may have changed and nothing been drawn."""
        before, rng = RULES.clone(self.state), ToldDice()
        actor = self.state.turn if seat is None else seat - 1
        try:
            RULES.apply(self.state, actor, action, rng)
        except IllegalAction as refused:
            assert self.state == before
            assert rng.draws == []
            return refused.sentence
        raise AssertionError(f"{action} was not refused")

    def no_attack(self, unit: str, target: str) -> str:
        return self.refusal(Attack(self.index(unit), self.index(target)))

    def no_move(self, unit: str, to: str) -> str:
        return self.refusal(Move(self.index(unit), self.grid.parse(to)))

    def no_heal(self, medic: str, ally: str) -> str:
        return self.refusal(Heal(self.index(medic), self.index(ally)))


def _with_barriers(options: Options, barriers: str, seats: int) -> Options:
    """The options with barriers at these squares."""
    width = options.width
    where = mask_of([field_of(options, seats).grid.parse(name) for name in barriers.split()])
    squares = ["#" if where >> i & 1 else "." for i in range(width * options.height)]
    rows = ["".join(squares[i : i + width]) for i in range(0, len(squares), width)]
    grid = options.grid if not barriers else "/".join(rows)
    return settle(Options(**{**_fields(options), "grid": grid}), seats, MAPS)


def _fields(options: Options) -> dict[str, object]:
    return {name: getattr(options, name) for name in options.__struct_fields__}


__all__ = ["MAPS", "RULES", "SQUADS", "Kind", "Kinds", "Options", "Table", "ToldDice"]
