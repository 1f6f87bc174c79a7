"""Reports of the lab on the cards of a game: made in a low-priority process, one at a time, and stored.

What measures and shows is loaded by the first report (0.7 MB).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol

import msgspec

from bot.base.clock import Clock
from bot.games.game import Game
from bot.games.registry import GAMES
from bot.parts.workshop.lab.store import SqlReportStore
from bot.processes.queues import Reports, decoded

if TYPE_CHECKING:
    from bot.parts.workshop.lab.contests import Bout
    from bot.parts.workshop.lab.processes import Playing, Told
    from bot.parts.workshop.lab.tallies import Count

KEPT: Final = timedelta(days=90)
"""How long a report is stored."""


class Subject(Protocol):
    """What a report is about, and how it is measured."""

    kind: ClassVar[type[msgspec.Struct]]
    """The type of the report."""

    @property
    def game(self) -> str:
        """The key of the game."""

    @property
    def hash(self) -> str:
        """The hash under which the report is stored; every change of the subject changes it."""

    def measure(self, most: int, play: Playing, told: Told) -> Any:
        """Play about `most` matches and return the report."""


class Lab(Reports):
    """Makes reports, and stores them by game and the hash of their subject."""

    def __init__(self, store: SqlReportStore, clock: Clock, most: int) -> None:
        """`most` is the approximate number of matches per report."""
        super().__init__(clock)
        self.most = most
        self._store = store
        self._clock = clock

    async def kept(self, subject: Subject) -> Any:
        """Return the stored report, None if there is none or it is no longer readable."""
        return decoded(await self._store.lab_report(subject.game, subject.hash), subject.kind)

    async def make(self, subject: Subject, told: Told, *, user: int) -> Any:
        """Make and store the report, after waiting for the user's turn.

        `told` is called in another thread. Raises `WorkersDied` or `bot.games.simulation.Stuck`.
        """
        async with self._playing(user) as play:
            report = await asyncio.to_thread(subject.measure, self.most, play, told)
        now = self._clock()
        kept = msgspec.json.encode(report)
        await self._store.keep_lab_report(subject.game, subject.hash, kept, now, now - KEPT)
        return report

    @asynccontextmanager
    async def _playing(self, user: int) -> AsyncIterator[Playing]:
        """Wait for the user's turn; yield a function, for use in another thread, that plays bouts."""
        async with self.process(user) as workers:
            loop = asyncio.get_running_loop()

            def play(bouts: Iterable[Bout]) -> Iterator[Count]:
                for bout in bouts:
                    rules, measured = GAMES[bout.contest.game].rules, bout.contest.pool
                    counted = workers.run_with_cards(rules, measured, bout.play)
                    yield asyncio.run_coroutine_threadsafe(counted, loop).result()

            yield play


def has_lab(game: Game) -> bool:
    """Whether a game has anything to measure: cards or ready-made squads."""
    return game.cards is not None or game.lab.loadouts is not None
