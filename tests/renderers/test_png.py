"""PNG encoding: any program reads back the drawn pixels."""

from __future__ import annotations

import io
import zlib
from random import Random

import pytest
from PIL import Image, ImageDraw

from renderers.kit.png import Sheet, encoded, full_palette, packed


def noisy(wide: int, high: int, seed: int = 1) -> Image.Image:
    """Return a poorly compressible picture in the full palette."""
    colours = len(full_palette().colours)
    image = Image.frombytes("P", (wide, high), bytes(Random(seed).choices(range(colours), k=wide * high)))
    image.putpalette(full_palette().values)
    return image


def opened(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    image.verify()  # checks the checksums of all chunks
    return Image.open(io.BytesIO(data))


@pytest.mark.parametrize("high", [1, 47, 48, 49, 96, 200])
def test_a_packed_picture_is_the_picture(high: int) -> None:
    picture = noisy(130, high)
    read = opened(packed(picture))
    assert (read.format, read.mode, read.size) == ("PNG", "P", picture.size)
    assert read.convert("RGB").tobytes() == picture.convert("RGB").tobytes()


@pytest.mark.parametrize("large", [0, 118_000])
@pytest.mark.parametrize("high", [1, 47, 200])
def test_a_sheet_is_packed_as_any_picture(high: int, large: int) -> None:
    """What is painted on it, also beyond its edges, is in its rows, and never in their filters."""
    sheet, plain = Sheet((130, high), full_palette(), 3), Image.new("P", (130, high), 3)
    plain.putpalette(full_palette().values)
    for image in (sheet.image, plain):
        image.paste(noisy(40, 30), (110, -10))
        image.paste(noisy(20, high), (-5, 0))
        ImageDraw.Draw(image).polygon([(-9, 5), (60, -9), (150, high + 9)], fill=7)
    assert sheet.packed(large) == packed(plain, large)


def test_the_compressed_data_has_a_valid_checksum() -> None:
    """Pillow does not check the Adler-32 of all rows; zlib does."""
    data = packed(noisy(130, 200))
    start = data.index(b"IDAT")
    size = int.from_bytes(data[start - 4 : start], "big")
    rows = zlib.decompress(data[start + 4 : start + 4 + size])
    assert len(rows) == 200 * 131
    assert set(rows[::131]) == {0}


def test_a_drawing_is_reduced_to_the_full_palette() -> None:
    drawn = Image.new("RGB", (40, 30), full_palette().colours[7])
    assert opened(encoded(drawn)).convert("RGB") == drawn
