"""Words that all games use: marks of the seats, lists, and quoted input of a player."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from bot.base.language import gettext, ngettext
from bot.engine.contract import Seat
from bot.engine.visible import visible

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
