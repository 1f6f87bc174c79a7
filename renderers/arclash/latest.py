"""The signs of Arclash for a line of text: cards, dice, coins, changes of power."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.games.arclash.cards.cards import Pool
from renderers.arclash.cards import drawn_name, emblem_of
from renderers.kit.cards.news import CardSign
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.lines import Change, Coin, Die, Mark, Sign, Word


def card_sign(number: str, pool: Pool, *, named: bool = True) -> Word:
    """Return the card of a set number, with its name or alone; "" if it is not in the pool."""
    card = pool.cards.get(number)
    if card is None:
        return ""
    return CardSign(emblem_of(card, pool), drawn_name(card) if named else "", ON_A_PHONE)


def _rolls(seats: Sequence[int], rolls: Sequence[Sequence[int]]) -> list[Word]:
    """Return the rolls of each seat, one after the other."""
    words: list[Word] = []
    for at, seat in enumerate(seats):
        words += [Mark(seat), *[Die(roll[at], size=ON_A_PHONE) for roll in rolls if roll[at]]]
    return words


def signs(pool: Pool) -> Mapping[str, Sign]:
    """Return the drawing function of each kind of sign in sentences."""
    return {
        "card": lambda number, _: card_sign(number, pool),
        "small card": lambda number, _: card_sign(number, pool, named=False),
        "dice": lambda rolled, _: [Die(die, rolled[1], ON_A_PHONE) for die in rolled[0]],
        "rolls": lambda of_seats, _: _rolls(*of_seats),
        "coin": lambda heads, _: Coin(heads),
        "change": lambda by, _: Change(by, ON_A_PHONE),
    }
