"""The words for the actions of Papyrus: units as `SMG-3`, enemies as `SMG-2 at C5`, squares as `C7`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from bot.base.language import N_, gettext, pgettext
from bot.engine.errors import UnreadableAction
from bot.engine.grid import grid_of
from bot.engine.typed import Asked, Board, Commands, Named, Square, Thing, candidates, fold, only
from bot.games.papyrus.rules.actions import Heal
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.squads import Squad, allowed_kinds, own_squads
from bot.games.papyrus.rules.view import KIND_TITLES, PapyrusView, unit_name
from bot.games.papyrus.wording.sentences import ordered, place

_AT_SQUARE = re.compile(r"(?P<unit>.*\S)[\s,@]+(?P<square>[a-z]{1,2}[0-9]{1,3})\s*", re.ASCII | re.IGNORECASE)


def commands(squads: Mapping[str, Squad]) -> Commands:
    """Return the words for the actions, with these ready-made squads."""
    squad = Thing(
        missing=N_("Say which ready-made squad."),
        among=lambda asked: {**squads, **own_squads(asked.view.options.squads)},
        name=lambda _, key: Named(key, key, codes=_titles(squads, key)),
        unknown=N_("{word} is not a ready-made squad"),
    )
    return Commands(
        {"kind": _KIND, "squad": squad, "unit": _OWN, "to": _TO, (Heal, "target"): _ALLY, "target": _ENEMY}
    )


def _titles(squads: Mapping[str, Squad], key: str) -> tuple[str, ...]:
    """Return the titles of a squad; for a custom squad derived from its key."""
    squad = squads.get(key)
    return (squad.title, gettext(squad.title)) if squad else (key.replace("-", " "),)


def _board(view: PapyrusView) -> Board:
    grid = grid_of(view.width, view.height)
    return Board(grid, example=grid.at(2, 3))


def _kind(_asked: Asked, kind: Kind) -> Named[Kind]:
    title = KIND_TITLES[kind]
    return Named(kind, title, (f"{title}s",))


# Units


def _among(own: bool, none_yet: str, asked: Asked) -> list[int]:
    """Return the living units of the seat, or of the others. Raises before there are any."""
    side = _of_side(own, asked)
    if not side:
        raise UnreadableAction.translated(none_yet)
    units = asked.view.units
    living = {units[index]: index for index in side}
    return [living[unit] for seat in range(asked.view.seats) for unit in ordered(living, seat)]


def _of_side(own: bool, asked: Asked) -> list[int]:
    """Return all units of the seat, or of the others, dead ones included."""
    return [index for index, unit in enumerate(asked.view.units) if (unit.seat == asked.seat) == own]


def _own_name(asked: Asked, index: int) -> Named[int]:
    return _enemy_name(asked, index)._replace(formatted=_own_formatted(asked, index))


def _own_formatted(asked: Asked, index: int) -> str:
    return unit_name(asked.view.units[index])


def _enemy_name(asked: Asked, index: int) -> Named[int]:
    """Return the name of a unit that no other seat's unit shares."""
    unit = asked.view.units[index]
    name = unit_name(unit)
    if unit.square < 0:
        return Named(index, f"{unit.seat + 1}:{name}", (name,), seat=unit.seat)
    square = place(asked.view, unit.square)
    whole, kind = f"{name} {_at()} {square}", KIND_TITLES[unit.kind]
    return Named(index, whole, (name, f"{name} {square}", f"{kind} {square}"), apart=whole, seat=unit.seat)


def _at() -> str:
    return pgettext("a unit at a square", "at")


def _small_words() -> Mapping[str, str]:
    return dict.fromkeys(("at", "on", fold(_at())), "")


def _elsewhere(own: bool, asked: Asked, word: str, _known: str) -> int | None:
    """Return the unit on a square, even another seat's, or a dead one. Raises for one on another square."""
    square = _board(asked.view).square(word)
    if square is not None:
        return _standing(asked.view, square)
    names = [_enemy_name(asked, index) for index in _of_side(own, asked)]
    fitting = candidates(word, names, _small_words())
    if fitting:
        return fitting[0].value
    parts = _AT_SQUARE.fullmatch(word)
    named = candidates(parts["unit"], names, _small_words()) if parts else []
    if parts and named:
        raise _misplaced(asked.view, KIND_TITLES[asked.view.units[named[0].value].kind], parts["square"])
    return None


def _standing(view: PapyrusView, square: int) -> int:
    for index, unit in enumerate(view.units):
        if unit.square == square:
            return index
    raise UnreadableAction.translated(
        "There is no unit at {square}: name a unit, or the square of one.", square=place(view, square)
    )


def _misplaced(view: PapyrusView, kind: str, square: str) -> UnreadableAction:
    at = _board(view).square(square)
    if at is None:
        return UnreadableAction.translated("{square} is not a square of this map.", square=square.upper())
    there = next((unit for unit in view.units if unit.square == at), None)
    if there is None:
        return UnreadableAction.translated(
            "There is no such {kind} at {square}: it is empty.", kind=kind, square=place(view, at)
        )
    return UnreadableAction.translated(
        "There is no such {kind} at {square}, but {unit} of seat {seat}.",
        kind=kind,
        square=place(view, at),
        unit=unit_name(there),
        seat=there.seat + 1,
    )


def _units(missing: str, unknown: str, none_yet: str, *, own: bool) -> Thing:
    return Thing(
        missing=missing,
        among=partial(_among, own, none_yet),
        name=_own_name if own else _enemy_name,
        formatted=_own_formatted if own else None,
        unknown=unknown,
        elsewhere=partial(_elsewhere, own),
        synonyms=_small_words,
    )


_KIND = Thing(
    missing=N_("Say which kind of unit, such as SMG."),
    among=lambda asked: allowed_kinds(asked.view.options),
    name=_kind,
    unknown=N_("{word} is not a kind of unit"),
    elsewhere=lambda asked, word, _known: only(word, [_kind(asked, kind) for kind in Kind]),
)
_TO = Square(missing=N_("Say which square, such as C7."), board=_board)
_OWN = _units(
    N_("Say which of your units, such as SMG-3."),
    N_("{word} is not one of your units"),
    N_("You have no units yet: pick your squad first."),
    own=True,
)
_ENEMY = _units(
    N_("Say which unit is meant, such as SMG-2, or the square it stands on, such as C7."),
    N_("{word} is not one of the enemies"),
    N_("There are no enemies yet: squads are being picked."),
    own=False,
)
_ALLY = replace(_OWN, missing=_ENEMY.missing)
