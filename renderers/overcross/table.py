"""The whole table: header, seats' cards, the grid, who is who, and what happened last."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace
from PIL import Image

from bot.engine.grid import column_name
from bot.engine.language import gettext
from bot.engine.wording import Focus
from bot.games.overcross.cards.cards import Pool
from bot.games.overcross.rules.view import NOBODY, OvercrossView
from renderers.kit import text
from renderers.kit.cards.hues import table_palette
from renderers.kit.cards.news import draw_news, height_of_news
from renderers.kit.fonts import READABLE
from renderers.kit.grid import Grid
from renderers.kit.lines import Line
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import MUTED, TABLE
from renderers.kit.rows import draw_rows
from renderers.kit.seats import height_of_cards
from renderers.kit.titles import MARGIN, WIDTH, secret_panel
from renderers.overcross.header import draw_header, height_of_header
from renderers.overcross.marks import draw_marks
from renderers.overcross.roster import ROW, draw_roster, height_of_roster, legend, roster
from renderers.overcross.seats import draw_cards
from renderers.overcross.sights import Spot, ground_of, occupied
from renderers.overcross.tokens import RULER, lay_spot, layout_of

_NEWS = 5
"""Lines of what happened last, at most."""
_SECRET = 140
"""The height of what stands in place of the grid while decks are chosen."""
_PIECES = PieceCache(limit=800_000)
_GROUNDS = PieceCache(limit=7_000_000)


def draw_table(
    view: OvercrossView,
    names: Sequence[str],
    recent: Sequence[Any],
    told: Sequence[Line],
    focus: Focus | None,
    pool: Pool,
) -> Mosaic:
    """Draw the whole table, under it what is told of what happened. Names are legible."""
    known = view.first != NOBODY
    columns, rows = (roster(view, pool), legend(view, pool)) if known else ([], [])
    lines = told[-_NEWS:] if known else []
    top = height_of_header(view)
    layout = layout_of(view, top + height_of_cards(view.seats))
    below = layout.bottom + RULER + 8 if known else top + height_of_cards(view.seats) + _SECRET
    signs = below + height_of_roster(columns)
    news = signs + len(rows) * ROW
    high = news + (height_of_news(len(lines)) + 16 if lines else 8)
    board = Mosaic(WIDTH, high, palette=table_palette())
    draw_header(board, view, names)
    draw_cards(board, view, names, top)
    if known:
        _draw_grid(board, view, layout, focus, pool)
        draw_marks(board, view, layout, recent)
    else:
        words = gettext("Decks are chosen in secret")
        board.lay_kept(
            _PIECES, words, partial(secret_panel, words, _SECRET, 8), 0, top + height_of_cards(view.seats)
        )
    draw_roster(board, columns, below)
    draw_rows(board, rows, signs, ROW)
    if lines:
        draw_news(board, (MARGIN, news, WIDTH - MARGIN, high - 16), lines)
    return board


def _draw_grid(board: Mosaic, view: OvercrossView, layout: Grid, focus: Focus | None, pool: Pool) -> None:
    ground, grid = ground_of(view, pool), replace(layout, left=RULER, top=RULER)
    left, top = layout.left - RULER, layout.top - RULER
    board.lay_kept(_GROUNDS, (ground, grid), partial(_draw_ground, ground, grid), left, top)
    for square, spot in occupied(view, pool, focus, ground).items():
        lay_spot(board, spot, layout.cell, *layout.corner(square))


def _draw_ground(ground: Sequence[Spot], grid: Grid) -> Mosaic:
    """Return the squares with nothing on them, with the letters and numbers at their sides."""
    board = Mosaic(grid.right + RULER, grid.bottom + RULER, palette=table_palette())
    for square, spot in enumerate(ground):
        lay_spot(board, spot, grid.cell, *grid.corner(square))
    half = RULER // 2
    for x, y, words in grid.ruler(column_name, (half, half, half, half)):
        board.lay_kept(_PIECES, ("ruler", words), partial(_coordinate, words), x - half, y - half)
    return board


def _coordinate(words: str) -> Image.Image:
    image = Image.new("RGB", (RULER, RULER), TABLE)
    text.write_bold(image, RULER // 2, RULER // 2, words, size=READABLE, colour=MUTED, anchor="middle")
    return image
