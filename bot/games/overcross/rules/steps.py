"""What Characters and cards do, step by step, as effects of the card language that no card file may hold.

A player's action is a program of these, so that whatever cards do about it, and ask for it, comes in between.
Each says to the table what it is (`bot.games.overcross.rules.table`), which carries it out.
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

    def describe(self, voice: Voice) -> Clause:  # noqa: ARG002 - it stands on no card
        """Return nothing: it stands on no card."""
        return Clause(said(""))


class Arrive(Step, frozen=True, tag="~arrive"):
    """A Character is deployed, or an edit attached (OVC-12, OVC-03)."""

    card: Card
    at: int


class Walk(Step, frozen=True, tag="~walk"):
    """A Character goes on along these squares (OVC-16)."""

    piece: Card
    path: tuple[int, ...]
    """The first is where it stands."""
    behind: tuple[int, ...] = ()
    """The squares it has left behind, in case it can go no further."""


class Shove(Step, frozen=True, tag="~shove"):
    """A Character is pushed on by so many squares (OVC-33)."""

    piece: Card
    direction: int
    squares: int
    square: int
    """Where it stands."""


class Strike(Step, frozen=True, tag="~strike"):
    """A Character rolls to hit (OVC-18)."""

    piece: Card
    attack: Attack
    at: int
    target: Card
    """A Character or a terrain."""


class Save(Step, frozen=True, tag="~save"):
    """Who was hit rolls to save, and takes the damage (OVC-19, OVC-20)."""

    piece: Card
    attack: Attack
    dmg: int
    """As it was when the attack hit."""
    target: Card


class Attacked(Step, frozen=True, tag="~attacked"):
    """An attack is over: what follows on it is set off."""

    piece: Card
    target: Card
    face: int
    """What the die to hit showed; 0 for none."""


class Perish(Step, frozen=True, tag="~perish"):
    """A Character with 6 counters or more dies, unless something happens instead (OVC-20)."""

    piece: Card
    card: Card
    """The card whose doing it is."""
    tried: int = 0
    """How many of its `instead` abilities were tried."""


class Redeploy(Step, frozen=True, tag="~redeploy"):
    """A Character's owner chooses where it is redeployed (OVC-32)."""

    piece: Card


class DropFlag(Step, frozen=True, tag="~drop-flag"):
    """A flag that lies on obstructive terrain comes to lie on the nearest free square (OVC-25)."""

    seat: int


class Pay(Step, Generic[CostT], frozen=True, tag="~pay"):
    """The price of an ability is paid."""

    costs: tuple[CostT, ...]


class Acted(Step, frozen=True, tag="~acted"):
    """A Character has acted: what follows on it is set off."""

    piece: Card


class Judge(Step, frozen=True, tag="~judge"):
    """It is seen whether somebody has won or lost (OVC-23 to OVC-28)."""


STEPS = (Arrive, Walk, Shove, Strike, Save, Attacked, Perish, Redeploy, DropFlag, Pay, Acted, Judge)

if TYPE_CHECKING:
    Program: TypeAlias = program.Program
    Question: TypeAlias = program.Question
    Running: TypeAlias = program.Running
else:
    _STORED = Vocabulary((*VOCABULARY.words, *STEPS), VOCABULARY.players)
    Program, Question, Running = map(_STORED.of, (program.Program, program.Question, program.Running))

IDLE = program.Program()
