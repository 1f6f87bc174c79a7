"""Running text on cards: broken into lines, as large as it fits, with bold leading words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias
from unicodedata import bidirectional

from PIL import Image, ImageDraw

from renderers.kit import fonts, text
from renderers.kit.cache import kept
from renderers.kit.fonts import READABLE
from renderers.kit.palette import Colour
from renderers.kit.runs import is_plain

SIZES = (34, 32, 30, 28, READABLE)
"""Pixels of type, the largest that fits is taken."""
_LEAD = 90
"""Characters within which a colon ends the words that say when something happens."""


class Word(NamedTuple):
    """A word as it is printed."""

    letters: str
    strong: bool
    """Whether it says when something happens, or is a [bracketed] word."""


Line: TypeAlias = tuple[Word, ...]


class Setting(NamedTuple):
    """A text ready to be printed."""

    size: int
    """Pixels of type."""
    lines: tuple[Line | None, ...]
    """None is a gap between two paragraphs."""
    whole: bool
    """Whether nothing is left out."""

    @property
    def high(self) -> int:
        """Pixels from the top of the first line to the foot of the last."""
        return sum(gap(self.size) if line is None else leading(self.size) for line in self.lines)


def leading(size: int) -> int:
    """Return the pixels from line to line."""
    return round(size * 1.26)


def gap(size: int) -> int:
    """Return the pixels between paragraphs."""
    return round(size * 0.42)


def words_of(paragraph: str) -> list[Word]:
    """Return a paragraph as words."""
    lead = paragraph.find(":", 0, _LEAD)
    if "." in paragraph[: max(0, lead)]:
        lead = -1
    words, inside, at = [], False, 0
    for letters in paragraph.split():
        at = paragraph.index(letters, at)
        inside = inside or letters.lstrip("(“\"'").startswith("[")
        if kept := _drawable(letters):
            words.append(Word(kept, at < lead or inside))
        inside = inside and "]" not in letters
        at += len(letters)
    return words


@lru_cache(maxsize=4096)
def _drawable(letters: str) -> str:
    """Return a word as far as the font can draw it: cards from elsewhere may hold anything."""
    if all(fonts.has_glyph(letter) for letter in letters):
        return letters
    return text.legible_name(letters, "") or text.legible(letters, "")


@kept(512)
def set_text(
    paragraphs: tuple[str, ...], wide: int, high: int, sizes: tuple[int, ...] = SIZES, more: str = "…"
) -> Setting:
    """Return the text in the largest type in which it fits; if in none, cut, with `more` at its end."""
    for size in sizes:
        setting = lines_needed(paragraphs, wide, size)
        if setting.high <= high:
            return setting
    return _cut(setting, wide, high, more)


def lines_needed(paragraphs: tuple[str, ...], wide: int, size: int) -> Setting:
    """Return the whole text in this type, however high it is."""
    return Setting(size, _broken(paragraphs, wide, size), True)


def run_together(paragraphs: Sequence[str], wide: int, size: int, most: int) -> Setting:
    """Return a text with its paragraphs joined, in at most this number of lines."""
    words = [word for paragraph in paragraphs for word in words_of(paragraph)]
    setting = Setting(size, tuple(_filled(words, wide, size)), True)
    return setting if len(setting.lines) <= most else _cut(setting, wide, most * leading(size), "…")


def _broken(paragraphs: Sequence[str], wide: int, size: int) -> tuple[Line | None, ...]:
    lines: list[Line | None] = []
    for paragraph in paragraphs:
        if lines:
            lines.append(None)
        lines += _filled(words_of(paragraph), wide, size)
    return tuple(lines)


def _filled(words: Sequence[Word], wide: int, size: int) -> list[Line]:
    """Return the words line by line; a word longer than a line is broken."""
    lines: list[Line] = []
    line: list[Word] = []
    room, space = wide, _space(size)
    for word in (piece for whole in words for piece in _pieces(whole, wide, size)):
        need = _wide(word, size)
        if line and need > room:
            lines.append(tuple(line))
            line, room = [], wide
        line.append(word)
        room -= need + space
    return [*lines, tuple(line)] if line else lines


def _pieces(word: Word, wide: int, size: int) -> list[Word]:
    pieces, letters = [], word.letters
    while _wide(Word(letters, word.strong), size) > wide and len(letters) > 1:
        end = len(letters) - 1
        while end > 1 and _wide(Word(letters[:end], word.strong), size) > wide:
            end -= 1
        pieces.append(Word(letters[:end], word.strong))
        letters = letters[end:]
    return [*pieces, Word(letters, word.strong)]


def _wide(word: Word, size: int) -> int:
    return text.width(word.letters, "extrabold" if word.strong else "semibold", size)


def _space(size: int) -> int:
    return round(size * 0.27)


def _cut(setting: Setting, wide: int, high: int, more: str) -> Setting:
    """Return as many lines as fit. The last one shows that text is missing."""
    kept, used = list(setting.lines), setting.high
    while kept and used > high:
        line = kept.pop()
        used -= gap(setting.size) if line is None else leading(setting.size)
    while kept and kept[-1] is None:
        kept.pop()
    last = list(kept.pop() or ()) if kept else []
    hint = [Word(word, True) for word in more.split()]
    while last and _line_wide([*last, *hint], setting.size) > wide:
        last.pop()
    return Setting(setting.size, (*kept, (*last, *hint)), False)


def _line_wide(line: Sequence[Word], size: int) -> int:
    return sum(_wide(word, size) for word in line) + _space(size) * (len(line) - 1)


def print_text(image: Image.Image, x: int, y: int, setting: Setting, colour: Colour, strong: Colour) -> None:
    """Print a text with the top of its first line at `y`."""
    for line in setting.lines:
        if line is None:
            y += gap(setting.size)
            continue
        end, middle = x, y + leading(setting.size) // 2
        for word in reversed(line) if _is_leftward(line) else line:
            weight: fonts.Weight = "extrabold" if word.strong else "semibold"
            ink = strong if word.strong else colour
            end += text.write(image, end, middle, word.letters, size=setting.size, colour=ink, weight=weight)
            end += _space(setting.size)
        y += leading(setting.size)


def _is_leftward(line: Line) -> bool:
    """Whether a line is read from right to left: by its first letter that has a direction."""
    kinds = [bidirectional(letter) for word in line for letter in word.letters]
    return next((kind != "L" for kind in kinds if kind in ("L", "R", "AL")), False)


@lru_cache(maxsize=1024)
def balanced(
    name: str, room: int, large: tuple[int, ...], small: tuple[int, ...]
) -> tuple[int, tuple[str, ...]]:
    """Return a size and one line for a name, or two where it would be small; shortened at the very last.

    It is parted at a blank or after a hyphen.
    """
    for size in large:
        if text.width(name, "extrabold", size) <= room:
            return size, (name,)
    ends = [at for at in range(1, len(name)) if name[at] == " " or name[at - 1] == "-"]
    ways = [(name[:end].rstrip(), name[end:].lstrip()) for end in ends]
    for size in small:
        widths = [max(text.width(line, "extrabold", size) for line in way) for way in ways]
        if widths and min(widths) <= room:
            return size, ways[widths.index(min(widths))]
        if text.width(name, "extrabold", size) <= room:
            return size, (name,)
    return small[-1], (text.fitted(name, "extrabold", small[-1], room),)


def print_name(
    image: Image.Image, x: int, y: int, set_name: tuple[int, tuple[str, ...]], colour: Colour
) -> None:
    """Print a balanced name whose middle is at the height `y`."""
    size, lines = set_name
    for at, line in enumerate(lines):
        middle = y + round((at - (len(lines) - 1) / 2) * size * 1.16)
        text.write_bold(image, x, middle, line, size=size, colour=colour)


_SLANT = 0.2
"""How far slanted letters lean over, in parts of their height."""


@lru_cache(maxsize=256)
def _slanted(words: str, size: int) -> Image.Image:
    font = fonts.face("semibold", size)
    high, base = leading(size), round(size * 0.98)
    wide = round(font.getlength(words)) + round(high * _SLANT) + 4
    mask = Image.new("L", (wide * 2, high * 2))
    large = fonts.face("semibold", size * 2)
    ImageDraw.Draw(mask).text((2, base * 2), words, fill=255, font=large, anchor="ls")
    lean = (1, _SLANT, -_SLANT * base * 2, 0, 1, 0)
    return mask.transform(mask.size, Image.Transform.AFFINE, lean, Image.Resampling.BILINEAR).reduce(2)


def print_slanted(image: Image.Image, x: int, y: int, setting: Setting, colour: Colour) -> None:
    """Print a text in slanted letters, its middle at `x` and the top of its first line at `y`."""
    for line in setting.lines:
        if line is None:
            y += gap(setting.size)
            continue
        words = " ".join([word.letters for word in (reversed(line) if _is_leftward(line) else line)])
        if not is_plain(words):  # other scripts do not lean
            middle = y + leading(setting.size) // 2
            text.write(image, x, middle, words, size=setting.size, colour=colour, anchor="middle")
            y += leading(setting.size)
            continue
        mask = _slanted(words, setting.size)
        image.paste(colour, (x - mask.width // 2, y), mask)
        y += leading(setting.size)
