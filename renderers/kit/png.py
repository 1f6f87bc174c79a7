"""From drawn pictures to PNG bytes, by reduction to palettes of at most 256 colours.

The palettes are fixed once, as ramps between the colours that touch each other in our pictures, so that
smooth edges find their tones without a search for each picture.
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from math import dist
from threading import Lock

from PIL import Image

from renderers.kit.cache import Cache
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
LEVELS = (2, 6, 9)
"""Compression levels to try in turn; the last takes three times as long as the first, for a fifth less."""
_ALIKE = 20
"""Colours of smooth edges less than this apart, in steps of red, green and blue, are drawn as one."""


class Palette:
    """The colours of one kind of picture, at most 256. Safe to use from several threads."""

    def __init__(self, colours: Iterable[Colour]) -> None:
        self.colours = tuple(colours)
        self.values = bytes(value for colour in self.colours for value in colour)
        # Pillow's search rounds what it looks for down to a multiple of 4, so its palette is rounded alike.
        self._search = Image.new("P", (1, 1))
        self._search.putpalette([value & ~3 for value in self.values])
        # Pillow keeps a search table in the palette while it works, so one thread works at a time.
        self._lock = Lock()
        self._found: dict[Colour, int] = {}

    def nearest(self, colour: Colour) -> int:
        """Return the number of the colour that is nearest to one, as `indexed` finds it."""
        found = self._found.get(colour)
        if found is None:
            found = self._found[colour] = self.indexed(Image.new("RGB", (1, 1), colour)).tobytes()[0]
        return found

    def indexed(self, drawn: Image.Image) -> Image.Image:
        """Return an RGB picture as numbers of the colours, each pixel in the nearest of them.

        The palette it carries is that of the search; see `reduced`.
        """
        with self._lock:
            return drawn.quantize(palette=self._search, dither=Image.Dither.NONE)

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
    """Yield so many colours from the first to the second, both included."""
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
    """Return an RGB board as a palette PNG, packed harder where it would be larger than `LARGE`."""
    return packed(full_palette().reduced(board), LARGE, LEVELS)


STRIP = 48
"""Rows of a picture that are packed together."""
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_DEFLATE, _LAST_BLOCK = b"\x78\x5e", b"\x03\x00"
"""How packed data begins, and an empty block that ends it."""
_ADLER = 65_521


class _Strip:
    """Some rows of a picture, packed so that they can stand behind any others."""

    def __init__(self, rows: memoryview | bytes, wide: int, level: int) -> None:
        lines = b"".join([b"\0" + rows[at : at + wide] for at in range(0, len(rows), wide)])  # no filter
        packer = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS, 9)
        self.data = packer.compress(lines) + packer.flush(zlib.Z_SYNC_FLUSH)
        self.adler, self.size = zlib.adler32(lines), len(lines)
        self.cost = len(self.data) + 1_500  # with what it is known by: the looks of about twenty layers


_STRIPS: Cache[_Strip] = Cache(limit=16_000_000)


def packed(picture: Image.Image, large: int, levels: Sequence[int]) -> bytes:
    """Return a picture in a palette as PNG, by the first level that stays within `large` bytes, or the last.

    Its strips are known by their pixels; see `packed_by_keys`.
    """
    parts = strips_of(picture)
    keys = [hashlib.sha1(part, usedforsecurity=False).digest() for part in parts]
    values = bytes(picture.getpalette() or ())
    return packed_by_keys(
        picture.size, values, keys, lambda missing: [parts[at] for at in missing], large, levels
    )


def strips_of(picture: Image.Image) -> list[memoryview]:
    """Return the pixels of a picture in a palette, strip by strip."""
    pixels, step = memoryview(picture.tobytes()), picture.width * STRIP
    return [pixels[at : at + step] for at in range(0, len(pixels), step)]


def packed_by_keys(
    size: tuple[int, int],
    palette: bytes,
    keys: Sequence[Hashable],
    pixels: Callable[[Sequence[int]], Sequence[memoryview | bytes]],
    large: int,
    levels: Sequence[int],
) -> bytes:
    """Return a picture as PNG, by the first level that stays within `large` bytes, or the last.

    Packing takes longer than drawing, and from one picture of a match to the next most rows are the same: so
    rows are packed in strips, which are kept by `keys`; strips of equal keys look alike. `pixels` returns
    those of the strips of these numbers, and is asked for what is not kept alone. Pillow can only pack whole
    pictures.
    """
    for level in levels:
        strips = _strips([(level, size[0], key) for key in keys], pixels)
        png = _png(size, palette, strips)
        if len(png) <= large:
            break
    return png


def _strips(
    keys: Sequence[tuple[int, int, Hashable]],
    pixels: Callable[[Sequence[int]], Sequence[memoryview | bytes]],
) -> list[_Strip]:
    """Return the strips of these keys, each of a level, a width in pixels and what tells how it looks."""
    found = {at: strip for at, key in enumerate(keys) if (strip := _STRIPS.find(key)) is not None}
    missing = [at for at in range(len(keys)) if at not in found]
    if missing:
        for at, part in zip(missing, pixels(missing), strict=True):
            level, wide, _ = keys[at]
            found[at] = _STRIPS.get(keys[at], partial(_Strip, part, wide, level))
    return [found[at] for at in range(len(keys))]


def _png(size: tuple[int, int], palette: bytes, strips: Sequence[_Strip]) -> bytes:
    """Return a PNG with a palette, 8 bits for each pixel."""
    check = 1
    for strip in strips:
        check = _adler(check, strip.adler, strip.size)
    data = b"".join([_DEFLATE, *[strip.data for strip in strips], _LAST_BLOCK, struct.pack(">I", check)])
    return _SIGNATURE + b"".join(
        [
            _chunk(b"IHDR", struct.pack(">IIBBBBB", *size, 8, 3, 0, 0, 0)),
            _chunk(b"PLTE", palette),
            _chunk(b"IDAT", data),
            _chunk(b"IEND", b""),
        ]
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _adler(first: int, second: int, size: int) -> int:
    """Return the Adler-32 of two pieces of data together, from that of each and the size of the second."""
    low = (first & 0xFFFF) + (second & 0xFFFF) - 1
    high = (first >> 16) + (second >> 16) + size * ((first & 0xFFFF) - 1)
    return low % _ADLER | high % _ADLER << 16
