"""Printing the things that sentences name: for a channel, as plain text, or as signs in a picture.

One sentence tells an event, in the channel and in the picture alike. The things it names are typed words
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
    """Whether only the first sentence on a fact is printed, without what follows from it."""

    def player(self, seat: Seat, names: Sequence[str]) -> str:
        """Return the form of a player."""
        return player(seat, names)

    def thing(self, kind: str, value: Hashable, words: str) -> str:  # noqa: ARG002 - here the words say it all
        """Return the form of a thing of a kind, such as a card: its words, or a sign for its value."""
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
    """Return a sentence without markup; words that were made safe to print are as they were written."""
    return _MARKUP.sub(r"\1", sentence)
