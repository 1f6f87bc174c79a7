"""Uploaded card pictures: checked byte by byte, decoded within bounds, and written anew.

Only the size and the pixels of a file are kept. All other chunks of a PNG are dropped before decoding. The
written file is small, has at most 256 colours, and contains no text.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from io import BytesIO

from PIL import Image

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
"""Bytes of texts in it."""
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
_NEEDED = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
"""The chunks that are decoded; all others are left behind."""
_TEXTS = (b"tEXt", b"zTXt", b"iTXt")
_SIDES = (560, 480, 400, 320, 240, 160)
"""The longer side of a stored picture in pixels; the first value that gives a small enough file is used."""
LARGEST_KEPT = 120_000
"""The maximum size of a stored picture in bytes."""


class PictureRefused(Refusal):
    """A file that cannot be the picture of a card."""


def rewritten(content: bytes) -> bytes:
    """Return the picture in an uploaded file as a small PNG of our own. Raises `PictureRefused`.

    Takes up to half a second of processor time and 100 MB of memory: work for a worker process.
    """
    image = _decoded(_bare(content))
    for side in _SIDES:
        smaller = image.copy()
        smaller.thumbnail((side, side), Image.Resampling.LANCZOS)
        found = packed(_of_few_colours(smaller), 0)
        if len(found) <= LARGEST_KEPT:
            break
    return found


def _of_few_colours(image: Image.Image) -> Image.Image:
    found = image.quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.FLOYDSTEINBERG)
    return image.quantize(palette=found, dither=Image.Dither.FLOYDSTEINBERG)


def _bare(content: bytes) -> bytes:
    """Return a PNG with the chunks alone that its pixels need. Raises `PictureRefused`."""
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
    chunks = list(_chunks(content))
    _check_size(chunks)
    _check_rest(chunks)
    return _SIGNATURE + b"".join([whole for kind, whole, _ in chunks if kind in _NEEDED])


def _chunks(content: bytes) -> Iterator[tuple[bytes, bytes, bytes]]:
    """Yield the kind of each chunk, the whole chunk and its data. Raises `PictureRefused` where it ends."""
    at, kind = len(_SIGNATURE), b""
    while kind != b"IEND":
        head = content[at : at + 8]
        long = int.from_bytes(head[:4])
        if len(head) < 8 or at + 12 + long > len(content):
            raise PictureRefused.translated("This PNG breaks off in the middle: save it or send it again.")
        kind, whole = head[4:], content[at : at + 12 + long]
        if zlib.crc32(whole[4:-4]) != int.from_bytes(whole[-4:]):
            raise _damaged()
        yield kind, whole, whole[8:-4]
        at += 12 + long


def _damaged() -> PictureRefused:
    return PictureRefused.translated("This PNG is damaged: save it or send it again.")


def _check_size(chunks: list[tuple[bytes, bytes, bytes]]) -> None:
    kind, _, head = chunks[0]
    if kind != b"IHDR" or len(head) != 13:
        raise _damaged()
    wide, high = struct.unpack(">II", head[:8])
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


def _check_rest(chunks: list[tuple[bytes, bytes, bytes]]) -> None:
    kinds = {kind for kind, _, _ in chunks}
    if kinds & {b"acTL", b"fcTL", b"fdAT"}:
        raise PictureRefused.translated("This PNG is animated: save one picture of it.")
    if b"eXIf" in kinds:
        raise PictureRefused.translated(
            "This PNG holds what a camera has noted (EXIF), perhaps where it was taken: save it without."
        )
    if sum([len(whole) for kind, whole, _ in chunks if kind in _TEXTS]) > _MOST_WORDS:
        raise PictureRefused.translated(
            "This PNG has long texts in addition to the picture: save it without them."
        )


def _decoded(bare: bytes) -> Image.Image:
    """Return the pixels of a PNG in RGB, transparent ones on ink. Raises `PictureRefused`."""
    try:
        with Image.open(BytesIO(bare), formats=["PNG"]) as image:
            image.load()
            deep = image.mode.startswith("I")  # 16 bits of grey
            clear = (_of_16_bits(image) if deep else image).convert("RGBA")
    except (OSError, SyntaxError, ValueError, zlib.error, struct.error, Image.DecompressionBombError):
        raise _damaged() from None
    ground = Image.new("RGBA", clear.size, (*INK, 255))
    return Image.alpha_composite(ground, clear).convert("RGB")


def _of_16_bits(image: Image.Image) -> Image.Image:
    return image.convert("I").point(lambda value: value / 256).convert("L")
