"""The signs of what sentences name: Characters with their seats, cards and dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from PIL import Image

from bot.engine.contract import Seat
from renderers.kit import text
from renderers.kit.cards.card import drawn_card
from renderers.kit.cards.emblem import Emblem, sigil
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.lines import Die, Sign
from renderers.kit.palette import PAPER
from renderers.kit.shapes import seat_mark
from renderers.overcross.cards import card_sign, emblem_of


class PieceSign(NamedTuple):
    """A Character within a line: its seat's mark, its sigil and its name."""

    seat: Seat
    emblem: Emblem
    name: str
    gives_way: bool = True
    """Whether it can be drawn narrower."""

    def draw(self, image: Image.Image, x: int, y: int, room: int) -> int:
        """Draw it; see `Run.draw`."""
        seat_mark(self.seat, 30).centre(image, x + 15, y)
        sigil(self.emblem, 36).paste(image, x + 32, y - 18)
        room = max(room - 74, 1)
        return 74 + text.write(image, x + 74, y, self.name, size=ON_A_PHONE, colour=PAPER, room=room)


SIGNS: Mapping[str, Sign] = {
    "card": lambda face, _: card_sign(face, size=ON_A_PHONE),
    "piece": lambda piece, _: PieceSign(piece[0], emblem_of(piece[1]), drawn_card(piece[1])),
    "square": lambda _, name: name,
    "die": lambda die, _: Die(die),
}
"""Drawing functions by the kind of thing that sentences name."""
