"""Who is to do what in a contest: in words or signs along the foot of a square, or beside the pile."""

from __future__ import annotations

from PIL import Image, ImageDraw

from bot.engine.language import gettext, pgettext
from bot.games.crossfire.rules import cards
from bot.games.crossfire.rules.view import NOBODY, Pile
from renderers.crossfire.signs import glyph
from renderers.kit import text
from renderers.kit.fonts import READABLE
from renderers.kit.palette import INK, PAPER
from renderers.kit.shapes import seat_mark

_ROOMY = 120
"""Pixels: squares from this size on have room for words."""
STRIP = round(READABLE * 1.34)
"""Pixels that the words take along the foot."""
ASIDE = 70
"""Pixels that the signs take beside the pile in a wide square."""
_STRENGTHS = {11: "J", 12: "Q", 13: "K"}


def is_wide(image: Image.Image) -> bool:
    """Whether a square is so wide that there is room beside the pile."""
    return image.width > image.height * 1.3


def due_words(pile: Pile | None, wide: int, high: int) -> tuple[str, ...]:
    """Return ways to say who is to do what in a contest, the fullest first; none where there is no room.

    A wide square has signs instead, and the strength that is needed.
    """
    if pile is None or not pile.contested or high < _ROOMY or wide > high * 1.3:
        return ()
    if pile.lapsed:
        return gettext("wins it"), gettext("wins")
    if pile.rival == NOBODY:
        return (gettext("leads"),)
    return gettext("to answer"), pgettext("its turn in a contest", "answer"), gettext("due")


def needed(pile: Pile) -> str:
    """Return what strength the next card on a contested pile needs, "" for none (CRF-16, CRF-20)."""
    least = cards.strength(pile.laid[-1].card)
    if pile.kind == "neutral" or pile.rival == pile.owner:
        least += 1
    if least > 13:
        return ""
    return f"{_STRENGTHS.get(least, least)}+" if least < 13 else "K"


def _sign(pile: Pile) -> tuple[int, str]:
    """Return whose turn it is to do something, and the sign for it."""
    if pile.lapsed:
        return pile.leader, "won"
    return (pile.leader, "leads") if pile.rival == NOBODY else (pile.rival, "due")


def draw_beside(image: Image.Image, pile: Pile) -> None:
    """Set the seat's shape beside the pile, and below it a sign, or what strength it needs."""
    (seat, sign), middle = _sign(pile), image.width - ASIDE // 2 - 4
    top, bottom = round(image.height * 0.18), round(image.height * 0.82)
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle((middle - 33, top, middle + 32, bottom), radius=14, fill=INK)
    seat_mark(seat, 42).centre(image, middle, top + 30)
    strength = needed(pile) if sign == "due" else ""
    if strength:
        text.write_bold(image, middle, bottom - 28, strength, size=36, colour=PAPER, anchor="middle")
    else:
        glyph(sign if sign != "due" else "lost", 36).centre(image, middle, bottom - 28)


def draw_words(image: Image.Image, pile: Pile, ways: tuple[str, ...]) -> None:
    """Write along the foot of a square who is to do what."""
    cell = image.width
    room = cell - 42
    words = next((way for way in ways if text.width(way, "semibold", READABLE) <= room), ways[-1])
    pen = ImageDraw.Draw(image)
    pen.rectangle((4, cell - STRIP - 3, cell - 5, cell - 5), fill=INK)
    middle = cell - STRIP // 2 - 4
    seat_mark(_sign(pile)[0], 28).centre(image, 21, middle)
    text.write(image, 37, middle, words, size=READABLE, colour=PAPER)


def draw_small(image: Image.Image, pile: Pile, place: tuple[int, int]) -> None:
    """Set the seat's shape and a sign into the free place beside the corners."""
    (seat, sign), (x, y) = _sign(pile), place
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle((x, y + 2, x + 37, y + 27), radius=6, fill=INK)
    seat_mark(seat, 20).centre(image, x + 11, y + 15)
    glyph(sign, 16).centre(image, x + 28, y + 15)
