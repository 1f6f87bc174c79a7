"""Escaping of people's texts in Discord messages, and cutting of sentences to a length."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from bot.engine.phrases import SEAT_MARKS, visible

_SPECIAL = re.compile(r"([\\*_~`|<>\[\]@]|^[#+-]|(?<=:)/(?=/)|(?<=^\d)\.)")
OWN = "\u2060"
"""An invisible character after a seat's mark that a person wrote: it does not denote a seat."""
_SEAT = re.compile(f"([{''.join(SEAT_MARKS)}])")
_MENTION = re.compile(r"@(?=everyone|here|[!&]?\d)")
_WHOLE = re.compile(r"\\.|(`+)(?!`).+?(?<!`)\1(?!`)|<[^<>\s][^<>\n]*>|\[[^\[\]\n]*\]\([^()\s]*\)", re.DOTALL)
"""Parts that must not be cut: an escaped letter, code, a mention or timestamp, a link."""
_PAIR = re.compile(r"\*\*|__|~~|\|\||\*")
"""The marks of bold, underlined, struck out, hidden or italic text."""


class _Span(NamedTuple):
    """A part of a text between two equal marks."""

    start: int
    end: int
    mark: str
    """The mark; "" for a part that is kept whole or removed."""


@lru_cache(maxsize=256)  # the same few names stand in all sentences of a message
def safe(words: str) -> str:
    """Return a person's text so that Discord prints it unchanged: no markup, no mention, one line."""
    return escaped(visible(words))


def escaped(words: str) -> str:
    """Return visible text so that Discord prints it unchanged, spaces included."""
    marked = _SEAT.sub(rf"\1{OWN}", words)
    return _MENTION.sub("@\u200b", _SPECIAL.sub(r"\\\1", marked))


def fit(words: str, limit: int) -> str:
    """Return text, also escaped text, cut to a number of characters, and never inside its markup.

    Bold or struck-out text is closed by its mark; code, a link or a mention is kept whole or removed.
    """
    if len(words) <= limit:
        return words
    spans, at = list(_spans(words)), limit - 1
    while at > 0:
        cut = _outside(spans, at)
        ends = "".join(span.mark for span in reversed(spans) if span.mark and span.start < cut < span.end)
        if cut + len(ends) < limit:
            return f"{words[:cut]}…{ends}"
        at = min(cut, limit - len(ends)) - 1
    return "…"


def _outside(spans: list[_Span], at: int) -> int:
    """Return the last position up to this one that is in no mark and in no part that is kept whole."""
    for span in spans:
        first, last = span.start + len(span.mark), span.end - len(span.mark)
        if span.start < at < span.end and (not span.mark or at <= first or at > last):
            return _outside(spans, span.start if at <= first or not span.mark else last)
    return at


def _spans(words: str) -> Iterator[_Span]:
    """Yield the spans of a text that are closed, in the order of their starts."""
    found, begun, at = list[_Span](), dict[str, int](), 0
    while at < len(words):
        if whole := _WHOLE.match(words, at):
            found.append(_Span(*whole.span(), ""))
            at = whole.end()
        elif pair := _PAIR.match(words, at):
            mark, at = pair[0], pair.end()
            if mark in begun:
                found.append(_Span(begun.pop(mark), at, mark))
            else:
                begun[mark] = pair.start()
        else:
            at += 1
    yield from sorted(found)
