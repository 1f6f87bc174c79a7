"""Cleaning of people's texts: nothing that reverses, hides or blanks text for other readers."""

from __future__ import annotations

from unicodedata import category

_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Control characters, direction marks and other formats, surrogates, unassigned ones, line separators."""
_BLANK = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U0001d159"
    + "".join(map(chr, (*range(0xFE00, 0xFE0E), *range(0xE0100, 0xE01F0))))
)
"""Letters, marks and symbols that show nothing: Hangul fillers, the empty Braille pattern, selectors."""
_JOINERS = "\u200c\u200d"
"""Characters that join or separate two letters: some emoji and scripts need them."""
_STYLES = "\ufe0e\ufe0f"
"""Selectors after a symbol: whether it is shown as an emoji."""


def hidden(letter: str) -> bool:
    """Whether a character controls, reverses or hides text instead of being visible; spaces do not."""
    return letter in _BLANK or category(letter) in _UNSEEN


def visible(text: str) -> str:
    """Return text on one line, with single spaces, without hidden characters; joiners are kept between
    letters.
    """
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    kept = ""
    for place, letter in enumerate(text):
        if letter.isspace():
            kept += " "
        elif letter in _JOINERS:
            after = text[place + 1 : place + 2]
            kept += letter if _seen(kept[-1:]) and _seen(after) and after not in _STYLES else ""
        elif letter in _STYLES:
            kept += letter if _seen(kept[-1:]) and kept[-1:] not in _STYLES else ""
        elif not hidden(letter):
            kept += letter
    return " ".join(kept.split())


def _seen(letter: str) -> bool:
    return bool(letter) and not letter.isspace() and not hidden(letter)
