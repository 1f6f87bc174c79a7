"""Cards to print and cut, nine to a page, and as one picture for a tabletop simulator."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw

DPI: Final = 300
"""A card has 744 by 1039 pixels: 63 by 88 millimetres."""
PAGE: Final = (2480, 3508)
"""A4 in pixels."""
COLUMNS, ROWS = 3, 3
BLEED: Final = 18
"""Pixels by which the edge of a card goes on beyond where it is cut: 1.5 mm, so that two cards share 3 mm."""
MARK: Final = 60
"""Pixels of a cutting mark."""
TABLETOP_COLUMNS, TABLETOP_CARDS = 10, 69
"""Columns of the picture for a simulator, and cards at most: the last of its 70 places is a card's back."""
TABLETOP_WIDTH: Final = 409
"""Pixels of a card there, so that ten of them fit into 4096."""
_GREY: Final = (150, 150, 150)


def pages(cards: Iterable[bytes]) -> Iterator[Image.Image]:
    """Yield pages of nine cards with bleed and cutting marks, of pictures as PNG."""
    for nine in _batches(list(cards), COLUMNS * ROWS):
        yield _page([Image.open(BytesIO(each)).convert("RGB") for each in nine])


def save_pages(cards: Iterable[bytes], path: Path) -> list[Path]:
    """Write the pages as one PDF, or as PNG files with their numbers; return the files. Raises `OSError`."""
    made = list(pages(cards))
    if path.suffix.lower() == ".pdf":
        made[0].save(path, save_all=True, append_images=made[1:], resolution=DPI)
        return [path]
    paths = _paths(path, len(made))
    for page, where in zip(made, paths, strict=True):
        page.save(where, dpi=(DPI, DPI))
    return paths


def save_tabletop(cards: Sequence[bytes], path: Path) -> list[Path]:
    """Write pictures of 10 by 7 places, as simulators read decks; the last place stays grey, for the back."""
    batches = list(_batches(cards, TABLETOP_CARDS))
    paths = _paths(path, len(batches))
    for batch, where in zip(batches, paths, strict=True):
        _tabletop(batch).save(where)
    return paths


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


def _tabletop(cards: Sequence[bytes]) -> Image.Image:
    first = Image.open(BytesIO(cards[0]))
    size = TABLETOP_WIDTH, round(first.height * TABLETOP_WIDTH / first.width)
    sheet = Image.new("RGB", (TABLETOP_COLUMNS * size[0], 7 * size[1]), _GREY)
    for number, each in enumerate(cards):
        row, column = divmod(number, TABLETOP_COLUMNS)
        card = Image.open(BytesIO(each)).convert("RGB").resize(size, Image.Resampling.LANCZOS)
        sheet.paste(card, (column * size[0], row * size[1]))
    return sheet


def _batches(cards: Sequence[bytes], size: int) -> Iterator[Sequence[bytes]]:
    for start in range(0, len(cards), size):
        yield cards[start : start + size]


def _paths(path: Path, count: int) -> list[Path]:
    """Return as many names for files, numbered where there are several."""
    if count == 1:
        return [path]
    return [path.with_name(f"{path.stem}-{number}{path.suffix}") for number in range(1, count + 1)]
