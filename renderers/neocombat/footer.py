"""Below the battlefield: the piles, who has left the game, and what the signs mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PIL import Image

from bot.engine.language import N_, gettext
from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.cards.words.abilities import attribute_name
from bot.games.neocombat.rules.view import NeoView
from renderers.kit import text
from renderers.kit.fonts import READABLE
from renderers.kit.lines import TEXT
from renderers.kit.palette import MUTED, PAPER
from renderers.kit.rows import SIGN, Item, Row, draw_explained, in_rows
from renderers.kit.signs import pile
from renderers.kit.sprites import Sprite
from renderers.neocombat.latest import token_sign
from renderers.neocombat.sights import Sight
from renderers.neocombat.signs import ATTRIBUTES, sign, speed_sign

ROW = 44
"""Pixels from row to row."""
_PILES = {
    "deck": N_("Deck {number}"),
    "discard": N_("Discard pile {number}"),
    "removed": N_("Left the game {number}"),
}
_STATES = {
    "speed": N_("speed"),
    "moved": N_("has moved"),
    "sideways": N_("sideways"),
    "secret": N_("only you know"),
}


class Entry(NamedTuple):
    """A sign with its words."""

    kind: str
    words: str

    @property
    def wide(self) -> int:
        """Pixels it takes."""
        return SIGN + text.width(self.words, "semibold", _letters(self.kind))

    def draw(self, image: Image.Image, x: int, y: int, _: int) -> int:
        """Draw it; see `Run.draw`."""
        colour, size = PAPER if self.kind in _PILES else MUTED, _letters(self.kind)
        return draw_explained(image, x, y, _mark(self.kind), self.words, size=size, colour=colour)


def footer_rows(view: NeoView, seen: Sequence[Sight], pool: Pool) -> list[Row]:
    """Return what is below the battlefield, row by row."""
    if view.phase == "draft":
        return []
    counts = {"deck": view.deck, "discard": len(view.discard), "removed": len(view.removed)}
    piles = [Entry(kind, gettext(words, number=counts[kind])) for kind, words in _PILES.items()]
    gone: list[Item] = [
        token_sign(view, token, pool) for token, its in enumerate(view.tokens) if not its.here
    ]
    if gone:
        gone.insert(0, Entry("kill", ""))
    return [*in_rows([*piles, *gone]), *in_rows(_legend(seen))]


def _legend(seen: Sequence[Sight]) -> Iterator[Entry]:
    """Yield what the signs mean that are on the picture."""
    for attribute in ATTRIBUTES:
        if any(attribute in each.attributes for each in seen):
            yield Entry(attribute, attribute_name(attribute))
    shown = {
        "speed": any(each.varan or each.speed > 1 for each in seen),
        "moved": any(each.moved for each in seen),
        "sideways": any(each.sideways for each in seen),
        "secret": any(each.secret for each in seen),
    }
    for kind, words in _STATES.items():
        if shown[kind]:
            yield Entry(kind, gettext(words))


def _letters(kind: str) -> int:
    return TEXT if kind in _PILES else READABLE


def _mark(kind: str) -> Sprite:
    if kind in _PILES:
        return pile("discard" if kind == "removed" else kind, 34, MUTED if kind == "removed" else PAPER)
    return speed_sign(2, 18, least=False) if kind == "speed" else sign(kind, 32)
