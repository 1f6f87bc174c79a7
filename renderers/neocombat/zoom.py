"""Closer looks: at a seat's varans, at one of them, and in the draft at those one was dealt."""

from __future__ import annotations

from collections.abc import Sequence

from bot.base.language import gettext, pgettext
from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.rules.view import NeoView, token_name
from renderers.kit.mosaic import Mosaic
from renderers.kit.titles import seat_title
from renderers.neocombat.sheet import HALF, WHOLE, Tile, draw_sheet, token_tile, varan_tile
from renderers.neocombat.sights import sight

_SEAT, _TOKEN = "seat-", "varan-"
_MOST = 16
"""Varans up to which each has a button of its own."""


def parts_of(view: NeoView) -> dict[str, str]:
    """Return a part for each seat with varans on the table and, where they are few, for each of these."""
    here = [token for token, its in enumerate(view.tokens) if its.here]
    parts = {f"{_SEAT}{seat}": seat_title(seat) for seat in range(view.seats) if view.alive(seat)}
    if len(here) <= _MOST:
        parts |= {f"{_TOKEN}{token}": token_name(token, view.options.team) for token in here}
    return parts


def shown_in(view: NeoView, part: str | None) -> tuple[int, ...]:
    """Return the tokens that a part shows; none if this view has no such part."""
    team = view.options.team
    kind, _, number = (part or "").partition("-")
    if not number.isdecimal():
        return ()
    at = int(number)
    tokens = {"seat": range(at * team, (at + 1) * team), "varan": range(at, at + 1)}.get(kind, range(0))
    return tuple([token for token in tokens if token < len(view.tokens) and view.tokens[token].here])


def draw_zoom(view: NeoView, tokens: Sequence[int], names: Sequence[str], pool: Pool) -> Mosaic:
    """Draw tokens of one seat with all that the viewer knows of them. Names are legible."""
    tiles = [token_tile(view, sight(view, token, pool), pool) for token in tokens]
    seat = tokens[0] // view.options.team
    note = pgettext("game turn", "Turn {number}", number=view.turn)
    return draw_sheet(names[seat], note, seat, tiles, WHOLE if len(tiles) == 1 else HALF)


def offered(view: NeoView, pool: Pool) -> list[Tile]:
    """Return the varans that the viewer was dealt in the draft (NEO-01a)."""
    seat = view.viewer or 0
    return [
        varan_tile(pool.roster[varan], seat, gettext("kept") if varan in view.kept else "")
        for varan in view.offer
    ]
