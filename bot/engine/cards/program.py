"""What cards are in the middle of doing, as values: it can be stored while a player makes up their mind.

An ability that is being carried out keeps the effects still to come. The effect in front may need dice, coins
or choices: each that is settled is kept, dice and coins among its `throws` and all else on its `tape`, and
the effect is gone through again from its beginning with both until nothing is missing; only then does it
change anything. So nothing is rolled or asked twice.
"""

from __future__ import annotations

from typing import Generic, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from bot.engine.cards.nodes import AbilityNode, EffectT
from bot.engine.contract import Seat, Viewer
from bot.engine.decks import Card

QuestionKind: TypeAlias = str
"""What is asked for. Every game has these, and may have its own (`piece`, `square`, whose options are numbers
that it gives them).

seat: one of these seats. card: one of these cards. option: the number of an option of a `choose` (or of a
`pick the order`). may: 1 to do it. guess: a position, from 0. reroll: 1 to roll again."""

Names: TypeAlias = tuple[tuple[str, tuple[int, ...]], ...]
"""Pieces and places that an ability remembers, by name."""


Due: TypeAlias = tuple[Card, Seat, AbilityNode] | tuple[Card, Seat, AbilityNode, Names]
"""An ability to be carried out: its card, who controls it, itself, and what it is about if anything."""


class Question(msgspec.Struct, Generic[EffectT], frozen=True, forbid_unknown_fields=True):
    """A choice that a player has to make before a card can go on."""

    seat: Seat
    """Who answers."""
    kind: QuestionKind
    card: Card
    """The card that asks."""
    options: tuple[int, ...]
    """What may be answered; of kind `card` the numbers of cards, which others may not know."""
    why: str
    """The purpose of the answer, a key of the game's wording.

    Of kind `card`: "discard", "search", "cost", or "guess" for the card to be guessed. Of kind `seat`:
    "opponent". Of other kinds the kind itself.
    """
    left: int = 1
    """How many more answers of this kind are wanted, this one included."""
    may_stop: bool = False
    """Whether -1 (no more) is an answer too."""
    rolled: tuple[int, ...] = ()
    """The dice in question (reroll)."""
    of: Seat | None = None
    """Whose cards these are, where it is not the one who answers."""
    looking: tuple[Card, ...] = ()
    """The cards that who answers may look at for it, the options among them; in the order of their numbers.
    Told for what that player could not look at otherwise: part of a deck, the hand of another."""
    about: EffectT | None = None
    """The effect that asks, as it is printed: what a `may` or an option leads to. None of a reroll."""
    secret: bool | UnsetType = UNSET
    """Whether others may not know what can be answered, where the kind does not say so already."""

    def seen_by(self, viewer: Viewer) -> Question[EffectT]:
        """Return the question as this viewer may know it.

        What others could do with their cards is hidden: which of them fit, how many, and whether a price can
        be paid.
        """
        if viewer == self.seat or (self.kind not in ("card", "may") and self.secret is not True):
            return self
        return Question(self.seat, self.kind, self.card, (), self.why, of=self.of, about=self.about)


STOP = -1
"""The answer that ends a choice, where `may_stop`."""


class Throw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Dice, or a coin, that an effect has thrown and everybody has seen."""

    sides: int
    """Of each die; 0 for a coin."""
    dice: tuple[int, ...]
    """What they show; a coin 1 for heads."""
    offered: tuple[Card, ...] = ()
    """The cards that could roll them again, as far as their owner has answered."""
    settled: bool = False
    """Whether nothing can roll them again any more."""


class Running(msgspec.Struct, Generic[EffectT], frozen=True, forbid_unknown_fields=True):
    """An ability that is being carried out."""

    card: Card
    seat: Seat
    """Who controls it."""
    effects: tuple[EffectT, ...]
    """What is still to be done, the first next."""
    rolled: int = 0
    """What it rolled last."""
    chosen: Seat | None = None
    """The opponent chosen last."""
    tape: tuple[int, ...] = ()
    """Answers and lots already settled for the effect in front, in the order in which it needs them."""
    throws: tuple[Throw, ...] = ()
    """Dice and coins already thrown for it, likewise."""
    names: Names | UnsetType = UNSET
    """The pieces and places that it remembers, if any."""


class Program(msgspec.Struct, Generic[EffectT], frozen=True, forbid_unknown_fields=True):
    """Everything that cards are in the middle of doing."""

    running: tuple[Running[EffectT], ...] = ()
    """The ability in front is carried out; the others wait."""
    question: Question[EffectT] | None = None
    """The open question to a player; nothing continues before it is answered."""
    begun: int = 0
    """How many abilities were queued since nothing was left to do."""
    done: int = 0
    """How many effects were carried out since then."""
    refused: Card | None = None
    """The first card whose ability was one too many."""

    @property
    def idle(self) -> bool:
        """Whether nothing is left to do."""
        return not self.running
