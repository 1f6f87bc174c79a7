"""The interface of the check of card files to a game: file layout and own checks."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from bot.engine.cards.flow import Add
from bot.engine.cards.nodes import Fault, Node, NodePath
from bot.engine.cards.vocabulary import Vocabulary


class TooManyReferences(Exception):  # noqa: N818 - it reads as a sentence
    """A file has so many card filters that looking up all of them would take too long."""


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
    """The names of its tables at the beginning of a sentence, by the names of their types: messages such as
    "a Character".
    """
    ability: Callable[[Any, Any], Iterator[Fault]]
    """Yields the faults of an ability on this card: its trigger, the duration of its effects."""
    references: Callable[[Any, Sequence[Any], Add], None]
    """Reports references of a set to missing things, given the sets it may refer to.

    May raise `TooManyReferences`.
    """
    advice: Callable[[Any], Iterator[Fault]]
    """Yields the points in which a card exceeds the designers' guide."""
    further: Callable[[Any], Iterable[tuple[NodePath, Node]]]
    """Returns the nodes of a card outside its abilities, each with its place on the card."""
    worst_case: Callable[[Any, Sequence[Any]], Iterable[Fault]] = lambda _set, _base: ()
    """Yields what takes too much work in a match, given the sets that this one may refer to; called only for
    a set without errors.
    """

    whole: Callable[[Any, Any], Any] = lambda card, _set: card
    """Returns a card of a set with all its abilities: those of its keywords come after its own."""

    grown: frozenset[str] = frozenset()
    """Codes of errors that are harmless in a match and that versions after 1.0.0 find in more places: a set
    that was accepted before can still be played.
    """

    unjudged: Callable[[Any], bool] = lambda _card: False
    """Returns whether the guide says nothing of the costs of a card."""

    limits: Callable[[Any, Any], Mapping[Hashable, tuple[int, int | None]]] = lambda _card, _ability: {}
    """Returns what the trigger of an ability on a card says of the numbers that conditions compare
    (`bot.engine.cards.deciding.Limits`).
    """

    about: Callable[[Any], str] = lambda _card: ""
    """Returns the name of the piece that a card's abilities are about; "" for none."""

    def cards_of(self, card_set: Any) -> Iterator[tuple[NodePath, Any]]:
        """Return the cards of a set with their places in its file."""
        return placed(card_set, self.cards)
