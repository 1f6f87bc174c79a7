"""PNGs packed in strips: what is kept of one picture serves another, and never changes what is seen."""

from __future__ import annotations

import io
import zlib
from random import Random

import pytest
from PIL import Image

from renderers.kit import png
from renderers.kit.cache import forget
from renderers.kit.png import full_palette, packed


def noisy(wide: int, high: int, seed: int = 1) -> Image.Image:
    """Return a picture in the full palette that cannot be packed well."""
    colours = len(full_palette().colours)
    image = Image.frombytes("P", (wide, high), bytes(Random(seed).choices(range(colours), k=wide * high)))
    image.putpalette(full_palette().values)
    return image


def opened(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    image.verify()  # checks the sums of all chunks
    return Image.open(io.BytesIO(data))


@pytest.mark.parametrize("high", [1, 47, 48, 49, 96, 200])
def test_a_packed_picture_is_the_picture(high: int) -> None:
    picture = noisy(130, high)
    read = opened(packed(picture, 0, (3, 6)))
    assert (read.format, read.mode, read.size) == ("PNG", "P", picture.size)
    assert read.convert("RGB").tobytes() == picture.convert("RGB").tobytes()


def test_the_packed_data_end_with_the_sum_that_other_programs_check() -> None:
    """Pillow does not look at the Adler-32 of all rows; zlib does."""
    data = packed(noisy(130, 200), 0, (3,))
    start = data.index(b"IDAT")
    size = int.from_bytes(data[start - 4 : start], "big")
    rows = zlib.decompress(data[start + 4 : start + 4 + size])
    assert len(rows) == 200 * 131
    assert set(rows[::131]) == {0}


def test_only_the_strips_that_changed_are_packed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    packs: list[int] = []
    made = png._Strip.__init__

    def watched(self: png._Strip, rows: memoryview, wide: int, level: int) -> None:
        packs.append(level)
        made(self, rows, wide, level)

    monkeypatch.setattr(png._Strip, "__init__", watched)
    forget()
    picture = noisy(64, 10 * 48)
    first = packed(picture, 10**9, (3, 6))
    assert packs == [3] * 10
    picture.putpixel((5, 100), 1 - min(1, picture.getpixel((5, 100))))  # type: ignore[operator]
    changed = packed(picture, 10**9, (3, 6))
    assert packs == [3] * 11
    assert opened(changed).convert("RGB").tobytes() == picture.convert("RGB").tobytes() != first
    forget()
    assert packed(picture, 10**9, (3, 6)) == changed


def test_a_picture_that_is_too_large_is_packed_harder() -> None:
    picture = Image.new("P", (400, 400))
    picture.putpalette(full_palette().values)
    picture.putdata([(x * y // 9 + x) % 40 for y in range(400) for x in range(400)])
    loose, tight = packed(picture, 10**9, (1, 9)), packed(picture, 0, (1, 9))
    assert len(tight) < len(loose)
    assert packed(picture, len(loose), (1, 9)) == loose
    assert packed(picture, len(loose) - 1, (1, 9)) == tight
