"""Decks as text: "2 CST-01, 1 CST-04", also line by line, by names, or without counts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from bot.engine.deckbuilding import by_name, counted
from bot.engine.errors import UnreadableAction
from bot.engine.language import gettext, ngettext
from bot.engine.phrases import alternatives, echo
from bot.engine.spelling import nearest
from bot.games.overcross.cards.decks import CARDS
from bot.games.overcross.wording.names import Lexicon

Names: TypeAlias = Mapping[str, Sequence[str]]
"""The set numbers of the cards of each name, which is in small letters."""

TEXT = 4000
"""Characters of a list."""

_LINE = 100
"""Characters of one card in a list."""

_SET_NUMBER = re.compile(r"[A-Z]{2,5}-[0-9]{2,3}", re.ASCII)


def write_deck(cards: Iterable[str]) -> str:
    """Return a deck as text, by set numbers: "2 CST-01, 1 CST-04"."""
    return ", ".join([f"{copies} {number}" for number, copies in sorted(Counter(cards).items())])


def read_deck(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Return the set numbers of a deck written as text, sorted, each as often as it is in the deck.

    Numbers that no card has are returned too: `decks.faults` tells all that is wrong with a deck at once.
    Raises `UnreadableAction` for what is neither a set number nor a name, and for lists beyond all measure.
    """
    if len(text) > TEXT:
        raise UnreadableAction(
            gettext("That list is too long: a deck has {cards} cards at most.", cards=CARDS)
        )
    names = by_name({number: card.name for number, card in lexicon.pool.cards.items()})
    found: list[str] = []
    for entry in _entries(text, names):
        copies, number = _read_entry(entry, names, lexicon)
        found += [number] * copies
        if len(found) > CARDS:
            raise UnreadableAction(
                gettext("A deck has {cards} cards at most, and this list more.", cards=CARDS)
            )
    if not found:
        raise UnreadableAction(gettext('Say which cards, such as "2 CST-01, 1 CST-04".'))
    return tuple(sorted(found))


def _entries(text: str, names: Names) -> list[str]:
    """Return the parts of a list, each with one card; lines that begin with # are remarks."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    return [entry for line in lines for part in _parts(line, names) for entry in _apart(part) if entry]


def _parts(line: str, names: Names) -> list[str]:
    """Return what stands between commas; a line with nothing but the name of a card may have commas in it."""
    whole = " ".join(line.split())
    if len(whole) <= _LINE and _called(counted(whole)[1], names):
        return [whole]
    return [" ".join(part.split()) for part in re.split("[,;]", line)]


def _apart(part: str) -> list[str]:
    """Return the cards of a part that names several by their set numbers: "2 CST-01 1 CST-04"."""
    words = part.split()
    ends = [place + 1 for place, word in enumerate(words) if _SET_NUMBER.fullmatch(word.upper())]
    if len(ends) < 2:
        return [part]
    return [" ".join(words[begin:end]) for begin, end in zip([0, *ends], [*ends, len(words)], strict=True)]


def _read_entry(entry: str, names: Names, lexicon: Lexicon) -> tuple[int, str]:
    if len(entry) > _LINE:
        raise UnreadableAction(
            gettext("{word} is no card: write its set number, such as CST-01.", word=echo(entry))
        )
    number, card = counted(entry)
    if not 1 <= number <= CARDS:
        raise UnreadableAction(gettext("{word}: say how many copies, such as 1 or 2.", word=echo(entry)))
    return number, _number_of(card, names, lexicon)


def _number_of(word: str, names: Names, lexicon: Lexicon) -> str:
    """Return the set number that a word is, or that the one card of this name has."""
    if _SET_NUMBER.fullmatch(word.upper()):
        return word.upper()
    named = _called(word, names)
    if len(named) > 1:
        raise UnreadableAction(_several(word, named))
    if named:
        return named[0]
    raise UnreadableAction(_no_card(word, names, lexicon))


def _several(word: str, named: Sequence[str]) -> str:
    return ngettext(
        "{number} card is called {name}: say {choices}.",
        "{number} cards are called {name}: say {choices}.",
        len(named),
        name=echo(word),
        choices=alternatives(named[:4]),
    )


def _called(word: str, names: Names) -> Sequence[str]:
    """Return the set numbers of the cards of this name."""
    return names.get(" ".join(word.casefold().split()), ())


def _no_card(word: str, names: Names, lexicon: Lexicon) -> str:
    near = nearest(word, names)
    if not near:
        return gettext(
            "{word} is no card: write its set number, such as CST-01, or its whole name.", word=echo(word)
        )
    number = names[near][-1]
    return gettext(
        "{word} is no card: perhaps {card}, which is {number}.",
        word=echo(word),
        card=lexicon.plain(number),
        number=number,
    )
