"""Worker processes: pictures in the requested language, dead workers replaced, the most urgent job first."""

from __future__ import annotations

import asyncio
import mmap
import multiprocessing
import os
import platform
import resource
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from PIL import Image

from bot.base.language import gettext, speaking
from bot.base.languages.catalogues import language
from bot.base.metrics import REGISTRY
from bot.engine.audit import encode
from bot.engine.fair import Stream
from bot.games.registry import GAMES
from bot.parts.proofs import verify
from bot.parts.proofs.verify import summary
from bot.processes import pictures
from bot.processes.workers import (
    IN_HAND,
    TRIES,
    PriorityLimiter,
    Urgency,
    Workers,
    WorkersDied,
    first_worker,
    memory_limit,
    urgent,
    usual_processes,
)
from renderers.kit.cache import BUDGET, Cache, forget
from tests.audited import audits, series

pytestmark = pytest.mark.skipif(os.name != "posix", reason="stories of signals")


def met(folder: Path, view: Any) -> tuple[int, bytes]:
    """Write the id of the process to a pipe, wait for permission on another one, and draw."""
    with (folder / "who").open("w") as who:
        who.write(str(os.getpid()))
    (folder / "go").read_text()
    return os.getpid(), GAMES["papyrus"].renderer.board(view, names=["Ann", "Ben"]).png


class OddError(Exception):
    """An exception that cannot be pickled."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(one + two)


def odd() -> None:
    raise OddError("one", "two")


def begun() -> Any:
    """Return the public view of a match of Papyrus that has just begun."""
    rules = GAMES["papyrus"].rules
    stream = Stream("aaaaaaaa", bytes(32), ())
    return rules.view(rules.setup(rules.Options(), 2, stream), None)


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    made = Workers(1)
    yield made
    await made.close()


async def test_a_killed_worker_is_replaced_and_its_picture_drawn_again(
    workers: Workers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(tmp_path / "who")
    os.mkfifo(tmp_path / "go")
    view = begun()
    drawing = asyncio.create_task(workers.run(met, tmp_path, view))
    first = int(await asyncio.to_thread((tmp_path / "who").read_text))
    os.kill(first, signal.SIGKILL)
    second = int(await asyncio.to_thread((tmp_path / "who").read_text))
    await asyncio.to_thread((tmp_path / "go").write_text, "go on")
    drawn_by, png = await drawing
    assert drawn_by == second != first
    assert png == GAMES["papyrus"].renderer.board(view, names=["Ann", "Ben"]).png

    # the new worker checks audits, which are not even read here
    (audit,) = audits(series())
    monkeypatch.setattr(verify, "decode", None)
    content = encode(audit)
    found = await verify.checked(workers, GAMES, audit, content)
    assert found == verify.AuditResult(agrees=True, words=summary(audit))

    # a long one with an error, checked in a separate process
    monkeypatch.setattr(verify, "LONG", len(content))
    async with AsyncExitStack() as all_taken:
        for _ in range(workers.processes + IN_HAND):
            await all_taken.enter_async_context(workers._turns.take(Urgency.ANSWER))
        found = await verify.checked(workers, GAMES, audit, content.replace(b'"do":"', b'"do":"x', 1))
    assert not found.agrees

    # it uses the asker's language, and returns the error
    with speaking(language("de")):
        assert await workers.run(gettext, "Hand") == gettext("Hand")
        drawn = await pictures.draw(workers, GAMES["papyrus"], "board", view, names=["Ann", "Ben"])
        assert drawn == GAMES["papyrus"].renderer.board(view, names=["Ann", "Ben"])
    with pytest.raises(RuntimeError, match="OddError: onetwo"):
        await workers.run(odd)
    with pytest.raises(KeyError):
        await pictures.draw(workers, GAMES["arclash"], "single_card", "no such card")


async def test_a_job_that_kills_every_worker_is_given_up_with_a_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    workers = Workers(1, warm=os.getpid)  # no file to read, and nothing to draw
    with pytest.raises(WorkersDied, match="check the machine's memory"):
        await workers.run(signal.raise_signal, signal.SIGKILL)
    assert capsys.readouterr().out.count("died and is replaced") == TRIES
    assert await workers.run(os.getpid) != os.getpid()
    await workers.close()


async def test_a_job_that_does_not_end_is_given_up_and_its_process_ended(tmp_path: Path) -> None:
    """What waits behind it is done by a new process."""
    os.mkfifo(tmp_path / "go")
    workers = Workers(1, warm=os.getpid)
    before = REGISTRY.get_sample_value("tablepost_worker_deaths_total") or 0
    first = await workers.run(os.getpid)
    workers._longest = 0.2
    with pytest.raises(WorkersDied, match="did not end"):
        await workers.run((tmp_path / "go").read_text)
    workers._longest = 60.0
    assert await workers.run(os.getpid) not in (first, os.getpid())
    assert REGISTRY.get_sample_value("tablepost_worker_deaths_total") == before + 1
    await workers.close()


def allocate(megabytes: int) -> int:
    """Allocate this memory in the process and keep it; return the process id."""
    _HOARD.append(b"x" * (megabytes * 2**20))
    return os.getpid()


_HOARD: list[bytes] = []


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the system does not tell what is held")
async def test_a_worker_with_too_much_memory_is_replaced_after_its_running_jobs(
    tmp_path: Path,
) -> None:
    workers = Workers(1, warm=os.getpid, memory=200)
    first = await workers.run(allocate, 10)
    assert await workers.run(os.getpid) == first, "that is not much"
    process = next(each for each in multiprocessing.active_children() if each.pid == first)
    os.mkfifo(tmp_path / "go")
    large, waiting = await asyncio.gather(workers.run(allocate, 250), workers.run(os.getpid))
    assert large == first
    replacing = workers._replacing
    assert replacing is not None
    blocked = asyncio.create_task(workers.run((tmp_path / "go").read_text))
    await replacing
    second = await workers.run(os.getpid)
    assert second not in (first, os.getpid())
    assert waiting in (first, second)
    await asyncio.to_thread((tmp_path / "go").write_text, "done by who had begun it")
    assert await blocked == "done by who had begun it"
    assert await workers.run(os.getpid) == second
    await asyncio.to_thread(process.join)
    await workers.close()


def page_faults() -> int:
    """Return the number of page faults of twenty large pictures, made one after the other."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(20):
        Image.new("P", (1280, 1900))
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


async def test_a_worker_reuses_the_memory_of_pictures_and_has_no_memory_limit_by_default() -> None:
    workers = Workers(1, warm=os.getpid)
    for _ in range(2):  # what a first job leaves behind is given back
        await workers.run(page_faults)
    if platform.libc_ver()[0] == "glibc":
        assert await workers.run(page_faults) < 1280 * 1900 / mmap.PAGESIZE
    first = await workers.run(allocate, 250)
    assert (await workers.run(os.getpid), workers._replacing) == (first, None)
    await workers.close()


async def test_a_second_process_starts_when_jobs_wait_and_stops_when_none_has_waited_for_long(
    tmp_path: Path,
) -> None:
    workers = Workers(2, warm=os.getpid)
    await workers.start()
    (first,) = {await workers.run(os.getpid) for _ in range(3)}
    os.mkfifo(tmp_path / "go")
    blocked = asyncio.create_task(workers.run((tmp_path / "go").read_text))
    await asyncio.sleep(0)  # it is handed to the worker
    second = await workers.run(os.getpid)
    assert second != first
    await asyncio.to_thread((tmp_path / "go").write_text, "done by the first")
    assert await blocked == "done by the first"
    assert workers._spare is not None
    assert workers._spare.when() > asyncio.get_running_loop().time() + 60
    workers._need_one()
    assert workers._replacing is not None
    await workers._replacing
    (third,) = {await workers.run(os.getpid) for _ in range(3)}
    assert third not in (first, second)
    await workers.close()


def drawn_bytes(more: int = 0) -> int:
    """Keep one more piece of so many bytes, and return what this process holds."""
    if more:
        Cache[_Kept](packs=False).get("piece", lambda: _Kept(more))
    return BUDGET.held


class _Kept(NamedTuple):
    cost: int


@pytest.mark.parametrize("processes", [0, 1])
async def test_what_draws_has_its_budget_and_gives_it_back_after_ten_idle_minutes(
    processes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BUDGET, "bytes", BUDGET.bytes)  # of this process: restored at the end
    forget()
    workers = Workers(processes, warm=os.getpid, caches=1)
    assert await workers.run(drawn_bytes, 900_000) == 900_000
    assert await workers.run(drawn_bytes, 800_000) == 800_000, "both do not fit into a megabyte"
    assert workers._idle is not None
    assert workers._idle.when() > asyncio.get_running_loop().time() + 590
    workers._give_back()
    assert workers._idle is not None, "something was drawn just now: it looks again later"
    workers._idle_at = 0.0
    workers._give_back()
    assert await workers.run(drawn_bytes) == 0
    await workers.close()
    assert workers._idle.cancelled()


def test_one_process_does_everything_in_little_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = tmp_path / "meminfo"
    machine.write_text("MemTotal:       16384000 kB\nMemFree: 1 kB\n")
    assert memory_limit(tmp_path, machine) == 16_000
    (tmp_path / "memory.max").write_text("max\n")
    assert memory_limit(tmp_path, machine) == 16_000
    (tmp_path / "memory.max").write_text(f"{512 * 2**20}\n")
    assert memory_limit(tmp_path, machine) == 512
    assert memory_limit(tmp_path / "none", tmp_path / "none") == 0
    monkeypatch.setattr("os.sched_getaffinity", lambda _process: {0, 1}, raising=False)
    for megabytes, processes in ((0, 1), (512, 0), (4000, 1)):
        monkeypatch.setattr("bot.processes.workers.memory_limit", lambda there=megabytes: there)
        assert usual_processes() == processes


PROGRAM = """
import asyncio, os, signal
from bot.processes.workers import Workers
async def main():
    workers = Workers(1, warm=os.getpid)
    print(await workers.run(os.getpid), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
if __name__ == '__main__':
    asyncio.run(main())
"""


def test_workers_end_when_the_bot_is_killed(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    root = str(Path(__file__).parents[1])
    ran = subprocess.Popen(
        [sys.executable, str(tmp_path / "program.py")],
        env={**os.environ, "PYTHONPATH": root},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    worker, _ = ran.communicate(timeout=120)  # the worker holds the pipes too, so both have to end
    assert int(worker) != ran.pid


async def served(first: Urgency, asked: Sequence[tuple[str, Urgency, float]]) -> list[str]:
    """Return the order in which requests are served, one at a time, while the first has the only turn."""
    now = [100.0]
    turns, order = PriorityLimiter(1, lambda: now[0]), list[str]()

    async def take(name: str, urgency: Urgency) -> None:
        async with turns.take(urgency):
            order.append(name)

    async with turns.take(first):
        tasks = []
        for name, urgency, now[0] in asked:
            tasks.append(asyncio.create_task(take(name, urgency)))
            await asyncio.sleep(0)
        gone = asyncio.create_task(take("gone", Urgency.ANSWER))
        await asyncio.sleep(0)
        gone.cancel()  # a cancelled request delays nobody
    await asyncio.gather(*tasks)
    async with turns.take(Urgency.REST):
        return order


async def test_the_most_urgent_is_first_and_a_board_that_has_waited_is_before_an_answer() -> None:
    asked = [
        ("a film", Urgency.REST, 100.0),
        ("a board", Urgency.BOARD, 100.1),
        ("a quick answer", Urgency.ANSWER, 101.0),
        ("another board", Urgency.BOARD, 101.1),
        ("a late answer", Urgency.ANSWER, 101.2),
    ]
    first = ["a quick answer", "a board", "a late answer", "another board", "a film"]
    assert await served(Urgency.ANSWER, asked) == first
    at_once = [(name, urgency, 100.0) for name, urgency, _ in asked]
    answers, boards = ["a quick answer", "a late answer"], ["a board", "another board"]
    assert await served(Urgency.REST, at_once) == [*answers, *boards, "a film"]


class _NoProcesses(Executor):
    """An executor that accepts jobs and runs none."""

    def __init__(self) -> None:
        self.handed_out: list[tuple[Urgency, Future[None]]] = []

    def submit(self, fn: Any, /, *args: Any, **_named: Any) -> Future[Any]:
        done: Future[None] = Future()
        self.handed_out.append((args[-1][0], done))
        return done


async def test_processes_have_jobs_in_stock_and_the_most_urgent_waiting_job_is_next() -> None:
    workers = Workers(2)
    workers._pool = pool = _NoProcesses()

    async def ask(urgency: Urgency) -> None:
        with urgent(urgency):
            await workers.run(os.getpid, urgency)

    first = [asyncio.create_task(ask(Urgency.BOARD)) for _ in range(2 + IN_HAND)]
    waiting = [asyncio.create_task(ask(each)) for each in (Urgency.REST, Urgency.BOARD, Urgency.ANSWER)]
    await asyncio.sleep(0)
    assert [urgency for urgency, _ in pool.handed_out] == [Urgency.BOARD] * (2 + IN_HAND)
    for place, (task, next_one) in enumerate(zip(first, sorted(Urgency), strict=False)):
        pool.handed_out[place][1].set_result((None, 0))
        await task
        assert [urgency for urgency, _ in pool.handed_out[2 + IN_HAND + place :]] == [next_one]
    for task in [*first, *waiting]:
        task.cancel()
    await workers.close()


FORKED = """
import asyncio, os, signal, sys, time
from bot.processes import workers
workers.usual_processes = lambda: 2
pool = workers.first_worker(24)

async def main():
    first = workers.Workers(2, first=pool)
    await first.start()
    alone = await first.run(os.getpid)
    assert {await first.run(os.getpid) for _ in range(3)} == {alone} != {os.getpid()}
    assert await first.run(workers._held) > 0
    await asyncio.gather(*[first.run(time.sleep, 0.2) for _ in range(3)])
    while await first.run(os.getpid) == alone:
        await asyncio.sleep(0)
    print(alone, "is replaced by two that are spawned")
    await first.close()

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere none is forked")
def test_the_first_worker_is_forked_and_makes_room_for_two_when_jobs_wait() -> None:
    told = subprocess.run(
        [sys.executable, "-W", "error", "-c", FORKED], check=True, timeout=120, capture_output=True, text=True
    )
    assert told.stdout.endswith("is replaced by two that are spawned\n"), told
    assert not told.stderr


def test_no_worker_is_forked_beside_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.processes.workers.usual_processes", lambda: 1)
    monkeypatch.setattr("threading.active_count", lambda: 2)
    assert first_worker(24) is None


async def test_with_one_core_a_thread_does_the_jobs() -> None:
    workers = Workers(0)
    with urgent(Urgency.REST):
        assert await workers.run(os.getpid) == os.getpid()
    await workers.close()
