"""The state of abilities in progress, as values that can be stored while a player decides.

An ability in progress keeps its remaining effects. The current effect may need dice, coins or choices: each
settled result is kept, dice and coins in its `throws` and all else on its `tape`, and the effect is repeated
from its beginning with both until nothing is missing; only then does it change anything. So nothing is rolled
or asked twice.
"""

from __future__ import annotations

from typing import Generic, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from bot.engine.cards.nodes import AbilityNode, EffectT
from bot.engine.contract import Seat, Viewer
from bot.engine.decks import Card

QuestionKind: TypeAlias = str
"""The kind of a question: these in every game, and a game's own.

A game's own kinds are for example `piece` and `square`, whose options are numbers defined by the game.

seat: one of these seats. card: one of these cards. option: the number of an option of a `choose` (or of a
`pick the order`). may: 1 to do it. guess: a position, from 0. reroll: 1 to roll again.
"""

Names: TypeAlias = tuple[tuple[str, tuple[int, ...]], ...]
"""The remembered pieces and places of an ability, by name."""


Due: TypeAlias = tuple[Card, Seat, AbilityNode] | tuple[Card, Seat, AbilityNode, Names]
"""An ability to be carried out: its card, its controller, the ability, and its remembered names, if any."""


class Question(msgspec.Struct, Generic[EffectT], frozen=True, forbid_unknown_fields=True):
    """A choice that a player must make before a card can continue."""

    seat: Seat
    """The seat that answers."""
    kind: QuestionKind
    card: Card
    """The card that asks."""
    options: tuple[int, ...]
    """The possible answers; for the kind `card` the numbers of cards, which may be hidden from others."""
    why: str
    """The purpose of the answer, a key of the game's wording.

    For the kind `card`: "discard", "search", "cost", or "guess" for the card to be guessed. For the kind
    `seat`: "opponent". For other kinds the kind itself.
    """
    left: int = 1
    """The number of answers of this kind still to give, this one included."""
    may_stop: bool = False
    """Whether -1 (no more) is an answer too."""
    rolled: tuple[int, ...] = ()
    """The dice in question (reroll)."""
    of: Seat | None = None
    """The owner of these cards, if it is not the seat that answers."""
    looking: tuple[Card, ...] = ()
    """The cards that the answering seat may look at, the options among them; in numerical order.

    Set for cards that the seat could not look at otherwise: part of a deck, another seat's hand.
    """
    about: EffectT | None = None
    """The effect that asks, as printed: the content of a `may` or an option. None for a reroll."""
    secret: bool | UnsetType = UNSET
    """Whether the options are hidden from others, unless the kind implies it."""

    def seen_by(self, viewer: Viewer) -> Question[EffectT]:
        """Return the question with what this viewer may know.

        Hidden is what others could do with their cards: which of them match, how many, and whether a price
        can be paid.
        """
        if viewer == self.seat or (self.kind not in ("card", "may") and self.secret is not True):
            return self
        return Question(self.seat, self.kind, self.card, (), self.why, of=self.of, about=self.about)


STOP = -1
"""The answer that ends a choice, where `may_stop`."""


class Throw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A public throw of dice, or of a coin, by an effect."""

    sides: int
    """The number of sides of each die; 0 for a coin."""
    dice: tuple[int, ...]
    """The results; for a coin 1 for heads."""
    offered: tuple[Card, ...] = ()
    """The cards with a reroll that their owner has already answered."""
    settled: bool = False
    """Whether no reroll is possible any more."""


class Running(msgspec.Struct, Generic[EffectT], frozen=True, forbid_unknown_fields=True):
    """An ability in progress."""

    card: Card
    seat: Seat
    """The seat that controls it."""
    effects: tuple[EffectT, ...]
    """The remaining effects, the next one first."""
    rolled: int = 0
    """Its last roll."""
    chosen: Seat | None = None
    """The opponent chosen last."""
    tape: tuple[int, ...] = ()
    """Settled answers and random picks of the current effect, in the order in which it needs them."""
    throws: tuple[Throw, ...] = ()
    """Dice and coins already thrown for the current effect, in the same order."""
    names: Names | UnsetType = UNSET
    """The remembered pieces and places, if any."""
    ability: int | UnsetType = UNSET
    """The index of the ability on its card until it is carried out, in games where it may lapse before
    (`Table.lapsed`).
    """


class Program(msgspec.Struct, Generic[EffectT], frozen=True, forbid_unknown_fields=True):
    """All abilities in progress and in the queue."""

    running: tuple[Running[EffectT], ...] = ()
    """The ability in front is carried out; the others wait."""
    question: Question[EffectT] | None = None
    """The open question to a player; nothing continues before it is answered."""
    begun: int = 0
    """The number of abilities queued since the program was last idle."""
    done: int = 0
    """The number of effects carried out since then."""
    refused: Card | None = None
    """The first card whose ability exceeded the limit."""

    @property
    def idle(self) -> bool:
        """Whether nothing is left to do."""
        return not self.running
