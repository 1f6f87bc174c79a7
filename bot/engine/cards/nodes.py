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

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeAlias

import msgspec
from msgspec import Meta
from typing_extensions import TypeVar

from bot.engine.language import gettext

if TYPE_CHECKING:
    from bot.engine.cards.effect_context import EffectContext
    from bot.engine.cards.evaluation_context import EvaluationContext
    from bot.engine.cards.flow import Flow, Known
    from bot.engine.cards.text.amounts import Measure
    from bot.engine.cards.text.clauses import Cases, Clause
    from bot.engine.cards.text.grammar import Called
    from bot.engine.cards.text.terms import Mood, Voice
    from bot.engine.cards.words.counting import Cards
    from bot.engine.contract import Seat

Word = Annotated[str, Meta(min_length=1, max_length=40)]
"""A word or a few, as they stand among a card's traits or in its name."""
Count = Annotated[int, Meta(ge=0, le=99)]
Number = Annotated[int, Meta(ge=0, le=999)]

Step: TypeAlias = str | int
NodePath: TypeAlias = tuple[Step, ...]
"""The way to a value from the top of a file or of a node: ("characters", 3, "power")."""
Fault: TypeAlias = tuple[str, NodePath, str]
"""Something wrong with a node: a code of the checker, the place within the node, and a sentence."""

NODES = 64
"""Nodes of all abilities of a card together, at most."""
AMOUNT = 9_999
"""What any amount comes to, at most."""

ALWAYS = "always"
"""The trigger of abilities that are in force all the time: no dice, coins or choices."""
ROLL = "roll"
"""The trigger of abilities by which dice can be rolled again, after they were rolled for a card."""


class Node(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a card."""

    measured: ClassVar[bool] = True
    """Whether it counts for a card's size (`bot.engine.cards.bounds`); else it belongs to what holds it."""
    chance: ClassVar[bool] = False
    """Whether dice are rolled or coins are tossed for it."""

    @property
    def dice_rolled(self) -> int:
        """How many dice are rolled for it."""
        return 0

    def follow(self, flow: Flow, place: NodePath, known: Known) -> Known:
        """Return the knowledge after this node: its players first, then its content in order."""
        return flow.within(self, place, flow.whose(self, place, known))

    def faults(self) -> Iterator[Fault]:
        """Yield what of this node alone cannot be meant, whatever card it is on."""
        yield from ()

    def not_always(self) -> tuple[str, str] | None:
        """Return why this cannot stand in an `always` ability: a code and a sentence; None where it can."""
        if not self.chance:
            return None
        return "E406", gettext('chance has no place in an "always" ability: use one that happens once.')


def children(node: Node) -> Iterator[tuple[NodePath, Node]]:
    """Yield the nodes right within a node, with the way to each."""
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
    """Which cards or pieces are meant: those for which all that is given holds. By itself it means all."""

    measured: ClassVar[bool] = False

    @property
    def is_any(self) -> bool:
        """Whether every card is meant."""
        return not any(getattr(self, name) for name in self.__struct_fields__)

    @property
    def sought(self) -> tuple[str, ...]:
        """The words on cards that it asks for."""
        return ()

    def matches(self, face: Any) -> bool:  # noqa: ARG002 - every card is meant
        """Whether a card with this face is meant."""
        return True

    def called(self, voice: Voice, zone: str = "") -> Called:
        """Return what such cards are called; in some zones there are but cards of one kind."""
        raise NotImplementedError

    def known_in_play(self) -> bool:
        """Whether such cards are known as those in play, so that a hand has to be named with them."""
        return False


class AmountNode(Node, frozen=True, tag_field="amount"):
    """A number that is found out when it is needed."""

    @property
    def times(self) -> int:
        """By how much it is multiplied."""
        return 1

    @property
    def at_most(self) -> int:
        """Its bound; 0 for none."""
        return 0

    def value(self, context: EvaluationContext) -> int:
        """Return the number, multiplied, before its bound `at_most`."""
        raise NotImplementedError

    def describe(self, unit: Called, voice: Voice) -> Measure:
        """Return the amount in words."""
        raise NotImplementedError


Amount: TypeAlias = Number | AmountNode


def amount_of(context: EvaluationContext, amount: Amount) -> int:
    """Return the number, 0 to `AMOUNT`; whom or what it counts may have to be chosen for it."""
    if isinstance(amount, int):
        return amount
    return min(amount.value(context), amount.at_most or AMOUNT, AMOUNT)


def _is_nothing(value: Any) -> bool:
    """Whether an amount is 0 whatever happens, or a list holds no effects, nor do the lists in it."""
    if isinstance(value, AmountNode):
        return value.times == 0
    return not any(value) if isinstance(value, tuple) else not value


class ConditionNode(Node, frozen=True, tag_field="test"):
    """Something that holds or does not."""

    two_sided: ClassVar[bool] = False
    """Whether its cases can be told the other way round: heads and tails."""

    def holds(self, context: EvaluationContext) -> bool:
        """Whether it holds now. It must hold for one of several players; it is false for nobody."""
        raise NotImplementedError

    def met(self, context: EvaluationContext) -> bool:
        """Whether it holds now; dice, coins and choices it needs are made as far as it comes to them.

        More conditions than any lawful card has do not hold.
        """
        context.tested += 1
        context.work.spent += 1
        return context.tested <= NODES and self.holds(context)

    def part(self, flow: Flow, place: NodePath, known: Known) -> tuple[Known, Known]:
        """Return what is known where the condition holds, and where it does not."""
        after = self.follow(flow, place, known)
        return after, after

    def describe(self, voice: Voice, *, no: bool = False) -> str:
        """Return it as a clause for use after "if"; with `no` its negation."""
        raise NotImplementedError

    def cases(self, voice: Voice) -> Cases | None:  # noqa: ARG002 - most conditions have none
        """Return how the branches of an `if` are told apart, if not by "if" and "otherwise"."""
        return None


class CostNode(Node, frozen=True, tag_field="pay"):
    """A price or requirement of an ability. A seat that cannot pay all costs pays none."""

    given: ClassVar[bool] = True
    """Whether something is given; else it only has to be so."""

    @property
    def from_hand(self) -> tuple[FilterNode, ...]:
        """For each card of the hand that is to be discarded, which it may be."""
        return ()

    @property
    def from_deck(self) -> int:
        """How many cards are discarded from the top of the deck."""
        return 0

    def payable(self, queries: Any, seat: Seat, costs: Sequence[CostNode]) -> bool:
        """Whether a seat can meet it, together with the others of its kind among all these costs.

        Cards of a hand are looked for elsewhere, for all costs together (`bot.engine.cards.costs`).
        """
        return self.openly_payable(queries, seat, costs)

    def openly_payable(self, queries: Any, seat: Seat, costs: Sequence[CostNode]) -> bool:
        """Whether a seat can meet it, likewise, as far as everybody at the table can tell."""
        raise NotImplementedError

    def pay(self, table: Any, card: int, seat: Seat) -> None:
        """Take what is no card of the hand or the deck: those go all at once (`HandTable.paid`)."""

    def describe(self, voice: Voice, mood: Mood, *, more: bool = False) -> str:
        """Return what is given in this mood, or what has to be so as a clause.

        Of cards that are discarded the cards alone, since they are told together: "discard a card and another
        card". With `more` they come on top of such as were named before.
        """
        raise NotImplementedError


class EffectNode(Node, frozen=True, tag_field="do"):
    """Something that happens."""

    lasting: ClassVar[bool] = False
    """Whether it can be in force all the time; else it happens once."""
    essential: ClassVar[tuple[str, ...]] = ()
    """The fields of which one at least has to come to something: an amount, or effects."""

    def faults(self) -> Iterator[Fault]:
        """Yield that it does nothing."""
        if self.essential and all(_is_nothing(getattr(self, field)) for field in self.essential):
            yield "E417", (), gettext("this does nothing.")

    def not_always(self) -> tuple[str, str] | None:
        """Return that it happens once."""
        if self.lasting:
            return None
        return "E409", gettext('this happens once, and an "always" ability is in force all the time.')

    def branch(self, context: EvaluationContext) -> Sequence[EffectNode] | None:  # noqa: ARG002
        """Return the branch of an `if` that applies now; None for other effects."""
        return None

    def do(self, context: EffectContext) -> Sequence[EffectNode]:
        """Carry it out; what is returned comes next, before the effects that follow.

        It finds out whom it means, then how much, then what is chosen, and changes the table only after that.
        One whose group is empty does nothing, and neither does an amount of 0.
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
"""Cards in a place: the class that the game has for them."""
WhoseT = TypeVar("WhoseT", bound=str, default=str)
"""Which players are meant: a word of `vocabulary.Vocabulary.players`."""

Effects = Annotated[tuple[EffectT, ...], Meta(max_length=6)]
Costs = Annotated[tuple[CostT, ...], Meta(max_length=3)]


class AbilityNode(Node, frozen=True):
    """What a card does, and when.

    A game has one class with these fields and `on`, which names the trigger; or a class for each trigger,
    with the tag `on`, where a trigger is given more.
    """

    @property
    def keyword(self) -> str:
        """The name by which it is told, in the language that is spoken; "" where it is no keyword's."""
        return ""

    @property
    def then(self) -> tuple[EffectNode, ...]:
        """What it does, in order."""
        raise NotImplementedError

    @property
    def needs(self) -> ConditionNode | None:
        """What must hold for it to happen at all."""
        return None

    @property
    def once(self) -> bool:
        """Whether it happens at most once a turn for each copy of the card."""
        return False

    @property
    def trigger(self) -> str:
        """When it happens: a word of the game, or `ALWAYS` or `ROLL`."""
        return str(self.__struct_config__.tag)

    def brings(self) -> frozenset[str]:
        """Return the names under which pieces or places are remembered as it begins: who entered, say."""
        return frozenset()

    def moment(self, voice: Voice) -> str:
        """Return when it happens, in words: "on advancing"; "" for all the time."""
        raise NotImplementedError
