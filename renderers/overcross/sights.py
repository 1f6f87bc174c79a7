"""The contents of each square for drawing: zone, terrain, flags, and the Character with everything on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from bot.base.language import gettext
from bot.engine.cards.nodes import nodes
from bot.engine.contract import Seat
from bot.engine.grid import grid_of, squares_of
from bot.engine.wording import Focus
from bot.games.overcross.cards.cards import Pool, Terrain
from bot.games.overcross.cards.field import OFF, Piece, Placed
from bot.games.overcross.cards.words.counters import Damage
from bot.games.overcross.rules.geometry import within, zone_of
from bot.games.overcross.rules.view import NO_CARD, OvercrossView
from bot.games.overcross.wording.terms import lettered
from renderers.kit.cache import kept
from renderers.overcross.cards import emblem_of, face_of

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
"""The sides of a square as bits."""
TERRAINS = ("obstructive", "blocks", "slow", "harmful", "bonus")
"""The kinds of terrain: impassable, blocking sight, slow, placing counters on its occupant, or of another
effect.
"""


class Token(NamedTuple):
    """A Character as it is drawn."""

    seat: Seat
    letter: str
    """By which the list below the grid calls it, as the board in text does."""
    motif: str
    step: int
    """The hue of its genre."""
    picture: str
    """The SHA-256 of its picture, which replaces the motif; "" for none."""
    mark: str
    counters: int
    edits: int
    minor: bool
    major: bool
    carries: tuple[Seat, ...]


class Land(NamedTuple):
    """The terrain on a square."""

    kinds: tuple[str, ...]
    edges: int
    """The sides at which the area ends."""
    centre: bool = False
    counters: int = 0


class Spot(NamedTuple):
    """All that is drawn on a square."""

    zone: Seat = -1
    dark: bool = False
    """Whether it is one of the darker squares of the chequered ground."""
    land: Land | None = None
    flags: tuple[Seat, ...] = ()
    """Flags on the square."""
    token: Token | None = None
    pointed: str = ""
    """"reach", "target" or "chosen" where something is pointed out to the viewer."""
    label: str = ""


def token_of(view: OvercrossView, piece: Piece, letter: str, pool: Pool) -> Token:
    """Return a Character as it is drawn."""
    face = face_of(view, piece.card, pool)
    emblem, own = emblem_of(face), piece.seat == view.current
    return Token(
        piece.seat,
        letter,
        emblem.motif,
        emblem.step,
        emblem.picture,
        face.mark,
        piece.counters,
        len(piece.edits),
        own and piece.minor,
        own and piece.major,
        tuple([flag.seat for flag in view.flags if flag.carrier == piece.card]),
    )


def kinds_of(terrain: Terrain) -> tuple[str, ...]:
    """Return the kinds of a terrain, at least one."""
    kinds = [kind for kind in ("obstructive", "blocks", "slow") if getattr(terrain, kind)]
    deeds = [node for ability in terrain.abilities for _, node in nodes(ability)]
    if any(isinstance(node, Damage) for node in deeds):
        kinds.append("harmful")
    elif deeds or not kinds:
        kinds.append("bonus")
    return tuple(kinds)


def area(view: OvercrossView, placed: Placed, pool: Pool) -> tuple[Terrain, int]:
    """Return the print of a terrain in play, and the squares of its area."""
    face = face_of(view, placed.card, pool)
    assert isinstance(face, Terrain), "nothing else is placed"
    return face, within(grid_of(view.width, view.height), placed.centre, face.radius)


def ground_of(view: OvercrossView, pool: Pool) -> tuple[Spot, ...]:
    """Return the zones and terrains of each square, without its occupants."""
    # a seat that is out has no zone, since that scores for no seat (OVC-28b)
    zones = tuple([0 if side.out else zone_of(view.options, seat) for seat, side in enumerate(view.sides)])
    spots = list(_bare(zones, view.width, view.height))
    for placed in view.terrains:
        face, mask = area(view, placed, pool)
        kinds = kinds_of(face)
        for square in squares_of(mask):
            centre = square == placed.centre
            land = Land(kinds, _edges(view.width, square, mask), centre, placed.counters if centre else 0)
            spots[square] = spots[square]._replace(land=land)
    return tuple(spots)


def occupied(view: OvercrossView, pool: Pool, focus: Focus | None, ground: Sequence[Spot]) -> dict[int, Spot]:
    """Return the squares of a ground that are not empty: flags, a Character, highlights."""
    spots: dict[int, Spot] = {}

    def change(square: int, **what: Any) -> None:
        spots[square] = spots.get(square, ground[square])._replace(**what)

    for flag in view.flags:
        if flag.carrier == NO_CARD:
            change(flag.square, flags=(*spots.get(flag.square, ground[flag.square]).flags, flag.seat))
    for piece, letter in lettered(view):
        if piece.square != OFF:
            change(piece.square, token=token_of(view, piece, letter, pool))
    highlights: dict[int, tuple[str, str]] = {}
    if focus is not None:
        # The chosen square has precedence over targets, and targets over reach.
        highlights = dict.fromkeys(focus.reach, ("reach", ""))
        highlights |= {square: ("target", label) for square, label in focus.targets.items()}
        if focus.chosen is not None:
            highlights[focus.chosen] = ("chosen", "")
    for square, (pointed, label) in highlights.items():
        if 0 <= square < len(ground):
            change(square, pointed=pointed, label=label)
    return spots


@kept(64)
def _bare(zones: tuple[int, ...], width: int, height: int) -> tuple[Spot, ...]:
    grid = grid_of(width, height)
    spots = [Spot(dark=sum(grid.place(square)) % 2 == 0) for square in range(grid.size)]
    for seat, zone in enumerate(zones):
        for square in squares_of(zone):
            spots[square] = spots[square]._replace(zone=seat)
    return tuple(spots)


def _edges(width: int, square: int, mask: int) -> int:
    """Return the sides of a square of an area at which the area, or the grid, ends; north is up."""
    column, sides = square % width, 0
    if not mask >> (square + width) & 1:
        sides |= NORTH
    if square < width or not mask >> (square - width) & 1:
        sides |= SOUTH
    if column == width - 1 or not mask >> (square + 1) & 1:
        sides |= EAST
    if column == 0 or not mask >> (square - 1) & 1:
        sides |= WEST
    return sides


def square_name(view: OvercrossView, square: int) -> str:
    """Return the name of a square, or that a Character waits off the grid (OVC-26)."""
    return gettext("off the grid") if square == OFF else grid_of(view.width, view.height).name(square)
