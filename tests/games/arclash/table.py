"""Arclash with the test cards, and its table for tests.

`Table("Spark Flame; hand Blaze Push; deck Blank; discard Drop; score 3", "Drop")` is a match of two in the
Advance phase, with one description a player: first the stack, the Level 1 first. A deck not given is fifteen
Blanks. Cards are named by name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from bot.engine.contract import Resign
from bot.games.arclash.rules import actions
from bot.games.arclash.rules.rules import ArclashRules
from bot.games.arclash.rules.state import Side
from bot.games.arclash.wording.wording import ArclashWording
from tests.games import table
from tests.games.arclash.cards_for_tests import LIBRARY, POOL, number_of

RULES = ArclashRules(LIBRARY)
ZONES = ("stack", "hand", "discard", "supports", "deck")


class Table(table.Table):
    """A match in play; `dice` are the next results, and later ones are random."""

    rules = RULES
    wording = ArclashWording(LIBRARY)
    by_chance = True
    unlisted = (Resign, actions.BringDeck)
    proper = (*POOL.decks, "NIL", "TST")

    def __init__(
        self, *seats: str, phase: str = "advance", dice: Sequence[int] = (), turn: int = 1, **options: Any
    ) -> None:
        agreed = " ".join([f"{name}={value}" for name, value in options.items()])
        lines = [f"options: {agreed}", f"phase: {phase}, turn {turn}", f"cards: {number_of('Blank')}"]
        for seat, description in enumerate(seats, start=1):
            lines += _told(seat, description)
        super().__init__("\n".join(lines), dice)

    @classmethod
    def in_support(cls, *seats: str, **more: Any) -> Table:
        """Return a match in which all have just stood: the battle begins."""
        table = cls(*seats, **more)
        for seat in range(len(seats)):
            table.do(f"{seat + 1}: stand")
        return table

    @classmethod
    def after_battle(cls, *seats: str, **more: Any) -> Table:
        """Return a match in which all have stood, and nobody has played a Support."""
        table = cls.in_support(*seats, **more)
        while table.state.phase == "support":
            table.do("pass")
        return table

    def card(self, seat: int, name: str, of: str = "hand") -> int:
        """Return the number of a card in the hand, or in the deck."""
        side = self.side(seat)
        cards = side.deck.order if of == "deck" else side.hand
        return next(card for card in cards if self.name(card) == name)

    def name(self, card: int) -> str:
        return POOL.cards[self.state.number_of(card)].name

    def names(self, cards: Sequence[int]) -> str:
        return " ".join([self.name(card) for card in cards])

    def side(self, seat: int) -> Side:
        return self.state.sides[seat - 1]

    def hand(self, seat: int) -> str:
        return self.names(self.side(seat).hand)

    def stack(self, seat: int) -> str:
        return self.names(self.side(seat).stack)

    def deck(self, seat: int) -> str:
        return self.names(self.side(seat).deck.order)

    def discard(self, seat: int) -> str:
        return self.names(self.side(seat).deck.discard)

    def change(self, seat: int, **fields: Any) -> None:
        """Change the data of a player directly."""
        sides = self.state.sides
        changed = msgspec.structs.replace(sides[seat - 1], **fields)
        self.state.sides = (*sides[: seat - 1], changed, *sides[seat:])

    def power(self, seat: int) -> int:
        return self.view().places[seat - 1].power

    @property
    def scores(self) -> list[int]:
        return [side.score for side in self.state.sides]

    @property
    def awaited(self) -> list[int]:
        return [seat + 1 for seat in sorted(RULES.to_act(self.state))]

    def legal(self, seat: int) -> list[str]:
        """Return a player's legal actions, as typed: "advance Flame"."""
        view, found = self.view(seat), RULES.legal(self.state, seat - 1)
        return [
            " ".join([type(one).__struct_config__.tag, *self.wording.format(view, one).values()])
            for one in found
        ]


def _told(seat: int, description: str) -> list[str]:
    """Return the lines of a position for a player."""
    zones = {"deck": " ".join(["Blank"] * 15)} if description else {}
    score = "0"
    for part in ("stack " + description).split(";"):
        zone, _, words = part.strip().partition(" ")
        if zone == "score":
            score = words
        else:
            assert zone in ZONES, zone
            zones[zone] = words
    numbered = {zone: re.sub(r"\w+", lambda name: number_of(name[0]), words) for zone, words in zones.items()}
    return [
        f"seat {seat}: {score} points",
        *[f"{zone}: {numbered[zone]}" for zone in ZONES if zone in numbered],
    ]
