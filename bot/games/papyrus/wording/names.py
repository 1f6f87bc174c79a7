"""Names of units, seats and squads: marks, names, counts. Words only, no sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import partial

from bot.base.language import gettext, ngettext
from bot.engine.contract import Seat
from bot.engine.grid import square_name
from bot.engine.menus import Lanes
from bot.engine.sentences import SEAT_MARKS
from bot.games.papyrus.rules.options import Kind, Options
from bot.games.papyrus.rules.squads import allowed_kinds
from bot.games.papyrus.rules.view import KIND_TITLES, SECRET_PHASES, PapyrusView, Unit, unit_name


def marked(unit: Unit) -> str:
    """Return a unit's name with its seat's mark: `●SMG-3`."""
    return f"{SEAT_MARKS[unit.seat]}{unit_name(unit)}"


def place(view: PapyrusView, square: int) -> str:
    """Return the name of a square: `C7` (PAP-01)."""
    return square_name(square, view.width)


def squad_words(kinds: Iterable[Kind]) -> str:
    """Return the units of a squad, counted: "4 SMG, 2 Sniper"; "nobody" for none."""
    counts = Counter(kinds)
    words = [f"{counts[kind]} {KIND_TITLES[kind]}" for kind in Kind if counts[kind]]
    return ", ".join(words) or gettext("nobody")


def limit_words(options: Options) -> str:
    """Return the sentence on the maximum number of a kind; "" for no limit (PAP-26)."""
    if not options.most:
        return ""
    if Kind.SMG in allowed_kinds(options):
        return gettext("At most {most} of each kind, SMGs aside.", most=options.most)
    return gettext("At most {most} of each kind.", most=options.most)


def strength_words(units: int, hp: int) -> str:
    """Return the remaining strength of a squad: "3 units, 24 HP"."""
    if not units:
        return gettext("no unit, {hp} HP", hp=hp)
    return ngettext("{number} unit, {hp} HP", "{number} units, {hp} HP", units, hp=hp)


def awaited(view: PapyrusView) -> list[Seat]:
    """Return the seats to act, from the view."""
    if view.phase in SECRET_PHASES:
        return [seat for seat in range(view.seats) if not view.out[seat] and not view.ready[seat]]
    return [view.turn] if view.turn >= 0 else []


def ordered(units: Iterable[Unit], seat: Seat) -> list[Unit]:
    """Return a seat's living units, by kind and number."""
    kinds = list(Kind)
    own = [unit for unit in units if unit.seat == seat and unit.hp > 0]
    return sorted(own, key=lambda unit: (kinds.index(unit.kind), unit.number))


def lanes(view: PapyrusView, *, by_column: bool = False) -> Lanes:
    """Return how squares are grouped on menus, under the keys "r6" and "c2"."""
    return Lanes(view.width, partial(place, view), "c{}".format if by_column else "r{}".format, by_column)
