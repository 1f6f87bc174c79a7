"""The match service: everything that can be done to a match, each change one durable transaction."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from bot.audit import Audit
from bot.clock import Clock
from bot.engine.contract import Action, Resign, Rules, Seat
from bot.engine.errors import Refusal
from bot.engine.language import gettext
from bot.matches.agreements import Agreements
from bot.matches.audit import audit_of
from bot.matches.cache import Position
from bot.matches.departures import Departures
from bot.matches.errors import NoMatchHere, WrongStage
from bot.matches.history import History, Page, PastAction, viewer_of
from bot.matches.lately import Table, since_last_action, table_of
from bot.matches.ledger import Changed, Ledger, Step
from bot.matches.lobby import Lobby
from bot.matches.model import Life, Line, Look, MatchId, MatchInfo, Person, Post, StalePost
from bot.matches.outbox import backoff
from bot.matches.play import Play
from bot.matches.ports import Computer, Record, Store
from bot.matches.timekeeper import Timekeeper

PLAIN = Life()
"""Without a clock, rated."""
RETIRED_WITHIN = timedelta(seconds=30)
"""How long whoever posts has to retire what is stale by it, before others do."""
MOST_RETIRINGS = 50
"""After about half a day of failures an old message is left as it is; its controls answer kindly."""


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
        self._agreements = Agreements(self._ledger)
        self._history = History(self._ledger)
        self.timekeeper = Timekeeper(self._ledger)
        """Looks at the clocks; whoever runs the service calls it."""
        self.departures = Departures(self._ledger)
        """What becomes of the seats of those who leave the server, or want to be forgotten."""

    async def open(
        self,
        game: str,
        options: Mapping[str, Any],
        *,
        seats: int,
        host: Person,
        guild: int | None,
        channel: int,
        life: Life = PLAIN,
        request: str,
    ) -> MatchInfo:
        """Open a lobby with the host in seat 1. One match a channel; unknown options are refused by name.

        `life` says with which clock, and whether the result counts for the ratings.
        """
        return await self._lobby.open(
            game, options, seats=seats, host=host, guild=guild, channel=channel, life=life, request=request
        )

    async def rematch(self, match: MatchId, user: int, *, channel: int, request: str) -> MatchInfo:
        """Open the lobby of a rematch, everybody seated one place further on; for who played the match."""
        return await self._lobby.rematch(match, user, channel, request)

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

    async def undo(self, match: MatchId, user: int, *, ask: bool = True, request: str) -> Played:
        """Take this person's last action back if that is free, else ask the others to agree.

        Without `ask` nobody is asked: what is not free raises `MatchRefusal`.
        """
        return self._played(await self._agreements.undo(match, user, request, ask=ask), user)

    async def undo_is_free(self, match: MatchId, user: int) -> bool:
        """Whether this person could take something back now without asking; cheap enough for every panel."""
        return await self._agreements.undo_is_free(match, user)

    async def at_stake(self, match: MatchId) -> tuple[int, list[Any]]:
        """Return the number of the undo that is proposed (0: none), and what everybody knows of what it
        would take back, as facts."""
        return await self._agreements.at_stake(match)

    async def propose(
        self, match: MatchId, user: int, kind: Literal["draw", "pause"], *, request: str
    ) -> Played:
        """Offer a draw, or ask for a pause; without other persons it happens at once."""
        return self._played(await self._agreements.propose(match, user, kind, request), user)

    async def answer(
        self, match: MatchId, user: int, *, agree: bool, number: int | None = None, request: str
    ) -> Played:
        """Agree to what is proposed, refuse it, or take one's own proposal back.

        `number` is the one a button bears (`Proposal.number`); a typed command has None.
        """
        changed = await self._agreements.answer(match, user, number, agree=agree, request=request)
        return self._played(changed, user)

    async def resume(self, match: MatchId, user: int, *, request: str) -> Played:
        """Let a paused match go on."""
        return self._played(await self._agreements.resume(match, user, request), user)

    async def give_time(self, match: MatchId, user: int, to: Seat, seconds: int, *, request: str) -> Played:
        """Give another seat more time."""
        return self._played(await self._agreements.give_time(match, user, to, seconds, request), user)

    async def offer_seat(
        self, match: MatchId, user: int, seat: Seat, to: Person, *, moderator: bool, request: str
    ) -> MatchInfo:
        """Ask a person to take over a seat; the host or a moderator only. The match is not rated any more."""
        changed = await self._agreements.offer_seat(
            match, user, seat, to, moderator=moderator, request=request
        )
        return changed.position.info

    async def take_seat(self, match: MatchId, person: Person, *, request: str) -> MatchInfo:
        """Take the seat that was offered to this person."""
        return (await self._agreements.take_seat(match, person, request)).position.info

    async def decline_seat(
        self, match: MatchId, user: int, *, number: int | None = None, moderator: bool = False, request: str
    ) -> MatchInfo:
        """Refuse the seat that was offered to this person, or take the offer back as host or moderator."""
        changed = await self._agreements.decline_seat(
            match, user, number, moderator=moderator, request=request
        )
        return changed.position.info

    async def move(
        self, match: MatchId, user: int, channel: int, *, moderator: bool, request: str
    ) -> MatchInfo:
        """Let a match go on in another channel; its players and moderators only."""
        changed = await self._agreements.move(match, user, channel, moderator=moderator, request=request)
        return changed.position.info

    async def matches_of(self, user: int) -> list[MatchInfo]:
        """Return the lobbies and matches in play in which this person holds a seat, oldest first."""
        return [await self._ledger.described(record) for record in await self._store.of_player(user)]

    async def tables_of(self, user: int) -> list[Table]:
        """Return the matches of `matches_of`, each with who is awaited in it."""
        return [await table_of(self._ledger, record, user) for record in await self._store.of_player(user)]

    async def since_last_action(self, match: MatchId, user: int) -> list[Line]:
        """Return what this player may know of all that has happened since their own last action, oldest
        first. What a clock did for them counts as happening to them."""
        return await since_last_action(self._ledger, self._history, match, user)

    async def past(self, match: MatchId, user: int | None, seq: int) -> Look:
        """Return a match as it was after one of its `steps` (0: the setup), as this user may know it.

        The look has no legal actions, and as recent facts those of that action. Raises `WrongStage`.
        """
        return (await self._history.looks(match, user, [seq]))[0]

    async def film(self, match: MatchId, seqs: Sequence[int]) -> list[Look]:
        """Return the match as the public saw it after each of these of the public's `steps`, in order.

        Recent in each is what happened since the one before it. Raises `WrongStage`.
        """
        return await self._history.looks(match, None, seqs, between=True)

    async def steps(self, match: MatchId, user: int | None) -> list[PastAction]:
        """Return the actions that this user may know of and that were not taken back, oldest first."""
        return await self._history.steps(match, user)

    async def page(self, match: MatchId, user: int | None, start: int | None, size: int) -> Page:
        """Return `size` of the lines that this user may know, from line `start` on; the newest for None."""
        return await self._history.page(match, user, start, size)

    async def step_computer(self, match: MatchId) -> bool:
        """Let one awaited computer player act once; return whether one did."""
        return await self._play.step_computer(match)

    async def in_channel(self, channel: int) -> MatchInfo:
        """Return the channel's match: the one going on, else the last that ended. Raises `NoMatchHere`."""
        record = await self._store.load_channel(channel)
        if record is None:
            raise NoMatchHere(gettext("There is no match in this channel. Open one first."))
        return await self._ledger.described(record)

    async def changed_by(self, request: str) -> MatchId | None:
        """Return the match that a request changed or opened; None when it was not carried out."""
        return await self._store.match_of_request(request)

    async def info(self, match: MatchId) -> MatchInfo:
        """Return what everybody may know of a match. Raises `NoMatchHere`."""
        return self._ledger.public((await self._ledger.record(match))[0])

    def known(self, match: MatchId) -> MatchInfo | None:
        """Return what everybody may know of a match from memory alone; None if it is not there."""
        position = self._ledger.cache.get(match)
        return None if position is None else position.info

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
        return await self._history.lines(record, user, after=after, before=before, limit=limit)

    async def audit(self, match: MatchId) -> Audit:
        """Return the audit of an ended match (docs/FAIRNESS.md). Raises `WrongStage` before the end."""
        record, _ = await self._ledger.record(match)
        if not record.info.stage.ended:
            raise WrongStage(
                gettext("The audit file is given out when the match has ended: it holds the seed.")
            )
        return audit_of(record, await self._store.draws(match), await self._store.actions(match))

    async def post(self, match: MatchId, kind: str, user: int = 0) -> Post | None:
        """Return the last message published of this kind to this addressee (0: the channel)."""
        return await self._store.post(match, kind, user)

    async def note_post(self, post: Post, *replaces: Post) -> list[StalePost]:
        """Remember a message as the current one of its kind and addressee.

        Returns what it makes stale: the one before it, and those it `replaces`. It is to be retired now;
        where that does not come about, `stale_posts` returns it in a while.
        """
        return await self._store.note_post(post, replaces, self._ledger.clock() + RETIRED_WITHIN)

    async def stale_posts(self) -> list[StalePost]:
        """Return messages that should have been retired by now."""
        return await self._store.stale_posts(self._ledger.clock())

    async def retired(self, stale: StalePost) -> None:
        """Forget a message that was retired."""
        await self._store.settle_stale(stale)

    async def not_retired(self, stale: StalePost) -> None:
        """Let a message that could not be retired be tried again; after many attempts, give it up."""
        attempts = stale.attempts + 1
        if attempts >= MOST_RETIRINGS:
            await self._store.settle_stale(stale)
            return
        due = self._ledger.clock() + backoff(attempts)
        await self._store.postpone_stale(stale, attempts=attempts, due=due)

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
        return [await self._ledger.described(record) for record in await self._store.load_open()]

    async def open_matches_on(self, guild: int) -> list[MatchInfo]:
        """Return the lobbies and matches in play of a server, oldest first."""
        return [await self._ledger.described(record) for record in await self._store.load_open_on(guild)]

    async def playing(self) -> list[MatchId]:
        """Return the matches in play, without looking into them."""
        return await self._store.playing()

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
                gettext("This match ended before it began.")
                if info.stage.ended
                else gettext("This match has not begun yet: its host starts it once all seats are taken.")
            )
        return self._ledger.look(position, viewer_of(info, user))

    def _played(self, changed: Changed, user: int) -> Played:
        look = self._look(changed.position, user)
        facts = (event.seen_by(look.seat) for event in changed.told)
        return Played(look, tuple(fact for fact in facts if fact is not None), changed.repeated)
