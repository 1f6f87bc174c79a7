"""Decks as text: "2 TID-01, 1 TID-04", also line by line, by names, or without counts."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterable, Sequence

from bot.engine.errors import UnreadableAction
from bot.engine.phrases import count, echo
from bot.games.arclash.cards import DECK_SIZE
from bot.games.arclash.names import Lexicon

LIMIT = 60
"""Cards of a list beyond which no deck is meant."""
TEXT = 4000
"""Characters of a list."""

_LINE = 100
"""Characters of one card in a list."""

_SET_NUMBER = re.compile(r"[A-Z]{2,5}-[0-9]{2,3}", re.ASCII)
_ENTRY = re.compile(
    r"(?:(?P<before>[0-9]{1,3})\s*[x×]?\s+|(?P<times>[0-9]{1,3})[x×])?"
    r"(?P<card>.*?)"
    r"(?:\s+[x×]\s?(?P<after>[0-9]{1,3}))?",
    re.ASCII,
)


def write_deck(cards: Iterable[str]) -> str:
    """Return a deck as text, by set numbers: "2 TID-01, 1 TID-04"."""
    return ", ".join([f"{copies} {number}" for number, copies in sorted(Counter(cards).items())])


def read_deck(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Return the set numbers of a deck written as text, sorted, each as often as it is in the deck.

    Numbers that no card has are returned too: `decks.faults` tells all that is wrong with a deck at once.
    Raises `UnreadableAction` for what is neither a set number nor a name, and for lists beyond all measure.
    """
    if len(text) > TEXT:
        raise UnreadableAction(f"That list is too long for a deck of {DECK_SIZE} cards.")
    found: list[str] = []
    for entry in _entries(text, lexicon):
        copies, number = _read_entry(entry, lexicon)
        found += [number] * copies
        if len(found) > LIMIT:
            raise UnreadableAction(f"A deck has {DECK_SIZE} cards, and this list has more than {LIMIT}.")
    if not found:
        raise UnreadableAction('Say which cards, such as "2 TID-01, 1 TID-04".')
    return tuple(sorted(found))


def _entries(text: str, lexicon: Lexicon) -> list[str]:
    """Return the parts of a list, each with one card; lines that begin with # are remarks."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    return [entry for line in lines for part in _parts(line, lexicon) for entry in _apart(part) if entry]


def _parts(line: str, lexicon: Lexicon) -> list[str]:
    """Return what stands between commas; a line with nothing but the name of a card may have commas in it."""
    whole = " ".join(line.split())
    found = _ENTRY.fullmatch(whole) if len(whole) <= _LINE else None
    if found is not None and _called(found["card"], lexicon):
        return [whole]
    return [" ".join(part.split()) for part in re.split("[,;]", line)]


def _apart(part: str) -> list[str]:
    """Return the cards of a part that names several by their set numbers: "2 TID-01 1 TID-04"."""
    words = part.split()
    ends = [place + 1 for place, word in enumerate(words) if _SET_NUMBER.fullmatch(word.upper())]
    if len(ends) < 2:
        return [part]
    return [" ".join(words[begin:end]) for begin, end in zip([0, *ends], [*ends, len(words)], strict=True)]


def _read_entry(entry: str, lexicon: Lexicon) -> tuple[int, str]:
    found = _ENTRY.fullmatch(entry) if len(entry) <= _LINE else None
    if found is None:
        raise UnreadableAction(f"{echo(entry)} is no card: write its set number, such as TID-01.")
    number = int(found["before"] or found["times"] or found["after"] or 1)
    if not 1 <= number <= LIMIT:
        raise UnreadableAction(f"{echo(entry)}: say how many copies, such as 1 or 2.")
    return number, _number_of(found["card"].strip(), lexicon)


def _number_of(word: str, lexicon: Lexicon) -> str:
    """Return the set number that a word is, or that the one card of this name has."""
    if _SET_NUMBER.fullmatch(word.upper()):
        return word.upper()
    named = _called(word, lexicon)
    if len(named) > 1:
        raise UnreadableAction(
            f"{count(len(named), 'card')} are called {echo(word)}: say {' or '.join(named[:4])}."
        )
    if named:
        return named[0]
    raise UnreadableAction(f"{echo(word)} is no card: {_hint(word.casefold(), lexicon)}.")


def _called(word: str, lexicon: Lexicon) -> list[str]:
    """Return the set numbers of the cards of this name."""
    folded = " ".join(word.casefold().split())
    return [number for number, card in lexicon.pool.cards.items() if card.name.casefold() == folded]


def _hint(folded: str, lexicon: Lexicon) -> str:
    names = {card.name.casefold(): number for number, card in lexicon.pool.cards.items()}
    near: Sequence[str] = difflib.get_close_matches(folded[:60], names, n=1, cutoff=0.7)
    if near:
        return f"perhaps {lexicon.plain(names[near[0]])}, which is {names[near[0]]}"
    return "write its set number, such as TID-01, or its whole name"
