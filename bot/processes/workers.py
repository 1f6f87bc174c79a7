"""Worker processes for jobs of tens of milliseconds, above all pictures.

The most urgent job comes first (`urgent`). Few jobs are handed out beyond the number of processes, so that a
picture can still be cancelled. A job that has waited for `PATIENCE_SECONDS` comes before newer, more urgent
ones, so no job waits for ever.
"""

from __future__ import annotations

import asyncio
import ctypes
import heapq
import mmap
import multiprocessing
import os
import pickle
import signal
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import ContextVar, copy_context
from enum import IntEnum
from functools import partial
from itertools import chain, count
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

import structlog

from bot.engine.contract import Rules
from bot.engine.errors import Refusal
from bot.engine.language import N_, current, speaking
from bot.engine.positions import read_scene
from bot.languages.catalogues import codes, language

if TYPE_CHECKING:
    from bot.registry import Game

T = TypeVar("T")

TRIES = 3
"""How often work is done again whose process died, before it is held to be the cause."""

IN_HAND = 3
"""The number of jobs handed out beyond one for each process.

Between a result and the next job come a turn of the event loop and two threads that wait for the interpreter
lock: 20 to 50 ms on a busy bot, or two to five pictures. With one job beyond, the worker was idle for a third
of the time while pictures waited; with six, answers waited behind boards.
"""

SPARE_SECONDS = 600.0
"""Seconds in which never two pieces of work were under way at once, after which one process is enough."""

MOST_LEARNT = 16
"""The number of a game's pools that a process keeps. The least recently used one is forgotten, and sent again
when it is needed.
"""
_learnt: Counter[str] = Counter()
"""How many pools of each game this process has learnt."""

NICE = 19
"""The `nice` value of a background process."""

log = structlog.get_logger(__name__)


class Urgency(IntEnum):
    """The urgency of a job, the most urgent first."""

    ANSWER = 0
    """A person who has just pressed or typed waits for it."""
    BOARD = 1
    """A channel, for the newest board of its match."""
    REST = 2
    """Nobody waits for it at once: films, DMs of followed matches."""


PATIENCE_SECONDS = {Urgency.ANSWER: 0.0, Urgency.BOARD: 1.0, Urgency.REST: 20.0}
"""Seconds after which a piece of work of each urgency comes before an answer that is only now asked for."""


class _UnknownCards(Exception):  # noqa: N818 - never leaves this file
    """A process has not learnt the cards of a match yet."""


class WorkersDied(Refusal):
    """The processes that should do a piece of work die of it."""


_urgency: ContextVar[Urgency] = ContextVar("urgency", default=Urgency.ANSWER)
_DIED = N_(
    "The picture could not be drawn: what draws it broke down each time. Nothing is lost; whoever runs this"
    " bot finds more in its log, and should look at the machine's memory."
)


@contextmanager
def urgent(urgency: Urgency) -> Iterator[None]:
    """Let what is asked for within this block be this urgent."""
    before = _urgency.set(urgency)
    try:
        yield
    finally:
        _urgency.reset(before)


def usual_processes() -> int:
    """Return one process fewer than there are cores, at least one; with one core none, but a thread."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores - 1


class Workers:
    """Does work in processes, or without any in a thread, in the language that is spoken."""

    def __init__(
        self, processes: int = 0, warm: Callable[[], None] | None = None, *, memory: int = 0
    ) -> None:
        """Let there be one process, and up to so many while work waits.

        `warm` is what each reads before its first work: all games and languages. Processes of which one holds
        more than `memory` megabytes are replaced; 0: they may hold any.
        """
        self.processes = processes
        self._memory = memory
        self._replacing: asyncio.Task[None] | None = None
        self._warm = warm or _read_all
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="render")
        self._pool: Executor | None = None
        self._closed = False
        self._turns = Turns(processes + IN_HAND)
        self._under_way = 0
        self._spare: asyncio.TimerHandle | None = None

    async def start(self) -> None:
        """Let a process come up and read all it needs. Where none can, the thread does the work."""
        try:
            await self.run(_nothing)
        except (WorkersDied, OSError) as failure:
            log.warning("no worker process comes up: pictures are drawn in a thread", error=str(failure))
            self.processes = 0

    async def run(self, work: Callable[..., T], *given: Any) -> T:
        """Run a job in a worker process and return its result; job, arguments and result must be picklable.

        If the process dies it is replaced and the job repeated. Raises `WorkersDied` if that fails too, and
        the job's own exceptions.
        """
        if not self.processes:
            async with self._turns.take(_urgency.get()):
                return await self.run_here(work, *given)
        for _ in range(TRIES):
            async with self._turns.take(_urgency.get()), self._counted():
                pool = self._running()
                try:
                    done, held = await asyncio.wrap_future(pool.submit(_done, current().code, work, given))
                except BrokenProcessPool:
                    self._replace(pool, work)
                else:
                    self._bound(pool, held)
                    return done
        raise WorkersDied.translated(_DIED)

    async def run_with_cards(
        self, rules: Rules[Any, Any, Any, Any], cards: str | None, work: Callable[..., T], *given: Any
    ) -> T:
        """Do work for which a process has to know the cards of this hash, of a registered game: one that has
        not seen them yet is handed them. Cards that are not known here either are left to the work."""
        try:
            return await self.run(_knowing, rules.key, cards, None, work, given)
        except _UnknownCards:
            encoded = rules.encoded_cards(str(cards))
            if encoded is None:
                return await self.run_here(work, *given)
            return await self.run(_knowing, rules.key, cards, encoded, work, given)

    async def run_here(self, work: Callable[..., T], *given: Any) -> T:
        """Run a job that cannot leave this process in a thread."""
        here = copy_context()  # the language that is spoken goes along
        return await asyncio.get_running_loop().run_in_executor(self._thread, partial(here.run, work, *given))

    async def close(self) -> None:
        """Give up what has not begun, and end the processes."""
        pool, self._pool, self._closed = self._pool, None, True
        if self._spare is not None:
            self._spare.cancel()
        if self._replacing is not None:
            await asyncio.gather(self._replacing, return_exceptions=True)
        self._thread.shutdown(wait=False)
        if pool is not None:
            # In a thread: it waits for the work that has begun.
            await asyncio.to_thread(pool.shutdown, wait=True, cancel_futures=True)

    def _running(self) -> Executor:
        if self._closed:
            raise asyncio.CancelledError
        if self._pool is None:
            self._pool = self._new_pool()
        return self._pool

    def _new_pool(self) -> Executor:
        # Spawned, not forked: this process has threads, and a fork would keep their locks for ever.
        spawning = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.processes, spawning, _begin, (self._warm,))

    @asynccontextmanager
    async def _counted(self) -> AsyncIterator[None]:
        """Count a piece of work that is under way; of two at once there has to be more than one process."""
        self._under_way += 1
        if self._under_way > 1 and self.processes > 1:
            if self._spare is not None:
                self._spare.cancel()
            self._spare = asyncio.get_running_loop().call_later(SPARE_SECONDS, self._need_one)
        try:
            yield
        finally:
            self._under_way -= 1

    def _need_one(self) -> None:
        """Let one process take the place of all."""
        self._spare = None
        if self._pool is not None and not self._replacing:
            log.info("one worker process takes the place of those that are not needed")
            self._replacing = asyncio.create_task(self._renew(self._pool))

    def _bound(self, pool: Executor, held: int) -> None:
        """Have processes replaced of which one holds too much memory, in bytes."""
        if not self._memory or held <= self._memory * 2**20 or self._pool is not pool or self._replacing:
            return
        log.info("a worker process holds much memory and is replaced", megabytes=held // 2**20)
        self._replacing = asyncio.create_task(self._renew(pool))

    async def _renew(self, old: Executor) -> None:
        """Let others come up, and then take the place of these, which end when they have done their work."""
        new = self._new_pool()
        try:
            await asyncio.wrap_future(new.submit(_nothing))
        except BrokenProcessPool:
            log.warning("no other worker process comes up: the old one goes on")
            new.shutdown(wait=False)
        else:
            used, unused = (new, old) if self._pool is old else (self._pool, new)
            self._pool = used
            unused.shutdown(wait=False)
        finally:
            self._replacing = None

    def _replace(self, broken: Executor, work: Callable[..., object]) -> None:
        """Replace all processes of a pool of which one died."""
        if self._pool is broken:
            log.error("a worker process died and is replaced", work=getattr(work, "__name__", "work"))
            self._pool = None
            broken.shutdown(wait=False, cancel_futures=True)


class Turns:
    """Lets so many at once do something, of those who wait the one first whose patience ends first."""

    def __init__(self, places: int, clock: Callable[[], float] = monotonic) -> None:
        """`clock` tells seconds since any instant."""
        self._free = places
        self._clock = clock
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = count()

    @asynccontextmanager
    async def take(self, urgency: Urgency) -> AsyncIterator[None]:
        """Hold a place within the block."""
        await self._wait(urgency)
        try:
            yield
        finally:
            self._give()

    async def _wait(self, urgency: Urgency) -> None:
        if self._free and not self._waiting:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (self._clock() + PATIENCE_SECONDS[urgency], next(self._numbers), turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._give()
            raise

    def _give(self) -> None:
        """Hand the place on to the next one that waits."""
        while self._waiting:
            *_, turn = heapq.heappop(self._waiting)
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


def stand_back() -> None:
    """Let this process come after whatever else runs on the machine: reports and reviews can wait."""
    os.nice(NICE)


def _begin(warm: Callable[[], None]) -> None:
    """Make a worker's process ready: it goes with the bot, and only with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is the bot's, which ends its workers
    threading.Thread(target=_end_with_the_bot, daemon=True).start()
    _keep_freed_memory()
    warm()


def _keep_freed_memory() -> None:
    """Let the C library, where it is glibc, keep up to 64 MB that are freed.

    To hand back the few megabytes of each large picture and to fetch them anew took a third of the time of a
    table of Crossfire.
    """
    with suppress(AttributeError, OSError, TypeError):
        mallopt = ctypes.CDLL(None).mallopt
        for parameter, size in ((_TRIM_THRESHOLD, 64 * 2**20), (_MMAP_THRESHOLD, 32 * 2**20)):
            mallopt(parameter, size)


_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""As `malloc.h` numbers them."""


def _read_all() -> None:
    """Read all languages and games, draw one table of each game, and the art of cards when there is time."""
    for code in codes():
        language(code)
    from bot.registry import GAMES  # what draws

    for game in GAMES.values():
        for page in game.rulebook[:1]:
            scene = read_scene(page.scene, game.rules, game.wording)
            game.renderer.board(scene.view, names=scene.names, recent=scene.recent, focus=scene.focus)
    threading.Thread(target=_draw_ahead, args=(GAMES.values(),), name="ahead", daemon=True).start()


_idle = threading.Event()
"""Set while this process, a worker's, has nothing to do."""


def _draw_ahead(games: Iterable[Game]) -> None:
    """Draw pictures that will soon be needed, one at a time, while there is no other job."""
    for draw in chain.from_iterable(game.renderer.ahead() for game in games):
        _idle.wait()
        draw()


def _end_with_the_bot() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)  # it was killed: nobody is left to hand anything to


def _done(code: str, work: Callable[..., T], given: tuple[Any, ...]) -> tuple[T, int]:
    """Return what the work returns, and how many bytes of memory this process holds after it."""
    _idle.clear()
    try:
        with speaking(language(code)):
            return work(*given), _held()
    except Exception as fault:
        raise _picklable(fault) from None
    finally:
        _idle.set()


def _held() -> int:
    """Return how many bytes of memory this process holds; 0 where the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * mmap.PAGESIZE
    except OSError:
        return 0


def _knowing(
    key: str, cards: str | None, kept: bytes | None, work: Callable[..., T], given: tuple[Any, ...]
) -> T:
    from bot.registry import GAMES  # not above: who asks for work does not have to know the games

    rules = GAMES[key].rules
    if cards is not None and not rules.has_cards(cards):
        if kept is None:
            raise _UnknownCards
        rules.learn_cards(kept)
        _learnt[key] += 1
        if _learnt[key] % MOST_LEARNT == 0:
            rules.forget_idle_cards()
    return work(*given)


def _picklable(fault: Exception) -> Exception:
    """Return a fault as it can go to the other process: one that cannot would break the workers down."""
    try:
        pickle.loads(pickle.dumps(fault))
    except Exception:
        return RuntimeError(f"{type(fault).__name__}: {fault}")
    return fault


def _nothing() -> None:
    """Nothing to do: a process that has done it is there."""
