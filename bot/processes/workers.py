"""Worker processes for jobs of tens of milliseconds, above all pictures.

The most urgent job comes first (`urgent`). Few jobs are handed out beyond the number of processes, so that a
picture can still be cancelled. A job that has waited for `PATIENCE_SECONDS` comes before newer, more urgent
ones, so no job waits for ever.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import heapq
import mmap
import os
import pickle
import random
import signal
import sys
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import ContextVar, copy_context
from enum import IntEnum
from functools import partial
from importlib import import_module
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

from bot.base.language import N_, current, speaking
from bot.base.languages.catalogues import language
from bot.base.logs import get_logger
from bot.base.metrics import WORKER_DEATHS, WORKER_REPLACEMENTS
from bot.engine.contract import Action, AnyRules
from bot.engine.errors import Refusal
from bot.engine.players.opponent import Opponent, legal_by_view
from bot.engine.players.searcher import STEPS

T = TypeVar("T")

TRIES = 3
"""How often a job is repeated whose process died, before the job is considered the cause."""

LONGEST_SECONDS = 300.0
"""A job that takes longer, with its wait for a process, hangs: its process is ended."""
LONGEST_ASIDE_SECONDS = 3600.0
"""The same where a report, a review or a long audit has a process of its own, of low priority."""

IN_HAND = 3
"""The number of jobs handed out beyond one for each process.

Between a result and the next job come a turn of the event loop and two threads that wait for the interpreter
lock: 20 to 50 ms on a busy bot, or two to five pictures. With one job beyond, the worker was idle for a third
of the time while pictures waited; with six, answers waited behind boards.
"""

SPARE_SECONDS = 600.0
"""If never two jobs ran at the same time for this many seconds, one process is enough."""

IDLE_SECONDS = 600.0
"""After this many seconds without a job, what draws gives back the memory of its caches."""

TRIMMED_EVERY = 200
"""Jobs after which what draws returns freed memory to the system: after each would take a third of the time
of a large picture, after 50 half of all page faults.
"""

LITTLE_MEMORY = 1000
"""Megabytes below which one process does everything."""

MOST_LEARNT = 16
"""The most pools of a game that a process stores. The least recently used one is deleted, and sent again when
needed.
"""
_learnt: Counter[str] = Counter()
"""The number of pools of each game that this process knows."""

NICE = 19
"""The `nice` value of a background process."""
THINKING_NICE = 10
"""The `nice` value of the process in which computer players think."""

CONFINED_BYTES = 256 * 2**20
"""The memory that a confined job may take beyond what its process has loaded."""
CONFINED_SECONDS = 20
"""The processor time that it may take."""

log = get_logger(__name__)


class Urgency(IntEnum):
    """The urgency of a job, the most urgent first."""

    ANSWER = 0
    """A person has just pressed or typed something and waits for the answer."""
    BOARD = 1
    """A channel, for the newest board of its match."""
    REST = 2
    """Low urgency, no person waits: films, DMs of followed matches."""


PATIENCE_SECONDS = {Urgency.ANSWER: 0.0, Urgency.BOARD: 1.0, Urgency.REST: 20.0}
"""Seconds after which a job of each urgency comes before a new answer."""


class _UnknownCards(Exception):  # noqa: N818 - never leaves this file
    """A process does not know the cards of a match yet."""


class WorkersDied(Refusal):
    """The processes die repeatedly while running a job."""


class Overtaxed(Refusal):
    """What somebody has given to the bot takes too much memory or time to read."""


_urgency: ContextVar[Urgency] = ContextVar("urgency", default=Urgency.ANSWER)
_DIED = N_(
    "The picture could not be drawn: its process stopped each time, or did not end. Nothing is lost; the"
    " host of this bot finds more in its log and should check the machine's memory."
)


@contextmanager
def urgent(urgency: Urgency) -> Iterator[None]:
    """Set the urgency of the jobs requested within the block."""
    before = _urgency.set(urgency)
    try:
        yield
    finally:
        _urgency.reset(before)


def usual_processes() -> int:
    """Return one process fewer than there are cores, but 0, which means a thread, in little memory.

    A worker takes some 30 MB before it has drawn anything. The bot and a worker that have drawn all evening
    do not fit into 512 MB with what the system needs.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return 0 if 0 < memory_limit() < LITTLE_MEMORY else cores - 1


def first_worker(caches: int) -> Executor | None:
    """Fork a worker from this process, and return its pool; None where a worker is spawned later, if any.

    Call it before threads are started, which a fork would lose with their locks, and before more is loaded
    than a worker needs. It shares its memory with the bot until one of both writes to it, and loads nothing
    anew. `caches` is as for `Workers`.
    """
    if not usual_processes() or sys.platform != "linux" or threading.active_count() > 1:
        return None
    _read_all()
    gc.freeze()  # a collection would write to all pages
    pool = _processes(1, "fork", _begin, _read_all, caches)
    pool.submit(_nothing)
    return pool


def _processes(number: int, method: str, begin: Callable[..., None], *given: Any) -> Executor:
    """Return a pool of processes that begin with this call; what makes them is loaded here (0.4 MB)."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    return ProcessPoolExecutor(number, get_context(method), begin, given)


def memory_limit(groups: Path = Path("/sys/fs/cgroup"), machine: Path = Path("/proc/meminfo")) -> int:
    """Return the megabytes that this process and its children may use: the machine's or its control group's.

    0 where neither is told. Only the limits of the group that a container or a service sees as its own, and
    of the process's, are read.
    """
    limits, own = list[int](), list[Path]()
    with suppress(OSError, StopIteration, ValueError):
        line = next(each for each in machine.read_text().splitlines() if each.startswith("MemTotal:"))
        limits.append(int(line.split()[1]) // 1024)
    with suppress(OSError):
        for line in Path("/proc/self/cgroup").read_text().splitlines():
            _, kind, path = line.split(":", 2)
            if not kind:
                own.append(groups / path.lstrip("/") / "memory.max")
            elif "memory" in kind.split(","):
                own.append(groups / "memory" / path.lstrip("/") / "memory.limit_in_bytes")
    for file in (*own, groups / "memory.max", groups / "memory" / "memory.limit_in_bytes"):
        with suppress(OSError, ValueError):  # ValueError: "max"
            limits.append(int(file.read_text()) // 2**20)
    return min(limits, default=0)


class Workers:
    """Runs jobs in processes, or else in a thread, in the current language."""

    def __init__(
        self,
        processes: int = 0,
        warm: Callable[[], None] | None = None,
        *,
        memory: int = 0,
        caches: int | None = None,
        first: Executor | None = None,
        longest: float = LONGEST_SECONDS,
    ) -> None:
        """Run one process, and up to `processes` while jobs wait.

        `warm` runs in each before its first job and loads all games. All processes are replaced if one uses
        more than `memory` megabytes; 0 for no limit. `caches` are the megabytes of drawn pieces that what
        draws keeps, each process or else the thread; None for the usual. `first` is the pool with the first
        process (`first_worker`). A process whose job has not ended after `longest` seconds is killed.
        """
        self._longest = longest
        self.processes = processes
        self._memory = memory
        self._replacing: asyncio.Task[None] | None = None
        self._warm = warm or _read_all
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="render")
        self._pool: Executor | None = first
        self._forked = first
        self._closed = False
        self._turns = PriorityLimiter(processes + IN_HAND)
        self._confinement = asyncio.Lock()
        self._under_way = 0
        self._spare: asyncio.TimerHandle | None = None
        self._idle: asyncio.TimerHandle | None = None
        self._idle_at = 0.0
        """When what draws gives its caches back, by the clock of the event loop."""
        self._caches = caches
        if not processes:
            _set_caches(caches)

    async def start(self) -> None:
        """Start a process and let it load everything. If none can start, the thread runs the jobs."""
        if not self.processes:
            return
        try:
            await self.run(_nothing)
        except (WorkersDied, OSError) as failure:
            log.warning("no worker process comes up: pictures are drawn in a thread", error=str(failure))
            self.processes = 0

    async def run(self, work: Callable[..., T], *given: Any) -> T:
        """Run a job in a worker process and return its result; job, arguments and result must be picklable.

        If the process dies it is replaced and the job repeated. Raises `WorkersDied` if that fails too or the
        job does not end, and the job's own exceptions.
        """
        if not self.processes:
            async with self._turns.take(_urgency.get()):
                return await self.run_here(work, *given)
        for _ in range(TRIES):
            async with self._turns.take(_urgency.get()), self._counted():
                if self._closed:
                    raise asyncio.CancelledError
                if self._pool is None:
                    self._pool = self._new_pool()
                pool = self._pool
                doing = asyncio.wrap_future(pool.submit(_done, current().code, work, given))
                try:
                    done, held = await asyncio.wait_for(doing, self._longest)
                except BrokenExecutor:
                    self._replace(pool, work)
                except TimeoutError:
                    if not doing.cancelled():
                        raise  # it is the job's own
                    # End the processes of a pool in which a job hangs; the other jobs are done by new ones.
                    log.error("a worker process hangs and is ended", work=getattr(work, "__name__", "work"))
                    for process in [*getattr(pool, "_processes", {}).values()]:
                        process.kill()
                    self._replace(pool, work)
                    break
                else:
                    self._bound(pool, held)
                    self._wait_for_idleness()
                    return done
        raise WorkersDied.translated(_DIED)

    async def run_with_cards(
        self, rules: AnyRules, cards: str | None, work: Callable[..., T], *given: Any
    ) -> T:
        """Run a job whose process must know the cards of a registered game with this hash.

        A process that does not know them yet is sent them. If they are unknown here too, the job handles
        that.
        """
        try:
            return await self.run(_knowing, rules.key, cards, None, work, given)
        except _UnknownCards:
            encoded = rules.pinned_cards and rules.pinned_cards.encoded_cards(str(cards))
            if encoded is None:
                return await self.run_here(work, *given)
            return await self.run(_knowing, rules.key, cards, encoded, work, given)

    async def run_here(self, work: Callable[..., T], *given: Any) -> T:
        """Run a job that cannot leave this process in a thread."""
        here = copy_context()  # the language that is spoken goes along
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._thread, partial(here.run, work, *given)
            )
        finally:
            _trim_now_and_then()
            self._wait_for_idleness()

    async def run_confined(
        self,
        work: Callable[..., T],
        *given: Any,
        memory: int = CONFINED_BYTES,
        seconds: int = CONFINED_SECONDS,
    ) -> T:
        """Run a job on a file from outside in a process of its own, and return its result.

        The system ends the job beyond so many bytes of memory or seconds of processor time, and no other job
        notices. One runs at a time. Raises `Overtaxed`, and the job's own exceptions. Where the system has no
        such limits (Windows) the process alone protects the bot.
        """
        async with self._confinement:
            pool = _processes(1, "spawn", _confine, work, memory, seconds)
            try:
                done, _ = await asyncio.wrap_future(pool.submit(_done, current().code, work, given))
            except (BrokenExecutor, MemoryError):
                log.warning("a file from outside was too much for its process", work=work.__name__)
                raise Overtaxed.translated(
                    "This file takes too much memory or time to read, so it was not used. "
                    "Save it again in a simpler form."
                ) from None
            finally:
                pool.shutdown(wait=False, cancel_futures=True)
        return done

    async def close(self) -> None:
        """Cancel jobs that have not started, and end the processes."""
        pool, self._pool, self._closed = self._pool, None, True
        for timer in (self._spare, self._idle):
            if timer is not None:
                timer.cancel()
        if self._replacing is not None:
            await asyncio.gather(self._replacing, return_exceptions=True)
        self._thread.shutdown(wait=False)
        if pool is not None:
            # In a thread: it waits for the work that has begun.
            await asyncio.to_thread(pool.shutdown, wait=True, cancel_futures=True)

    def _new_pool(self) -> Executor:
        # Spawned, not forked: this process has threads, and a fork would keep their locks for ever.
        return _processes(self.processes, "spawn", _begin, self._warm, self._caches)

    @asynccontextmanager
    async def _counted(self) -> AsyncIterator[None]:
        """Count a running job; two at the same time need more than one process."""
        self._under_way += 1
        if self._under_way > 1 and self.processes > 1:
            if self._pool is self._forked and self._pool is not None and not self._replacing:
                self._replacing = asyncio.create_task(self._renew(self._pool))  # it has one process
            if self._spare is not None:
                self._spare.cancel()
            self._spare = asyncio.get_running_loop().call_later(SPARE_SECONDS, self._need_one)
        try:
            yield
        finally:
            self._under_way -= 1

    def _wait_for_idleness(self) -> None:
        """Begin the time after which caches are given back anew; the timer stays, and looks at it then."""
        loop = asyncio.get_running_loop()
        self._idle_at = loop.time() + IDLE_SECONDS
        if self._idle is None and not self._closed:
            self._idle = loop.call_at(self._idle_at, self._give_back)

    def _give_back(self) -> None:
        """Let what draws drop its caches; the one process, for more have become one by now (`_need_one`)."""
        self._idle, loop = None, asyncio.get_running_loop()
        if loop.time() < self._idle_at:  # something was drawn since the timer began
            self._idle = loop.call_at(self._idle_at, self._give_back)
            return
        executor = self._thread if not self.processes else self._pool
        if executor is not None:
            log.debug("nothing was drawn for a while: caches are given back")
            executor.submit(give_back)

    def _need_one(self) -> None:
        """Replace all processes by one."""
        self._spare = None
        if self._pool is not None and not self._replacing:
            log.info("one worker process takes the place of those that are not needed")
            self._replacing = asyncio.create_task(self._renew(self._pool))

    def _bound(self, pool: Executor, held: int) -> None:
        """Replace the processes if one uses too much memory, in bytes."""
        if not self._memory or held <= self._memory * 2**20 or self._pool is not pool or self._replacing:
            return
        WORKER_REPLACEMENTS.inc()
        log.info("a worker process holds much memory and is replaced", megabytes=held // 2**20)
        self._replacing = asyncio.create_task(self._renew(pool))

    async def _renew(self, old: Executor) -> None:
        """Start new processes, then replace these, which end after their jobs."""
        new = self._new_pool()
        try:
            await asyncio.wrap_future(new.submit(_nothing))
        except BrokenExecutor:
            log.warning("no other worker process comes up: the old one goes on")
            new.shutdown(wait=False)
        else:
            used, unused = (new, old) if self._pool is old else (self._pool, new)
            self._pool = used
            unused.shutdown(wait=False)
        finally:
            self._replacing = None

    def _replace(self, broken: Executor, work: Callable[..., object]) -> None:
        """Replace all processes of a pool in which one died."""
        if self._pool is broken:
            WORKER_DEATHS.inc()
            log.error("a worker process died and is replaced", work=getattr(work, "__name__", "work"))
            self._pool = None
            broken.shutdown(wait=False, cancel_futures=True)


class PriorityLimiter:
    """Limits concurrency; of those that wait, the one whose patience ends first comes first."""

    def __init__(self, places: int, clock: Callable[[], float] = monotonic) -> None:
        """`clock` returns seconds since any instant."""
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
        """Pass the place to the next one that waits."""
        while self._waiting:
            *_, turn = heapq.heappop(self._waiting)
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


def stand_back() -> None:
    """Lower the priority of this process: reports and reviews can wait."""
    os.nice(NICE)


def _begin(warm: Callable[[], None], caches: int | None = None) -> None:
    """Initialize a worker process; it ends with the bot, and only with it."""
    gc.disable()  # what is loaded stays: looking through it for garbage takes a tenth of the start
    share_one_arena()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is the bot's, which ends its workers
    threading.Thread(target=_end_with_the_bot, daemon=True).start()
    _keep_freed_memory()
    if caches is not None:
        _set_caches(caches)
    warm()
    gc.freeze()
    gc.enable()


def _set_caches(megabytes: int | None) -> None:
    if megabytes is not None:
        from renderers.kit.cache import BUDGET  # not above: a confined process draws nothing

        BUDGET.set(megabytes)


def give_back() -> None:
    """Drop all drawn pieces of pictures, and return their memory to the system."""
    from renderers.kit.cache import forget

    forget()
    gc.collect()
    return_freed_memory()


def return_freed_memory() -> None:
    """Return what is free in the heap to the system, where the C library can."""
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


_jobs = count(1)


def _trim_now_and_then() -> None:
    if next(_jobs) % TRIMMED_EVERY == 1:
        return_freed_memory()


def _confine(_work: Callable[..., object], memory: int, seconds: int) -> None:
    """Initialize a process for one job on a file from outside: more than this, and the system ends it.

    The job is an argument so that its modules are loaded before the limit counts.
    """
    _begin(_nothing)
    try:
        import resource
    except ImportError:
        return
    pages = int(Path("/proc/self/statm").read_text().split()[0]) if Path("/proc/self/statm").exists() else 0
    most = pages * mmap.PAGESIZE + memory
    for limit, value in (
        (resource.RLIMIT_AS, most),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(ValueError, OSError):  # the host has set a lower one
            resource.setrlimit(limit, (value, value))


def share_one_arena() -> None:
    """Let all threads of this process take memory from one arena of the C library, if it is glibc.

    Else each thread has its own, of up to 64 MB, and what one has freed no other can use. Only one thread
    runs Python at a time, so nothing waits. Call it before threads are started.
    """
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).mallopt(_ARENA_MAX, 1)


def _keep_freed_memory() -> None:
    """Let the C library, if it is glibc, keep up to 64 MB of freed memory.

    Returning the few megabytes of each large picture to the system and allocating them again took a third of
    the time of a table of Crossfire.
    """
    with suppress(AttributeError, OSError, TypeError):
        mallopt = ctypes.CDLL(None).mallopt
        for parameter, size in ((_TRIM_THRESHOLD, 64 * 2**20), (_MMAP_THRESHOLD, 32 * 2**20)):
            mallopt(parameter, size)


_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
"""The numbers in `malloc.h`."""


def _read_all() -> None:
    """Load all games and what draws; a language, and what a picture is made of, is read when first needed."""
    from bot.games.registry import GAMES

    import_module("bot.processes.pictures")
    for game in GAMES.values():
        _ = game.renderer


def _end_with_the_bot() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)  # it was killed, so there is no receiver


def _done(code: str, work: Callable[..., T], given: tuple[Any, ...]) -> tuple[T, int]:
    """Return the result of the job, and the memory of this process after it in bytes."""
    try:
        with speaking(language(code)):
            return work(*given), _held()
    except Exception as fault:
        raise _picklable(fault) from None
    finally:
        _trim_now_and_then()


def _held() -> int:
    """Return the memory of this process in bytes; 0 if unknown."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * mmap.PAGESIZE
    except OSError:
        return 0


def _knowing(
    key: str, cards: str | None, kept: bytes | None, work: Callable[..., T], given: tuple[Any, ...]
) -> T:
    from bot.games.registry import GAMES

    rules = GAMES[key].rules
    if cards is not None and rules.pinned_cards is not None and not rules.has_cards(cards):
        if kept is None:
            raise _UnknownCards
        rules.pinned_cards.learn_cards(kept)
        _learnt[key] += 1
        if _learnt[key] % MOST_LEARNT == 0:
            rules.pinned_cards.forget_idle_cards()
    return work(*given)


def _picklable(fault: Exception) -> Exception:
    """Return an exception in a picklable form: any other would break the pool."""
    try:
        pickle.loads(pickle.dumps(fault))
    except Exception:
        return RuntimeError(f"{type(fault).__name__}: {fault}")
    return fault


def _nothing() -> None:
    """Do nothing; the result shows that the process is running."""


# A process for computer players that search, so that they do not delay others.
#
# It is separate from the processes that draw pictures: a search takes a second, and a board must not wait
# for it. It has low priority, and starts with the first search.


class Thinking:
    """Lets computer players choose; a `bot.matches.ports.Think`.

    Those that search run in a process, the others in a thread.
    """

    def __init__(self, steps: int = STEPS, processes: int = 1) -> None:
        """`steps` is the most search steps per decision."""
        self.steps = steps
        self._workers = Workers(processes, _read_players)

    async def __call__(
        self,
        computer: Opponent,
        rules: AnyRules,
        view: Any,
        legal: Sequence[Any],
        seed: bytes,
        cards: str | None,
    ) -> Action:
        """Return one of the legal actions; the same seed gives the same one, in any process."""
        from bot.games.registry import GAMES  # not above: a process for a file from outside needs no game
        from bot.matches.ports import think_in_a_thread

        game = GAMES.get(rules.key)
        if not computer.searches or len(legal) < 2 or game is None or game.rules is not rules:
            return await think_in_a_thread(computer, rules, view, legal, seed, cards)
        chosen: Action = await self._workers.run_with_cards(
            rules, cards, chosen_by, computer.key, self.steps, rules.key, view, seed
        )
        return chosen

    async def aclose(self) -> None:
        """End the process."""
        await self._workers.close()


def chosen_by(key: str, steps: int, game: str, view: Any, seed: bytes) -> Action:
    """Return the choice of a computer player."""
    from bot.games.computers import computers
    from bot.games.registry import GAMES

    rules = GAMES[game].rules
    legal = legal_by_view(rules, view, seed)
    return computers(steps)[key].choose(rules, view, legal, random.Random(int.from_bytes(seed)))


def _read_players() -> None:
    """Load all players in advance."""
    from bot.games.computers import computers

    computers()
    os.nice(THINKING_NICE)
