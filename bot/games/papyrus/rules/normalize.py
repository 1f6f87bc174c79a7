"""Checking and completing the options of a match."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence

import msgspec

from bot.base.language import gettext
from bot.engine.errors import BadOptions
from bot.engine.options import check_options, check_seats
from bot.engine.spelling import did_you_mean, typed
from bot.games.papyrus.rules.field import make_field
from bot.games.papyrus.rules.fieldmap import FREE, FieldMap, read_rows, write_rows
from bot.games.papyrus.rules.options import Kind, Options
from bot.games.papyrus.rules.squads import (
    ALLOWED_KINDS,
    JOINED,
    allowed_kinds,
    most_of,
    read_squads,
    write_squads,
)
from bot.games.papyrus.rules.view import KIND_TITLES
from bot.games.papyrus.rules.weapons import FIRST

OPEN = "open"
"""The name of the empty field, which has any size."""
SEATS = range(2, 5)

_GROUND = ("map", "grid", "width", "height")
"""The options that determine the squares of a match."""

_WORDS = re.compile(r"[^\W_]+")
_JOINING = frozenset(("and", "only"))
"""Words without meaning in a choice of kinds: "SMG and RPG only"."""


def normalize(options: Options, seats: int, maps: Mapping[str, FieldMap]) -> Options:
    """Return the options with the map's grid, size and hill filled in. Raises `BadOptions` with a sentence.

    A map whose middle squares are all barriers has no hill, because no unit could enter it: a hill that is
    asked for is refused there (PAP-29), and is not the usual one.
    """
    check_seats("Papyrus", SEATS, seats)
    check_options(options)
    options = _with_squads(_with_kinds(_with_map(options, maps)))
    rows = _rows(options, maps)
    width, height = len(rows[0]), len(rows)
    _check_given_size(options, width, height)
    normalized = msgspec.structs.replace(options, width=width, height=height, grid=write_rows(rows))
    field = make_field(normalized.grid, seats, normalized.squad, normalized.weapons)
    if normalized.hill is msgspec.UNSET:
        return msgspec.structs.replace(normalized, hill=bool(field.hill))
    if normalized.hill and not field.hill:
        raise BadOptions(_no_hill(normalized.map))
    return normalized


def _no_hill(name: str) -> str:
    if name == OPEN:
        return gettext("Your map has no hill: its middle squares are walls. Leave the option hill out.")
    return gettext(
        'The map "{map}" has no hill: its middle squares are walls. Leave the option hill out, or choose'
        " another map.",
        map=name,
    )


def made_fair(
    options: Options, said: Container[str], seats: int, maps: Mapping[str, FieldMap], weapons: str
) -> Options:
    """Return normalized options with these numbers of weapons; each option that was not given gets its fair
    value (PAP-27).
    """
    if "weapons" not in said and weapons != FIRST:
        options = msgspec.structs.replace(options, weapons=weapons)
    if not any(name in said for name in _GROUND):
        options = _on_fair_map(options, seats, maps)
    if "most" in said:
        return options
    # Two of five units of the squad, or four; no limit (0) if that is none or allows no squad (PAP-26).
    most, kinds = max(4, -(-2 * options.squad // 5)), allowed_kinds(options)
    limited = msgspec.structs.replace(options, most=most)
    room = sum([most_of(kind, limited) for kind in kinds])
    if most >= options.squad or room < options.squad or kinds == (Kind.SMG,):
        most = 0
    return msgspec.structs.replace(options, most=most)


def _on_fair_map(options: Options, seats: int, maps: Mapping[str, FieldMap]) -> Options:
    """Return the options with the map that is made for this number of seats only, if there is one.

    A squad whose deploy zone would contain barriers stays on its map (PAP-05).
    """
    made_for = [key for key, one in maps.items() if one.seats == (seats,) and seats > min(SEATS)]
    usual = Options()
    if not made_for:
        return options
    moved = msgspec.structs.replace(options, map=made_for[0], grid="", width=usual.width, height=usual.height)
    try:
        return normalize(moved, seats, maps)
    except BadOptions:
        return options


def normalized_again(options: Options, seats: int) -> Options:
    """Check options whose grid is already filled in, independent of the current map file.

    Raises `BadOptions` with a sentence.
    """
    drawn = normalize(msgspec.structs.replace(options, map=OPEN), seats, {})
    return msgspec.structs.replace(drawn, map=options.map)


def _with_map(options: Options, maps: Mapping[str, FieldMap]) -> Options:
    """Return the options with the open field instead of the default map, if a custom field is requested."""
    usual = Options()
    if options.map != usual.map:
        return options
    known = maps.get(options.map)
    own_size = (options.width, options.height) != (usual.width, usual.height)
    if known is None or (own_size and not options.grid) or _is_another(options.grid, known):
        return msgspec.structs.replace(options, map=OPEN)
    return options


def _with_squads(options: Options) -> Options:
    """Return the options with custom squads in their normal form. Raises `BadOptions`."""
    if options.squads is msgspec.UNSET:
        return options
    written = options.squads.strip()
    squads = write_squads(read_squads(written).values()) if written else msgspec.UNSET
    return msgspec.structs.replace(options, squads=squads)


def _is_another(grid: str, known: FieldMap) -> bool:
    return bool(grid.strip()) and read_rows(grid) != read_rows(known.grid)


def _with_kinds(options: Options) -> Options:
    """Return the options with a free choice of kinds in its normal form. Raises `BadOptions` (PAP-26)."""
    if options.only:
        chosen = [_kind(word) for word in _WORDS.findall(typed(options.only)) if word.lower() not in _JOINING]
        _check_choice(chosen, options)
        complete = set(ALLOWED_KINDS[options.kinds]) <= set(chosen)
        words = "" if complete else JOINED.join([kind.value for kind in Kind if kind in chosen])
        options = msgspec.structs.replace(options, only=words)
    most = sum([most_of(kind, options) for kind in allowed_kinds(options)])
    if most < options.squad:
        raise BadOptions.translated(
            "A squad of {size} cannot be picked: with at most {most} of each kind there are {possible} "
            "units. Raise the option most, or allow SMGs.",
            size=options.squad,
            most=options.most,
            possible=most,
        )
    return options


def _kind(word: str) -> Kind:
    """Return the kind of unit that a word names, in the singular or the plural."""
    names = [kind.value for kind in Kind]
    for name in (word.lower(), word.lower().removesuffix("s")):
        if name in names:
            return Kind(name)
    raise BadOptions(
        did_you_mean(
            gettext('There is no kind of unit "{typed}".', typed=word[:40]),
            word.lower(),
            names,
            gettext("The kinds are: {names}.", names=", ".join(KIND_TITLES.values())),
        )
    )


def _check_choice(chosen: Sequence[Kind], options: Options) -> None:
    if not chosen:
        raise BadOptions.translated(
            'The option only names kinds of units, such as "SMG and RPG"; leave it empty for all of them.'
        )
    allowed = ALLOWED_KINDS[options.kinds]
    for kind in chosen:
        if kind not in allowed:
            raise BadOptions.translated(
                "The option only has {kind}, which is not among the kinds of {kinds}: leave one of the two "
                "options as it is.",
                kind=KIND_TITLES[kind],
                kinds=options.kinds.value,
            )


def _rows(options: Options, maps: Mapping[str, FieldMap]) -> tuple[str, ...]:
    if options.map == OPEN:
        if options.grid.strip():
            return read_rows(options.grid)
        return (FREE * options.width,) * options.height
    known = _named(options.map, maps)
    if _is_another(options.grid, known):
        raise BadOptions.translated(
            'Choose the map "{map}" or type in one of your own, not both at once: leave one of the two '
            "options empty.",
            map=options.map,
        )
    return read_rows(options.grid.strip() or known.grid)


def _named(name: str, maps: Mapping[str, FieldMap]) -> FieldMap:
    field = maps.get(name)
    if field is not None:
        return field
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
    """Refuse a size that contradicts the map; the default size counts as not given."""
    usual = Options()
    wrong_width = options.width not in (width, usual.width)
    wrong_height = options.height not in (height, usual.height)
    if wrong_width or wrong_height:
        raise BadOptions.translated(
            "The map is {width}x{height} squares and brings its own size: leave width and height out, or "
            "choose the open field.",
            width=width,
            height=height,
        )
