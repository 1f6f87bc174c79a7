"""Checking and completing the options of a match."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence

import msgspec

from bot.engine.errors import BadOptions
from bot.engine.language import gettext
from bot.games.papyrus.field import make_field
from bot.games.papyrus.fieldmap import FREE, FieldMap, check_size, read_rows, write_rows
from bot.games.papyrus.options import Options

OPEN = "open"
"""The name of the empty field, which has any size."""
SEATS = range(2, 5)

_DEFAULT = Options()


def settle(options: Options, seats: int, maps: Mapping[str, FieldMap]) -> Options:
    """Return the options with the map's grid and size filled in. Raises `BadOptions` with a sentence."""
    _check_numbers(options, seats)
    rows = _rows(options, maps)
    width, height = len(rows[0]), len(rows)
    _check_given_size(options, width, height)
    settled = msgspec.structs.replace(options, width=width, height=height, grid=write_rows(rows))
    make_field(settled.grid, seats, settled.squad)
    return settled


def settled_again(options: Options, seats: int) -> Options:
    """Check options whose grid is filled in already, whatever has become of the map's file since.

    Raises `BadOptions` with a sentence.
    """
    drawn = settle(msgspec.structs.replace(options, map=OPEN), seats, {})
    return msgspec.structs.replace(drawn, map=options.map)


def _check_numbers(options: Options, seats: int) -> None:
    if seats not in SEATS:
        raise BadOptions(
            gettext(
                "Papyrus is for {least} to {most} seats, not {seats}.",
                least=SEATS[0],
                most=SEATS[-1],
                seats=seats,
            )
        )
    if not 1 <= options.squad <= 30:
        raise BadOptions(gettext("A squad has 1 to 30 units, not {units}.", units=options.squad))
    if not 0 <= options.rounds <= 200:
        raise BadOptions(
            gettext("The round limit is 1 to 200, or 0 for none, not {rounds}.", rounds=options.rounds)
        )
    check_size(options.width, options.height)


def _rows(options: Options, maps: Mapping[str, FieldMap]) -> tuple[str, ...]:
    if options.map == OPEN:
        if options.grid.strip():
            return read_rows(options.grid)
        return (FREE * options.width,) * options.height
    rows = read_rows(_named(options.map, maps).grid)
    if options.grid.strip() and read_rows(options.grid) != rows:
        raise BadOptions(
            gettext(
                'Choose the map "{map}" or type in one of your own, not both at once: leave one of the two '
                "options empty.",
                map=options.map,
            )
        )
    return rows


def _named(name: str, maps: Mapping[str, FieldMap]) -> FieldMap:
    found = maps.get(name)
    if found is not None:
        return found
    names = [OPEN, *(key for key in maps if key != OPEN)]
    raise BadOptions(_no_such_map(name[:40], names))


def _no_such_map(typed: str, names: Sequence[str]) -> str:
    near, known = difflib.get_close_matches(typed.lower(), names, n=1), ", ".join(names)
    if not near:
        return gettext('There is no map "{typed}". The maps are: {names}.', typed=typed, names=known)
    return gettext(
        'There is no map "{typed}". Did you mean "{near}"? The maps are: {names}.',
        typed=typed,
        near=near[0],
        names=known,
    )


def _check_given_size(options: Options, width: int, height: int) -> None:
    """Refuse a size that contradicts the map; the defaults count as not given."""
    wrong_width = options.width not in (width, _DEFAULT.width)
    wrong_height = options.height not in (height, _DEFAULT.height)
    if wrong_width or wrong_height:
        raise BadOptions(
            gettext(
                "The map is {width}x{height} squares and brings its own size: leave width and height out, or "
                "choose the open field.",
                width=width,
                height=height,
            )
        )
