"""The match service: all operations on matches, each change one durable transaction."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import AbstractContextManager
from datetime import datetime, timedelta

from bot.base.clock import Clock, unhurried
from bot.base.ids import MatchId
from bot.base.limits import NO_LIMITS, Limits
from bot.database.coordination import ALL, Shards
from bot.engine.contract import AnyRules
from bot.engine.errors import Refusal
from bot.engine.players.opponent import Opponent
from bot.matches.computers import Computers
from bot.matches.deliveries import Post, StalePost
from bot.matches.errors import NoMatchHere, OtherRules
from bot.matches.history import EndedMatches, History
from bot.matches.leaves import Leaves
from bot.matches.loaded_match import MOST_LOADED, PendingChange
from bot.matches.lobby import Lobby
from bot.matches.lobby_rules import Gate, LobbyHours
from bot.matches.model import MatchInfo, MatchView, PlayerMatch
from bot.matches.outbox import backoff
from bot.matches.play import Nudges, Play
from bot.matches.ports import Record, Think, think_in_a_thread
from bot.matches.proposals import Proposals
from bot.matches.reachability import Reachability
from bot.matches.repository import MatchRepository
from bot.matches.seating_policy import EVERYBODY, SeatingPolicy
from bot.matches.store import SqlMatchStore
from bot.matches.substitutions import Departures, Substitutions
from bot.matches.timekeeper import Timekeeper
from bot.matches.tournament_play import TournamentPlay
from bot.matches.undo import Undos

# The messages that show matches on Discord: the current ones, and those to retire.


RETIRED_WITHIN = timedelta(seconds=30)
"""How long a process that posts has to retire its stale posts before other processes do."""
MOST_RETIRINGS = 50
"""After about half a day of failures an old message is left as it is; its controls answer kindly."""


class Posts:
    """Stores which messages were posted for matches."""

    def __init__(self, repository: MatchRepository) -> None:
        self._repository = repository
        self._retired: list[StalePost] = []
        """Retired messages, deleted with the next note: that saves a transaction each."""

    async def note(self, post: Post, *replaces: Post, settles: int = 0) -> list[StalePost]:
        """Store a message as the current one of its kind and addressee; return those it makes stale.

        Stale are the one before it and those it `replaces`. The caller retires them now; otherwise `stale`
        returns them later. The delivery `settles` is done with it.
        """
        due, retired = self._repository.clock() + RETIRED_WITHIN, self._take_retired()
        return await self._repository.store.note_post(post, replaces, due, settles=settles, retired=retired)

    async def edited(self, post: Post) -> None:
        """Store what the current message of its kind shows after an edit, or that it has no controls now.

        Where no other process reads it, it is stored with the next note: that saves a transaction. If the bot
        stops before, the message is edited again.
        """
        store = self._repository.store
        if store.shared:
            for stale in await self.note(post):
                self.retired(stale)
        else:
            store.edited[post.match, post.kind, post.user] = post

    async def stale(self) -> list[StalePost]:
        """Return messages that should have been retired by now."""
        retired = self._take_retired()
        if retired or self._repository.store.edited:
            await self._repository.store.settle_stale(retired)
        return await self._repository.store.stale_posts(self._repository.clock())

    def retired(self, stale: StalePost) -> None:
        """Delete a retired message with the next note. If the bot stops before, it is retired again."""
        self._retired.append(stale)

    def _take_retired(self) -> list[StalePost]:
        taken, self._retired = self._retired, []
        return taken

    async def not_retired(self, stale: StalePost) -> None:
        """Schedule another try to retire a message; after many attempts, give it up."""
        attempts = stale.attempts + 1
        if attempts >= MOST_RETIRINGS:
            self.retired(stale)
            return
        due = self._repository.clock() + backoff(attempts)
        await self._repository.store.postpone_stale(stale, attempts=attempts, due=due)

    async def note_dm(self, match: MatchId, user: int, *, closed: bool) -> None:
        """Store whether this player's DMs are closed to the bot."""

        def step(record: Record) -> PendingChange | None:
            seat = record.info.seat_of(user)
            if seat is None or record.info.seats[seat].dm_closed == closed:
                return None
            # The version stays the same, so no button becomes invalid.
            return PendingChange(record.with_holder(seat, dm_closed=closed), visible_to=frozenset())

        await self._repository.change_undecoded(match, None, step)

    async def note_private(self, match: MatchId, channel: int, *, private: bool) -> None:
        """Store whether the channel of a match is a private thread, unless the match was moved meanwhile."""

        def step(record: Record) -> PendingChange | None:
            if record.info.channel != channel or record.info.private is not None:
                return None
            # The version stays the same, so no button becomes invalid.
            return PendingChange(record.with_info(private=private), visible_to=frozenset())

        await self._repository.change_undecoded(match, None, step)


class MatchService:
    """Finds matches and gives access to the parts that open, play, agree on and review them.

    Every method of a part that changes something takes `request`, a key unique to the user's request (the
    interaction's id). A repeated request changes nothing and returns the present state. Refusals are
    `bot.engine.errors.Refusal`s; after one nothing has changed.
    """

    def __init__(
        self,
        store: SqlMatchStore,
        games: Mapping[str, AnyRules],
        clock: Clock,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        computers: Mapping[str, Opponent] | None = None,
        limits: Limits = NO_LIMITS,
        former: Iterable[AnyRules] = (),
        shards: Shards = ALL,
        think: Think = think_in_a_thread,
        seating_policy: SeatingPolicy = EVERYBODY,
    ) -> None:
        """`think` lets computer players choose. `shards` are those of this process.

        `former` are older rules: matches opened with them go on, and no new ones are opened. `seating_policy`
        decides which users may share a match.
        """
        self.store = store
        """The store of the matches."""
        self._repository = MatchRepository(store, games, clock, entropy, former)
        known: Mapping[str, Opponent] = {} if computers is None else computers
        self.gate = Gate()
        """Keeps matches from being opened, and clocks from running."""
        self.lobby = Lobby(self._repository, Computers(known), entropy, limits, self.gate, seating_policy)
        """Opens matches and seats people, until the start."""
        self.lobby_hours = LobbyHours(self._repository)
        """Handles lobbies in which something is due; called by the process that runs the service."""
        self.play = Play(self._repository, known, entropy, think)
        """Applies the actions of people and computers, and takes standing orders."""
        self.undos = Undos(self._repository)
        """Says which actions may be taken back without asking."""
        self.proposals = Proposals(self._repository, known, self.undos)
        """Proposals between players: undo, draws, pauses, ends, time."""
        self.substitutions = Substitutions(self._repository, seating_policy)
        """Offers seats to other persons and seats them."""
        self.history = History(self._repository)
        """The past of matches: lines, earlier positions and audits."""
        self.ended = EndedMatches(self._repository)
        """Complete ended matches, for statistics."""
        self.posts = Posts(self._repository)
        """The messages of matches on Discord."""
        self.timekeeper = Timekeeper(self._repository, shards, self.gate)
        """Handles clocks that have run out; called by the process that runs the service."""
        self.tournament = TournamentPlay(self._repository, self.history)
        """Ends and stops the matches of tournaments."""
        self.leaves = Leaves(self._repository)
        """Stops players' clocks for their leave."""
        self.reachability = Reachability(self._repository)
        """Notes in which matches players cannot act."""
        self.nudges = Nudges(self._repository)
        """Handles nudges."""
        self.departures = Departures(self._repository)
        """Handles the seats of users who leave the server or are deleted."""

    async def matches_of(self, user: int) -> list[MatchInfo]:
        """Return the lobbies and matches in play in which this person holds a seat, oldest first."""
        records = await self.store.of_player(user)
        return [await self._repository.described(record) async for record in unhurried(records)]

    async def lessons_followed(self, user: int, game: str) -> set[str]:
        """Return the positions of a game's lessons that a user has completed."""
        lessons = [
            terms.prepared for terms in await self.store.terms_of_ended(user, game) if not terms.resigned
        ]
        return {each.position for each in lessons if each is not None}

    async def player_matches(self, user: int) -> list[PlayerMatch]:
        """Return the matches of `matches_of` with their awaited seats."""
        records = await self.store.of_player(user)
        return [await self._player_match(record, user) async for record in unhurried(records)]

    async def server_matches(self, guild: int, user: int) -> list[PlayerMatch]:
        """Return the lobbies and running matches of a server, oldest first, with their awaited seats.

        `seat` is -1 in those where this user has no seat.
        """
        records = await self.store.load_open_on(guild)
        return [await self._player_match(record, user) async for record in unhurried(records)]

    async def _player_match(self, record: Record, user: int) -> PlayerMatch:
        seat = record.info.seat_of(user)
        own = -1 if seat is None else seat
        try:
            loaded = await self._repository.glance(record)
        except OtherRules:
            return PlayerMatch(self._repository.public(record), own)
        return PlayerMatch(loaded.info, own, loaded.awaited)

    async def in_channel(self, channel: int) -> MatchInfo:
        """Return the channel's running match, else the one that ended last. Raises `NoMatchHere`."""
        record = await self.store.load_channel(channel)
        if record is None:
            raise NoMatchHere.translated("There is no match in this channel. Open one first.")
        return await self._repository.described(record)

    async def in_channel_at(self, channel: int, at: datetime) -> MatchInfo | None:
        """Return the match that was running in a channel at an instant; None for none."""
        record = await self.store.load_channel_at(channel, at)
        return None if record is None else await self._repository.described(record)

    def one_look(self) -> AbstractContextManager[None]:
        """Load each match at most once within this block."""
        return self._repository.one_look()

    async def info(self, match: MatchId) -> MatchInfo:
        """Return the public information of a match. Raises `NoMatchHere`."""
        return self._repository.public(await self._repository.record(match))

    def known(self, match: MatchId) -> MatchInfo | None:
        """Return the public information of a match from memory alone; None if it is not there."""
        loaded = self._repository.cache.get(match)
        return None if loaded is None else loaded.info

    async def match_view(self, match: MatchId, user: int | None) -> MatchView:
        """Return the view of this user (None: the public) of a running or ended match.

        Raises `WrongStage` in a lobby, and its subclass `OtherRules` when the pinned rules are not available.
        """
        return self._repository.view_for(await self._repository.loaded(match), user)

    def cached_view(self, channel: int, user: int) -> MatchView | None:
        """Return a user's view of the channel's match from memory alone, for autocomplete.

        None if it is not in memory, or has not begun.
        """
        loaded = self._repository.cache.in_channel(channel)
        if loaded is None or loaded.state is None:
            return None
        return self._repository.view_for(loaded, user)

    async def open_matches(self) -> list[MatchInfo]:
        """Return all lobbies and matches in play, oldest first."""
        records = await self.store.load_open()
        return [await self._repository.described(record) async for record in unhurried(records)]

    async def open_matches_on(self, guild: int) -> list[MatchInfo]:
        """Return the lobbies and matches in play of a server, oldest first."""
        records = await self.store.load_open_on(guild)
        return [await self._repository.described(record) async for record in unhurried(records)]

    async def open_lobbies_on(self, guilds: Collection[int]) -> list[MatchInfo]:
        """Return the lobbies of these servers, oldest first."""
        records = await self.store.load_lobbies_on(guilds)
        return [await self._repository.described(record) async for record in unhurried(records)]

    async def changed_elsewhere(self, match: MatchId) -> None:
        """Drop a match from memory: another process has changed it."""
        if self._repository.cache.get(match) is None:
            return
        self._repository.cache.drop(match)
        await self._repository.loaded(match)

    def forget_idle_cards(self) -> int:
        """Drop cards from memory that no cached match uses and that were not requested since the last call.

        Returns the number of dropped pools.
        """
        return self._repository.forget_idle_cards()

    def forget(self) -> None:
        """Drop all matches from memory: other processes may have changed any of them."""
        self._repository.forget()

    async def warm(self) -> int:
        """Decode the newest open matches for `cached_view`; return their number. Call this at start."""
        warmed = 0
        for record in (await self.store.load_open())[-MOST_LOADED:]:
            try:
                await self._repository.decoded(record)
            except Refusal:
                continue  # users of that match get the reason
            warmed += 1
        return warmed
