"""A table to tell stories at: positions written by hand, dice that fall as told, players who do as told.

`Table("Spark Flame; hand Blaze Push; deck Blank; discard Drop; score 3", "Drop")` is a match of two in the
Advance phase, one description a player: first the stack, the Level 1 first. Who has no deck told has fifteen
Blanks. Players are numbered from 1, cards are called by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from bot.engine.contract import Event, Resign
from bot.engine.decks import Deck
from bot.engine.errors import IllegalAction
from bot.engine.fair import Stream
from bot.games.arclash import actions
from bot.games.arclash.cards import DECK_SIZE
from bot.games.arclash.options import Options
from bot.games.arclash.rules import ArclashRules
from bot.games.arclash.state import NO_CARD, ArclashState, Side
from bot.games.arclash.view import ArclashView
from tests.games.arclash.cards_for_tests import LIBRARY, POOL, number_of

RULES = ArclashRules(LIBRARY)
PLAIN = {
    "stand": actions.Stand(),
    "withdraw": actions.Withdraw(),
    "pass": actions.Pass(),
    "stay": actions.Stay(),
    "resign": Resign(),
}
WITH_CARD = {
    "open": actions.Open,
    "place": actions.Place,
    "pay": actions.Pay,
    "play": actions.Play,
    "renew": actions.Renew,
    "choose": actions.Choose,
}


class LoadedDice(Stream):
    """Randomness whose dice fall as told as long as told; then by chance."""

    def __init__(self, faces: Sequence[int] = ()) -> None:
        super().__init__("table", b"t" * 32)
        self.faces = list(faces)

    def roll(self, purpose: str, sides: int = 6, count: int = 1) -> tuple[int, ...]:
        rolled = super().roll(purpose, sides, count)
        told, self.faces = self.faces[:count], self.faces[count:]
        return (*told, *rolled[len(told) :])


class Table:
    """A match in play; `dice` are the faces that come next."""

    def __init__(
        self, *seats: str, phase: str = "advance", dice: Sequence[int] = (), turn: int = 1, **options: Any
    ) -> None:
        self.rng = LoadedDice(dice)
        self.events: list[Event] = []
        laid = [_laid(seat, description) for seat, description in enumerate(seats)]
        self.state = ArclashState(
            options=RULES.settle(Options(**options), len(seats)),
            seats=len(seats),
            phase=phase,  # type: ignore[arg-type]
            sides=tuple([side for side, _ in laid]),
            lists=tuple([tuple(sorted(numbers)) for _, numbers in laid]),
            numbers=tuple([numbers for _, numbers in laid]),
            turn=turn,
        )

    @classmethod
    def in_support(cls, *seats: str, **more: Any) -> Table:
        """A match in which all have just stood: the battle begins."""
        table = cls(*seats, **more)
        for seat in range(len(seats)):
            table.do(seat + 1, "stand")
        return table

    @classmethod
    def after_battle(cls, *seats: str, **more: Any) -> Table:
        """A match in which all have stood, and nobody has played a Support."""
        table = cls.in_support(*seats, **more)
        while table.state.phase == "support":
            table.do(table.state.current + 1, "pass")
        return table

    def do(self, seat: int, words: str) -> list[Any]:
        """Let a player act; return what everybody is told."""
        action = self.action(seat, words)
        legal = list(RULES.legal(self.state, seat - 1))
        self.events = RULES.apply(self.state, seat - 1, action, self.rng)
        assert action in legal or isinstance(action, Resign | actions.BringDeck)
        return [event.public for event in self.events if event.public is not None]

    def play(self, *lines: str) -> list[Any]:
        """Let players act one after another, "1 place Flame"; return what everybody is told of the last."""
        told: list[Any] = []
        for line in lines:
            seat, words = line.split(" ", 1)
            told = self.do(int(seat), words)
        return told

    def told(self, seat: int) -> list[Any]:
        """What a player is told of the last action."""
        facts = [event.seen_by(seat - 1) for event in self.events]
        return [fact for fact in facts if fact is not None]

    def no(self, seat: int, what: str | Any) -> str:
        """The sentence with which an action is refused; nothing may have changed and nothing been drawn."""
        before, drawn = RULES.clone(self.state), len(self.rng.draws)
        action = self.action(seat, what) if isinstance(what, str) else what
        assert action not in RULES.legal(self.state, seat - 1)
        try:
            RULES.apply(self.state, seat - 1, action, self.rng)
        except IllegalAction as refused:
            assert self.state == before
            assert len(self.rng.draws) == drawn
            return refused.sentence
        raise AssertionError(f"{action} was not refused")

    def action(self, seat: int, words: str) -> Any:
        """An action as told: "place Flame", "pay Push", "stand", "choose Blaze", "choose 1", "deck ember"."""
        kind, _, rest = words.partition(" ")
        if kind == "deck":
            return actions.TakeDeck(rest)
        if kind in PLAIN:
            return PLAIN[kind]
        return WITH_CARD[kind](self.card(seat, rest, of=kind))

    def card(self, seat: int, name: str, of: str = "") -> int:
        """The number of a card in the hand, in the deck to open with, or among the answers offered."""
        if name.lstrip("-").isdigit():
            return int(name)
        side = self.state.sides[seat - 1]
        question = self.state.program.question
        cards: Sequence[int] = side.hand
        if of == "open":
            cards = side.deck.order
        elif of == "choose":
            assert question is not None
            cards = question.options
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
        """Change something of a player by a hand from outside."""
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

    def view(self, seat: int | None = None) -> ArclashView:
        return RULES.view(self.state, None if seat is None else seat - 1)

    def legal(self, seat: int) -> list[str]:
        """What a player can do, as a story tells it: "place Flame"."""
        kinds = {kind: word for word, kind in WITH_CARD.items()}
        plain = {action: word for word, action in PLAIN.items()}
        return [
            plain.get(action) or f"{kinds[type(action)]} {self._object(action)}"
            for action in RULES.legal(self.state, seat - 1)
        ]

    def _object(self, action: Any) -> str:
        question = self.state.program.question
        if isinstance(action, actions.Choose):
            cards = question is not None and question.kind == "card" and action.answer != NO_CARD
            return self.name(action.answer) if cards else str(action.answer)
        return self.name(action.card)


def _laid(seat: int, description: str) -> tuple[Side, tuple[str, ...]]:
    """A player's side, and what is printed on the cards."""
    zones = {"stack": "", "hand": "", "discard": "", "supports": "", "deck": " ".join(["Blank"] * 15)}
    score = 0
    for part in ("stack " + description).split(";"):
        zone, _, words = part.strip().partition(" ")
        if zone == "score":
            score = int(words)
        else:
            assert zone in zones, zone
            zones[zone] = words
    numbers = [number_of(name) for words in zones.values() for name in words.split()]
    cards = iter(range(seat * DECK_SIZE, (seat + 1) * DECK_SIZE))
    held = {zone: tuple([next(cards) for _ in words.split()]) for zone, words in zones.items()}
    side = Side(
        hand=held["hand"],
        deck=Deck(held["deck"], held["discard"]),
        stack=held["stack"],
        supports=held["supports"],
        score=score,
    )
    if not description:
        return Side(), ()
    blanks = [number_of("Blank")] * (DECK_SIZE - len(numbers))
    return side, (*numbers, *blanks)
