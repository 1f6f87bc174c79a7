"""What `always` abilities do, and whether a card lets its owner roll again: found out by looking.

There is no chance and no choice in it, and an `always` ability never asks for power, which it helps to make
up. Where a card has it otherwise nothing comes of it: dice show nothing, a player who would have to be chosen
is nobody, a condition on power does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from bot.engine.cards.amounts import amount_of
from bot.engine.cards.conditions import holds
from bot.engine.cards.nodes import Ability, Buff, Debuff, Effect, If, Reroll, Shield
from bot.engine.cards.reading import Reading
from bot.engine.cards.table import Look
from bot.engine.contract import Seat
from bot.engine.decks import Card

Change: TypeAlias = tuple[Seat, int]
"""Whose power, and by how much."""


class Standing(Reading):
    """The reading of an `always` ability."""

    __slots__ = ()

    sees_power = False


def power_changes(look: Look, card: Card, seat: Seat) -> Sequence[Change]:
    """Return what a card in play adds to the power of seats, or takes where it is below 0 (ARC-08).

    `seat` controls the card and is in the match. Whether a shield keeps something from being taken is for who
    asks to see.
    """
    changes: list[Change] = []
    for reading, effect in _always(look, card, seat):
        if type(effect) in STANDING:
            changes += STANDING[type(effect)](reading, effect)
    return changes


def shields(look: Look, card: Card, seat: Seat) -> Sequence[tuple[Seat, tuple[str, ...]]]:
    """Return whom a card in play guards, and against what."""
    return [
        (target, effect.against)
        for reading, effect in _always(look, card, seat)
        if isinstance(effect, Shield)
        for target in reading.players(effect.whose)
    ]


def can_reroll(look: Look, card: Card, seat: Seat) -> bool:
    """Whether a card has a `roll` ability that lets its owner roll again now, used or not."""
    return any(_lets_reroll(look, seat, ability) for ability in look.face(card).abilities)


def _lets_reroll(look: Look, seat: Seat, ability: Ability) -> bool:
    if ability.on != "roll":
        return False
    reading = Reading(look, seat)
    if ability.needs is not None and not holds(reading, ability.needs):
        return False
    return any(isinstance(effect, Reroll) for _, effect in _in_force(reading, ability.then))


def _always(look: Look, card: Card, seat: Seat) -> Iterator[tuple[Reading, Effect]]:
    """Yield the effects of a card's `always` abilities, with the reading to go by."""
    for ability in look.face(card).abilities:
        if ability.on == "always":
            reading = Standing(look, seat)
            if ability.needs is None or holds(reading, ability.needs):
                yield from _in_force(reading, ability.then)


def _in_force(reading: Reading, effects: Sequence[Effect]) -> Iterator[tuple[Reading, Effect]]:
    """Yield the effects, those of a branch in its place; in the order in which they are printed."""
    waiting = list(reversed(effects))
    while waiting:
        effect = waiting.pop()
        if isinstance(effect, If):
            waiting += reversed(effect.then if holds(reading, effect.test) else effect.otherwise)
        else:
            yield reading, effect


def _buff(reading: Reading, buff: Buff) -> Sequence[Change]:
    return _for_all(reading.players(buff.whose), amount_of(reading, buff.by))


def _debuff(reading: Reading, debuff: Debuff) -> Sequence[Change]:
    return _for_all(reading.players(debuff.whose), -amount_of(reading, debuff.by))


def _for_all(targets: Sequence[Seat], by: int) -> Sequence[Change]:
    return [(target, by) for target in targets] if by else ()


STANDING: Mapping[type, Callable[[Reading, Any], Sequence[Change]]] = {Buff: _buff, Debuff: _debuff}
"""How effects change power all the time."""
