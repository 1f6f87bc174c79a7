"""How sentences name things: by words in a channel, in plain text, or as signs in a picture.

What happened is told by one sentence, and so is how a match stands. The things that a sentence names are
typed words (`Talk.who`, `Talk.thing`); a printer says what stands for them in a channel, in plain text, or
in a picture (`renderers.kit.lines.SignPrinter`).
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence

from bot.engine.contract import Seat
from bot.engine.markdown import OWN
from bot.engine.phrases import player


class Printer:
    """Prints the things that a sentence names: as a channel shows them, unless a printer says otherwise."""

    brief = False
    """Whether only the first sentence on a fact is printed, without what follows from it."""

    def player(self, seat: Seat, names: Sequence[str]) -> str:
        """Return what stands for a player."""
        return player(seat, names)

    def thing(self, kind: str, value: Hashable, words: str) -> str:  # noqa: ARG002 - here the words say it all
        """Return what stands for a thing of a kind, such as a card: its words, or a sign for its value."""
        return words


class PlainPrinter(Printer):
    """Prints for text that nobody formats: players by their names alone."""

    def __init__(self, *, brief: bool = False) -> None:
        self.brief = brief

    def player(self, seat: Seat, names: Sequence[str]) -> str:
        """Return the name of a player."""
        return names[seat]


CHANNEL, PLAIN, BRIEF = Printer(), PlainPrinter(), PlainPrinter(brief=True)
"""For posts; for the position as text; for alt texts, which have little room."""


_MARKUP = re.compile(rf"\\(.)|\*+|{OWN}")


def unmarked(sentence: str) -> str:
    """Return a sentence without markup; words that were made safe to print are as they were written."""
    return _MARKUP.sub(r"\1", sentence)
