"""From drawn pictures to PNG bytes, by reduction to palettes of at most 256 colours.

The palettes are fixed once, as ramps between the colours that touch each other in our pictures, so that
smooth edges find their tones without a search for each picture.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from functools import lru_cache
from io import BytesIO
from math import dist
from threading import Lock
from typing import Any

from isal import isal_zlib
from PIL import Image
from zlib_ng import zlib_ng

from renderers.kit.outlines import Box
from renderers.kit.palette import (
    BLAST_TINT,
    GOLD,
    GROUND,
    HEAL,
    HURT,
    INK,
    LIT_PANEL,
    MUTED,
    PANEL,
    PAPER,
    REACH_TINT,
    SEATS,
    TABLE,
    ZONE_TINTS,
    Colour,
    ground_tone,
    mix,
)

Image.preinit()  # else the first picture would wait for Pillow to load its file formats

LARGE = 118_000
"""Bytes: a picture above this is worth more work."""
LARGE_WITH_TEXTS = 240_000
"""The same for emblems with their texts, which take longer to compress, while a person waits."""
_ALIKE = 20
"""Colours of smooth edges less than this apart, in steps of red, green and blue, are drawn as one."""


class Palette:
    """The colours of one kind of picture, at most 256. Safe to use from several threads."""

    def __init__(self, colours: Iterable[Colour]) -> None:
        self.colours = tuple(colours)
        self.values = bytes(value for colour in self.colours for value in colour)
        # Pillow's search rounds colours down to a multiple of 4, so the palette is rounded in the same way.
        self._search = Image.new("P", (1, 1))
        self._search.putpalette([value & ~3 for value in self.values])
        # Pillow keeps a search table in the palette while it works, so one thread works at a time.
        self._lock = Lock()
        self._found: dict[Colour, int] = {}

    def nearest(self, colour: Colour) -> int:
        """Return the number of the colour that is nearest to one, as `indexed` finds it."""
        index = self._found.get(colour)
        if index is None:
            index = self._found[colour] = self.indexed(Image.new("RGB", (1, 1), colour)).tobytes()[0]
        return index

    def indexed(self, drawn: Image.Image) -> Image.Image:
        """Return an RGB picture as palette indices, each pixel in the nearest colour.

        The result carries the palette used for the search; see `reduced`.
        """
        with self._lock:
            return drawn.quantize(palette=self._search, dither=Image.Dither.NONE)

    def dotted(self, drawn: Image.Image) -> Image.Image:
        """Return an RGB picture in the colours alone, dots of which stand for those between them."""
        with self._lock:
            picture = drawn.quantize(palette=self._search, dither=Image.Dither.FLOYDSTEINBERG)
        picture.putpalette(self.values)
        return picture.convert("RGB")

    def reduced(self, drawn: Image.Image) -> Image.Image:
        """Return an RGB picture in this palette, each pixel in the colour nearest to it."""
        picture = self.indexed(drawn)
        picture.putpalette(self.values)
        return picture


def distinct(colours: Iterable[Colour]) -> tuple[Colour, ...]:
    """Return at most 256 colours, each of which is found again exactly.

    Pillow's search cannot tell colours in the same cell of 4x4x4 apart; the first of them is kept.
    """
    kept: dict[tuple[int, int, int], Colour] = {}
    for colour in colours:
        kept.setdefault((colour[0] >> 2, colour[1] >> 2, colour[2] >> 2), colour)
    return tuple(kept.values())[:256]


def ramp(first: Colour, second: Colour, steps: int) -> Iterator[Colour]:
    """Yield this number of colours from the first to the second, both included."""
    return (mix(first, second, step / (steps - 1)) for step in range(steps))


def _wanted() -> Iterator[Colour]:
    yield from (INK, TABLE, PANEL, LIT_PANEL, GROUND, MUTED, PAPER, HURT, GOLD, HEAL)
    yield from (ground_tone(step) for step in range(-3, 4))
    yield from ramp(INK, PAPER, 22)
    yield from ramp(INK, GROUND, 10)
    yield from ramp(GROUND, PAPER, 12)
    for style in SEATS:
        yield from style.tones
        yield from (mix(GROUND, style.colour, share) for share in (*ZONE_TINTS, 0.22, 0.5, 0.66))
        yield from (mix(tone, GROUND, 0.36) for tone in style.tones[1:])
        yield from (mix(PANEL, style.colour, share) for share in (0.12, 0.3))
    for step in range(-3, 4):
        yield mix(ground_tone(step), PAPER, REACH_TINT)
        yield mix(ground_tone(step), HURT, BLAST_TINT)
    for accent in (HURT, GOLD, HEAL):
        yield from ramp(INK, accent, 5)
        yield from ramp(accent, PAPER, 5)
        yield mix(GROUND, accent, 0.5)


@lru_cache(maxsize=1)
def full_palette() -> Palette:
    """Return the palette of pictures that are drawn whole."""
    return Palette(distinct(_wanted()))


def _flat() -> Iterator[Colour]:
    """Yield the colours that fill areas; they are never replaced by others."""
    yield from (INK, TABLE, PANEL, LIT_PANEL, GROUND, MUTED, PAPER, HURT, GOLD, HEAL)
    yield from (ground_tone(step) for step in range(-3, 4))
    for style in SEATS:
        yield from (style.colour, style.tones[1], style.tones[3], style.tones[8])
        yield from (mix(GROUND, style.colour, share) for share in (*ZONE_TINTS, 0.22, 0.5))
        yield from (mix(PANEL, style.colour, share) for share in (0.12, 0.3))
    for accent in (HURT, GOLD, HEAL):
        yield from (mix(GROUND, accent, 0.5), mix(INK, accent, 0.5), mix(INK, accent, 0.75))
        yield mix(accent, PAPER, 0.75)


@lru_cache(maxsize=1)
def lean_palette() -> Palette:
    """Return the palette of mosaics: the full one without colours of smooth edges that are much alike."""
    wanted, flat = full_palette().colours, set(_flat())
    kept = [colour for colour in wanted if colour in flat]
    for colour in wanted:
        if all(dist(colour, other) >= _ALIKE for other in kept):
            kept.append(colour)
    return Palette(kept)


def encoded(board: Image.Image) -> bytes:
    """Return an RGB board as a palette PNG."""
    return packed(full_palette().reduced(board))


def packed(picture: Image.Image, large: int = LARGE) -> bytes:
    """Return a picture in a palette as PNG of 8 bits for each pixel.

    Where it would be of more than `large` bytes it is packed harder: in five times the time, to four fifths.
    """
    # A row begins with its filter, 0 for none: the byte by which the row above it is one pixel longer.
    padded = memoryview(picture.tobytes("raw", "P", picture.width + 1, 1))
    return _png(picture, b"".join((b"\0", padded[:-1])), large)


class Sheet:
    """A picture in a palette that is painted where it is packed: its rows are in memory as PNG has them.

    Copying two megabytes twice takes as long as compressing them.
    """

    def __init__(self, size: tuple[int, int], palette: Palette, colour: int = 0) -> None:
        """`colour` is the number of the colour that fills it."""
        self.wide, self.high = size
        self.palette, self._colour = palette, colour
        # Each row after its filter; one more, for Pillow counts rows from the first pixel.
        self._rows = bytearray(b"\0" + bytes((colour,)) * self.wide) * (self.high + 1)
        self.image = self._part((0, 0, *size))

    @property
    def cost(self) -> int:
        """Bytes that it takes."""
        return len(self._rows)

    def cleared(self, box: Box) -> Image.Image:
        """Return a part of it, inside its edges, to be painted again from its ground on."""
        left, top, right, bottom = box
        part = self._part(box)
        part.im.paste(self._colour, (0, 0, right - left, bottom - top))
        return part

    def become(self, high: int) -> None:
        """Change its height. Rows that it did not have must be `cleared`, and its former images let go."""
        missing = (self.wide + 1) * (high + 1) - len(self._rows)
        if missing > 0:
            self._rows = self._rows + bytes(missing)
        self.high = high
        self.image = self._part((0, 0, self.wide, high))

    def packed(self, large: int = LARGE) -> bytes:
        """Return it as the function `packed` does."""
        return _png(self.image, memoryview(self._rows)[: (self.wide + 1) * self.high], large)

    def _part(self, box: Box) -> Image.Image:
        """Return a part of it as an image in the same memory."""
        left, top, right, bottom = box
        pixels = memoryview(self._rows)[1 + top * (self.wide + 1) + left :]
        size = (right - left, bottom - top)
        part = Image.frombuffer("P", size, pixels, "raw", "P", self.wide + 1, 1)  # type: ignore[arg-type]
        part.readonly = 0  # else it is copied before it is painted: others could have its memory
        part.putpalette(self.palette.values)
        return part


def _png(picture: Image.Image, rows: bytes | memoryview, large: int) -> bytes:
    # In one call: handed over in parts, or in bands with a flush after each, the same rows come out as other
    # bytes once in a hundred evenings (isal 1.9.1).
    data = isal_zlib.compress(rows, 1)
    if len(data) > large:
        data = zlib_ng.compress(rows, 5)
    head = struct.pack(">IIBBBBB", *picture.size, 8, 3, 0, 0, 0)
    parts = ((b"IHDR", head), (b"PLTE", bytes(picture.getpalette() or ())), (b"IDAT", data), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join([_chunk(kind, part) for kind, part in parts])


def _chunk(kind: bytes, data: bytes) -> bytes:
    summed = isal_zlib.crc32(data, isal_zlib.crc32(kind))  # in a thirtieth of the time of zlib's
    return b"".join((struct.pack(">I", len(data)), kind, data, struct.pack(">I", summed)))


def file_of(image: Image.Image, kind: str = "PNG", **how: Any) -> bytes:
    """Return a picture as Pillow writes it, for what is not made in great numbers."""
    file = BytesIO()
    image.save(file, kind, **how)
    return file.getvalue()
