"""The match service: everything that can be done to a match, each change one durable transaction."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.audit import Audit
from bot.clock import Clock
from bot.engine.contract import Action, Resign, Rules, Viewer
from bot.engine.errors import Refusal
from bot.matches.audit import audit_of
from bot.matches.cache import Position
from bot.matches.errors import NoMatchHere, WrongStage
from bot.matches.history import read_history
from bot.matches.ledger import Changed, Ledger, Step
from bot.matches.lobby import Lobby
from bot.matches.model import Line, Look, MatchId, MatchInfo, Person, Post
from bot.matches.play import Play
from bot.matches.ports import Computer, Record, Store


class Played(msgspec.Struct, frozen=True):
    """What an accepted batch of actions did."""

    look: Look
    """The match afterwards, as the player sees it."""
    facts: tuple[Any, ...]
    """What happened, as the player may know it."""
    repeated: bool = False
    """Whether this request had been carried out before, so that nothing was done now."""


class MatchService:
    """Opens matches, seats people, and applies their actions.

    Every method that changes something takes `request`, a key unique to what the user did (the
    interaction's id): a request seen before changes nothing and answers with the present state.
    Refusals are `bot.engine.errors.Refusal`s; after one nothing has changed.
    """

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Rules[Any, Any, Any, Any]],
        clock: Clock,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        computers: Mapping[str, Computer] | None = None,
    ) -> None:
        self._store = store
        self._ledger = Ledger(store, games, clock)
        self._lobby = Lobby(self._ledger, computers or {}, entropy)
        self._play = Play(self._ledger, computers or {}, entropy)

    async def open(
        self,
        game: str,
        options: Mapping[str, Any],
        *,
        seats: int,
        host: Person,
        guild: int | None,
        channel: int,
        request: str,
    ) -> MatchInfo:
        """Open a lobby with the host in seat 1. One match a channel; unknown options are refused by name."""
        return await self._lobby.open(
            game, options, seats=seats, host=host, guild=guild, channel=channel, request=request
        )

    async def join(self, match: MatchId, person: Person, *, word: str = "", request: str) -> MatchInfo:
        """Seat a person in the lobby; who sits already changes their word."""
        return await self._lobby.join(match, person, word, request)

    async def add_computer(self, match: MatchId, user: int, computer: str, *, request: str) -> MatchInfo:
        """Seat a computer player; the host only. Without a key, the strongest there is."""
        return await self._lobby.add_computer(match, user, computer, request)

    def computers(self, game: str) -> dict[str, str]:
        """Return the titles of the computer players of a game by key, the strongest first."""
        return self._lobby.computers(game)

    async def leave(self, match: MatchId, user: int, *, request: str) -> MatchInfo:
        """Leave the lobby. When the host leaves the next person hosts; an empty lobby is closed."""
        return await self._lobby.leave(match, user, request)

    async def start(self, match: MatchId, user: int, *, request: str) -> MatchInfo:
        """Start the match; the host only, once all wanted seats are taken."""
        return await self._lobby.start(match, user, request)

    async def act(
        self, match: MatchId, user: int, actions: Sequence[Action], *, version: int | None, request: str
    ) -> Played:
        """Apply actions for the seat of this user, all or none.

        `version` is the one a button bears: when the match has gone on since, `TurnPassed` is raised.
        A typed command has None. Raises `NotSeated`, `NotYourTurn`, `WrongStage`, `IllegalAction`.
        """
        return self._played(await self._play.act(match, user, actions, version, request), user)

    async def resign(self, match: MatchId, user: int, *, request: str) -> Played:
        """Give up the seat of this user, also out of turn."""
        return await self.act(match, user, [Resign()], version=None, request=request)

    async def end(self, match: MatchId, user: int, *, moderator: bool, request: str) -> MatchInfo:
        """End a match without a result; the host or a server moderator only."""
        return await self._play.end(match, user, moderator, request)

    async def step_computer(self, match: MatchId) -> bool:
        """Let one awaited computer player act once; return whether one did."""
        return await self._play.step_computer(match)

    async def in_channel(self, channel: int) -> MatchInfo:
        """Return the channel's match: the one going on, else the last that ended. Raises `NoMatchHere`."""
        record = await self._store.load_channel(channel)
        if record is None:
            raise NoMatchHere("There is no match in this channel. Open one first.")
        return self._ledger.public(record)

    async def info(self, match: MatchId) -> MatchInfo:
        """Return what everybody may know of a match. Raises `NoMatchHere`."""
        return self._ledger.public((await self._ledger.record(match))[0])

    async def look(self, match: MatchId, user: int | None) -> Look:
        """Return a match in play or ended as this user (None: the public) sees it.

        Raises `WrongStage` in a lobby, and its subclass `OtherRules` when the pinned rules are not here.
        """
        return self._look(await self._ledger.position(match), user)

    def glance(self, channel: int, user: int) -> Look | None:
        """Return the look of a user at the channel's match from memory alone, for autocomplete.

        None if it is not in memory, or not begun.
        """
        position = self._ledger.cache.in_channel(channel)
        if position is None or position.state is None:
            return None
        return self._look(position, user)

    async def history(
        self,
        match: MatchId,
        user: int | None,
        *,
        after: int = -1,
        before: int | None = None,
        limit: int = 1000,
    ) -> list[Line]:
        """Return what this viewer may know of the actions with after < seq < before, oldest first;
        the newest `limit` of them."""
        record, _ = await self._ledger.record(match)
        codec = self._ledger.codec(record.info)
        viewer = _viewer(record.info, user)
        return await read_history(self._store, codec, match, viewer, after=after, before=before, limit=limit)

    async def audit(self, match: MatchId) -> Audit:
        """Return the audit of an ended match (docs/FAIRNESS.md). Raises `WrongStage` before the end."""
        record, _ = await self._ledger.record(match)
        if not record.info.stage.ended:
            raise WrongStage("The audit file is given out when the match has ended: it holds the seed.")
        return audit_of(record, await self._store.draws(match), await self._store.actions(match))

    async def post(self, match: MatchId, kind: str, user: int = 0) -> Post | None:
        """Return the last message published of this kind to this addressee (0: the channel)."""
        return await self._store.post(match, kind, user)

    async def note_post(self, post: Post) -> None:
        """Remember a message as the current one of its kind and addressee."""
        await self._store.note_post(post)

    async def note_dm(self, match: MatchId, user: int, *, closed: bool) -> None:
        """Remember whether this player's DMs are closed to the bot."""

        def step(record: Record) -> Step | None:
            seat = record.info.seat_of(user)
            if seat is None or record.info.seats[seat].dm_closed == closed:
                return None
            holders = list(record.info.seats)
            holders[seat] = replace(holders[seat], dm_closed=closed)
            # Nobody's buttons go stale by this: the version stays as it is.
            return Step(
                replace(record, info=replace(record.info, seats=tuple(holders))), known_to=frozenset()
            )

        await self._ledger.change_blindly(match, None, step)

    async def open_matches(self) -> list[MatchInfo]:
        """Return all lobbies and matches in play, oldest first."""
        return [self._ledger.public(record) for record in await self._store.load_open()]

    async def warm(self) -> int:
        """Decode the open matches so that `glance` finds them; return how many. To be called at start."""
        warmed = 0
        for record in await self._store.load_open():
            try:
                await self._ledger.decoded(record)
            except Refusal:
                continue  # whoever uses that match is told why
            warmed += 1
        return warmed

    def _look(self, position: Position, user: int | None) -> Look:
        info = position.info
        if position.state is None:
            raise WrongStage(
                "This match ended before it began."
                if info.stage.ended
                else "This match has not begun yet: its host starts it once all seats are taken."
            )
        return self._ledger.look(position, _viewer(info, user))

    def _played(self, changed: Changed, user: int) -> Played:
        look = self._look(changed.position, user)
        facts = (event.seen_by(look.seat) for event in changed.told)
        return Played(look, tuple(fact for fact in facts if fact is not None), changed.repeated)


def _viewer(info: MatchInfo, user: int | None) -> Viewer:
    return None if user is None else info.seat_of(user)
