"""The open window: the card that is being played, its target, and the time left to answer (NEO-10)."""

from __future__ import annotations

from functools import partial

from PIL import Image

from bot.base.language import current, ngettext
from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.rules.view import NeoView
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.lines import Arrow, Line, Mark, Quiet, Word, draw_line
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import GOLD, LIT_PANEL, TABLE
from renderers.kit.signs import framed
from renderers.kit.titles import MARGIN, WIDTH
from renderers.neocombat.cards import card_sign
from renderers.neocombat.latest import token_sign

HIGH = 72
_PIECES = PieceCache()


def height_of_window(view: NeoView) -> int:
    """Return how many pixels it takes; 0 when no window is open."""
    return HIGH if view.fight is not None else 0


def draw_window(board: Mosaic, view: NeoView, pool: Pool, top: int) -> None:
    """Draw the open window."""
    if view.fight is None:
        return
    line = _line(view, pool)
    board.lay_kept(_PIECES, (line, current().code), partial(_draw, line), 0, top)


def _line(view: NeoView, pool: Pool) -> Line:
    fight = view.fight
    assert fight is not None
    user: Word = Mark(fight.seat) if fight.user < 0 else token_sign(view, fight.user, pool)
    what: list[Word] = [
        user,
        Arrow(),
        token_sign(view, fight.target, pool),
        card_sign(pool.actions[fight.card]),
    ]
    if fight.kind != "sensor":
        what.append(ngettext("{number} damage", "{number} damage", fight.by))
    hours = ngettext("{number} hour to answer", "{number} hours to answer", view.options.hours)
    return (*what, Quiet(hours))


def _draw(line: Line) -> Image.Image:
    image = Image.new("RGB", (WIDTH, HIGH), TABLE)
    framed(image, (MARGIN, 0, WIDTH - MARGIN, HIGH - 12), 12, LIT_PANEL, GOLD, 4)
    draw_line(image, line, MARGIN + 20, (HIGH - 12) // 2, WIDTH - MARGIN - 16, size=ON_A_PHONE)
    return image
