"""Terrain that stops or kills Characters that enter it: moves are offered up to that square (OVC-41)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from bot.engine.grid import mask_of, squares_of
from bot.games.overcross.cards.field import OFF, Piece, Placed
from bot.games.overcross.cards.words import Ability
from bot.games.overcross.cards.words.counters import Damage, SetCounters
from bot.games.overcross.cards.words.motion import Redeploy
from bot.games.overcross.rules import reach
from bot.games.overcross.rules.field import DEADLY

ENTRY, COUNTER = 1, 64
"""What entering an area costs on a way, and what each counter does that it puts (OVC-13)."""


class Toll(NamedTuple):
    """The certain effects of a terrain on a Character that enters, without those with conditions or dice."""

    harm: int
    """The number of counters it puts."""
    redeploys: bool


@cache
def toll_of(abilities: tuple[Ability, ...]) -> Toll:
    """Return the certain effects of these `entered` abilities."""
    effects = [
        effect
        for ability in abilities
        if ability.needs is None and not ability.once
        for effect in ability.then
        if getattr(effect, "to", None) == "it"
    ]
    harm = sum(effect.by for effect in effects if isinstance(effect, Damage) and isinstance(effect.by, int))
    return Toll(harm, any(isinstance(effect, Redeploy) for effect in effects))


def _harmful(queries: Any) -> Iterator[tuple[int, Toll]]:
    """Yield the areas with an effect on a Character that enters them."""
    for area, abilities in queries.layout.affects:
        yield area, toll_of(abilities)


def _ahead(queries: Any, piece: Piece) -> Iterator[tuple[int, Toll]]:
    """Yield these areas except the one that a Character is in."""
    for area, toll in _harmful(queries):
        if piece.square == OFF or not area >> piece.square & 1:
            yield area, toll


def tolls(queries: Any, piece: Piece) -> reach.Tolls:
    """Return what a Character pays for areas on its way (OVC-13): counters first, then entries.

    A way ends where it dies. Under former rulings each area costs the same, and death ends no way.
    """
    if not queries.state.options.spares:
        return reach.Tolls(tuple([(area, ENTRY) for area, _ in _harmful(queries)]))
    areas = tuple([(area, toll.harm * COUNTER + ENTRY) for area, toll in _harmful(queries)])
    lives = DEADLY - piece.counters
    return reach.Tolls(areas, lives * COUNTER) if _dies(queries, piece, lives) else reach.Tolls(areas)


def stopping(queries: Any, piece: Piece) -> int:
    """Return the squares that end a move: their terrain redeploys or kills the Character."""
    if not queries.layout.entered:
        return 0
    squares, unmoved = 0, queries.unmoved(piece.card)
    for area, toll in _ahead(queries, piece):
        if (toll.redeploys and not unmoved) or _dies(queries, piece, toll.harm):
            squares |= area
    return squares


def survived(queries: Any, piece: Piece, reached: reach.Reached) -> int:
    """Return the squares that a Character reaches alive.

    It may have to enter several areas on the way, of which none alone would kill it.
    """
    squares, going = reached.squares, reached.going
    if queries.state.options.spares:
        # Where nobody stands in an area, no way enters it twice: it is a rectangle.
        shut, often = going.blocked | going.ends, 1 + going.steps // 2
        crossed = [(area, toll.harm) for area, toll in _harmful(queries) if area & squares]
        worst = sum([harm * (often if area & shut else 1) for area, harm in crossed])
        if not _dies(queries, piece, worst):
            return squares
        return mask_of([square for _, square in reach.gentle(going, tolls(queries, piece))])
    crossed = [(area, toll.harm) for area, toll in _ahead(queries, piece) if area & squares and toll.harm]
    if piece.counters + sum([harm for _, harm in crossed]) < DEADLY or len(crossed) < 2:
        return squares
    return squares & ~mask_of(
        [
            square
            for square in squares_of(squares & ~(1 << piece.square))
            if _dies_before(piece.counters, crossed, queries.path(piece, reached, square)[0])
        ]
    )


def _dies_before(counters: int, areas: Sequence[tuple[int, int]], path: Sequence[int]) -> bool:
    """Whether a Character that follows a path dies before its last square."""
    for before, square in pairwise(path[:-1]):
        counters += sum([harm for area, harm in areas if area >> square & 1 and not area >> before & 1])
    return counters >= DEADLY


def stopped_by(queries: Any, piece: Piece, steps: int, square: int, *, fresh: bool) -> Placed | None:
    """Return the terrain without which a Character could reach a square; None if there is none."""
    (ground, barred), ends = queries.going(piece), queries.ends(piece.seat)
    going = reach.Going(ground, piece.square, steps, barred, ends, fresh)
    layers = reach.layers(going)
    if not any(layer >> square & 1 for layer in layers):
        return None
    stops = stopping(queries, piece)
    passed = [each for each in reach.path(going, layers, square)[0] if stops >> each & 1]
    found: Placed | None = queries.terrain_at(passed[0]) if passed else None
    return found


def kills(queries: Any, piece: Piece, square: int) -> bool:
    """Whether a Character dies when it enters a square."""
    entered = [toll for area, toll in _ahead(queries, piece) if area >> square & 1]
    return any(_dies(queries, piece, toll.harm) for toll in entered)


def _dies(queries: Any, piece: Piece, harm: int) -> bool:
    if not harm or piece.counters + harm < DEADLY:
        return False
    # A card may let it stay with counters instead.
    return not any(
        ability.instead and any(isinstance(effect, SetCounters) for effect in ability.then)
        for card in (piece.card, *queries.edits(piece))
        for ability in queries.does(card).get("dies", ())
    )
