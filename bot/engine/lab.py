"""What the designers' lab has to know about a game beside its decks.

A game names the facets that it has in `bot.games.game.Game.lab`: ready-made loadouts, boards, a deck that all
seats share, and the strength that is told turn by turn.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Protocol

import msgspec

from bot.base.language import gettext
from bot.engine.cards.deckbuilding import DeckCard, Strength
from bot.engine.contract import Action, Seat
from bot.engine.mapfiles import MapFormat


class Traced(Protocol):
    """The cards that are counted, and their holders and players; `DeckBuilding` implements it."""

    def cards(self, pool: str | None) -> Mapping[str, DeckCard]:
        """Return the cards that are counted, by set number. Raises `KeyError`."""

    def played(self, fact: Any, state: Any) -> Sequence[tuple[Seat, str]]:
        """Return the cards that a fact brings into play: seat and set number."""

    def hand(self, view: Any) -> Iterable[str]:
        """Return the set numbers of the cards in the viewer's own hand."""

    def playable(self, view: Any, legal: Sequence[Any]) -> Iterable[str]:
        """Return the set numbers of the cards that these legal actions of the viewer play."""

    def strengths(self, facts: Sequence[Any], state: Any) -> Iterable[Strength]:
        """Return the strengths of seats or attacks from the public facts and the final state of a match."""


class CommonDeck(Traced, Protocol):
    """A deck shared by all seats."""

    def among_usual(self, pool: str | None) -> str:
        """Return the hash of a pool that contains these cards and the usual ones, and register it.

        A usual card with the same number as one of them is left out. Raises `KeyError`.
        """

    def hands(self, state: Any) -> Sequence[Iterable[str]]:
        """Return the cards in the hand of each seat."""


class Loadout(ABC):
    """The deck or squad that a seat plays with."""

    @abstractmethod
    def bring(self, view: Any, legal: Sequence[Any]) -> Action | None:
        """Return the action that chooses it, or None if there is no such action now."""


class Loadouts(ABC):
    """The ready-made loadouts of a game without decks, such as squads, and those that people write."""

    @property
    @abstractmethod
    def content(self) -> Any:
        """The ready-made ones as values for JSON: another content is another subject of a report."""

    @abstractmethod
    def ready(self, options: Any) -> Mapping[str, Loadout]:
        """Return those of a match with these normalized options by key: ready-made ones, then its own."""

    @abstractmethod
    def own(self, options: Any) -> Collection[str]:
        """Return the keys of those that the normalized options themselves contain."""

    @abstractmethod
    def called(self, key: str) -> str:
        """Return the title of one in the current language, not escaped."""


class Board(msgspec.Struct, frozen=True):
    """A map or a layout."""

    sort: str
    """The key of its file format: map, layout."""
    game: str
    key: str
    title: str
    """The title in its author's language, or a message to translate with `gettext`; not escaped."""
    options: Mapping[str, Any]
    """The options of a match on it."""
    seats: tuple[int, ...]
    """The possible numbers of seats; the first is the default for measuring."""
    own: bool = False
    """Whether it was made by a user and is not shipped with the bot."""

    @property
    def called(self) -> str:
        """The title in the current language."""
        return self.title if self.own else gettext(self.title)


class Boards(ABC):
    """The maps or layouts of a game. The option `grid` of a normalized match is what is drawn on one."""

    plain_place: ClassVar[str]
    """Where matches are played for comparison, a message: "on the usual layout"."""
    is_plain: ClassVar[str]
    """A sentence that a board is what others are compared with, a message."""
    one_number_of_seats: ClassVar[bool] = False
    """Whether a board is for the numbers of seats that it names, and no other."""

    @abstractmethod
    def shipped(self) -> Sequence[Board]:
        """Return those that are shipped with the bot."""

    @abstractmethod
    def of_file(self, format_: MapFormat, value: Any) -> Board | None:
        """Return the one in a file of this format; None for a file of something else, such as a squad."""

    @abstractmethod
    def plain(self, board: Board, options: Any) -> Mapping[str, Any]:
        """Return the options to give for a match on a plain board, otherwise like a match on this one.

        `options` are the normalized ones of a match on the board.
        """

    @abstractmethod
    def affordable(self, options: Any, seats: int, most: int) -> int:
        """Return how many matches with these options take about as long as `most` matches with cards."""


class StrengthWords(msgspec.Struct, frozen=True):
    """How the strength of cards is told turn by turn."""

    title: str
    """What is measured, a message: "Damage of an attack, turn by turn: these cards, and the usual ones"."""
    span: str
    """The name of a turn, a message: "Round"."""
    decimals: int = 1
    """The decimals of a mean."""


class LabFacets(msgspec.Struct, frozen=True):
    """What the lab can measure of a game beside its decks; None for what it does not have."""

    loadouts: Loadouts | None = None
    boards: Boards | None = None
    common_deck: CommonDeck | None = None
    strength: StrengthWords | None = None
    """Only for a game with cards."""
