"""The table: header, seats' cards, and the grid with a list of Characters.

The whole table has more text below it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, Self

from msgspec.structs import replace
from PIL import Image

from bot.base.language import gettext
from bot.engine.contract import Seat
from bot.engine.grid import column_name
from bot.engine.wording import Focus
from bot.games.overcross.cards.cards import Pool
from bot.games.overcross.rules.view import NOBODY, OvercrossView, awaited, owner_of
from renderers.kit import text
from renderers.kit.cards.card import drawn_card
from renderers.kit.cards.emblem import Emblem, sigil
from renderers.kit.cards.hues import table_palette
from renderers.kit.crop import Window, crop
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.grid import Grid
from renderers.kit.lines import LINE, Arrow, Die, Line, Sign, Word, draw_list
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import MUTED, PAPER, SEATS, TABLE
from renderers.kit.rows import draw_rows
from renderers.kit.seats import Status, draw_counts, height_of_cards, lay_cards, seat_card
from renderers.kit.shapes import seat_mark
from renderers.kit.signs import pile
from renderers.kit.titles import MARGIN, WIDTH, secret_panel
from renderers.overcross.cards import card_sign, emblem_of, face_of
from renderers.overcross.header import draw_header, height_of_header
from renderers.overcross.marks import (
    Attack,
    Rolls,
    draw_marks,
    marked,
    place_of_rolls,
    rolls_sprite,
    told_attack,
)
from renderers.overcross.roster import ROW, draw_roster, legend, named, roster
from renderers.overcross.sights import Spot, ground_of, occupied
from renderers.overcross.signs import sign
from renderers.overcross.tokens import RULER, lay_spot, layout_of

# Cropping of a grid: squares far from all Characters, flags and terrains are cut off.


_FEWEST = (9, 5)
"""Columns and rows that are always shown."""
_INTO_ZONES = ("summoning", "invasion")
"""Objectives that are about getting into a zone, so that all zones are shown (OVC-24, OVC-26)."""


def whole(view: OvercrossView) -> Window:
    """Return the window that shows the whole grid."""
    return Window(0, 0, view.width, view.height)


def window(view: OvercrossView, recent: Sequence[Any], focus: Focus | None) -> Window:
    """Return the part of the grid to show.

    It contains all Characters, flags and centres of terrains, all arrows and highlights, and a margin.
    """
    if view.options.objective in _INTO_ZONES:
        return whole(view)
    mattering = _mattering(view, recent, focus)
    return crop(mattering, view.width, view.height, _FEWEST) or whole(view)


def _mattering(view: OvercrossView, recent: Sequence[Any], focus: Focus | None) -> Iterator[int]:
    yield from (piece.square for piece in view.pieces)
    yield from (flag.square for flag in view.flags)
    yield from (placed.centre for placed in view.terrains)
    yield from marked(view, recent)
    if focus is not None:
        yield from (*focus.reach, *focus.targets)
        if focus.chosen is not None:
            yield focus.chosen


# The seats' cards: name, hand, deck, discard pile, and the status.


_ACROSS = 2
"""Cards side by side: so they are broad enough for letters that can be read on a phone."""


class _Card(NamedTuple):
    """All that is on a seat's card."""

    seat: Seat
    name: str
    status: Status
    out: bool
    counts: tuple[int, int, int, int]
    """Cards in hand, in the deck and in the discard pile; the deck cost of the kills."""


def draw_cards(board: Mosaic, view: OvercrossView, names: Sequence[str], top: int) -> None:
    """Draw a card for each seat, side by side. Names are legible."""
    cards = []
    for seat, side in enumerate(view.sides):
        counts = (view.hands[seat], view.decks[seat], len(side.discard), side.kills)
        cards.append(_Card(seat, names[seat], status_of(view, seat), bool(side.out), counts))
    lay_cards(board, cards, _draw, top, _ACROSS)


def height_of_seats(view: OvercrossView) -> int:
    """Return how many pixels the seats' cards take, with the gap below."""
    return height_of_cards(view.seats, _ACROSS)


def status_of(view: OvercrossView, seat: Seat) -> Status:
    """Return the status of a seat; its sign is "tick", "sand" or ""."""
    out = view.sides[seat].out
    if out:
        return Status("", gettext("resigned") if out == "resigned" else gettext("out"))
    if view.outcome is not None:
        return Status("tick", gettext("won")) if seat in view.outcome.winners else Status()
    if seat in awaited(view):
        choosing = view.question is not None or view.phase in ("decks", "first", "hands")
        return Status("sand", gettext("choosing") if choosing else gettext("to play"))
    return Status("tick", gettext("ready")) if view.phase in ("decks", "hands") else Status()


def _draw(card: _Card, wide: int) -> Image.Image:
    image, tone = seat_card(card, wide), SEATS[card.seat].tones[6]
    signs = (pile("hand", 34, tone), pile("deck", 34, tone), pile("discard", 34, tone), sign("dead", 30))
    draw_counts(image, list(zip(signs, map(str, card.counts), strict=True)), side=14, gap=6, apart=44)
    return image


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
        if place is not None:
            return cls(attack, place, ())
        signs: list[Word] = []
        for card in (attack.aimed.card, attack.aimed.target):
            face = face_of(view, card, pool)
            signs.append(PieceSign(owner_of(card), emblem_of(face), drawn_card(face)))
        return cls(attack, None, (signs[0], Arrow(), signs[1], Rolls(attack)))

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


# The signs of what sentences name: Characters with their seats, cards and dice.


class PieceSign(NamedTuple):
    """A Character within a line: its seat's mark, its sigil and its name."""

    seat: Seat
    emblem: Emblem
    name: str
    gives_way: bool = True
    """Whether it can be drawn narrower."""

    def draw(self, image: Image.Image, x: int, y: int, room: int) -> int:
        """Draw it; see `Run.draw`."""
        seat_mark(self.seat, 30).centre(image, x + 15, y)
        sigil(self.emblem, 36).paste(image, x + 32, y - 18)
        room = max(room - 74, 1)
        return 74 + text.write(image, x + 74, y, self.name, size=ON_A_PHONE, colour=PAPER, room=room)


SIGNS: Mapping[str, Sign] = {
    "card": lambda face, _: card_sign(face, size=ON_A_PHONE),
    "piece": lambda piece, _: PieceSign(piece[0], emblem_of(piece[1]), drawn_card(piece[1])),
    "square": lambda _, name: name,
    "die": lambda die, _: Die(die),
}
"""Drawing functions by the kind of thing that sentences name."""
