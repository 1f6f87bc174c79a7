"""Small signs of Neo-Combat: one for each attribute, and those for moved, sideways, speed and kills."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from PIL import Image, ImageDraw

from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.rules.view import NeoView
from renderers.kit import text
from renderers.kit.art import drawings
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.lines import Sign, SignedNumber, Stamp
from renderers.kit.outlines import Part, moved, scaled, stroke
from renderers.kit.palette import GOLD, HURT, INK, MUTED, PAPER, SEATS, Colour, mix
from renderers.kit.shapes import seat_mark
from renderers.kit.signs import pile
from renderers.kit.sprites import Sprite, SpriteCache, drawn
from renderers.neocombat.cards import card_sign
from renderers.neocombat.sights import sight, varan_name

_SIGNS = SpriteCache()
_TONES: Mapping[str, Colour] = {"p": PAPER, "g": GOLD, "r": HURT, "m": MUTED, "k": INK}


def sign(kind: str, size: int, *, spent: bool = False) -> Sprite:
    """Return the sign of an attribute or another sign of the game, `size` pixels square.

    The sign of an attribute that was claimed in this turn is dark (NEO-11).
    """

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        half = size * scale / 2
        shapes = drawings("neo-combat-signs").get(kind, _TRAIT)
        rim = max(2, round(half * 0.16))
        parts = [(part.tone, moved(scaled(part.points, half * 0.84), half, half)) for part in shapes]
        for _, points in parts:
            stroke(pen, points, (*INK, 255), rim)
        for tone, points in parts:
            colour = _TONES[tone]
            pen.polygon(points, fill=(*(mix(colour, INK, 0.6) if spent else colour), 255))

    return _SIGNS.get((kind, size, spent), lambda: drawn(size, size, draw))


_TRAIT = (
    Part("g", [(0.0, -0.9), (0.8, 0.0), (0.0, 0.9), (-0.8, 0.0)]),
    Part("k", [(0.0, -0.4), (0.36, 0.0), (0.0, 0.4), (-0.36, 0.0)]),
)
"""The sign of any trait of a set's own."""


SIGNS: Mapping[str, Callable[[int], Sprite]] = {
    **{kind: partial(sign, kind) for kind in drawings("neo-combat-signs")},
    "speed": lambda size: speed_sign(2, size // 2, least=False),
    "hand": lambda size: pile("hand", size, SEATS[0].colour),
}
"""The signs of the pictures, by name."""


def speed_sign(speed: int, size: int, *, least: bool) -> Sprite:
    """Return three chevrons upwards, as many of them bright as the speed.

    Where only a least speed is known, the others have a middle tone.
    """

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        wide, step = size * scale, size * scale * 0.58
        for at in range(3):
            top = (2 - at) * step + wide * 0.04
            points = [(0.06, 0.46), (0.5, 0.06), (0.94, 0.46), (0.94, 0.8), (0.5, 0.4), (0.06, 0.8)]
            shape = [(x * wide, top + y * wide) for x, y in points]
            bright = GOLD if at < speed else mix(GOLD, INK, 0.55) if least else mix(MUTED, INK, 0.75)
            pen.polygon(shape, fill=(*bright, 255))
            stroke(pen, shape, (*INK, 255), scale * 2)

    return _SIGNS.get(("speed", speed, size, least), lambda: drawn(size, round(size * 2.06), draw))


# The signs of Neo-Combat in a line: tokens, cards, damage, attributes.


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
        "harm": lambda by, _: SignedNumber(-by, ON_A_PHONE),
        "sign": lambda kind, _: small_sign(kind),
    }
