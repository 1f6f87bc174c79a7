"""The hard computer players: a search for each game.

Offered at tables are those that beat the normal player in three matches of five (docs/BALANCE.md); the others
take part in the league alone.
"""

from __future__ import annotations

from typing import ClassVar

from bot.engine.language import N_
from bot.games.neocombat.rules.state import NeoState
from bot.games.neocombat.rules.view import NeoView
from bot.players.duellist import Duellist
from bot.players.plotter import Plotter
from bot.players.searcher import Searcher
from bot.players.skirmisher import Skirmisher
from bot.players.tracker import Tracker

_DESCRIPTION = N_("Tries out where its ideas may lead before it acts: for those who know the game.")


class Strategist(Searcher):
    """Searches at Papyrus, to the end of a turn."""

    key: ClassVar[str] = "strategist"
    title: ClassVar[str] = "Strategist"
    description: ClassVar[str] = _DESCRIPTION
    normal = Skirmisher()
    width: ClassVar[int] = 4
    depth: ClassVar[int] = 30


class Champion(Searcher):
    """Searches at Arclash, to the end of the next battle."""

    key: ClassVar[str] = "champion"
    title: ClassVar[str] = "Champion"
    description: ClassVar[str] = _DESCRIPTION
    normal = Duellist()
    width: ClassVar[int] = 4
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
        """Whether the combat is over: who is turned sideways or revealed no longer matters then."""
        return state.phase == "repair" and (view.phase != "repair" or state.turn > view.turn)


class Mastermind(Searcher):
    """Searches at Overcross, to the end of a turn."""

    key: ClassVar[str] = "mastermind"
    title: ClassVar[str] = "Mastermind"
    description: ClassVar[str] = _DESCRIPTION
    normal = Plotter()
    width: ClassVar[int] = 4
    depth: ClassVar[int] = 30


HARD: tuple[type[Searcher], ...] = (Strategist, Champion, Hunter, Mastermind)
"""The hard players, each to be made with the steps it may try out."""

UNPROVEN: frozenset[str] = frozenset(each.key for each in HARD if each is not Hunter)
"""The keys of those that have not been shown to be better than the normal player: they are not offered."""
