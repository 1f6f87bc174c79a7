"""The picture in words, for those who cannot see it; Discord keeps 256 characters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.games.papyrus.facts import Healed, Moved, Resigned, Shot
from bot.games.papyrus.view import PapyrusView, Unit
from renderers.contract import ALT_TEXT_LIMIT
from renderers.kit.text import ELLIPSIS, printable
from renderers.papyrus.layout import square_name
from renderers.papyrus.squads import NAMES, seat_colour_word

_NAME_ROOM = 18


def alt_text(view: PapyrusView, names: Sequence[str], recent: Sequence[Any]) -> str:
    """Return the turn, the last thing done and the standing of each seat, the most needed first."""
    short = [_short(names[seat] if seat < len(names) else "", seat) for seat in range(view.seats)]
    parts = [_stage(view, short), _last(view, recent), *_standings(view, short)]
    said = ""
    for part in filter(None, parts):
        longer = f"{said} {part}".strip()
        if len(longer) > ALT_TEXT_LIMIT:
            break
        said = longer
    return said


def _short(name: str, seat: int) -> str:
    kept = printable(name) or f"Player {seat + 1}"
    return kept if len(kept) <= _NAME_ROOM else kept[: _NAME_ROOM - 1].rstrip() + ELLIPSIS


def _stage(view: PapyrusView, names: Sequence[str]) -> str:
    size = f"{view.width}×{view.height}"
    if view.outcome is not None:
        winners = view.outcome.winners
        won = f"{' and '.join(names[seat] for seat in winners)} {'wins' if len(winners) == 1 else 'win'}"
        return f"Papyrus is over: {won if winners else 'a draw'}."
    if view.turn < 0:
        doing = {"picking": "squads are picked", "placing": "units are placed"}.get(
            view.phase, "about to begin"
        )
        ready = [names[seat] for seat in range(view.seats) if view.ready[seat]]
        who = f"Ready: {', '.join(ready)}" if ready else "Nobody is ready yet"
        return f"Papyrus on {size}: {doing}. {who}."
    left = f"{view.pool} spaces left" if view.phase == "moving" else "attacking"
    return f"Papyrus, round {view.round}: {names[view.turn]} ({seat_colour_word(view.turn)}) to play, {left}."


def _last(view: PapyrusView, recent: Sequence[Any]) -> str:
    if view.phase == "picking" and view.squad:
        counted = ", ".join(
            f"{view.squad.count(kind)} {name}" for kind, name in NAMES.items() if kind in view.squad
        )
        return f"Your squad: {counted}."
    for fact in reversed(recent):
        if isinstance(fact, Shot):
            return _shot(view, fact)
        if isinstance(fact, Moved) and fact.path:
            way = (square_name(square, view.width) for square in (fact.path[0], fact.path[-1]))
            return f"{_unit(view.units[fact.unit])} moved {' to '.join(way)}."
        if isinstance(fact, Healed):
            ally = _unit(view.units[fact.target])
            return f"{_unit(view.units[fact.unit])} healed {ally} to {fact.hp} HP."
        if isinstance(fact, Resigned):
            return f"Player {fact.seat + 1} resigned."
    return ""


def _shot(view: PapyrusView, fact: Shot) -> str:
    attacker, target = _unit(view.units[fact.unit]), _unit(view.units[fact.target])
    pair = f"{attacker} shot at {target} on {square_name(fact.at, view.width)}"
    if fact.grade == "miss":
        return f"{pair}: miss."
    grade = {"critical": "critical hit", "nick": "nick"}.get(fact.grade, "hit")
    fallen = any(hurt.unit == fact.target and hurt.hp == 0 for hurt in fact.hurt)
    others = sum(hurt.unit != fact.target for hurt in fact.hurt)
    end = ", destroyed" if fallen else ""
    splash = f", splash on {others}" if others else ""
    return f"{pair}: {grade}, {fact.damage} damage{end}{splash}."


def _unit(unit: Unit) -> str:
    return f"{NAMES[unit.kind]}-{unit.number}"


def _standings(view: PapyrusView, names: Sequence[str]) -> list[str]:
    if view.phase in ("picking", "placing"):
        return []
    said = []
    for seat in range(view.seats):
        if view.out[seat]:
            said.append(f"{names[seat]}: out.")
            continue
        alive = [unit for unit in view.units if unit.seat == seat and unit.hp > 0]
        said.append(f"{names[seat]}: {len(alive)} units, {sum(unit.hp for unit in alive)} HP.")
    return said
