"""Cards to print and cut, nine to a page, and as pictures for a tabletop simulator.

A PDF has each different card once, with all its pixels, and its words as text that is not seen: so it can be
searched and copied in every language. Pillow writes the objects of the file; its own pages are JPEGs.
"""

from __future__ import annotations

import unicodedata
from codecs import BOM_UTF16_BE
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from PIL import Image, ImageChops, ImageDraw
from zlib_ng import zlib_ng

from renderers.kit.art import drawings
from renderers.kit.cards.card import HEIGHT, WIDTH
from renderers.kit.outlines import Box, moved, scaled
from renderers.kit.palette import GOLD, HURT, INK, PANEL, PAPER, SEATS, TABLE, mix
from renderers.kit.png import file_of
from renderers.kit.signs import framed, plate
from renderers.kit.sprites import canvas

if TYPE_CHECKING:
    from PIL.PdfParser import IndirectReference, PdfParser

DPI: Final = 300
"""A card has 744 by 1039 pixels: 63 by 88 millimetres."""
COLUMNS, ROWS = 3, 3
PAGE_CARDS: Final = COLUMNS * ROWS
BLEED: Final = 18
"""Pixels by which the edge of a card goes on beyond where it is cut: 1.5 mm, so that two cards share 3 mm."""
MARK: Final = 60
"""Pixels of a cutting mark."""
TABLETOP_COLUMNS, TABLETOP_ROWS = 10, 7
TABLETOP_CARDS: Final = TABLETOP_COLUMNS * TABLETOP_ROWS - 1
"""Cards of a picture for a simulator at most: the last of its places is a card's back."""
TABLETOP_WIDTH: Final = 409
"""Pixels of a card there, so that ten of them fit into 4096."""
TABLETOP_HEIGHT: Final = round(HEIGHT * TABLETOP_WIDTH / WIDTH)
_GREY: Final = (150, 150, 150)
T = TypeVar("T")


class Paper(NamedTuple):
    """A sheet of paper, in pixels."""

    width: int
    height: int
    between: int
    """Pixels between two rows of cards; 0 where they share a cut, because the paper is too short for more."""


PAPERS: Final[Mapping[str, Paper]] = {
    "a4": Paper(2480, 3508, 2 * BLEED),
    "letter": Paper(2550, 3300, 0),
}


class Face(NamedTuple):
    """One side of a card for a PDF."""

    colours: bytes
    """Its palette, three bytes a colour."""
    pixels: bytes
    """The card with its bleed, a byte a pixel, compressed as a PDF keeps it."""
    words: tuple[str, ...] = ()
    """The name, then all else that is printed on it."""


class _Place(NamedTuple):
    """Where a card lies on a page, in pixels from the left and the top."""

    x: int
    y: int
    shown: Box
    """The part of the card with its bleed that is printed, so that no neighbour is covered."""


def _places(paper: Paper, number: int, *, mirrored: bool = False) -> list[_Place]:
    """Return the places of a number of cards; mirrored for the paper that is turned over its long edge."""
    across, down = WIDTH + 2 * BLEED, HEIGHT + paper.between
    left = (paper.width - COLUMNS * across) // 2 + BLEED
    top = (paper.height - ROWS * down + paper.between) // 2
    places = []
    for place in range(number):
        row, column = divmod(place, COLUMNS)
        x, y = left + (COLUMNS - 1 - column if mirrored else column) * across, top + row * down
        above = BLEED if row == 0 else paper.between // 2
        below = BLEED if row == ROWS - 1 else paper.between // 2
        places.append(_Place(x, y, (0, BLEED - above, WIDTH + 2 * BLEED, HEIGHT + BLEED + below)))
    return places


def _marks(paper: Paper) -> list[Box]:
    """Return the lines of the cutting marks, beyond the bleed on all four sides."""
    places = _places(paper, PAGE_CARDS)
    columns = sorted({each.x + at for each in places for at in (0, WIDTH)})
    rows = sorted({each.y + at for each in places for at in (0, HEIGHT)})
    left, right, top, bottom = columns[0] - BLEED, columns[-1] + BLEED, rows[0] - BLEED, rows[-1] + BLEED
    upright = [(x, y, x, y + MARK) for x in columns for y in (top - MARK, bottom)]
    return [*upright, *[(x, y, x + MARK, y) for y in rows for x in (left - MARK, right)]]


# Pages as pictures


def page_of(cards: Sequence[bytes], paper: str, *, backs: bool = False) -> bytes:
    """Return a page of nine cards at most, of pictures as PNG, with bleed and cutting marks, as PNG.

    With `backs` it is the page behind them: mirrored, without marks.
    """
    kind = PAPERS[paper]
    page = Image.new("RGB", (kind.width, kind.height), "white")
    for card, place in zip(cards, _places(kind, len(cards), mirrored=backs), strict=True):
        shown = _with_bleed(_opened(card)).convert("RGB").crop(place.shown)
        page.paste(shown, (place.x - BLEED + place.shown[0], place.y - BLEED + place.shown[1]))
    pen = ImageDraw.Draw(page)
    for line in () if backs else _marks(kind):
        pen.line(line, fill=_GREY, width=2)
    return _png(page, dpi=(DPI, DPI))


def _opened(picture: bytes) -> Image.Image:
    """Return a card in its palette; a lower one in the middle of a card's place."""
    card = Image.open(BytesIO(picture))
    if card.size == (WIDTH, HEIGHT):
        return card
    place = Image.new("RGB", (WIDTH, HEIGHT), TABLE)
    card.thumbnail((WIDTH, HEIGHT))
    place.paste(card.convert("RGB"), ((WIDTH - card.width) // 2, (HEIGHT - card.height) // 2))
    return place.quantize()


def _with_bleed(card: Image.Image) -> Image.Image:
    """Return a card whose edges go on beyond where it is cut, in the colours that it has."""
    across, down = [*[0] * BLEED, *range(WIDTH), *[WIDTH - 1] * BLEED], HEIGHT + 2 * BLEED
    wide = Image.new(card.mode, (len(across), down))
    if card.palette is not None:
        wide.putpalette(card.getpalette() or [])
    wide.paste(card, (BLEED, BLEED))
    wide.paste(card.crop((0, 0, 1, HEIGHT)).resize((BLEED, HEIGHT)), (0, BLEED))
    wide.paste(card.crop((WIDTH - 1, 0, WIDTH, HEIGHT)).resize((BLEED, HEIGHT)), (BLEED + WIDTH, BLEED))
    for edge, to in ((BLEED, 0), (BLEED + HEIGHT - 1, BLEED + HEIGHT)):
        row = wide.crop((0, edge, wide.width, edge + 1))
        wide.paste(row.resize((wide.width, BLEED)), (0, to))
    return wide


def _png(image: Image.Image, **more: Any) -> bytes:
    return file_of(image, compress_level=1, **more)  # a third of the time


# Backs


def back_of(game: str) -> bytes:
    """Return the back of a game's cards as PNG: a lattice with the sign of the game."""
    tones = SEATS[0].tones
    image = Image.new("RGB", (WIDTH, HEIGHT), TABLE)
    plate(image, (0, 0, WIDTH, HEIGHT), 38, INK)
    framed(image, (5, 5, WIDTH - 5, HEIGHT - 5), 34, PANEL, GOLD, 9)
    lattice, inside = (Image.new("L", (WIDTH, HEIGHT)) for _ in range(2))
    pen = ImageDraw.Draw(lattice)
    for start in range(-HEIGHT, WIDTH + HEIGHT, 62):
        pen.line((start, 0, start + HEIGHT, HEIGHT), fill=255, width=5)
        pen.line((start, HEIGHT, start + HEIGHT, 0), fill=255, width=5)
    ImageDraw.Draw(inside).rounded_rectangle((40, 40, WIDTH - 41, HEIGHT - 41), 20, fill=255)
    image.paste(mix(PANEL, PAPER, 0.16), (0, 0), ImageChops.multiply(lattice, inside))
    radius, middle = 190, (WIDTH // 2, HEIGHT // 2)
    box = (middle[0] - radius, middle[1] - radius, middle[0] + radius, middle[1] + radius)
    framed(image, box, radius, tones[1], GOLD, 9)
    colours = {"p": PAPER, "s": mix(PAPER, INK, 0.5), "o": tones[3], "g": GOLD, "r": HURT, "k": INK}

    def sign(pen: ImageDraw.ImageDraw, scale: int) -> None:
        half = radius * scale
        for part in drawings("game-signs")[game.replace("-", "")]:
            pen.polygon(moved(scaled(part.points, half * 0.6), half, half), fill=(*colours[part.tone], 255))

    drawn = canvas(2 * radius, 2 * radius, sign)
    image.paste(drawn, (box[0], box[1]), drawn)
    return _png(image.quantize())


# A PDF


def face_of(card: bytes, words: Sequence[str] = ()) -> Face:
    """Return the side of a card, of its picture as PNG and the words on it, for a PDF."""
    wide = _with_bleed(_opened(card))
    return Face(bytes(wide.getpalette() or ()), zlib_ng.compress(wide.tobytes(), 9), tuple(words))


def pdf_of(
    title: str, faces: Mapping[str, Face], numbers: Sequence[str], paper: str, back: Face | None
) -> bytes:
    """Return a PDF with nine of these cards on each page, with bleed and cutting marks.

    With a back, each page is followed by the one behind it, for printing on both sides of the paper, turned
    over its long edge. The file asks the reader's program to print so, and without fitting it to the page.
    """
    from PIL.PdfParser import PdfBinary, PdfName, PdfParser  # here: it is seldom needed, and 0.2 MB

    file, kind = BytesIO(), PAPERS[paper]
    pdf = PdfParser(f=file)
    pdf.start_writing()
    file.write(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    pdf.info.update({"Title": PdfBinary(BOM_UTF16_BE + title.encode("utf-16-be")), "Producer": "Tablepost"})
    images = {number: _image(pdf, face) for number, face in faces.items()}
    behind = _image(pdf, back) if back is not None else None
    letters = _Letters([*[line for face in faces.values() for line in face.words]])
    objects = {f"C{at}": each for at, each in enumerate([*images.values(), *([behind] if behind else [])])}
    named = dict(zip(faces, objects, strict=False))
    resources = pdf.write_obj(None, XObject=objects, Font=letters.fonts(pdf))
    pages = []
    for nine in batches(numbers, PAGE_CARDS):
        fronts = [(named[number], faces[number].words) for number in nine]
        pages.append(pdf.write_obj(None, stream=_content(kind, fronts, letters, mirrored=False)))
        if behind is not None:
            backs: list[tuple[str, Sequence[str]]] = [(list(objects)[-1], ()) for _ in nine]
            pages.append(pdf.write_obj(None, stream=_content(kind, backs, letters, mirrored=True)))
    pdf.root_ref, pdf.pages_ref = pdf.next_object_id(0), pdf.next_object_id(0)
    box = [0, 0, round(kind.width * 72 / DPI, 2), round(kind.height * 72 / DPI, 2)]
    pdf.pages = [
        pdf.write_page(None, Resources=resources, MediaBox=box, Contents=content) for content in pages
    ]
    pdf.write_obj(pdf.pages_ref, Type=PdfName(b"Pages"), Count=len(pdf.pages), Kids=pdf.pages)
    wishes = {"PrintScaling": PdfName(b"None")}
    if behind is not None:
        wishes["Duplex"] = PdfName(b"DuplexFlipLongEdge")
    pdf.write_obj(pdf.root_ref, Type=PdfName(b"Catalog"), Pages=pdf.pages_ref, ViewerPreferences=wishes)
    pdf.write_xref_and_trailer()
    return file.getvalue()


def _image(pdf: PdfParser, face: Face) -> IndirectReference:
    """Write a side of a card as a picture in its palette; return its reference."""
    from PIL.PdfParser import PdfBinary, PdfName

    # As hexadecimal digits: in a string of bytes a reader takes a 13 for the end of a line, which is 10.
    colours = [
        PdfName(b"Indexed"),
        PdfName(b"DeviceRGB"),
        len(face.colours) // 3 - 1,
        PdfBinary(face.colours),
    ]
    return pdf.write_obj(
        None,
        stream=face.pixels,
        Type=PdfName(b"XObject"),
        Subtype=PdfName(b"Image"),
        Width=WIDTH + 2 * BLEED,
        Height=HEIGHT + 2 * BLEED,
        ColorSpace=colours,
        BitsPerComponent=8,
        Filter=PdfName(b"FlateDecode"),
    )


def _content(
    paper: Paper, cards: Sequence[tuple[str, Sequence[str]]], letters: _Letters, *, mirrored: bool
) -> bytes:
    """Return what draws a page: its cards by the names of their pictures, their words, and the marks."""
    full = WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED
    parts = [f"{72 / DPI} 0 0 {72 / DPI} 0 0 cm"]  # pixels, from the lower left corner
    for (picture, words), place in zip(cards, _places(paper, len(cards), mirrored=mirrored), strict=True):
        x, y = place.x - BLEED, paper.height - (place.y - BLEED) - full[1]
        left, top, right, bottom = place.shown
        parts.append(f"q {x + left} {y + full[1] - bottom} {right - left} {bottom - top} re W n")
        parts.append(f"{full[0]} 0 0 {full[1]} {x} {y} cm /{picture} Do Q")
        parts += letters.written(words, place.x, paper.height - place.y)
    parts.append(f"{' '.join(str(round(each / 255, 3)) for each in _GREY)} RG 2 w")
    for x, y, to_x, to_y in () if mirrored else _marks(paper):
        parts.append(f"{x} {paper.height - y} m {to_x} {paper.height - to_y} l S")
    return "\n".join(parts).encode("ascii")


class _Letters:
    """The fonts of words that are not seen: a code for each letter, and an empty drawing for all of them.

    They are fonts of type 3, which bring their drawings and need no font file; what a code means stands in
    the font's table of Unicode, so every language can be searched.
    """

    NAME, TEXT = (60, 46), (560, 30)
    """Pixels from the upper edge of a card, and of type: its name, and the first of the other lines."""
    LINE = 45
    """Letters of a line: half as wide as they are high, they are as wide as the card's print."""

    def __init__(self, lines: Sequence[str]) -> None:
        used = sorted({letter for line in lines for letter in line} | {" "})
        self._codes = {letter: divmod(at, 255) for at, letter in enumerate(used)}
        self._used = [used[start : start + 255] for start in range(0, len(used), 255)]

    def fonts(self, pdf: PdfParser) -> dict[str, IndirectReference]:
        """Write the fonts; return them by name."""
        empty = pdf.write_obj(None, stream=b"500 0 0 0 500 700 d1")
        return {f"F{at}": self._font(pdf, used, empty) for at, used in enumerate(self._used)}

    @staticmethod
    def _font(pdf: PdfParser, used: Sequence[str], empty: IndirectReference) -> IndirectReference:
        from PIL.PdfParser import PdfName

        table = [
            f"<{at:02X}> <{letter.encode('utf-16-be').hex().upper()}>" for at, letter in enumerate(used, 1)
        ]
        blocks = [
            f"{len(some)} beginbfchar\n" + "\n".join(some) + "\nendbfchar" for some in batches(table, 100)
        ]
        meanings = (
            "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapType 2 def\n"
            "/CMapName /Letters def\n1 begincodespacerange\n<00> <FF>\nendcodespacerange\n"
            + "\n".join(blocks)
            + "\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"
        )
        return pdf.write_obj(
            None,
            Type=PdfName(b"Font"),
            Subtype=PdfName(b"Type3"),
            FontBBox=[0, 0, 500, 700],
            FontMatrix=[0.001, 0, 0, 0.001, 0, 0],
            CharProcs={"g": empty},
            Encoding={"Type": PdfName(b"Encoding"), "Differences": [1, *[PdfName(b"g")] * len(used)]},
            FirstChar=1,
            LastChar=len(used),
            Widths=[500] * len(used),
            Resources={},
            ToUnicode=pdf.write_obj(None, stream=meanings.encode("ascii")),
        )

    def written(self, words: Sequence[str], x: int, top: int) -> Iterator[str]:
        """Yield what writes the words of a card whose upper left corner is there: the name above the rest."""
        if not words:
            return
        name, *rest = words
        yield self._line(name, x + 40, top - self.NAME[0], self.NAME[1])
        below, size = self.TEXT
        for at, line in enumerate([line for text in rest for line in wrap(text, self.LINE)]):
            yield self._line(line, x + 40, top - below - at * size, size)

    def _line(self, line: str, x: int, y: int, size: int) -> str:
        parts, last = [f"BT 1 0 0 1 {x} {y} Tm"], -1
        for letter in _as_seen(line):
            font, code = self._codes[letter]
            if font != last:
                parts.append(f"{'> Tj ' if last >= 0 else ''}/F{font} {size} Tf <")
                last = font
            parts[-1] += f"{code + 1:02X}"
        return " ".join([*parts, "> Tj ET"])


def _as_seen(line: str) -> str:
    """Return a line from left to right: what is read from right to left is turned, as readers expect it."""
    runs: list[tuple[bool, str]] = []
    for letter in line:
        turned = unicodedata.bidirectional(letter) in ("R", "AL", "NSM") or (
            letter == " " and bool(runs) and runs[-1][0]
        )
        if runs and runs[-1][0] == turned:
            runs[-1] = (turned, runs[-1][1] + letter)
        else:
            runs.append((turned, letter))
    return "".join([run[::-1] if turned else run for turned, run in runs])


# Pictures for a simulator


def tabletop_row(cards: Sequence[bytes]) -> bytes:
    """Return a row of ten cards at most of the picture for a simulator, as PNG."""
    row = Image.new("RGB", (TABLETOP_COLUMNS * TABLETOP_WIDTH, TABLETOP_HEIGHT), _GREY)
    for column, card in enumerate(cards):
        row.paste(_small(card), (column * TABLETOP_WIDTH, 0))
    return _png(row)


def tabletop_of(rows: Sequence[bytes], back: bytes, kind: str = "PNG") -> bytes:
    """Return a picture of 10 by 7 places, as simulators read decks, of its rows; the last is the back.

    It is PNG or JPEG; as JPEG it takes a third of the bytes.
    """
    size = (TABLETOP_COLUMNS * TABLETOP_WIDTH, TABLETOP_ROWS * TABLETOP_HEIGHT)
    sheet = Image.new("RGB", size, _GREY)
    for number, row in enumerate(rows):
        sheet.paste(Image.open(BytesIO(row)).convert("RGB"), (0, number * TABLETOP_HEIGHT))
    sheet.paste(_small(back), (size[0] - TABLETOP_WIDTH, size[1] - TABLETOP_HEIGHT))
    return _png(sheet) if kind == "PNG" else file_of(sheet, "JPEG", quality=90)


def _small(card: bytes) -> Image.Image:
    size = (TABLETOP_WIDTH, TABLETOP_HEIGHT)
    return _opened(card).convert("RGB").resize(size, Image.Resampling.LANCZOS)


def batches(things: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """Yield batches of this size."""
    for start in range(0, len(things), size):
        yield things[start : start + size]
