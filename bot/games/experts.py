"""The hard computer players that search. Those of Crossfire and Overcross do not: they are beside the normal
ones. A hard player wins three of five matches against the normal one (docs/BALANCE.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from bot.base.language import N_
from bot.engine.players.opponent import GameOpponent
from bot.engine.players.searcher import Searcher
from bot.games.arclash.players.duellist import Duellist
from bot.games.neocombat.players.tracker import Tracker
from bot.games.neocombat.rules.state import NeoState
from bot.games.neocombat.rules.view import NeoView
from bot.games.papyrus.players.skirmisher import BOLDNESS, CAUTION, Skirmisher
from bot.games.papyrus.rules.state import PapyrusState
from bot.games.papyrus.rules.view import PapyrusView

_DESCRIPTION = N_("Tries out where its ideas may lead before it acts: for those who know the game.")


class Strategist(Searcher):
    """Searches at Papyrus, to the end of the enemy's turn: whether to attack, to hold or to draw back."""

    key: ClassVar[str] = "strategist"
    title: ClassVar[str] = "Strategist"
    description: ClassVar[str] = _DESCRIPTION
    normal = Skirmisher()
    depth: ClassVar[int] = 100
    width: ClassVar[int] = 1
    tempers: ClassVar[Sequence[GameOpponent]] = tuple(
        [Skirmisher(fear=fear) for fear in (BOLDNESS, CAUTION, 2 * CAUTION)]
    )
    """Players who attack, wait or retreat for the whole turn."""

    def settled(self, view: PapyrusView, state: PapyrusState) -> bool:
        """Whether the other seats have finished their turns."""
        return state.round > view.round and state.turn == view.viewer


class Champion(Searcher):
    """Searches at Arclash, to the end of the next battle."""

    key: ClassVar[str] = "champion"
    title: ClassVar[str] = "Champion"
    description: ClassVar[str] = _DESCRIPTION
    normal = Duellist()
    depth: ClassVar[int] = 24


class Hunter(Searcher):
    """Searches at Neo-Combat, to the end of the combat of a turn."""

    key: ClassVar[str] = "hunter"
    title: ClassVar[str] = "Hunter"
    description: ClassVar[str] = _DESCRIPTION
    normal = Tracker()
    width: ClassVar[int] = 5
    depth: ClassVar[int] = 30

    def settled(self, view: NeoView, state: NeoState) -> bool:
        """Whether the combat is over: then it no longer matters which varans are sideways or revealed."""
        return state.phase == "repair" and (view.phase != "repair" or state.turn > view.turn)


HARD: tuple[type[Searcher], ...] = (Strategist, Champion, Hunter)
"""The hard players that search, each created with its number of search steps."""
