"""Below the battlefield: the piles, and the seats that left the game."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image

from bot.base.language import N_, gettext
from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.rules.view import NeoView
from renderers.kit import text
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.palette import MUTED, PAPER
from renderers.kit.rows import SIGN, Item, Row, draw_explained, in_rows
from renderers.kit.signs import pile
from renderers.neocombat.latest import small_sign, token_sign

ROW = 54
"""Pixels from row to row."""
_PILES = {
    "deck": N_("Deck {number}"),
    "discard": N_("Discard pile {number}"),
    "removed": N_("Left the game {number}"),
}


class Entry(NamedTuple):
    """A pile with its words."""

    kind: str
    words: str

    @property
    def wide(self) -> int:
        """Pixels it takes."""
        return SIGN + text.width(self.words, "semibold", ON_A_PHONE)

    def draw(self, image: Image.Image, x: int, y: int, _: int) -> int:
        """Draw it; see `Run.draw`."""
        colour = MUTED if self.kind == "removed" else PAPER
        mark = pile("discard" if self.kind == "removed" else self.kind, 34, colour)
        return draw_explained(image, x, y, mark, self.words, colour=PAPER)


def footer_rows(view: NeoView, pool: Pool) -> list[Row]:
    """Return the rows below the battlefield."""
    if view.phase == "draft":
        return []
    counts = {"deck": view.deck, "discard": len(view.discard), "removed": len(view.removed)}
    piles = [Entry(kind, gettext(words, number=counts[kind])) for kind, words in _PILES.items()]
    gone: list[Item] = [
        token_sign(view, token, pool) for token, its in enumerate(view.tokens) if not its.here
    ]
    return in_rows([*piles, *([small_sign("kill")] if gone else []), *gone])
