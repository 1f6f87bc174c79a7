"""Discarding down to a number of cards in hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Generic, Literal

from msgspec import Meta

from bot.base.language import gettext, pgettext
from bot.engine.cards.effect_context import EffectContext
from bot.engine.cards.flow import Flow, Known, joined
from bot.engine.cards.matching import fitting
from bot.engine.cards.nodes import EffectNode, Effects, EffectT, Fault, FilterNode, NodePath, WhoseT
from bot.engine.cards.text.amounts import describe_filter
from bot.engine.cards.text.clauses import Clause, Said, VerbForms, branch, does, only, parted
from bot.engine.cards.text.grammar import Called, Words
from bot.engine.cards.text.people import target, you
from bot.engine.cards.text.terms import CARD, HAND, Voice
from bot.engine.cards.words.hands import by_lot, by_owner, top_cards
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.games.arclash.cards.words.field import BattleTable, HandOrDeck
from bot.games.arclash.cards.words.places import Filter

# Guessing: an opponent guesses the position of a marked card in a hand.


class Guess(EffectNode, Generic[EffectT], frozen=True, tag="guess"):
    """You mark a matching card of your hand, the hand is laid out in random order, and the opponent guesses
    its position; there are effects for a right and a wrong guess. A right guess shows the card. Without a
    matching card nothing happens.
    """

    essential: ClassVar[tuple[str, ...]] = ("right", "wrong")
    which: Filter = Filter()
    whose: Literal["opponent", "chosen"] = "opponent"
    right: Effects[EffectT] = ()
    wrong: Effects[EffectT] = ()

    def do(self, context: EffectContext[BattleTable]) -> Sequence[EffectT]:
        """Let the opponent guess the position of the marked card.

        The hand's owner marks the card. The owner is asked even with only one matching card, because others
        must not learn the number of matching cards. With a hand of one card there is nothing to mark or to
        guess.
        """
        hand = context.queries.cards("hand", context.seat)
        marks = fitting(context.queries, hand, self.which)
        guessers = context.players(self.whose) if hand else ()
        if not guessers or not marks:
            return ()
        if len(hand) == 1:
            marked, place, position = marks[0], 0, 0
        else:
            (marked,) = context.choose_cards(context.seat, marks, 1, "guess")
            place = context.place(marked, hand, "guess")
            position = context.ask(guessers[0], "guess", range(len(hand)), of=context.seat)
        right = position == place
        context.table.guessed(context.card, guessers[0], position, marked if right else None)
        return self.right if right else self.wrong

    def follow(self, flow: Flow, place: NodePath, known: Known) -> Known:
        """Return the knowledge after a right or a wrong guess."""
        known = flow.whose(self, place, known)
        right = flow.effects(self.right, (*place, "right"), known)
        return joined((right, flow.effects(self.wrong, (*place, "wrong"), known)))

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence: the marked card, the guesser, and the consequences."""
        inside = voice._replace(explicit=True)
        card = describe_filter(self.which, 1, voice, "accusative")
        marked = does(_MARK, you(voice), voice, card=card).words
        guesser = target(self.whose, voice).subject
        first = parted(marked, pgettext("main", "{player} guesses where it is", player=guesser))
        cases = [(case, of) for case, of in ((_right, self.right), (_wrong, self.wrong)) if of]
        within = [case(branch(of, inside, outermost=False)) for case, of in cases]
        alone = [case(branch(of, inside, outermost=True)) for case, of in cases]
        words = parted(first, *[one.main for one in within])
        return Clause(words, (first, *alone), closed=False, branching=bool(alone))


_MARK = VerbForms(
    "mark {card} in your hand", "you mark {card} in your hand", "{player} marks {card} in their hand"
)


def _right(what: Said) -> Said:
    return only(gettext("right: {what}", what=Words(what.main)))


def _wrong(what: Said) -> Said:
    return only(gettext("wrong: {what}", what=Words(what.main)))


# Looking at a hand, or at the top cards of your own deck.


class Look(EffectNode, Generic[WhoseT], frozen=True, tag="look"):
    """Look at a player's hand, or with `top` at this many cards of your deck, which stay where they are.

    Only you see the cards; all players learn that you have looked.
    """

    whose: WhoseT = "opponent"  # type: ignore[assignment] # a word of every game
    top: Annotated[int, Meta(ge=0, le=8)] = 0

    def do(self, context: EffectContext[BattleTable]) -> tuple[()]:
        """Show the cards to the controller until it confirms.

        The order of the cards is not shown.
        """
        zone, places = self._looked_at(context)
        if not places:
            return ()
        owners = list(places)
        more: dict[str, Any] = {"of": owners[0]} if zone == "hand" and len(owners) == 1 else {}
        looking = tuple(sorted([card for cards in places.values() for card in cards]))
        context.choose_cards(context.seat, (), 1, "look", blind=True, may_stop=True, looking=looking, **more)
        for seat, cards in places.items():
            context.table.looked(context.card, context.seat, seat, zone, tuple(sorted(cards)))
        return ()

    def _looked_at(
        self, context: EffectContext[BattleTable]
    ) -> tuple[HandOrDeck, Mapping[Seat, Sequence[Card]]]:
        """Return the zone, and its cards by owner."""
        queries, seat = context.queries, context.seat
        if self.top:
            context.table.refill(seat, self.top)
            cards = queries.cards("deck", seat)[: self.top]
            return "deck", {seat: cards} if cards else {}
        hands = {
            other: queries.cards("hand", other) for other in context.players(self.whose) if other != seat
        }
        return "hand", {other: cards for other, cards in hands.items() if cards}

    def faults(self) -> Iterator[Fault]:
        """Yield the fault of looking at your own hand, and fields without meaning for a deck."""
        if self.top and self.whose != "opponent":
            yield "E418", ("whose",), gettext("with top you look at your own deck: leave it out.")
        elif not self.top and self.whose == "you":
            yield "E417", (), gettext("this does nothing.")

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence: the cards that are looked at."""
        reader = you(voice)
        if self.top:
            return does(_LOOK, reader, voice, what=top_cards(self.top, reader))
        return does(_LOOK, reader, voice, what=target(self.whose, voice).thing(HAND.one, "accusative"))


_LOOK = VerbForms("look at {what}", "you look at {what}", "{player} looks at {what}")


# Returning a card in play to the hand or the deck.


class Return(EffectNode, Generic[WhoseT], frozen=True, tag="return"):
    """A player takes back the top Advancement of the stack, or the last Support in play.

    A Level 1 stays, and a shield against level loss protects an Advancement. A card does not return itself.
    """

    what: Literal["advancement", "support"] = "advancement"
    whose: WhoseT = "opponent"  # type: ignore[assignment] # a word of every game
    to: Literal["hand", "deck"] = "hand"
    """`deck`: it is shuffled into the deck."""

    def do(self, context: EffectContext[BattleTable]) -> tuple[()]:
        """Let the players take it back."""
        for seat in context.players(self.whose):
            if self.what == "advancement":
                context.table.take_back_advancement(context.card, seat, self.to, context.rng)
                continue
            supports = [card for card in context.queries.cards("supports", seat) if card != context.card]
            if supports:
                context.table.take_back_support(context.card, seat, supports[-1], self.to, context.rng)
        return ()

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence: who takes back which card."""
        return does(_BACK[self.what, self.to], target(self.whose, voice), voice)


_BACK: Mapping[tuple[str, str], VerbForms] = {
    ("advancement", "hand"): VerbForms(
        "take your top Advancement back into your hand",
        "you take your top Advancement back into your hand",
        "{player} takes their top Advancement back into their hand",
    ),
    ("advancement", "deck"): VerbForms(
        "shuffle your top Advancement into your deck",
        "you shuffle your top Advancement into your deck",
        "{player} shuffles their top Advancement into their deck",
    ),
    ("support", "hand"): VerbForms(
        "take your last other Support in play back into your hand",
        "you take your last other Support in play back into your hand",
        "{player} takes their last Support in play back into their hand",
    ),
    ("support", "deck"): VerbForms(
        "shuffle your last other Support in play into your deck",
        "you shuffle your last other Support in play into your deck",
        "{player} shuffles their last Support in play into their deck",
    ),
}
"""Texts, by the kind of card and its destination."""


class DiscardDown(EffectNode, Generic[WhoseT], frozen=True, tag="discard-down"):
    """Players with more cards in hand discard down to this number."""

    to: Annotated[int, Meta(ge=0, le=8)]
    whose: WhoseT = "opponent"  # type: ignore[assignment] # a word of every game
    how: Literal["owner", "random"] = "owner"
    """Who chooses the cards: the hand's owner, or chance."""

    def do(self, context: EffectContext[BattleTable]) -> tuple[()]:
        """Let the players discard; all choices are made before any card is discarded.

        The numbers of cards in hand are public, so players without surplus cards are not asked. Shielded
        players are skipped, which is reported.
        """
        table = context.table
        targets = [seat for seat in context.players(self.whose) if self._over(context, seat)]
        guarded = [seat for seat in targets if table.shielded(seat, context.seat, "discard")]
        chosen: list[tuple[Seat, Sequence[Card]]] = []
        for seat in targets:
            if seat not in guarded:
                choose = by_owner if self.how == "owner" else by_lot
                chosen.append((seat, choose(context, FilterNode(), seat, self._over(context, seat))))
        for seat, cards in chosen:
            table.discard(context.card, seat, seat, tuple(cards))
        for seat in guarded:
            table.prevented(context.card, seat, "discard")
        return ()

    def _over(self, context: EffectContext[BattleTable], seat: Seat) -> int:
        return max(0, len(context.queries.cards("hand", seat)) - self.to)

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence: who discards down to which number of cards."""
        cards = Called(CARD)
        left = cards.several(self.to, "accusative") if self.to else cards.none("accusative")
        verb = _DOWN if self.how == "owner" else _DOWN_AT_RANDOM
        return does(verb, target(self.whose, voice), voice, cards=left)


_DOWN = VerbForms(
    "discard until you have {cards} in hand",
    "you discard until you have {cards} in hand",
    "{player} discards until they have {cards} in hand",
)
_DOWN_AT_RANDOM = VerbForms(
    "discard at random until you have {cards} in hand",
    "you discard at random until you have {cards} in hand",
    "{player} discards at random until they have {cards} in hand",
)
