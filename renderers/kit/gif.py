"""From boards to a film: an animated GIF in one palette, of which each frame holds only what changes.

All frames share the colours of the first board, so that nothing flickers. Work is handed out in slices of a
few milliseconds each (`Reel.add`, and every step of `Reel.cut`), so that others can draw in between.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec
from isal import isal_zlib
from PIL import GifImagePlugin, Image, ImageChops

from renderers.contract import Picture
from renderers.kit.png import Palette

LIMIT = 8_000_000
"""Bytes of a film, at most."""
FEWEST = 24
"""Frames below which a film that is too large is made smaller, rather than shorter."""
SHORTEST, LONGEST, HELD = 350, 1_100, 5_000
"""Milliseconds: of a frame in a long film and in a short one, and of the last frame."""
USUAL_LENGTH = 45_000
"""Milliseconds that a film takes, unless that makes its frames too short or too long."""

_CLEAR = 255
"""The palette's last index means "unchanged", so that 255 colours are left."""
_KEEP = 1
"""GIF's word for leaving a frame where it is when the next one comes."""


class Film(msgspec.Struct, frozen=True):
    """A film, ready to be sent."""

    gif: bytes
    width: int
    """Pixels."""
    height: int
    """Pixels."""
    frames: int
    """How many boards it shows; fewer than were drawn where all of them would be too large."""


class Reel:
    """Collects boards, each half as wide and half as high, and cuts them into a film."""

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._palette: Palette | None = None
        self._frames: list[Frame] = []

    def add(self, picture: Picture) -> None:
        """Take in the next board."""
        self.take(*frame_of(picture, self.colours))

    @property
    def colours(self) -> bytes:
        """The colours of the film, three bytes each; none before the first board."""
        return b"" if self._palette is None else self._palette.values

    def take(self, colours: bytes, frame: Frame) -> None:
        """Take in the next board as `frame_of` has made it."""
        if self._palette is None:
            self._palette = _palette(colours)
        self._frames.append(frame)

    def cut(self) -> Iterator[Film | None]:
        """Yield None after each slice of work, and at last the film. Raises `ValueError` without boards.

        Of a film that is too large every second frame is left out until it fits; when few are left the
        frames are made smaller instead.
        """
        if self._palette is None:
            raise ValueError("a film has at least one board")
        palette, frames = self._palette, self._frames
        while True:
            parts: list[bytes] = []
            for part in _parts(frames):
                parts.append(part)
                yield None
            width, height = _canvas(frames)
            gif = b"".join([_header(width, height, palette), *parts, b";"])
            if len(gif) <= self._limit or (len(frames) < FEWEST and width < 64):
                yield Film(gif, width, height, len(frames))
                return
            if len(frames) >= FEWEST:
                frames = frames[::-2][::-1]  # every second one, the last among them
                continue
            smaller: list[Frame] = []
            for frame in frames:
                coloured = frame.image()
                coloured.putpalette(palette.values)
                smaller.append(Frame.of(palette.indexed(coloured.convert("RGB").reduce(2))))
                yield None
            frames = smaller


def frame_of(picture: Picture, colours: bytes) -> tuple[bytes, Frame]:
    """Return a board as a GIF frame with these colours, and the colours; the first board uses its own.

    Other processes that draw boards can make frames of them (`Reel.take`).
    """
    board = Image.open(io.BytesIO(picture.png))
    if not colours:
        values = (board if board.mode == "P" else board.convert("RGB").quantize(_CLEAR)).getpalette() or []
        colours = bytes(values[: 3 * _CLEAR])  # without the last one, whose index means "unchanged"
    palette = _palette(colours)
    return palette.values, Frame.of(palette.indexed(board.convert("RGB").reduce(2)))


@lru_cache(maxsize=8)
def _palette(colours: bytes) -> Palette:
    channels = iter(colours)
    return Palette(zip(channels, channels, channels, strict=True))


class Frame(msgspec.Struct, frozen=True):
    """A board of a film, packed: a film of many boards would fill the memory otherwise."""

    size: tuple[int, int]
    packed: bytes

    @classmethod
    def of(cls, image: Image.Image) -> Frame:
        """Pack an image."""
        return cls(image.size, isal_zlib.compress(image.tobytes(), 1))

    def image(self) -> Image.Image:
        """Return its places in the palette as if they were grey tones, which Pillow compares as they are."""
        return Image.frombytes("L", self.size, isal_zlib.decompress(self.packed))


def _canvas(frames: Sequence[Frame]) -> tuple[int, int]:
    return max(frame.size[0] for frame in frames), max(frame.size[1] for frame in frames)


def _parts(frames: Sequence[Frame]) -> Iterator[bytes]:
    """Yield each frame of the file: the rectangle that changes, and its new pixels."""
    size, shown = _canvas(frames), None
    for place, frame in enumerate(frames):
        board = _on_canvas(frame, size)
        lasts = max(SHORTEST, min(LONGEST, USUAL_LENGTH // len(frames)))  # milliseconds
        if place == len(frames) - 1:
            lasts = HELD
        if shown is None:
            yield _written(board, (0, 0), lasts)
        else:
            change = ImageChops.difference(board, shown)
            box = change.getbbox() or (0, 0, 1, 1)
            part, same = board.crop(box), change.crop(box).point(_SAME)
            part.paste(_CLEAR, mask=same)
            yield _written(part, box[:2], lasts)
        shown = board


_SAME = [255, *([0] * 255)]
"""A lookup table from a difference to a mask of unchanged pixels."""


def _on_canvas(frame: Frame, size: tuple[int, int]) -> Image.Image:
    """Return a frame at the top of a canvas of the colour of its own lower left corner."""
    image = frame.image()
    if image.size == size:
        return image
    ground = image.getpixel((0, image.height - 1))
    canvas = Image.new("L", size, ground)
    canvas.paste(image, (0, 0))
    return canvas


def _written(image: Image.Image, corner: tuple[int, int], lasts: int) -> bytes:
    parts = GifImagePlugin.getdata(image, corner, duration=lasts, transparency=_CLEAR, disposal=_KEEP)
    return b"".join(parts)


def _header(width: int, height: int, palette: Palette) -> bytes:
    """Return the beginning of a GIF of 256 colours that plays again and again."""
    screen = struct.pack("<HHBBB", width, height, 0b1111_0111, 0, 0)
    again = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
    return b"GIF89a" + screen + palette.values.ljust(3 * 256, b"\0") + again
