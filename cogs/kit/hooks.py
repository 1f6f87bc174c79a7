"""Named places at which parts (`bot.parts.part`) add to what the core does and shows.

A part's cog fills them when it is loaded: `bot.hooks.notices.append(...)`. The core calls what is there, in
the order in which the parts are listed, and does without where a part is left out.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from bot.games.game import Game
from bot.matches.model import MatchInfo
from bot.processes.pictures import Pictured

if TYPE_CHECKING:
    from cogs.kit.client import Interaction

Check: TypeAlias = Callable[["Interaction"], None]


@dataclass
class Hooks:
    """What the parts have added."""

    checks: list[Check] = field(default_factory=list)
    """Each raises a `Refusal` for an asker who may use nothing of the bot."""
    match_checks: list[Callable[[MatchInfo], None]] = field(default_factory=list)
    """Each raises a `Refusal` for a match that nobody may use at the moment."""
    notices: list[Callable[[], str]] = field(default_factory=list)
    """Lines under boards and panels; "" for none now."""
    busy: list[Callable[[], int]] = field(default_factory=list)
    """The numbers of jobs in memory that a stop would lose."""
    pictured: list[Callable[[int, Game, str], Awaitable[Pictured | None]]] = field(default_factory=list)
    """Each returns the pictures that a server shows on the cards of this hash, None for none."""
    made: list[Callable[[str], Awaitable[str]]] = field(default_factory=list)
    """Each returns a sentence on what it made at a request whose answer failed; "" for nothing."""
    unseated: list[Callable[[MatchInfo, Sequence[int]], Awaitable[None]]] = field(default_factory=list)
    """Told of the people who gave up a seat of a lobby, or did not take the one reserved for them."""
