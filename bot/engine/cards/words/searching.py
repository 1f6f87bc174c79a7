"""Looking for cards in a deck or a discard pile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal

from msgspec import Meta

from bot.base.language import NN_, gettext, npgettext
from bot.engine.cards.effect_context import EffectContext
from bot.engine.cards.matching import fitting
from bot.engine.cards.nodes import EffectNode, Fault, FilterNode
from bot.engine.cards.table import HandTable
from bot.engine.cards.text.amounts import describe_filter
from bot.engine.cards.text.clauses import Clause, VerbForms, clause, does, parted, said
from bot.engine.cards.text.people import you
from bot.engine.cards.text.terms import Voice
from bot.engine.cards.words.hands import top_cards
from bot.engine.decks import Card


class Search(EffectNode, frozen=True, tag="search"):
    """Search a place of yours for up to `count` cards, show them, and take them.

    A deck that was looked into, even in part, is shuffled afterwards.
    """

    where: Literal["deck", "top", "top-half", "discard"]
    """The place: the whole deck; its top `top` cards; its top half (rounded up); the discard pile."""
    count: Annotated[int, Meta(ge=1, le=8)] = 1
    which: FilterNode = FilterNode()
    """A game has its own filter."""
    top: Annotated[int, Meta(ge=0, le=30)] = 0
    """How many cards are looked at, with `where = "top"`."""
    to: Literal["hand", "deck"] = "hand"
    """`deck`, from the discard pile only: shuffled into the deck."""

    def do(self, context: EffectContext[HandTable]) -> tuple[()]:
        """Let the card's controller take up to `count` matching cards, or none.

        A player who searches a deck is asked even if nothing matches, until all allowed cards are taken or
        the player stops: others learn only which cards were taken. Taking none is announced too, and the deck
        is shuffled. Only cards of the discard pile can go to the deck.
        """
        looked = self._looked_at(context)
        if not looked:
            return ()
        zone = "discard" if self.where == "discard" else "deck"
        blind = zone == "deck"
        taken = context.choose_cards(
            context.seat,
            fitting(context.queries, looked, self.which),
            self.count,
            "search",
            blind=blind,
            may_stop=True,
            looking=tuple(sorted(looked)),
        )
        to = "hand" if blind else self.to
        context.table.take(context.card, context.seat, zone, taken, to, context.rng)
        return ()

    def _looked_at(self, context: EffectContext[HandTable]) -> Sequence[Card]:
        if self.where == "discard":
            return context.queries.cards("discard", context.seat)
        if self.where == "top":
            context.table.refill(context.seat, self.top)
        deck = context.queries.cards("deck", context.seat)
        if self.where == "top":
            return deck[: self.top]
        return deck if self.where == "deck" else deck[: (len(deck) + 1) // 2]

    def faults(self) -> Iterator[Fault]:
        """Yield faults of `top`, and of places from which cards cannot go to the deck."""
        if self.where == "top" and not self.top:
            yield "E411", (), gettext("say how many cards are looked at: top = 5, for example.")
        elif self.where != "top" and self.top:
            yield "E411", ("top",), gettext('this belongs to where = "top" alone.')
        if self.to == "deck" and self.where != "discard":
            sentence = gettext('only cards of the discard pile can go into the deck: where = "discard".')
            yield "E412", ("to",), sentence

    def describe(self, voice: Voice) -> Clause:
        """Return the place and the cards to search for."""
        reader = you(voice)
        cards = describe_filter(self.which, self.count, voice, "accusative", up_to=True)
        if self.where == "discard":
            message = _FROM_PILE[self.to][reader.second]
            return Clause(said(message, player=reader.subject, cards=cards), optional=reader.second)
        if self.where == "deck":
            queries = does(SEARCH, reader, voice)
        elif self.where == "top":
            queries = does(_LOOK_AT_TOP, reader, voice, cards=top_cards(self.top, reader))
        else:
            queries = does(_LOOK_AT_HALF, reader, voice)
        among = self.where != "deck" and (self.where, self.top) != ("top", 1)
        one, many = (_SHOW_AMONG if among else _SHOW)[reader.second]
        described = parted(
            queries.words, npgettext("main", one, many, self.count, player=reader.subject, cards=cards)
        )
        shuffle = does(SHUFFLE, reader, voice).words
        return Clause(parted(described, shuffle.main), (described, shuffle), closed=False)


SEARCH = VerbForms("search your deck", "you search your deck", "{player} searches their deck")
_LOOK_AT_TOP = VerbForms("look at {cards}", "you look at {cards}", "{player} looks at {cards}")
_LOOK_AT_HALF = VerbForms(
    "look at the top half of your deck",
    "you look at the top half of your deck",
    "{player} looks at the top half of their deck",
)
SHUFFLE = VerbForms("shuffle your deck", "you shuffle your deck", "{player} shuffles their deck")

# The found cards; for the reader or another player

_SHOW: Mapping[bool, tuple[str, str]] = {
    True: NN_(
        "you may show {cards} and take it into your hand",
        "you may show {cards} and take them into your hand",
        "main",
    ),
    False: NN_(
        "{player} may show {cards} and take it into their hand",
        "{player} may show {cards} and take them into their hand",
        "main",
    ),
}
_SHOW_AMONG: Mapping[bool, tuple[str, str]] = {
    True: NN_(
        "you may show {cards} among them and take it into your hand",
        "you may show {cards} among them and take them into your hand",
        "main",
    ),
    False: NN_(
        "{player} may show {cards} among them and take it into their hand",
        "{player} may show {cards} among them and take them into their hand",
        "main",
    ),
}
_FROM_PILE: Mapping[str, Mapping[bool, str]] = {
    "hand": {
        True: clause("you may take {cards} from your discard pile into your hand"),
        False: clause("{player} may take {cards} from their discard pile into their hand"),
    },
    "deck": {
        True: clause("you may shuffle {cards} from your discard pile into your deck"),
        False: clause("{player} may shuffle {cards} from their discard pile into their deck"),
    },
}
