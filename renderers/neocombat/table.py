"""The whole table: the title, the seats, the battlefield or the draft, the piles, and what happened last."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from bot.base.language import gettext
from bot.engine.wording import AnyWording, Focus
from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.rules.view import NeoView
from renderers.kit.cards.hues import table_palette
from renderers.kit.cards.news import draw_news, height_of_news
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.lines import latest_lines
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.rows import draw_rows
from renderers.kit.seats import height_of_cards
from renderers.kit.titles import MARGIN, WIDTH, height_of_heading, secret_panel
from renderers.neocombat.footer import ROW, footer_rows
from renderers.neocombat.ground import lay_ground, lay_sector
from renderers.neocombat.header import draw_header
from renderers.neocombat.latest import signs
from renderers.neocombat.layout import Field, field_of
from renderers.neocombat.marks import Marks
from renderers.neocombat.seats import draw_cards
from renderers.neocombat.sheet import height_of_tiles, lay_tiles
from renderers.neocombat.sights import Sight, sights
from renderers.neocombat.tokens import lay_token
from renderers.neocombat.window import draw_window, height_of_window
from renderers.neocombat.zoom import offered

_NEWS = 4
"""Lines of what happened last, at most."""
_HIGHEST = 1640
"""Pixels of a picture, as far as it depends on such lines: 500 on a phone."""
_SECRET = 140
"""The height in pixels of the panel shown instead of the battlefield while teams are chosen."""
_PIECES = PieceCache()


def draw_table(
    view: NeoView,
    names: Sequence[str],
    recent: Sequence[Any],
    focus: Focus | None,
    pool: Pool,
    wording: AnyWording,
) -> Mosaic:
    """Draw the whole table. Names are legible."""
    seen = list(sights(view, pool))
    field, tiles = field_of(seen), offered(view, pool)
    footer = footer_rows(view, pool)
    lines = latest_lines(wording, view, recent, signs(view, pool))
    title = height_of_heading(over=view.outcome is not None)
    top = title + height_of_window(view)
    ground = top + height_of_cards(view.seats)
    below = ground + (field.high if view.tokens else height_of_tiles(tiles) or _SECRET) + 8
    news = below + len(footer) * ROW
    lines = lines[-_lines_within(_HIGHEST - news) :]
    high = news + (height_of_news(len(lines), ON_A_PHONE) + 16 if lines else 0)
    board = Mosaic(WIDTH, high, palette=table_palette())
    draw_header(board, view, names)
    draw_window(board, view, pool, title)
    draw_cards(board, view, names, top)
    if view.tokens:
        _draw_field(board, field, seen, ground, focus)
        Marks(board, field, ground, view.options.team, pool).draw(recent)
    elif tiles:
        lay_tiles(board, ground, tiles)
    else:
        words = gettext("Teams are chosen in secret")
        board.lay_kept(_PIECES, words, partial(secret_panel, words, _SECRET, 0), 0, ground)
    draw_rows(board, footer, below, ROW)
    if lines:
        draw_news(board, (MARGIN, news, WIDTH - MARGIN, high - 16), lines, ON_A_PHONE)
    return board


def _lines_within(room: int) -> int:
    """Return the number of lines of latest events that fit, at least one."""
    most = range(_NEWS, 1, -1)
    return next((lines for lines in most if height_of_news(lines, ON_A_PHONE) + 16 <= room), 1)


def _draw_field(board: Mosaic, field: Field, seen: Sequence[Sight], top: int, focus: Focus | None) -> None:
    lay_ground(board, top, field.high)
    for number, (left, upper, right, lower) in field.sectors.items():
        seats = tuple(sorted({each.seat for each in seen if each.sector == number}))
        reached = focus is not None and number in focus.reach
        lay_sector(board, number, (left, upper + top, right, lower + top), seats, open_to=reached)
    for each in seen:
        left, upper, right, lower = field.tokens[each.token]
        lay_token(board, (left, upper + top, right, lower + top), each, field.size, focus)
