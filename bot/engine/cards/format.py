"""What the check of card files (`bot.cardfiles`) needs of a game: the layout of a file, its own checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from bot.engine.cards.nodes import Fault, Node, NodePath
from bot.engine.cards.vocabulary import Vocabulary


class Report(Protocol):
    """Takes what a check finds, and helps to say it."""

    def add(self, code: str, place: NodePath, sentence: str) -> None:
        """Note something about a place of the file."""

    def meant(self, given: str, known: Iterable[str]) -> str:
        """Return ' (did you mean "..."?)' when a known word is like the given one, else nothing."""

    def meant_or_listed(self, given: str, known: Iterable[str]) -> str:
        """Return the same, or else ': it could be ...' with all that are known, where these are not many."""

    def quoted(self, words: str) -> str:
        """Return words of a file so that they can be repeated anywhere: short, without markup."""


class TooManyReferences(Exception):  # noqa: N818 - it reads as a sentence
    """A file names cards in so many ways that looking them all up would take too long."""


def placed(card_set: Any, fields: Iterable[str]) -> Iterator[tuple[NodePath, Any]]:
    """Yield the cards in these fields of a set with their places in its file."""
    for field in fields:
        for number, card in enumerate(getattr(card_set, field)):
            yield (field, number), card


class CardFormat(NamedTuple):
    """The card files of one game."""

    vocabulary: Vocabulary
    file: type[msgspec.Struct]
    """The type of a whole file: it has a `key`, `decks` by key, and a list for each kind of card."""
    cards: tuple[str, ...]
    """The fields of the file that hold its cards: tuples of structs with `number` and `abilities`."""
    tables: Mapping[str, str]
    """How its tables begin a sentence, by the names of their types: messages such as "a Character"."""
    codes: Mapping[str, str]
    """The codes of its own checks, besides `bot.cardfiles.CODES`, and what each means."""
    ability: Callable[[Any, Any], Iterator[Fault]]
    """Yields what this ability cannot be on this card: its trigger, how long its effects last."""
    references: Callable[[Any, Sequence[Any], Report], None]
    """Reports references of a set to missing things, given the sets it may refer to.

    May raise `TooManyReferences`.
    """
    advice: Callable[[Any], Iterator[Fault]]
    """Yields where a card goes beyond the designers' guide."""
    further: Callable[[Any], Iterable[tuple[NodePath, Node]]]
    """Returns the nodes of a card outside of its abilities, each with its place on the card."""
    worst_case: Callable[[Any, Sequence[Any]], Iterable[Fault]] = lambda _set, _base: ()
    """Yields what takes too much work at the table, given the sets that this one may lean on; asked only of a
    set without any error."""

    whole: Callable[[Any, Any], Any] = lambda card, _set: card
    """Returns a card of a set with all that it does: what its keywords stand for is behind its abilities."""

    grown: frozenset[str] = frozenset()
    """Codes of errors that do no harm at the table, and that a version later than 1.0.0 finds in more places:
    a set that was accepted before is still played with."""

    about: Callable[[Any], str] = lambda _card: ""
    """Returns the name of the piece that a card is about in what it does; "" for none."""

    def cards_of(self, card_set: Any) -> Iterator[tuple[NodePath, Any]]:
        """Return the cards of a set with their places in its file."""
        return placed(card_set, self.cards)
