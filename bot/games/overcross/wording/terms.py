"""The names of phases and marks, and the letters of Characters, shared by texts and pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from string import ascii_letters

from bot.base.language import messages
from bot.engine.contract import Seat
from bot.games.overcross.cards.field import Piece
from bot.games.overcross.rules.view import OvercrossView

PHASES = messages("overcross", "phases", dict[str, str])
"""The names of phases, for `pgettext("phase", …)`."""
MARKS = messages("overcross", "marks", dict[str, str])
"""The names of marks, for `pgettext("mark", …)`."""


def lettered(view: OvercrossView) -> Iterator[tuple[Piece, str]]:
    """Yield the Characters in play, each with its letter; each seat's letters begin with "a" and go on
    with "A": OVC-11 allows each of a side's Characters once.
    """
    count = Counter[Seat]()
    for piece in view.pieces:
        yield piece, ascii_letters[count[piece.seat] % len(ascii_letters)]
        count[piece.seat] += 1
