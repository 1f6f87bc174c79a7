"""Reads and changes matches: load, prepare a change on a copy, commit unless the match has changed."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Awaitable,
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from datetime import datetime
from typing import Any, TypeAlias, TypeVar

import msgspec
import structlog

from bot.base.clock import Clock
from bot.base.ids import MatchId
from bot.base.language import gettext
from bot.database.coordination import MatchLocks
from bot.engine.contract import AnyRules, Seat
from bot.engine.errors import Refusal, Unavailable
from bot.matches.errors import LobbyRefusal, NoMatchHere, OtherRules, WrongStage
from bot.matches.loaded_match import (
    Cache,
    CommittedChange,
    Happening,
    LoadedMatch,
    PendingChange,
    PlayResult,
    RecentEvents,
    change_of,
)
from bot.matches.model import Codec, MatchInfo, MatchView
from bot.matches.notices import TakenBack
from bot.matches.ports import ActionRow, CommitResult, EventRow, MatchWrite, Outage, Record
from bot.matches.store import SqlMatchStore
from bot.matches.timing import given_back, scheduled, without_former

log = structlog.get_logger(__name__)

Prepare: TypeAlias = Callable[[LoadedMatch], PendingChange | Awaitable[PendingChange | None] | None]
"""Returns a change of a match in this position; None for none. Raises a `Refusal`."""

_looked_at: ContextVar[dict[MatchId, Record] | None] = ContextVar("loaded", default=None)
"""The matches loaded within the present `one_look` block, if any."""
TRIES = 20
"""How often a change is prepared again while other processes keep changing the match."""
MOST_AT_HAND = 256
"""The most matches whose present record is kept in memory."""
EVENTS_AT_ONCE = 1000
"""Events read from the store at a time."""
OWN_AT_ONCE = 32
"""Actions of a seat that are read at a time."""
OWN_IN_MEMORY = 4
"""Actions of a seat that are handed out at a time from memory: most look for the last one."""
NEVER_REACHED = 2**31 - 1
"""A number above all action numbers."""
MOST_NEWEST, MOST_ROWS = 64, 100
"""The most matches of which the newest rows are kept in memory, and the most actions and events of each."""


class _Newest:
    """The newest actions and events of a match as they are stored, none of them taken back.

    A board, a DM and the line about a finished turn each tell what has happened since another action, and it
    has mostly just been written by this process.
    """

    def __init__(self, record: Record) -> None:
        self.actions: tuple[ActionRow, ...] = ()
        self.actions_above = record.seq
        """All actions with greater numbers are here."""
        self.events: tuple[EventRow, ...] = ()
        self.events_above = record.seq
        """All events of actions with greater numbers are here."""

    def add(self, change: MatchWrite) -> None:
        """Add what a change has written."""
        events = tuple([row for row in change.events if row.seq > self.events_above])
        self.actions, self.actions_above = _bounded(self.actions + change.actions, self.actions_above)
        self.events, self.events_above = _bounded(self.events + events, self.events_above)


RowT = TypeVar("RowT", ActionRow, EventRow)


def _bounded(rows: tuple[RowT, ...], above: int) -> tuple[tuple[RowT, ...], int]:
    """Return the newest rows within the limit, whole actions, and the number that all of theirs are above."""
    if len(rows) <= MOST_ROWS:
        return rows, above
    above = rows[-MOST_ROWS - 1].seq
    return tuple([row for row in rows if row.seq > above]), above


class MatchRepository:
    """All matches, stored and decoded."""

    def __init__(
        self,
        store: SqlMatchStore,
        games: Mapping[str, AnyRules],
        clock: Clock,
        entropy: Callable[[int], bytes],
        former: Iterable[AnyRules] = (),
    ) -> None:
        """`former` are older rules: matches opened with them go on, and no new ones are opened."""
        self.store = store
        self.games = games
        self.clock = clock
        self._entropy = entropy
        self.cache = Cache()
        self._codecs = {(rules.key, rules.version): Codec(rules) for rules in (*games.values(), *former)}
        self._locks = MatchLocks()
        self._at_hand: OrderedDict[MatchId, Record] = OrderedDict()
        """The present records of recently changed matches, where no other process changes them.

        Only the holder of the match's lock adds or removes one, so that no newer record is replaced.
        """
        self._newest: OrderedDict[MatchId, _Newest] = OrderedDict()
        """The newest rows of some of these, under the same condition."""
        self._cards_not_found: set[str] = set()
        self.outages: tuple[Outage, ...] = ()
        """The present outages, as far as this process knows."""

    def standing_still(self, guild: int | None) -> datetime | None:
        """Return since when nobody can act in the matches of a server; None while they can."""
        return min([each.since for each in self.outages if each.covers(guild)], default=None)

    def _on_time(self, record: Record) -> Record:
        """Return a match about to be changed, without the time of a present outage."""
        since = self.standing_still(record.info.guild)
        return record if since is None or record.info.stage.ended else given_back(record, since, self.clock())

    def codec(self, info: MatchInfo) -> Codec:
        """Return the codec of a match's game. Raises `OtherRules` unless its pinned rules are available."""
        if info.game not in self.games:
            raise OtherRules.translated(
                "This match is of {game}, a game that this bot does not have at present.", game=info.game
            )
        codec = self._pinned(info)
        if codec is None:
            raise OtherRules.translated(
                "This match has version {old} of the rules of {game}, and this bot has version "
                "{new}. It cannot continue here; you can end it and read its audit.",
                old=info.rules,
                game=self.games[info.game].title,
                new=self.games[info.game].version,
            )
        if not codec.rules.has_cards(info.cards):
            raise OtherRules.translated(
                "This match has other cards of {game} than this bot. It cannot continue here; you "
                "can end it and read its audit.",
                game=self.games[info.game].title,
            )
        return codec

    def _pinned(self, info: MatchInfo) -> Codec | None:
        return self._codecs.get((info.game, info.rules))

    async def keep_cards(self, info: MatchInfo) -> None:
        """Store the cards that a new match pins, so that it can go on when the bot's cards change."""
        codec = self._pinned(info)
        if codec is None or codec.rules.pinned_cards is None or info.cards is None:
            return
        encoded = codec.rules.pinned_cards.encoded_cards(info.cards)
        if encoded is not None:
            await self.store.keep_cards(info.cards, encoded, self.clock())

    async def fetch_cards(self, info: MatchInfo) -> None:
        """Load the cards that a match pins from the store, where its rules do not have them in memory."""
        codec = self._pinned(info)
        if codec is None or info.cards is None or codec.rules.has_cards(info.cards):
            return
        if info.cards in self._cards_not_found:
            return
        kept = await self.store.cards(info.cards)
        try:
            if kept is not None and codec.rules.pinned_cards is not None:
                codec.rules.pinned_cards.learn_cards(kept)
        except ValueError:
            log.error("kept cards cannot be read", game=info.game, cards=info.cards)
        if not codec.rules.has_cards(info.cards):
            self._cards_not_found.add(info.cards)

    def forget_idle_cards(self) -> int:
        """Drop cards from memory that no cached match uses and that were not requested since the last call.

        Returns the number of dropped pools.
        """
        self._cards_not_found.clear()
        for record in (*self.cache.records(), *self._at_hand.values()):
            codec = self._pinned(record.info)
            if codec is not None:
                codec.rules.has_cards(record.info.cards)  # the caller needs it
        with_cards = [rules.pinned_cards for rules in self.games.values() if rules.pinned_cards is not None]
        return sum([rules.forget_idle_cards() for rules in with_cards])

    @contextmanager
    def one_look(self) -> Iterator[None]:
        """Load each match at most once within this block; changes by this process are still seen."""
        before = _looked_at.set({})
        try:
            yield
        finally:
            _looked_at.reset(before)

    async def record(self, match: MatchId) -> Record:
        """Return a match as it is at present. Raises `NoMatchHere`."""
        at_hand = self._at_hand.get(match)
        if at_hand is not None:
            return at_hand
        looked_at = _looked_at.get()
        if looked_at is None:
            return (await self._load(match, None))[0]
        if match not in looked_at:
            looked_at[match], _ = await self._load(match, None)
        kept = self.cache.get(match)
        if kept is not None and kept.record.revision > looked_at[match].revision:
            looked_at[match] = kept.record
        return looked_at[match]

    async def _load(self, match: MatchId, request: str | None) -> tuple[Record, bool]:
        """Return the stored record of a match, and whether a request was carried out before."""
        loaded = await self.store.load(match, request)
        if loaded is None:
            raise NoMatchHere.translated("There is no such match. Open a new one.")
        await self.fetch_cards(loaded[0].info)
        return loaded

    async def loaded(self, match: MatchId) -> LoadedMatch:
        """Return a match decoded. Raises `NoMatchHere` or `OtherRules`."""
        return await self.decoded(await self.record(match))

    async def decoded(self, record: Record) -> LoadedMatch:
        """Decode a record, or take it from the cache if it is there in the same revision."""
        loaded = await self.glance(record)
        if self.cache.get(record.info.id) is not loaded:
            with _readable(record):
                recent = await self._recent(record, loaded.codec)
            loaded = msgspec.structs.replace(loaded, recent=recent)
            self.cache.put(loaded)
        return loaded

    async def glance(self, record: Record) -> LoadedMatch:
        """Return the position of a match without its recent events, unless they are cached.

        Does not read events. Raises `OtherRules`.
        """
        kept = self._cached(record)
        await self.fetch_cards(record.info)
        if kept is not None:
            return kept
        codec = self.codec(record.info)
        with _readable(record):
            return self._loaded(record, codec, None if record.state is None else codec.state(record.state))

    def _cached(self, record: Record) -> LoadedMatch | None:
        """Return the position of a match in this revision, if it is cached."""
        kept = self.cache.get(record.info.id)
        return kept if kept is not None and kept.record.revision == record.revision else None

    def public(self, record: Record) -> MatchInfo:
        """Return the public information of a record; without options where its rules are not available."""
        kept = self._cached(record)
        if kept is not None:
            return kept.info
        try:
            options = self.codec(record.info).options(record.info.options)
        except (OtherRules, msgspec.DecodeError):
            options = None
        return msgspec.structs.replace(record.info, options=options)

    async def described(self, record: Record) -> MatchInfo:
        """Return the public information of a record, after loading its stored cards."""
        await self.fetch_cards(record.info)
        return self.public(record)

    def view_for(self, loaded: LoadedMatch, user: int | None) -> MatchView:
        """Return this user's view (None: the public's) of a running or ended match. Raises `WrongStage`."""
        info = loaded.info
        if loaded.state is None:
            raise WrongStage(
                gettext("This match ended before it began.")
                if info.stage.ended
                else gettext("This match has not begun yet: its host starts it once all seats are taken.")
            )
        return self.cache.match_view(loaded, info.viewer_of(user))

    def played(self, changed: CommittedChange, user: int) -> PlayResult:
        """Return the result of a change, as the acting user may know it."""
        match_view = self.view_for(changed.loaded, user)
        facts = (event.seen_by(match_view.seat) for event in changed.reported)
        known = tuple(fact for fact in facts if fact is not None)
        return PlayResult(match_view, known, changed.repeated, not (changed.done or changed.repeated))

    async def change(self, match: MatchId, request: str | None, prepare: Prepare) -> CommittedChange:
        """Prepare a change and commit it; when another process was quicker, prepare it again.

        An asynchronous `prepare` can read more of the match, which stays locked.
        """

        async def attempt(record: Record) -> PendingChange | None:
            loaded = await self.decoded(record)
            loaded = loaded.with_record(self._on_time(loaded.record))
            prepared = prepare(loaded)
            pending = await prepared if isinstance(prepared, Awaitable) else prepared
            return None if pending is None else self.with_schedule(loaded, pending)

        record, taken, seen = await self._change(match, request, attempt)
        if taken is None:
            return CommittedChange(await self.decoded(record), done=False, repeated=seen)
        loaded = self._loaded(record, self.codec(record.info), taken.state)
        loaded = msgspec.structs.replace(loaded, recent=taken.recent, last=taken.last)
        self.cache.put(loaded)
        _forget_loaded(match)
        return CommittedChange(loaded, taken.reported)

    async def change_undecoded(
        self, match: MatchId, request: str | None, prepare: Callable[[Record], PendingChange | None]
    ) -> MatchInfo:
        """Like `change`, without decoding, so that a match with unavailable rules can be ended too."""

        async def attempt(record: Record) -> PendingChange | None:
            pending = prepare(self._on_time(record))
            if pending is None:
                return None
            return msgspec.structs.replace(pending, record=without_former(record, pending.record))

        record, taken, _ = await self._change(match, request, attempt)
        if taken is not None:
            self.cache.drop(match)
            _forget_loaded(match)
        return self.public(record)

    async def _change(
        self,
        match: MatchId,
        request: str | None,
        attempt: Callable[[Record], Awaitable[PendingChange | None]],
    ) -> tuple[Record, PendingChange | None, bool]:
        """Return the match afterwards, the change made, and whether the request was seen before."""
        async with self._locks.hold(match):
            taken, seen = None, False
            if (record := self._at_hand.get(match)) is not None:
                # What is refused here may have been carried out before, which only the database knows.
                with suppress(Refusal):
                    taken = await attempt(record)
            for _ in range(TRIES):
                if record is None or taken is None:
                    record, seen = await self._load(match, request)
                    taken = None if seen else await attempt(record)
                    if taken is None:
                        return record, None, seen
                change = change_of(record, taken, request, self.clock)
                verdict = await self._commit(change)
                if verdict is CommitResult.DONE:
                    return change.record, taken, False
                if verdict is CommitResult.CHANNEL_TAKEN:
                    raise LobbyRefusal.translated(
                        "That channel has a match already. Finish or end that one first."
                    )
                log.info("another process was quicker", match=match, verdict=verdict.value)
                taken = None
        raise Unavailable.translated(
            "Too much happens in this match at once. Nothing was changed; please try again."
        )

    async def _commit(self, change: MatchWrite) -> CommitResult:
        """Write a change of a locked match; keep its record in memory where no other process changes it."""
        match = change.record.info.id
        before = self._at_hand.pop(match, None)  # until it is known to be written
        newest = self._newest.pop(match, None)
        verdict = await self.store.commit(change)
        if verdict is CommitResult.DONE and not self.store.shared:
            self._at_hand[match] = change.record
            if len(self._at_hand) > MOST_AT_HAND:
                self._newest.pop(self._at_hand.popitem(last=False)[0], None)
            if change.back_to is None and before is not None:
                newest = newest or _Newest(before)
                newest.add(change)
                self._newest[match] = newest
                if len(self._newest) > MOST_NEWEST:
                    self._newest.popitem(last=False)
        return verdict

    def with_schedule(self, loaded: LoadedMatch, pending: PendingChange) -> PendingChange:
        """Return a pending change with its next due time and its last action."""
        told = (form for event in pending.reported for form in (event.public, *event.private.values()))
        undone = pending.back_to is not None
        record = scheduled(
            loaded,
            pending.record,
            pending.state,
            self.clock(),
            acted=frozenset() if undone else frozenset([row.seat for row in pending.actions]),
            took_back=frozenset([form.seat for form in told if isinstance(form, TakenBack)]),
            entropy=self._entropy,
        )
        last = pending.last or (None if undone else loaded.last)
        return msgspec.structs.replace(pending, record=record, last=last)

    async def with_codec(self, match: MatchId) -> tuple[Record, Codec]:
        """Return a match as it is at present, and its codec. Raises `NoMatchHere` or `OtherRules`."""
        record = await self.record(match)
        return record, self.codec(record.info)

    async def all_events(self, match: MatchId) -> list[EventRow]:
        """Return all events of a match that were not taken back, oldest first."""
        return [row async for row in self.events(match)][::-1]

    async def events(
        self, match: MatchId, *, after: int = -1, before: int | None = None
    ) -> AsyncIterator[EventRow]:
        """Yield the events of actions with after < seq < before that were not taken back, newest first."""
        newest, record = self._newest.get(match), self._at_hand.get(match)
        if newest is not None and after >= newest.events_above:
            for row in reversed(newest.events):
                if row.seq > after and (before is None or row.seq < before):
                    yield row
            return
        end = None if before is None else (before, 0)
        while True:
            rows = await self.store.events(match, after=after, before=end, limit=EVENTS_AT_ONCE)
            unchanged = self._newest.get(match) is newest and self._at_hand.get(match) is record
            if newest is not None and unchanged and end is None and len(rows) < EVENTS_AT_ONCE:
                newest.events, newest.events_above = _bounded(tuple(rows), after)
            for row in reversed(rows):
                yield row
            if len(rows) < EVENTS_AT_ONCE:
                return
            end = (rows[0].seq, rows[0].n)

    async def actions_of(self, match: MatchId, seat: Seat) -> AsyncGenerator[Sequence[ActionRow], None]:
        """Yield the actions of a seat that were not taken back, newest first, in the pages in which they are
        read.
        """
        newest, before = self._newest.get(match), NEVER_REACHED
        if newest is not None:
            before, own = newest.actions_above + 1, [row for row in newest.actions if row.seat == seat]
            while own:
                yield own[: -OWN_IN_MEMORY - 1 : -1]
                del own[-OWN_IN_MEMORY:]
        while before > 1:
            rows = await self.store.actions_of(match, seat, before=before, limit=OWN_AT_ONCE)
            if rows:
                yield rows
            if len(rows) < OWN_AT_ONCE:
                return
            before = rows[-1].seq

    def forget(self) -> None:
        """Drop all positions and rows from memory: they may have been changed by others."""
        self.cache.clear()
        self._newest.clear()

    def _loaded(self, record: Record, codec: Codec, state: Any) -> LoadedMatch:
        info = msgspec.structs.replace(record.info, options=codec.options(record.info.options))
        return LoadedMatch(record=record, codec=codec, info=info, state=state)

    async def _recent(self, record: Record, codec: Codec) -> tuple[Happening, ...]:
        if not record.seq:
            return ()
        recent = RecentEvents()
        async for row in self.events(record.info.id, after=record.before_from - 1):
            recent.add((row.seq, codec.event(row.event)))
            if recent.full:
                break
        return recent.kept


@contextmanager
def _readable(record: Record) -> Iterator[None]:
    """Refuse a match whose stored data cannot be decoded within the block."""
    try:
        yield
    except msgspec.DecodeError:
        log.error("a stored match cannot be read", match=record.info.id)
        raise OtherRules.translated(
            "This bot cannot read the stored data of this match. Nothing was changed; please tell "
            "the host of the bot."
        ) from None


def _forget_loaded(match: MatchId) -> None:
    """Make the present `one_look` block load a changed match again."""
    looked_at = _looked_at.get()
    if looked_at is not None:
        looked_at.pop(match, None)
