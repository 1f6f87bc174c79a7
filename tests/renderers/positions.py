"""Views of Papyrus to draw: legal enough for a renderer, and random by a seed."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from bot.engine.contract import Outcome, Seat
from bot.games.papyrus.rules.facts import Healed, Hurt, Moved, Resigned, Shot, TurnBegan
from bot.games.papyrus.rules.options import Kind, Options
from bot.games.papyrus.rules.view import PapyrusView, Unit
from bot.games.papyrus.wording.wording import PapyrusWording
from renderers.papyrus import PapyrusRenderer

NAMES = ("Ann", "Ben", "Cleo", "Dan")
KINDS = tuple(Kind)
RENDERER = PapyrusRenderer(PapyrusWording())


def zones(width: int, height: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """Return two outermost columns left and right, and two outermost rows above and below (PAP-03)."""
    columns = [
        tuple(y * width + x for y in range(height) for x in pair) for pair in ((0, 1), (width - 2, width - 1))
    ]
    rows = [
        tuple(y * width + x for y in pair for x in range(2, width - 2))
        for pair in ((0, 1), (height - 2, height - 1))
    ]
    return tuple([*columns, *rows][:seats])


def position(
    width: int = 16, height: int = 12, seats: int = 2, each: int = 10, seed: int = 1, **changes: Any
) -> PapyrusView:
    """Return a position in the middle of a match; `changes` replace fields of the view."""
    chance = random.Random(seed)
    free = list(range(width * height))
    chance.shuffle(free)
    barriers = tuple(sorted(free.pop() for _ in range(max(0, (len(free) - each * seats) // 12))))
    units = []
    for seat in range(seats):
        for index in range(each):
            kind, hp = KINDS[index % 5], chance.choice((10, 10, 9, 6, 3, 1))
            units.append(Unit(seat, kind, index // 5 + 1, free.pop(), hp, acted=index % 4 == 0 and seat == 0))
    view = PapyrusView(
        viewer=0,
        options=Options(squad=each, width=width, height=height, critical=True),
        seats=seats,
        width=width,
        height=height,
        barriers=barriers,
        zones=zones(width, height, seats),
        phase="attacking",
        ready=(False,) * seats,
        squad=(),
        units=tuple(units),
        turn=0,
        pool=7,
        round=4,
        quiet=0,
        out=(False,) * seats,
        outcome=None,
    )
    return msgspec.structs.replace(view, **changes)


def picking(squad: tuple[Kind, ...] = (Kind.SMG, Kind.SMG, Kind.SNIPER), **changes: Any) -> PapyrusView:
    """Return a position in which squads are being picked."""
    return position(phase="picking", units=(), squad=squad, turn=-1, round=0, pool=0, **changes)


def shot(view: PapyrusView, unit: int, target: int, grade: str = "hit", damage: int = 2) -> Shot:
    """Return an attack between two units at their squares."""
    at = view.units[target].square
    hurt = () if grade == "miss" else (Hurt(target, damage, max(0, view.units[target].hp - damage), at),)
    return Shot(unit, target, view.units[unit].square, at, 4, 5, grade, damage, hurt)  # type: ignore[arg-type]


def fight(view: PapyrusView, seat: int = 0, moves: int = 5, shots: int = 5) -> tuple[Any, ...]:
    """Return the facts of a whole turn: some units moved, some shot at the nearest enemy."""
    mine = [number for number, unit in enumerate(view.units) if unit.seat == seat and unit.square >= 0]
    foes = [number for number, unit in enumerate(view.units) if unit.seat != seat and unit.square >= 0]
    facts: list[Any] = [TurnBegan(seat, 4, 2 * len(mine))]
    for number in mine[:moves]:
        end = view.units[number].square
        row, column = divmod(end, view.width)
        path = [end + step * (1 if column < view.width // 2 else -1) for step in (2, 1, 0)]
        path.insert(0, path[0] + view.width * (1 if row < view.height // 2 else -1))
        facts.append(Moved(number, tuple(path)))
    grades = ("hit", "miss", "critical", "nick", "miss")
    for index, number in enumerate(mine[:shots]):
        nearest = min(foes, key=lambda foe: (_distance(view, number, foe), foe))
        facts.append(shot(view, number, nearest, grades[index % 5], 5))
    if len(mine) > 4:
        facts.append(Healed(mine[3], mine[4], 8))
    return tuple(facts)


def _distance(view: PapyrusView, first: int, second: int) -> int:
    (ay, ax), (by, bx) = (divmod(view.units[number].square, view.width) for number in (first, second))
    return abs(ay - by) + abs(ax - bx)


def placing(seats: int = 2) -> PapyrusView:
    """Return a position in which units wait beside the field, and all seats but the first are ready."""
    ready = (False,) + (True,) * (seats - 1)
    view = position(phase="placing", turn=-1, round=0, pool=0, seats=seats, ready=ready)
    units = [msgspec.structs.replace(unit, square=-1) for unit in view.units]
    return msgspec.structs.replace(view, units=tuple(units))


def ended(winners: tuple[Seat, ...], why: str = "The last squad standing.", seats: int = 2) -> PapyrusView:
    outcome = Outcome(winners, (9, 8, 8, 7)[:seats], why)
    return position(phase="over", turn=-1, pool=0, outcome=outcome, seats=seats)


def stages() -> dict[str, tuple[PapyrusView, tuple[Any, ...]]]:
    """Return a position and its latest facts for every word that a picture can contain."""
    view, replaced = position(), msgspec.structs.replace
    hit = shot(view, 4, 12, "hit", 8)
    blast = replaced(hit, hurt=(*hit.hurt, Hurt(13, 5, 3, view.units[13].square)))
    step = (view.units[0].square, view.units[0].square + 1)
    return {
        "attacking": (view, fight(view)),
        "moving": (replaced(view, phase="moving", options=replaced(view.options, rounds=9)), ()),
        "blast": (view, (blast,)),
        "critical": (view, (shot(view, 0, 12, "critical", 10),)),
        "nick": (view, (shot(view, 0, 12, "nick", 1),)),
        "miss": (view, (shot(view, 0, 12, "miss", 0),)),
        "move": (view, (Moved(0, step),)),
        "heal": (view, (Healed(3, 1, 9),)),
        "resigned": (replaced(view, out=(False, True)), (Resigned(1),)),
        "picking": (picking(ready=(True, False)), ()),
        "picking seen by all": (picking(viewer=None, squad=()), ()),
        "placing": (placing(), ()),
        "about to begin": (replaced(view, turn=-1, round=0), ()),
        "won": (ended((1,)), ()),
        "draw": (ended((), "The round limit is reached: the most HP is shared."), ()),
        "four": (position(seats=4, out=(False, False, True, False)), ()),
        "four picking": (picking(seats=4, ready=(True, False, False, True)), ()),
        "four placing": (placing(4), ()),
    }
