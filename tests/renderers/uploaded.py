"""Pictures uploaded for cards: valid ones, and hostile ones."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from io import BytesIO

from PIL import Image, PngImagePlugin

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunk(kind: bytes, data: bytes) -> bytes:
    """Return a chunk of a PNG."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def head(wide: int, high: int, kind: int = 2) -> bytes:
    return chunk(b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, kind, 0, 0, 0))


def png(image: Image.Image, **how: object) -> bytes:
    file = BytesIO()
    image.save(file, "PNG", **how)
    return file.getvalue()


def halves(wide: int, high: int, left: tuple[int, int, int], right: tuple[int, int, int]) -> Image.Image:
    """Return a picture with two halves in two colours."""
    image = Image.new("RGB", (wide, high), left)
    image.paste(right, (wide // 2, 0, wide, high))
    return image


RED_AND_BLUE = png(halves(600, 400, (220, 30, 30), (20, 40, 220)))
GREEN = png(Image.new("RGB", (300, 300), (20, 200, 60)))


def with_chunk(kind: bytes, data: bytes) -> bytes:
    """Return the green picture with a chunk after its header."""
    at = len(SIGNATURE) + 25
    return GREEN[:at] + chunk(kind, data) + GREEN[at:]


def of_kind(kind: str, mode: str = "RGB") -> bytes:
    file = BytesIO()
    Image.new(mode, (100, 100)).save(file, kind)
    return file.getvalue()


def worded() -> bytes:
    notes = PngImagePlugin.PngInfo()
    notes.add_text("Comment", "x" * 200_000)
    return png(Image.new("RGB", (80, 80)), pnginfo=notes)


BOMB = zlib.compress(bytes(50_000_000), 9)
HOSTILE: Mapping[str, tuple[bytes, str]] = {
    "no picture": (b"not a picture at all", "This is not a PNG"),
    "empty": (b"", "This is not a PNG"),
    "JPEG in CMYK": (of_kind("JPEG", "CMYK"), "This is a JPEG, not a PNG"),
    "GIF": (of_kind("GIF"), "This is a GIF, not a PNG"),
    "TIFF in CMYK": (of_kind("TIFF", "CMYK"), "This is a TIFF, not a PNG"),
    "too many bytes": (GREEN + bytes(5 * 2**20), "a picture may have 4,194,304"),
    "1 by 100,000": (
        SIGNATURE + head(1, 100_000) + chunk(b"IEND", b""),
        "This picture is 1 by 100,000 pixels",
    ),
    "one pixel too wide": (png(Image.new("1", (4097, 64))), "This picture is 4,097 by 64 pixels"),
    "gigantic": (SIGNATURE + head(2**31 - 1, 2**31 - 1) + chunk(b"IEND", b""), "far too many pixels"),
    "bomb of pixels": (
        SIGNATURE + head(4000, 4000) + chunk(b"IDAT", BOMB) + chunk(b"IEND", b""),
        "This picture has 16,000,000 pixels",
    ),
    "animated": (with_chunk(b"acTL", struct.pack(">II", 2, 0)), "This PNG is animated"),
    "EXIF": (png(Image.new("RGB", (80, 80)), exif=b"Exif\0\0II*\0\x08\0\0\0\0\0"), "what a camera has noted"),
    "megabytes of words": (with_chunk(b"tEXt", b"Comment\0" + b"x" * 2**20), "long texts in addition"),
    "words that grow": (with_chunk(b"zTXt", b"Comment\0\0" + BOMB * 2), "too much in addition"),
    "broken off": (RED_AND_BLUE[:-40], "This picture is damaged"),
    "broken off in its head": (RED_AND_BLUE[:20], "This picture is damaged"),
    "a bit turned": (GREEN[:60] + bytes([GREEN[60] ^ 1]) + GREEN[61:], "This picture is damaged"),
    "without pixels": (SIGNATURE + head(100, 100) + chunk(b"IEND", b""), "This picture is damaged"),
    "pixels missing": (
        SIGNATURE + head(100, 100) + chunk(b"IDAT", zlib.compress(b"\0" * 500)) + chunk(b"IEND", b""),
        "This picture is damaged",
    ),
    "pixels that are none": (
        SIGNATURE + head(100, 100) + chunk(b"IDAT", b"abc" * 50) + chunk(b"IEND", b""),
        "This picture is damaged",
    ),
    "a head that lies": (
        SIGNATURE + chunk(b"IHDR", b"\0" * 13) + chunk(b"IEND", b""),
        "This picture is damaged",
    ),
    "no head": (SIGNATURE + chunk(b"IEND", b""), "This picture is damaged"),
    "a palette that is not there": (
        SIGNATURE + head(100, 100, 9) + chunk(b"IDAT", zlib.compress(bytes(10100))) + chunk(b"IEND", b""),
        "This picture is damaged",
    ),
}
"""Files that must be refused, each with a part of its sentence."""
