"""A second game for the card language: pieces on squares, which lie in sectors; actions, reactions, terrain.

Nothing of it is in the core. Its cards speak of pieces and squares, which are asked for with question kinds
of its own; its triggers are given more; it has a filter and durations of its own; a reaction of another
player is asked for blindly and carried out in between.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Generic, Literal

import msgspec
from msgspec import Meta

from bot.engine.cards import machine
from bot.engine.cards.bounds import Work
from bot.engine.cards.effect_context import EffectContext
from bot.engine.cards.evaluation_context import EvaluationContext
from bot.engine.cards.flow import Flow, Known
from bot.engine.cards.format import CardFormat
from bot.engine.cards.nodes import (
    AbilityNode,
    AmountNode,
    AmountT,
    ConditionNode,
    ConditionT,
    EffectNode,
    EffectT,
    FilterNode,
    Node,
    NodePath,
    amount_of,
)
from bot.engine.cards.program import Program, Question
from bot.engine.cards.text.amounts import Measure, measure, measured, same
from bot.engine.cards.text.clauses import Clause, said
from bot.engine.cards.text.grammar import Called, Noun
from bot.engine.cards.text.terms import Voice
from bot.engine.cards.vocabulary import Vocabulary
from bot.engine.cards.words.dice import CoinShows, Dice
from bot.engine.cards.words.logic import Choose, If, May, Not
from bot.engine.cards.words.players import PLAYERS
from bot.engine.language import gettext, pgettext
from tests.engine.cards.toy import LoadedDice

WIDTH = 4
"""Squares of a row; rows 0 and 1 are the north sector, 2 and 3 the south."""


def sector_of(square: int) -> str:
    return "north" if square < 2 * WIDTH else "south"


# Subjects


class PieceFilter(FilterNode, frozen=True):
    """Which pieces are meant."""

    genre: Literal["", "robot", "ghost"] = ""

    def matches(self, face: Any) -> bool:
        return not self.genre or face.genre == self.genre


class Pieces(Node, frozen=True):
    """The pieces that an effect is about; one that is chosen is `it` afterwards."""

    measured: ClassVar[bool] = False
    pieces: Literal["enemy", "friend", "it"] = "enemy"
    which: PieceFilter = PieceFilter()
    how: Literal["choose", "all", "random"] = "choose"

    def find(self, context: EffectContext[Skirmish]) -> Sequence[int]:
        """Return the pieces; who controls the card chooses among several, with a question of kind `piece`."""
        table = context.table
        if self.pieces == "it":
            return [piece for piece in context.names.get("it", ()) if piece in table.squares]
        mine = self.pieces == "friend"
        found = [
            piece
            for piece in table.squares
            if (table.owner[piece] == context.seat) == mine and self.which.matches(table.face(piece))
        ]
        if self.how == "random" and found:
            found = [context.place(min(found), sorted(found), "piece")]
        if self.how == "choose" and len(found) > 1:
            found = list(context.choose_cards(context.seat, found, 1, "target", kind="piece"))
        if found:
            context.remember("it", found)
        return found

    def follow(self, flow: Flow, place: NodePath, known: Known) -> Known:
        if self.pieces == "it":
            flow.needs_name("it", (*place, "pieces"), known)
        return known.having("it")

    def told(self) -> str:
        one = self.which.genre or "piece"
        if self.pieces == "it":
            return pgettext("accusative", "that piece")
        if self.how == "all":
            return pgettext("accusative", f"all {self.pieces} {one}s")
        return pgettext(
            "accusative", f"an {self.pieces} {one}" if self.pieces == "enemy" else f"a friendly {one}"
        )


class Where(Node, frozen=True):
    """A square that is chosen, with a question of kind `square`."""

    measured: ClassVar[bool] = False
    square: Literal["free", "beside"] = "free"
    sector: Literal["", "north", "south"] = ""

    def choose(self, context: EffectContext[Skirmish], piece: int) -> int | None:
        free = [
            square
            for square in range(WIDTH * WIDTH)
            if square not in context.table.squares.values()
            and self.sector in ("", sector_of(square))
            and (self.square == "free" or abs(square - context.table.squares[piece]) in (1, WIDTH))
        ]
        if not free:
            return None
        (square,) = context.choose_cards(context.seat, free, 1, "move", kind="square")
        context.remember("there", (square,))
        return square


# Words

DAMAGE = Noun("damage", "damage", counted=False)


class Damage(EffectNode, Generic[AmountT], frozen=True, tag="damage"):
    """Hurt pieces."""

    essential: ClassVar[tuple[str, ...]] = ("by",)
    by: AmountT
    to: Pieces = Pieces()

    def do(self, context: EffectContext[Skirmish]) -> tuple[()]:
        found = self.to.find(context)
        by = amount_of(context, self.by) if found else 0
        for piece in found if by else ():
            context.table.hurt(piece, by)
        return ()

    def describe(self, voice: Voice) -> Clause:
        def clause(amount: str) -> Clause:
            return Clause(said("deal {amount} to {pieces}", amount=amount, pieces=self.to.told()))

        return measured(measure(self.by, Called(DAMAGE), voice), clause, voice)


class Move(EffectNode, frozen=True, tag="move"):
    """Move a piece to a square."""

    piece: Pieces = Pieces("friend")
    to: Where = Where()

    def do(self, context: EffectContext[Skirmish]) -> tuple[()]:
        for piece in self.piece.find(context):
            square = self.to.choose(context, piece)
            if square is not None:
                context.table.move(context, piece, square)
        return ()

    def describe(self, voice: Voice) -> Clause:
        return Clause(said(f"move {{pieces}} to a {self.to.square} square", pieces=self.piece.told()))


class Cloak(EffectNode, frozen=True, tag="cloak"):
    """Hide a piece."""

    piece: Pieces = Pieces("friend")
    until: Literal["round", "match"] = "round"

    def do(self, context: EffectContext[Skirmish]) -> tuple[()]:
        for piece in self.piece.find(context):
            context.table.cloaked[piece] = self.until
        return ()

    def describe(self, voice: Voice) -> Clause:
        return Clause(said(f"cloak {{pieces}} for the {self.until}", pieces=self.piece.told()))


class Strike(EffectNode, frozen=True, tag="strike"):
    """Strike a piece, whose owner may answer with a reaction from the hand."""

    by: Annotated[int, Meta(ge=1, le=9)]
    to: Pieces = Pieces()

    def do(self, context: EffectContext[Skirmish]) -> Sequence[EffectNode]:
        table = context.table
        for piece in self.to.find(context):
            owner, table.coming = table.owner[piece], self.by
            hand = [card for card in table.hands[owner] if table.reaction(card, "strike")]
            more = {"blind": True, "may_stop": True}
            for card in context.choose_cards(owner, hand, 1, "defend", **more):
                table.hands[owner].remove(card)
                context.set_off(card, owner, table.reaction(card, "strike"))
            context.remember("it", (piece,))
            return (Struck(),)
        return ()

    def describe(self, voice: Voice) -> Clause:
        return Clause(said("strike {pieces} for {by}", pieces=self.to.told(), by=self.by))


class Struck(EffectNode, frozen=True, tag="struck"):
    """What comes of a strike, after the reaction to it."""

    def do(self, context: EffectContext[Skirmish]) -> tuple[()]:
        for piece in context.names["it"] if context.table.coming else ():
            context.table.hurt(piece, context.table.coming)
        return ()


class Reduce(EffectNode, frozen=True, tag="reduce"):
    """Take from a strike that is coming."""

    by: Annotated[int, Meta(ge=1, le=9)]

    def do(self, context: EffectContext[Skirmish]) -> tuple[()]:
        context.table.coming = max(0, context.table.coming - self.by)
        return ()

    def describe(self, voice: Voice) -> Clause:
        return Clause(said("take {by} from the strike", by=self.by))


class InSector(AmountNode, frozen=True, tag="pieces"):
    """How many pieces there are in a sector."""

    sector: Literal["north", "south"]

    def value(self, context: EvaluationContext[Skirmish]) -> int:
        return sum(sector_of(square) == self.sector for square in context.queries.squares.values())

    def describe(self, unit: Called, voice: Voice) -> Measure:
        each = unit.several(1, "accusative")
        return same(gettext(f"{{each}} for each piece in the {self.sector}", each=each))


class Hidden(ConditionNode, frozen=True, tag="cloaked"):
    """It is cloaked."""

    def holds(self, context: EvaluationContext[Skirmish]) -> bool:
        return any(piece in context.queries.cloaked for piece in context.names.get("it", ()))

    def follow(self, flow: Flow, place: NodePath, known: Known) -> Known:
        flow.needs_name("it", place, known)
        return known

    def describe(self, voice: Voice, *, no: bool = False) -> str:
        return gettext("that piece is not cloaked") if no else gettext("that piece is cloaked")


# When


class _When(AbilityNode, Generic[ConditionT, EffectT], frozen=True, tag_field="on"):
    then: Annotated[tuple[EffectT, ...], Meta(min_length=1, max_length=6)]
    needs: ConditionT | None = None
    once: bool = False


class Played(_When[ConditionT, EffectT], Generic[ConditionT, EffectT], frozen=True, tag="played"):
    """As the card is played."""

    def moment(self, voice: Voice) -> str:
        return gettext("when played")


class Reaction(_When[ConditionT, EffectT], Generic[ConditionT, EffectT], frozen=True, tag="reaction"):
    """As something happens to a piece of yours."""

    to: tuple[Literal["strike", "shot"], ...] = ("strike",)

    def moment(self, voice: Voice) -> str:
        return gettext("as a reaction")


class Entered(_When[ConditionT, EffectT], Generic[ConditionT, EffectT], frozen=True, tag="entered"):
    """As a piece enters a sector; it is `it`."""

    sector: Literal["north", "south"] = "north"

    def brings(self) -> frozenset[str]:
        return frozenset({"it"})

    def moment(self, voice: Voice) -> str:
        return gettext(f"when a piece enters the {self.sector}")


VOCABULARY = Vocabulary(
    words=(Damage, Move, Cloak, Strike, Reduce, If, May, Choose, InSector, Dice, Hidden, CoinShows, Not),
    players={word: PLAYERS[word] for word in ("you", "opponent", "chosen")},
)

AnyWhen: Any = VOCABULARY.of(Played) | VOCABULARY.of(Reaction) | VOCABULARY.of(Entered)
STORED = Vocabulary((*VOCABULARY.words, Struck), VOCABULARY.players).of(Program)
"""A program may hold what no file may: what comes of a strike."""


class Action(Node, frozen=True):
    number: Annotated[str, Meta(pattern=r"^[A-Z]{2,5}-[0-9]{2,3}$")]
    name: str
    genre: Literal["", "robot", "ghost"] = ""
    abilities: tuple[AnyWhen, ...] = ()


class Tactics(Node, frozen=True):
    key: str
    actions: tuple[Action, ...] = ()
    decks: dict[str, str] = msgspec.field(default_factory=dict)


FORMAT = CardFormat(
    vocabulary=VOCABULARY,
    file=Tactics,
    cards=("actions",),
    tables={"Tactics": "the tactics", "Action": "an action", "Pieces": "the pieces", "Where": "the square",
            "PieceFilter": "the filter"},
    codes={},
    ability=lambda card, ability: iter(()),
    references=lambda card_set, base, report: None,
    advice=lambda card: iter(()),
    further=lambda card: (),
)  # fmt: skip


# The table


class Skirmish:
    """The table. A piece is its card."""

    vocabulary = VOCABULARY
    over = False

    def __init__(self, *faces: Action) -> None:
        self.seats = [0, 1]
        self.work = Work()
        self.faces = list(faces)
        self.owner: dict[int, int] = {}
        self.squares: dict[int, int] = {}
        self.hands: list[list[int]] = [[], []]
        self.cloaked: dict[int, str] = {}
        self.wounds: dict[int, int] = {}
        self.coming = 0
        self.told: list[str] = []

    def put(self, seat: int, square: int, genre: str = "") -> int:
        piece = self.card(Action("PIE-01", "Piece", genre))
        self.owner[piece], self.squares[piece] = seat, square
        return piece

    def card(self, face: Action) -> int:
        self.faces.append(face)
        return len(self.faces) - 1

    def face(self, card: int) -> Action:
        return self.faces[card]

    def reaction(self, card: int, to: str) -> Any:
        found = [each for each in self.faces[card].abilities if isinstance(each, Reaction) and to in each.to]
        return found[0] if found else None

    def hurt(self, piece: int, by: int) -> None:
        self.wounds[piece] = self.wounds.get(piece, 0) + by

    def move(self, context: EffectContext[Skirmish], piece: int, square: int) -> None:
        before, self.squares[piece] = self.squares[piece], square
        for card, face in enumerate(self.faces):
            for each in face.abilities:
                if isinstance(each, Entered) and each.sector == sector_of(square) != sector_of(before):
                    context.set_off(card, context.seat, each, it=(piece,))

    def rerolls(self, seat: int) -> tuple[int, ...]:
        return ()

    def rolled(self, card: int, seat: int, dice: tuple[int, ...], sides: int, *, again: bool) -> None:
        self.told.append(f"rolled {dice}")

    def tossed(self, card: int, seat: int, *, heads: bool) -> None:
        self.told.append(f"tossed {heads}")

    def cut_short(self, card: int) -> None:
        self.told.append(f"cut short {card}")


class Bout:
    """Actions played on a skirmish; what stands is stored and read again at every step."""

    def __init__(self, table: Skirmish, *dice: int) -> None:
        self.table, self.rng, self.program = table, LoadedDice(*dice), Program()

    def play(self, ability: Any, seat: int = 0) -> Bout:
        card = self.table.card(Action("ACT-01", "Action", abilities=(ability,)))
        self.program = machine.begin(self.program, card, seat, ability)
        return self._kept(machine.run(self.program, self.table, self.rng))

    def answer(self, *values: int) -> Bout:
        for value in values:
            self._kept(machine.answer(self.program, self.table, value, self.rng))
        return self

    def _kept(self, program: Program) -> Bout:
        self.program = msgspec.json.decode(msgspec.json.encode(program), type=STORED)
        assert self.program == program
        return self

    @property
    def question(self) -> Question:
        assert self.program.question is not None
        return self.program.question


WORDS: Mapping[str, str] = {
    "deal {amount} to {pieces}": "füge {pieces} {amount} zu",
    "an enemy robot": "einem feindlichen Roboter",
    "that piece": "dieser Figur",
    "when played": "wenn ausgespielt",
    "damage": "Schaden",
    "{number} damage": "{number} Schaden",
    "that piece is not cloaked": "diese Figur nicht getarnt ist",
    "that piece is cloaked": "diese Figur getarnt ist",
    "as a reaction": "als Reaktion",
    "take {by} from the strike": "nimm dem Hieb {by}",
    "move {pieces} to a beside square": "bewege {pieces} auf ein Feld daneben",
    "a friendly piece": "eine eigene Figur",
}
"""The game in German."""
