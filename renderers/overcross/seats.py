"""The seats' cards: name, hand, deck and discard pile, who is awaited."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from PIL import Image

from bot.engine.contract import Seat
from bot.engine.language import current, gettext
from bot.games.overcross.rules.view import OvercrossView
from renderers.kit import text
from renderers.kit.fonts import READABLE
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import GOLD, HEAL, LIT_PANEL, MUTED, PANEL, PAPER, SEATS, TABLE, mix
from renderers.kit.shapes import seat_mark
from renderers.kit.signs import framed, pile, sand, tick
from renderers.kit.titles import MARGIN, WIDTH
from renderers.overcross.header import awaited
from renderers.overcross.signs import sign

HIGH = 92
_GAP = 12
_PIECES = PieceCache(limit=2_000_000)


class _Card(NamedTuple):
    """All that is on a seat's card."""

    seat: Seat
    name: str
    wide: int
    status: tuple[str, str]
    """A sign and a word."""
    counts: tuple[int, int, int, int]
    """Cards in hand, in the deck and in the discard pile; the deck cost of the kills."""
    out: bool


def height_of_cards() -> int:
    """Return how many pixels the seats' cards take, with the gap below."""
    return HIGH + _GAP


def draw_cards(board: Mosaic, view: OvercrossView, names: Sequence[str], top: int) -> None:
    """Draw a card for each seat, side by side. Names are legible."""
    wide = (WIDTH - 2 * MARGIN - (view.seats - 1) * _GAP) // view.seats
    for seat, side in enumerate(view.sides):
        counts = (view.hands[seat], view.decks[seat], len(side.discard), side.kills)
        card = _Card(seat, names[seat], wide, status_of(view, seat), counts, bool(side.out))
        key = (card, current().code)
        board.lay_kept(_PIECES, key, partial(_draw, card), MARGIN + seat * (wide + _GAP), top)


def status_of(view: OvercrossView, seat: Seat) -> tuple[str, str]:
    """Return what a seat is doing: a sign ("tick", "sand", "") and a word."""
    out = view.sides[seat].out
    if out:
        return "", gettext("resigned") if out == "resigned" else gettext("out")
    if view.outcome is not None:
        return ("tick", gettext("won")) if seat in view.outcome.winners else ("", "")
    if seat in awaited(view):
        choosing = view.question is not None or view.phase in ("decks", "first", "hands")
        return "sand", gettext("choosing") if choosing else gettext("to play")
    return ("tick", gettext("ready")) if view.phase in ("decks", "hands") else ("", "")


def _draw(card: _Card) -> Image.Image:
    image = Image.new("RGB", (card.wide, HIGH), TABLE)
    style, lit = SEATS[card.seat], card.status[0] == "sand"
    rim = style.colour if lit else mix(PANEL, style.colour, 0.3)
    framed(image, (0, 0, card.wide, HIGH), 12, LIT_PANEL if lit else PANEL, rim, 4 if lit else 3)
    seat_mark(card.seat, 40).centre(image, 34, 28)
    right = _status(image, card)
    colour = MUTED if card.out else PAPER
    text.write_bold(image, 62, 28, card.name, size=30, colour=colour, room=right - 62)
    _counts(image, card)
    return image


def _status(image: Image.Image, card: _Card) -> int:
    """Draw what the seat is doing; return where what stands before it has to end."""
    kind, word = card.status
    right = card.wide - 14
    wide = text.width(word, "extrabold", READABLE)
    if word and (wide + 40 <= card.wide // 2 - 40 or not kind):
        colour = {"tick": HEAL, "sand": GOLD}.get(kind, MUTED)
        right -= text.write_bold(image, right, 28, word, size=READABLE, colour=colour, anchor="right") + 6
    if kind:
        mark = tick(30) if kind == "tick" else sand(28)
        right -= mark.width
        mark.paste(image, right, 28 - mark.height // 2)
    return right - 12


def _counts(image: Image.Image, card: _Card) -> None:
    """Draw hand, deck, discard pile and kills, evenly apart but never wide apart."""
    tone = SEATS[card.seat].tones[6]
    signs = (pile("hand", 34, tone), pile("deck", 34, tone), pile("discard", 34, tone), sign("dead", 30))
    words = [str(count) for count in card.counts]
    wide = [
        mark.width + 6 + text.width(said, "extrabold", 28) for mark, said in zip(signs, words, strict=True)
    ]
    gap, x = min(44, (card.wide - 28 - sum(wide)) // 3), 14
    for mark, said, room in zip(signs, words, wide, strict=True):
        mark.paste(image, x, 66 - mark.height // 2)
        text.write_bold(image, x + mark.width + 6, 66, said, size=28, colour=PAPER)
        x += room + gap
