"""Pictures laid together from small pieces that are already in the fixed palette.

Reducing a whole board to the palette takes longer than drawing it. Most of a card game's table is the same
from one move to the next, so its pieces are reduced once, kept, and laid side by side as they are; what
crosses the edges of pieces is drawn on a small patch.
"""

from __future__ import annotations

import io
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from math import dist
from threading import Lock
from typing import TypeAlias

from PIL import Image

from renderers.kit.palette import (
    GOLD,
    GROUND,
    HEAL,
    HURT,
    INK,
    LIT_PANEL,
    MUTED,
    PANEL,
    PAPER,
    SEATS,
    TABLE,
    ZONE_TINTS,
    Colour,
    fixed,
    ground_tone,
    mix,
)

Box: TypeAlias = tuple[int, int, int, int]
"""Left, upper, right and lower edge; the last two are just outside."""

Image.preinit()  # else the first picture would wait for Pillow to load its file formats

_QUICK, _THOROUGH = 3, 6
"""Levels of compression; the second takes two to three times as long, for a fifth less."""
_ALIKE = 20
"""Colours of smooth edges less than this apart, in steps of red, green and blue, are drawn as one."""


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
def colours() -> tuple[Colour, ...]:
    """Return the colours of these pictures: those of the fixed palette without such as are much alike."""
    wanted, flat = fixed(), set(_flat())
    kept = [colour for colour in wanted if colour in flat]
    for colour in wanted:
        if all(dist(colour, other) >= _ALIKE for other in kept):
            kept.append(colour)
    return tuple(kept)


_QUANTISING = Lock()
"""Pillow keeps a search table in the palette while it works, so one thread works at a time."""


class Inks:
    """The colours of one kind of picture, at most 256, each of which is found again exactly.

    Pillow's search rounds down to multiples of 4; of colours that it cannot tell apart the first is kept.
    """

    def __init__(self, wanted: Iterable[Colour]) -> None:
        kept: dict[tuple[int, int, int], Colour] = {}
        for colour in wanted:
            kept.setdefault((colour[0] >> 2, colour[1] >> 2, colour[2] >> 2), colour)
        self.colours = tuple(kept.values())[:256]
        self.palette = bytes(value for colour in self.colours for value in colour)
        self._search = Image.new("P", (1, 1))
        self._search.putpalette([value & ~3 for value in self.palette])

    def merged(self, drawn: Image.Image) -> Image.Image:
        """Return an RGB picture as numbers of the colours, each pixel in the nearest of them.

        The palette it carries is that of the search; only the whole picture gets the true one.
        """
        with _QUANTISING:
            return drawn.quantize(palette=self._search, dither=Image.Dither.NONE)


@lru_cache(maxsize=1)
def _usual() -> Inks:
    return Inks(colours())


def merged(drawn: Image.Image) -> Image.Image:
    """Return an RGB picture as numbers of `colours()`, each pixel in the nearest of them."""
    return _usual().merged(drawn)


class Piece:
    """A small picture in a fixed palette: that of `colours()` unless told."""

    def __init__(self, drawn: Image.Image, inks: Inks | None = None) -> None:
        self.image = (inks or _usual()).merged(drawn)
        self.cost = drawn.width * drawn.height + 500


class PieceCache:
    """Keeps the pieces used last, up to a number of bytes. Safe to use from several threads."""

    def __init__(self, limit: int, inks: Callable[[], Inks] | None = None) -> None:
        self._limit = limit
        self._inks = inks
        self._held = 0
        self._pieces: OrderedDict[Hashable, Piece] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, draw: Callable[[], Image.Image]) -> Piece:
        """Return the piece of this key; `draw` gives the RGB picture of one that is not kept."""
        with self._lock:
            found = self._pieces.get(key)
            if found is not None:
                self._pieces.move_to_end(key)
                return found
        made = Piece(draw(), self._inks() if self._inks else None)
        with self._lock:
            if key not in self._pieces:
                self._pieces[key] = made
                self._held += made.cost
            while self._held > self._limit and len(self._pieces) > 1:
                self._held -= self._pieces.popitem(last=False)[1].cost
        return made

    def clear(self) -> None:
        """Forget all pieces."""
        with self._lock:
            self._pieces.clear()
            self._held = 0

    @property
    def held(self) -> int:
        """Bytes kept at present."""
        return self._held


class Mosaic:
    """A picture that is being laid together."""

    def __init__(self, width: int, height: int, ground: Colour = TABLE, inks: Inks | None = None) -> None:
        self._inks = inks or _usual()
        self.image = Image.new("P", (width, height), self._inks.colours.index(ground))
        self.image.putpalette(self._inks.palette)

    def lay(self, piece: Piece, x: int, y: int) -> None:
        """Lay a piece with its upper left corner at (x, y)."""
        self.image.paste(piece.image, (x, y))

    @contextmanager
    def patch(self, box: Box) -> Iterator[Image.Image]:
        """Give the part within `box` as an RGB picture to draw on; it is laid back afterwards."""
        part = self.image.crop(box).convert("RGB")
        yield part
        self.image.paste(self._inks.merged(part), (box[0], box[1]))

    def png(self, large: int) -> bytes:
        """Return the picture as a palette PNG, packed harder if it would be of more than `large` bytes."""
        for level in (_QUICK, _THOROUGH):
            file = io.BytesIO()
            self.image.save(file, "PNG", compress_level=level)
            if file.tell() <= large:
                break
        return file.getvalue()
