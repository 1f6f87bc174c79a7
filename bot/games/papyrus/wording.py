"""How Papyrus speaks: the engine's `Wording`, each part of it in a file of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from bot.engine.contract import Seat
from bot.engine.wording import Menu, Wording
from bot.games.papyrus import description, menu, sentences, typed
from bot.games.papyrus.actions import PapyrusAction
from bot.games.papyrus.facts import PapyrusFact
from bot.games.papyrus.squads import Squad
from bot.games.papyrus.view import PapyrusView

_NONE: Mapping[str, Squad] = MappingProxyType({})


class PapyrusWording(Wording[Any, PapyrusView]):
    """The words of Papyrus, with the ready-made squads whose titles players may read and type."""

    def __init__(self, squads: Mapping[str, Squad] = _NONE) -> None:
        self.squads = squads
        self.commands = typed.commands(squads)

    def tell(self, fact: PapyrusFact, view: PapyrusView, names: Sequence[str]) -> str:
        """Return one sentence for a fact."""
        return sentences.tell(fact, view, names)

    def status(self, view: PapyrusView, names: Sequence[str]) -> str:
        """Return whose turn it is and what is left, and the strength of each seat."""
        return sentences.status(view, names)

    def describe(self, view: PapyrusView, names: Sequence[str]) -> str:
        """Return the position as text, no line over 40 characters, at most 3,500 in all."""
        return description.describe(view, names)

    def menu(
        self, view: PapyrusView, legal: Sequence[PapyrusAction], path: tuple[str, ...], names: Sequence[str]
    ) -> Menu:
        """Return the screen at the end of a path."""
        return menu.menu(view, legal, path, names, self.squads)

    def spell(self, view: PapyrusView, action: PapyrusAction) -> dict[str, str]:
        """Return the fields of an action as typed: {"unit": "SMG-3", "target": "SMG-2 at C5"}."""
        return self.commands.spell(view, action)

    def read(self, view: PapyrusView, seat: Seat, kind: type[Any], words: Mapping[str, str]) -> PapyrusAction:
        """Return the action typed. Raises `UnreadableAction`."""
        action: PapyrusAction = self.commands.read(view, seat, kind, words)
        return action
