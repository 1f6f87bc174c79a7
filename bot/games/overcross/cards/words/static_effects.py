"""Effects that last as long as a card is in play, or for a time: words that the rules query."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from msgspec import Meta

from bot.base.language import gettext
from bot.engine.cards.effect_context import EffectContext, EvaluationContext
from bot.engine.cards.nodes import EffectNode
from bot.engine.cards.text.clauses import Clause, clause, said
from bot.engine.cards.text.grammar import Called, Case
from bot.engine.cards.text.terms import Voice
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.games.overcross.cards import statics
from bot.games.overcross.cards.field import BEARER, SELF, PieceQueries, PieceTable
from bot.games.overcross.cards.printed import KINDS, ActionKind, Kind
from bot.games.overcross.cards.statics import AnyStatic
from bot.games.overcross.cards.words.pieces import (
    SQUARE,
    OnPieces,
    in_question,
    named,
    piece_words,
    yours_or_theirs,
)

Until: TypeAlias = Literal["turn", "own-turn"]
"""To the end of this turn, or of the next turn of the Character's player that begins after this one."""


class Forbid(OnPieces, frozen=True, kw_only=True, tag="forbid"):
    """Characters may not take an action, permanently or for a time."""

    lasting: ClassVar[bool] = True
    what: ActionKind
    until: Until = "turn"

    def do(self, context: EffectContext[PieceTable]) -> tuple[()]:
        """Forbid it."""
        pieces = self.whom(context)
        if pieces:
            forbidden = [statics.Forbid(self.what, piece) for piece in pieces]
            context.table.last(context, forbidden, self.until)
        return ()

    def statics(self, context: EvaluationContext[PieceQueries], card: Card) -> Iterator[statics.Forbid]:  # noqa: ARG002
        """Yield the prohibitions that are permanently in force."""
        yield from [statics.Forbid(self.what, piece) for piece in in_question(context, self.to)]

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence: who may not take which action."""
        until = "" if voice.static else self.until
        piece = piece_words(self.to, "nominative", voice)
        return Clause(said(_FORBIDDEN[self.what, until], piece=piece))


class StaticEffect(EffectNode, frozen=True):
    """An effect on this Character or the bearer that lasts as long as its card is in play."""

    lasting: ClassVar[bool] = True

    def do(self, context: EffectContext[PieceTable]) -> tuple[()]:  # noqa: ARG002 - nothing happens
        """Do nothing: a permanent effect is not carried out."""
        return ()

    def statics(self, context: EvaluationContext[PieceQueries], card: Card) -> Iterator[AnyStatic]:  # noqa: ARG002
        """Yield the statics of the Character, for an Edit of the bearer.

        Each effect whose `lasting` is true has this method; the rules query it in an `always` ability.
        `context.names` has SELF, for an edit also BEARER. It may query positions, cards, owners and printed
        values, but never `genre`, `stat`, `attacks`, `walks`, `deploys` or anything else that depends on
        statics. A genre required by a filter is a field of the static.
        """
        yield from [self.on(piece) for piece in self.whom(context)]

    def whom(self, context: EvaluationContext[PieceQueries]) -> Sequence[Card]:
        """Return the Character concerned."""
        return named(context, BEARER) or named(context, SELF)

    def on(self, piece: Card) -> AnyStatic:
        """Return the static of a Character."""
        raise NotImplementedError

    def clause(self, message: str, voice: Voice, *, case: Case = "nominative", **values: Any) -> Clause:
        """Return a clause about the Character."""
        piece = piece_words("bearer" if voice.kind == "edit" else "self", case, voice)
        return Clause(said(message, piece=piece, **values))


class Passes(StaticEffect, frozen=True, tag="passes"):
    """It moves through pieces or terrain that stop others."""

    what: Literal["enemies", "obstructive"]

    def on(self, piece: Card) -> statics.Passes:
        """Return the obstacles it passes."""
        return statics.Passes(self.what, piece)

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence with the obstacles it passes."""
        return self.clause(_PASSES[self.what], voice)


class NoSlow(StaticEffect, frozen=True, tag="no-slow"):
    """Slow Terrain costs it no extra movement."""

    on = statics.NoSlow

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence: Terrain does not slow it."""
        return self.clause(_NO_SLOW, voice, case="accusative")


class TargetLimit(StaticEffect, frozen=True, tag="target-limit"):
    """Ranged attacks from further away cannot target it."""

    within: Annotated[int, Meta(ge=1, le=20)]

    def on(self, piece: Card) -> statics.TargetLimit:
        """Return the maximum distance of attackers."""
        return statics.TargetLimit(self.within, piece)

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence with the distance."""
        return self.clause(_TARGET_LIMIT, voice, number=self.within)


class Unmoved(StaticEffect, frozen=True, tag="unmoved"):
    """No card can push, move, teleport or redeploy it."""

    on = statics.Unmoved

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence: no card moves it."""
        return self.clause(_UNMOVED, voice, case="accusative")


class ForPlayer(StaticEffect, frozen=True):
    """An effect for the card's player that lasts as long as the card is in play."""

    def statics(self, context: EvaluationContext[PieceQueries], card: Card) -> Iterator[AnyStatic]:  # noqa: ARG002
        """Yield the statics of the player."""
        yield self.on(context.seat)


class ZoneRows(ForPlayer, frozen=True, tag="zone-rows"):
    """While it is in play, its player may deploy further forward."""

    rows: Annotated[int, Meta(ge=1, le=3)] = 1

    def on(self, seat: Seat) -> statics.ZoneRows:
        """Return the number of additional rows."""
        return statics.ZoneRows(self.rows, seat)

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence with the additional rows."""
        squares = Called(SQUARE).several(self.rows, "accusative")
        return yours_or_theirs(_ZONE_ROWS, voice, squares=squares)


class Discount(ForPlayer, frozen=True, tag="discount"):
    """Cards of a kind cost you less to play, but at least 1."""

    kind: Kind
    by: Annotated[int, Meta(ge=1, le=3)] = 1

    def on(self, seat: Seat) -> statics.Cost:
        """Return the discount."""
        return statics.Cost(self.kind, -self.by, seat)

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence: which cards cost less."""
        return yours_or_theirs(_DISCOUNT, voice, cards=gettext(KINDS[self.kind]), number=self.by)


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
"""Prohibitions by action and duration; "" for permanent ones."""
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
_ZONE_ROWS = (
    clause(
        "you may also deploy up to {squares} further from your edge, but not in other zones; for Terrain "
        "and objectives the zone is unchanged"
    ),
    clause(
        "{player} may also deploy up to {squares} further from their edge, but not in other zones; for "
        "Terrain and objectives the zone is unchanged"
    ),
)
_DISCOUNT = (
    clause("{cards} cost you {number} less to play (at least 1)"),
    clause("{cards} cost {player} {number} less to play (at least 1)"),
)
