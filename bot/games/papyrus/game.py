"""Papyrus as the bot knows it: its rules, words, pictures and computer players."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from bot.base.language import N_
from bot.engine.errors import BadOptions
from bot.games.catalogue import DATA, CatalogueError, DataFile, Line, Title, check_key, unknown
from bot.games.game import make_game
from bot.games.papyrus.players.skirmisher import Recruit, Skirmisher, Strategist, planned_moves
from bot.games.papyrus.rules.field import make_field
from bot.games.papyrus.rules.fieldmap import FieldMap, read_rows, write_rows
from bot.games.papyrus.rules.mapfiles import map_formats
from bot.games.papyrus.rules.normalize import OPEN
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.rules import PapyrusRules
from bot.games.papyrus.rules.squads import Squad
from bot.games.papyrus.wording.wording import PapyrusWording
from renderers.papyrus import PapyrusRenderer

# Reads and validates `data/papyrus`: maps and ready-made squads (PAP-02, PAP-04).


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
    found = [_read_map(DataFile(path)) for path in sorted(folder.glob("*.toml"))]
    if not found:
        raise CatalogueError(f"{folder}: there is no map file (*.toml) here.")
    found.sort(key=lambda one: (len(one.grid), one.key))
    return {one.key: one for one in found}


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


_MAPS, _SQUADS = read_maps(), read_squads()
_WORDING = PapyrusWording(_SQUADS, planned_moves)

GAME = make_game(
    "papyrus",
    "Papyrus",
    N_("Origami squads fight on a field of squares."),
    PapyrusRules(_MAPS, _SQUADS),
    _WORDING,
    PapyrusRenderer(_WORDING),
    map_formats=map_formats(_MAPS, _SQUADS),
    computers=(Recruit(), Skirmisher(), Strategist()),
    random_strength=0,
)
