"""The fonts of all pictures.

The bot's own text uses only Inter, so that it looks the same on every machine. Names of people may be in
other scripts; each script has its font.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from PIL import ImageFont, features

Weight: TypeAlias = Literal["semibold", "extrabold"]

FOLDER = Path(__file__).resolve().parents[2] / "data" / "fonts"
FILES: dict[Weight, Path] = {
    "semibold": FOLDER / "Inter" / "Inter-SemiBold.otf",
    "extrabold": FOLDER / "Inter" / "Inter-ExtraBold.otf",
}

READABLE = 26
"""Pixels: no text may be smaller, for Discord shows pictures at half their size."""

ON_A_PHONE = 37
"""Pixels: capitals of this size are 8 pixels high where a picture is as wide as a phone, 390 pixels."""


_FACES = 8
"""Open at a time: one takes 0.3 MB, and 0.1 ms to open."""


@lru_cache(maxsize=_FACES)
def face(weight: Weight, size: int) -> ImageFont.FreeTypeFont:
    """Return a face of the bundled font. Raises `ValueError` for a size that could not be read."""
    if size < READABLE:
        raise ValueError(f"text of {size} px cannot be read at half size; use {READABLE} px or a mark")
    return ImageFont.truetype(str(FILES[weight]), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=8)
def _missing_glyph(weight: Weight) -> bytes:
    return bytes(face(weight, READABLE).getmask("\U0010fffd"))


@lru_cache(maxsize=4096)
def has_glyph(character: str, weight: Weight = "semibold") -> bool:
    """Return whether the font draws this one character as more than the box for a missing one."""
    drawn = bytes(face(weight, READABLE).getmask(character))
    return drawn != _missing_glyph(weight)


# --- other scripts ------------------------------------------------------------------------------------------


class Script(NamedTuple):
    """Writing that Inter does not have, and where its font is looked for."""

    name: str
    file: str
    folders: tuple[Path, ...]
    ranges: tuple[tuple[int, int], ...]
    """The first and the last character of each block."""
    shaped: bool = True
    """Whether letters join or move depending on their neighbours."""


NOTO = (FOLDER / "Noto",)
"""The fonts that come with the bot."""
PACKAGED = tuple(
    Path(folder)
    for folder in (
        "/usr/share/fonts/opentype/noto",
        "/usr/share/fonts/noto-cjk",
        "/usr/share/fonts/google-noto-sans-cjk-fonts",
        "/usr/local/share/fonts",
    )
)
"""Where systems keep the font of Chinese, Japanese and Korean, which is too large to come with the bot."""
SCRIPTS: tuple[Script, ...] = (
    Script("Hebrew", "NotoSansHebrew-Bold.ttf", NOTO, ((0x0590, 0x05FF),)),
    Script("Arabic", "NotoSansArabic-Bold.ttf", NOTO, ((0x0600, 0x06FF), (0x0750, 0x077F), (0x08A0, 0x08FF))),
    Script("Devanagari", "NotoSansDevanagari-Bold.ttf", NOTO, ((0x0900, 0x097F), (0xA8E0, 0xA8FF))),
    Script("Thai", "NotoSansThai-Bold.ttf", NOTO, ((0x0E00, 0x0E7F),)),
    Script(
        "Chinese, Japanese and Korean",
        "NotoSansCJK-Bold.ttc",
        PACKAGED,
        ((0x2E80, 0x9FFF), (0xAC00, 0xD7AF), (0xF900, 0xFAFF), (0x20000, 0x323AF)),
        shaped=False,
    ),
)


@cache
def font_file(script: Script) -> Path | None:
    """Return the file of a script's font; None where it is not at hand, or could not be laid out in order.

    Letters that join or move are placed by Raqm, which Pillow brings, and FriBiDi, which the system has.
    """
    if script.shaped and not (features.check("raqm") and features.check("fribidi")):
        return None
    return next((path for folder in script.folders if (path := folder / script.file).is_file()), None)


@lru_cache(maxsize=_FACES)
def script_face(script: Script, size: int) -> ImageFont.FreeTypeFont:
    """Return the face of a script whose font is at hand; it has one weight, which is bold."""
    engine = ImageFont.Layout.RAQM if script.shaped else ImageFont.Layout.BASIC
    return ImageFont.truetype(str(font_file(script)), size, layout_engine=engine)


@lru_cache(maxsize=4096)
def script_of(character: str) -> Script | None:
    """Return the script with which a character is drawn; None for what Inter draws and what none does."""
    code = ord(character)
    for script in SCRIPTS:
        if any(first <= code <= last for first, last in script.ranges):
            known = not has_glyph(character) and font_file(script) is not None
            return script if known and _has(script, character) else None
    return None


def _has(script: Script, character: str) -> bool:
    drawn = script_face(script, READABLE).getmask
    return bytes(drawn(character)) != bytes(drawn("\U0010fffd"))
