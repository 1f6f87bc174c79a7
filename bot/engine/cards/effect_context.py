"""Carrying out an effect with its settled results: dice and coins already thrown, and answers already given.

For an unsettled result the dice are thrown now, or a player is asked; then the effect stops there. An effect
changes nothing before all results are settled, so it can be repeated from its beginning.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from typing import Any, Generic

from msgspec import UNSET
from typing_extensions import TypeVar

from bot.engine.cards.bounds import Work
from bot.engine.cards.nodes import EffectNode
from bot.engine.cards.program import STOP, Due, Question, QuestionKind, Running, Throw
from bot.engine.cards.table import Table, TableQueries
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.engine.fair import Stream

# The context in which conditions and amounts of a card are evaluated.


QueriesT = TypeVar("QueriesT", bound=TableQueries, default=Any)


class EvaluationContext(Generic[QueriesT]):
    """The context in which the words of a card are evaluated, without randomness and choices.

    A choice of a player gives no player, dice show 0 and coins show tails. Effects need both
    (`bot.engine.cards.effect_context.EffectContext`).
    """

    __slots__ = ("chosen", "names", "queries", "rolled", "seat", "tested", "work")

    standing = False
    """Whether an `always` ability is evaluated: it cannot read values that such abilities change."""

    def __init__(
        self,
        queries: QueriesT,
        seat: Seat,
        rolled: int = 0,
        chosen: Seat | None = None,
        work: Work | None = None,
    ) -> None:
        self.queries = queries
        self.seat = seat
        """The seat that controls the card."""
        self.rolled = rolled
        """The last roll; 0 before any roll."""
        self.chosen = chosen
        """The opponent chosen last, also if there was only one opponent or only one maximum."""
        self.names: Mapping[str, tuple[int, ...]] = {}
        """The remembered pieces and places, by the game's names for them."""
        self.work = Work() if work is None else work
        """Counts the work of the evaluation."""
        self.tested = 0
        """The number of evaluated conditions: a valid card has no more of them than nodes."""

    def players(self, whose: str) -> Sequence[Seat]:
        """Return the seats meant, in the match, clockwise from the card's controller."""
        return self.queries.vocabulary.players[whose].find(self)

    def opponents(self) -> tuple[Seat, ...]:
        """Return the opponents, clockwise."""
        seats = tuple(self.queries.seats)
        at = seats.index(self.seat)
        return seats[at + 1 :] + seats[:at]

    def only(self, seats: Sequence[Seat]) -> Sequence[Seat]:
        """Return the one opponent meant among these, and remember it as `chosen`; () if there is none."""
        if len(seats) > 1:
            seats = self.choose_seat(seats)
        if seats:
            self.chosen = seats[0]
        return seats

    def choose_seat(self, seats: Sequence[Seat]) -> Sequence[Seat]:  # noqa: ARG002 - there are no choices here
        """Return the one of several opponents that is chosen."""
        return ()

    def roll(self, count: int, sides: int) -> int:  # noqa: ARG002 - no dice here
        """Return the sum of dice; 0 without any."""
        return 0

    def toss(self) -> bool:
        """Return whether a coin shows heads."""
        return False


COIN = 0
HEADS = 1


class Asked(Exception):  # noqa: N818 - no error: a player has to answer first
    """The effect stops here until the question is answered."""

    def __init__(self, question: Question) -> None:
        self.question = question


TableT = TypeVar("TableT", bound=Table, default=Any)


class EffectContext(EvaluationContext[TableT]):
    """The context in which effects are carried out: they read the table, roll, ask, and change it."""

    __slots__ = (
        "_asked", "_before", "_tape", "_thrown", "_throws", "card", "effect", "first", "rng", "table",
    )  # fmt: skip

    def __init__(self, table: TableT, rng: Stream, running: Running) -> None:
        super().__init__(table, running.seat, running.rolled, running.chosen, table.work)
        self.table = table
        self.rng = rng
        self.card = running.card
        self.effect: EffectNode
        """The current effect."""
        self.first: list[Due | Running] = []
        """Abilities triggered by the current effect, to be carried out before its card continues."""
        if running.names is not UNSET:
            self.names = dict(running.names)
        self._before = (running.rolled, running.chosen, self.names)
        self._tape, self._asked = running.tape, 0
        self._throws, self._thrown = running.throws, 0

    def done(self) -> None:
        """Forget the results of the current effect: it has been carried out."""
        self.tested = 0
        self._before = (self.rolled, self.chosen, self.names)
        self._tape, self._asked = (), 0
        self._throws, self._thrown = (), 0

    def stopped(self, effects: Iterable[EffectNode]) -> Running:
        """Return the ability as it was before its first effect, with the settled results."""
        rolled, chosen, names = self._before
        kept = tuple(names.items()) if names else UNSET
        return Running(self.card, self.seat, tuple(effects), rolled, chosen, self._tape, self._throws, kept)

    def remember(self, name: str, found: Sequence[int]) -> None:
        """Remember pieces or places by a name, for the rest of the ability."""
        self.names = {**self.names, name: tuple(found)}

    def set_apart(self, effects: Sequence[EffectNode], chosen: Seat) -> None:
        """Queue effects of this card after this effect and before the card's next one.

        In these effects this opponent is the `chosen` one. Their results are separate.
        """
        names = tuple(self.names.items()) if self.names else UNSET
        apart = Running(self.card, self.seat, tuple(effects), self.rolled, chosen, names=names)
        self.first.append(apart)

    def label(self, verb: str) -> str:
        """Return the purpose of a draw: the kind of effect, and the printed number of the card."""
        return f"{verb} {number_of(self.table, self.card)}"

    # Choices

    def ask(self, seat: Seat, kind: QuestionKind, options: Sequence[int], why: str = "", **more: Any) -> int:
        """Return a seat's answer, one of the options, or ask the seat; `more` are further fields of
        `Question`.
        """
        if self._asked < len(self._tape):
            self._asked += 1
            return self._tape[self._asked - 1]
        raise Asked(Question(seat, kind, self.card, tuple(options), why or kind, about=self.effect, **more))

    def choose_seat(self, seats: Sequence[Seat]) -> Sequence[Seat]:
        """Let the controller of the card choose one of several opponents."""
        return (self.ask(self.seat, "seat", seats, "opponent"),)

    def choose_cards(
        self,
        seat: Seat,
        cards: Sequence[Card],
        count: int,
        why: str,
        *,
        blind: bool = False,
        **more: Any,
    ) -> tuple[Card, ...]:
        """Let a seat choose this number of cards, one after another; they are offered in numerical order.

        With `may_stop` it may take fewer. With `blind` it is asked even when no card is left to choose, so
        that others learn nothing from whether it is asked.
        """
        left, taken = sorted(cards), list[Card]()
        while len(taken) < count and (left or blind):
            answer = self.ask(seat, "card", left, why, left=count - len(taken), **more)
            if answer == STOP:
                break
            left.remove(answer)
            taken.append(answer)
        return tuple(taken)

    def place(self, card: Card, cards: Sequence[Card], verb: str) -> int:
        """Return the position of a card in a random arrangement of these cards. The position is settled."""
        if self._asked == len(self._tape):
            order = self.rng.shuffle(self.label(verb), cards)
            self._tape = (*self._tape, order.index(card))
        self._asked += 1
        return self._tape[self._asked - 1]

    # Dice and coins

    def roll(self, count: int, sides: int) -> int:
        """Return the sum of the dice rolled for the card, after its controller had the chance to reroll."""
        throw = self._next(sides, count)
        if throw is None:
            dice = self.rng.roll(self.label("roll"), sides, count)
            self.table.rolled(self.card, self.seat, dice, sides, again=False)
            throw = Throw(sides, dice)
            self._keep(throw)
        if not throw.settled:
            # Ask once for each card that can reroll these dice whether to use it.
            for card in self.table.rerolls(self.seat):
                if card not in throw.offered:
                    raise Asked(Question(self.seat, "reroll", card, (0, 1), "reroll", rolled=throw.dice))
            self._keep(Throw(sides, throw.dice, throw.offered, settled=True))
        self._thrown += 1
        self.rolled = sum(throw.dice)
        return self.rolled

    def toss(self) -> bool:
        """Return whether the coin tossed for the card shows heads."""
        throw = self._next(COIN, 1)
        if throw is None:
            throw = Throw(COIN, self.rng.roll(self.label("toss"), 2), settled=True)
            self.table.tossed(self.card, self.seat, heads=throw.dice[0] == HEADS)
            self._keep(throw)
        self._thrown += 1
        return throw.dice[0] == HEADS

    def _next(self, sides: int, count: int) -> Throw | None:
        """Return the earlier throw at this point, if any.

        After a seat has left, the effect may take another path; then a throw of another kind is ignored.
        """
        if self._thrown < len(self._throws):
            throw = self._throws[self._thrown]
            if throw.sides == sides and len(throw.dice) == count:
                return throw
        return None

    def _keep(self, throw: Throw) -> None:
        self._throws = (*self._throws[: self._thrown], throw)


WORKING: ContextVar[set[str] | None] = ContextVar("working", default=None)
"""Where it is set, the set numbers of cards that do something are added: designers want to see it."""


def worked(table: TableQueries, card: Card) -> None:
    """Note that a card has done something, or that an `always` ability of it is in force."""
    if (working := WORKING.get()) is not None:
        working.add(number_of(table, card))


def number_of(table: TableQueries, card: Card) -> str:
    """Return the number printed on a card; for a card without one, its number in the match."""
    return str(getattr(table.face(card), "number", card))
