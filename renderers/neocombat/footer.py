"""Below the battlefield: the piles, who has left the game, and what the signs mean."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PIL import Image

from bot.engine.language import N_, current, gettext
from bot.games.neocombat.cards import Pool
from bot.games.neocombat.view import NeoView
from bot.games.neocombat.words.abilities import attribute_name
from renderers.kit import text
from renderers.kit.fonts import READABLE
from renderers.kit.lines import TEXT
from renderers.kit.mosaic import Mosaic, PieceCache
from renderers.kit.palette import MUTED, PAPER, TABLE
from renderers.kit.signs import pile
from renderers.kit.titles import MARGIN, WIDTH
from renderers.neocombat.latest import TokenSign, token_sign
from renderers.neocombat.signs import ATTRIBUTES, sign, speed_sign

ROW = 46
_PIECES = PieceCache(limit=2_000_000)
_OTHERS = {"moved": N_("has moved"), "sideways": N_("sideways"), "secret": N_("only you know")}
_GAP = 26


def piles_row(view: NeoView) -> tuple[tuple[str, str], ...]:
    """Return the piles with how many cards are in each."""
    return (
        ("deck", gettext("Deck {number}", number=view.deck)),
        ("discard", gettext("Discard pile {number}", number=len(view.discard))),
        ("removed", gettext("Left the game {number}", number=len(view.removed))),
    )


def fallen_rows(view: NeoView, pool: Pool) -> list[tuple[TokenSign, ...]]:
    """Return the tokens that have left the game, row by row."""
    gone = [token_sign(view, token, pool) for token, its in enumerate(view.tokens) if not its.here]
    return [tuple(gone[at : at + _PER_ROW]) for at in range(0, len(gone), _PER_ROW)]


_PER_ROW = 8
_STEP = (WIDTH - 2 * MARGIN - 60) // _PER_ROW


class Footer:
    """The rows below the battlefield."""

    def __init__(self, view: NeoView, pool: Pool) -> None:
        self._piles = piles_row(view) if view.phase != "draft" else ()
        self._fallen = fallen_rows(view, pool)
        self._legend = legend(view.viewer is not None) if view.tokens else []

    @property
    def high(self) -> int:
        """How many pixels it takes."""
        return ROW * (bool(self._piles) + len(self._fallen) + len(self._legend))

    def draw(self, board: Mosaic, top: int) -> None:
        """Draw it from a height on."""
        language = current().code
        if self._piles:
            board.lay_kept(_PIECES, (self._piles, language), partial(_draw_piles, self._piles), 0, top)
            top += ROW
        for at, row in enumerate(self._fallen):
            board.lay_kept(_PIECES, (row, at == 0), partial(_draw_fallen, row, first=at == 0), 0, top)
            top += ROW
        for line in self._legend:
            board.lay_kept(_PIECES, line, partial(_draw_legend, line), 0, top)
            top += ROW


def _draw_piles(piles: Sequence[tuple[str, str]]) -> Image.Image:
    image = Image.new("RGB", (WIDTH, ROW), TABLE)
    x = MARGIN + 4
    for kind, words in piles:
        mark = pile("discard" if kind == "removed" else kind, 34, MUTED if kind == "removed" else PAPER)
        mark.paste(image, x, ROW // 2 - 17)
        x += 40
        x += text.write(image, x, ROW // 2, words, size=TEXT, colour=PAPER, room=WIDTH - MARGIN - x) + 40
    return image


def _draw_fallen(row: Sequence[TokenSign], *, first: bool) -> Image.Image:
    image = Image.new("RGB", (WIDTH, ROW), TABLE)
    if first:
        sign("kill", 34).paste(image, MARGIN + 4, ROW // 2 - 17)
    for at, each in enumerate(row):
        each.draw(image, MARGIN + 56 + at * _STEP, ROW // 2, _STEP - 10)
    return image


Entry = tuple[str, str]
"""A sign with its word."""


def legend(own: bool) -> list[tuple[Entry, ...]]:
    """Return what the signs mean, in rows that fit; with that of one's own secrets where they are shown."""
    entries: list[Entry] = [(each, attribute_name(each)) for each in ATTRIBUTES]
    entries.append(("speed", gettext("speed")))
    entries += [(kind, gettext(words)) for kind, words in _OTHERS.items() if own or kind != "secret"]
    rows: list[list[Entry]] = [[]]
    room = WIDTH - 2 * MARGIN
    for entry in entries:
        wide = _width(entry)
        if rows[-1] and wide > room:
            rows.append([])
            room = WIDTH - 2 * MARGIN
        rows[-1].append(entry)
        room -= wide + _GAP
    return [tuple(row) for row in rows]


def _width(entry: Entry) -> int:
    return 36 + text.width(entry[1], "semibold", READABLE)


def _draw_legend(row: Sequence[Entry]) -> Image.Image:
    image = Image.new("RGB", (WIDTH, ROW), TABLE)
    x = MARGIN + 4
    for kind, words in row:
        mark = speed_sign(2, 18, least=False) if kind == "speed" else sign(kind, 30)
        mark.paste(image, x + (30 - mark.width) // 2, ROW // 2 - mark.height // 2)
        text.write(image, x + 36, ROW // 2, words, size=READABLE, colour=MUTED)
        x += _width((kind, words)) + _GAP
    return image
