"""What people write, as others read it: nothing in it that turns text around, hides in it or looks empty."""

from __future__ import annotations

from unicodedata import category

_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Controls, marks of direction and other formats, surrogates, what has no meaning, ends of lines."""
_BLANK = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U0001d159"
    + "".join(map(chr, (*range(0xFE00, 0xFE0E), *range(0xE0100, 0xE01F0))))
)
"""Letters, marks and signs that show nothing: fillers of Hangul, the empty Braille sign, selectors."""
_JOINERS = "\u200c\u200d"
"""Between two letters they join them or keep them apart: some emoji and scripts are written with them."""
_STYLES = "\ufe0e\ufe0f"
"""Behind a sign they say whether it is an emoji."""


def hidden(letter: str) -> bool:
    """Whether a character controls, turns or hides text instead of being seen. Blanks are no such ones."""
    return letter in _BLANK or category(letter) in _UNSEEN


def visible(text: str) -> str:
    """Return text on one line, with single blanks, without what is hidden; joiners stay where they join."""
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
