"""Cards to print and cut, nine to a page, and as one picture for a tabletop simulator."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeVar

from PIL import Image, ImageDraw

DPI: Final = 300
"""A card has 744 by 1039 pixels: 63 by 88 millimetres."""
PAGE: Final = (2480, 3508)
"""A4 in pixels."""
COLUMNS, ROWS = 3, 3
PAGE_CARDS: Final = COLUMNS * ROWS
BLEED: Final = 18
"""Pixels by which the edge of a card goes on beyond where it is cut: 1.5 mm, so that two cards share 3 mm."""
MARK: Final = 60
"""Pixels of a cutting mark."""
TABLETOP_COLUMNS, TABLETOP_ROWS = 10, 7
TABLETOP_CARDS: Final = TABLETOP_COLUMNS * TABLETOP_ROWS - 1
"""Cards of the picture for a simulator at most: the last of its places is a card's back."""
TABLETOP_WIDTH: Final = 409
"""Pixels of a card there, so that ten of them fit into 4096."""
_GREY: Final = (150, 150, 150)
T = TypeVar("T")


def page_of(cards: Sequence[bytes]) -> bytes:
    """Return a page of nine cards at most, of pictures as PNG, with bleed and cutting marks, as PNG."""
    return _png(_page(_opened(cards)), dpi=(DPI, DPI))


def pdf_with(before: bytes, cards: Sequence[bytes]) -> bytes:
    """Return a PDF with such a page as its last one; of no bytes it becomes the first."""
    with TemporaryDirectory() as folder:  # Pillow adds pages to files alone
        path = Path(folder, "cards.pdf")
        if before:
            path.write_bytes(before)
        _page(_opened(cards)).save(path, append=bool(before), resolution=DPI)
        return path.read_bytes()


def tabletop_row(cards: Sequence[bytes]) -> bytes:
    """Return a row of ten cards at most of the picture for a simulator, as PNG."""
    opened = _opened(cards)
    width, height = TABLETOP_WIDTH, round(opened[0].height * TABLETOP_WIDTH / opened[0].width)
    row = Image.new("RGB", (TABLETOP_COLUMNS * width, height), _GREY)
    for column, card in enumerate(opened):
        row.paste(card.resize((width, height), Image.Resampling.LANCZOS), (column * width, 0))
    return _png(row)


def tabletop_of(rows: Sequence[bytes], kind: str = "PNG") -> bytes:
    """Return a picture of 10 by 7 places, as simulators read decks, of its rows; the last stays grey.

    It is PNG or JPEG; as JPEG it takes a third of the bytes.
    """
    opened = _opened(rows)
    width, height = opened[0].size
    sheet = Image.new("RGB", (width, TABLETOP_ROWS * height), _GREY)
    for number, row in enumerate(opened):
        sheet.paste(row, (0, number * height))
    if kind == "PNG":
        return _png(sheet)
    file = BytesIO()
    sheet.save(file, "JPEG", quality=90)
    return file.getvalue()


def batches(things: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """Yield batches of this size."""
    for start in range(0, len(things), size):
        yield things[start : start + size]


def _opened(pictures: Sequence[bytes]) -> list[Image.Image]:
    return [Image.open(BytesIO(each)).convert("RGB") for each in pictures]


def _png(image: Image.Image, dpi: tuple[int, int] | None = None) -> bytes:
    file = BytesIO()
    image.save(file, "PNG", compress_level=1, **({"dpi": dpi} if dpi else {}))  # a third of the time
    return file.getvalue()


def _page(cards: Sequence[Image.Image]) -> Image.Image:
    page = Image.new("RGB", PAGE, "white")
    width, height = cards[0].size
    left, top = (PAGE[0] - COLUMNS * (width + 2 * BLEED)) // 2, (PAGE[1] - ROWS * (height + 2 * BLEED)) // 2
    draw = ImageDraw.Draw(page)
    for number, card in enumerate(cards):
        row, column = divmod(number, COLUMNS)
        x, y = left + column * (width + 2 * BLEED), top + row * (height + 2 * BLEED)
        page.paste(_with_bleed(card), (x, y))
    for column in range(COLUMNS):
        for at in (0, width):
            x = left + column * (width + 2 * BLEED) + BLEED + at
            for y in (top - MARK, PAGE[1] - top):
                draw.line((x, y, x, y + MARK), fill=_GREY, width=2)
    for row in range(ROWS):
        for at in (0, height):
            y = top + row * (height + 2 * BLEED) + BLEED + at
            for x in (left - MARK, PAGE[0] - left):
                draw.line((x, y, x + MARK, y), fill=_GREY, width=2)
    return page


def _with_bleed(card: Image.Image) -> Image.Image:
    """Return a card whose edges go on beyond where it is cut."""
    width, height = card.size
    wide = Image.new("RGB", (width + 2 * BLEED, height + 2 * BLEED))
    wide.paste(card.crop((0, 0, 1, height)).resize((BLEED, height)), (0, BLEED))
    wide.paste(card.crop((width - 1, 0, width, height)).resize((BLEED, height)), (BLEED + width, BLEED))
    wide.paste(card, (BLEED, BLEED))
    full = wide.size[0]
    wide.paste(wide.crop((0, BLEED, full, BLEED + 1)).resize((full, BLEED)), (0, 0))
    last = BLEED + height
    wide.paste(wide.crop((0, last - 1, full, last)).resize((full, BLEED)), (0, last))
    return wide
