"""The latest attacks and moves as arrows across the battlefield."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from PIL import ImageDraw

from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.rules import facts
from renderers.kit.arrows import short_of, shot_sprite
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.mosaic import Box, Mosaic
from renderers.kit.palette import GOLD, HURT, INK, LIT_PANEL, PAPER, SEATS, Colour
from renderers.kit.signs import label
from renderers.kit.sprites import Sprite, SpriteCache, drawn
from renderers.neocombat.layout import Field

# The latest events on the battlefield: attacks with their results, and moves.


class Attack(NamedTuple):
    """A card that was played on a token, and what came of it."""

    seat: int
    card: int
    user: int
    """The token that used it, or -1."""
    target: int
    fended: bool = False
    """Whether it came to nothing."""
    damage: int = -1
    """The damage to the target; -1 if there is no damage, or none yet."""
    shown: int = -1
    """The varan that the target was revealed to be, or -1."""
    killed: bool = False


def attacks(recent: Sequence[Any]) -> list[Attack]:
    """Return the cards that were played on tokens, the oldest first."""
    found: list[Attack] = []
    for fact in recent:
        if isinstance(fact, facts.Played) and fact.target >= 0:
            found.append(Attack(fact.seat, fact.card, fact.user, fact.target))
        elif found:
            found[-1] = _told(found[-1], fact)
    return found


def _told(attack: Attack, fact: Any) -> Attack:
    """Return an attack, completed by a later fact."""
    if isinstance(fact, facts.Fended) and fact.target == attack.target:
        return attack._replace(fended=True)
    if isinstance(fact, facts.Hit) and fact.token == attack.target:
        return attack._replace(damage=fact.by)
    if isinstance(fact, facts.Revealed) and fact.token == attack.target:
        return attack._replace(shown=fact.varan)
    if isinstance(fact, facts.Killed) and fact.token == attack.target:
        return attack._replace(killed=True)
    return attack


def moves(recent: Sequence[Any]) -> list[facts.Moved]:
    """Return the moves, the oldest first."""
    return [fact for fact in recent if isinstance(fact, facts.Moved)]


def ends_in(attack: Attack, pool: Pool) -> str:
    """Return the result of an attack in one or two marks: "−2", "0", "A3"; "" for none."""
    if attack.shown >= 0 and attack.damage < 0:
        return pool.roster[attack.shown].id
    if attack.damage > 0:
        return f"−{attack.damage}"
    return "0" if attack.damage == 0 or attack.fended else ""


_MOST_ATTACKS, _MOST_MOVES = 4, 6
"""Arrows that are drawn at most; older ones would only crowd the field."""
_THICK, _THIN = 11, 7
_SHORTEST = 70
"""Pixels of an arrow from edge to edge; a shorter one would be all head."""
_RINGS = SpriteCache()

Spot = tuple[int, int]


class Marks:
    """Draws arrows onto a board whose battlefield begins at a height."""

    def __init__(self, board: Mosaic, field: Field, top: int, team: int, pool: Pool) -> None:
        self._board, self._field, self._top, self._team, self._pool = board, field, top, team, pool
        self._beside = field.size.art * 0.45
        """Pixels from the middle of a lizard to an arrow that ends beside it."""

    def draw(self, recent: Sequence[Any]) -> None:
        """Draw the latest moves and attacks."""
        for move in moves(recent)[-_MOST_MOVES:]:
            self._move(move.token, move.origin)
        for attack in attacks(recent)[-_MOST_ATTACKS:]:
            if attack.target in self._field.tokens:
                self._attack(attack)

    def _move(self, token: int, origin: int) -> None:
        """Draw an arrow to a varan from the sector that it left, if that is still there."""
        if token not in self._field.tokens or origin not in self._field.sectors:
            return
        end, box = self._field.middle(token), self._field.sectors[origin]
        left, top, right, bottom = box
        start = _leaving(box, ((left + right) // 2, (top + bottom) // 2), end)
        last = _leaving(self._field.tokens[token], end, start)
        if math.dist(start, last) < _SHORTEST:
            last = short_of(start, end, self._beside)
        self._arrow(start, last, SEATS[token // self._team].tones[6], _THIN)

    def _attack(self, attack: Attack) -> None:
        end, colour = self._field.middle(attack.target), SEATS[attack.seat].colour
        if attack.user in self._field.tokens:
            start, last = self._between(attack.user, attack.target)
            if attack.fended:  # its cross is at its end
                last = short_of(start, last, 2 * _THICK)
            self._arrow(start, last, colour, _THICK, missed=attack.fended)
        else:
            ring = _ring(colour, self._field.size.art + 20)
            x, y = end[0] - ring.width // 2, end[1] + self._top - ring.height // 2
            self._board.stamp(ring, x, y)
        self._label(attack, end)

    def _arrow(self, start: Spot, end: Spot, colour: Colour, wide: int, *, missed: bool = False) -> None:
        sprite, (x, y) = shot_sprite(start, end, colour, width=wide, missed=missed)
        self._board.stamp(sprite, x, y + self._top)

    def _between(self, user: int, target: int) -> tuple[Spot, Spot]:
        """Return the ends of an arrow between two tokens: at their edges, clear of their labels.

        Between two tokens that are close together the arrow is beside the lizards.
        """
        start, end = self._field.middle(user), self._field.middle(target)
        tokens = self._field.tokens
        edges = _leaving(tokens[user], start, end), _leaving(tokens[target], end, start)
        if math.dist(*edges) < _SHORTEST:
            return short_of(end, start, self._beside), short_of(start, end, self._beside)
        return edges

    def _label(self, attack: Attack, end: Spot) -> None:
        words = ends_in(attack, self._pool)
        if not words:
            return
        hurt = attack.damage > 0
        fill = HURT if hurt else GOLD if attack.shown >= 0 else LIT_PANEL
        letters = INK if fill is GOLD else PAPER
        sprite = label(words, ON_A_PHONE, fill=fill, letters=letters, rim=INK)
        y = end[1] + self._top + self._field.size.art // 2 - sprite.height + 4
        self._board.stamp(sprite, end[0] - sprite.width // 2, y)


def _leaving(box: Box, start: Spot, end: Spot) -> Spot:
    """Return where the way from a point within a box to one outside of it crosses its edge."""
    left, top, right, bottom = box
    (x, y), dx, dy = start, end[0] - start[0], end[1] - start[1]
    shares = [((right if dx > 0 else left) - x) / dx] if dx else []
    shares += [((bottom if dy > 0 else top) - y) / dy] if dy else []
    share = min([*shares, 1.0])
    return round(x + dx * share), round(y + dy * share)


def _ring(colour: Colour, size: int) -> Sprite:
    """Return the rings of a sensor that has found something."""

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        edge = size * scale
        for inset in (0.02, 0.2):
            box = (edge * inset, edge * inset, edge * (1 - inset), edge * (1 - inset))
            pen.ellipse(box, outline=(*INK, 255), width=9 * scale)
            inner = (box[0] + 2 * scale, box[1] + 2 * scale, box[2] - 2 * scale, box[3] - 2 * scale)
            pen.ellipse(inner, outline=(*colour, 255), width=5 * scale)

    return _RINGS.get((colour, size), lambda: drawn(size, size, draw))
