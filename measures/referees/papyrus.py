"""The referee of Papyrus, written from the rulings PAP-01 to PAP-30."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from measures.referees import Act, Dice, DifferenceError, Facts, Table

DATA = Path(__file__).parents[2] / "data/papyrus"
KINDS = ("smg", "shotgun", "sniper", "medic", "rpg")
BY_OPTION = {"basic": KINDS[:1], "intermediate": KINDS[:3], "advanced": KINDS}  # PAP-02
DAMAGE = {  # PAP-14: base, critical, nick
    "smg": (2, 4, 1),
    "shotgun": (5, 7, 2),
    "sniper": (5, 8, 3),
    "medic": (1, 2, 0),
    "rpg": (8, 10, 5),
}
GRADES = {6: "bbbccc", 5: "mnbbbc", 4: "mmnbbc", 3: "mmmnbb", 2: "mmmmnb", 1: "mmmmmn"}  # PAP-15
FULL_HP, HEALING, SPLASH, RPG_SPACES, QUIET_ROUNDS = 10, 2, 5, 2, 10
FIRST_SPACES = {"all": 2, "half": 1, "none": 0}  # PAP-27


def chances(kind: str, distance: int) -> int:
    """Return the chances in six (PAP-11)."""
    if kind == "shotgun":
        raw = 5 - 2 * (distance - 1)
    elif kind == "sniper":
        raw = 5 - (distance - 4) if distance >= 4 else 0  # PAP-17
    else:
        raw = 7 - distance
    return max(0, min(6, raw))


class Referee(Table):
    """A match: squares are (column, row)."""

    def __init__(self, options: dict[str, Any], seats: int, dice: Dice, start: Facts) -> None:
        self.options, self.seats = options, seats
        rows = options["grid"].split("/")
        self.width, self.height = len(rows[0]), len(rows)
        self.walls = {(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "#"}
        self.kinds = BY_OPTION[options["kinds"]]
        if options["only"]:  # PAP-26
            self.kinds = tuple(kind for kind in KINDS if kind in options["only"].lower())
        self.phase, self.ready, self.out = "picking", [False] * seats, [False] * seats
        self.squads: list[list[str]] = [[] for _ in range(seats)]
        self.units: list[dict[str, Any]] = []
        self.turn = self.first = -1
        self.pool = self.round = self.quiet = 0
        self.ended: Facts | None = None
        self.zones = self._zones()
        for zone in self.zones:  # PAP-05
            if self.walls & set(zone):
                raise DifferenceError(f"barriers in a deploy zone: {self.walls & set(zone)}")
        self.hill = set()
        if options["hill"]:  # PAP-25, PAP-29
            across = {(self.width - 1) // 2, self.width // 2}
            down = {(self.height - 1) // 2, self.height // 2}
            self.hill = {(x, y) for x in across for y in down} - self.walls
            if not self.hill:
                raise DifferenceError("a hill where all middle squares are walls (PAP-29)")

    def _zones(self) -> list[list[tuple[int, int]]]:
        """Return the deploy zone of each seat (PAP-03, PAP-28)."""
        side = 2
        while side * self.height < self.options["squad"]:
            side += 1
        deep = 2
        inner = range(side, self.width - side)
        while deep * len(inner) < self.options["squad"]:
            deep += 1
        across = [range(side), range(self.width - side, self.width), inner, inner]
        down = [range(self.height), range(self.height), range(deep), range(self.height - deep, self.height)]
        return [[(x, y) for y in down[seat] for x in across[seat]] for seat in range(self.seats)]

    # Who and what

    def awaited(self) -> set[int]:
        if self.phase == "over":
            return set()
        if self.phase in ("picking", "placing"):
            return {seat for seat in self._in() if not self.ready[seat]}
        return {self.turn}

    def legal(self, seat: int) -> Iterator[Act]:
        if seat not in self.awaited():
            return
        if self.phase == "picking":
            yield from self._picks(seat)
        elif self.phase == "placing":
            yield from self._places(seat)
        else:
            if self.phase == "moving":
                yield from self._moves(seat)
            yield from self._attacks(seat)
            yield from self._heals(seat)
            yield {"do": "end-turn"}  # PAP-10

    def _picks(self, seat: int) -> Iterator[Act]:
        squad, most = self.squads[seat], self.options["most"]
        for kind in self.kinds:
            free = kind == "smg" or not most or squad.count(kind) < most  # PAP-26
            if len(squad) < self.options["squad"] and free:
                yield {"do": "recruit", "kind": kind}
        yield from ({"do": "dismiss", "kind": kind} for kind in set(squad))
        yield from ({"do": "preset", "squad": name} for name in _squad_names())
        if len(squad) == self.options["squad"]:
            yield {"do": "ready"}

    def _places(self, seat: int) -> Iterator[Act]:
        own = self._of(seat)
        free = set(self.zones[seat]) - {self.units[index]["at"] for index in own}
        yield from ({"do": "place", "unit": index, "to": self._number(at)} for index in own for at in free)
        yield {"do": "formation"}
        if all(self.units[index]["at"] for index in own):
            yield {"do": "ready"}

    def _moves(self, seat: int) -> Iterator[Act]:
        for index in self._of(seat):
            unit = self.units[index]
            spaces = self.pool
            if unit["kind"] == "rpg":  # PAP-08
                spaces = min(spaces, RPG_SPACES - unit["moved"])
            for at, cost in self._reached(unit["at"]).items():
                if 0 < cost <= spaces:
                    yield {"do": "move", "unit": index, "to": self._number(at)}

    def _attacks(self, seat: int) -> Iterator[Act]:
        for index in self._of(seat):
            for target in self._living():
                if self.units[target]["seat"] != seat and self._may_attack(index, target):
                    yield {"do": "attack", "unit": index, "target": target}

    def _heals(self, seat: int) -> Iterator[Act]:
        for index in self._of(seat):
            medic = self.units[index]
            if medic["kind"] != "medic" or medic["acted"]:
                continue
            for target in self._of(seat):  # PAP-19
                ally = self.units[target]
                if _distance(medic["at"], ally["at"]) == 1 and ally["hp"] < FULL_HP:
                    yield {"do": "heal", "unit": index, "target": target}

    def _reached(self, start: tuple[int, int]) -> dict[tuple[int, int], int]:
        """Return the cost of each square in reach by free squares (PAP-07)."""
        taken = self.walls | {self.units[index]["at"] for index in self._living()}
        costs, edge = {start: 0}, [start]
        for x, y in edge:
            for at in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                inside = 0 <= at[0] < self.width and 0 <= at[1] < self.height
                if inside and at not in taken and at not in costs:
                    costs[at] = costs[x, y] + 1
                    edge.append(at)
        return costs

    def _may_attack(self, index: int, target: int) -> bool:
        unit, other = self.units[index], self.units[target]
        if unit["acted"] or not chances(unit["kind"], _distance(unit["at"], other["at"])):  # PAP-13
            return False
        (x, y), (to_x, to_y) = unit["at"], other["at"]
        if unit["kind"] == "rpg" and x != to_x and y != to_y:  # PAP-18
            return False
        for between in self._living():  # PAP-21
            one = self.units[between]
            if between in (index, target) or (unit["kind"] == "sniper" and one["seat"] == unit["seat"]):
                continue  # PAP-17
            if _between(unit["at"], other["at"], one["at"]):
                return False
        return not any(_crosses(unit["at"], other["at"], wall) for wall in self.walls) and not any(
            left in self.walls and right in self.walls for left, right in _corners(unit["at"], other["at"])
        )  # PAP-22

    # Acting

    def act(self, seat: int, action: Act, dice: Dice, after: Facts) -> None:
        do = action["do"]
        if do == "resign":
            self._resign(seat, dice, after)
        elif do == "ready":
            self.ready[seat] = True
            self._go_on_when_ready(dice, after)
        elif do in ("recruit", "dismiss"):
            squad = self.squads[seat]
            squad.append(action["kind"]) if do == "recruit" else squad.remove(action["kind"])
        elif do == "preset":
            self._take_preset(seat, list(after["squads"][seat]))
        elif do == "place":
            self.units[action["unit"]]["at"] = self._square(action["to"])
        elif do == "formation":
            self._take_formation(seat, after)
        elif do == "move":
            unit, to = self.units[action["unit"]], self._square(action["to"])
            cost = self._reached(unit["at"])[to]
            self.pool -= cost
            unit["moved"] += cost
            unit["at"] = to
        elif do == "heal":
            self.phase = "attacking"  # PAP-09
            self.units[action["unit"]]["acted"] = True
            ally = self.units[action["target"]]
            ally["hp"] = min(FULL_HP, ally["hp"] + HEALING)
            self.quiet = 0
        elif do == "attack":
            self._attack(action["unit"], action["target"], dice)
        else:
            self._end_turn()

    def _take_preset(self, seat: int, squad: list[str]) -> None:
        """Take the product's squad: how weights are made units is in no ruling; PAP-02 and PAP-26 are."""
        most = self.options["most"]
        fits = len(squad) == self.options["squad"] and set(squad) <= set(self.kinds)
        if not fits or (most and any(squad.count(kind) > most for kind in KINDS[1:])):
            raise DifferenceError(f"the ready-made squad {squad} does not fit the options (PAP-02, PAP-26)")
        self.squads[seat] = squad

    def _take_formation(self, seat: int, after: Facts) -> None:
        """Take the product's formation, which no ruling decides, within the zone (PAP-03)."""
        own = self._of(seat)
        squares = [self._square(after["units"][index][3]) for index in own]
        if len(set(squares)) < len(own) or not set(squares) <= set(self.zones[seat]):
            raise DifferenceError(f"the default formation of seat {seat} is {squares} (PAP-03)")
        for index, at in zip(own, squares, strict=True):
            self.units[index]["at"] = at

    def _go_on_when_ready(self, dice: Dice, after: Facts) -> None:
        if self.awaited():
            return
        self.ready = [False] * self.seats
        if self.phase == "picking":
            for seat in self._in():
                counts = dict.fromkeys(KINDS, 0)
                order = [unit[1] for unit in after["units"] if unit[0] == seat]  # in no ruling
                if sorted(order) != sorted(self.squads[seat]):
                    raise DifferenceError(f"seat {seat} picked {self.squads[seat]} and has {order}")
                for kind in order:
                    counts[kind] += 1
                    unit = {"seat": seat, "kind": kind, "number": counts[kind], "at": None}
                    self.units.append({**unit, "hp": FULL_HP, "moved": 0, "acted": False})
            self.squads = [[] for _ in range(self.seats)]
            self.phase = "placing"
            return
        rolling = self._in()  # PAP-04
        while len(rolling) > 1:
            rolled = dict(zip(rolling, dice.roll(len(rolling)), strict=True))
            rolling = [seat for seat in rolling if rolled[seat] == max(rolled.values())]
        self.first = rolling[0]
        self.round = self.quiet = 1
        self._begin_turn(self.first, FIRST_SPACES[self.options["start"]])

    def _begin_turn(self, seat: int, spaces: int = 2) -> None:
        self.turn, self.phase = seat, "moving"
        self.pool = spaces * len(self._of(seat))  # PAP-07
        for unit in self.units:
            unit["moved"], unit["acted"] = 0, False

    def _attack(self, index: int, target: int, dice: Dice) -> None:
        unit, other = self.units[index], self.units[target]
        self.phase = "attacking"  # PAP-09
        unit["acted"] = True
        distance = _distance(unit["at"], other["at"])
        p, (rolled,) = chances(unit["kind"], distance), dice.roll()
        base, critical, nick = DAMAGE[unit["kind"]]
        close = unit["kind"] == "shotgun" and distance == 1
        if self.options["critical"]:
            grade = GRADES[p][rolled - 1]
            if close and grade != "m":  # PAP-16
                grade = "c"
            damage = {"m": None, "n": nick, "b": base, "c": critical}[grade]
        else:
            damage = (7 if close else base) if rolled >= 7 - p else None  # PAP-12, PAP-14
        if damage is None:
            return
        lost = {target: damage}
        if unit["kind"] == "rpg":  # PAP-18
            (x, y) = other["at"]
            for near in self._living():
                near_x, near_y = self.units[near]["at"]
                if near != target and max(abs(near_x - x), abs(near_y - y)) == 1:
                    lost[near] = SPLASH
        for hurt, amount in lost.items():  # PAP-20: at the same instant
            self.units[hurt]["hp"] = max(0, self.units[hurt]["hp"] - amount)
        if any(lost.values()):  # PAP-28
            self.quiet = 0
        for seat in self._in():
            self.out[seat] = not self._of(seat)
        self._end_if_one_is_left()
        if not self.ended and self.out[self.turn]:
            self._end_turn()

    def _resign(self, seat: int, dice: Dice, after: Facts) -> None:
        """Take a seat out with its units; this is no change of HP (PAP-28)."""
        self.out[seat] = True
        self.squads[seat] = []
        for unit in self.units:
            if unit["seat"] == seat:
                unit["hp"] = 0
        self._end_if_one_is_left()
        if self.ended:
            return
        if self.phase in ("picking", "placing"):
            self._go_on_when_ready(dice, after)
        elif seat == self.turn:
            self._end_turn()

    def _end_turn(self) -> None:
        order = [(self.first + step) % self.seats for step in range(self.seats)]
        after = [seat for seat in order[order.index(self.turn) + 1 :] if not self.out[seat]]
        if after:
            self._begin_turn(after[0])
            return
        limit = self.options["rounds"]  # PAP-23
        if (limit and self.round >= limit) or self.quiet >= QUIET_ROUNDS:
            self._end_at_limit(order)
            return
        self.round += 1
        self.quiet += 1
        self._begin_turn(next(seat for seat in order if not self.out[seat]))

    # The end

    def _end_if_one_is_left(self) -> None:
        left = self._in()
        if len(left) < 2:
            self._end(left)  # PAP-23: none when the last units went at once

    def _end_at_limit(self, order: list[int]) -> None:
        """PAP-25 names the seat with more units on the hill. Where several have as many, HP count for all
        that are left (DECISIONS 21).
        """
        on_hill = {
            seat: sum(self.units[index]["at"] in self.hill for index in self._of(seat)) for seat in self._in()
        }
        most = [seat for seat in on_hill if on_hill[seat] == max(on_hill.values())]
        standing = on_hill if len(most) == 1 else {seat: self._hp(seat) for seat in self._in()}
        best = [seat for seat in order if standing.get(seat) == max(standing.values())]
        if len(best) > 1:  # PAP-27, PAP-28
            best = {"shared": [], "first-mover": best[:1], "last-mover": best[-1:]}[self.options["ties"]]
        self._end(best)

    def _end(self, winners: list[int]) -> None:
        if self.phase in ("picking", "placing"):  # what was not revealed is never seen (PAP-02, PAP-03)
            self.ready = [False] * self.seats
            for unit in self.units:
                unit["at"] = None
            if self.phase == "picking":
                self.squads = [[] for _ in range(self.seats)]
        self.phase = "over"
        self.ended = {"winners": tuple(sorted(winners)), "scores": tuple(map(self._hp, range(self.seats)))}

    def result(self) -> Facts | None:
        return self.ended

    # Queries

    def _in(self) -> list[int]:
        return [seat for seat in range(self.seats) if not self.out[seat]]

    def _living(self) -> list[int]:
        return [index for index, unit in enumerate(self.units) if unit["hp"] > 0]

    def _of(self, seat: int) -> list[int]:
        return [index for index in self._living() if self.units[index]["seat"] == seat]

    def _hp(self, seat: int) -> int:
        return sum(unit["hp"] for unit in self.units if unit["seat"] == seat)

    def _number(self, at: tuple[int, int]) -> int:
        return at[1] * self.width + at[0]

    def _square(self, number: int) -> tuple[int, int]:
        return number % self.width, number // self.width

    def facts(self) -> Facts:
        return {**self._common(self.units), "squads": [sorted(squad) for squad in self.squads]}

    def sight(self, viewer: int | None) -> Facts:
        """Return what a viewer sees: all but the squads and squares that others still choose (PAP-24)."""
        units = self.units
        if self.phase == "placing":  # PAP-03
            units = [unit if unit["seat"] == viewer else {**unit, "at": None} for unit in units]
        squad = [] if viewer is None else self.squads[viewer]  # PAP-02
        zones = [sorted(map(self._number, zone)) for zone in self.zones]
        hill = set(map(self._number, self.hill))
        return {**self._common(units), "squad": sorted(squad), "zones": zones, "hill": hill}

    def _common(self, shown: list[dict[str, Any]]) -> Facts:
        units: list[tuple[Any, ...]] = []
        for unit in shown:
            at = -1 if unit["at"] is None else self._number(unit["at"])
            rest = (at, unit["hp"], unit["moved"], unit["acted"]) if unit["hp"] > 0 else ("dead",)
            units.append((unit["seat"], unit["kind"], unit["number"], *rest))
        facts = {
            "phase": self.phase,
            "ready": tuple(self.ready),
            "units": units,
            "out": tuple(self.out),
            "first": self.first,
        }
        if self.phase in ("moving", "attacking"):
            facts |= {"turn": self.turn, "pool": self.pool, "round": self.round, "quiet": self.quiet}
        return facts


def read(state: Any) -> Facts:
    """Return what the rulings speak of in a state of the product."""
    return {**_common(state), "squads": [sorted(kind.value for kind in squad) for squad in state.squads]}


def seen(view: Any) -> Facts:
    """Return what the rulings speak of in a view of the product."""
    return {
        **_common(view),
        "squad": sorted(kind.value for kind in view.squad),
        "zones": [sorted(zone) for zone in view.zones],
        "hill": set(view.hill),
    }


def _common(source: Any) -> Facts:
    units: list[tuple[Any, ...]] = []
    for unit in source.units:
        rest = (unit.square, unit.hp, unit.moved, unit.acted) if unit.hp > 0 else ("dead",)
        units.append((unit.seat, unit.kind.value, unit.number, *rest))
    facts = {
        "phase": source.phase,
        "ready": source.ready,
        "units": units,
        "out": source.out,
        "first": source.first,
    }
    if source.phase in ("moving", "attacking"):
        facts |= {"turn": source.turn, "pool": source.pool, "round": source.round, "quiet": source.quiet}
    return facts


def variant(rng: random.Random, seats: int) -> dict[str, Any]:
    """Return random options."""
    squad = rng.choice((1, 2, 3, 5, 8, 10, 14))
    options: dict[str, Any] = {"squad": squad, "critical": rng.random() < 0.5}
    options["rounds"] = rng.choice((0, 0, 1, 2, 6, 15))
    options["hill"] = rng.random() < 0.5
    options["start"] = rng.choice(tuple(FIRST_SPACES))
    options["ties"] = rng.choice(("shared", "first-mover", "last-mover"))
    options["kinds"] = rng.choice(tuple(BY_OPTION))
    if rng.random() < 0.3:
        options["only"] = rng.choice(("SMG and RPG", "Shotgun and SMG", "SMG, Medic and Sniper"))
        options["kinds"] = "advanced"
    if rng.random() < 0.5:
        options["most"] = rng.choice((1, 3, 30))
    if rng.random() < 0.5:
        options["map"] = "open"
        options["width"], options["height"] = rng.randint(10, 19), rng.randint(9, 14)
    elif rng.random() < 0.5:
        options["grid"] = _random_grid(rng, seats, squad)
    else:
        maps = [tomllib.loads(path.read_text()) | {"key": path.stem} for path in DATA.glob("maps/*.toml")]
        fitting = [each["key"] for each in maps if seats in each["seats"] and squad <= each["largest_squad"]]
        options["map"] = rng.choice(sorted(fitting))
        options["hill"] = False
    if rng.random() < 0.08:  # zones deeper than two lines (PAP-03)
        size = {"width": rng.randint(16, 19), "height": rng.randint(12, 14)}
        options = {"squad": 28 if seats > 2 else 30, "map": "open", "rounds": 3, "hill": True, **size}
    return options


def refused(rng: random.Random, seats: int) -> dict[str, Any]:
    """Return options that no match has: a map or a squad against the rulings."""
    rows = [["."] * 12 for _ in range(9)]
    fault = rng.choice(("zone", "cut", "hill", "kinds", "size"))
    if fault == "zone":  # PAP-05
        rows[rng.randrange(9)][rng.choice((0, 1, 10, 11))] = "#"
    elif fault == "cut":
        for row in rows:
            row[5] = "#"
    elif fault == "hill":  # PAP-29
        rows[4][5] = rows[4][6] = "#"
        return {"squad": 2, "grid": _written(rows), "hill": True}
    elif fault == "kinds":  # PAP-26
        return {"squad": 6, "only": "Sniper", "most": 5}
    else:  # PAP-01
        return rng.choice(
            ({"squad": 0}, {"squad": 31}, {"width": 7}, {"width": 41}, {"height": 5}, {"height": 31})
        )
    return {"squad": 2, "grid": _written(rows)}


def _written(rows: list[list[str]]) -> str:
    return "/".join("".join(row) for row in rows)


def _random_grid(rng: random.Random, seats: int, squad: int) -> str:
    """Return a map with scattered walls of one square, none beside another's side, so that all is reached."""
    width, height = rng.randint(12, 18), rng.randint(9, 13)
    walls: set[tuple[int, int]] = set()
    for _ in range(width * height // 6):
        x, y = rng.randrange(3, width - 3), rng.randrange(3, height - 3)
        middle = abs(2 * x - width + 1) <= 1 and abs(2 * y - height + 1) <= 1
        chain = sum((x + i, y + j) in walls for i in (-1, 0, 1) for j in (-1, 0, 1))
        if chain <= 1 and not middle:
            walls.add((x, y))
    return "/".join("".join(".#"[(x, y) in walls] for x in range(width)) for y in range(height))


def _squad_names() -> list[str]:
    return list(tomllib.loads((DATA / "squads.toml").read_text()))


def _distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])  # PAP-06


def _between(a: tuple[int, int], b: tuple[int, int], at: tuple[int, int]) -> bool:
    """Whether a point lies on the segment, strictly between its ends."""
    across = (b[0] - a[0]) * (at[1] - a[1]) == (b[1] - a[1]) * (at[0] - a[0])
    return across and at not in (a, b) and _distance(a, at) + _distance(at, b) == _distance(a, b)


def _crosses(a: tuple[int, int], b: tuple[int, int], wall: tuple[int, int]) -> bool:
    """Whether the segment passes through the interior of a square; all is doubled, so a side is 2."""
    for i in (0, 1):
        low, high = sorted((2 * a[i], 2 * b[i]))
        if high <= 2 * wall[i] - 1 or low >= 2 * wall[i] + 1:
            return False
    dx, dy = b[0] - a[0], b[1] - a[1]
    sides = [
        dx * (2 * wall[1] + j - 2 * a[1]) - dy * (2 * wall[0] + i - 2 * a[0])
        for i in (-1, 1)
        for j in (-1, 1)
    ]
    return min(sides) < 0 < max(sides)


def _corners(a: tuple[int, int], b: tuple[int, int]) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield the two squares beside each corner that the segment passes through."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    if not dx or not dy:
        return
    step_x, step_y = (1 if dx > 0 else -1), (1 if dy > 0 else -1)
    for x in range(min(a[0], b[0]), max(a[0], b[0])):  # the corner at x + 1/2
        doubled = (2 * x + 1 - 2 * a[0]) * dy  # its height above a, times dx
        if doubled % dx == 0 and (doubled // dx) % 2:
            low = (2 * a[1] + doubled // dx - 1) // 2  # the corner at low + 1/2
            before = (x if step_x > 0 else x + 1, low if step_y > 0 else low + 1)
            yield (before[0] + step_x, before[1]), (before[0], before[1] + step_y)
