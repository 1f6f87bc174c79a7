"""The words of the card language: a closed tree of small values, never code (ARC-18).

A card has abilities; an ability has a trigger, perhaps a condition, and effects. In a file each node is a
table whose tag says which word it is: `{ do = "buff", by = { amount = "dice", times = 25 } }`. Unknown words
and keys are refused. A further game adds its own nodes to these unions (a grid's `move`, a sensor's `reveal`)
and names in its `Vocabulary` which of them its cards may use; `bot.engine.cards.machine` tells how.

The terms: *you* is who controls the card. A *roll* is remembered by the ability that made it, and so is the
opponent who was *chosen*. Numbers are whole; half a number is rounded up.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

Word = Annotated[str, Meta(min_length=1, max_length=40)]
"""A word or a few, as they stand among a card's traits or in its name."""
Count = Annotated[int, Meta(ge=0, le=99)]
Number = Annotated[int, Meta(ge=0, le=999)]
Points = Annotated[int, Meta(ge=1, le=500)]
"""Power."""
CardLevel = Annotated[int, Meta(ge=1, le=4)]

Trigger: TypeAlias = Literal[
    "start-of-turn", "advance", "start-of-battle", "played", "always", "end-of-battle", "roll"
]
"""When an ability happens.

start-of-turn    as the turn starts, while the card is in a stack (ARC-06)
advance          as the card is put on a stack (ARC-07)
start-of-battle  as the battle begins, while the card is in a stack (ARC-09)
played           as the Support comes into play (ARC-10)
always           all the time, while the card is in a stack or in play (ARC-08); no dice, coins or choices
end-of-battle    after the damage, while the card is still in a stack or in play (ARC-11)
roll             after you rolled dice for a card; its effects can only reroll them (ARC-18)
"""

Whose: TypeAlias = Literal[
    "you",
    "opponent",
    "chosen",
    "opponents",
    "everyone",
    "strongest-opponent",
    "weakest-opponent",
    "leading-opponent",
]
"""Which players are meant.

opponent            one opponent; you choose when there are several, and the choice is remembered
chosen              the opponent chosen before in this ability
opponents           each opponent, clockwise from you
strongest-opponent  the opponent with the highest current power; you choose among equals
weakest-opponent    the opponent with the lowest current power; you choose among equals
leading-opponent    the opponent with the most points; you choose among equals
"""

Zone: TypeAlias = Literal["hand", "deck", "discard", "current", "stack", "supports", "play"]
"""Where cards are: `current` is the top card of the stack, `play` the stack and the Supports played."""

Until: TypeAlias = Literal["turn", "next-turn", "stack"]
"""How long: to the end of this turn (its Recover phase), of the next turn, or while the card that did it
stays in its stack."""

Rank: TypeAlias = Literal["highest", "lowest"]


class Node(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a card."""


class Filter(Node, frozen=True):
    """Which cards are meant: those for which all that is given here holds."""

    word: Annotated[str, Meta(max_length=40)] = ""
    """The [bracketed] words, among the traits or in the name; case ignored, whole words (ARC-03)."""
    trait: Annotated[str, Meta(max_length=40)] = ""
    name: Annotated[str, Meta(max_length=40)] = ""
    """The whole name; case ignored."""
    kind: Literal["", "character", "support"] = ""
    level: Annotated[tuple[CardLevel, ...], Meta(max_length=4)] = ()
    """Characters of one of these levels."""


class Cards(Node, frozen=True):
    """Cards in a place."""

    zone: Zone
    whose: Whose = "you"
    which: Filter = Filter()


# Amounts


class AmountNode(Node, frozen=True, tag_field="amount"):
    """A number that is found out when it is needed."""


class Dice(AmountNode, frozen=True, tag="dice"):
    """The sum of dice rolled now."""

    dice: Annotated[int, Meta(ge=1, le=10)] = 1
    sides: Annotated[int, Meta(ge=2, le=20)] = 6
    halved: bool = False
    """Whether the sum is halved, rounded up, before it is multiplied."""
    times: Number = 1
    at_most: Number = 0
    """0 for no bound."""


class Rolled(AmountNode, frozen=True, tag="rolled"):
    """What this ability rolled last; 0 before any roll."""

    halved: bool = False
    times: Number = 1
    at_most: Number = 0


class CountOf(AmountNode, frozen=True, tag="count"):
    """How many cards there are, over all players named together."""

    cards: Cards
    halved: bool = False
    times: Number = 1
    at_most: Number = 0


class LevelOf(AmountNode, frozen=True, tag="level"):
    """The level of the current Character; of several players, the sum."""

    whose: Whose = "you"
    times: Number = 1
    at_most: Number = 0


class ScoreOf(AmountNode, frozen=True, tag="score"):
    """The points scored; of several players, the sum."""

    whose: Whose = "you"
    times: Number = 1
    at_most: Number = 0


Amount: TypeAlias = Number | Dice | Rolled | CountOf | LevelOf | ScoreOf

# Conditions


class ConditionNode(Node, frozen=True, tag_field="test"):
    """Something that holds or does not."""


class Holds(ConditionNode, frozen=True, tag="cards"):
    """The number of these cards, over all players named together, is at least and at most so many."""

    cards: Cards
    at_least: Count = 1
    at_most: Count | None = None


class DieShows(ConditionNode, frozen=True, tag="die"):
    """A die rolled now shows at least, at most, an even or an odd number."""

    sides: Annotated[int, Meta(ge=2, le=20)] = 6
    at_least: Annotated[int, Meta(ge=1, le=20)] = 1
    at_most: Annotated[int, Meta(ge=1, le=20)] | None = None
    parity: Literal["", "even", "odd"] = ""


class RolledWas(ConditionNode, frozen=True, tag="rolled"):
    """What this ability rolled last is at least, at most, an even or an odd number."""

    at_least: Number = 0
    at_most: Number | None = None
    parity: Literal["", "even", "odd"] = ""


class CoinShows(ConditionNode, frozen=True, tag="coin"):
    """A coin tossed now shows heads."""


class ScoreIs(ConditionNode, frozen=True, tag="score"):
    """The points of one of these players are at least and at most so many, and the most or the fewest."""

    whose: Whose = "you"
    at_least: Count = 0
    at_most: Count | None = None
    rank: Literal["", "highest", "lowest"] = ""
    """Nobody has more, or fewer."""


class PowerIs(ConditionNode, frozen=True, tag="power"):
    """The current power of one of these players is at least and at most so much, or the highest or lowest."""

    whose: Whose = "you"
    at_least: Number = 0
    at_most: Number | None = None
    rank: Literal["", "highest", "lowest"] = ""
    """No other player has more, or less. Not in an `always` ability, which could go in a circle: there no
    condition on power is allowed."""


class LevelIs(ConditionNode, frozen=True, tag="level"):
    """The current Character of one of these players is of a level in this range."""

    whose: Whose = "you"
    at_least: CardLevel = 1
    at_most: CardLevel = 4


class BattleWas(ConditionNode, frozen=True, tag="battle"):
    """You won, or lost, the last battle; neither before the first."""

    result: Literal["won", "lost"]


class Not(ConditionNode, frozen=True, tag="not"):
    """The condition does not hold."""

    of: Condition


class AllOf(ConditionNode, frozen=True, tag="all"):
    """All hold; what comes after one that does not is not tried."""

    of: Annotated[tuple[Condition, ...], Meta(min_length=2, max_length=4)]


class AnyOf(ConditionNode, frozen=True, tag="any"):
    """At least one holds; what comes after one that does is not tried."""

    of: Annotated[tuple[Condition, ...], Meta(min_length=2, max_length=4)]


Condition: TypeAlias = (
    Holds | DieShows | RolledWas | CoinShows | ScoreIs | PowerIs | LevelIs | BattleWas | Not | AllOf | AnyOf
)

# Costs


class CostNode(Node, frozen=True, tag_field="pay"):
    """What must be paid, or be so, first. Who cannot pay all costs pays none."""


class DiscardCost(CostNode, frozen=True, tag="discard"):
    """Discard cards of your hand, of your choice."""

    count: Annotated[int, Meta(ge=1, le=8)] = 1
    which: Filter = Filter()


class MillCost(CostNode, frozen=True, tag="mill"):
    """Discard the top cards of your deck."""

    count: Annotated[int, Meta(ge=1, le=8)] = 1


class HaveCost(CostNode, frozen=True, tag="have"):
    """Have cards in a place of yours, where they stay."""

    cards: Cards
    count: Annotated[int, Meta(ge=1, le=30)] = 1


Cost: TypeAlias = DiscardCost | MillCost | HaveCost
Costs = Annotated[tuple[Cost, ...], Meta(max_length=3)]

# Effects


class EffectNode(Node, frozen=True, tag_field="do"):
    """Something that happens."""


class Buff(EffectNode, frozen=True, tag="buff"):
    """Add power to a player's current Character."""

    by: Amount
    whose: Whose = "you"
    until: Until = "turn"


class Debuff(EffectNode, frozen=True, tag="debuff"):
    """Take power from a player's current Character; power never goes below 0 (ARC-11)."""

    by: Amount
    whose: Whose = "opponent"
    until: Until = "turn"


class DrawCards(EffectNode, frozen=True, tag="draw"):
    """Draw from the own deck, which is refilled from the discard pile when it runs out (ARC-12)."""

    count: Amount = 1
    whose: Whose = "you"


class Search(EffectNode, frozen=True, tag="search"):
    """Look through a place of yours for up to `count` cards, show them, and take them.

    A deck that was looked into, even in part, is shuffled afterwards.
    """

    where: Literal["deck", "top", "top-half", "discard"]
    """The whole deck; its top `top` cards; its top half (rounded up); the discard pile."""
    count: Annotated[int, Meta(ge=1, le=8)] = 1
    which: Filter = Filter()
    top: Annotated[int, Meta(ge=0, le=30)] = 0
    """How many cards are looked at, with `where = "top"`."""
    to: Literal["hand", "deck"] = "hand"
    """`deck`, from the discard pile only: shuffled into the deck."""


class DiscardCards(EffectNode, frozen=True, tag="discard"):
    """Players discard from their hand, or from the top of their deck."""

    whose: Whose = "opponent"
    zone: Literal["hand", "deck"] = "hand"
    count: Amount = 1
    how: Literal["owner", "you", "random"] = "owner"
    """Who chooses from a hand: its owner, you (who then see the hand), or chance."""
    which: Filter = Filter()
    """Only such cards of a hand can be chosen; not at random."""


class LevelDown(EffectNode, frozen=True, tag="level-down"):
    """A player discards the top Advancement of the stack; a Level 1 stays."""

    whose: Whose = "opponent"


class Guess(EffectNode, frozen=True, tag="guess"):
    """You mark such a card of your hand, the hand is laid out in a random order, and the opponent guesses its
    position; right or wrong, something happens. A right guess shows the card. Without such a card nothing
    happens.
    """

    which: Filter = Filter()
    whose: Literal["opponent", "chosen"] = "opponent"
    right: Effects = ()
    wrong: Effects = ()


class Shield(EffectNode, frozen=True, tag="shield"):
    """Guard a player against what cards of others do."""

    against: Annotated[
        tuple[Literal["debuff", "level-down", "discard"], ...], Meta(min_length=1, max_length=3)
    ]
    whose: Literal["you", "everyone"] = "you"
    until: Until = "turn"


class Reroll(EffectNode, frozen=True, tag="reroll"):
    """You may roll again the dice just rolled; only in a `roll` ability."""


class If(EffectNode, frozen=True, tag="if"):
    """Do one thing or another."""

    test: Condition
    then: Effects
    otherwise: Effects = ()


class May(EffectNode, frozen=True, tag="may"):
    """You may pay, and then something happens."""

    then: Effects
    pay: Costs = ()


class Choose(EffectNode, frozen=True, tag="choose"):
    """One of several things happens, as a player chooses."""

    options: Annotated[tuple[Effects, ...], Meta(min_length=2, max_length=4)]
    who: Literal["you", "opponent", "chosen"] = "you"


Effect: TypeAlias = (
    Buff
    | Debuff
    | DrawCards
    | Search
    | DiscardCards
    | LevelDown
    | Guess
    | Shield
    | Reroll
    | If
    | May
    | Choose
)
Effects = Annotated[tuple[Effect, ...], Meta(max_length=6)]


class Ability(Node, frozen=True):
    """What a card does, and when."""

    on: Trigger
    then: Annotated[tuple[Effect, ...], Meta(min_length=1, max_length=6)]
    needs: Condition | None = None
    """What must hold for it to happen at all."""
    once: bool = False
    """Whether it happens at most once a turn for each copy of the card."""


Abilities = Annotated[tuple[Ability, ...], Meta(max_length=4)]
