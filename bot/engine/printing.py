"""Printing of the things that sentences name: for a channel, as plain text, or as symbols in a picture.

The same sentence describes an event in the channel and in the picture. The things it names are typed words
(`Talk.who`, `Talk.thing`). A printer returns their form for a channel, for plain text, or for a picture
(`renderers.kit.lines.SignPrinter`).
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence

from bot.engine.contract import Seat
from bot.engine.markdown import OWN
from bot.engine.phrases import player


class Printer:
    """Prints the things that a sentence names, by default for a channel."""

    brief = False
    """Whether only the first sentence for a fact is printed, without its consequences."""

    def player(self, seat: Seat, names: Sequence[str]) -> str:
        """Return the form of a player."""
        return player(seat, names)

    def thing(self, kind: str, value: Hashable, words: str) -> str:  # noqa: ARG002 - here the words say it all
        """Return the form of a thing of a kind, such as a card: its words, or a symbol for its value."""
        return words


class PlainPrinter(Printer):
    """Prints for text without formatting: players by their names alone."""

    def __init__(self, *, brief: bool = False) -> None:
        self.brief = brief

    def player(self, seat: Seat, names: Sequence[str]) -> str:
        """Return the name of a player."""
        return names[seat]


CHANNEL, PLAIN, BRIEF = Printer(), PlainPrinter(), PlainPrinter(brief=True)
"""For posts; for the board as text; for alt texts, which are short."""


_MARKUP = re.compile(rf"\\(.)|\*+|{OWN}")


def unmarked(sentence: str) -> str:
    """Return a sentence without markup; escaped words become the original text."""
    return _MARKUP.sub(r"\1", sentence)
