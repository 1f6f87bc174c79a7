"""Layout of positions as plain text: wrapped lines, paragraphs within a limit, boards of letters."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

GUTTER = 3
"""Characters before the squares of a row: its number and a blank."""
LINE = 64
"""Characters of a line."""
LIMIT = 3500
"""Characters of a whole position."""


def wrap(text: str, line: int, *, first: str = "", rest: str = "") -> str:
    """Return a text in lines of at most `line` characters, with indents for the first one and the rest."""
    return textwrap.fill(text, line, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)


def wrap_kept(words: Iterable[str], line: int) -> str:
    """Return words in lines, none of them broken in two."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= line:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return "\n".join(lines)


def paragraphs(parts: Iterable[str]) -> str:
    """Return those parts that say something, with an empty line between."""
    return "\n\n".join([part for part in parts if part])


def cut(text: str, limit: int) -> str:
    """Return a text of at most `limit` characters: whole lines, and a mark where some are left out."""
    return text if len(text) <= limit else text[: limit - 2].rsplit("\n", 1)[0] + "\n…"


def fitted(texts: Iterable[str], limit: int) -> str:
    """Return the first of these texts of at most `limit` characters, the last one cut if none is.

    A backtick would end the block of code they stand in.
    """
    text = ""
    for text in (each.replace("`", "'") for each in texts):
        if len(text) <= limit:
            break
    return cut(text, limit)


def indented(text: str, first: str = "", rest: str = "    ") -> str:
    """Return a text in lines of at most `LINE` characters, all but the first with an indent."""
    return wrap(text, LINE, first=first, rest=rest)


def board(rulers: Iterable[Sequence[str]], rows: Iterable[tuple[int, Sequence[str]]]) -> str:
    """Return a board of letters: rulers with the names of the columns, and rows with their numbers from 0."""
    above = [" " * GUTTER + "".join(names) for names in rulers]
    lines = [f"{row + 1:>{GUTTER - 1}} {''.join(cells)}" for row, cells in rows]
    return "\n".join([line.rstrip() for line in (*above, *lines)])
