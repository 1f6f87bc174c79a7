"""Pictures from outside: judged by what the decoder will use, decoded within limits, and written anew.

Every picture that a person gives to the bot goes through `rewritten`, in a process with a limit on its memory
(`Workers.run_confined`). Only its pixels are kept. The written file is small, has at most 256 colours, and
contains no text.
"""

from __future__ import annotations

import struct
import warnings
import zlib
from io import BytesIO

from PIL import Image, PngImagePlugin

from bot.base.language import grouped
from bot.engine.errors import Refusal
from renderers.kit.palette import INK
from renderers.kit.png import packed

LARGEST_PICTURE = 4 * 2**20
"""Bytes of an uploaded file."""
SHORTEST, LONGEST = 64, 4096
"""Pixels of a side of it."""
MOST_PIXELS = 8_000_000
_MOST_WORDS = 64 * 1024
"""Characters of texts in it."""
_MODES = ("1", "L", "LA", "P", "RGB", "RGBA", "I;16")
"""Pillow's names of the kinds of pixels that a PNG may have."""
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_OTHERS = {
    b"\xff\xd8\xff": "JPEG",
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


class PictureRefused(Refusal):
    """A file that cannot be used as a picture."""


def rewritten(content: bytes) -> bytes:
    """Return the picture in a file from outside as a small PNG of our own. Raises `PictureRefused`.

    Takes up to half a second of processor time and 100 MB of memory.
    """
    if len(content) > LARGEST_PICTURE:
        raise PictureRefused.translated(
            "This file has {number} bytes; a picture may have {most}.",
            number=grouped(len(content)),
            most=grouped(LARGEST_PICTURE),
        )
    if not content.startswith(_SIGNATURE):
        kind = next((each for begins, each in _OTHERS.items() if content.startswith(begins)), "")
        if kind:
            raise PictureRefused.translated("This is a {kind}, not a PNG: save it as PNG.", kind=kind)
        raise PictureRefused.translated("This is not a PNG: save the picture as PNG.")
    image = _decoded(content)
    for side in _SIDES:
        smaller = image.copy()
        smaller.thumbnail((side, side), Image.Resampling.LANCZOS)
        dither = Image.Dither.FLOYDSTEINBERG
        palette = smaller.quantize(256, Image.Quantize.MEDIANCUT, dither=dither)
        png = packed(smaller.quantize(palette=palette, dither=dither), 0)
        if len(png) <= LARGEST_KEPT:
            break
    return png


def _decoded(content: bytes) -> Image.Image:
    """Return the pixels of a PNG in RGB, transparent ones on ink, at most as large as a stored picture.

    Raises `PictureRefused`; for its size, mode and frames before any memory for pixels is taken.
    """
    try:
        with _opened(content) as image:
            _check(image)
            image.verify()  # compares the checksums, decodes nothing and closes the file
        with _opened(content) as image:
            _check(image)
            image.load()
            _check(image)  # words may also follow the pixels
            deep = image.mode.startswith("I")  # 16 bits of grey
            clear = (_of_16_bits(image) if deep else image).convert("RGBA")
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise PictureRefused.translated(
            "This picture has far too many pixels; {most} are the most. Make it smaller.",
            most=grouped(MOST_PIXELS),
        ) from None
    except _FAULTS:
        raise _damaged() from None
    clear.thumbnail((_SIDES[0], _SIDES[0]), Image.Resampling.LANCZOS)
    ground = Image.new("RGBA", clear.size, (*INK, 255))
    return Image.alpha_composite(ground, clear).convert("RGB")


def _opened(content: bytes) -> PngImagePlugin.PngImageFile:
    """Return a PNG whose head is read and whose pixels are not decoded yet."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        image = Image.open(BytesIO(content), formats=["PNG"])
    assert isinstance(image, PngImagePlugin.PngImageFile)
    return image


def _check(image: PngImagePlugin.PngImageFile) -> None:
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
    if wide * high > MOST_PIXELS:
        raise PictureRefused.translated(
            "This picture has {number} pixels; {most} are the most. Make it smaller.",
            number=grouped(wide * high),
            most=grouped(MOST_PIXELS),
        )
    if image.mode not in _MODES:
        raise _damaged()
    if image.is_animated or image.custom_mimetype is not None:
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
        "This PNG is damaged, or has too much in addition to the picture: save it again without texts."
    )


def _of_16_bits(image: Image.Image) -> Image.Image:
    return image.convert("I").point(lambda value: value / 256).convert("L")
