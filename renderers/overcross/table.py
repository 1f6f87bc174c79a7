"""The table: header, seats' cards, and the grid with a list of Characters.

The whole table has more text below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple, Self

from msgspec.structs import replace
from PIL import Image

from bot.base.language import gettext
from bot.engine.grid import column_name
from bot.engine.wording import Focus
from bot.games.overcross.cards.cards import Pool
from bot.games.overcross.rules.view import NOBODY, OvercrossView, owner_of
from renderers.kit import text
from renderers.kit.cards.card import drawn_card
from renderers.kit.cards.hues import table_palette
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.grid import Grid
from renderers.kit.lines import LINE, Arrow, Line, Word, draw_list
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import MUTED, TABLE
from renderers.kit.rows import draw_rows
from renderers.kit.titles import MARGIN, WIDTH, secret_panel
from renderers.overcross.attacks import Attack
from renderers.overcross.cards import emblem_of, face_of
from renderers.overcross.header import draw_header, height_of_header
from renderers.overcross.latest import PieceSign
from renderers.overcross.marks import Rolls, draw_marks, place_of_rolls, rolls_sprite, told_attack
from renderers.overcross.roster import ROW, draw_roster, legend, named, roster
from renderers.overcross.seats import draw_cards, height_of_seats
from renderers.overcross.sights import Spot, ground_of, occupied
from renderers.overcross.tokens import RULER, lay_spot, layout_of
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
    rows, rolls = named(view, pool), _Rolls.of(view, layout, recent, focus, pool)
    below = layout.bottom + RULER + 8
    board = Mosaic(WIDTH, below + rolls.height + len(rows) * ROW + 8, palette=table_palette())
    _draw_upper(board, view, names, layout, recent, focus, pool)
    rolls.draw(board, below)
    draw_rows(board, rows, below + rolls.height, ROW)
    return board


def draw_whole(
    view: OvercrossView, names: Sequence[str], recent: Sequence[Any], told: Sequence[Line], pool: Pool
) -> Mosaic:
    """Draw the whole grid, and below it the full list, a legend and the latest events."""
    if view.first == NOBODY:
        return _secret(view, names)
    layout = layout_of(view.width, whole(view), _top(view))
    lines, rows = roster(view, pool), legend(view, pool)
    rolls = _Rolls.of(view, layout, recent, None, pool)
    below = layout.bottom + RULER + 8
    signs = below + rolls.height + len(lines) * ROW
    news = signs + len(rows) * ROW + 8
    high = news + round(len(told[-_NEWS:]) * ON_A_PHONE * LINE) + 8
    board = Mosaic(WIDTH, high, palette=table_palette())
    _draw_upper(board, view, names, layout, recent, None, pool)
    rolls.draw(board, below)
    draw_roster(board, lines, below + rolls.height)
    draw_rows(board, rows, signs, ROW)
    draw_list(board, (MARGIN, news, WIDTH - MARGIN, high), told[-_NEWS:])
    return board


class _Rolls(NamedTuple):
    """The rolls of the attack that is told: beside the square attacked, or in a row below the grid."""

    attack: Attack | None = None
    place: tuple[int, int] | None = None
    """The corner of the label on the grid; None where it would cover something."""
    line: Line = ()

    @classmethod
    def of(
        cls, view: OvercrossView, layout: Grid, recent: Sequence[Any], focus: Focus | None, pool: Pool
    ) -> Self:
        attack = told_attack(view, recent)
        if attack is None:
            return cls()
        ground = ground_of(view, pool)
        centres = [at for at, spot in enumerate(ground) if spot.land is not None and spot.land.centre]
        place = place_of_rolls(attack, layout, {*occupied(view, pool, focus, ground), *centres})
        line = () if place is not None else _told(view, attack, pool)
        return cls(attack, place, line)

    @property
    def height(self) -> int:
        """Pixels below the grid."""
        return ROW if self.line else 0

    def draw(self, board: Mosaic, below: int) -> None:
        """Draw them on the grid, or from this y on."""
        if self.attack is not None and self.place is not None:
            board.stamp(rolls_sprite(self.attack), *self.place)
        elif self.line:
            draw_roster(board, [self.line], below)


def _told(view: OvercrossView, attack: Attack, pool: Pool) -> Line:
    """Return an attack as a line: who attacked whom, and the rolls."""
    words: list[Word] = []
    for card in (attack.aimed.card, attack.aimed.target):
        face = face_of(view, card, pool)
        words.append(PieceSign(owner_of(card), emblem_of(face), drawn_card(face)))
    return (words[0], Arrow(), words[1], Rolls(attack))


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
