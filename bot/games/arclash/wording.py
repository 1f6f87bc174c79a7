"""How Arclash speaks: the engine's `Wording`, each part of it in a file of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.contract import Seat
from bot.engine.wording import Menu, Wording
from bot.games.arclash import description, menu, sentences, status
from bot.games.arclash.actions import ArclashAction
from bot.games.arclash.cards import Library
from bot.games.arclash.facts import ArclashFact
from bot.games.arclash.names import Lexicon, Talk
from bot.games.arclash.typed import COMMANDS
from bot.games.arclash.view import ArclashView


class ArclashWording(Wording[Any, ArclashView]):
    """The words of Arclash, with the cards whose names it calls."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._lexicons: dict[str, Lexicon] = {}

    def tell(self, fact: ArclashFact, view: ArclashView, names: Sequence[str]) -> str:
        """Return one sentence for a fact."""
        return sentences.tell(fact, self._talk(view, names))

    def status(self, view: ArclashView, names: Sequence[str]) -> str:
        """Return the phase and who is awaited, and points and powers."""
        return status.status(self._talk(view, names))

    def describe(self, view: ArclashView, names: Sequence[str]) -> str:
        """Return the position as text, no line over 64 characters, at most 3,500 in all."""
        return description.describe(self._talk(view, names))

    def menu(
        self, view: ArclashView, legal: Sequence[ArclashAction], path: tuple[str, ...], names: Sequence[str]
    ) -> Menu:
        """Return the screen at the end of a path."""
        return menu.menu(self._talk(view, names), legal, path)

    def spell(self, view: ArclashView, action: ArclashAction) -> dict[str, str]:
        """Return the fields of an action as typed: {"card": "Tide Warden"}."""
        return COMMANDS.spell(self._talk(view, ()), action)

    def read(self, view: ArclashView, seat: Seat, kind: type[Any], words: Mapping[str, str]) -> ArclashAction:
        """Return the action typed. Raises `UnreadableAction`."""
        action: ArclashAction = COMMANDS.read(self._talk(view, ()), seat, kind, words)
        return action

    def _talk(self, view: ArclashView, names: Sequence[str]) -> Talk:
        pool = self.library[view.options.cards]
        if pool.hash not in self._lexicons:
            self._lexicons[pool.hash] = Lexicon(pool)
        return Talk(view, names, self._lexicons[pool.hash])
