"""Neo-Combat as the bot knows it: its rules, words, pictures and computer players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from bot.base.language import N_
from bot.engine.cards.deckbuilding import DeckCard, Strength
from bot.engine.cards.game import AnyCardGame, AnyPool
from bot.engine.contract import Seat
from bot.engine.lab import CommonDeck, LabFacets, StrengthWords
from bot.engine.players.opponent import Opponent
from bot.games import catalogue
from bot.games.game import make_game, with_former
from bot.games.neocombat.cardgame import SORTS, NeoCombatCards, sort_of
from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.rules.actions import Defend, Dress, Play
from bot.games.neocombat.rules.card_course import attacks
from bot.games.neocombat.rules.facts import Defended, Played
from bot.games.neocombat.rules.rules import NeoCombatRules
from bot.games.neocombat.rules.state import NeoState
from bot.games.neocombat.rules.table import Table
from bot.games.neocombat.rules.view import NeoView
from renderers.contract import Renderer

if TYPE_CHECKING:
    from bot.games.neocombat.wording.wording import NeoCombatWording

# Version 1 of the rules, for the matches opened with it: before NEO-04b was ruled.


class FirstTable(Table):
    """A match in progress of change, under version 1: a special may be among what it draws itself."""

    def _aside(self, card: int) -> tuple[int, ...]:  # noqa: ARG002
        """Return nothing: a refill shuffles the played card too."""
        return ()


class FirstRules(NeoCombatRules):
    """Version 1 of the rules."""

    version: ClassVar[str] = "1"
    table: ClassVar[type[Table]] = FirstTable


class ActionDeck(CommonDeck):
    """The action cards, a deck shared by all seats (NEO-03), as the lab counts them."""

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
        roster: Pool = self.library.at(pool)
        return {
            card.number: DeckCard(card.number, card.name, sort_of(card), SORTS[sort_of(card)], card.copies)
            for card in roster.actions
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


_CARDS = catalogue.card_game(NeoCombatCards, checked=False)


@cache
def _words() -> NeoCombatWording:
    from bot.games.neocombat.wording.wording import NeoCombatWording  # as `Game.worded_by` says

    return NeoCombatWording(_CARDS.library)


def _draws() -> Renderer[Any]:
    from renderers.neocombat import NeoCombatRenderer  # as `Game.drawn_by` says

    return NeoCombatRenderer(_CARDS.library, _words())


def _plays() -> tuple[Opponent, ...]:
    from bot.games.neocombat.players.tracker import Hunter, Rookie, Tracker  # as `Game.played_by` says

    return (Rookie(), Tracker(), Hunter())


GAME = with_former(
    make_game(
        "neo-combat",
        N_("Neo-Combat"),
        N_("Cloaked varans hunt each other: sensors, shots and strikes, and answers out of turn."),
        NeoCombatRules(_CARDS.library),
        _words,
        _draws,
        _plays,
        cards=_CARDS,
        random_strength=160,
        lab=LabFacets(
            common_deck=ActionDeck(_CARDS),
            strength=StrengthWords(
                N_("Damage of an attack, turn by turn: these cards, and the usual ones"), N_("Game turn")
            ),
        ),
    ),
    FirstRules(_CARDS.library),
)
