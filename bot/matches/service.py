"""The match service: everything that can be done to a match, each change one durable transaction."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any

from bot.clock import Clock
from bot.engine.contract import Rules
from bot.engine.errors import Refusal
from bot.limits import NO_LIMITS, Limits
from bot.matches.agreements import Agreements
from bot.matches.company import EVERYBODY, Company
from bot.matches.computers import Computers
from bot.matches.coordination import ALL, Shards
from bot.matches.departures import Departures
from bot.matches.ended import EndedMatches
from bot.matches.errors import NoMatchHere, OtherRules
from bot.matches.history import History
from bot.matches.leaves import Leaves
from bot.matches.lobby import Lobby
from bot.matches.lobby_hours import LobbyHours
from bot.matches.model import MatchId, MatchInfo, MatchView, PlayerMatch
from bot.matches.nudges import Nudges
from bot.matches.play import Play
from bot.matches.ports import Computer, MatchStore, Record, Think, think_in_a_thread
from bot.matches.posts import Posts
from bot.matches.repository import MatchRepository
from bot.matches.seats import Seats
from bot.matches.timekeeper import Timekeeper
from bot.matches.tournament_play import TournamentPlay
from bot.matches.undo import Undos


class MatchService:
    """Finds matches, and hands out the parts that open, play, agree on and look back on them.

    Every method of a part that changes something takes `request`, a key unique to what the user did (the
    interaction's id): a request seen before changes nothing and answers with the present state.
    Refusals are `bot.engine.errors.Refusal`s; after one nothing has changed.
    """

    def __init__(
        self,
        store: MatchStore,
        games: Mapping[str, Rules[Any, Any, Any, Any]],
        clock: Clock,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        computers: Mapping[str, Computer] | None = None,
        limits: Limits = NO_LIMITS,
        former: Iterable[Rules[Any, Any, Any, Any]] = (),
        shards: Shards = ALL,
        think: Think = think_in_a_thread,
        check_opening: Callable[[], None] = lambda: None,
        standing_still: Callable[[], Collection[int]] = tuple,
        company: Company = EVERYBODY,
    ) -> None:
        """`think` lets computer players choose; `former` are rules under which matches go on that were opened
        with them, and none is opened; `shards` are those of this process; `check_opening` raises a `Refusal`
        while no match may be opened; nobody's time runs on the servers `standing_still`; `company` says who
        may sit down with whom."""
        self._store = store
        self._repository = MatchRepository(store, games, clock, entropy, former)
        self.lobby = Lobby(
            self._repository, Computers(computers or {}), entropy, limits, check_opening, company
        )
        """Opens matches and seats people, until the start."""
        self.lobby_hours = LobbyHours(self._repository)
        """Handles lobbies in which something is due; called by the process that runs the service."""
        self.play = Play(self._repository, computers or {}, entropy, think)
        """Applies the actions of people and computers, and takes standing orders."""
        self.undos = Undos(self._repository)
        """Says which actions may be taken back without asking."""
        self.agreements = Agreements(self._repository, computers or {}, self.undos)
        """What players settle among themselves: taking back, draws, pauses, ends, time."""
        self.seats = Seats(self._repository)
        """Offers seats to other persons, and seats them."""
        self.history = History(self._repository)
        """What happened, how a match stood then, and its audit."""
        self.ended = EndedMatches(self._repository)
        """All that happened in matches that have ended, to be counted."""
        self.posts = Posts(self._repository)
        """What was published of the matches on Discord."""
        self.timekeeper = Timekeeper(self._repository, shards, standing_still)
        """Handles clocks that have run out; called by the process that runs the service."""
        self.tournament = TournamentPlay(self._repository, self.lobby, self.history)
        """Opens, ends and stops the matches of tournaments."""
        self.leaves = Leaves(self._repository)
        """Lets a player's clock stand still for their leave."""
        self.nudges = Nudges(self._repository)
        """Handles nudges."""
        self.departures = Departures(self._repository)
        """What becomes of the seats of those who leave the server, or want to be forgotten."""

    async def matches_of(self, user: int) -> list[MatchInfo]:
        """Return the lobbies and matches in play in which this person holds a seat, oldest first."""
        return [await self._repository.described(record) for record in await self._store.of_player(user)]

    async def lessons_followed(self, user: int, game: str) -> set[str]:
        """Return the positions of the lessons of a game that a person has followed to the end."""
        found = [
            terms.prepared for terms in await self._store.terms_of_ended(user, game) if not terms.resigned
        ]
        return {each.position for each in found if each is not None}

    async def player_matches(self, user: int) -> list[PlayerMatch]:
        """Return the matches of `matches_of` with their awaited seats."""
        return [await self._player_match(record, user) for record in await self._store.of_player(user)]

    async def server_matches(self, guild: int, user: int) -> list[PlayerMatch]:
        """Return the lobbies and matches in play of a server, oldest first, each with who is awaited in it.

        In those in which this person has no seat theirs is -1.
        """
        return [await self._player_match(record, user) for record in await self._store.load_open_on(guild)]

    async def _player_match(self, record: Record, user: int) -> PlayerMatch:
        seat = record.info.seat_of(user)
        own = -1 if seat is None else seat
        try:
            position = await self._repository.glance(record)
        except OtherRules:
            return PlayerMatch(self._repository.public(record), own)
        return PlayerMatch(position.info, own, position.awaited)

    async def in_channel(self, channel: int) -> MatchInfo:
        """Return the channel's match: the one going on, else the last that ended. Raises `NoMatchHere`."""
        record = await self._store.load_channel(channel)
        if record is None:
            raise NoMatchHere.translated("There is no match in this channel. Open one first.")
        return await self._repository.described(record)

    async def in_channel_at(self, channel: int, at: datetime) -> MatchInfo | None:
        """Return the match that went on in a channel at an instant; None where there was none."""
        record = await self._store.load_channel_at(channel, at)
        return None if record is None else await self._repository.described(record)

    async def changed_by(self, request: str) -> MatchId | None:
        """Return the match that a request changed or opened; None when it was not carried out."""
        return await self._store.match_of_request(request)

    def one_look(self) -> AbstractContextManager[None]:
        """Within this block each match is loaded once, however often it is looked at."""
        return self._repository.one_look()

    async def info(self, match: MatchId) -> MatchInfo:
        """Return what everybody may know of a match. Raises `NoMatchHere`."""
        return self._repository.public(await self._repository.record(match))

    def known(self, match: MatchId) -> MatchInfo | None:
        """Return what everybody may know of a match from memory alone; None if it is not there."""
        position = self._repository.cache.get(match)
        return None if position is None else position.info

    async def match_view(self, match: MatchId, user: int | None) -> MatchView:
        """Return a match in play or ended as this user (None: the public) sees it.

        Raises `WrongStage` in a lobby, and its subclass `OtherRules` when the pinned rules are not here.
        """
        return self._repository.view_for(await self._repository.position(match), user)

    def cached_view(self, channel: int, user: int) -> MatchView | None:
        """Return the look of a user at the channel's match from memory alone, for autocomplete.

        None if it is not in memory, or not begun.
        """
        position = self._repository.cache.in_channel(channel)
        if position is None or position.state is None:
            return None
        return self._repository.view_for(position, user)

    async def open_matches(self) -> list[MatchInfo]:
        """Return all lobbies and matches in play, oldest first."""
        return [await self._repository.described(record) for record in await self._store.load_open()]

    async def open_matches_on(self, guild: int) -> list[MatchInfo]:
        """Return the lobbies and matches in play of a server, oldest first."""
        return [await self._repository.described(record) for record in await self._store.load_open_on(guild)]

    async def playing(self) -> list[MatchId]:
        """Return the matches in play, without looking into them."""
        return await self._store.playing()

    async def changed_elsewhere(self, match: MatchId) -> None:
        """Take note that another process has changed a match: what is at hand of it is read again."""
        if self._repository.cache.get(match) is None:
            return
        self._repository.cache.drop(match)
        await self._repository.position(match)

    def forget_idle_cards(self) -> int:
        """Forget the cards that no match at hand is played with and that nobody has asked for since this was
        called last; return how many pools."""
        return self._repository.forget_idle_cards()

    def forget(self) -> None:
        """Forget all that is at hand: other processes may have changed any match."""
        self._repository.cache.clear()

    async def warm(self) -> int:
        """Decode the open matches for `cached_view`; return how many. To be called at start."""
        warmed = 0
        for record in await self._store.load_open():
            try:
                await self._repository.decoded(record)
            except Refusal:
                continue  # whoever uses that match is told why
            warmed += 1
        return warmed
