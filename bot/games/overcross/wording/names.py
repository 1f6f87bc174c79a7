"""Names of players, cards, squares, phases and objectives, shared by all other texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from bot.base.language import N_, gettext, ngettext, pgettext
from bot.engine.cards import wording as cardwording
from bot.engine.cards.wording import CardTalk, several_times
from bot.engine.decks import Card
from bot.engine.menus import Lanes
from bot.engine.sentences import SEAT_MARKS
from bot.games.overcross.cards.cards import AnyCard, Pool
from bot.games.overcross.cards.cardtext import one_line, rules_text, stats
from bot.games.overcross.cards.field import OFF, Attached
from bot.games.overcross.rules.aim import Aim
from bot.games.overcross.rules.seen import seen_state
from bot.games.overcross.rules.view import OvercrossView, number_of
from bot.games.overcross.wording.terms import MARKS, PHASES

OBJECTIVES: Mapping[str, str] = {
    "assassination": N_("Assassination"),
    "summoning": N_("Summoning"),
    "flag": N_("Capture the flag"),
    "invasion": N_("Invasion"),
    "deathmatch": N_("Death match"),
}


class Lexicon(cardwording.Lexicon[Pool, str, AnyCard]):
    """The names of a pool's cards. Only `name` and `several` are safe to print in markdown."""

    def stats(self, number: str) -> str:
        """Return a card's kind and numbers in short form; "" for a card that is not in the pool."""
        card = self.face(number)
        return stats(card) if card is not None else ""

    def text(self, number: str) -> tuple[str, ...]:
        """Return the paragraphs of a card's rules text."""
        card = self.face(number)
        return rules_text(card) if card is not None else ()

    def short(self, number: str) -> str:
        """Return a card's effects on one line, not escaped."""
        card = self.face(number)
        return one_line(card) if card is not None else ""


class Talk(CardTalk[OvercrossView, Lexicon]):
    """The data of every sentence: the view, and the names of players and cards."""

    @cached_property
    def queries(self) -> Aim:
        """The view in the form of the rules' queries; hidden hands and decks are empty."""
        return Aim(seen_state(self.view), self.lexicon.pool)

    def number(self, card: Card) -> str:
        """Return the set number of a card of the match."""
        return number_of(self.view, card)

    def face(self, card: Card) -> Any:
        """Return the printed content of a card of the match."""
        return self.queries.face(card)

    def plain(self, card: Card) -> str:
        """Return the name of a card of the match, not escaped."""
        return self.lexicon.plain(self.number(card))

    def card(self, card: Card) -> str:
        """Return a card's name for a sentence."""
        return self.thing("card", self.face(card), self.lexicon.name(self.number(card)))

    def piece(self, card: Card) -> str:
        """Return a Character's name with the mark of its seat for a sentence: "●*Well-Read Ogre*"."""
        seat = self.queries.owner(card)
        words = f"{SEAT_MARKS[seat]}{self.lexicon.name(self.number(card))}"
        return self.thing("piece", (seat, self.face(card)), words)

    def several(self, cards: Sequence[Card]) -> str:
        """Return the names of cards of the match as a list in a sentence."""
        first = {self.number(card): card for card in cards}
        copies = Counter([self.number(card) for card in cards])
        return several_times([(self.card(first[number]), many) for number, many in copies.items()])

    def counted(self, cards: Iterable[Card]) -> str:
        """Return the names of cards in plain text, copies as "Wall x2"."""
        return self.lexicon.counted([self.number(card) for card in cards])

    def square(self, square: int) -> str:
        """Return the name of a square: "D4"."""
        return self.thing("square", square, self.queries.grid.name(square))

    def place(self, square: int) -> str:
        """Return a Character's square, "D4", or that it waits off the grid."""
        return gettext("off the grid") if square == OFF else self.square(square)

    @property
    def lanes(self) -> Lanes:
        """The grouping of squares in menus: by rows, under the keys "r6"."""
        return Lanes(self.view.width, self.square, "r{}".format)


# Phrases


def phase_words(view: OvercrossView) -> list[str]:
    """Return the round, if it has begun, and the phase: "Round 3", "Major actions"."""
    begun = [gettext("Round {round}", round=view.round)] if view.round else []
    return [*begun, pgettext("phase", PHASES[view.phase])]


def counters_words(number: int) -> str:
    """Return counters in words: "1 counter", "3 counters"."""
    return ngettext("{number} counter", "{number} counters", number)


def squares_words(number: int) -> str:
    """Return a distance in words: "1 square", "3 squares"."""
    return ngettext("{number} square", "{number} squares", number)


def points_words(points: int) -> str:
    """Return points in words: "1 point", "3 points"."""
    return ngettext("{number} point", "{number} points", points)


def once_each(talk: Talk, cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards, only the first of copies: copies are the same choice."""
    first: dict[str, Card] = {}
    for card in cards:
        first.setdefault(talk.number(card), card)
    return tuple(first.values())


def edits_words(talk: Talk, edits: Sequence[Attached]) -> str:
    """Return the names of edits, not escaped."""
    return ", ".join([talk.plain(edit.card) for edit in edits])


def mark_words(card: AnyCard) -> str:
    """Return the mark of a card in words, "" for none."""
    return pgettext("mark", MARKS[card.mark]) if card.mark else ""
