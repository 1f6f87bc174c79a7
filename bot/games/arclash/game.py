"""Arclash as the bot knows it: its rules, words, pictures and computer players."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from bot.base.language import N_
from bot.engine.cards.machine import effects_of
from bot.engine.cards.program import Running
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.engine.lab import LabFacets, StrengthWords
from bot.engine.players.opponent import Opponent
from bot.games import catalogue
from bot.games.arclash.cardgame import ArclashCards
from bot.games.arclash.cards.cards import Library
from bot.games.arclash.cards.words.abilities import Trigger
from bot.games.arclash.rules.deckbuilding import ArclashDecks
from bot.games.arclash.rules.rules import ArclashRules
from bot.games.arclash.rules.state import owner_of
from bot.games.arclash.rules.table import ArclashTable
from bot.games.game import make_game, with_former
from renderers.contract import Renderer

if TYPE_CHECKING:
    from bot.games.arclash.wording.wording import ArclashWording

# Version 1 of the rules, for the matches opened with it: before ARC-06a, ARC-06b and ARC-12a were ruled.


class FirstTable(ArclashTable):
    """A match during a change, under version 1."""

    def waiting(self, card: Card, trigger: Trigger) -> list[Running]:
        """Return a card's abilities, which are carried out whatever becomes of the card.

        Queuing one that works once a turn uses up all such abilities of the card.
        """
        abilities = self.pool.doing[self.state.number_of(card)].get(trigger, ())
        if card in self.state.used:
            abilities = tuple([ability for ability in abilities if not ability.once])
        if any(ability.once for ability in abilities):
            self._use(card)
        return [Running(card, owner_of(card), effects_of(ability)) for ability in abilities]

    def advanced(self, card: Card) -> list[Running]:
        """Return the `advance` abilities, also those that are used up."""
        abilities = self.pool.doing[self.state.number_of(card)].get("advance", ())
        if any(ability.once for ability in abilities):
            self._use(card)
        return [Running(card, owner_of(card), effects_of(ability)) for ability in abilities]

    def used_up(self, card: Card, ability: int) -> bool:
        """Whether this is a once-a-turn ability, and any such ability of the card was used in this turn."""
        return card in self.state.used and self.face(card).abilities[ability].once

    def used(self, card: Card) -> None:
        """Record that a reroll of this card has been used."""
        self._use(card)

    def refill(self, seat: Seat, count: int) -> None:
        """Refill nothing: costs do so between their discards, searches and discards from the deck never."""

    def _use(self, card: Card) -> None:
        if card not in self.state.used:
            self.state.used = (*self.state.used, card)


class FirstRules(ArclashRules):
    """Version 1 of the rules."""

    version: ClassVar[str] = "1"
    table: ClassVar[type[ArclashTable]] = FirstTable


_CARDS = catalogue.card_game(ArclashCards, checked=False)
CARDS: Library = _CARDS.library
"""The cards of Arclash, shared by its rules, texts and pictures."""


@cache
def _words() -> ArclashWording:
    from bot.games.arclash.wording.wording import ArclashWording  # as `Game.worded_by` says

    return ArclashWording(CARDS)


def _draws() -> Renderer[Any]:
    from renderers.arclash import ArclashRenderer  # as `Game.drawn_by` says

    return ArclashRenderer(CARDS, _words())


def _plays() -> tuple[Opponent, ...]:
    from bot.games.arclash.players.duellist import Apprentice, Champion, Duellist  # as `Game.played_by` says

    return (Apprentice(), Duellist(), Champion())


GAME = with_former(
    make_game(
        "arclash",
        N_("Arclash"),
        N_("Heroes of many worlds level up and fight, with decks of cards that anyone can design."),
        ArclashRules(CARDS),
        _words,
        _draws,
        _plays,
        cards=_CARDS,
        decks=ArclashDecks(CARDS),
        random_strength=333,
        lab=LabFacets(
            strength=StrengthWords(
                N_("Power in battle, turn by turn: decks with these cards, and those they meet"),
                N_("Turn"),
                decimals=0,
            )
        ),
    ),
    FirstRules(CARDS),
)
