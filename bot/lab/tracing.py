"""The cards of a game as the lab counts them: those of decks, or of the one deck that all draw from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from bot.engine.cardgames import AnyCardGame, AnyPool
from bot.engine.contract import Seat
from bot.engine.deckbuilding import DeckCard, Strength
from bot.games.neocombat.cards.cardgame import SORTS, sort_of
from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.rules.actions import Defend, Dress, Play
from bot.games.neocombat.rules.card_course import attacks
from bot.games.neocombat.rules.facts import Defended, Played
from bot.games.neocombat.rules.state import NeoState
from bot.games.neocombat.rules.view import NeoView
from bot.registry import Game


class Traced(Protocol):
    """What cards there are, and who holds and plays them; `bot.engine.deckbuilding.DeckBuilding` is one."""

    def cards(self, pool: str | None) -> Mapping[str, DeckCard]:
        """Return the cards that are counted, by set number. Raises `KeyError`."""

    def played(self, fact: Any, state: Any) -> Sequence[tuple[Seat, str]]:
        """Return the cards that came into play by what this fact tells: whose, and the set number."""

    def hand(self, view: Any) -> Iterable[str]:
        """Return the set numbers of the cards in the viewer's own hand."""

    def playable(self, view: Any, legal: Sequence[Any]) -> Iterable[str]:
        """Return the set numbers of the cards that these legal actions of the viewer play."""

    def strengths(self, facts: Sequence[Any], state: Any) -> Iterable[Strength]:
        """Return how strong the seats, or attacks, were in a match of these public facts and this end."""


class CommonDeck:
    """The action cards of Neo-Combat, of which all seats draw (NEO-03)."""

    def __init__(self, game: AnyCardGame) -> None:
        self.library = game.library

    def among_usual(self, pool: str | None) -> str:
        """Return the hash of the pool in which these cards are dealt among the usual ones.

        It is known in this process then. A usual card whose number one of them has is left out. Raises
        `KeyError`.
        """
        mixed: AnyPool = self.library.add(self.library.at(pool).among(self.library.standard))
        return mixed.hash

    def cards(self, pool: str | None) -> Mapping[str, DeckCard]:
        """Return the action cards; their rank is the sort they are listed as. Raises `KeyError`."""
        found: Pool = self.library.at(pool)
        return {
            card.number: DeckCard(card.number, card.name, sort_of(card), SORTS[sort_of(card)], card.copies)
            for card in found.actions
        }

    def played(self, fact: Any, state: NeoState) -> Sequence[tuple[Seat, str]]:
        """Return the card that was played: also as an answer, or in Repair."""
        if isinstance(fact, Played | Defended):
            return ((fact.seat, self._number(state.options.cards, fact.card)),)
        return ()

    def hand(self, view: NeoView) -> Iterable[str]:
        """Return the cards of the hand."""
        return [self._number(view.options.cards, card) for card in view.hand]

    def playable(self, view: NeoView, legal: Sequence[Any]) -> Iterable[str]:
        """Return the cards that can be played now: also as an answer, or in Repair."""
        kinds = {action.card for action in legal if isinstance(action, Play | Defend | Dress)}
        return [self._number(view.options.cards, kind) for kind in kinds]

    def strengths(self, facts: Sequence[Any], state: NeoState) -> Iterable[Strength]:
        """Return the damage of each attack, by its card."""
        return attacks(facts, self.library.at(state.options.cards), state.options.team)

    def hands(self, state: NeoState) -> Sequence[Iterable[str]]:
        """Return the cards in the hand of each seat."""
        return [[self._number(state.options.cards, card) for card in hand] for hand in state.hands]

    def _number(self, pool: str, kind: int) -> str:
        found: Pool = self.library.at(pool)
        return found.actions[kind].number


def common_deck(game: Game) -> CommonDeck | None:
    """Return the one deck that all draw from; None for a game without."""
    return CommonDeck(game.cards) if game.cards is not None and game.decks is None else None


def traced_cards(game: Game) -> Traced | None:
    """Return the cards of a game that are counted; None where there are none."""
    return game.decks or common_deck(game)
