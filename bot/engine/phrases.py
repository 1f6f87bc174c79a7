"""Words that all games use: marks of the seats, counts, lists, and what a player typed, as it is repeated."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.contract import Seat

SEAT_MARKS = ("●", "■", "▲", "◆", "★", "⬢")
"""The shape of each seat, as drawn on the board: circle, square, triangle, diamond, star, hexagon."""

ECHO_LENGTH = 30
"""Characters of a typed word that an error repeats."""


def player(seat: Seat, names: Sequence[str]) -> str:
    """Return a player's name with the mark of the seat, the name in bold."""
    return f"{SEAT_MARKS[seat]} **{names[seat]}**"


def count(number: int, thing: str) -> str:
    """Return a number of things: "1 space", "3 spaces", "no target"."""
    return f"{number or 'no'} {thing}" if number < 2 else f"{number} {thing}s"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Return words as a list in a sentence: "Ann, Ben and Cleo"."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def echo(word: str) -> str:
    """Return what a person typed, in quotes, short and on one line."""
    text = "".join([letter if letter.isprintable() else " " for letter in word])
    text = " ".join(text.split())
    return f'"{text if len(text) <= ECHO_LENGTH else text[: ECHO_LENGTH - 1] + "…"}"'
