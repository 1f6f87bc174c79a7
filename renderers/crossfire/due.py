"""Signs for the next action of a contest: beside the pile, or in a free corner."""

from __future__ import annotations

from PIL import Image, ImageDraw

from bot.games.crossfire.rules.cards import HIGHEST
from bot.games.crossfire.rules.piles import least_answer
from bot.games.crossfire.rules.view import NOBODY, Pile
from renderers.crossfire.signs import glyph
from renderers.kit import text
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.outlines import Box
from renderers.kit.palette import INK, PAPER
from renderers.kit.shapes import seat_mark

ROOMY = 220
"""Smallest width in pixels of a square that shows the strength needed."""
_STRENGTHS = {11: "J", 12: "Q", 13: "K"}


def is_wide(image: Image.Image) -> bool:
    """Whether a square is wide enough for signs beside the pile."""
    return image.width > image.height * 1.3


def aside(image: Image.Image) -> int:
    """Return the width in pixels of the signs beside the pile in a wide square."""
    return 92 if image.width >= ROOMY else 56


def needed(pile: Pile) -> str:
    """Return the strength that the next card on a contested pile needs; "" if no card has it."""
    least = least_answer(pile, pile.rival)
    if least > HIGHEST:
        return ""
    return f"{_STRENGTHS.get(least, least)}+" if least < HIGHEST else "K"


def _sign(pile: Pile) -> tuple[int, str]:
    """Return the seat to act, and the sign of its action."""
    if pile.lapsed:
        return pile.leader, "won"
    return (pile.leader, "leads") if pile.rival == NOBODY else (pile.rival, "due")


def draw_beside(image: Image.Image, pile: Pile) -> None:
    """Set the seat's shape beside the pile, and below it a sign or the strength that it needs."""
    (seat, sign), half = _sign(pile), aside(image) // 2 - 4
    middle, inset = image.width - half - 8, image.height // 14
    top, bottom = inset, image.height - inset
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle((middle - half, top, middle + half, bottom), radius=14, fill=INK)
    seat_mark(seat, 38).centre(image, middle, top + 26)
    strength = needed(pile) if sign == "due" else ""
    if strength and image.width >= ROOMY:
        text.write_bold(image, middle, bottom - 24, strength, size=ON_A_PHONE, colour=PAPER, anchor="middle")
    else:
        sign = "lost" if sign == "due" and not strength else sign
        glyph(sign, 34).centre(image, middle, bottom - 25)


def draw_among(image: Image.Image, pile: Pile, place: Box) -> None:
    """Set the seat's shape and a sign into a free place: beside each other, or below where that is high."""
    (seat, sign), (left, top, right, bottom) = _sign(pile), place
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle((left, top, right - 1, bottom - 1), radius=6, fill=INK)
    across, down = ((right - left) // 2, 0) if right - left > bottom - top else (0, (bottom - top) // 2)
    x, y = left + (across or right - left) // 2, top + (down or bottom - top) // 2
    seat_mark(seat, 26).centre(image, x, y)
    glyph(sign, 24).centre(image, x + across, y + down)
