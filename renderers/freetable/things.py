"""Cards and pieces: cards as tiles with name and text, pieces as shapes in their colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from io import BytesIO
from typing import NamedTuple, TypeAlias

from PIL import Image, ImageDraw, ImageOps

from bot.games.freetable.rules.cards import Art
from renderers.kit import text
from renderers.kit.art import drawings
from renderers.kit.cards.card import HEIGHT as CARD_HEIGHT
from renderers.kit.cards.card import WIDTH as CARD_WIDTH
from renderers.kit.cards.typesetting import Setting, balanced, leading, lines_needed, print_text
from renderers.kit.fonts import ON_A_PHONE, READABLE
from renderers.kit.palette import GOLD, HEAL, HURT, INK, MUTED, PAPER, SEATS, TABLE, Colour, mix
from renderers.kit.playing_cards import SLENDER, Face, back, card
from renderers.kit.png import Palette, distinct, encoded, file_of, lean_palette
from renderers.kit.signs import die, framed, plate
from renderers.kit.sprites import Sprite, canvas
from renderers.kit.titles import MARGIN, WIDTH

COLOURS: Mapping[str, Colour] = {
    "white": PAPER,
    "black": mix(INK, PAPER, 0.12),
    "red": HURT,
    "blue": SEATS[0].colour,
    "green": HEAL,
    "yellow": SEATS[3].colour,
    "purple": SEATS[4].colour,
    "orange": SEATS[1].colour,
    "grey": MUTED,
    "brown": mix(INK, SEATS[1].colour, 0.5),
    "": GOLD,
}
BOARD_SQUARES = (mix(INK, SEATS[0].colour, 0.34), mix(MUTED, PAPER, 0.2))
"""The dark and the light squares of a chequered board."""
_CARD = 196
"""Pixels of the long side of a playing card."""
_TILE = 302
"""Pixels of the width of a card with text."""
_PIECE = 110
_GAP, _BELOW = 12, 16
_PAD = 14
_TEXT = ON_A_PHONE
"""Pixels of type of a card's text."""
_MOST_LINES = 9


Shown: TypeAlias = tuple[bytes, Art]
"""The file of a picture, one that was written anew, and the place on it."""


class Drawn(NamedTuple):
    """All on which the picture of a thing depends."""

    name: str
    shape: str
    """Of a kind of thing, or "back"."""
    words: str = ""
    sign: str = ""
    colour: str = ""
    group: int = 0
    value: int = 0
    sides: int = 0
    turned: int = 0
    face_down: bool = False
    """Whether its viewer alone sees what it is."""
    art: Shown | None = None


def in_rows(things: Sequence[Drawn]) -> Image.Image:
    """Return things side by side, in as many rows as they need."""
    x, y, high, placed = MARGIN, 0, 0, list[tuple[Image.Image, int, int]]()
    for picture in map(picture_of, things):
        if x > MARGIN and x + picture.width > WIDTH - MARGIN:
            x, y, high = MARGIN, y + high + _GAP, 0
        placed.append((picture, x, y))
        x += picture.width + _GAP
        high = max(high, picture.height)
    image = Image.new("RGB", (WIDTH, y + high + _BELOW), TABLE)
    for picture, left, top in placed:
        image.paste(picture, (left, top), picture if picture.mode == "RGBA" else None)
    return image


@lru_cache(maxsize=192)
def picture_of(thing: Drawn) -> Image.Image:
    """Return a thing as it lies in a row."""
    if thing.shape == "back":
        picture = _of(back(thing.group % len(SEATS), _CARD))
    elif thing.shape == "playing card":
        picture = _of(card(_face(thing.sign), _CARD, "upright", MUTED if thing.face_down else PAPER))
    elif thing.shape == "card":
        picture = _card_tile(thing)
    elif thing.shape == "domino":
        picture = _domino(thing.sign)
    else:
        return _piece_tile(thing)
    picture = picture.convert("RGBA")
    return picture.rotate(-90 * thing.turned, expand=True) if thing.turned else picture


@lru_cache(maxsize=3)
def opened(picture: bytes) -> Image.Image:
    """Return a picture of a table."""
    with Image.open(BytesIO(picture), formats=["PNG", "JPEG"]) as image:
        return image.convert("RGB")


@lru_cache(maxsize=8)
def palette_of(pictures: tuple[bytes, ...]) -> Palette:
    """Return the palette of a table: ours, and the colours that its pictures need most."""
    ours = lean_palette().colours
    colours = list(ours)
    for picture in pictures:
        small = opened(picture).copy()
        small.thumbnail((160, 160), Image.Resampling.BILINEAR)
        room = (256 - len(ours)) // len(pictures)
        values = small.quantize(max(2, room), Image.Quantize.MEDIANCUT).getpalette() or []
        colours += [(values[at], values[at + 1], values[at + 2]) for at in range(0, len(values) - 2, 3)]
    return Palette(distinct(colours))


def _cut_out(shown: Shown, wide: int, high: int) -> Image.Image:
    """Return the picture of a card, as large as fits."""
    sheet, art = opened(shown[0]), shown[1]
    column, row = art.place % art.columns, art.place // art.columns
    across, down = sheet.width / art.columns, sheet.height / art.rows
    box = (int(column * across), int(row * down), int((column + 1) * across), int((row + 1) * down))
    face = sheet.crop((*box[:2], max(box[2], box[0] + 1), max(box[3], box[1] + 1)))
    return ImageOps.contain(face, (wide, high), Image.Resampling.LANCZOS)


def _of(sprite: Sprite) -> Image.Image:
    image = Image.new("RGBA", (sprite.width, sprite.height), (*TABLE, 0))
    for dx, dy, piece in sprite.pieces:
        image.paste(piece, (dx, dy))
    return image


def _face(sign: str) -> Face:
    if sign == "Jo":
        return Face(0, None)
    return Face("A23456789TJQK".index(sign[0]) + 1, "cdhs".index(sign[1]))


@lru_cache(maxsize=256)
def _text(words: str) -> tuple[Setting, int]:
    """Return a card's text and the width of the card: a long text makes it twice as wide."""
    for wide in (_TILE, 2 * _TILE + _GAP):
        setting = lines_needed(tuple(words.split(" · ")), wide - 2 * _PAD, _TEXT)
        if len(setting.lines) <= _MOST_LINES:
            break
    return setting, wide


def _card_tile(thing: Drawn) -> Image.Image:
    """Return a card of a file: its name on its back's colour, and its text."""
    setting, tile = _text(thing.words) if thing.words else (None, _TILE)
    size, name = balanced(thing.name, tile - 2 * _PAD, (44, 40, ON_A_PHONE), (ON_A_PHONE,))
    head = len(name) * leading(size) + 2 * 8
    picture = _cut_out(thing.art, tile - 12, round(1.5 * _TILE)) if thing.art is not None else None
    seen = picture.height + 4 if picture is not None else 0
    words = setting.high + 2 * 12 if setting is not None else 0
    body = seen + (words or 4) if seen else max(110, words) if words else 64
    tone = SEATS[thing.group % len(SEATS)].tones[3]
    image = Image.new("RGBA", (tile, head + body), (*TABLE, 0))
    solid = Image.new("RGB", image.size, TABLE)
    framed(solid, (0, 0, *image.size), 14, PAPER, MUTED if thing.face_down else PAPER, 3)
    plate(solid, (5, 5, tile - 5, head + 12), 11, tone)
    solid.paste(PAPER, (5, head, tile - 5, head + 13))
    for at, line in enumerate(name):
        text.write_bold(
            solid, _PAD, 8 + at * leading(size) + leading(size) // 2, line, size=size, colour=PAPER
        )
    if picture is not None:
        solid.paste(picture, ((tile - picture.width) // 2, head + 2))
    if setting is not None:
        print_text(solid, _PAD, head + 10 + seen, setting, INK, INK)
    return solid


def card_face(name: str, words: str, art: Shown | None) -> bytes:
    """Return a card to be printed, as PNG: its own picture, or its name and text."""
    if art is not None:
        face = _cut_out(art, CARD_WIDTH, CARD_HEIGHT)
    else:
        tile = _card_tile(Drawn(name, "card", words)).convert("RGB")
        face = ImageOps.contain(tile, (CARD_WIDTH, CARD_HEIGHT), Image.Resampling.LANCZOS)
    return file_of(face)


def card_back() -> bytes:
    """Return the back of cards to be printed, as PNG."""
    return encoded(_of(back(0, CARD_HEIGHT)).convert("RGB"))


def _domino(sign: str) -> Image.Image:
    image = Image.new("RGB", (92, 172), TABLE)
    framed(image, (0, 0, 92, 172), 12, PAPER, MUTED, 3)
    image.paste(INK, (10, 84, 82, 88))
    for at, number in enumerate(sign.split("|")):
        text.centre(image, 46, 44 + at * 86, number, size=58, colour=INK, bold=True)
    return image


def _piece_tile(thing: Drawn) -> Image.Image:
    """Return a piece above its name, which is not written where the shape says it."""
    piece = piece_of(thing, _PIECE)
    if thing.shape in ("chessman", "die"):
        return piece
    size, name = balanced(thing.name, 230, (ON_A_PHONE,), (ON_A_PHONE,))
    wide = max([_PIECE, *[text.width(line, "extrabold", size) for line in name]])
    image = Image.new("RGBA", (wide + 8, _PIECE + len(name) * leading(size)), (*TABLE, 255))
    image.alpha_composite(piece, ((image.width - piece.width) // 2, 0))
    solid = image.convert("RGB")
    for at, line in enumerate(name):
        y = _PIECE + at * leading(size) + leading(size) // 2
        text.centre(solid, solid.width // 2, y, line, size=size, colour=MUTED, bold=True)
    return solid


# Pieces, drawn in a square from 0 to 1


@lru_cache(maxsize=512)
def piece_of(thing: Drawn, size: int) -> Image.Image:
    """Return a piece, `size` pixels square."""
    if thing.sides:
        return _die(thing, size)
    colour = COLOURS.get(thing.colour, GOLD)
    rim = PAPER if sum(colour) < 240 else INK
    outline = drawings("pieces").get(thing.sign if thing.shape == "chessman" else thing.shape)

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        edge, far = max(2, size // 22) * scale, size * scale
        if outline is None:
            box = (far * 0.08, far * 0.08, far * 0.92, far * 0.92)
            pen.ellipse(box, fill=(*rim, 255))
            pen.ellipse((box[0] + edge, box[1] + edge, box[2] - edge, box[3] - edge), fill=(*colour, 255))
            if thing.value:
                pen.ellipse((far * 0.26, far * 0.26, far * 0.74, far * 0.74), outline=(*rim, 255), width=edge)
            return
        points = [(x * far / 100, y * far / 100) for x, y in outline[0].points]
        pen.polygon(points, fill=(*colour, 255))
        pen.line([*points, points[0], points[1]], fill=(*rim, 255), width=edge, joint="curve")

    image = canvas(size, size, draw)
    letters = thing.sign if thing.shape != "chessman" else ""
    if thing.value and thing.shape == "token":
        letters = letters or "★"
    if letters:
        high = max(ON_A_PHONE, size // 2 - 4)
        text.centre(image, size // 2, size // 2, letters, size=high, colour=rim, bold=True, room=size - 12)
    return image.rotate(-90 * thing.turned) if thing.turned else image


def _die(thing: Drawn, size: int) -> Image.Image:
    inner = round(size * 0.8)
    image = Image.new("RGBA", (size, size), (*TABLE, 0))
    if thing.sides == 6 and 1 <= thing.value <= 6:
        face = _of(die(thing.value, inner))
    else:
        solid, middle = Image.new("RGB", (inner, inner), TABLE), inner // 2
        plate(solid, (0, 0, inner, inner), 9, COLOURS.get(thing.colour, GOLD))
        shown, high = str(thing.value or "?"), max(ON_A_PHONE, middle)
        text.centre(solid, middle, middle, shown, size=high, colour=INK, bold=True, room=inner)
        face = solid.convert("RGBA")
    image.alpha_composite(face, ((size - inner) // 2, (size - inner) // 2))
    return image


def draw_on_square(image: Image.Image, box: tuple[int, int, int, int], stack: Sequence[Drawn]) -> None:
    """Draw what lies on a square: the top thing, and how many there are."""
    x, y, wide, high = box
    size = min(wide, high) - 4
    top = stack[-1]
    if top.shape in ("card", "playing card", "domino", "back"):
        picture = _small_card(top, size)
    else:
        picture = piece_of(top, max(20, size))
    picture = picture.convert("RGBA")
    image.paste(picture, (x + (wide - picture.width) // 2, y + (high - picture.height) // 2), picture)
    if len(stack) > 1 and size >= 60:
        plate(image, (x + wide - 42, y + 2, x + wide - 2, y + 40), 8, INK)
        text.centre(
            image, x + wide - 22, y + 21, str(len(stack)), size=READABLE, colour=PAPER, bold=True, room=36
        )


@lru_cache(maxsize=256)
def _small_card(thing: Drawn, size: int) -> Image.Image:
    """Return a card on a board: without its text, which the table as text has."""
    if thing.shape == "back":
        picture = _of(back(thing.group % len(SEATS), size))
    elif thing.shape == "playing card" and size >= 60:
        picture = _of(card(_face(thing.sign), size, "upright", PAPER))
    elif thing.art is not None:
        picture = _cut_out(thing.art, size, size)
    else:
        wide, high = max(20, size), max(20, round(size * SLENDER))
        solid = Image.new("RGB", (wide, high), TABLE)
        framed(solid, (0, 0, wide, high), 8, SEATS[thing.group % len(SEATS)].tones[3], PAPER, 2)
        words, x, y = thing.sign.replace("|", "·") or thing.name, wide // 2, high // 2
        if wide >= 44:
            text.centre(solid, x, y, words, size=READABLE, colour=PAPER, bold=True, room=wide - 10)
        picture = solid
    picture = picture.convert("RGBA")
    return picture.rotate(-90 * thing.turned, expand=True) if thing.turned else picture
