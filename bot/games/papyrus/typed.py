"""Actions as typed words: units as `SMG-3`, targets as `SMG-2 at C5` or `C5`, squares as `C7`."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from bot.engine.contract import Action, Seat
from bot.engine.errors import UnreadableAction
from bot.engine.grid import column_name, grid_of
from bot.engine.language import N_, gettext, pgettext
from bot.engine.phrases import SEAT_MARKS, alternatives, echo, listed
from bot.games.papyrus.actions import Attack, Dismiss, Heal, Move, Place, Preset, Recruit
from bot.games.papyrus.names import ordered, place
from bot.games.papyrus.options import Kind
from bot.games.papyrus.squads import ALLOWED_KINDS, Squad
from bot.games.papyrus.state import KIND_TITLES, unit_name
from bot.games.papyrus.view import PapyrusView, Unit

_LONGEST = 60
"""Characters beyond which no word can name anything."""
_SHOWN = 8
"""Names that an error lists at most."""

_SQUARE = re.compile(r"[a-z]{1,2}\s?[0-9]{1,3}", re.ASCII)
_UNIT = re.compile(
    rf"""(?:(?:seat\s*)?(?P<seat>[1-4])\s*:|(?P<mark>[{"".join(SEAT_MARKS[:4])}]))?\s*
    (?P<kind>[a-z]{{2,7}})
    (?:[\s_#-]*(?P<number>[0-9]{{1,2}}))?
    (?:(?:\s*@\s*|\s+at\s+|\s+on\s+|\s*,\s*|\s+)(?P<square>[a-z]{{1,2}}[0-9]{{1,3}}))?""",
    re.ASCII | re.VERBOSE,
)


def spell(view: PapyrusView, action: Action) -> dict[str, str]:
    """Return each field of an action as a player would type it."""
    match action:
        case Recruit(kind=kind) | Dismiss(kind=kind):
            return {"kind": KIND_TITLES[kind]}
        case Preset(squad=squad):
            return {"squad": squad}
        case Place(unit=unit, to=to) | Move(unit=unit, to=to):
            return {"unit": unit_name(view.units[unit]), "to": place(view, to)}
        case Attack(unit=unit, target=target):
            return {"unit": unit_name(view.units[unit]), "target": _enemy(view, view.units[target])}
        case Heal(unit=unit, target=target):
            return {"unit": unit_name(view.units[unit]), "target": unit_name(view.units[target])}
    return {}


def _enemy(view: PapyrusView, unit: Unit) -> str:
    """Return the spelling of a unit that no other seat's unit shares."""
    if unit.square >= 0:
        return f"{unit_name(unit)} {_at()} {place(view, unit.square)}"
    return f"{unit.seat + 1}:{unit_name(unit)}"


def _at() -> str:
    return pgettext("a unit at a square", "at")


def read(
    view: PapyrusView, seat: Seat, kind: type[Any], words: Mapping[str, str], squads: Mapping[str, Squad]
) -> Any:
    """Return the action typed. Raises `UnreadableAction` with a sentence that says what the word could be."""
    readers: Mapping[str, Callable[[str], Any]] = {
        "kind": lambda word: read_kind(view, word),
        "squad": lambda word: read_squad(word, squads),
        "to": lambda word: read_square(view, word),
        "unit": lambda word: read_own(view, seat, word),
        "target": lambda word: (read_own if kind is Heal else read_enemy)(view, seat, word),
    }
    values = {}
    for field in kind.__struct_fields__:
        word = words.get(field, "").strip()
        if not word:
            raise UnreadableAction(gettext(_MISSING[field]))
        values[field] = readers[field](word)
    return kind(**values)


_MISSING: Mapping[str, str] = {
    "kind": N_("Say which kind of unit, such as SMG."),
    "squad": N_("Say which ready-made squad."),
    "to": N_("Say which square, such as C7."),
    "unit": N_("Say which of your units, such as SMG-3."),
    "target": N_("Say which unit is meant, such as SMG-2, or the square it stands on, such as C7."),
}


def read_kind(view: PapyrusView, word: str) -> Kind:
    """Return the kind of this title, or of the first letters of it. Raises `UnreadableAction`."""
    kind = _kind(_folded(word))
    if kind is not None:
        return kind
    titles = [KIND_TITLES[one] for one in ALLOWED_KINDS[view.options.kinds]]
    raise _unreadable(gettext("{word} is not a kind of unit", word=echo(word)), word, titles)


def read_squad(word: str, squads: Mapping[str, Squad]) -> str:
    """Return the key of the squad of this key or title, in English too. Raises `UnreadableAction`."""
    english = {_folded(squad.title): key for key, squad in squads.items()}
    said = {_folded(gettext(squad.title)): key for key, squad in squads.items()}
    known = said | english | {key: key for key in squads}
    found = known.get(" ".join(_folded(word).split()))
    if found is not None:
        return found
    raise _unreadable(gettext("{word} is not a ready-made squad", word=echo(word)), word, list(squads))


def read_square(view: PapyrusView, word: str) -> int:
    """Return the square of this name. Raises `UnreadableAction`."""
    square = _square(view, _folded(word))
    if square is not None:
        return square
    raise UnreadableAction(
        gettext(
            "{word} is not a square here: columns are A to {column}, rows 1 to {row}, as in C4.",
            word=echo(word),
            column=column_name(view.width - 1),
            row=view.height,
        )
    )


def read_own(view: PapyrusView, seat: Seat, word: str) -> int:
    """Return the index of one of the seat's units. Raises `UnreadableAction`."""
    own = [index for index, unit in enumerate(view.units) if unit.seat == seat]
    return _read_unit(view, own, word, _OWN)


def read_enemy(view: PapyrusView, seat: Seat, word: str) -> int:
    """Return the index of a unit of another seat. Raises `UnreadableAction`."""
    others = [index for index, unit in enumerate(view.units) if unit.seat != seat]
    return _read_unit(view, others, word, _ENEMIES)


class _Faults(NamedTuple):
    """What is said of a word for a unit: that there are no units yet, that it names none of them."""

    none_yet: str
    unknown: str


_OWN = _Faults(N_("You have no units yet: pick your squad first."), N_("{word} is not one of your units"))
_ENEMIES = _Faults(
    N_("There are no enemies yet: squads are being picked."), N_("{word} is not one of the enemies")
)


def _read_unit(view: PapyrusView, among: Sequence[int], word: str, faults: _Faults) -> int:
    if not among:
        raise UnreadableAction(gettext(faults.none_yet))
    folded = _in_english(_folded(word))
    square = _square(view, folded)
    if square is not None:
        return _standing(view, square)
    named = _UNIT.fullmatch(folded) if len(folded) <= _LONGEST else None
    kind = _kind(named["kind"]) if named else None
    if named is None or kind is None:
        raise _no_unit(view, among, word, faults)
    found = _fitting(view, among, kind, named)
    at = _square(view, named["square"] or "")
    if named["square"] and found:
        found = [index for index in found if view.units[index].square == at]
        if not found:
            raise _elsewhere(view, named["square"], KIND_TITLES[kind])
    if not found:
        raise _no_unit(view, among, word, faults)
    alive = [index for index in found if view.units[index].hp > 0] or found
    if len(alive) > 1:
        raise _several(view, alive, word)
    return alive[0]


def _fitting(view: PapyrusView, among: Sequence[int], kind: Kind, named: re.Match[str]) -> list[int]:
    """Return the units of this kind, and of the number and the seat if they were typed."""
    seat = int(named["seat"]) - 1 if named["seat"] else None
    if named["mark"]:
        seat = SEAT_MARKS.index(named["mark"])
    number = int(named["number"]) if named["number"] else None
    return [
        index
        for index in among
        if view.units[index].kind is kind
        and number in (None, view.units[index].number)
        and seat in (None, view.units[index].seat)
    ]


def _standing(view: PapyrusView, square: int) -> int:
    for index, unit in enumerate(view.units):
        if unit.square == square:
            return index
    raise UnreadableAction(
        gettext("Nobody stands at {square}: name a unit, or the square of one.", square=place(view, square))
    )


def _elsewhere(view: PapyrusView, square: str, name: str) -> UnreadableAction:
    at = _square(view, square)
    if at is None:
        return UnreadableAction(gettext("{square} is not a square of this map.", square=square.upper()))
    there = [unit for unit in view.units if unit.square == at]
    if not there:
        return UnreadableAction(
            gettext("No such {kind} stands at {square}: nobody does.", kind=name, square=place(view, at))
        )
    return UnreadableAction(
        gettext(
            "No such {kind} stands at {square}: {unit} of seat {seat} does.",
            kind=name,
            square=place(view, at),
            unit=unit_name(there[0]),
            seat=there[0].seat + 1,
        )
    )


def _several(view: PapyrusView, found: Iterable[int], word: str) -> UnreadableAction:
    units = alternatives([_enemy(view, view.units[index]) for index in found][:_SHOWN])
    return UnreadableAction(
        gettext("{word} could be more than one unit: say {units}.", word=echo(word), units=units)
    )


def _no_unit(view: PapyrusView, among: Sequence[int], word: str, faults: _Faults) -> UnreadableAction:
    units = [view.units[index] for index in among]
    standing = [unit for seat in range(view.seats) for unit in ordered(units, seat)]
    names = list(dict.fromkeys([unit_name(unit) for unit in standing]))
    return _unreadable(gettext(faults.unknown, word=echo(word)), word, names)


def _unreadable(sentence: str, word: str, names: Sequence[str]) -> UnreadableAction:
    """Return the error with the name that may be meant, or the names there are."""
    by_lower = {name.lower(): name for name in names}
    near = difflib.get_close_matches(_folded(word)[:_LONGEST], by_lower, n=1, cutoff=0.6)
    if near:
        name = by_lower[near[0]]
        return UnreadableAction(gettext("{sentence}: did you mean {name}?", sentence=sentence, name=name))
    if not names:
        return UnreadableAction(f"{sentence}.")
    rest = [gettext("{number} more", number=len(names) - _SHOWN)] if len(names) > _SHOWN else []
    shown = listed([*names[:_SHOWN], *rest])
    return UnreadableAction(gettext("{sentence}: choose among {names}.", sentence=sentence, names=shown))


def _kind(word: str) -> Kind | None:
    found = [kind for kind, title in KIND_TITLES.items() if title.lower().startswith(word)]
    plural = [kind for kind, title in KIND_TITLES.items() if word == f"{title.lower()}s"]
    return (found or plural)[0] if len(found or plural) == 1 and len(word) > 1 else None


def _square(view: PapyrusView, word: str) -> int | None:
    if not _SQUARE.fullmatch(word):
        return None
    try:
        return grid_of(view.width, view.height).parse(word.replace(" ", ""))
    except ValueError:
        return None


def _in_english(word: str) -> str:
    """Return what was typed for a unit with the words of the language spoken put into English."""
    for english, said in (("at", _at()), ("seat", gettext("seat"))):
        word = re.sub(rf"(?<!\w){re.escape(_folded(said))}(?!\w)", english, word)
    return word


def _folded(word: str) -> str:
    return word.strip().lower()
