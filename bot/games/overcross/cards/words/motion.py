"""Moving, pushing, teleporting and redeploying Characters, moving Terrains (OVC-16, OVC-32, OVC-33)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from bot.base.language import gettext
from bot.engine.cards.effect_context import EffectContext, EvaluationContext
from bot.engine.cards.nodes import EffectNode, Fault, NodePath
from bot.engine.cards.program import STOP
from bot.engine.cards.text.clauses import Clause, VerbForms, clause, does, said
from bot.engine.cards.text.grammar import Called
from bot.engine.cards.text.people import you
from bot.engine.cards.text.terms import Voice
from bot.engine.decks import Card
from bot.engine.grid import squares_of
from bot.games.overcross.cards.field import DIRECTIONS, OFF, PieceQueries, PieceTable
from bot.games.overcross.cards.statics import Nearer
from bot.games.overcross.cards.words.pieces import (
    PIECE,
    SQUARE,
    OnPieces,
    Pieces,
    To,
    choose_or_not,
    follow_to,
    meant,
    piece_words,
    yours_or_theirs,
)

if TYPE_CHECKING:
    from bot.engine.cards.flow import Flow, Known

DIRECTION, PLACE = "direction", "square"
"""The kinds of questions for one of 8 directions, and for a square."""
Squares = Annotated[int, Meta(ge=1, le=20)]


class _Moved(OnPieces, frozen=True):
    """Base class of effects that change Characters' squares."""

    def possible(self, context: EvaluationContext[Any]) -> Iterator[Card]:
        """Yield the pieces of which at least one must exist: those that a card can move."""
        return (card for card in meant(context, self.to) if not context.queries.unmoved(card))

    def has_target(self, context: EvaluationContext[Any]) -> bool:
        """Whether a card can move such a piece."""
        return next(self.possible(context), None) is not None


class Push(_Moved, frozen=True, tag="push"):
    """Push Characters in a direction (OVC-33)."""

    by: Squares = 1

    def do(self, context: EffectContext[PieceTable]) -> tuple[()]:
        """Let the card's player choose a direction for each, then push them."""
        pieces = self.whom(context)
        ways = range(len(DIRECTIONS))
        chosen = [(piece, context.ask(context.seat, DIRECTION, ways, "push")) for piece in pieces]
        for piece, direction in chosen:
            context.table.push(context, piece, direction, self.by)
        return ()

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence: who is pushed, and how far."""
        squares = Called(SQUARE).several(self.by, "accusative")
        piece = piece_words(self.to, "accusative", voice)
        return does(_PUSH, you(voice), voice, piece=piece, squares=squares)


class Teleport(_Moved, frozen=True, tag="teleport"):
    """Put Characters on free squares outside of all deploy zones."""

    within: Squares = 5

    def possible(self, context: EvaluationContext[Any]) -> Iterator[Card]:
        """Yield the Characters that can be teleported."""
        return (card for card in super().possible(context) if self.squares(context.queries, card))

    def do(self, context: EffectContext[PieceTable]) -> tuple[()]:
        """Let the card's player choose a square for each Character."""
        for piece in self.whom(context):
            squares = list(squares_of(self.squares(context.queries, piece)))
            if squares:
                context.table.teleport(context, piece, context.ask(context.seat, PLACE, squares, "teleport"))
        return ()

    def squares(self, queries: PieceQueries, card: Card) -> int:
        """Return the squares to which a Character can be teleported."""
        piece = queries.piece(card)
        if piece is None or piece.square == OFF:
            return 0
        return queries.grid.box(piece.square, self.within) & queries.free & ~queries.deploy_zones

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence: who is teleported, and where."""
        piece = piece_words(self.to, "accusative", voice)
        return does(_TELEPORT, you(voice), voice, piece=piece, number=self.within)


class Redeploy(_Moved, frozen=True, tag="redeploy"):
    """Put Characters back into their owners' deploy zones (OVC-32)."""

    def do(self, context: EffectContext[PieceTable]) -> tuple[()]:
        """Redeploy them; their owners choose where."""
        for piece in self.whom(context):
            context.table.redeploy(context, piece)
        return ()

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence: who is redeployed."""
        return Clause(said(_REDEPLOY, piece=piece_words(self.to, "nominative", voice)))


class Move(EffectNode, frozen=True, tag="move"):
    """A Character may move without using its own action (OVC-16)."""

    by: Squares
    """Its speed for this move."""
    to: To = Pieces("friend")

    def possible(self, context: EvaluationContext[Any]) -> Iterator[Card]:
        """Yield the Characters that can move."""
        queries = context.queries
        cards = meant(context, self.to)
        return (card for card in cards if not queries.unmoved(card) and queries.walks(card, self.by))

    def follow(self, flow: Flow, place: NodePath, known: Known) -> Known:
        """Return the knowledge after it."""
        return super().follow(flow, place, follow_to(self.to, flow, place, known))

    def do(self, context: EffectContext[PieceTable]) -> tuple[()]:
        """Let the card's player choose a Character, if there are several, and its square, or decline."""
        able = tuple(self.possible(context))
        for piece in choose_or_not(context, able) if isinstance(self.to, Pieces) else able:
            squares = list(squares_of(context.queries.walks(piece, self.by)))
            square = context.ask(context.seat, PLACE, squares, "move", may_stop=True)
            if square != STOP:
                context.table.walk(context, piece, square, self.by)
                return ()
        context.table.unused(context)
        return ()

    def faults(self) -> Iterator[Fault]:
        """Yield the fault of moving anything else than one Character."""
        if isinstance(self.to, Pieces) and self.to.how != "choose":
            yield "E418", ("to", "how"), gettext("one Character moves, which is chosen: leave it out.")
        if isinstance(self.to, Pieces) and self.to.kind != ("character",):
            yield "E441", ("to", "kind"), gettext('only Characters move so; a Terrain is moved by "shift".')

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence: who may move, and how far."""
        squares = Called(SQUARE).several(self.by, "accusative")
        piece = piece_words(self.to, "nominative", voice)
        return Clause(said(_MOVE, piece=piece, squares=squares), optional=True)


class Shift(EffectNode, frozen=True, tag="shift"):
    """Move a Terrain by a square (OVC-13)."""

    to: Pieces = Pieces(kind=("terrain",), unhurt=True)

    def possible(self, context: EvaluationContext[Any]) -> Iterator[Card]:
        """Yield the Terrains that can be moved."""
        return (card for card in self.to.found(context) if context.queries.terrain_steps(card))

    def do(self, context: EffectContext[PieceTable]) -> tuple[()]:
        """Let the card's player choose a Terrain and its new centre."""
        cards = tuple(self.possible(context))
        if cards:
            terrain = context.ask(context.seat, PIECE, cards, "target")
            centres = list(squares_of(context.queries.terrain_steps(terrain)))
            context.table.move_terrain(context, terrain, context.ask(context.seat, PLACE, centres, "shift"))
        return ()

    def faults(self) -> Iterator[Fault]:
        """Yield the fault of moving anything else than one Terrain."""
        if self.to.kind != ("terrain",) or self.to.how != "choose":
            yield "E441", ("to",), gettext('one Terrain is moved: to = { kind = ["terrain"] }.')

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence with the Terrain that is moved."""
        return does(_SHIFT, you(voice), voice, piece=piece_words(self.to, "accusative", voice))


class DeployNearer(EffectNode, frozen=True, tag="deploy-nearer"):
    """The next Character that you deploy this turn may go beyond your zone, up to the middle line."""

    def do(self, context: EffectContext[PieceTable]) -> tuple[()]:
        """Put it in force until the next deployment, at most for this turn."""
        context.table.last(context, (Nearer(context.seat),), "turn")
        return ()

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence with the permitted squares."""
        return yours_or_theirs(_DEPLOY, voice)


_PUSH = VerbForms(
    "push {piece} {squares} in a direction of your choice",
    "you push {piece} {squares} in a direction of your choice",
    "{player} pushes {piece} {squares} in a direction of their choice",
)
_TELEPORT = VerbForms(
    "put {piece} on a free square within {number} of where it is, in no deploy zone",
    "you put {piece} on a free square within {number} of where it is, in no deploy zone",
    "{player} puts {piece} on a free square within {number} of where it is, in no deploy zone",
)
_REDEPLOY = clause("{piece} is redeployed")
_MOVE = clause("{piece} may move up to {squares} without using its action")
_SHIFT = VerbForms(
    "move {piece} by 1 square in a direction of your choice",
    "you move {piece} by 1 square in a direction of your choice",
    "{player} moves {piece} by 1 square in a direction of their choice",
)
_DEPLOY = (
    clause(
        "the next Character you deploy this turn may go on any free square that is nearer to your edge than "
        "the middle line and in no other deploy zone"
    ),
    clause(
        "the next Character that {player} deploys this turn may go on any free square that is nearer to "
        "their edge than the middle line and in no other deploy zone"
    ),
)
