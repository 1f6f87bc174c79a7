"""Playing cards: pips, emblems, faces and backs, drawn from polygons and the bundled font.

Rank and suit are large, because tables are looked at on phones. The four suits differ in shape and colour.
All letters are upright, also on sideways cards. Only large cards, as in a hand, have corners upside down.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from PIL import Image, ImageChops, ImageDraw

from renderers.kit import fonts, text
from renderers.kit.art import drawings
from renderers.kit.cache import kept_in_budget
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.palette import GOLD, GROUND, HEAL, HURT, INK, PAPER, SEATS, Colour, mix
from renderers.kit.shapes import outline, placed
from renderers.kit.sprites import Sprite, SpriteCache, canvas

Stance: TypeAlias = Literal["upright", "across"]
"""The direction of a card: upright (higher than wide) or across (wider than high)."""
Emblem: TypeAlias = Literal["jack", "queen", "king", "joker"]

SUIT_COLOURS: tuple[Colour, ...] = (mix(INK, HEAL, 0.5), SEATS[0].tones[3], HURT, INK)
"""Clubs, diamonds, hearts, spades."""
JOKER_COLOUR: Colour = SEATS[4].tones[3]
_NAMED = 220
"""Pixels: cards from this size on have corners of their own, Jokers their name in readable letters."""
_FRAMED = 140
"""The size in pixels from which cards have a hairline inside their edge."""
FADE = 0.44
"""How far a faded card goes over into the ground."""
SLENDER = 0.71
"""The short side of a card, in parts of the long one."""

_MASKS_SCALE = 4
_LARGE = 90
"""Pixels: shapes from this size on show how smooth their edges are."""
_STEPS = tuple([round(cover / 85) * 85 for cover in range(256)])
_FACES = SpriteCache()
_ROYAL_PAPER = mix(GOLD, PAPER, 0.75)
_JOKER_PAPER = SEATS[4].tones[8]


class Face(NamedTuple):
    """The print of a card."""

    rank: int
    """1 (Ace) to 13 (King), 0 for a Joker."""
    suit: int | None
    """0 clubs, 1 diamonds, 2 hearts, 3 spades; None for a Joker."""

    @property
    def letters(self) -> str:
        """The letters of the rank; none for a Joker, which shows its emblem."""
        return ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")[self.rank]

    @property
    def emblem(self) -> Emblem | None:
        """The emblem of a royal or a Joker."""
        return _EMBLEMS.get(self.rank)


_EMBLEMS: dict[int, Emblem] = {0: "joker", 11: "jack", 12: "queen", 13: "king"}


# --- pips and emblems -------------------------------------------------------------------------------------


_SUITS = ("clubs", "diamonds", "hearts", "spades")


@lru_cache(maxsize=256)
def pip(suit: int, size: int) -> Image.Image:
    """Return the coverage of a suit's pip, `size` pixels square."""
    return _coverage(_SUITS[suit], size)


@lru_cache(maxsize=128)
def emblem(which: Emblem, size: int) -> Image.Image:
    """Return the coverage of a royal's or a Joker's emblem, `size` pixels square."""
    return _coverage(which, size)


def _coverage(name: str, size: int) -> Image.Image:
    large = size * _MASKS_SCALE
    mask, half = Image.new("L", (large, large)), large / 2
    pen = ImageDraw.Draw(mask)
    for part in drawings("playing-cards")[name]:
        pen.polygon([(half + x * half * 0.98, half + y * half * 0.98) for x, y in part.points], fill=255)
    reduced = mask.reduce(_MASKS_SCALE)
    return coarse(reduced) if size < _LARGE else reduced


def coarse(mask: Image.Image) -> Image.Image:
    """Return a mask with two steps between nothing and all: it packs a tenth smaller."""
    return mask.point(_STEPS)


@lru_cache(maxsize=128)
def _letters(words: str, size: int) -> Image.Image:
    """Return the coverage of a rank's letters, as high as capitals, their round parts a little higher."""
    font = fonts.face("extrabold", size)
    left, _, right, _ = (round(edge) for edge in font.getbbox(words, anchor="ls"))
    over, high = max(2, size // 8), text.capitals(size)
    mask = Image.new("L", (right - left, high + 2 * over))
    ImageDraw.Draw(mask).text((-left, high + over), words, fill=255, font=font, anchor="ls")
    return coarse(mask) if size < _LARGE else mask


def stamp(board: Image.Image, mask: Image.Image, x: float, y: float, colour: Colour) -> None:
    """Fill a mask with a colour, its middle at (x, y)."""
    board.paste(colour, (round(x - mask.width / 2), round(y - mask.height / 2)), mask)


def face_colour(face: Face) -> Colour:
    """Return the colour in which a card's rank and pip are printed."""
    return JOKER_COLOUR if face.suit is None else SUIT_COLOURS[face.suit]


# --- cards ------------------------------------------------------------------------------------------------


def sides(long: int, stance: Stance) -> tuple[int, int]:
    """Return the width and height of a card with a long side of this number of pixels."""
    short = round(long * SLENDER)
    return (short, long) if stance == "upright" else (long, short)


def card(face: Face, long: int, stance: Stance, edge: Colour, *, faded: bool = False) -> Sprite:
    """Return a card, face up, with an edge in its owner's colour."""
    key = (face, long, stance, edge, faded)
    return _FACES.get(key, lambda: Sprite(_face_image(face, long, stance, edge, faded)))


def _shade(colour: Colour, faded: bool) -> Colour:
    return mix(colour, GROUND, FADE) if faded else colour


def edge_width(long: int) -> int:
    """Return how broad the coloured edge of a card is."""
    return max(4, round(min(long, 150) * 0.055 + max(0, long - 150) * 0.03))


@kept_in_budget
def blank(width: int, height: int, paper: Colour, edge: Colour, broad: int) -> Image.Image:
    """Return an unprinted card with a dark rim and a coloured edge; copy it before drawing on it."""
    radius = max(6, broad * 2)

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        layers = ((0, INK, radius), (2, edge, radius - 1), (2 + broad, paper, radius - broad))
        for inset, fill, bend in layers:
            box = (inset * scale, inset * scale, (width - inset) * scale - 1, (height - inset) * scale - 1)
            pen.rounded_rectangle(box, radius=max(2, bend) * scale, fill=(*fill, 255))

    return canvas(width, height, draw, scale=2)


def _paper(face: Face) -> Colour:
    if face.suit is None:
        return _JOKER_PAPER
    return _ROYAL_PAPER if face.rank > 10 else PAPER


def _face_image(face: Face, long: int, stance: Stance, edge: Colour, faded: bool) -> Image.Image:
    wide, high = sides(long, stance)
    paper = _shade(PAPER, True) if faded else _paper(face)
    image = blank(wide, high, paper, _shade(edge, faded), edge_width(long)).copy()
    colour = face_colour(face)
    if faded:
        colour = mix(colour, INK, 0.25)
    _frame(image, long, mix(paper, colour, 0.3))
    if stance == "upright" and long >= _NAMED:
        _print_large(image, face, long, colour)
    elif stance == "upright":
        _print_upright(image, face, long, colour)
    else:
        _print_across(image, face, long, colour)
    return image


def _frame(image: Image.Image, long: int, colour: Colour) -> None:
    """Draw a hairline inside the edge of a card. Small cards have none."""
    if long < _FRAMED:
        return
    inset = 2 + edge_width(long) + max(2, long // 50)
    box = (inset, inset, image.width - inset - 1, image.height - inset - 1)
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle(box, radius=edge_width(long), outline=(*colour, 255), width=max(1, long // 130))


def _print_large(image: Image.Image, face: Face, long: int, colour: Colour) -> None:
    """Print a card as people hold it: rank and pip in two corners, a large pip or emblem in the middle."""
    wide, high = image.size
    if face.suit is None:
        stamp(image, emblem("joker", round(wide * 0.72)), wide / 2, high * 0.44, colour)
        stamp(image, _letters("JOKER", max(ON_A_PHONE, round(long * 0.13))), wide / 2, high * 0.81, colour)
        return
    corner = Image.new("RGBA", image.size, (*INK, 0))
    letters = _letters(face.letters, round(long * 0.2))
    x = edge_width(long) + long * 0.05 + max(letters.width, long * 0.13) / 2
    _stamp_clear(corner, letters, x, high * 0.165, colour)
    _stamp_clear(corner, pip(face.suit, round(long * 0.115)), x, high * 0.31, colour)
    image.alpha_composite(corner)
    image.alpha_composite(corner.rotate(180))
    royal = face.emblem
    middle = pip(face.suit, round(long * 0.34)) if royal is None else emblem(royal, round(long * 0.36))
    stamp(image, middle, wide / 2, high / 2, colour)


def _stamp_clear(board: Image.Image, mask: Image.Image, x: float, y: float, colour: Colour) -> None:
    """Fill a mask with a colour on a picture that is clear, its middle at (x, y)."""
    shape = Image.new("RGBA", mask.size, (*colour, 0))
    shape.putalpha(mask)
    board.paste(shape, (round(x - mask.width / 2), round(y - mask.height / 2)))


def _print_upright(image: Image.Image, face: Face, long: int, colour: Colour) -> None:
    wide, high = image.size
    if face.suit is None:
        stamp(image, emblem("joker", round(wide * 0.78)), wide / 2, high * 0.45, colour)
        return
    _index(image, face, wide / 2, high * 0.345, long, colour)
    royal = face.emblem
    if royal is None:
        stamp(image, pip(face.suit, round(long * 0.33)), wide / 2, high * 0.735, colour)
        return
    stamp(image, pip(face.suit, round(long * 0.23)), wide * 0.29, high * 0.75, colour)
    stamp(image, emblem(royal, round(long * 0.3)), wide * 0.67, high * 0.745, colour)


def _print_across(image: Image.Image, face: Face, long: int, colour: Colour) -> None:
    wide, high = image.size
    if face.suit is None:
        stamp(image, emblem("joker", round(high * 0.78)), wide * 0.4, high / 2, colour)
        return
    _index(image, face, wide * 0.35, high / 2, long, colour)
    royal = face.emblem
    if royal is None:
        stamp(image, pip(face.suit, round(long * 0.33)), wide * 0.76, high / 2, colour)
        return
    stamp(image, pip(face.suit, round(long * 0.23)), wide * 0.76, high * 0.7, colour)
    stamp(image, emblem(royal, round(long * 0.3)), wide * 0.76, high * 0.34, colour)


def _index(image: Image.Image, face: Face, x: float, y: float, long: int, colour: Colour) -> None:
    size = max(ON_A_PHONE, round(long * (0.44 if face.rank == 10 else 0.53)))
    stamp(image, _letters(face.letters, size), x, y, colour)


def chip(face: Face, wide: int, high: int, edge: Colour, *, faded: bool = False) -> Sprite:
    """Return the corner of a covered card: its rank, and its pip where it fits."""
    key = ("chip", face, wide, high, edge, faded)
    return _FACES.get(key, lambda: Sprite(_chip_image(face, wide, high, edge, faded)))


def _chip_image(face: Face, wide: int, high: int, edge: Colour, faded: bool) -> Image.Image:
    image = blank(wide, high, _shade(PAPER, True) if faded else _paper(face), _shade(edge, faded), 3).copy()
    colour = mix(face_colour(face), INK, 0.25) if faded else face_colour(face)
    middle = high / 2
    if face.suit is None:
        stamp(image, emblem("joker", round(min(wide, high) * 0.8)), wide / 2, middle, colour)
        return image
    size = max(ON_A_PHONE, round(high * 0.72))
    letters = text.width(face.letters, "extrabold", size)
    mark = round(size * 0.62)
    room = wide - 10 - letters
    x = (wide - letters - (mark + 2 if room > mark else 0)) / 2
    stamp(image, _letters(face.letters, size), x + letters / 2, middle, colour)
    if room > mark:
        stamp(image, pip(face.suit, mark), x + letters + 2 + mark / 2, middle, colour)
    return image


def back(seat: int, long: int) -> Sprite:
    """Return the back of an upright card of a seat's pack: a lattice and the seat's shape in its colour."""
    return _FACES.get(("back", seat, long), lambda: Sprite(_back_image(seat, long)))


def _back_image(seat: int, long: int) -> Image.Image:
    wide, high = sides(long, "upright")
    style, broad = SEATS[seat], max(3, round(long * 0.04))
    image = blank(wide, high, style.tones[1], PAPER, broad).copy()
    lattice = Image.new("L", (wide, high))
    pen, step = ImageDraw.Draw(lattice), max(8, round(long * 0.11))
    for start in range(-high, wide + high, step):
        pen.line((start, 0, start + high, high), fill=255, width=2)
        pen.line((start, high, start + high, 0), fill=255, width=2)
    inside = Image.new("L", (wide, high))
    inset = 4 + broad
    ImageDraw.Draw(inside).rectangle((inset, inset, wide - inset - 1, high - inset - 1), fill=255)
    image.paste(style.tones[3], (0, 0), ImageChops.multiply(lattice, inside))

    def shape(pen: ImageDraw.ImageDraw, scale: int) -> None:
        middle = long * 0.25
        for radius, fill in ((long * 0.24, INK), (long * 0.2, style.colour)):
            pen.polygon(placed(outline(style.shape, radius), middle, middle, scale), fill=(*fill, 255))

    mark = canvas(round(long * 0.5), round(long * 0.5), shape)
    image.alpha_composite(mark, ((wide - mark.width) // 2, (high - mark.height) // 2))
    return image
