"""The table: header, seats' cards, and the grid with a list of Characters.

The whole table has more text below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace
from PIL import Image

from bot.base.language import gettext
from bot.engine.grid import column_name
from bot.engine.wording import Focus
from bot.games.overcross.cards.cards import Pool
from bot.games.overcross.rules.view import NOBODY, OvercrossView
from renderers.kit import text
from renderers.kit.cards.hues import table_palette
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.grid import Grid
from renderers.kit.lines import LINE, Line, draw_list
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import MUTED, TABLE
from renderers.kit.rows import draw_rows
from renderers.kit.titles import MARGIN, WIDTH, secret_panel
from renderers.overcross.header import draw_header, height_of_header
from renderers.overcross.marks import draw_marks
from renderers.overcross.roster import ROW, draw_roster, height_of_roster, legend, named, roster
from renderers.overcross.seats import draw_cards, height_of_seats
from renderers.overcross.sights import Spot, ground_of, occupied
from renderers.overcross.tokens import LARGE, RULER, lay_spot, layout_of
from renderers.overcross.window import whole, window

_NEWS = 5
"""Lines of what happened last, at most."""
_SECRET = 140
"""The height in pixels of the panel shown instead of the grid while decks are chosen."""
_PIECES = PieceCache()
_GROUNDS = PieceCache()


def draw_table(
    view: OvercrossView, names: Sequence[str], recent: Sequence[Any], focus: Focus | None, pool: Pool
) -> Mosaic:
    """Draw the information for a decision: the occupied part of the grid, and the list of Characters."""
    if view.first == NOBODY:
        return _secret(view, names)
    layout = layout_of(view.width, window(view, recent, focus), _top(view))
    columns = named(view, pool, plain=layout.cell < LARGE)
    below = layout.bottom + RULER + 8
    board = Mosaic(WIDTH, below + height_of_roster(columns) + 8, palette=table_palette())
    _draw_upper(board, view, names, layout, recent, focus, pool)
    draw_roster(board, columns, below)
    return board


def draw_whole(
    view: OvercrossView, names: Sequence[str], recent: Sequence[Any], told: Sequence[Line], pool: Pool
) -> Mosaic:
    """Draw the whole grid, and below it the full list, a legend and the latest events."""
    if view.first == NOBODY:
        return _secret(view, names)
    layout = layout_of(view.width, whole(view), _top(view))
    lines, rows = roster(view, pool, plain=layout.cell < LARGE), legend(view, pool)
    below = layout.bottom + RULER + 8
    signs = below + height_of_roster([lines])
    news = signs + len(rows) * ROW + 8
    high = news + round(len(told[-_NEWS:]) * ON_A_PHONE * LINE) + 8
    board = Mosaic(WIDTH, high, palette=table_palette())
    _draw_upper(board, view, names, layout, recent, None, pool)
    draw_roster(board, [lines], below)
    draw_rows(board, rows, signs, ROW)
    draw_list(board, (MARGIN, news, WIDTH - MARGIN, high), told[-_NEWS:])
    return board


def _top(view: OvercrossView) -> int:
    """Return how many pixels stand above the grid."""
    return height_of_header(view) + height_of_seats(view)


def _secret(view: OvercrossView, names: Sequence[str]) -> Mosaic:
    board = Mosaic(WIDTH, _top(view) + _SECRET + 8, palette=table_palette())
    draw_header(board, view, names)
    draw_cards(board, view, names, height_of_header(view))
    words = gettext("Decks are chosen in secret")
    board.lay_kept(_PIECES, words, partial(secret_panel, words, _SECRET, 8), 0, _top(view))
    return board


def _draw_upper(
    board: Mosaic,
    view: OvercrossView,
    names: Sequence[str],
    layout: Grid,
    recent: Sequence[Any],
    focus: Focus | None,
    pool: Pool,
) -> None:
    """Draw all down to the grid, with the latest moves and attacks on it."""
    draw_header(board, view, names)
    draw_cards(board, view, names, height_of_header(view))
    _draw_grid(board, view, layout, focus, pool)
    draw_marks(board, view, layout, recent)


def _draw_grid(board: Mosaic, view: OvercrossView, layout: Grid, focus: Focus | None, pool: Pool) -> None:
    ground, grid = ground_of(view, pool), replace(layout, left=RULER, top=RULER)
    left, top = layout.left - RULER, layout.top - RULER
    board.lay_kept(_GROUNDS, (ground, grid), partial(_draw_ground, ground, grid), left, top)
    for square, spot in occupied(view, pool, focus, ground).items():
        if layout.shows(square):
            lay_spot(board, spot, layout.cell, *layout.corner(square))


def _draw_ground(ground: Sequence[Spot], grid: Grid) -> Mosaic:
    """Return the squares with nothing on them, with the letters and numbers at their sides."""
    board = Mosaic(grid.right + RULER, grid.bottom + RULER, palette=table_palette())
    for square, spot in enumerate(ground):
        if grid.shows(square):
            lay_spot(board, spot, grid.cell, *grid.corner(square))
    half = RULER // 2
    for x, y, words in grid.ruler(column_name, (half, half, half, half)):
        board.lay_kept(_PIECES, ("ruler", words), partial(_coordinate, words), x - half, y - half)
    return board


def _coordinate(words: str) -> Image.Image:
    image = Image.new("RGB", (RULER, RULER), TABLE)
    text.write_bold(image, RULER // 2, RULER // 2, words, size=ON_A_PHONE, colour=MUTED, anchor="middle")
    return image
