"""How Crossfire speaks: the engine's `Wording`, each part of it in a file of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.contract import Seat
from bot.engine.wording import Menu, Wording
from bot.games.crossfire import description, menu, sentences
from bot.games.crossfire.actions import CrossfireAction
from bot.games.crossfire.facts import CrossfireFact
from bot.games.crossfire.typed import COMMANDS
from bot.games.crossfire.view import CrossfireView


class CrossfireWording(Wording[Any, CrossfireView]):
    """The words of Crossfire."""

    def tell(self, fact: CrossfireFact, view: CrossfireView, names: Sequence[str]) -> str:
        """Return one sentence for a fact."""
        return sentences.tell(fact, view, names)

    def status(self, view: CrossfireView, names: Sequence[str]) -> str:
        """Return whose turn it is and what is contested, and hands, packs and points."""
        return sentences.status(view, names)

    def describe(self, view: CrossfireView, names: Sequence[str]) -> str:
        """Return the position as text, no line over 64 characters, at most 3,500 in all."""
        return description.describe(view, names)

    def menu(
        self,
        view: CrossfireView,
        legal: Sequence[CrossfireAction],
        path: tuple[str, ...],
        names: Sequence[str],
    ) -> Menu:
        """Return the screen at the end of a path."""
        return menu.menu(view, legal, path, names)

    def spell(self, view: CrossfireView, action: CrossfireAction) -> dict[str, str]:
        """Return the fields of an action as typed: {"card": "7h", "at": "c3"}."""
        return COMMANDS.spell(view, action)

    def read(
        self, view: CrossfireView, seat: Seat, kind: type[Any], words: Mapping[str, str]
    ) -> CrossfireAction:
        """Return the action typed. Raises `UnreadableAction`."""
        action: CrossfireAction = COMMANDS.read(view, seat, kind, words)
        return action
