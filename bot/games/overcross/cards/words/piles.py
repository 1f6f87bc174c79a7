"""Cards in hands, decks and discard piles, and destroying cards in play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Generic, Literal

from msgspec import Meta

from bot.base.language import N_, gettext, pgettext
from bot.engine.cards.effect_context import EffectContext, EvaluationContext
from bot.engine.cards.nodes import AmountT, CostNode, EffectNode, Fault, FilterNode, WhoseT
from bot.engine.cards.text.clauses import Clause, VerbForms, clause, does, said
from bot.engine.cards.text.grammar import Called, Noun
from bot.engine.cards.text.people import target, you
from bot.engine.cards.text.terms import CARD, HAND, Mood, Voice
from bot.engine.cards.vocabulary import Players, Who
from bot.engine.cards.words import hands
from bot.engine.cards.words.players import PLAYERS
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.engine.grid import squares_of
from bot.games.overcross.cards.field import IT, SELF, PieceQueries, PieceTable
from bot.games.overcross.cards.printed import Kind
from bot.games.overcross.cards.words.motion import PLACE
from bot.games.overcross.cards.words.pieces import (
    OnPieces,
    Pieces,
    Reference,
    named,
    piece_words,
)

NOUNS: Mapping[str, Noun] = {
    "": CARD,
    "character": Noun("Character", "Characters"),
    "edit": Noun("Edit", "Edits"),
    "terrain": Noun("Terrain", "Terrains"),
    "event": Noun("Event", "Events"),
}
"""The noun for cards of each kind."""


class Filter(FilterNode, frozen=True):
    """A filter for cards: a card matches if all given fields hold."""

    kind: Kind | Literal[""] = ""
    deck_cost: Annotated[int, Meta(ge=0, le=20)] = 0
    """The maximum deck cost; 0 for any."""

    def matches(self, face: Any) -> bool:
        """Whether a card matches."""
        return (not self.kind or face.kind == self.kind) and (
            not self.deck_cost or face.deck <= self.deck_cost
        )

    def called(self, voice: Voice, zone: str = "") -> Called:  # noqa: ARG002 - all call them so
        """Return the noun phrase for these cards."""
        cost = gettext("with a deck cost of {number} or less", number=self.deck_cost)
        return Called(NOUNS[self.kind], further=cost if self.deck_cost else "")

    def known_in_play(self) -> bool:
        """Whether the noun alone means cards in play."""
        return self.kind in ("character", "edit", "terrain")


class DiscardCards(hands.DiscardCards[AmountT, WhoseT], Generic[AmountT, WhoseT], frozen=True, tag="discard"):
    """Players discard from their hand, or from the top of their deck."""

    which: Filter = Filter()


class DiscardCost(hands.DiscardCost, frozen=True, tag="discard"):
    """Discard cards of your hand, of your choice."""

    which: Filter = Filter()


class DestroyThisCost(CostNode, frozen=True, tag="destroy-this"):
    """Destroy this Edit: it can be used only once (OVC-03)."""

    destroys_self: ClassVar[bool] = True
    """The rules pay it by destroying the card."""

    def openly_payable(self, queries: PieceQueries, seat: Seat, costs: Sequence[CostNode]) -> bool:  # noqa: ARG002
        """Whether the Edit is there, which is always true when this is asked."""
        return True

    def describe(self, voice: Voice, mood: Mood, *, more: bool = False) -> str:  # noqa: ARG002 - of cards only
        """Return the cost in words."""
        return pgettext(mood, _DESTROY.bare, piece=pgettext("accusative", THIS_CARD))


class Destroy(OnPieces, frozen=True, tag="destroy"):
    """Destroy Edits or Terrains; "self" is this card."""

    to: Pieces | Reference = "self"

    def do(self, context: EffectContext[PieceTable]) -> tuple[()]:
        """Destroy them."""
        for piece in self.whom(context):
            context.table.destroy(context, piece)
        return ()

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence: the destroyed cards."""
        if self.to != "self":
            return does(_DESTROY, you(voice), voice, piece=piece_words(self.to, "accusative", voice))
        if voice.you:
            return Clause(said(_DESTROYED))
        return does(_DESTROY, you(voice), voice, piece=pgettext("accusative", THIS_CARD))


class Target(OnPieces, frozen=True, kw_only=True, tag="target"):
    """Choose a piece for the following effects."""

    to: Pieces

    def do(self, context: EffectContext[PieceTable]) -> tuple[()]:
        """Choose it."""
        self.whom(context)
        return ()

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence: the chosen pieces."""
        return does(_CHOOSE, you(voice), voice, piece=piece_words(self.to, "accusative", voice))


class Recover(EffectNode, frozen=True, tag="recover"):
    """Return cards from your discard pile to your hand, or a Character to play."""

    count: Annotated[int, Meta(ge=1, le=8)] = 1
    """The maximum; the minimum is 1."""
    which: Filter = Filter()
    to: Literal["hand", "play"] = "hand"
    """play: a Character, deployed in your zone without paying (OVC-11 applies)."""

    def possible(self, context: EvaluationContext[Any]) -> Iterator[Card]:
        """Yield the cards that can return, except the one that returns them."""
        queries, seat = context.queries, context.seat
        return (
            card
            for card in queries.cards("discard", seat)
            if self.which.matches(queries.face(card))
            and card not in named(context, SELF)
            and (self.to != "play" or queries.deploys(card, seat))
        )

    def do(self, context: EffectContext[PieceTable]) -> tuple[()]:
        """Let the card's player choose the cards, and the square of a deployed Character."""
        cards, seat = sorted(self.possible(context)), context.seat
        if cards and self.to == "play":
            card = context.ask(seat, "card", cards, "recover")
            squares = list(squares_of(context.queries.deploys(card, seat)))
            context.table.deploy(context, card, context.ask(seat, PLACE, squares, "deploy"))
        elif cards:
            # Let the card's player choose one of these cards, then optionally more.
            first = context.ask(context.seat, "card", cards, "recover", left=self.count)
            rest = [card for card in cards if card != first]
            more: dict[str, Any] = {"may_stop": True}
            context.table.take(
                context.card,
                seat,
                "discard",
                (first, *context.choose_cards(context.seat, rest, self.count - 1, "recover", **more)),
                "hand",
                context.rng,
            )
        return ()

    def faults(self) -> Iterator[Fault]:
        """Yield the fault of cards that cannot come into play."""
        if self.to == "play" and self.count > 1:
            yield "E418", ("count",), gettext("one Character comes into play: leave it out.")
        if self.to == "play" and self.which.kind != "character":
            sentence = gettext('only a Character comes back into play: which = { kind = "character" }.')
            yield "E441", ("which",), sentence

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence: which cards come from the discard pile."""
        cards = self.which.called(voice)
        words = cards.several(self.count, "accusative")
        if self.count > 1:
            words = gettext("up to {cards}", cards=words)
        return does(_DEPLOY if self.to == "play" else _RECOVER, you(voice), voice, cards=words)


class LookAtHand(EffectNode, Generic[WhoseT], frozen=True, tag="look"):
    """Look at the hand of another player."""

    whose: WhoseT = "opponent"  # type: ignore[assignment] # a word of every game

    def do(self, context: EffectContext[PieceTable]) -> tuple[()]:
        """Look at it; it stays hidden from others."""
        for seat in context.players(self.whose):
            context.table.look_at(context, seat)
        return ()

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence: whose hand is looked at."""
        hand = target(self.whose, voice).thing(HAND.one, "accusative")
        return does(_LOOK, you(voice), voice, hand=hand)


def _players_of_it(context: EvaluationContext[PieceQueries]) -> Sequence[Seat]:
    seats = [context.queries.owner(piece) for piece in context.names.get(IT, ())]
    return [seat for seat in seats[:1] if seat in context.queries.seats]


WHOSE: Mapping[str, Players] = {
    **PLAYERS,
    "its-player": Players(
        _players_of_it,
        Who(N_("that Character's player", "nominative"), N_("that Character's player's", "genitive")),
        about=IT,
    ),
}
"""All words for players.

its-player  the player of the Character that it is about: that was hit, chosen, that entered
"""

THIS_CARD = N_("this card", "accusative")
_DESTROYED = clause("this card is destroyed")
_DESTROY = VerbForms("destroy {piece}", "you destroy {piece}", "{player} destroys {piece}")
_CHOOSE = VerbForms("choose {piece}", "you choose {piece}", "{player} chooses {piece}")
_RECOVER = VerbForms(
    "return {cards} from your discard pile to your hand",
    "you return {cards} from your discard pile to your hand",
    "{player} returns {cards} from their discard pile to their hand",
)
_DEPLOY = VerbForms(
    "deploy {cards} from your discard pile in your deploy zone, without paying for it",
    "you deploy {cards} from your discard pile in your deploy zone, without paying for it",
    "{player} deploys {cards} from their discard pile in their deploy zone, without paying for it",
)
_LOOK = VerbForms("look at {hand}", "you look at {hand}", "{player} looks at {hand}")
