"""The signs of Neo-Combat in a line: tokens, cards, damage, attributes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from PIL import Image

from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.rules.view import NeoView
from renderers.kit import text
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.lines import Change, Sign, Stamp
from renderers.kit.palette import PAPER
from renderers.kit.shapes import seat_mark
from renderers.neocombat.cards import card_sign
from renderers.neocombat.sights import sight, varan_name
from renderers.neocombat.signs import sign

_SPENT = partial(sign, spent=True)


class TokenSign(NamedTuple):
    """A token within a line: its seat's mark, its number, and which varan it is where that is known."""

    seat: int
    number: str
    name: str

    @property
    def wide(self) -> int:
        """Pixels it takes."""
        return 34 + text.width(self._words, "extrabold", ON_A_PHONE)

    @property
    def _words(self) -> str:
        return f"{self.number} {self.name}".rstrip()

    def draw(self, image: Image.Image, x: int, y: int, room: int) -> int:
        """Draw it; see `Run.draw`."""
        seat_mark(self.seat, 30).centre(image, x + 15, y)
        room = max(room - 34, 1)
        return 34 + text.write_bold(image, x + 34, y, self._words, size=ON_A_PHONE, colour=PAPER, room=room)


def token_sign(view: NeoView, token: int, pool: Pool) -> TokenSign:
    """Return a token for a line, with what everybody knows of it."""
    seen = sight(view, token, pool)
    name = seen.varan.id if seen.varan and not seen.secret else ""
    return TokenSign(seen.seat, seen.number, name)


def small_sign(kind: str, *, spent: bool = False) -> Stamp:
    """Return one of the game's signs for a line."""
    return Stamp(_SPENT if spent else sign, (kind, 32), 32, 32)


def signs(view: NeoView, pool: Pool) -> Mapping[str, Sign]:
    """Return the drawing function of each kind of thing that sentences name."""
    return {
        "token": lambda token, _: token_sign(view, token, pool),
        "card": lambda card, _: card_sign(pool.actions[card]),
        "varan": lambda varan, _: varan_name(pool.roster[varan]),
        "harm": lambda by, _: Change(-by, ON_A_PHONE),
        "sign": lambda kind, _: small_sign(kind),
    }
