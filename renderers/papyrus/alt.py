"""The picture in words, for those who cannot see it; Discord keeps 256 characters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.facts import Resigned
from bot.engine.grid import square_name
from bot.engine.language import N_, gettext, ngettext
from bot.games.papyrus.rules.facts import Grade, Healed, Moved, Shot
from bot.games.papyrus.rules.view import KIND_TITLES, PapyrusView, unit_name
from renderers.kit.alt_text import alt_player, game_over, joined
from renderers.kit.palette import SEATS


def alt_text(view: PapyrusView, names: Sequence[str], recent: Sequence[Any]) -> str:
    """Return the turn, the last thing done and the standing of each seat, the most needed first."""
    short = [alt_player(names, seat) for seat in range(view.seats)]
    return joined([_phase(view, short), _last(view, recent), *_standings(view, short), *_hill(view, short)])


def _phase(view: PapyrusView, names: Sequence[str]) -> str:
    if view.outcome is not None:
        return game_over("Papyrus", view.outcome, names, gettext("Papyrus is over: a draw."))
    return _preparing(view, names) if view.turn < 0 else _turn(view, names)


def _preparing(view: PapyrusView, names: Sequence[str]) -> str:
    doing = gettext(_BEFORE.get(view.phase, _BEGINNING), width=view.width, height=view.height)
    ready = [names[seat] for seat in range(view.seats) if view.ready[seat]]
    if not ready:
        return f"{doing} {gettext('Nobody is ready yet.')}"
    return f"{doing} {gettext('Ready: {players}.', players=', '.join(ready))}"


def _turn(view: PapyrusView, names: Sequence[str]) -> str:
    colour = gettext(SEATS[view.turn].called)
    if view.phase != "moving":
        return gettext(
            "Papyrus, round {round}: {player} ({colour}) to play, attacking.",
            round=view.round,
            player=names[view.turn],
            colour=colour,
        )
    return ngettext(
        "Papyrus, round {round}: {player} ({colour}) to play, {number} space left.",
        "Papyrus, round {round}: {player} ({colour}) to play, {number} spaces left.",
        view.pool,
        round=view.round,
        player=names[view.turn],
        colour=colour,
    )


_BEFORE: Mapping[str, str] = {
    "picking": N_("Papyrus on {width}×{height}: squads are picked."),
    "placing": N_("Papyrus on {width}×{height}: units are placed."),
}
_BEGINNING = N_("Papyrus on {width}×{height}: about to begin.")


def _last(view: PapyrusView, recent: Sequence[Any]) -> str:
    if view.phase == "picking" and view.squad:
        counted = ", ".join(
            f"{view.squad.count(kind)} {name}" for kind, name in KIND_TITLES.items() if kind in view.squad
        )
        return gettext("Your squad: {squad}.", squad=counted)
    for fact in reversed(recent):
        if isinstance(fact, Shot):
            return _shot(view, fact)
        if isinstance(fact, Moved) and fact.path:
            return _move(view, fact)
        if isinstance(fact, Healed):
            medic, ally = unit_name(view.units[fact.unit]), unit_name(view.units[fact.target])
            return gettext("{medic} healed {ally} to {hp} HP.", medic=medic, ally=ally, hp=fact.hp)
        if isinstance(fact, Resigned):
            return gettext("Player {number} resigned.", number=fact.seat + 1)
    return ""


def _move(view: PapyrusView, fact: Moved) -> str:
    return gettext(
        "{unit} moved {start} to {end}.",
        unit=unit_name(view.units[fact.unit]),
        start=square_name(fact.path[0], view.width),
        end=square_name(fact.path[-1], view.width),
    )


def _shot(view: PapyrusView, fact: Shot) -> str:
    attacker, target = unit_name(view.units[fact.unit]), unit_name(view.units[fact.target])
    return gettext(
        "{unit} shot at {target} on {square}: {result}.",
        unit=attacker,
        target=target,
        square=square_name(fact.at, view.width),
        result=", ".join(_result(fact)),
    )


def _result(fact: Shot) -> list[str]:
    """Return what came of a shot, in a few words each."""
    words = [gettext(_GRADES[fact.grade])]
    if fact.grade == "miss":
        return words
    words.append(gettext("{damage} damage", damage=fact.damage))
    if any(hurt.unit == fact.target and hurt.hp == 0 for hurt in fact.hurt):
        words.append(gettext("destroyed"))
    others = sum(hurt.unit != fact.target for hurt in fact.hurt)
    return [*words, gettext("splash on {number}", number=others)] if others else words


_GRADES: Mapping[Grade, str] = {
    "miss": N_("miss"),
    "nick": N_("nick"),
    "hit": N_("hit"),
    "critical": N_("critical hit"),
}


def _hill(view: PapyrusView, names: Sequence[str]) -> list[str]:
    """Return who stands on the hill; nothing while nobody does (PAP-25)."""
    counts = Counter([unit.seat for unit in view.units if unit.square in view.hill])
    standing = [f"{names[seat]} {counts[seat]}" for seat in sorted(counts)]
    return [gettext("Hill: {players}.", players=", ".join(standing))] if standing else []


def _standings(view: PapyrusView, names: Sequence[str]) -> list[str]:
    if view.phase in ("picking", "placing"):
        return []
    said = []
    for seat in range(view.seats):
        if view.out[seat]:
            said.append(gettext("{player}: out.", player=names[seat]))
        else:
            said.append(_standing(names[seat], [unit.hp for unit in view.units if unit.seat == seat]))
    return said


def _standing(player: str, squad: Sequence[int]) -> str:
    """Return how a seat stands, by the HP of all its units."""
    return ngettext(
        "{player}: {number} unit, {hp} HP.",
        "{player}: {number} units, {hp} HP.",
        sum(hp > 0 for hp in squad),
        player=player,
        hp=sum(squad),
    )
