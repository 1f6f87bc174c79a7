"""Named places at which parts (`bot.parts.part`) add to what the core does and shows.

A part's cog fills them when it is loaded: `bot.hooks.notices.append(...)`. The core calls what is there, in
the order in which the parts are listed, and does without where a part is left out.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias

import discord
import msgspec

from bot.base.ids import MatchId
from bot.games.game import Game
from bot.matches.model import MatchInfo
from bot.processes.pictures import Pictured
from cogs.kit.controls import ComponentId, Control

Check: TypeAlias = Callable[[discord.Interaction[Any]], None]
Spot: TypeAlias = Literal["lobby", "status", "past", "end", "result", "result with film", "unplayed"]
"""Where a match is shown: its lobby, its status, a past board, the DM about its end, the post of its result.

A result is `unplayed` where its board cannot be drawn any more.
"""
MakeButtons: TypeAlias = Callable[[MatchInfo], Sequence[Control]]


class Topic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A topic of `/help`, in marked English."""

    title: str
    text: str


class Beginning(NamedTuple):
    """A first step that `/help` offers, in marked English."""

    label: str
    question: str
    """Asks for the game."""
    press: Callable[[Game], ComponentId]
    """Returns the control that begins with a game."""


class OwnOptions(Protocol):
    """Values of options that a server has besides those of the game, such as its own cards and maps."""

    async def words(self, guild: int | None, game: Game, option: str) -> list[str]:
        """Return the words for the values of an option on a server."""

    async def pinned(self, guild: int | None, game: Game, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the options of a match with what the server's words mean in their place.

        Other values stay: the rules check them. Raises `BadOptions`.
        """

    def cleared(self, game: Game, option: str) -> Mapping[str, Any]:
        """Return the options to clear where an option is chosen again."""


@dataclass
class Hooks:
    """What the parts have added."""

    checks: list[Check] = field(default_factory=list)
    """Each raises a `Refusal` for an asker who may use nothing of the bot."""
    open_to_all: set[str] = field(default_factory=lambda: {"privacy"})
    """The commands and verbs that they may use nevertheless: at first those about their own data."""
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
    brought: list[Callable[[MatchInfo], Control]] = field(default_factory=list)
    """Buttons on the panel of a player who can choose now what to bring to the match: a deck."""
    players_wanted: list[Callable[[Game, int], Control]] = field(default_factory=list)
    """Buttons that look for players of a game: for this number of seats, 0 for the usual one."""
    personal_words: dict[str, Callable[[int], str]] = field(default_factory=dict)
    """The words for a number of items of each kind of personal data."""
    topics: dict[str, Topic] = field(default_factory=dict)
    """Topics of `/help`, by key."""
    paragraphs: list[tuple[str, str]] = field(default_factory=list)
    """Paragraphs that topics of `/help` have besides their own text: the topic's key, and marked English."""
    front_lines: list[str] = field(default_factory=list)
    """Lines on the front page of `/help`, in marked English."""
    beginnings: dict[str, Beginning] = field(default_factory=dict)
    """First steps that `/help` offers besides those of the core, by key."""
    options: list[OwnOptions] = field(default_factory=list)
    """The values of options that servers have besides those of the game."""
    films: list[Callable[[discord.Interaction[Any], MatchInfo], Awaitable[None]]] = field(
        default_factory=list
    )
    """Each answers a deferred interaction with a match as a film."""
    ended: list[Callable[[MatchInfo], Awaitable[None]]] = field(default_factory=list)
    """Told of each ended match before its result is posted, maybe more than once."""
    result_lines: list[Callable[[MatchInfo], Awaitable[str]]] = field(default_factory=list)
    """Lines under a result, in the current language; "" for none."""
    titles: list[Callable[[MatchInfo], Awaitable[str]]] = field(default_factory=list)
    """What a match belongs to, such as a tournament, in the current language; "" for nothing."""
    leaving: list[Callable[[Sequence[MatchId]], Awaitable[Collection[MatchId]]]] = field(default_factory=list)
    """Asked which of some matches belong to a part in which leave begins by itself, chosen or not."""
    leaves: list[Callable[[MatchInfo, int], Awaitable[None]]] = field(default_factory=list)
    """Told of each match in which a player is about to lose by time, and whose leave is that of a part."""
    unseated: list[Callable[[MatchInfo, Sequence[int]], Awaitable[None]]] = field(default_factory=list)
    """Told of the people who gave up a seat of a lobby, or did not take the one reserved for them."""
    _buttons: dict[Spot, list[MakeButtons]] = field(default_factory=dict)

    def add_buttons(self, make: MakeButtons, *spots: Spot) -> None:
        """Show these buttons wherever a match is shown at these spots."""
        for spot in spots:
            self._buttons.setdefault(spot, []).append(make)

    def buttons(self, spot: Spot, info: MatchInfo) -> list[Control]:
        """Return the buttons of the parts for a match that is shown at a spot."""
        return [control for make in self._buttons.get(spot, ()) for control in make(info)]


NO_HOOKS: Final = Hooks()
"""Those of a bot without parts."""
