"""The position of the first row of controls in a message on a phone, from the heights of Discord's lines."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from measures.screens.measures import PHONE
from renderers.kit import text

SIDE = 16
"""The left and right padding of a container in pixels."""
TOP, GAP = 12, 8
"""Pixels above the first part of a message, and between two parts."""
ROW = 44
"""Pixels of a row of buttons or of a select."""
_CONTAINER, _ROW, _TEXT, _GALLERY = 17, 1, 10, 12
_MEASURED = 32
"""The font size for measuring words; Inter is somewhat wider than Discord's own."""


class Kind(NamedTuple):
    """A kind of line."""

    size: float
    """The font size in pixels."""
    line: int
    """The line height in pixels."""
    indent: int = 0


_KINDS: Mapping[str, Kind] = {
    "# ": Kind(24, 33),
    "## ": Kind(20, 28),
    "### ": Kind(16, 22),
    "-# ": Kind(13, 18),
    "> ": Kind(16, 22, 16),
    "- ": Kind(16, 22, 16),
    "": Kind(16, 22),
}
_TIME = re.compile(r"<t:\d+:[a-zA-Z]>")
_PREFIX = re.compile(r"(#{1,3} |-# |> |- )?(.*)")
_MARKDOWN = re.compile(r"\*+|__|~~|`+|\|\||\\(?=[^\w\s])|\]\([^)]*\)|\[(?=[^\]]*\]\()")


class FirstRow(NamedTuple):
    """The bottom of the first row of controls, in pixels."""

    below_top: int
    """The distance from the top of the message."""
    below_picture: int
    """From the top of the first picture, which has to be visible with the row; of the message without one."""
    pictures: int
    """The height of the pictures above the row."""


def first_row(
    components: Sequence[Mapping[str, Any]], pictures: Mapping[str, tuple[int, int]]
) -> FirstRow | None:
    """Return the position of the first row of a message; None without controls.

    `pictures` has the sizes of its files, by name.
    """
    y, shown, first = TOP, 0, 0
    for part in [part for each in components for part in _parts(each)]:
        if part["type"] == _ROW:
            return FirstRow(y + ROW, y + ROW - first, shown)
        high = height_of(part, pictures)
        if part["type"] == _GALLERY:
            first, shown = first or y, shown + high
        y += high + GAP
    return None


def _parts(component: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    return component["components"] if component["type"] == _CONTAINER else [component]


def height_of(part: Mapping[str, Any], pictures: Mapping[str, tuple[int, int]]) -> int:
    """Return the height of a part of a message on a phone, in pixels."""
    if part["type"] == _TEXT:
        return text_height(part["content"])
    if part["type"] == _GALLERY:
        names = [item["media"]["url"].rsplit("/", 1)[-1].split("?")[0] for item in part["items"]]
        return max(picture_height(*pictures[name]) for name in names)
    return ROW


def picture_height(width: int, height: int) -> int:
    """Return the height of a picture at the width of a phone."""
    return round(height * PHONE / width)


def text_height(words: str) -> int:
    """Return the height of a text in pixels, wrapped at the width of a phone."""
    return sum(_line_height(line) for line in words.split("\n"))


def _line_height(line: str) -> int:
    match = _PREFIX.fullmatch(line)
    assert match is not None, "every line matches"
    kind = _KINDS[match[1] or ""]
    room = PHONE - 2 * SIDE - kind.indent
    words = _MARKDOWN.sub("", _TIME.sub("in some 12 hours", match[2]))
    return kind.line * _lines(words, room * _MEASURED / kind.size)


def _lines(words: str, room: float) -> int:
    lines, left = 1, room
    space = text.width(" ", "semibold", _MEASURED)
    for word in words.split():
        wide = text.width(word, "semibold", _MEASURED)
        if wide > left and left < room:
            lines, left = lines + 1, room
        left -= wide + space
    return lines
