"""Below the battlefield: the piles, who has left the game, and what the signs mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from PIL import Image

from bot.engine.language import N_, gettext
from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.cards.words.abilities import attribute_name
from bot.games.neocombat.rules.view import NeoView
from renderers.kit import text
from renderers.kit.fonts import READABLE
from renderers.kit.lines import TEXT
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import MUTED, PAPER, TABLE
from renderers.kit.signs import pile
from renderers.kit.sprites import Sprite
from renderers.kit.titles import MARGIN, WIDTH
from renderers.neocombat.latest import TokenSign, token_sign
from renderers.neocombat.sights import Sight
from renderers.neocombat.signs import ATTRIBUTES, sign, speed_sign

ROW = 44
_PIECES = PieceCache(limit=2_000_000)
_GAP = 26
_SIGN = 38
"""Pixels for a sign with the gap behind it."""
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
        return _SIGN + text.width(self.words, "semibold", _letters(self.kind))

    def draw(self, image: Image.Image, x: int, y: int, _: int) -> int:
        """Draw it; see `Run.draw`."""
        mark, size = _mark(self.kind), _letters(self.kind)
        mark.paste(image, x + (32 - mark.width) // 2, y - mark.height // 2)
        colour = PAPER if self.kind in _PILES else MUTED
        text.write(image, x + _SIGN, y, self.words, size=size, colour=colour)
        return self.wide


Item: TypeAlias = Entry | TokenSign
Row: TypeAlias = tuple[Item, ...]


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
    return [*_rows([*piles, *gone]), *_rows(_legend(seen))]


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


def _rows(items: Iterable[Item]) -> list[Row]:
    """Return items in rows that fit."""
    rows: list[list[Item]] = []
    room = 0
    for item in items:
        if item.wide > room:
            rows.append([])
            room = WIDTH - 2 * MARGIN - 8
        rows[-1].append(item)
        room -= item.wide + _GAP
    return [tuple(row) for row in rows]


def draw_footer(board: Mosaic, rows: Sequence[Row], top: int) -> None:
    """Draw rows from a height on."""
    for at, row in enumerate(rows):
        board.lay_kept(_PIECES, row, partial(_draw_row, row), 0, top + at * ROW)


def _draw_row(row: Row) -> Image.Image:
    image = Image.new("RGB", (WIDTH, ROW), TABLE)
    x = MARGIN + 4
    for item in row:
        x += item.draw(image, x, ROW // 2, item.wide) + _GAP
    return image


def _letters(kind: str) -> int:
    return TEXT if kind in _PILES else READABLE


def _mark(kind: str) -> Sprite:
    if kind in _PILES:
        return pile("discard" if kind == "removed" else kind, 34, MUTED if kind == "removed" else PAPER)
    return speed_sign(2, 18, least=False) if kind == "speed" else sign(kind, 32)
