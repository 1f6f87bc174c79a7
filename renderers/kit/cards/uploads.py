"""Pictures from outside: judged by what the decoder will use, decoded within limits, and written anew.

Every picture that a person gives to the bot goes through `rewritten` or `rewritten_for_table`, in a process
with a limit on its memory (`Workers.run_confined`). Only its pixels are kept. The written file is small and
contains no text; a PNG has at most 256 colours.
"""

from __future__ import annotations

import struct
import warnings
import zlib
from collections.abc import Sequence
from io import BytesIO
from typing import NamedTuple

from PIL import Image

from bot.base.language import grouped
from bot.engine.errors import Refusal
from renderers.kit.palette import INK
from renderers.kit.png import file_of, packed

LARGEST_PICTURE = 4 * 2**20
"""Bytes of an uploaded file."""
SHORTEST, LONGEST = 64, 4096
"""Pixels of a side of it."""
MOST_PIXELS = 8_000_000
_MOST_WORDS = 64 * 1024
"""Characters of texts in it."""
_MODES = ("1", "L", "LA", "P", "RGB", "RGBA", "I;16")
"""Pillow's names of the kinds of pixels that a picture may have."""
_SIGNATURES = {"PNG": b"\x89PNG\r\n\x1a\n", "JPEG": b"\xff\xd8\xff"}
_OTHERS = {
    _SIGNATURES["JPEG"]: "JPEG",
    b"GIF8": "GIF",
    b"RIFF": "WebP",
    b"II*\x00": "TIFF",
    b"MM\x00*": "TIFF",
    b"BM": "BMP",
    b"%PDF": "PDF",
}
"""How files of other kinds begin."""
_FAULTS = (OSError, SyntaxError, ValueError, EOFError, LookupError, TypeError, zlib.error, struct.error)
"""What Pillow raises for a damaged file."""
_SIDES = (560, 480, 400, 320, 240, 160)
"""The longer side of a stored picture in pixels; the first value that gives a small enough file is used."""
LARGEST_KEPT = 120_000
"""The maximum size of a stored picture in bytes."""


class _Taken(NamedTuple):
    """What is taken of a picture from outside."""

    kinds: Sequence[str] = ("PNG",)
    """Pillow's names of the kinds of files."""
    largest: int = LARGEST_PICTURE
    """Bytes of a file."""
    pixels: int = MOST_PIXELS
    side: int = _SIDES[0]
    """Pixels of the longer side that are kept, at most."""


_CARD = _Taken()
LARGEST_BOARD = 8 * 2**20
"""Bytes of an uploaded picture of a table: a board, a card, a sheet of cards."""
BOARD_PIXELS = LONGEST * LONGEST
_BOARD_SIDES = (2048, 1600, 1216, 960, 720, 560, 400)
LARGEST_BOARD_KEPT = 240_000
"""The maximum size of a stored picture of a table in bytes."""
_BOARD = _Taken(("PNG", "JPEG"), LARGEST_BOARD, BOARD_PIXELS, _BOARD_SIDES[0])


class PictureRefused(Refusal):
    """A file that cannot be used as a picture."""


class Redrawn(NamedTuple):
    """A picture of a table, written anew."""

    content: bytes
    """A PNG, or a JPEG where that is smaller."""
    width: int
    """Pixels of the file from outside: places may be given in these."""
    height: int


def rewritten(content: bytes) -> bytes:
    """Return the picture in a file from outside as a small PNG of our own. Raises `PictureRefused`.

    Takes up to half a second of processor time and 100 MB of memory.
    """
    image, _ = _decoded(content, _CARD)
    for side in _SIDES:
        smaller = image.copy()
        smaller.thumbnail((side, side), Image.Resampling.LANCZOS)
        png = packed(_of_few_colours(smaller), 0)
        if len(png) <= LARGEST_KEPT:
            break
    return png


def rewritten_for_table(content: bytes) -> Redrawn:
    """Return a board, a card or a sheet of cards in a PNG or JPEG from outside as a file of our own.

    Takes up to four seconds of processor time and 200 MB of memory. Raises `PictureRefused`.
    """
    image, size = _decoded(content, _BOARD)
    for side in _BOARD_SIDES:
        image.thumbnail((side, side), Image.Resampling.LANCZOS)
        found = file_of(image, "JPEG", quality=82)
        if len(found) <= LARGEST_BOARD_KEPT:
            break
    drawn = packed(_of_few_colours(image), 0)
    return Redrawn(drawn if len(drawn) <= LARGEST_BOARD_KEPT else found, *size)


def _of_few_colours(image: Image.Image) -> Image.Image:
    found = image.quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.FLOYDSTEINBERG)
    return image.quantize(palette=found, dither=Image.Dither.FLOYDSTEINBERG)


def _decoded(content: bytes, taken: _Taken) -> tuple[Image.Image, tuple[int, int]]:
    """Return the pixels of a picture in RGB, transparent ones on ink, as large as what is kept; and its size.

    Raises `PictureRefused`; for its size, mode and frames before any memory for pixels is taken.
    """
    if len(content) > taken.largest:
        raise PictureRefused.translated(
            "This file has {number} bytes; a picture may have {most}.",
            number=grouped(len(content)),
            most=grouped(taken.largest),
        )
    if not any(content.startswith(_SIGNATURES[kind]) for kind in taken.kinds):
        kind = next((each for begins, each in _OTHERS.items() if content.startswith(begins)), "")
        if kind:
            raise PictureRefused.translated("This is a {kind}, not a PNG: save it as PNG.", kind=kind)
        raise PictureRefused.translated("This is not a PNG: save the picture as PNG.")
    try:
        with _opened(content, taken) as image:
            _check(image, taken)
            image.verify()  # compares the checksums of a PNG, decodes nothing and closes the file
        with _opened(content, taken) as image:
            _check(image, taken)
            image.load()
            _check(image, taken)  # words may also follow the pixels
            size = image.size
            deep = image.mode.startswith("I")  # 16 bits of grey
            clear = _of_16_bits(image) if deep else image
            clear = clear.convert("RGBA" if "A" in clear.mode or "transparency" in clear.info else "RGB")
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise PictureRefused.translated(
            "This picture has far too many pixels; {most} are the most. Make it smaller.",
            most=grouped(taken.pixels),
        ) from None
    except _FAULTS:
        raise _damaged() from None
    clear.thumbnail((taken.side, taken.side), Image.Resampling.LANCZOS)
    if clear.mode == "RGB":
        return clear, size
    ground = Image.new("RGBA", clear.size, (*INK, 255))
    return Image.alpha_composite(ground, clear).convert("RGB"), size


def _opened(content: bytes, taken: _Taken) -> Image.Image:
    """Return a picture whose head is read and whose pixels are not decoded yet."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        return Image.open(BytesIO(content), formats=list(taken.kinds))


def _check(image: Image.Image, taken: _Taken) -> None:
    """Refuse a picture for what Pillow is about to decode: its own size, mode, frames and words.

    The bytes of the file are not read beside Pillow, because two readers may understand them differently.
    """
    wide, high = image.size
    if min(wide, high) < SHORTEST or max(wide, high) > LONGEST:
        raise PictureRefused.translated(
            "This picture is {wide} by {high} pixels; each side has to be {least} to {most}.",
            wide=grouped(wide),
            high=grouped(high),
            least=SHORTEST,
            most=grouped(LONGEST),
        )
    if wide * high > taken.pixels:
        raise PictureRefused.translated(
            "This picture has {number} pixels; {most} are the most. Make it smaller.",
            number=grouped(wide * high),
            most=grouped(taken.pixels),
        )
    if image.mode not in _MODES:
        raise _damaged()
    if image.format != "PNG":
        return  # nothing beside its pixels is read or kept
    if getattr(image, "is_animated", False) or getattr(image, "custom_mimetype", None) is not None:
        raise PictureRefused.translated("This PNG is animated: save one picture of it.")
    if "exif" in image.info:
        raise PictureRefused.translated(
            "This PNG holds what a camera has noted (EXIF), perhaps where it was taken: save it without."
        )
    if sum([len(word) for word in image.info.values() if isinstance(word, str)]) > _MOST_WORDS:
        raise PictureRefused.translated(
            "This PNG has long texts in addition to the picture: save it without them."
        )


def _damaged() -> PictureRefused:
    return PictureRefused.translated(
        "This picture is damaged, or has too much in addition to its pixels: save it again without texts."
    )


def _of_16_bits(image: Image.Image) -> Image.Image:
    return image.convert("I").point(lambda value: value / 256).convert("L")
