"""What is so as long as a card is in play, or for a time: words that the rules ask for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from msgspec import Meta

from bot.engine.cards.effect_context import EffectContext
from bot.engine.cards.evaluation_context import EvaluationContext
from bot.engine.cards.nodes import EffectNode
from bot.engine.cards.text.clauses import Clause, clause, said
from bot.engine.cards.text.grammar import Called, Case
from bot.engine.cards.text.terms import Voice
from bot.engine.decks import Card
from bot.engine.language import N_, gettext
from bot.games.overcross.cards import statics
from bot.games.overcross.cards.field import BEARER, SELF, PieceQueries, PieceTable
from bot.games.overcross.cards.printed import Deed, Kind
from bot.games.overcross.cards.words.pieces import SQUARE, OnPieces, in_question, named, piece_words

Until: TypeAlias = Literal["turn", "own-turn"]
"""To the end of this turn, or of the next turn of the Character's player that begins after this one."""


class Forbid(OnPieces, frozen=True, kw_only=True, tag="forbid"):
    """Characters may not do something: all the time, or for a while."""

    lasting: ClassVar[bool] = True
    what: Deed
    until: Until = "turn"

    def do(self, context: EffectContext[PieceTable]) -> tuple[()]:
        """Forbid it."""
        pieces = self.whom(context)
        if pieces:
            found = [statics.Forbid(self.what, piece) for piece in pieces]
            context.table.last(context, found, self.until)
        return ()

    def statics(self, context: EvaluationContext[PieceQueries], card: Card) -> Iterator[statics.Forbid]:  # noqa: ARG002
        """Yield what is forbidden as long as this is so."""
        yield from [statics.Forbid(self.what, piece) for piece in in_question(context, self.to)]

    def describe(self, voice: Voice) -> Clause:
        """Return who may not do what."""
        until = "" if voice.static else self.until
        piece = piece_words(self.to, "nominative", voice)
        return Clause(said(_FORBIDDEN[self.what, until], piece=piece))


class StaticEffect(EffectNode, frozen=True):
    """Something that is so as long as its card is in play, of this Character or of the bearer."""

    lasting: ClassVar[bool] = True

    def do(self, context: EffectContext[PieceTable]) -> tuple[()]:  # noqa: ARG002 - nothing happens
        """Do nothing: it is in force all the time, or not at all."""
        return ()

    def whom(self, context: EvaluationContext[PieceQueries]) -> Sequence[Card]:
        """Return the Character that it is about."""
        return named(context, BEARER) or named(context, SELF)

    def clause(self, message: str, voice: Voice, *, case: Case = "nominative", **values: Any) -> Clause:
        """Return a clause about the Character."""
        piece = piece_words("bearer" if voice.kind == "edit" else "self", case, voice)
        return Clause(said(message, piece=piece, **values))


class Passes(StaticEffect, frozen=True, tag="passes"):
    """It moves through what stops others."""

    what: Literal["enemies", "obstructive"]

    def statics(self, context: EvaluationContext[PieceQueries], card: Card) -> Iterator[statics.Passes]:  # noqa: ARG002
        """Yield what it passes."""
        yield from [statics.Passes(self.what, piece) for piece in self.whom(context)]

    def describe(self, voice: Voice) -> Clause:
        """Return what it moves through."""
        return self.clause(_PASSES[self.what], voice)


class NoSlow(StaticEffect, frozen=True, tag="no-slow"):
    """Slow Terrain costs it no extra movement."""

    def statics(self, context: EvaluationContext[PieceQueries], card: Card) -> Iterator[statics.NoSlow]:  # noqa: ARG002
        """Yield that it is not slowed."""
        yield from [statics.NoSlow(piece) for piece in self.whom(context)]

    def describe(self, voice: Voice) -> Clause:
        """Return whom Terrain does not slow."""
        return self.clause(_NO_SLOW, voice, case="accusative")


class TargetLimit(StaticEffect, frozen=True, tag="target-limit"):
    """Ranged attacks from further away cannot be aimed at it."""

    within: Annotated[int, Meta(ge=1, le=20)]

    def statics(self, context: EvaluationContext[PieceQueries], card: Card) -> Iterator[statics.TargetLimit]:  # noqa: ARG002
        """Yield from how far it can be attacked."""
        yield from [statics.TargetLimit(self.within, piece) for piece in self.whom(context)]

    def describe(self, voice: Voice) -> Clause:
        """Return from where it cannot be attacked."""
        return self.clause(_TARGET_LIMIT, voice, number=self.within)


class Unmoved(StaticEffect, frozen=True, tag="unmoved"):
    """No card pushes, moves, teleports or redeploys it."""

    def statics(self, context: EvaluationContext[PieceQueries], card: Card) -> Iterator[statics.Unmoved]:  # noqa: ARG002
        """Yield that it stays where it is."""
        yield from [statics.Unmoved(piece) for piece in self.whom(context)]

    def describe(self, voice: Voice) -> Clause:
        """Return whom no card moves."""
        return self.clause(_UNMOVED, voice, case="accusative")


class ZoneRows(StaticEffect, frozen=True, tag="zone-rows"):
    """While it is in play, its player may deploy further forward."""

    rows: Annotated[int, Meta(ge=1, le=3)] = 1

    def statics(self, context: EvaluationContext[PieceQueries], card: Card) -> Iterator[statics.ZoneRows]:  # noqa: ARG002
        """Yield how many rows more."""
        yield statics.ZoneRows(self.rows, context.seat)

    def describe(self, voice: Voice) -> Clause:
        """Return where one may deploy."""
        squares = Called(SQUARE).several(self.rows, "accusative")
        if voice.you:
            return Clause(said(_THEIR_ZONE_ROWS, player=voice.you, squares=squares))
        return Clause(said(_ZONE_ROWS, squares=squares))


class Discount(StaticEffect, frozen=True, tag="discount"):
    """Cards of a kind cost you less to play, but at least 1."""

    kind: Kind
    by: Annotated[int, Meta(ge=1, le=3)] = 1

    def statics(self, context: EvaluationContext[PieceQueries], card: Card) -> Iterator[statics.Cost]:  # noqa: ARG002
        """Yield how much less."""
        yield statics.Cost(self.kind, -self.by, context.seat)

    def describe(self, voice: Voice) -> Clause:
        """Return which cards cost less."""
        cards = gettext(_KINDS[self.kind])
        if voice.you:
            return Clause(said(_THEIR_DISCOUNT, cards=cards, player=voice.you, number=self.by))
        return Clause(said(_DISCOUNT, cards=cards, number=self.by))


_FORBIDDEN = {
    ("act", ""): clause("{piece} cannot act"),
    ("act", "turn"): clause("{piece} cannot act this turn"),
    ("act", "own-turn"): clause("{piece} cannot act until the end of its player's next turn"),
    ("move", ""): clause("{piece} cannot move as its minor action"),
    ("move", "turn"): clause("{piece} cannot move as its minor action this turn"),
    ("move", "own-turn"): clause(
        "{piece} cannot move as its minor action until the end of its player's next turn"
    ),
    ("attack", ""): clause("{piece} cannot attack"),
    ("attack", "turn"): clause("{piece} cannot attack this turn"),
    ("attack", "own-turn"): clause("{piece} cannot attack until the end of its player's next turn"),
    ("star", ""): clause("{piece} can make no star attacks"),
    ("star", "turn"): clause("{piece} can make no star attacks this turn"),
    ("star", "own-turn"): clause("{piece} can make no star attacks until the end of its player's next turn"),
    ("special", ""): clause("{piece} can use no minor, major or full specials"),
    ("special", "turn"): clause("{piece} can use no minor, major or full specials this turn"),
    ("special", "own-turn"): clause(
        "{piece} can use no minor, major or full specials until the end of its player's next turn"
    ),
}
"""What is forbidden, by what and for how long; "" for as long as the card is there."""
_PASSES = {
    "enemies": clause("{piece} may move through enemies"),
    "obstructive": clause(
        "{piece} moves over obstructive Terrain, but not onto it, and past closed corners; it enters all "
        "else that it passes"
    ),
}
_NO_SLOW = clause("Terrain costs {piece} no extra movement")
_TARGET_LIMIT = clause("{piece} cannot be the target of ranged attacks from more than {number} squares away")
_UNMOVED = clause("no card pushes, moves, teleports or redeploys {piece}; its own moves are free")
_ZONE_ROWS = clause(
    "you may also deploy up to {squares} further from your edge, but not in other zones; for Terrain "
    "and objectives the zone is unchanged"
)
_THEIR_ZONE_ROWS = clause(
    "{player} may also deploy up to {squares} further from their edge, but not in other zones; for Terrain "
    "and objectives the zone is unchanged"
)
_KINDS = {
    "character": N_("Characters"),
    "edit": N_("Edits"),
    "terrain": N_("Terrains"),
    "event": N_("Events"),
}
_DISCOUNT = clause("{cards} cost you {number} less to play (at least 1)")
_THEIR_DISCOUNT = clause("{cards} cost {player} {number} less to play (at least 1)")
