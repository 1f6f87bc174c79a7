"""What makes a deck legal, and who can be named beside it (OVC-05, OVC-23, OVC-24)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from bot.engine.language import gettext, ngettext, pgettext
from bot.engine.phrases import echo, either, listed
from bot.games.overcross.cards.cards import AnyCard, DeckList, Pool
from bot.games.overcross.rules.options import Options

COPIES = 3
"""Of one card in a deck, at most; of terrains as many as one likes (OVC-05)."""
FEWEST = 8
"""Cards that any deck has at least."""
NAMED = 6
"""Cards that one fault names, at most."""


def least_cards(points: int) -> int:
    """Return how many cards a deck has at least under a point limit (OVC-05)."""
    return max(FEWEST, points // 6)


def about_champions(options: Options) -> bool:
    """Whether the objective is about Champions, so that none are deck cards (OVC-05)."""
    return options.objective == "assassination" and options.victims != "leader"


def faults(cards: Sequence[str], pool: Pool, options: Options) -> tuple[str, ...]:
    """Return all that is wrong with a deck of these set numbers, one sentence each; () if it is legal."""
    copies = Counter(cards)
    known = {number: pool.cards[number] for number in sorted(copies) if number in pool.cards}
    found = [
        _unknown([number for number in sorted(copies) if number not in pool.cards]),
        _budget(sum([known[number].deck * copies[number] for number in known]), options.points),
        _too_few(len(cards), options.points),
        _copies(copies, known),
        _terrain(copies, known, len(cards)),
        _never_in_decks(known, options),
        _sides(known),
    ]
    return tuple([fault for fault in found if fault])


def _unknown(numbers: list[str]) -> str:
    if not numbers:
        return ""
    named = _some([echo(number) for number in numbers], either)
    return gettext("There is no card {numbers} among the cards of this match.", numbers=named)


def _budget(spent: int, limit: int) -> str:
    if spent <= limit:
        return ""
    return gettext(
        "A deck of this match costs at most {limit} points, and this one costs {spent}: take out {over}.",
        limit=limit,
        spent=spent,
        over=spent - limit,
    )


def _too_few(size: int, points: int) -> str:
    least = least_cards(points)
    if size >= least:
        return ""
    return gettext(
        "A deck of this match has at least {least} cards, and this one has {size}: add {missing}.",
        least=least,
        size=size,
        missing=least - size,
    )


def _copies(copies: Counter[str], known: Mapping[str, AnyCard]) -> str:
    over = [
        gettext("{copies} of {card}", copies=copies[number], card=_named(card))
        for number, card in known.items()
        if copies[number] > COPIES and card.kind != "terrain"
    ]
    if not over:
        return ""
    return gettext(
        "A deck has at most {most} copies of a card that is no terrain, and this one has {cards}.",
        most=COPIES,
        cards=_some(over),
    )


def _terrain(copies: Counter[str], known: Mapping[str, AnyCard], size: int) -> str:
    terrains = sum([copies[number] for number, card in known.items() if card.kind == "terrain"])
    if terrains * 3 <= size:
        return ""
    return ngettext(
        "At most a third of a deck is terrain, and of this one {number} card of {size} is.",
        "At most a third of a deck is terrain, and of this one {number} cards of {size} are.",
        terrains,
        size=size,
    )


def _never_in_decks(known: Mapping[str, AnyCard], options: Options) -> str:
    wrong = [_named(card) for card in known.values() if not may_be_in_decks(card, options)]
    if not wrong:
        return ""
    if about_champions(options):
        return gettext(
            "Leaders, Champions and Legends are not in decks of this match: {cards}.", cards=_some(wrong)
        )
    return gettext("Leaders and Legends are not in decks: {cards}.", cards=_some(wrong))


def may_be_in_decks(card: AnyCard, options: Options) -> bool:
    """Whether a card can be in a deck of a match with these options (OVC-05)."""
    if card.mark == "champion":
        return not about_champions(options)
    return card.mark == ""


def _sides(known: Mapping[str, AnyCard]) -> str:
    sides = sorted({card.side for card in known.values()})
    if len(sides) < 2:
        return ""
    return gettext(
        "All cards of a deck are of one side, and these are of {sides}.",
        sides=listed([pgettext("card", side) for side in sides]),
    )


def _named(card: AnyCard) -> str:
    return f"{pgettext('card', card.name)} ({card.number})"


def _some(words: list[str], joined: Callable[[Sequence[str]], str] = listed) -> str:
    """Return words as a list, cut when they are many."""
    if len(words) <= NAMED:
        return joined(words)
    others = ngettext("{number} other", "{number} others", len(words) - NAMED)
    return joined([*words[:NAMED], others])


def listed_cards(deck: DeckList) -> tuple[str, ...]:
    """Return the set numbers of a ready deck, each as often as it is in it, sorted."""
    return tuple(sorted([number for number, copies in deck.cards.items() for _ in range(copies)]))


@lru_cache(maxsize=128)
def ready_decks(pool: Pool, options: Options) -> Mapping[str, tuple[str, ...]]:
    """Return the cards of each ready deck that is legal with these options, by its key."""
    decks = {key: listed_cards(deck) for key, deck in pool.decks.items()}
    return {key: cards for key, cards in decks.items() if not faults(cards, pool, options)}


def nameable(pool: Pool, mark: str, cards: Iterable[str]) -> tuple[str, ...]:
    """Return the Leaders, Champions or Legends of the side of a deck, by set number (OVC-23, OVC-24)."""
    sides = {pool.cards[number].side for number in cards}
    return tuple([number for number, card in pool.cards.items() if card.mark == mark and card.side in sides])
