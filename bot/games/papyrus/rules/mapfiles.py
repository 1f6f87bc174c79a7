"""User-made maps and squads of Papyrus: a file for each (PAP-02, PAP-05)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import Annotated

import msgspec
from msgspec import Meta

from bot.base.language import N_
from bot.engine.errors import BadOptions
from bot.engine.mapfiles import Key, Line, MapFormat, Preview, Title
from bot.games.papyrus.rules import actions
from bot.games.papyrus.rules.field import make_field
from bot.games.papyrus.rules.fieldmap import read_rows, write_rows
from bot.games.papyrus.rules.normalize import OPEN
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.squads import MOST_WEIGHT, Squad, write_squads

_Weight = Annotated[int, Meta(ge=0, le=MOST_WEIGHT)]


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map: its name, its squares, and the numbers of seats and units it is for."""

    key: Key
    title: Title
    grid: Annotated[str, Meta(max_length=1300)]
    description: Line = ""
    seats: Annotated[tuple[Annotated[int, Meta(ge=2, le=4)], ...], Meta(min_length=1, max_length=3)] = (2,)
    largest_squad: Annotated[int, Meta(ge=1, le=30)] = 10
    """The largest squad size with deploy zones free of barriers, for each of these numbers of seats."""


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The shares of the kinds in a squad."""

    smg: _Weight = 0
    shotgun: _Weight = 0
    sniper: _Weight = 0
    medic: _Weight = 0
    rpg: _Weight = 0


class SquadFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ready-made squad."""

    key: Key
    title: Title
    weights: Weights
    description: Line = ""

    @property
    def squad(self) -> Squad:
        """The squad as the rules represent it."""
        weights = {
            Kind(kind): weight for kind, weight in msgspec.structs.asdict(self.weights).items() if weight
        }
        return Squad(self.key, self.title, weights, self.description)


def map_formats(maps: Collection[str], squads: Collection[str]) -> tuple[MapFormat, ...]:
    """Return the kinds of files, given the keys of the shipped maps and squads."""
    return (
        MapFormat(
            "map",
            "papyrus",
            "map",
            (N_("map"), N_("maps")),
            MapFile,
            {"MapFile": N_("a map")},
            (OPEN, *maps),
            _check_map,
            "grid",
            lambda found: {"map": OPEN, "grid": write_rows(read_rows(found[0].grid))},
            partial(_laid_out, next(iter(squads))),
            beside=("grid",),
        ),
        MapFormat(
            "squad",
            "papyrus",
            "squads",
            (N_("squad"), N_("squads")),
            SquadFile,
            {"SquadFile": N_("a squad"), "Weights": N_("the weights of a squad")},
            ("all", *squads),
            _check_squad,
            "weights",
            lambda found: {"squads": write_squads([one.squad for one in found])},
            _placed,
            several=True,
        ),
    )


def _check_map(one: MapFile) -> None:
    for seats in one.seats:
        make_field(write_rows(read_rows(one.grid)), seats, one.largest_squad)


def _check_squad(one: SquadFile) -> None:
    """Raise `BadOptions` for a squad without units."""
    if not one.squad.weights:
        raise BadOptions.translated("A squad needs a weight for one kind of unit at least.")


def _laid_out(squad: str, one: MapFile) -> Preview:
    """Return a match on the map in which units are about to be placed."""
    options = {"map": OPEN, "grid": one.grid, "squad": one.largest_squad}
    return Preview(options, one.seats[0], _picked(squad, one.seats[0]))


def _placed(one: SquadFile) -> Preview:
    """Return a match with the squad in its default formation."""
    options = {"squads": write_squads([one.squad]), "map": OPEN, "width": 12, "height": 8, "squad": 10}
    return Preview(options, 2, (*_picked(one.key, 2), (0, actions.Formation())))


def _picked(squad: str, seats: int) -> tuple[tuple[int, actions.PapyrusAction], ...]:
    """Return the actions of all seats to be ready with a squad."""
    acts: Sequence[actions.PapyrusAction] = (actions.Preset(squad), actions.Ready())
    return tuple([(seat, act) for seat in range(seats) for act in acts])
