"""The outbox: pending deliveries of changes, processed after each commit, at start and by a task."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager
from datetime import timedelta
from types import MappingProxyType
from typing import TypeAlias

import structlog
from msgspec.structs import replace

from bot.base.clock import Clock
from bot.base.ids import MatchId
from bot.database.coordination import MatchLocks
from bot.matches.deliveries import Delivery, DeliveryKind
from bot.matches.ports import Pending
from bot.matches.store import SqlMatchStore

log = structlog.get_logger(__name__)

FIRST_WAIT = timedelta(seconds=5)
LONGEST_WAIT = timedelta(minutes=15)
MOST_ATTEMPTS = 200
"""After about two days of failures a delivery is parked."""
REVIVED_AFTER = timedelta(minutes=1)
"""The least time before a parked delivery to a channel is tried again."""
APART = timedelta(seconds=3)
"""The most difference expected between the clocks of processes on one database."""
MATCHES_AT_ONCE = 8
"""The most matches whose deliveries are composed and posted at the same time."""
PLACE_SECONDS = 2.0
"""How many seconds a delivery keeps its place; most need a tenth of it."""
SUCCESSORS: Mapping[DeliveryKind, tuple[DeliveryKind, ...]] = {
    "lobby": ("board", "result"),
    "board": ("result",),
    "word": ("turn", "over"),
}
"""The kinds that supersede a delivery, in addition to a newer one of its own kind. No lobby message is sent
once the match has begun.
"""

Deliver: TypeAlias = Callable[[Delivery], Awaitable[bool | None]]
"""Makes a delivery; returns True where its row was deleted in the transaction that stored its post."""
Delivered: TypeAlias = Callable[[DeliveryKind, timedelta], None]
"""Called for each completed delivery with its kind and delay."""
_Lane: TypeAlias = tuple[MatchId, int]


class TryLater(Exception):  # noqa: N818 - it reads as what to do
    """A delivery failed for now; it is tried again with backoff, not before `after` where given.

    `doubtful`: the message may have been posted all the same, as when the connection breaks.
    """

    def __init__(self, reason: str, after: timedelta | None = None, *, doubtful: bool = False) -> None:
        super().__init__(reason)
        self.after = after
        self.doubtful = doubtful


class Undeliverable(Exception):  # noqa: N818
    """A delivery is refused (403, 404); a retry cannot help at once. It is parked with the reason.

    Deliveries to a channel are tried again at times: the bot may have been admitted again.
    """

    reason = ""
    """The reason in English with names in braces, to be translated; "" where there is only the message."""
    values: Mapping[str, object] = MappingProxyType({})
    """The values of these names."""


class Outbox:
    """Hands out committed deliveries in order, match by match, each until it is done or parked.

    A delivery takes one of `MATCHES_AT_ONCE` places once it is its match's turn. One that takes longer than
    `PLACE_SECONDS` gives its place back and goes on without one: what waits for a rate-limited channel needs
    neither processor nor database, so any number of slow channels holds up the others only for that long.
    """

    def __init__(
        self,
        store: SqlMatchStore,
        clock: Clock,
        delivered: Delivered = lambda _kind, _after: None,
        unexpected: Callable[[], None] = lambda: None,
    ) -> None:
        """`unexpected` is called for each delivery that failed by a fault of the program."""
        self._unexpected = unexpected
        self.store = store
        self._clock = clock
        self._delivered = delivered
        self._locks = MatchLocks()
        self._places = asyncio.Semaphore(MATCHES_AT_ONCE)
        self._closed = False
        self._under_way: set[asyncio.Future[None]] = set()

    async def drain(self, deliver: Deliver, match: MatchId | None = None) -> int:
        """Deliver everything that is due, of one match or of all, and return how many were done.

        Several drains at once are safe: one works on a match, the others wait for it and then look again.
        Rows of the same match, kind and addressee that a later row supersedes are dropped undelivered (the
        later post tells everything since the last one). After a failed row the rows behind it for the same
        match and addressee wait, and a row that supersedes it too. A delivery that ends in any other
        exception than `TryLater` and `Undeliverable` is tried again as well.

        What supersedes a doubtful row takes over its key (`Delivery.key`): posted under it, the message that
        may be there is found, and nothing is left behind.
        """
        matches = [match] if match else await self.due()
        works = [self._drain_match(each, deliver) for each in matches]
        results = await asyncio.gather(*works, return_exceptions=True)
        for result in results:
            if isinstance(result, BaseException):
                raise result
        return sum(result for result in results if isinstance(result, int))

    async def close(self, patience: float) -> None:
        """Start no new deliveries, and wait at most this number of seconds for the running ones."""
        self._closed = True
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=patience)

    async def due(self, waited: timedelta = timedelta()) -> list[MatchId]:
        """Return the matches with a delivery that has been due for so long, those with the oldest first."""
        await self.store.revive(self._clock(), MOST_ATTEMPTS)
        now = self._clock()
        return await self.store.matches_due(now - waited, untried=now - waited + APART)

    async def _drain_match(self, match: MatchId, deliver: Deliver) -> int:
        done, rows, unread = 0, list[Pending](), self.store.unread
        async with self._locks.hold(match):
            unread[match] = True
            try:
                while unread[match] or self.store.shared or self._next(rows) is not None:
                    async with self._place():
                        if self._closed:
                            return done
                        if unread[match] or self.store.shared:
                            unread[match] = False
                            rows = await self._without_superseded(await self.store.pending(match))
                        row = self._next(rows)
                        if row is None:
                            return done
                        with self._known():
                            if await self._attempt(row.delivery, deliver):
                                after = max(self._clock() - row.due, timedelta())
                                self._delivered(row.delivery.kind, after)
                                rows.remove(row)
                                done += 1
                            else:
                                unread[match] = True
                return done
            finally:
                del unread[match]

    @contextmanager
    def _known(self) -> Iterator[None]:
        """Let `close` wait for the block."""
        over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._under_way.add(over)
        try:
            yield
        finally:
            over.set_result(None)
            self._under_way.discard(over)

    @asynccontextmanager
    async def _place(self) -> AsyncIterator[None]:
        """Hold a place within the block, but no longer than `PLACE_SECONDS`."""
        await self._places.acquire()
        with ExitStack() as place:
            place.callback(self._places.release)
            timer = asyncio.get_running_loop().call_later(PLACE_SECONDS, place.close)
            try:
                yield
            finally:
                timer.cancel()

    def _next(self, rows: Sequence[Pending]) -> Pending | None:
        """Return the first due row that has no row before it in its lane.

        An untried row is due, whatever the clock of the process that wrote it says.
        """
        heads: dict[_Lane, Pending] = {}
        for row in rows:
            heads.setdefault((row.delivery.match, row.delivery.user), row)
        now = self._clock()
        return next((row for row in heads.values() if not row.delivery.attempts or row.due <= now), None)

    async def _without_superseded(self, rows: Sequence[Pending]) -> list[Pending]:
        kept: list[Pending] = []
        dropped = []
        for row in rows:
            before = next((each for each in kept if _supersedes(row.delivery, each.delivery)), None)
            if before is not None:
                kept.remove(before)
                heir = _heir(before, row)
                if heir == row:
                    dropped.append(before.delivery.id)
                else:
                    await self.store.take_over(heir, before.delivery)
                row = heir
            kept.append(row)
        if dropped:
            await self.store.settle(dropped)
        return kept

    async def _attempt(self, delivery: Delivery, deliver: Deliver) -> bool:
        """Try to deliver one row and store the result; return whether it was done."""
        try:
            settled = await deliver(delivery)
        except TryLater as failure:
            await self._postpone(delivery, str(failure), failure.after, doubtful=failure.doubtful)
        except Undeliverable as failure:
            await self._park(delivery, str(failure))
        except Exception as failure:
            if self._closed:  # the connection was closed under it; it is tried again at the next start
                log.info("a delivery was cut off by the stop", key=delivery.key)
            else:
                self._unexpected()
                log.exception("a delivery failed unexpectedly", key=delivery.key)
            await self._postpone(delivery, type(failure).__name__, None, doubtful=True)
        else:
            if not settled:
                await self.store.settle([delivery.id])
            return True
        return False

    async def _postpone(
        self, delivery: Delivery, reason: str, after: timedelta | None, *, doubtful: bool
    ) -> None:
        attempts = delivery.attempts + 1
        if attempts >= MOST_ATTEMPTS:
            await self._park(delivery, f"given up after {attempts} attempts: {reason}")
            return
        wait = max(backoff(attempts), after or timedelta())
        log.info("a delivery waits", key=delivery.key, attempts=attempts, seconds=wait.total_seconds())
        due = self._clock() + wait
        await self.store.postpone(delivery.id, attempts=attempts, due=due, doubtful=doubtful)

    async def _park(self, delivery: Delivery, reason: str) -> None:
        (log.info if delivery.attempts else log.warning)(
            "a delivery is parked", key=delivery.key, reason=reason
        )
        attempts = delivery.attempts + 1
        due = self._clock() + max(backoff(attempts), REVIVED_AFTER)
        await self.store.park(delivery.id, attempts=attempts, reason=reason, due=due)


def _supersedes(row: Delivery, before: Delivery) -> bool:
    """Whether a row replaces an earlier one of its match, or has to find the message it may have left."""
    if row.user != before.user:
        return False
    if row.kind == before.kind:
        return True
    return row.kind in SUCCESSORS.get(before.kind, ()) and (before.doubtful or before.kind == "word")


def _heir(before: Pending, row: Pending) -> Pending:
    """Return a row after it has superseded another.

    It waits as long as a failed one would, and takes over the key of one that may have been posted.
    """
    was, now = before.delivery, row.delivery
    if was.doubtful:
        now = replace(now, key=was.key, doubtful=True)
    if was.attempts > now.attempts:
        return Pending(replace(now, attempts=was.attempts), max(before.due, row.due))
    return Pending(now, row.due)


def backoff(attempts: int) -> timedelta:
    """Return the delay after this number of failed attempts: 5 s, 10 s, 20 s, ... 15 minutes."""
    doublings = min(attempts - 1, 20)
    return min(FIRST_WAIT * (1 << doublings), LONGEST_WAIT)
