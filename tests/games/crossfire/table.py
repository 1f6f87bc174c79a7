"""Crossfire with its layouts, and its table for tests."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

import msgspec

from bot.engine.contract import set_at
from bot.games.crossfire.rules import actions
from bot.games.crossfire.rules.cards import Card, rank_name, short
from bot.games.crossfire.rules.layout import Layout
from bot.games.crossfire.rules.lighting import Lighting, Proof, lighting, proof
from bot.games.crossfire.rules.reach import Reach
from bot.games.crossfire.rules.rules import CrossfireRules
from bot.games.crossfire.rules.state import NO_POINTS
from bot.games.crossfire.rules.view import Pile
from bot.games.crossfire.wording.wording import CrossfireWording
from tests.games import table

FILES = Path(__file__).parents[3] / "data" / "crossfire"


def read_layout_file(name: str) -> Layout:
    return msgspec.convert(tomllib.loads((FILES / f"{name}.toml").read_text("utf-8")), Layout)


LAYOUTS = {name: read_layout_file(name) for name in ("two", "four", "ultimate")}
RULES = CrossfireRules(LAYOUTS)

HAND = "2c 2d 2s"
PACK = "3c 3d 3h 3s 4c 4d 8c 8d"
NONE: Mapping[int, str] = MappingProxyType({})


class Table(table.Table):
    """A match in play: `Table("b2:4 b3:6", "c8:5", hand="5 K A 2")`, with the piles of each seat, seat 1
    first.

    `hand` is that of the seat on turn, `hands` are those of others by seat number; `neutrals` are face down,
    `draws` are the next cards that a seat draws. Bases not named are Jacks, which never have power. An empty
    pack is a tie by default.
    """

    rules = RULES
    wording = CrossfireWording()

    def __init__(
        self,
        *piles: str,
        hand: str = "2c 2d 2s 3c",
        turn: int = 1,
        hands: Mapping[int, str] = NONE,
        neutrals: str = "",
        draws: Mapping[int, str] = NONE,
        **options: object,
    ) -> None:
        seats = max(2, len(piles))
        told = {**({"end": "tie"} if seats == 2 else {}), **options}
        agreed = [f"{name}={str(value).lower()}" for name, value in told.items()]
        lines = [f"options: {' '.join(agreed)}", f"seats: {seats}", f"turn: seat {turn}", "cards: told"]
        lines += [f"seat {seat}: {laid}" for seat, laid in enumerate(piles, start=1)]
        for seat in range(1, seats + 1):
            lines.append(f"hand {seat}: {hand if seat == turn else hands.get(seat, HAND)}")
            lines.append(f"pack {seat}: {draws.get(seat, PACK)}")
        super().__init__("\n".join([*lines, "bases: Jc", f"neutrals: {neutrals}"]))
        self.table = self.state.table
        self.state.tallies = NO_POINTS
        """Nothing has been counted yet, so every count is an event."""

    def square(self, name: str) -> int:
        return self.table.grid.parse(name)

    def place(self, seat: int, piles: str) -> None:
        """Add piles of a seat."""
        told = [piles if each == seat else "" for each in range(1, self.state.seats + 1)]
        laid = Table(*told, ultimate=self.state.options.ultimate)
        for word in piles.split():
            name = word.partition(":")[0]
            self.state.board = set_at(self.state.board, self.square(name), laid.at(name))

    def at(self, name: str) -> Pile | None:
        return self.state.board[self.square(name)]

    def ranks(self, name: str) -> list[str]:
        """Return the ranks of all cards on a square, bottom first."""
        pile = self.at(name)
        return [] if pile is None else [rank_name(one) for one in pile.all_cards]

    def hand(self, seat: int) -> list[str]:
        return [short(one) for one in self.state.hands[seat - 1]]

    def discards(self, seat: int) -> list[str]:
        return [short(one) for one in self.state.decks[seat - 1].discard]

    @property
    def turn(self) -> int:
        return self.state.turn + 1

    def mine(self, text: str) -> Card:
        """Return a card of the seat on turn, as it is typed."""
        card: Card = self.action(f"discard {text}").card
        return card

    def standing(self, seat: int = 1) -> Reach:
        return Reach(self.table, self.state.board, seat - 1)

    def powered(self, seat: int = 1) -> str:
        """Return the squares from which the seat can play as powered ones: "b2 b3"."""
        return self.names(
            [square for square in range(self.table.grid.size) if self.standing(seat).acting >> square & 1]
        )

    def lays(self, rank: str, seat: int = 1) -> str:
        """Return the squares where the seat on turn could lay a card of this rank."""
        legal = RULES.legal(self.state, seat - 1)
        card = self.mine(rank)
        return self.names([one.at for one in legal if isinstance(one, actions.Lay) and one.card == card])

    def legal(self, kind: type) -> list[object]:
        return [one for one in RULES.legal(self.state, self.state.turn) if isinstance(one, kind)]

    def names(self, squares: Iterable[int]) -> str:
        return " ".join([self.table.name(square) for square in sorted(squares)])

    def lighting(self, seat: int = 1) -> Lighting:
        return lighting(self.table, self.state.board, (seat - 1) % 2)

    def proof(self, name: str, seat: int = 1) -> Proof | None:
        return proof(self.table, self.state.board, seat - 1, self.square(name))

    def pairs(self, seat: int = 1) -> list[str]:
        """Return the shown pairs: "b2+b3"."""
        name = self.table.name
        return [f"{name(pair.a)}+{name(pair.b)}" for pair in self.lighting(seat).pairs]
