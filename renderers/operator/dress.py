"""The bot's own pictures: an avatar, a letter sealed with a piece, and a banner with all the pieces."""

from __future__ import annotations

from PIL import Image, ImageDraw

from renderers.kit.palette import GOLD, INK, MUTED, PANEL, PAPER, SEATS, TABLE, Colour, mix
from renderers.kit.png import file_of
from renderers.kit.shapes import seat_mark
from renderers.kit.sprites import canvas
from renderers.kit.text import write, write_bold

AVATAR = 512
"""Pixels of a side; Discord cuts a circle out of it."""
BANNER = (1360, 480)
"""Pixels across and down: Discord shows banners 17 to 6."""


def avatar() -> bytes:
    """Return the avatar as PNG."""
    board = Image.new("RGB", (AVATAR, AVATAR), TABLE)
    _ground(board)
    _letter(board, AVATAR // 2, AVATAR // 2, 350)
    return file_of(board, optimize=True)


def banner() -> bytes:
    """Return the banner as PNG: the pieces of the six seats come out of a letter."""
    board = Image.new("RGB", BANNER, TABLE)
    _ground(board)
    _letter(board, 250, 250, 270)
    for seat in range(len(SEATS)):
        seat_mark(seat, 84).centre(board, 510 + seat * 136, 330)
    write_bold(board, 464, 150, "Tablepost", size=112, colour=PAPER)
    write(board, 468, 236, "play by post", size=44, colour=MUTED)
    return file_of(board, optimize=True)


def _ground(board: Image.Image) -> None:
    """Lay the squares of a board, a little lighter towards the top left corner."""
    pen, side = ImageDraw.Draw(board), 64
    for row in range(-(-board.height // side)):
        for column in range(-(-board.width // side)):
            light = max(0.0, 1 - (row + column) / 14)
            colour = mix(TABLE, PANEL, (0.9 if (row + column) % 2 else 0.35) * (0.4 + 0.6 * light))
            pen.rectangle(
                (column * side, row * side, column * side + side - 1, row * side + side - 1), fill=colour
            )


def _letter(board: Image.Image, x: int, y: int, wide: int) -> None:
    """Draw a closed letter around a point, sealed with the first seat's piece."""
    high = round(wide * 0.68)
    left, top = x - wide // 2, y - high // 2
    shade: Colour = mix(PAPER, INK, 0.16)

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        def spot(across: float, down: float) -> tuple[float, float]:
            return (20 + across * wide) * scale, (20 + down * high) * scale

        radius = 18 * scale
        whole = (*spot(0, 0), *spot(1, 1))
        pen.rounded_rectangle(
            (whole[0] - 8 * scale, whole[1] - 8 * scale, whole[2] + 8 * scale, whole[3] + 8 * scale),
            radius + 8 * scale,
            fill=(*INK, 255),
        )
        pen.rounded_rectangle(whole, radius, fill=(*PAPER, 255))
        pen.line((spot(0.03, 0.95), spot(0.4, 0.52)), fill=(*shade, 255), width=7 * scale)
        pen.line((spot(0.97, 0.95), spot(0.6, 0.52)), fill=(*shade, 255), width=7 * scale)
        flap = [spot(0.02, 0.03), spot(0.5, 0.62), spot(0.98, 0.03)]
        pen.polygon(flap, fill=(*mix(PAPER, GOLD, 0.35), 255))
        pen.line(flap, fill=(*shade, 255), width=8 * scale, joint="curve")

    layer = canvas(wide + 40, high + 40, draw)
    board.paste(layer, (left - 20, top - 20), layer)
    seat_mark(0, round(wide * 0.36)).centre(board, x, round(top + high * 0.6))
