"""The base classes of words of card languages: small values in a closed tree, never code (ARC-18).

A card has abilities. An ability has a trigger, an optional condition, and effects. In a file each node is a
table whose tag names its word: `{ do = "buff", by = { amount = "dice", times = 25 } }`. Unknown words and
keys are refused.

A word is one class with its fields, its effect, its sentence (`describe`), and its possible faults in a file.
`bot.engine.cards.words` has the shared words. A game has its own besides, and lists all of them in its
`Vocabulary`. A field that may hold any word of the game has one of this module's type variables, which the
vocabulary fills in.

Terms: *you* is the card's controller. A *roll* and the *chosen* opponent are remembered by the ability that
made them. Numbers are whole; halves are rounded up.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta
from typing_extensions import TypeVar

from bot.base.language import gettext

if TYPE_CHECKING:
    from bot.engine.cards.effect_context import EffectContext, EvaluationContext
    from bot.engine.cards.flow import Flow, Known
    from bot.engine.cards.text.amounts import Measure
    from bot.engine.cards.text.clauses import Cases, Clause
    from bot.engine.cards.text.grammar import Called
    from bot.engine.cards.text.terms import Mood, Voice
    from bot.engine.cards.words.counting import Cards
    from bot.engine.contract import Seat

Word = Annotated[str, Meta(min_length=1, max_length=40)]
"""A word or a few words, as in a card's traits or its name."""
Count = Annotated[int, Meta(ge=0, le=99)]
Number = Annotated[int, Meta(ge=0, le=999)]

Step: TypeAlias = str | int
NodePath: TypeAlias = tuple[Step, ...]
"""The path to a value from the top of a file or of a node: ("characters", 3, "power")."""
Fault: TypeAlias = tuple[str, NodePath, str]
"""A fault of a node: a code of the checker, the place within the node, and a sentence."""

NODES = 64
"""The maximum number of nodes of all abilities of a card together."""
AMOUNT = 9_999
"""The maximum value of any amount."""

ALWAYS = "always"
"""The trigger of abilities that apply all the time: no dice, coins or choices."""
ROLL = "roll"
"""The trigger of abilities that let dice be rolled again, after a roll for a card."""


class Node(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a card."""

    measured: ClassVar[bool] = True
    """Whether it counts for a card's size (`bot.engine.cards.bounds`); else as part of its parent."""
    chance: ClassVar[bool] = False
    """Whether it rolls dice or tosses coins."""

    def follow(self, flow: Flow, place: NodePath, known: Known) -> Known:
        """Return the knowledge after this node: its players first, then its content in order."""
        return flow.within(self, place, flow.whose(self, place, known))

    def faults(self) -> Iterator[Fault]:
        """Yield the faults of this node by itself, independent of its card."""
        yield from ()

    def not_always(self) -> tuple[str, str] | None:
        """Return a code and a sentence if this cannot be part of an `always` ability, else None."""
        if not self.chance:
            return None
        return "E406", gettext('chance has no place in an "always" ability: use one that happens once.')


def children(node: Node) -> Iterator[tuple[NodePath, Node]]:
    """Yield the direct children of a node, each with its path."""
    for name in node.__struct_fields__:
        yield from _within(getattr(node, name), (name,))


def _within(value: Any, place: NodePath) -> Iterator[tuple[NodePath, Node]]:
    if isinstance(value, Node):
        yield place, value
    elif isinstance(value, tuple):
        for number, each in enumerate(value):
            yield from _within(each, (*place, number))


def nodes(node: Node, place: NodePath = ()) -> Iterator[tuple[NodePath, Node]]:
    """Yield a node and all nodes within it, each with its place, from the top."""
    yield place, node
    for step, inner in children(node):
        yield from nodes(inner, (*place, *step))


class FilterNode(Node, frozen=True):
    """A filter for cards or pieces: all given conditions must match. Without conditions it matches
    everything.
    """

    measured: ClassVar[bool] = False

    @property
    def is_any(self) -> bool:
        """Whether it matches every card."""
        return not any(getattr(self, name) for name in self.__struct_fields__)

    @property
    def sought(self) -> tuple[str, ...]:
        """The words on cards that it requires."""
        return ()

    def matches(self, face: Any) -> bool:  # noqa: ARG002 - every card is meant
        """Whether a card with this face matches."""
        return True

    def called(self, voice: Voice, zone: str = "") -> Called:
        """Return the name of such cards; in some zones there are only cards of one kind."""
        raise NotImplementedError

    def known_in_play(self) -> bool:
        """Whether such cards are understood to be in play, so that a hand must be named explicitly."""
        return False


class AmountNode(Node, frozen=True, tag_field="amount"):
    """A number that is computed when it is needed."""

    @property
    def times(self) -> int:
        """The factor by which it is multiplied."""
        return 1

    @property
    def at_most(self) -> int:
        """The upper limit of the amount; 0 for none."""
        return 0

    def value(self, context: EvaluationContext) -> int:
        """Return the number, multiplied, before the limit `at_most`."""
        raise NotImplementedError

    def describe(self, unit: Called, voice: Voice) -> Measure:
        """Return the amount in words."""
        raise NotImplementedError


Amount: TypeAlias = Number | AmountNode


def amount_of(context: EvaluationContext, amount: Amount) -> int:
    """Return the number, 0 to `AMOUNT`; the players or cards it counts may have to be chosen."""
    if isinstance(amount, int):
        return amount
    return min(amount.value(context), amount.at_most or AMOUNT, AMOUNT)


def _is_nothing(value: Any) -> bool:
    """Whether an amount is always 0, or a list has no effects, nested lists included."""
    if isinstance(value, AmountNode):
        return value.times == 0
    return not any(value) if isinstance(value, tuple) else not value


class Compared(NamedTuple):
    """A condition on one number: the number is in a range."""

    what: Hashable
    """The number: conditions with the same `what` compare the same number."""
    low: int
    high: int | None = None
    floor: int = 0
    """The lowest value that the number can have."""
    ceiling: int | None = None
    """The highest value that it can have; None for no limit."""


class ConditionNode(Node, frozen=True, tag_field="test"):
    """A condition."""

    two_sided: ClassVar[bool] = False
    """Whether its cases can be swapped in the wording: heads and tails."""

    def holds(self, context: EvaluationContext) -> bool:
        """Whether the condition is true now. With several players one of them is enough; with no player it is
        false.
        """
        raise NotImplementedError

    def met(self, context: EvaluationContext) -> bool:
        """Whether the condition is true now; rolls, tosses and choices are made as they are needed.

        Beyond the maximum number of conditions of a valid card, conditions are false.
        """
        context.tested += 1
        context.work.spent += 1
        return context.tested <= NODES and self.holds(context)

    def compared(self) -> Compared | None:
        """Return the range of one number that this means; None for any other condition."""
        return None

    def part(self, flow: Flow, place: NodePath, known: Known) -> tuple[Known, Known]:
        """Return the knowledge if the condition is true, and if it is false."""
        after = self.follow(flow, place, known)
        return after, after

    def describe(self, voice: Voice, *, no: bool = False) -> str:
        """Return it as a clause for use after "if"; with `no` its negation."""
        raise NotImplementedError

    def cases(self, voice: Voice) -> Cases | None:  # noqa: ARG002 - most conditions have none
        """Return the wording of the branches of an `if`, or None for "if" and "otherwise"."""
        return None


class CostNode(Node, frozen=True, tag_field="pay"):
    """A price or requirement of an ability. A seat that cannot pay all costs pays none."""

    given: ClassVar[bool] = True
    """Whether something is paid; else it is only a requirement."""

    @property
    def from_hand(self) -> tuple[FilterNode, ...]:
        """For each card to be discarded from the hand, the filter it must match."""
        return ()

    @property
    def from_deck(self) -> int:
        """The number of cards discarded from the top of the deck."""
        return 0

    def payable(self, queries: Any, seat: Seat, costs: Sequence[CostNode]) -> bool:
        """Whether a seat can pay it, together with the costs of the same kind among all these costs.

        Cards of a hand are checked elsewhere, for all costs together (`bot.engine.cards.costs`).
        """
        return self.openly_payable(queries, seat, costs)

    def openly_payable(self, queries: Any, seat: Seat, costs: Sequence[CostNode]) -> bool:
        """Whether a seat can pay it according to public knowledge, with the arguments of `payable`."""
        raise NotImplementedError

    def pay(self, table: Any, card: int, seat: Seat) -> None:
        """Pay everything except cards of the hand or the deck: those are discarded together
        (`HandTable.paid`).
        """

    def describe(self, voice: Voice, mood: Mood, *, more: bool = False) -> str:
        """Return the payment in this mood, or the requirement as a clause.

        For discarded cards only the cards, because they are worded together: "discard a card and another
        card". With `more` they are in addition to cards named before.
        """
        raise NotImplementedError


class EffectNode(Node, frozen=True, tag_field="do"):
    """An effect."""

    lasting: ClassVar[bool] = False
    """Whether it can apply permanently (`always`); else it happens once."""
    essential: ClassVar[tuple[str, ...]] = ()
    """The fields of which at least one must be non-zero or non-empty: an amount, or effects."""

    def faults(self) -> Iterator[Fault]:
        """Yield a fault if it has no effect."""
        if self.essential and all(_is_nothing(getattr(self, field)) for field in self.essential):
            yield "E417", (), gettext("this does nothing.")

    def not_always(self) -> tuple[str, str] | None:
        """Return that it happens only once."""
        if self.lasting:
            return None
        return "E409", gettext('this happens once, and an "always" ability is in force all the time.')

    def branch(self, context: EvaluationContext) -> Sequence[EffectNode] | None:  # noqa: ARG002
        """Return the branch of an `if` that applies now; None for other effects."""
        return None

    def do(self, context: EffectContext) -> Sequence[EffectNode]:
        """Carry it out, and return the effects that come next, before those that follow.

        It determines the players first, then the amount, then the choices, and only then changes the table.
        With no players or an amount of 0 it does nothing.
        """
        raise NotImplementedError

    def describe(self, voice: Voice) -> Clause:
        """Return it in words."""
        raise NotImplementedError


EffectT = TypeVar("EffectT", bound=EffectNode, default=EffectNode)
ConditionT = TypeVar("ConditionT", bound=ConditionNode, default=ConditionNode)
CostT = TypeVar("CostT", bound=CostNode, default=CostNode)
AmountT = TypeVar("AmountT", bound=Amount, default=Amount)
CardsT = TypeVar("CardsT", bound="Cards", default="Cards")
"""Cards in a place: the game's class for them."""
WhoseT = TypeVar("WhoseT", bound=str, default=str)
"""Which players are meant: a word of `vocabulary.Vocabulary.players`."""

Effects = Annotated[tuple[EffectT, ...], Meta(max_length=6)]
Costs = Annotated[tuple[CostT, ...], Meta(max_length=3)]


class AbilityNode(Node, frozen=True):
    """An ability of a card and its trigger.

    A game has one class with these fields and `on`, the trigger; or a class for each trigger, with the tag
    `on`, if triggers have fields of their own.
    """

    @property
    def keyword(self) -> str:
        """The keyword that names it, in the current language; "" if it is not a keyword's."""
        return ""

    @property
    def then(self) -> tuple[EffectNode, ...]:
        """Its effects, in order."""
        raise NotImplementedError

    @property
    def needs(self) -> ConditionNode | None:
        """The condition for its effects."""
        return None

    @property
    def once(self) -> bool:
        """Whether it happens at most once a turn for each copy of the card."""
        return False

    @property
    def trigger(self) -> str:
        """Its trigger: a word of the game, or `ALWAYS` or `ROLL`."""
        return str(self.__struct_config__.tag)

    def brings(self) -> frozenset[str]:
        """Return the names of the pieces or places that are stored at its start, such as the Character that
        entered.
        """
        return frozenset()

    def moment(self, voice: Voice) -> str:
        """Return the trigger in words: "on advancing"; "" for `always`."""
        raise NotImplementedError
