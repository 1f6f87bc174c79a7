"""All texts on pictures, collected in the test language that marks its messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import pytest
from PIL import Image

from renderers.kit import fonts, runs, signs, text
from renderers.kit.cache import forget
from renderers.kit.cards import card, news, tiles, typesetting
from renderers.kit.cards.card import PrintedCard
from renderers.kit.cards.news import CardSign
from renderers.kit.lines import TEXT, Line, Word, draw_word, leans


@contextmanager
def all_written(*with_lines: ModuleType) -> Iterator[list[str]]:
    """Collect all drawn words, including the brackets, which the font does not have.

    `with_lines` are the modules that draw lines of runs, beside the events; there the cut end of a message is
    accepted.
    """
    words: list[str] = []
    write, slanted, label, known = text.write, typesetting._slanted, signs._drawn, fonts.has_glyph

    def written(board: Any, x: int, y: int, said: str, **how: Any) -> int:
        room = how.pop("room", None)
        if room is not None:
            said = text.fitted(said, how.get("weight", "semibold"), how["size"], room)
        words.append(said + missing([said]) if "…" in said[2:] else said)
        return write(board, x, y, said, **how)

    def leaning(said: str, size: int) -> Any:
        words.append(said)
        return slanted(said, size)

    def on_label(said: str, *how: Any) -> Any:
        words.append(said)
        return label(said, *how)

    def of_line(draw_line: Callable[..., None]) -> Callable[..., None]:
        def drawing(*args: Any, **how: Any) -> None:
            before = len(words)
            draw_line(*args, **how)
            words.append(missing(words[before:]))

        return drawing

    def has_glyph(letter: str, *weight: Any) -> bool:
        return letter in "⟦⟧" or known(letter, *weight)

    _forget_letters()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text, "write", written)
        patch.setattr(typesetting, "_slanted", leaning)
        patch.setattr(signs, "_drawn", on_label)
        for module in (news, *with_lines):
            patch.setattr(module, "draw_line", of_line(module.draw_line))
        patch.setattr(text, "has_glyph", has_glyph)
        patch.setattr(fonts, "has_glyph", has_glyph)
        yield words
    _forget_letters()


def _forget_letters() -> None:
    """Forget what was set and drawn with, or without, a glyph for the brackets."""
    forget()
    for module in (card, fonts, news, runs, signs, text, tiles, typesetting):
        for made in vars(module).values():
            if hasattr(made, "cache_clear"):
                made.cache_clear()


def missing(words: list[str]) -> str:
    """Return the brackets missing with the cut end of a message."""
    said = "".join(words)
    return "⟧" * (said.count("⟦") - said.count("⟧"))


@contextmanager
def all_shortened() -> Iterator[set[str]]:
    """Collect all words that are drawn shortened for lack of room."""
    shortened: set[str] = set()
    fitted = text.fitted

    def watched(words: str, weight: Any, size: int, room: int) -> str:
        kept = fitted(words, weight, size, room)
        if kept != words:
            shortened.add(words)
        return kept

    forget()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text, "fitted", watched)
        yield shortened


@contextmanager
def all_beyond(margin: int = 0, above: int | None = None) -> Iterator[list[str]]:
    """Collect all words that are nearer than a margin, in pixels, to the edge of their piece, or beyond it.

    `above` is another margin above and below.
    """
    beyond: list[str] = []
    write = text.write

    def watched(board: Image.Image, x: int, y: int, words: str, **how: Any) -> int:
        wide, half = write(board, x, y, words, **how), text.capitals(how["size"]) // 2
        left = x - {"left": 0, "middle": wide // 2, "right": wide}[how.get("anchor", "left")]
        top = margin if above is None else above
        right, lower = board.width - margin, board.height - top
        if left < margin or left + wide > right or y - half < top or y + half > lower:
            beyond.append(words)
        return wide

    forget()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text, "write", watched)
        yield beyond


def card_is_whole(face: PrintedCard) -> bool:
    """Whether a card's whole text is printed on it."""
    layout = card._layout_of(face)
    return layout.rules.whole and layout.traits.whole


def tile_is_whole(face: PrintedCard) -> bool:
    """Whether a card's whole text is on its tile in a usual hand."""
    return tiles._setting(face.rules, "rich", face.more).whole


def assert_line_fits(line: Line, room: int, size: int = TEXT) -> None:
    """A line is drawn completely, except names of cards, which are drawn at least in part."""
    aside = Image.new("RGB", (1280, 72))
    widths = [
        draw_word(aside, word, 0, 36, _CARD if _gives_way(word) else aside.width, size) for word in line
    ]
    assert sum(widths) + 10 * sum(not leans(word) for word in line[1:]) <= room, line


def _gives_way(word: Word) -> bool:
    return isinstance(word, CardSign) or getattr(word, "gives_way", False)


_CARD = 96
"""The width in pixels of the sign of a card with the start of its name."""
