"""The title line of a table: turn and phase, the seat in turn, the order of Supports, the result."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from PIL import Image

from bot.base.language import N_, gettext
from bot.games.arclash.rules.view import ArclashView, Phase
from renderers.kit import text
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import GOLD, LIT_PANEL, MUTED, PAPER, TABLE
from renderers.kit.shapes import seat_mark
from renderers.kit.signs import arrow, plate
from renderers.kit.titles import HEADING, MARGIN, WIDTH, Heading, result, table_heading

PHASES: dict[Phase, str] = {
    "decks": N_("Choosing decks"),
    "openers": N_("Choosing openers"),
    "start": N_("Start of turn"),
    "advance": N_("Advance"),
    "battle": N_("Battle begins"),
    "support": N_("Battle"),
    "end": N_("After the battle"),
    "renew": N_("A new Level 1?"),
    "over": N_("Over"),
}
_PIECES = PieceCache()


class _Header(NamedTuple):
    """The content of the title line during a match."""

    words: str
    quiet: str
    order: tuple[int, ...]
    passed: tuple[int, ...]
    current: int


def draw_header(board: Mosaic, view: ArclashView, names: Sequence[str]) -> None:
    """Draw the title line. The font can draw the `names`."""
    if view.outcome is not None:
        winners = view.outcome.winners
        over = Heading(result(winners, names), gettext(view.outcome.why), winners=winners)
        board.lay_kept(_PIECES, over, partial(table_heading, over, 46), 0, 0)
        return
    header = _header(view, names)
    board.lay_kept(_PIECES, header, partial(_draw, header), 0, 0)


def _header(view: ArclashView, names: Sequence[str]) -> _Header:
    phase = gettext(PHASES[view.phase])
    words = gettext("Turn {number} · {phase}", number=view.turn, phase=phase) if view.turn else phase
    passed = tuple([seat for seat in view.order if view.places[seat].done or view.places[seat].out])
    quiet = "" if view.order else gettext("first to {score}", score=view.options.score)
    if view.question is not None:
        quiet = gettext("{player} has to choose", player=names[view.question.seat])
    return _Header(words, quiet, view.order, passed, view.current)


def _draw(header: _Header) -> Image.Image:
    image, middle = Image.new("RGB", (WIDTH, HEADING), TABLE), HEADING // 2
    right = WIDTH - MARGIN - 4
    if header.order:
        right = _order(image, header, right, middle) - 24
    if header.quiet:
        room = right - MARGIN - text.width(header.words, "extrabold", 48) - 32
        right -= 24 + text.write(
            image, right, middle, header.quiet, size=ON_A_PHONE, colour=MUTED, anchor="right", room=room
        )
    text.write_bold(image, MARGIN + 4, middle, header.words, size=48, colour=PAPER, room=right - MARGIN - 4)
    return image


def _order(image: Image.Image, header: _Header, right: int, middle: int) -> int:
    """Draw the order in which seats play Supports.

    Seats that passed are small; the seat to play is on a plate.
    """
    step = 78
    left = right - step * (len(header.order) - 1) - 52
    for at, seat in enumerate(header.order):
        x = left + at * step + 26
        if seat == header.current:
            plate(image, (x - 31, middle - 31, x + 31, middle + 31), 14, GOLD)
            plate(image, (x - 27, middle - 27, x + 27, middle + 27), 11, LIT_PANEL)
        seat_mark(seat, 28 if seat in header.passed else 44).centre(image, x, middle)
        if at:
            arrow(18).centre(image, x - step // 2, middle)
    return left
