"""The entrants that are compared: the decks of a game with decks, the ready-made squads of Papyrus."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from bot.engine.cards.deckbuilding import DeckBuilding, Entries
from bot.engine.contract import Action, Rules
from bot.engine.players.opponent import Opponent
from bot.games.papyrus.rules.actions import Preset, Ready
from bot.games.papyrus.rules.rules import PapyrusRules
from bot.games.papyrus.rules.squads import own_squads
from bot.games.papyrus.rules.view import PapyrusView
from bot.games.registry import GAMES
from bot.parts.workshop.lab.tracing import Traced

SAME = "same"
"""The only entrant of a game without decks and squads: the same player has every seat."""


class Brought(ABC):
    """The deck or squad that a seat plays with."""

    @abstractmethod
    def bring(self, view: Any, legal: Sequence[Any]) -> Action | None:
        """Return the action that chooses it, or None if there is no such action now."""


class Deck(Brought):
    """A deck of a game with decks."""

    def __init__(self, building: DeckBuilding, entries: Entries) -> None:
        self.building, self.entries = building, entries

    def bring(self, view: Any, legal: Sequence[Any]) -> Action | None:  # noqa: ARG002 - brought by the view
        """Return the action that chooses the deck; None once it is chosen, even if more has to be chosen."""
        if not self.building.may_bring(view):
            return None
        first, *further = self.building.bring(view, self.entries)
        return None if further else first


class ReadySquad(Brought):
    """A ready-made squad of Papyrus (PAP-02)."""

    def __init__(self, key: str) -> None:
        self.key = key

    def bring(self, view: PapyrusView, legal: Sequence[Any]) -> Action | None:
        """Return the action that picks the squad, then the one that finishes picking."""
        if view.phase != "picking":
            return None
        return Ready() if Ready() in legal and view.squad else Preset(self.key)


class Nothing(Brought):
    """No deck or squad: the player makes all choices."""

    def bring(self, view: Any, legal: Sequence[Any]) -> Action | None:  # noqa: ARG002
        """Return None."""
        return None


def ready_entrants(game: str, options: Any) -> Mapping[str, Brought]:
    """Return the ready-made entrants of a game by key, or only `SAME` if there are none.

    They are its decks, its squads and those in the options.
    """
    building, rules = GAMES[game].decks, GAMES[game].rules
    if building is not None:
        ready = building.ready(rules.cards_of(options), options)
        return {key: Deck(building, deck.entries) for key, deck in ready.items()}
    if isinstance(rules, PapyrusRules):
        return {key: ReadySquad(key) for key in (*rules.squads, *own_squads(options.squads))}
    return {SAME: Nothing()}


class Entrant(Opponent):
    """A computer player with a given deck or squad; it records the decisions it had."""

    key: ClassVar[str] = "entrant"
    title: ClassVar[str] = "Entrant"
    description: ClassVar[str] = "Plays what it is given."

    def __init__(self, player: Opponent, brought: Brought, traced: Traced | None) -> None:
        self.player, self.brought, self.traced = player, brought, traced
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
        brought = self.brought.bring(view, legal)
        if brought is not None:
            return brought
        self.forced += len(legal) == 1
        if self.traced is not None:
            self.drawn.update(self.traced.hand(view))
            self.playable.update(self.traced.playable(view, legal))
        return self.player.choose(rules, view, legal, rng)
