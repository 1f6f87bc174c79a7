"""The entrants that are compared: the decks of a game, or its ready-made squads."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from bot.engine.cards.deckbuilding import DeckBuilding, Entries
from bot.engine.contract import Action, Rules
from bot.engine.lab import Loadout, Traced
from bot.engine.players.opponent import Opponent
from bot.games.game import Game
from bot.games.registry import GAMES

SAME = "same"
"""The only entrant of a game without decks and squads: the same player has every seat."""


class Deck(Loadout):
    """A deck of a game with decks."""

    def __init__(self, building: DeckBuilding, entries: Entries) -> None:
        self.building, self.entries = building, entries

    def bring(self, view: Any, legal: Sequence[Any]) -> Action | None:  # noqa: ARG002 - brought by the view
        """Return the action that chooses the deck; None once it is chosen, even if more has to be chosen."""
        if not self.building.may_bring(view):
            return None
        first, *further = self.building.bring(view, self.entries)
        return None if further else first


class Nothing(Loadout):
    """No deck or squad: the player makes all choices."""

    def bring(self, view: Any, legal: Sequence[Any]) -> Action | None:  # noqa: ARG002
        """Return None."""
        return None


def ready_entrants(game: str, options: Any) -> Mapping[str, Loadout]:
    """Return the ready-made entrants of a game by key, or only `SAME` if there are none.

    They are its decks, its squads and those in the options.
    """
    building, rules = GAMES[game].decks, GAMES[game].rules
    if building is not None:
        ready = building.ready(rules.cards_of(options), options)
        return {key: Deck(building, deck.entries) for key, deck in ready.items()}
    loadouts = GAMES[game].lab.loadouts
    return {SAME: Nothing()} if loadouts is None else loadouts.ready(options)


def traced_cards(game: Game) -> Traced | None:
    """Return the counted cards of a game: those of decks, or of the deck shared by all; None for none."""
    return game.decks or game.lab.common_deck


class Entrant(Opponent):
    """A computer player with a given deck or squad; it records the decisions it had."""

    key: ClassVar[str] = "entrant"
    title: ClassVar[str] = "Entrant"
    description: ClassVar[str] = "Plays what it is given."

    def __init__(self, player: Opponent, loadout: Loadout, traced: Traced | None) -> None:
        self.player, self.loadout, self.traced = player, loadout, traced
        self.forced = 0
        """The number of decisions with only one legal action."""
        self.drawn = set[str]()
        """The set numbers of the cards that were in hand at some decision."""
        self.playable = set[str]()
        """The cards in `drawn` that could be played at some decision."""

    def choose(
        self, rules: Rules[Any, Any, Any, Any], view: Any, legal: Sequence[Any], rng: random.Random
    ) -> Action:
        """Return the action that chooses its deck or squad if there is one, else the player's choice."""
        action = self.loadout.bring(view, legal)
        if action is not None:
            return action
        self.forced += len(legal) == 1
        if self.traced is not None:
            self.drawn.update(self.traced.hand(view))
            self.playable.update(self.traced.playable(view, legal))
        return self.player.choose(rules, view, legal, rng)
