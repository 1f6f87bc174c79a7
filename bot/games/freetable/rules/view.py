"""What a viewer knows of a match at a free table: the table with the backs alone of what it does not see."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from bot.engine.contract import Outcome, Seat, Viewer
from bot.games.freetable.rules.options import Options
from bot.games.freetable.rules.table import Layout, Thing, Things, layout_of

Phase: TypeAlias = Literal["play", "choose", "over"]
"""`choose`: all choose a card in secret. `play`: one seat or all may act. `over`: the end."""


class Ending(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A proposed end."""

    seat: Seat
    result: tuple[int, ...]
    """The place of each seat, from 1; all 1 for a draw."""
    agreed: tuple[Seat, ...]


class Common(msgspec.Struct, forbid_unknown_fields=True):
    """The fields of a match and of a view. All values are immutable, so that a copy is a clone."""

    options: Options
    seats: int
    phase: Phase
    zones: tuple[Things, ...]
    """What lies in each zone: in a deck the top first, elsewhere the latest last."""
    counters: tuple[int, ...]
    turn: Seat
    """Whose turn it is; -1 where all may act."""
    round: int = 1
    passed: tuple[bool, ...] = ()
    """Who does nothing more for now, or has chosen."""
    left: tuple[bool, ...] = ()
    """Who has resigned."""
    chosen: tuple[Thing | None, ...] = ()
    ending: Ending | None = None
    touched: tuple[int, ...] = ()
    """The zones in which something was done, the latest first."""
    done: int = 0
    """The number of actions so far: a look or a shuffle changes nothing else that all see."""
    outcome: Outcome | None = None

    @property
    def layout(self) -> Layout:
        """The table."""
        return layout_of(self.options.pinned, self.seats)


class FreeState(Common, forbid_unknown_fields=True):
    """A whole match."""


class PlannedState(FreeState, forbid_unknown_fields=True):
    """A turn that is planned: what its seat does not see is dealt anyhow, and is not touched."""


class FreeView(Common, forbid_unknown_fields=True):
    """What a viewer knows: the same, with the backs alone of what it does not see."""

    viewer: Viewer = None
