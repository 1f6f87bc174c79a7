"""Words that all games use: marks of the seats, lists, and quoted input of a player."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar
from unicodedata import category

from bot.base.language import gettext, ngettext
from bot.engine.contract import Seat

# Cleaning of people's texts: nothing that reverses, hides or blanks text for other readers.


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


ItemT = TypeVar("ItemT")

SEAT_MARKS = ("●", "■", "▲", "◆", "★", "⬢")
"""The symbol of each seat, as drawn on the board: circle, square, triangle, diamond, star, hexagon."""

ECHO_LENGTH = 30
"""The maximum length of a typed word repeated in an error, in characters."""


def player(seat: Seat, names: Sequence[str]) -> str:
    """Return a player's name with the seat's mark, the name in bold."""
    return f"{SEAT_MARKS[seat]} **{names[seat]}**"


def listed(words: Sequence[str]) -> str:
    """Return words as a list joined with "and": "Ann, Ben and Cleo"."""
    return _joined(words, gettext("and"))


def either(words: Sequence[str]) -> str:
    """Return words as a list joined with "or": "move, shoot or rest"."""
    return _joined(words, gettext("or"))


def all_of(names: Sequence[str]) -> str:
    """Return names joined with "and" without commas: "Ann and Ben and Cleo"."""
    return f" {gettext('and')} ".join(names)


def alternatives(words: Sequence[str]) -> str:
    """Return words to type joined with "or" without commas: "Ks or Kh or Kd"."""
    return f" {gettext('or')} ".join(words)


def by_seat(values: Iterable[tuple[Seat, object]]) -> str:
    """Return a value for each seat behind the seat's mark: "● 3, ■ 1"."""
    return ", ".join([f"{SEAT_MARKS[seat]} {value}" for seat, value in values])


def retried(tries: Sequence[str]) -> str:
    """Return results that were repeated until one was decisive, such as rolls: "4 and 4; again 2 and 5"."""
    again = [gettext("again {words}", words=words) for words in tries[1:]]
    return "; ".join([*tries[:1], *again])


def may_be_typed(words: str) -> list[str]:
    """Return the words of a marked list ("off, none") in English and in the current language."""
    return [*words.split(", "), *gettext(words).lower().split(", ")]


def _joined(words: Sequence[str], last: str) -> str:
    return f" {last} ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def echo(word: str) -> str:
    """Return typed text in quotes, short and on one line."""
    text = visible(word)
    shown = text if len(text) <= ECHO_LENGTH else f"{text[: ECHO_LENGTH - 1]}…"
    return gettext('"{words}"', words=shown)


def dice_shown(dice: Sequence[int], sides: int = 6, face: Callable[[int], str] = str) -> str:
    """Return rolled dice with their sum: "**4**", "3 + 5 = **8**", "**17** on a die of 20".

    `face` formats the result of a die with six sides.
    """
    shown = [face(die) if sides == 6 else str(die) for die in dice]
    added = f"{' + '.join(shown)} = **{sum(dice)}**" if len(dice) > 1 else f"**{''.join(shown)}**"
    if sides == 6:
        return added
    return ngettext(
        "{dice} on a die of {sides}", "{dice} on dice of {sides}", len(dice), dice=added, sides=sides
    )


def cut(items: Sequence[ItemT], most: int) -> tuple[Sequence[ItemT], int]:
    """Return at most this many items, and the number left out, which is never 1."""
    shown = items if len(items) <= most + 1 else items[:most]
    return shown, len(items) - len(shown)
