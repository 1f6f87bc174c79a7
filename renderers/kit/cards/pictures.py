"""Pictures of cards that their designers have uploaded; they replace our emblems.

`showing` sets the pictures for the running task, as the language is set: pictures belong to a server and not
to cards, so two servers with the same set never see each other's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from io import BytesIO
from types import MappingProxyType
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageOps

from renderers.kit.cache import Cache
from renderers.kit.palette import INK, Colour
from renderers.kit.png import Palette
from renderers.kit.sprites import SUPERSAMPLING, Sprite

Digests = Mapping[str, str]
"""The SHA-256 of the picture of each card that has one, by set number."""
NONE: Digests = MappingProxyType({})
NO_FILES: Mapping[str, bytes] = MappingProxyType({})


class UnknownPictures(Exception):  # noqa: N818 - who draws is handed them, and draws again
    """The file of a picture is missing."""


class _Shown(NamedTuple):
    digests: Digests
    files: Mapping[str, bytes]


class _File:
    def __init__(self, content: bytes) -> None:
        self.content = content
        self.cost = len(content) + 500


_FILES = Cache[_File]()
_shown: ContextVar[_Shown | None] = ContextVar("shown pictures", default=None)


@contextmanager
def showing(digests: Digests, files: Mapping[str, bytes] = NO_FILES) -> Iterator[None]:
    """Let cards be drawn with these pictures within the block; `files` are their PNGs by SHA-256, those that
    this process was not handed lately."""
    token = _shown.set(_Shown(digests, files))
    try:
        yield
    finally:
        _shown.reset(token)


def picture_of(number: str) -> str:
    """Return the SHA-256 of the picture of a card, "" for a card that has our emblem."""
    shown = _shown.get()
    return "" if shown is None else shown.digests.get(number, "")


def pictures_shown() -> str:
    """Return a cache key for the set of all pictures that may be drawn; "" for none."""
    shown = _shown.get()
    digests = NONE if shown is None else shown.digests
    return " ".join([f"{number}={digests[number]}" for number in sorted(digests)])


def fitted_picture(digest: str, wide: int, high: int, palette: Palette | None = None) -> Image.Image:
    """Return a picture as large as this, cut at its longer sides; in a palette it is spread in dots of it.

    Of a picture that is higher than its place the upper part is kept: there are the faces. Raises
    `UnknownPictures`.
    """
    fitted = ImageOps.fit(_opened(digest), (wide, high), Image.Resampling.LANCZOS, centering=(0.5, 0.3))
    return palette.dotted(fitted) if palette is not None else fitted


def _opened(digest: str) -> Image.Image:
    found, shown = _FILES.find(digest), _shown.get()
    handed = NO_FILES if shown is None else shown.files
    content = handed.get(digest) if found is None else found.content
    if content is None:
        raise UnknownPictures
    _FILES.get(digest, lambda: _File(content))
    with Image.open(BytesIO(content), formats=["PNG"]) as image:
        return image.convert("RGB")


def colours_of(digest: str, most: int) -> Sequence[Colour]:
    """Return the colours that a picture needs most. Raises `UnknownPictures`."""
    small = _opened(digest)
    small.thumbnail((160, 160), Image.Resampling.BILINEAR)
    values = small.quantize(most, Image.Quantize.MEDIANCUT).getpalette() or []
    return [(values[at], values[at + 1], values[at + 2]) for at in range(0, len(values), 3)]


def round_picture(digest: str, size: int, rim: Colour, palette: Palette, shade: float = 0.0) -> Sprite:
    """Return a picture cut to a disc with a rim, `size` pixels square, and darkened by a share.

    Raises `UnknownPictures`.
    """
    inner = size - 2 * max(2, size // 14)
    large = size * SUPERSAMPLING
    image = Image.new("RGBA", (large, large), (*INK, 0))
    pen, gap = ImageDraw.Draw(image), (size - inner) // 2 * SUPERSAMPLING
    pen.ellipse((0, 0, large - 1, large - 1), fill=(*INK, 255))
    pen.ellipse(
        (SUPERSAMPLING, SUPERSAMPLING, large - 1 - SUPERSAMPLING, large - 1 - SUPERSAMPLING), (*rim, 255)
    )
    whole = image.reduce(SUPERSAMPLING)
    mask = Image.new("L", (large, large))
    ImageDraw.Draw(mask).ellipse((gap, gap, large - 1 - gap, large - 1 - gap), fill=255)
    face = Image.new("RGB", (size, size))
    fitted = fitted_picture(digest, inner, inner)
    fitted = Image.blend(fitted, Image.new("RGB", fitted.size, INK), shade) if shade else fitted
    face.paste(palette.dotted(fitted), ((size - inner) // 2, (size - inner) // 2))
    whole.paste(face, (0, 0), mask.reduce(SUPERSAMPLING))
    return Sprite(whole)
