"""Queries on a match: owners of tokens, remaining seats, occupants of sectors."""

from __future__ import annotations

from collections.abc import Iterator

from bot.engine.contract import Seat
from bot.games.neocombat.cards.cards import ActionCard, Pool
from bot.games.neocombat.cards.varans import Varan
from bot.games.neocombat.rules.state import NeoState
from bot.games.neocombat.rules.view import NOBODY, Token


class NeoCombatQueries:
    """Read access to a match with its pool."""

    __slots__ = ("pool", "state", "team")

    def __init__(self, state: NeoState, pool: Pool) -> None:
        self.state = state
        self.pool = pool
        self.team = state.options.team

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats still in the match, clockwise from seat 1."""
        return tuple([seat for seat, gone in enumerate(self.state.out) if not gone])

    def face(self, card: int) -> ActionCard:
        """Return the printed face of a card."""
        return self.pool.actions[card]

    def owner(self, token: int) -> Seat:
        """Return the owner of a token."""
        return token // self.team

    def tokens_of(self, seat: Seat) -> range:
        """Return all tokens of a seat, those that have left included."""
        return range(seat * self.team, (seat + 1) * self.team)

    def own(self, seat: Seat) -> Iterator[tuple[int, Token]]:
        """Yield the tokens of a seat that are still in the game."""
        tokens = self.state.tokens
        for token in self.tokens_of(seat):
            if tokens[token].sector >= 0:
                yield token, tokens[token]

    def enemies(self, seat: Seat) -> Iterator[tuple[int, Token]]:
        """Yield the tokens of all other seats that are still in the game."""
        first, end = seat * self.team, (seat + 1) * self.team
        for token, its in enumerate(self.state.tokens):
            if its.sector >= 0 and not first <= token < end:
                yield token, its

    def alive(self, seat: Seat) -> int:
        """Return the number of a seat's remaining varans."""
        return len([token for token, _ in self.own(seat)])

    def varan(self, token: int) -> Varan:
        """Return the varan of a token: hidden from others while it is cloaked."""
        return self.pool.roster[self.state.varans[token]]

    def damage(self, token: int) -> int:
        """Return the damage of a token's varan."""
        return self.state.wounds[self.state.varans[token]]

    def sectors(self) -> tuple[int, ...]:
        """Return the numbers of the existing sectors, ascending; the Centre always exists (NEO-06)."""
        return tuple(sorted({0, *[token.sector for token in self.state.tokens if token.sector >= 0]}))

    def new_sector(self) -> int:
        """Return the number for a new sector: the smallest free one (NEO-06)."""
        taken = {*self.sectors(), *self.state.freed}
        number = 1
        while number in taken:
            number += 1
        return number

    def round(self, after: Seat = NOBODY) -> tuple[Seat, ...]:
        """Return the living seats clockwise from the marker on, or from after a seat on (NEO-16c)."""
        state = self.state
        begin = 0 if after == NOBODY else (after - state.first) % state.seats + 1
        order = [(state.first + i) % state.seats for i in range(begin, state.seats)]
        return tuple([seat for seat in order if not state.out[seat]])

    def clockwise(self, seat: Seat) -> Seat:
        """Return the next living seat; the same one if no other is left."""
        state = self.state
        for i in range(1, state.seats + 1):
            following = (seat + i) % state.seats
            if not state.out[following]:
                return following
        return NOBODY

    def limit(self, seat: Seat) -> int:
        """Return the number of cards a seat may keep after Repair (NEO-15)."""
        return self.alive(seat) + SPARE_CARDS


SPARE_CARDS = 4
"""The number of cards that a seat is dealt, and may keep, in addition to one for each varan (NEO-03,
NEO-15).
"""
