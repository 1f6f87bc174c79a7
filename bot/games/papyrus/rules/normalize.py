"""Checking and completing the options of a match."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bot.engine.errors import BadOptions
from bot.engine.language import gettext
from bot.engine.options import check_options, check_seats
from bot.engine.spelling import did_you_mean
from bot.games.papyrus.rules.field import make_field
from bot.games.papyrus.rules.fieldmap import FREE, FieldMap, read_rows, write_rows
from bot.games.papyrus.rules.options import Options

OPEN = "open"
"""The name of the empty field, which has any size."""
SEATS = range(2, 5)

_DEFAULT = Options()


def normalize(options: Options, seats: int, maps: Mapping[str, FieldMap]) -> Options:
    """Return the options with the map's grid and size filled in. Raises `BadOptions` with a sentence."""
    check_seats("Papyrus", SEATS, seats)
    check_options(options)
    rows = _rows(options, maps)
    width, height = len(rows[0]), len(rows)
    _check_given_size(options, width, height)
    normalized = msgspec.structs.replace(options, width=width, height=height, grid=write_rows(rows))
    make_field(normalized.grid, seats, normalized.squad)
    return normalized


def normalized_again(options: Options, seats: int) -> Options:
    """Check options whose grid is filled in already, whatever has become of the map's file since.

    Raises `BadOptions` with a sentence.
    """
    drawn = normalize(msgspec.structs.replace(options, map=OPEN), seats, {})
    return msgspec.structs.replace(drawn, map=options.map)


def _rows(options: Options, maps: Mapping[str, FieldMap]) -> tuple[str, ...]:
    if options.map == OPEN:
        if options.grid.strip():
            return read_rows(options.grid)
        return (FREE * options.width,) * options.height
    rows = read_rows(_named(options.map, maps).grid)
    if options.grid.strip() and read_rows(options.grid) != rows:
        raise BadOptions.translated(
            'Choose the map "{map}" or type in one of your own, not both at once: leave one of the two '
            "options empty.",
            map=options.map,
        )
    return rows


def _named(name: str, maps: Mapping[str, FieldMap]) -> FieldMap:
    found = maps.get(name)
    if found is not None:
        return found
    names = [OPEN, *(key for key in maps if key != OPEN)]
    raise BadOptions(
        did_you_mean(
            gettext('There is no map "{typed}".', typed=name[:40]),
            name,
            names,
            gettext("The maps are: {names}.", names=", ".join(names)),
        )
    )


def _check_given_size(options: Options, width: int, height: int) -> None:
    """Refuse a size that contradicts the map; the defaults count as not given."""
    wrong_width = options.width not in (width, _DEFAULT.width)
    wrong_height = options.height not in (height, _DEFAULT.height)
    if wrong_width or wrong_height:
        raise BadOptions.translated(
            "The map is {width}x{height} squares and brings its own size: leave width and height out, or "
            "choose the open field.",
            width=width,
            height=height,
        )
