"""The cards of a game that the lab counts: those in decks, or those of the shared deck."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from bot.engine.cards.deckbuilding import DeckCard, Strength
from bot.engine.cards.game import AnyCardGame, AnyPool
from bot.engine.contract import Seat
from bot.games.game import Game
from bot.games.neocombat.cards.cardgame import SORTS, sort_of
from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.rules.actions import Defend, Dress, Play
from bot.games.neocombat.rules.card_course import attacks
from bot.games.neocombat.rules.facts import Defended, Played
from bot.games.neocombat.rules.state import NeoState
from bot.games.neocombat.rules.view import NeoView


class Traced(Protocol):
    """The cards, and their holders and players; `DeckBuilding` implements it."""

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


class CommonDeck:
    """The action cards of Neo-Combat, a deck shared by all seats (NEO-03)."""

    def __init__(self, game: AnyCardGame) -> None:
        self.library = game.library

    def among_usual(self, pool: str | None) -> str:
        """Return the hash of a pool that contains these cards and the usual ones, and register it.

        A usual card with the same number as one of them is left out. Raises `KeyError`.
        """
        mixed: AnyPool = self.library.add(self.library.at(pool).among(self.library.standard))
        return mixed.hash

    def cards(self, pool: str | None) -> Mapping[str, DeckCard]:
        """Return the action cards; their rank is their section in the list. Raises `KeyError`."""
        found: Pool = self.library.at(pool)
        return {
            card.number: DeckCard(card.number, card.name, sort_of(card), SORTS[sort_of(card)], card.copies)
            for card in found.actions
        }

    def played(self, fact: Any, state: NeoState) -> Sequence[tuple[Seat, str]]:
        """Return the card that was played, including answers and cards played in Repair."""
        if isinstance(fact, Played | Defended):
            return ((fact.seat, self._number(state.options.cards, fact.card)),)
        return ()

    def hand(self, view: NeoView) -> Iterable[str]:
        """Return the cards in hand."""
        return [self._number(view.options.cards, card) for card in view.hand]

    def playable(self, view: NeoView, legal: Sequence[Any]) -> Iterable[str]:
        """Return the cards that can be played now, including answers and cards in Repair."""
        kinds = {action.card for action in legal if isinstance(action, Play | Defend | Dress)}
        return [self._number(view.options.cards, kind) for kind in kinds]

    def strengths(self, facts: Sequence[Any], state: NeoState) -> Iterable[Strength]:
        """Return the damage of each attack, with its card."""
        return attacks(facts, self.library.at(state.options.cards), state.options.team)

    def hands(self, state: NeoState) -> Sequence[Iterable[str]]:
        """Return the cards in the hand of each seat."""
        return [[self._number(state.options.cards, card) for card in hand] for hand in state.hands]

    def _number(self, pool: str, kind: int) -> str:
        found: Pool = self.library.at(pool)
        return found.actions[kind].number


def common_deck(game: Game) -> CommonDeck | None:
    """Return the deck shared by all seats; None for a game without one."""
    return CommonDeck(game.cards) if game.cards is not None and game.decks is None else None


def traced_cards(game: Game) -> Traced | None:
    """Return the counted cards of a game; None if it has none."""
    return game.decks or common_deck(game)
