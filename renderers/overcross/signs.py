"""Small signs of Overcross: kinds of terrain, marks of Characters, edits, actions taken, flags."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PIL import ImageDraw

from bot.engine.contract import Seat
from renderers.kit.art import drawings
from renderers.kit.cards.motifs import Stance, draw_motif, gilded
from renderers.kit.palette import GOLD, HEAL, HURT, INK, MUTED, PAPER, SEATS, Colour, mix
from renderers.kit.shapes import outline, placed
from renderers.kit.signs import pile
from renderers.kit.sprites import Sprite, SpriteCache, drawn

_SIGNS = SpriteCache()
_TONES: Mapping[str, Colour] = {
    "p": PAPER, "m": MUTED, "d": mix(MUTED, INK, 0.4), "l": PAPER, "g": GOLD, "r": HURT, "h": HEAL, "k": INK,
}  # fmt: skip


_GILDED = {"leader": "crown", "champion": "shield", "legend": "star"}
_PLAIN = {"blocks": "eye", "harmful": "flame"}


def sign(kind: str, size: int) -> Sprite:
    """Return a sign, `size` pixels square."""
    return _SIGNS.get(
        (kind, size), lambda: drawn(size, size, lambda pen, scale: _draw(pen, kind, size * scale))
    )


def _draw(pen: ImageDraw.ImageDraw, kind: str, size: int) -> None:
    half = size / 2
    stance = Stance(half, half, half * 0.86)
    if kind in _GILDED:
        draw_motif(pen, _GILDED[kind], stance, gilded(), size * 0.05)
        return
    if kind in _PLAIN:
        tones = _FIRE if kind == "harmful" else _TONES
        draw_motif(pen, _PLAIN[kind], stance, tones, 0)
    for part in drawings("overcross-signs").get(kind, ()):
        points = [(half + x * half * 0.92, half + y * half * 0.92) for x, y in part.points]
        pen.polygon(points, fill=(*_TONES[part.tone], 255))


SIGNS: Mapping[str, Callable[[int], Sprite]] = {
    **{kind: partial(sign, kind) for kind in (*drawings("overcross-signs"), *_GILDED, *_PLAIN)},
    "flag": lambda size: flag(0, size),
    "hand": lambda size: pile("hand", size, SEATS[0].colour),
}
"""The signs of the pictures, by name."""

_FIRE: Mapping[str, Colour] = {
    "d": HURT, "m": HURT, "l": mix(HURT, GOLD, 0.5), "p": GOLD, "g": GOLD, "k": INK,
}  # fmt: skip


def flag(seat: Seat, size: int) -> Sprite:
    """Return the flag of a seat with its shape on it, `size` pixels square."""

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        edge, style = size * scale, SEATS[seat]
        pen.rectangle((edge * 0.1, edge * 0.02, edge * 0.24, edge * 0.98), fill=(*INK, 255))
        pen.rectangle((edge * 0.13, edge * 0.04, edge * 0.21, edge * 0.96), fill=(*PAPER, 255))
        for grow, fill in ((0.03, INK), (0.0, style.colour)):
            box = (edge * (0.21 - grow), edge * (0.06 - grow), edge * (0.95 + grow), edge * (0.64 + grow))
            pen.rectangle(box, fill=(*fill, 255))
        shape = placed(outline(style.shape, 0.19), 0.58, 0.35, edge)
        pen.polygon(shape, fill=(*INK, 255))

    return _SIGNS.get(("flag", seat, size), lambda: drawn(size, size, draw))
