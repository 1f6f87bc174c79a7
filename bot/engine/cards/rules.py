"""Shared rules of games with cards: the loaded pools, and the pool that each match pins."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence
from typing import Annotated, Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from msgspec import Meta
from msgspec.structs import replace

from bot.base.language import pgettext
from bot.engine.cards.game import STANDARD, CardPool, PoolLibrary, PoolT
from bot.engine.contract import ActionT, MatchStateT, PinnedCards, Seat, StandardRules, ViewT
from bot.engine.errors import BadOptions
from bot.engine.positions import write_options
from bot.engine.sentences import echo, listed

PlayedCards: TypeAlias = Annotated[
    str, Meta(max_length=64, description="The cards of the match: standard, or a set of this server")
]
"""The option of a game with cards: `STANDARD` or the key of a set; normalized, the hash of the pool."""


class CardOptions(Protocol):
    """The match options that all games with cards share."""

    @property
    def cards(self) -> str:
        """`STANDARD` or the key of a set; normalized, the hash of the match's pool."""


CardOptionsT = TypeVar("CardOptionsT", bound=CardOptions)
_TOLD_CARDS = re.compile(r"^\s*options\s*:.*\bcards=(\S+)", re.ASCII | re.MULTILINE)


class CardsSeen(NamedTuple):
    """Cards by set number, each with its owner's seat."""

    to_hand: Sequence[tuple[Seat, str]] = ()
    """The cards that came to the seat's hand."""
    into_play: Sequence[tuple[Seat, str]] = ()
    """The cards that came into play."""


class CardRules(
    PinnedCards,
    StandardRules[MatchStateT, ActionT, ViewT, CardOptionsT],
    Generic[MatchStateT, ActionT, ViewT, CardOptionsT, PoolT],
):
    """Rules that use a library of cards; each match pins a pool by its hash."""

    library: PoolLibrary[PoolT]

    def __init__(self, library: PoolLibrary[PoolT]) -> None:
        self.library = library
        self.cards = library.standard.hash

    def pool(self, options: CardOptionsT) -> PoolT:
        """Return the pool of a match with these normalized options."""
        return self.library[options.cards]

    def cards_dealt(self, state: MatchStateT) -> CardsSeen:  # noqa: ARG002 - in most games nothing is dealt yet
        """Return the cards in hands and in play at the start of a match, from its setup state."""
        return CardsSeen()

    @abstractmethod
    def cards_told(self, fact: Any, state: MatchStateT) -> CardsSeen:
        """Return the cards that came to a hand or into play according to this fact.

        `state` is the state of the match at that time or later.
        """

    def cards_of(self, options: CardOptionsT) -> str | None:
        """Return the hash of the pool that a match with these normalized options pins."""
        return options.cards

    def cards_in_words(self, cards: str | None) -> str:
        """Return the titles of the sets that are not shipped with the bot."""
        if cards is None or cards not in self.library:
            return ""
        usual = {one.key for one in self.library.standard.sets}
        return listed(
            [pgettext("card", one.title) for one in self.library[cards].sets if one.key not in usual]
        )

    def suggestions(self, option: str) -> Sequence[str]:
        """Return the word for the cards that are shipped with the bot."""
        return (STANDARD,) if option == "cards" else ()


def with_pool(options: Any, library: PoolLibrary[Any]) -> Any:
    """Return the options with the hash of the pool. Raises `BadOptions` for unknown cards."""
    if options.cards == STANDARD:
        return replace(options, cards=library.standard.hash)
    if options.cards not in library:
        raise BadOptions.translated(
            'There are no cards {cards} here. Choose "{standard}", or a set that was added.',
            cards=echo(options.cards),
            standard=STANDARD,
        )
    return options


def pool_of(text: str, library: PoolLibrary[PoolT], cards: str | None) -> PoolT:
    """Return the pool of a position's text: by this hash, else by its options, else the standard pool.

    Raises `ValueError` for unknown cards.
    """
    told = _TOLD_CARDS.search(text)
    if cards is not None or told is None or told[1] == STANDARD:
        return library.at(cards)
    if told[1] not in library:
        raise ValueError(f"there are no cards {told[1][:64]} here.")
    return library[told[1]]


def with_cards(options: Any, pool: CardPool[Any, Any]) -> Any:
    """Return the options of a position with these cards, which its text need not name."""
    return replace(options, cards=pool.hash)


def write_agreed(options: Any, library: PoolLibrary[Any], *told: str) -> str:
    """Return the options of a match that differ from the defaults, without those already written; the cards
    are written only if they are not the standard ones.
    """
    standard = ("cards",) if options.cards == library.standard.hash else ()
    return write_options(options, *told, *standard)
