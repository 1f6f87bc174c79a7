"""Papyrus as the bot knows it: its rules, words, pictures and computer players."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeAlias

import msgspec
from msgspec import Meta

from bot.base.language import N_, gettext
from bot.engine.contract import Action
from bot.engine.errors import BadOptions
from bot.engine.lab import Board, Boards, LabFacets, Loadout, Loadouts
from bot.engine.mapfiles import MapFormat
from bot.engine.players.opponent import Opponent
from bot.games.catalogue import DATA, CatalogueError, DataFile, Line, Title, check_key, unknown
from bot.games.game import make_game
from bot.games.papyrus.rules.actions import Move, Preset, Ready
from bot.games.papyrus.rules.field import make_field
from bot.games.papyrus.rules.fieldmap import FieldMap, read_rows, write_rows
from bot.games.papyrus.rules.mapfiles import MapFile, map_formats
from bot.games.papyrus.rules.normalize import OPEN
from bot.games.papyrus.rules.options import Kind, Options
from bot.games.papyrus.rules.rules import PapyrusRules
from bot.games.papyrus.rules.squads import Squad, own_squads, title_of
from bot.games.papyrus.rules.view import PapyrusView
from renderers.contract import Renderer

if TYPE_CHECKING:
    from bot.games.papyrus.wording.wording import PapyrusWording

# Reads and validates `data/papyrus`: maps, ready-made squads and weapons (PAP-02, PAP-04, PAP-11).

_Number: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
_Grades: TypeAlias = Annotated[str, Meta(pattern="^[mnhc]{6}$")]


class _MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of `data/papyrus/maps`; its name is the map's key."""

    title: Title
    description: Line
    seats: Annotated[tuple[Annotated[int, Meta(ge=2, le=4)], ...], Meta(min_length=1)]
    largest_squad: Annotated[int, Meta(ge=1, le=30)]
    """Squads of up to this size have deploy zones without barriers, for each of these numbers of seats."""
    grid: str


class _SquadEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of `data/papyrus/squads.toml`; its name is the squad's key."""

    title: Title
    description: Line
    weights: Annotated[dict[Kind, Annotated[int, Meta(ge=1, le=30)]], Meta(min_length=1)]


def read_maps(data: Path = DATA) -> Mapping[str, FieldMap]:
    """Return the named maps of Papyrus by key, smallest first. Raises `CatalogueError`."""
    folder = data / "papyrus" / "maps"
    maps = [_read_map(DataFile(path)) for path in sorted(folder.glob("*.toml"))]
    if not maps:
        raise CatalogueError(f"{folder}: there is no map file (*.toml) here.")
    maps.sort(key=lambda one: (len(one.grid), one.key))
    return {one.key: one for one in maps}


def read_squads(data: Path = DATA) -> Mapping[str, Squad]:
    """Return the ready-made squads of Papyrus by key, in the order of the file. Raises `CatalogueError`."""
    file = DataFile(data / "papyrus" / "squads.toml")
    if not file.tables:
        raise file.fault("there is no squad in it.")
    squads = {}
    for key, table in file.tables.items():
        check_key(file, key, f"[{key}]")
        _check_kinds(file, key, table)
        entry = file.convert(table, _SquadEntry, (key,))
        squads[key] = Squad(key, entry.title, entry.weights, entry.description)
    return squads


def _read_map(file: DataFile) -> FieldMap:
    key = file.path.stem
    check_key(file, key, f'the file name "{key}"')
    if key == OPEN:
        raise file.fault(f'"{OPEN}" is the name of the empty field: call the map something else.')
    entry = file.convert(file.tables, _MapFile, ())
    try:
        grid = write_rows(read_rows(entry.grid))
        for seats in entry.seats:
            make_field(grid, seats, entry.largest_squad)
    except BadOptions as error:
        raise file.fault(error.sentence, file.line(("grid",))) from None
    return FieldMap(key, entry.title, grid, entry.description, entry.seats)


def _check_kinds(file: DataFile, key: str, table: object) -> None:
    weights = table.get("weights") if isinstance(table, dict) else None
    kinds = [kind.value for kind in Kind]
    for name in weights if isinstance(weights, dict) else ():
        if name not in kinds:
            raise file.fault(
                unknown("there is no kind of unit", name, kinds), file.line((key, "weights", name))
            )


class _WeaponEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of `data/papyrus/weapons.toml` for a kind of unit."""

    chances: Annotated[tuple[Annotated[int, Meta(ge=0, le=6)], ...], Meta(min_length=1, max_length=12)]
    """In six, at distance 1, 2 and so on."""
    hit: _Number
    critical: _Number
    nick: _Number


class _UnitNumbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Its table `units`."""

    hp: Annotated[int, Meta(ge=1, le=99)]
    healing: _Number
    splash: _Number
    rpg_steps: _Number


class _WeaponFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file `data/papyrus/weapons.toml`."""

    critical: Annotated[tuple[_Grades, ...], Meta(min_length=6, max_length=6)]
    """By chances, from 1: the grade of each roll, from 1 (PAP-15)."""
    units: _UnitNumbers
    smg: _WeaponEntry
    shotgun: _WeaponEntry
    sniper: _WeaponEntry
    medic: _WeaponEntry
    rpg: _WeaponEntry


def read_weapons(data: Path = DATA) -> str:
    """Return the numbers of weapons and units (PAP-08, PAP-11 to PAP-19), as options pin them.

    Raises `CatalogueError`.
    """
    file = DataFile(data / "papyrus" / "weapons.toml")
    weapons = file.convert(file.tables, _WeaponFile, ())
    kinds = []
    for kind in Kind:
        entry: _WeaponEntry = getattr(weapons, kind.value)
        if not any(entry.chances):
            raise file.fault("one of the chances must be more than 0.", file.line((kind.value, "chances")))
        chances = "".join(map(str, entry.chances))
        kinds.append(f"{kind.value}:{chances}+{entry.hit}+{entry.critical}+{entry.nick}")
    units = weapons.units
    numbers = f"units:{units.hp}+{units.healing}+{units.splash}+{units.rpg_steps}"
    return "/".join([*kinds, f"critical:{'+'.join(weapons.critical)}", numbers])


# What the lab measures: squads and maps.

USUAL_SQUARES = 192
"""The number of squares of a map on which a match takes about as long as a match with cards."""


class ReadySquad(Loadout):
    """A ready-made squad (PAP-02)."""

    def __init__(self, key: str) -> None:
        self.key = key

    def bring(self, view: PapyrusView, legal: Sequence[Any]) -> Action | None:
        """Return the action that picks the squad, then the one that finishes picking."""
        if view.phase != "picking":
            return None
        return Ready() if Ready() in legal and view.squad else Preset(self.key)


class Squads(Loadouts):
    """The ready-made squads, and those that the option `squads` contains."""

    def __init__(self, squads: Mapping[str, Squad]) -> None:
        self.squads = squads

    @property
    def content(self) -> Mapping[str, Squad]:
        """The ready-made squads."""
        return self.squads

    def ready(self, options: Options) -> Mapping[str, Loadout]:
        """Return the squads of a match by key: ready-made ones, then its own."""
        return {key: ReadySquad(key) for key in (*self.squads, *own_squads(options.squads))}

    def own(self, options: Options) -> Collection[str]:
        """Return the keys of a match's own squads."""
        return own_squads(options.squads)

    def called(self, key: str) -> str:
        """Return the title of a squad in the current language."""
        ready = self.squads.get(key)
        return gettext(ready.title) if ready is not None else title_of(key)


class Maps(Boards):
    """The maps: each is compared with an open field of its size."""

    plain_place: ClassVar[str] = N_("on an open field of its size")
    is_plain: ClassVar[str] = N_("It has no barriers: there is nothing to compare it with.")

    def __init__(self, maps: Mapping[str, FieldMap]) -> None:
        self.maps = maps

    def shipped(self) -> Sequence[Board]:
        """Return the maps that are shipped with the bot."""
        return [
            Board("map", "papyrus", one.key, one.title, {"map": one.key}, one.seats)
            for one in self.maps.values()
        ]

    def of_file(self, format_: MapFormat, value: Any) -> Board | None:
        """Return the map in a file, with squads for which it has room; None for a squad."""
        if not isinstance(value, MapFile):
            return None
        usual = Options().squad
        size: Mapping[str, Any] = {"squad": value.largest_squad} if value.largest_squad < usual else {}
        options = {**format_.pinned([value]), **size}
        return Board(format_.key, format_.game, value.key, value.title, options, value.seats, own=True)

    def plain(self, board: Board, options: Options) -> Mapping[str, Any]:
        """Return the options of a match on an open field of the same size."""
        given = {key: value for key, value in board.options.items() if key not in ("map", "grid")}
        return {**given, "map": OPEN, "width": options.width, "height": options.height}

    def affordable(self, options: Options, seats: int, most: int) -> int:
        """Return fewer matches on a large map, and with more than two seats."""
        return int(most * min(1, USUAL_SQUARES / (options.width * options.height)) * 2 / seats)


_MAPS, _SQUADS = read_maps(), read_squads()


def _planned(view: PapyrusView) -> tuple[Move, ...]:
    from bot.games.papyrus.players.skirmisher import planned_moves  # as `Game.played_by` says

    return planned_moves(view)


@cache
def _words() -> PapyrusWording:
    from bot.games.papyrus.wording.wording import PapyrusWording  # as `Game.worded_by` says

    return PapyrusWording(_SQUADS, _planned)


def _draws() -> Renderer[Any]:
    from renderers.papyrus import PapyrusRenderer  # as `Game.drawn_by` says

    return PapyrusRenderer(_words())


def _plays() -> tuple[Opponent, ...]:
    from bot.games.papyrus.players.skirmisher import (  # as `Game.played_by` says
        Recruit,
        Skirmisher,
        Strategist,
    )

    return (Recruit(), Skirmisher(), Strategist())


GAME = make_game(
    "papyrus",
    N_("Papyrus"),
    N_("Origami squads fight on a field of squares."),
    PapyrusRules(_MAPS, _SQUADS, read_weapons()),
    _words,
    _draws,
    _plays,
    map_formats=map_formats(_MAPS, _SQUADS),
    random_strength=0,
    lab=LabFacets(Squads(_SQUADS), Maps(_MAPS)),
)
