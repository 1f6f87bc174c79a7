"""Shared parts of the renderers of games with card sets: the cards of a match, hands, single cards."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeVar

from bot.engine.cards.game import STANDARD, CardPool, PoolLibrary
from bot.engine.wording import AnyWording
from renderers.contract import Picture, Renderer, Sort, ViewT
from renderers.kit.alt_text import hand_text
from renderers.kit.cards.emblem import Emblem
from renderers.kit.mosaic import Mosaic
from renderers.kit.png import LARGE_WITH_TEXTS
from renderers.kit.titles import drawn_player

PoolT = TypeVar("PoolT", bound=CardPool[Any, Any])


class CardRenderer(Renderer[ViewT], Generic[ViewT, PoolT]):
    """Draws a game with cards of its own making, of which players hold some."""

    has_hands: ClassVar[bool] = True
    brief_hands: ClassVar[bool] = True

    def __init__(self, library: PoolLibrary[PoolT], wording: AnyWording) -> None:
        """`wording` writes the list and the alt texts, in the words of the channel."""
        self._library = library
        self._wording = wording

    def _pool(self, cards: str | None) -> PoolT:
        """Return the pool of this hash, with None or the word for them the standard one.

        Raises `KeyError` for a pool that is not there.
        """
        return self._library.at(None if cards == STANDARD else cards)

    def hand(
        self, view: Any, *, names: Sequence[str], sort: Sort = "suit", brief: bool = False
    ) -> Picture | None:
        """Draw the viewer's own cards with their texts; None without a seat."""
        if view.viewer is None:
            return None
        pool, called = self._pool(view.options.cards), drawn_player(names, view.viewer)
        board = self.draw_hand(view, called, sort, pool, brief=brief)
        return board.picture(hand_text(called, self.hand_names(view, sort, pool)), LARGE_WITH_TEXTS)

    @staticmethod
    @abstractmethod
    def draw_hand(view: Any, name: str, sort: Sort, pool: Any, *, brief: bool) -> Mosaic:
        """Draw the hand of the viewer, who must have a seat."""

    @staticmethod
    @abstractmethod
    def hand_names(view: Any, sort: Sort, pool: Any) -> Sequence[str]:
        """Return the names of the cards in the viewer's hand, in their order."""

    @staticmethod
    @abstractmethod
    def emblem(face: Any, pool: Any, /) -> Emblem | None:
        """Return the parts of a card's emblem; None for a card that is drawn otherwise."""

    def single_card(self, number: str, pool: str | None = None) -> Picture | None:
        """Draw one card by its set number, of the pool of this hash or, with None, of the standard cards.

        Raises `KeyError` for a card, or a pool, that is not there.
        """
        cards = self._pool(pool)
        return self.card(cards.cards[number], cards)

    @abstractmethod
    def card(self, face: Any, pool: PoolT) -> Picture:
        """Draw one card of a pool, large."""
