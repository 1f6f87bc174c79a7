"""Decks as lists of cards in text, such as "2 TID-01, 1 TID-04", and sentences about them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from bot.engine.cards.printed import SET_NUMBER, numbered_name
from bot.engine.cardwording import Lexicon
from bot.engine.deckbuilding import by_name, counted
from bot.engine.errors import UnreadableAction
from bot.engine.language import gettext, ngettext
from bot.engine.phrases import alternatives, cut, echo, either, listed
from bot.engine.spelling import name_key, nearest

Names: TypeAlias = Mapping[str, Sequence[str]]
"""The set numbers of the cards by name, in lower case."""
AnyLexicon: TypeAlias = Lexicon[Any, str, Any]

TEXT = 4000
"""The maximum length of a list in characters."""
_LINE = 100
"""The maximum length of one card in a list, in characters."""
_NAMED = 6
"""The maximum number of cards that one sentence names."""


def write_deck(cards: Iterable[str]) -> str:
    """Return a deck as text, by set numbers: "2 TID-01, 1 TID-04"."""
    return ", ".join([f"{copies} {number}" for number, copies in sorted(Counter(cards).items())])


@dataclass(frozen=True)
class DeckText:
    """The parser for a game's decks in text: line by line or with commas, by numbers or names."""

    most: int
    """The maximum number of cards that a list is accepted with."""
    example: str
    """A set number, for sentences."""
    missing: str
    """The request for a list, a message."""
    too_long: Callable[[], str]
    """Returns the error for a list with too many characters."""
    too_many: Callable[[], str]
    """Returns the error for a list with more than `most` cards."""

    def read(self, text: str, lexicon: AnyLexicon) -> tuple[str, ...]:
        """Return the set numbers of a deck, sorted, each repeated for every copy.

        Unknown set numbers are returned too: the check of decks reports all faults at once. Raises
        `UnreadableAction` for a word that is neither a set number nor a name, and for lists that are too
        long.
        """
        if len(text) > TEXT:
            raise UnreadableAction(self.too_long())
        names = by_name({number: card.name for number, card in lexicon.pool.cards.items()})
        found: list[str] = []
        for entry in _entries(text, names):
            copies, number = self._read_entry(entry, names, lexicon)
            found += [number] * copies
            if len(found) > self.most:
                raise UnreadableAction(self.too_many())
        if not found:
            raise UnreadableAction.translated(self.missing)
        return tuple(sorted(found))

    def _read_entry(self, entry: str, names: Names, lexicon: AnyLexicon) -> tuple[int, str]:
        if len(entry) > _LINE:
            raise UnreadableAction.translated(
                "{word} is no card: write its set number, such as {number}.",
                word=echo(entry),
                number=self.example,
            )
        number, card = counted(entry)
        if not 1 <= number <= self.most:
            raise UnreadableAction.translated(
                "{word}: say how many copies, such as 1 or 2.", word=echo(entry)
            )
        return number, self._number_of(card, names, lexicon)

    def _number_of(self, word: str, names: Names, lexicon: AnyLexicon) -> str:
        """Return the set number for a word: the number itself, or that of the only card with this name."""
        if SET_NUMBER.fullmatch(word.upper()):
            return word.upper()
        named = _called(word, names)
        if len(named) > 1:
            raise UnreadableAction(_several(word, named))
        if named:
            return named[0]
        raise UnreadableAction(self._no_card(word, names, lexicon))

    def _no_card(self, word: str, names: Names, lexicon: AnyLexicon) -> str:
        near = nearest(word, names)
        if not near:
            return gettext(
                "{word} is no card: write its set number, such as {number}, or its whole name.",
                word=echo(word),
                number=self.example,
            )
        number = names[near][-1]
        return gettext(
            "{word} is no card: perhaps {card}, which is {number}.",
            word=echo(word),
            card=lexicon.plain(number),
            number=number,
        )


def _entries(text: str, names: Names) -> list[str]:
    """Return the parts of a list, each with one card; lines that begin with # are comments."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    return [entry for line in lines for part in _parts(line, names) for entry in _apart(part) if entry]


def _parts(line: str, names: Names) -> list[str]:
    """Return the parts between commas. A line that is only the name of a card may contain commas."""
    whole = " ".join(line.split())
    if len(whole) <= _LINE and _called(counted(whole)[1], names):
        return [whole]
    return [" ".join(part.split()) for part in re.split("[,;]", line)]


def _apart(part: str) -> list[str]:
    """Return the cards of a part that contains several set numbers: "2 TID-01 1 TID-04"."""
    words = part.split()
    ends = [place + 1 for place, word in enumerate(words) if SET_NUMBER.fullmatch(word.upper())]
    if len(ends) < 2:
        return [part]
    return [" ".join(words[begin:end]) for begin, end in zip([0, *ends], [*ends, len(words)], strict=True)]


def _several(word: str, named: Sequence[str]) -> str:
    return ngettext(
        "{number} card is called {name}: say {choices}.",
        "{number} cards are called {name}: say {choices}.",
        len(named),
        name=echo(word),
        choices=alternatives(named[:4]),
    )


def _called(word: str, names: Names) -> Sequence[str]:
    """Return the set numbers of the cards with this name."""
    return names.get(name_key(word), ())


# Errors of a deck


def some(words: Sequence[str], joined: Callable[[Sequence[str]], str] = listed) -> str:
    """Return words as a list, cut if there are many."""
    shown, more = cut(words, _NAMED)
    if not more:
        return joined(words)
    return joined([*shown, ngettext("{number} other", "{number} others", more)])


def unknown_cards(numbers: Sequence[str]) -> str:
    """Return the fault of a deck with set numbers that no card has; "" for none."""
    if not numbers:
        return ""
    named = some([echo(number) for number in numbers], either)
    return gettext("There is no card {numbers} among the cards of this match.", numbers=named)


def copies_of(copies: int, card: Any) -> str:
    """Return this number of copies of a card as a part of a list: "3 of Gust (WND-04)"."""
    return gettext("{copies} of {card}", copies=copies, card=numbered_name(card))
