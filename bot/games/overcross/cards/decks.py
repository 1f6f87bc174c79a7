"""The legality of decks (OVC-05)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from bot.base.language import gettext, messages, ngettext
from bot.engine.cards.deckbuilding import deck_cards
from bot.engine.cards.decklists import copies_of, some, unknown_cards
from bot.engine.cards.printed import numbered_name
from bot.games.overcross.cards.cards import AnyCard, DeckList, Pool, Terrain
from bot.games.overcross.cards.objectives import Objective
from bot.games.overcross.cards.printed import Mark

USUAL = 100
"""The default point limit."""
COPIES = 3
"""The maximum number of copies of a card, except a Terrain."""
FEWEST = 8
"""The minimum number of cards in a deck."""
CARDS = 300
"""The maximum number of cards in a deck: each costs at least a point."""


class DeckRules(NamedTuple):
    """The requirements of a match for decks."""

    limit: int = USUAL
    """The point limit."""
    champions: bool = True
    """Whether Champions are deck cards; not if the objective needs Champions (OVC-23)."""
    marks: tuple[Mark, ...] = ()
    """The marks of the Characters that each seat names beside its deck (OVC-23, OVC-24).

    The deck's side must have such Characters.
    """
    objective: Objective | None = None
    """The objective of the match; None for no match in particular."""

    @property
    def fewest(self) -> int:
        """The minimum number of cards in a deck."""
        return max(FEWEST, self.limit // 6)


class _Deck(NamedTuple):
    copies: Mapping[str, int]
    known: Mapping[str, AnyCard]
    rules: DeckRules
    cards: Mapping[str, AnyCard]
    """All cards by set number."""

    @property
    def size(self) -> int:
        return sum(self.copies.values())

    def several(self, numbers: Sequence[str]) -> str:
        """Return a number of copies of these cards in words: "4 of Bad Review (CST-30)"."""
        return some([copies_of(self.copies[number], self.known[number]) for number in numbers])

    def named(self, numbers: Sequence[str]) -> str:
        return some([numbered_name(self.known[number]) for number in numbers])


def faults(cards: Sequence[str], pool: Pool, rules: DeckRules) -> tuple[str, ...]:
    """Return all faults of a deck with these set numbers, one sentence each; () if it is legal."""
    return deck_faults(Counter(cards), pool.cards, rules)


def deck_faults(copies: Mapping[str, int], cards: Mapping[str, AnyCard], rules: DeckRules) -> tuple[str, ...]:
    """Return all faults of a deck given as copies by set number, one sentence each."""
    known = {number: cards[number] for number in copies if number in cards}
    return tuple([fault for check in _CHECKS for fault in check(_Deck(copies, known, rules, cards))])


def cost(copies: Mapping[str, int], cards: Mapping[str, AnyCard]) -> int:
    """Return the points of a deck; unknown cards, Leaders and Legends cost nothing."""
    known = {number: cards[number] for number in copies if number in cards}
    return sum([copies[number] * card.deck for number, card in known.items() if not set_aside(card)])


def set_aside(card: AnyCard) -> bool:
    """Whether cards of this kind are never in a deck (OVC-23, OVC-24)."""
    return card.mark in ("leader", "legend")


def _unknown(deck: _Deck) -> Iterator[str]:
    numbers = [number for number in deck.copies if number not in deck.known]
    if numbers:
        yield unknown_cards(numbers)


def _points(deck: _Deck) -> Iterator[str]:
    points, limit = cost(deck.copies, deck.known), deck.rules.limit
    if points > limit:
        yield ngettext(
            "The deck costs {points} points, and {limit} is the limit: take out {number} point.",
            "The deck costs {points} points, and {limit} is the limit: take out {number} points.",
            points - limit,
            points=points,
            limit=limit,
        )


def _size(deck: _Deck) -> Iterator[str]:
    fewest = deck.rules.fewest
    if deck.size < fewest:
        yield ngettext(
            "A deck for {limit} points has at least {fewest} cards, and this one has {cards}: add {number} "
            "card.",
            "A deck for {limit} points has at least {fewest} cards, and this one has {cards}: add {number} "
            "cards.",
            fewest - deck.size,
            limit=deck.rules.limit,
            fewest=fewest,
            cards=deck.size,
        )


def _copies(deck: _Deck) -> Iterator[str]:
    over = [
        number
        for number, card in deck.known.items()
        if deck.copies[number] > COPIES and not isinstance(card, Terrain)
    ]
    if over:
        yield gettext(
            "A deck has at most {most} copies of a card that is no Terrain, and this one has {cards}.",
            most=COPIES,
            cards=deck.several(over),
        )


def _terrains(deck: _Deck) -> Iterator[str]:
    terrains = sum([deck.copies[each] for each, card in deck.known.items() if isinstance(card, Terrain)])
    if terrains * 3 > deck.size:
        yield gettext(
            "At most a third of the cards are Terrains, and here it is {terrains} of {cards}: take some out, "
            "or add other cards.",
            terrains=terrains,
            cards=deck.size,
        )


def _side(deck: _Deck) -> Iterator[str]:
    sides = dict.fromkeys([card.side for card in deck.known.values()])
    if len(sides) > 1:
        yield gettext("A deck is of one side, and this one is of {sides}.", sides=some(list(sides)))


def _marks(deck: _Deck) -> Iterator[str]:
    for side in dict.fromkeys([card.side for card in deck.known.values()]):
        missing = [mark for mark in deck.rules.marks if mark not in marks_of(side, deck.cards.values())]
        for mark in missing:
            yield gettext(NONE_ON_SIDE[mark], side=side)


def marks_of(side: str, cards: Iterable[AnyCard]) -> frozenset[str]:
    """Return, for a side among these cards, which of Leaders, Champions and Legends it has."""
    return frozenset([card.mark for card in cards if card.side == side and card.mark])


NONE_ON_SIDE = messages("overcross-cards", "none-on-side", dict[Mark, str])
"""The message for a deck whose side lacks the Characters that each seat names."""


def _aside(deck: _Deck) -> Iterator[str]:
    aside = [number for number, card in deck.known.items() if set_aside(card)]
    if aside:
        yield gettext(
            "Leaders and Legends are chosen apart from the deck: take out {cards}.", cards=deck.named(aside)
        )
    champions = [number for number, card in deck.known.items() if card.mark == "champion"]
    if champions and not deck.rules.champions:
        yield gettext(
            "This match is about Champions, who are chosen apart from the deck: take out {cards}.",
            cards=deck.named(champions),
        )


_CHECKS: Sequence[Callable[[_Deck], Iterator[str]]] = (
    _unknown,
    _points,
    _size,
    _copies,
    _terrains,
    _side,
    _marks,
    _aside,
)


@lru_cache(maxsize=64)
def ready_decks(pool: Pool, rules: DeckRules | None = None) -> Mapping[str, tuple[str, ...]]:
    """Return the cards of each legal ready deck of a pool by its key.

    With rules only the decks built for the limit, or else for the next lower limit that has decks; of these
    the ones built for the objective, or else all. Without rules all decks.
    """
    decks = pool.decks if rules is None else _made_for(rules, pool.decks)
    return {
        key: deck_cards(deck)
        for key, deck in decks.items()
        if not deck_faults(deck.cards, pool.cards, rules or DeckRules(deck.points))
    }


def _made_for(rules: DeckRules, decks: Mapping[str, DeckList]) -> Mapping[str, DeckList]:
    within = [deck.points for deck in decks.values() if deck.points <= rules.limit]
    fitting = {key: deck for key, deck in decks.items() if deck.points == max(within, default=0)}
    serving = {
        key: deck
        for key, deck in fitting.items()
        if rules.objective is None or not deck.objectives or rules.objective in deck.objectives
    }
    return serving or fitting
