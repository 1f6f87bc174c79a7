"""A table to tell stories at: positions written by hand, packs in a told order, players who do as told.

A position is words `square:cards`. One card is a node ("b3:6"); "6s" names its suit, "6@2" its pack (else
the seat's own); "7+Q" is a seized pile, "K^10" a tower. Bases that are not named are Jacks, which never have
power; other squares are empty.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

import msgspec

from bot.engine.decks import Deck
from bot.engine.errors import IllegalAction
from bot.engine.fair import Stream
from bot.games.crossfire import actions, piles
from bot.games.crossfire.cards import back, card, joker, rank_name, short
from bot.games.crossfire.layout import Layout
from bot.games.crossfire.lighting import Lighting, Proof, lighting, proof
from bot.games.crossfire.options import Options
from bot.games.crossfire.rules import CrossfireRules
from bot.games.crossfire.settle import settle
from bot.games.crossfire.standing import Standing
from bot.games.crossfire.state import CrossfireState
from bot.games.crossfire.view import Pile

FILES = Path(__file__).parents[3] / "data" / "crossfire"


def read_layout_file(name: str) -> Layout:
    return msgspec.convert(tomllib.loads((FILES / f"{name}.toml").read_text("utf-8")), Layout)


LAYOUTS = {name: read_layout_file(name) for name in ("two", "four", "ultimate")}
RULES = CrossfireRules(LAYOUTS)

SUITS = "cdhs"
RANKS = {"A": 1, "J": 11, "Q": 12, "K": 13, **{str(number): number for number in range(2, 11)}}


def a_card(text: str, pack: int, suit: str = "h") -> int:
    """The card of "6", "10s", "Q@2", "Jo"; hearts and the seat's own pack where nothing is said."""
    named = re.fullmatch(r"(10|[2-9AJQK]|Jo)([cdhs]?)(?:@(\d))?", text)
    assert named, text
    of = int(named[3]) - 1 if named[3] else pack
    return joker(of) if named[1] == "Jo" else card(of, RANKS[named[1]], SUITS.index(named[2] or suit))


def cards(text: str, pack: int, suit: str = "h") -> tuple[int, ...]:
    return tuple([a_card(word, pack, suit) for word in text.split()])


class Table:
    """A match in play: `Table("b2:4 b3:6", "c8:5", hand="5 K A 2")`, one position a seat, seat 1 first.

    `hand` is that of the seat on turn, `hands` are those of others by seat number; `neutrals` are face
    down, `draws` what a seat draws next.
    """

    def __init__(
        self,
        *positions: str,
        hand: str = "2c 2d 2s 3c",
        turn: int = 1,
        hands: dict[int, str] | None = None,
        neutrals: str = "",
        draws: dict[int, str] | None = None,
        **options: object,
    ) -> None:
        seats = max(2, len(positions))
        settled = settle(Options(**options), seats, LAYOUTS)  # type: ignore[arg-type]
        held = {turn: hand, **(hands or {})}
        self.state = CrossfireState(
            options=settled,
            seats=seats,
            phase="turn",
            board=(),
            neutrals=(),
            hands=tuple(
                [tuple(sorted(cards(held.get(seat + 1, "2c 2d 2s"), seat))) for seat in range(seats)]
            ),
            shown=((),) * seats,
            decks=tuple(
                [
                    Deck(cards((draws or {}).get(seat + 1, "3c 3d 3h 3s 4c 4d 8c 8d"), seat))
                    for seat in range(seats)
                ]
            ),
            deciding=(False,) * seats,
            first=turn - 1,
            turn=turn - 1,
            turns=1,
        )
        self.table = self.state.table
        self.state.board = (None,) * self.table.grid.size
        for seat in range(seats):
            for base in self.table.bases[seat]:
                self._put(base, piles.node(seat, card(seat, 11, 0)))
        for seat, position in enumerate(positions):
            self.place(seat + 1, position)
        self._place_neutrals(neutrals)

    def place(self, seat: int, position: str) -> None:
        """Lay what a position tells, for a seat."""
        for word in position.split():
            where, what = word.split(":")
            self._put(self.square(where), self._pile(seat - 1, what))

    def _place_neutrals(self, neutrals: str) -> None:
        hidden: list[int | None] = [None] * len(self.table.neutrals)
        for word in neutrals.split():
            where, what = word.split(":")
            neutral = a_card(what, 0)
            self._put(self.square(where), piles.neutral(back(neutral >> 6)))
            hidden[self.table.neutrals.index(self.square(where))] = neutral
        self.state.neutrals = tuple(hidden)

    def _pile(self, seat: int, what: str) -> Pile:
        if "^" in what:
            royal, ten = what.split("^")
            return piles.tower(seat, a_card(royal, seat), a_card(ten, seat))
        if "+" in what:
            return Pile(seat, "seized", tuple([a_card(word, seat) for word in what.split("+")]))
        return piles.node(seat, a_card(what, seat))

    def _put(self, square: int, pile: Pile) -> None:
        self.state.board = piles.with_pile(self.state.board, square, pile)

    def square(self, name: str) -> int:
        return self.table.grid.parse(name)

    def at(self, name: str) -> Pile | None:
        return self.state.board[self.square(name)]

    def ranks(self, name: str) -> list[str]:
        """The ranks of all cards on a square, bottom first."""
        pile = self.at(name)
        return [] if pile is None else [rank_name(one) for one in pile.all_cards]

    def hand(self, seat: int) -> list[str]:
        return [short(one) for one in self.state.hands[seat - 1]]

    def discards(self, seat: int) -> list[str]:
        return [short(one) for one in self.state.decks[seat - 1].discard]

    @property
    def turn(self) -> int:
        return self.state.turn + 1

    @property
    def outcome(self):
        return RULES.outcome(self.state)

    def do(self, action: object, seat: int | None = None) -> list[object]:
        """Let the seat on turn (or another) act; return the public facts."""
        rng = Stream("table", b"t" * 32)
        actor = self.state.turn if seat is None else seat - 1
        before = list(RULES.legal(self.state, actor))
        events = RULES.apply(self.state, actor, action, rng)
        assert action in before or isinstance(action, actions.Resign)
        return [event.public for event in events]

    def refusal(self, action: object, seat: int | None = None) -> str:
        """The sentence with which an action is refused; nothing may have changed and nothing been drawn."""
        before, rng = RULES.clone(self.state), Stream("table", b"t" * 32)
        actor = self.state.turn if seat is None else seat - 1
        assert action not in RULES.legal(self.state, actor)
        try:
            RULES.apply(self.state, actor, action, rng)
        except IllegalAction as refused:
            assert self.state == before
            assert rng.draws == []
            return refused.sentence
        raise AssertionError(f"{action} was not refused")

    def mine(self, text: str) -> int:
        """A card of the seat on turn: in its hand by rank, if there is only one such."""
        hand = self.state.hands[self.state.turn]
        exact = a_card(text, self.state.turn)
        alike = [one for one in hand if one & 63 == exact & 63] or [
            one for one in hand if rank_name(one) == rank_name(exact)
        ]
        return alike[0] if alike else exact

    def action(self, words: str) -> object:
        """An action as told: "lay 6 b3", "attack K c4", "keep c4 7@2", "tower c4 K 10@2", "replace b3"."""
        kind, *rest = words.split()
        if kind == "discard":
            return actions.Discard(self.mine(rest[0]))
        if kind == "replace":
            return actions.Replace(self.square(rest[0]))
        if kind == "keep":
            return actions.KeepOne(self.square(rest[0]), a_card(rest[1], self.state.turn))
        if kind == "tower":
            royal, ten = (a_card(word, self.state.turn) for word in rest[1:])
            return actions.Tower(self.square(rest[0]), royal, ten)
        types = {
            "lay": actions.Lay,
            "support": actions.Support,
            "attack": actions.Attack,
            "answer": actions.Answer,
            "rebuild": actions.Rebuild,
        }
        return types[kind](self.mine(rest[0]), self.square(rest[1]))

    def play(self, *lines: str) -> list[object]:
        """Carry out actions one after another, each by the seat then on turn; return the last one's facts."""
        told: list[object] = []
        for line in lines:
            told = self.do(self.action(line))
        return told

    def no(self, line: str) -> str:
        """The sentence that refuses an action."""
        return self.refusal(self.action(line))

    def standing(self, seat: int = 1) -> Standing:
        return Standing(self.table, self.state.board, seat - 1)

    def powered(self, seat: int = 1) -> str:
        """The squares the seat can play from as powered ones: "b2 b3"."""
        return self.names(
            [square for square in range(self.table.grid.size) if self.standing(seat).acting >> square & 1]
        )

    def lays(self, rank: str, seat: int = 1) -> str:
        """The squares where the seat on turn could lay a card of this rank."""
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
        """The pairs shown: "b2+b3"."""
        name = self.table.name
        return [f"{name(pair.a)}+{name(pair.b)}" for pair in self.lighting(seat).pairs]
