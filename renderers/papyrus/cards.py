"""The seats' cards: shape, name, units alive and HP. Each is kept until it changes."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PIL import Image, ImageDraw

from bot.base.language import gettext
from bot.games.papyrus.rules.view import SECRET_PHASES, PapyrusView
from renderers.kit import text
from renderers.kit.cache import kept
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.palette import GOLD, INK, LIT_PANEL, MUTED, PANEL, PAPER, SEATS, TABLE, Colour
from renderers.kit.shapes import seat_mark
from renderers.kit.titles import WIDTH
from renderers.papyrus.board import Board
from renderers.papyrus.layout import CARDS, CARDS_TOP

_SIDE = 20
_GAP = 12
_SIZES = (ON_A_PHONE, 32, 28)
"""Of the letters: the largest that fit, for four cards side by side are narrow."""
_INDENT = 76


class Card(msgspec.Struct, frozen=True):
    """All that is on a seat's card."""

    seat: int
    name: str
    line: str
    shade: Colour
    """The colour of the line."""
    strength: int | None
    """HP left, in hundredths of the squad's full HP; None where no bar is shown."""
    active: bool
    out: bool
    wide: int


def draw_cards(board: Board, view: PapyrusView, names: Sequence[str]) -> None:
    """Draw a card for each seat, side by side."""
    wide = (WIDTH - 2 * _SIDE - (view.seats - 1) * _GAP) // view.seats
    for seat in range(view.seats):
        card = _card(view, seat, names[seat], wide)
        left = _SIDE + seat * (wide + _GAP)
        board.paint((left, CARDS_TOP, left + wide, CARDS_TOP + CARDS), _draw_card, card, left)


def _draw_card(image: Image.Image, card: Card, left: int) -> None:
    image.paste(_drawn(card), (left, CARDS_TOP))


def _card(view: PapyrusView, seat: int, name: str, wide: int) -> Card:
    active, out = view.turn == seat, view.out[seat]
    if view.phase in SECRET_PHASES:
        line, shade = (gettext("ready"), GOLD) if view.ready[seat] else (gettext("choosing…"), MUTED)
        return Card(seat, name, line, shade, None, active, out, wide)
    if out:
        return Card(seat, name, gettext("out of play"), MUTED, 0, active, out, wide)
    alive = [unit.hp for unit in view.units if unit.seat == seat and unit.hp > 0]
    line = gettext("{units}/{size} · {hp} HP", units=len(alive), size=view.options.squad, hp=sum(alive))
    strength = min(100, sum(alive) * 10 // view.options.squad)
    return Card(seat, name, line, PAPER, strength, active, out, wide)


@kept(32)
def _drawn(card: Card) -> Image.Image:
    image = Image.new("RGB", (card.wide, CARDS), TABLE)
    pen = ImageDraw.Draw(image)
    box = (0, 0, card.wide - 1, CARDS - 1)
    pen.rounded_rectangle(box, radius=10, fill=LIT_PANEL if card.active else PANEL)
    seat_mark(card.seat, 44).centre(image, 40, 48)
    room = card.wide - _INDENT - 16
    size = text.largest(card.name, "extrabold", _SIZES, room)
    colour = MUTED if card.out else PAPER
    text.write_bold(image, _INDENT, 29, card.name, size=size, colour=colour, room=room)
    size = text.largest(card.line, "semibold", _SIZES, room)
    text.write(image, _INDENT, 71, card.line, size=size, colour=card.shade, room=room)
    if card.strength is not None:
        _bar(pen, card.wide, card.strength, SEATS[card.seat].colour)
    if card.active:
        pen.rounded_rectangle(box, radius=10, outline=SEATS[card.seat].colour, width=4)
    return image


def _bar(pen: ImageDraw.ImageDraw, wide: int, strength: int, colour: Colour) -> None:
    """Draw the seat's HP along the foot of its card."""
    left, right, bottom = 12, wide - 13, CARDS - 7
    pen.rectangle((left, bottom - 6, right, bottom), fill=INK)
    if strength:
        pen.rectangle((left, bottom - 6, left + (right - left) * strength // 100, bottom), fill=colour)
