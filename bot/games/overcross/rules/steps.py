"""The steps of actions, as effects of the card language that card files cannot contain.

A player's action is a program of steps, so reactions and questions of cards come in between. Each calls its
method of the table (`bot.games.overcross.rules.table`), which carries it out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeAlias

from bot.engine.cards import program
from bot.engine.cards.effect_context import EffectContext
from bot.engine.cards.nodes import CostT, EffectNode
from bot.engine.cards.text.clauses import Clause, said
from bot.engine.cards.text.terms import Voice
from bot.engine.cards.vocabulary import Vocabulary
from bot.engine.decks import Card
from bot.games.overcross.cards.printed import Attack
from bot.games.overcross.cards.words import VOCABULARY


class Step(EffectNode, frozen=True):
    """A step of the rules."""

    def do(self, context: EffectContext[Any]) -> Sequence[EffectNode]:
        """Let the table carry it out."""
        return context.table.carry_out(context, self)  # type: ignore[no-any-return] # the table of the rules

    def describe(self, voice: Voice) -> Clause:  # noqa: ARG002 - no card has it
        """Return an empty text: a step is on no card."""
        return Clause(said(""))


class Arrive(Step, frozen=True, tag="~arrive"):
    """A Character is deployed, or an edit attached (OVC-12, OVC-03)."""

    card: Card
    at: int


class Walk(Step, frozen=True, tag="~walk"):
    """A Character continues along these squares (OVC-16)."""

    piece: Card
    path: tuple[int, ...]
    """The first is its current square."""
    behind: tuple[int, ...] = ()
    """The squares it has left, in case it is blocked."""


class Shove(Step, frozen=True, tag="~shove"):
    """A Character is pushed further by this number of squares (OVC-33)."""

    piece: Card
    direction: int
    squares: int
    square: int
    """Its current square."""


class Strike(Step, frozen=True, tag="~strike"):
    """A Character rolls to hit (OVC-18)."""

    piece: Card
    attack: Attack
    at: int
    target: Card
    """A Character or a terrain."""


class Save(Step, frozen=True, tag="~save"):
    """The Character that was hit rolls to save, and takes the damage (OVC-19, OVC-20)."""

    piece: Card
    attack: Attack
    dmg: int
    """The value when the attack hit."""
    target: Card


class Attacked(Step, frozen=True, tag="~attacked"):
    """An attack is over: its consequences are triggered."""

    piece: Card
    target: Card
    face: int
    """The result of the die to hit; 0 for none."""


class Perish(Step, frozen=True, tag="~perish"):
    """A Character with 6 counters or more dies, unless an ability replaces this (OVC-20)."""

    piece: Card
    card: Card
    """The card that causes it."""
    tried: int = 0
    """The number of its `instead` abilities that were tried."""


class Redeploy(Step, frozen=True, tag="~redeploy"):
    """A Character's owner chooses where it is redeployed (OVC-32)."""

    piece: Card


class DropFlag(Step, frozen=True, tag="~drop-flag"):
    """A flag on obstructive terrain is moved to the nearest free square (OVC-25)."""

    seat: int


class Pay(Step, Generic[CostT], frozen=True, tag="~pay"):
    """The costs of an ability are paid."""

    costs: tuple[CostT, ...]


class Acted(Step, frozen=True, tag="~acted"):
    """A Character has acted: the consequences are triggered."""

    piece: Card


class Judge(Step, frozen=True, tag="~judge"):
    """Winners and losers are determined (OVC-23 to OVC-28)."""


STEPS = (Arrive, Walk, Shove, Strike, Save, Attacked, Perish, Redeploy, DropFlag, Pay, Acted, Judge)

if TYPE_CHECKING:
    Program: TypeAlias = program.Program
    Question: TypeAlias = program.Question
    Running: TypeAlias = program.Running
else:
    _STORED = Vocabulary((*VOCABULARY.words, *STEPS), VOCABULARY.players)
    Program, Question, Running = map(_STORED.of, (program.Program, program.Question, program.Running))

IDLE = program.Program()
