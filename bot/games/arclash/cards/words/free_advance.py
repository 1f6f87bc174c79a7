"""Advancing outside of the Advance phase, without its costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec.structs import replace

from bot.base.language import gettext, pgettext
from bot.engine.cards.effect_context import EffectContext
from bot.engine.cards.matching import fitting
from bot.engine.cards.nodes import EffectNode, Fault
from bot.engine.cards.text.amounts import describe_filter
from bot.engine.cards.text.clauses import Clause, clause, does, parted, said
from bot.engine.cards.text.people import you
from bot.engine.cards.text.terms import Voice
from bot.engine.cards.words.searching import SEARCH, SHUFFLE
from bot.games.arclash.cards.words.field import BattleTable
from bot.games.arclash.cards.words.places import Filter


class FreeAdvance(EffectNode, frozen=True, tag="advance"):
    """You may put a Character on your stack that can advance from the current one, without its costs.

    Its `advance` abilities come next.
    """

    where: Literal["hand", "deck", "discard"] = "hand"
    """The zone to search; a deck is shuffled afterwards."""
    which: Filter = Filter()

    def do(self, context: EffectContext[BattleTable]) -> tuple[()]:
        """Let the card's controller advance.

        The controller is asked even if no card of a hand or a deck can advance: others learn only which card
        was put on the stack.
        """
        queries = context.queries
        there = queries.cards(self.where, context.seat)
        if not there:
            return ()
        hidden = self.where != "discard"
        chosen = context.choose_cards(
            context.seat,
            fitting(queries, queries.climbing(context.seat, there), self.which),
            1,
            "advance",
            blind=hidden,
            may_stop=True,
            looking=() if self.where == "hand" else tuple(sorted(there)),
        )
        if chosen or self.where == "deck":
            context.table.climb(context.card, context.seat, self.where, chosen, context.rng)
        for card in chosen:
            context.first += context.table.advanced(card)
        return ()

    def faults(self) -> Iterator[Fault]:
        """Yield the fault of a filter for Supports."""
        if self.which.kind == "support":
            yield "E413", ("which", "kind"), gettext("no Character advances to a Support: leave it out.")

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence: the Character to advance to, and its zone."""
        reader = you(voice)
        card = describe_filter(replace(self.which, kind="character"), 1, voice, "accusative")
        if self.where != "deck":
            message = _FROM[self.where][reader.second]
            return Clause(said(message, player=reader.subject, card=card), optional=reader.second)
        queries = does(SEARCH, reader, voice)
        may = pgettext("main", _TO[reader.second], player=reader.subject, card=card)
        shuffle = does(SHUFFLE, reader, voice).words
        described = parted(queries.words, may)
        return Clause(parted(described, shuffle.main), (described, shuffle), closed=False)


_TO: Mapping[bool, str] = {
    True: clause("you may advance to {card} in it without paying for it"),
    False: clause("{player} may advance to {card} in it without paying for it"),
}
_FROM: Mapping[str, Mapping[bool, str]] = {
    "hand": {
        True: clause("you may advance to {card} from your hand without paying for it"),
        False: clause("{player} may advance to {card} from their hand without paying for it"),
    },
    "discard": {
        True: clause("you may advance to {card} from your discard pile without paying for it"),
        False: clause("{player} may advance to {card} from their discard pile without paying for it"),
    },
}
