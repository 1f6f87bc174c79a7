"""Worker processes: pictures in the language asked for, dead workers replaced, the most urgent first."""

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
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import Executor, Future
from contextlib import AsyncExitStack
from functools import partial
from itertools import repeat
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
from PIL import Image

from bot.audit import encode
from bot.engine.fair import Stream
from bot.engine.language import gettext, speaking
from bot.languages.catalogues import language
from bot.processes import pictures
from bot.processes.workers import (
    IN_HAND,
    TRIES,
    Turns,
    Urgency,
    Workers,
    WorkersDied,
    _done,
    _draw_ahead,
    urgent,
)
from bot.proofs import checks
from bot.proofs.verify import summary
from bot.registry import GAMES
from tests.audited import audits, series

pytestmark = pytest.mark.skipif(os.name != "posix", reason="stories of signals")


def met(folder: Path, view: Any) -> tuple[int, bytes]:
    """Tell who draws, wait until told to go on, and draw."""
    with (folder / "who").open("w") as who:
        who.write(str(os.getpid()))
    (folder / "go").read_text()
    return os.getpid(), GAMES["papyrus"].renderer.board(view, names=["Ann", "Ben"]).png


class OddError(Exception):
    """A fault that cannot go from one process to another."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(one + two)


def odd() -> None:
    raise OddError("one", "two")


def begun() -> Any:
    """Return the public's view of a match of Papyrus that has just begun."""
    rules = GAMES["papyrus"].rules
    stream = Stream("aaaaaaaa", bytes(32), ())
    return rules.view(rules.setup(rules.Options(), 2, stream), None)


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    made = Workers(1)
    yield made
    await made.close()


async def test_a_worker_killed_in_the_middle_of_a_picture_is_replaced_and_the_picture_drawn_again(
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

    # the new one checks audits, which are not even read here
    (audit,) = audits(series())
    monkeypatch.setattr(checks, "decode", None)
    content = encode(audit)
    found = await checks.checked(workers, GAMES, audit, content)
    assert found == checks.Finding(agrees=True, words=summary(audit))

    # a long one, which does not agree, by a process of its own
    monkeypatch.setattr(checks, "LONG", len(content))
    async with AsyncExitStack() as all_taken:
        for _ in range(workers.processes + IN_HAND):
            await all_taken.enter_async_context(workers._turns.take(Urgency.ANSWER))
        found = await checks.checked(workers, GAMES, audit, content.replace(b'"do":"', b'"do":"x', 1))
    assert not found.agrees

    # it speaks the language of who asks, and hands back what went wrong
    with speaking(language("de")):
        assert await workers.run(gettext, "Hand") == gettext("Hand")
        drawn = await pictures.draw(workers, GAMES["papyrus"], "board", view, names=["Ann", "Ben"])
        assert drawn == GAMES["papyrus"].renderer.board(view, names=["Ann", "Ben"])
    with pytest.raises(RuntimeError, match="OddError: onetwo"):
        await workers.run(odd)
    with pytest.raises(KeyError):
        await pictures.draw(workers, GAMES["arclash"], "single_card", "no such card")


async def test_work_of_which_every_worker_dies_is_given_up_with_a_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    workers = Workers(1, warm=os.getpid)  # nothing to read, and nothing to draw
    with pytest.raises(WorkersDied, match="check the machine's memory"):
        await workers.run(signal.raise_signal, signal.SIGKILL)
    assert capsys.readouterr().out.count("died and is replaced") == TRIES
    assert await workers.run(os.getpid) != os.getpid()
    await workers.close()


def hoard(megabytes: int) -> int:
    """Keep so much memory in this process, and return its id."""
    _HOARD.append(b"x" * (megabytes * 2**20))
    return os.getpid()


_HOARD: list[bytes] = []


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the system does not tell what is held")
async def test_a_worker_that_holds_too_much_is_replaced_after_its_work_and_what_is_under_way_is_done(
    tmp_path: Path,
) -> None:
    workers = Workers(1, warm=os.getpid, memory=200)
    first = await workers.run(hoard, 10)
    assert await workers.run(os.getpid) == first, "that is not much"
    process = next(each for each in multiprocessing.active_children() if each.pid == first)
    os.mkfifo(tmp_path / "go")
    large, waiting = await asyncio.gather(workers.run(hoard, 250), workers.run(os.getpid))
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
    """Return how many pages twenty large pictures, one after the other, are fetched in."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(20):
        Image.new("P", (1280, 1900))
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


async def test_a_worker_draws_in_the_memory_of_the_picture_before_and_may_hold_any_unless_told() -> None:
    workers = Workers(1, warm=os.getpid)
    await workers.run(page_faults)
    if platform.libc_ver()[0] == "glibc":
        assert await workers.run(page_faults) < 1280 * 1900 / mmap.PAGESIZE
    first = await workers.run(hoard, 250)
    assert (await workers.run(os.getpid), workers._replacing) == (first, None)
    await workers.close()


async def test_another_process_comes_up_while_work_waits_and_one_is_enough_when_none_has_for_long(
    tmp_path: Path,
) -> None:
    workers = Workers(2, warm=os.getpid)
    await workers.start()
    (first,) = {await workers.run(os.getpid) for _ in range(3)}
    os.mkfifo(tmp_path / "go")
    blocked = asyncio.create_task(workers.run((tmp_path / "go").read_text))
    await asyncio.sleep(0)  # it is handed out
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


class _Ahead:
    """A game of which so many pieces can be drawn ahead."""

    def __init__(self, pieces: int, draw: Callable[[], object]) -> None:
        self.renderer = self
        self.ahead = lambda: repeat(draw, pieces)


def test_a_worker_draws_ahead_while_it_has_nothing_else_to_do_a_piece_at_a_time() -> None:
    drawn = Queue[None]()
    games = [_Ahead(1, partial(drawn.put, None)), _Ahead(2, partial(drawn.put, None))]
    thread = threading.Thread(target=_draw_ahead, args=(games,))

    def at_work() -> int:
        """Begin to draw ahead, and say what is drawn by the time that it would be."""
        thread.start()
        thread.join(0.05)
        return drawn.qsize()

    assert _done("en", at_work, ())[0] == 0
    for _ in range(3):
        drawn.get(timeout=60)
    thread.join()


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
    worker, _ = ran.communicate(timeout=120)  # to the end: the worker too holds the other end of the pipes
    assert int(worker) != ran.pid


async def served(first: Urgency, asked: Sequence[tuple[str, Urgency, float]]) -> list[str]:
    """Return in which order those who ask, each at a time, are served while the first has the only turn."""
    now = [100.0]
    turns, order = Turns(1, lambda: now[0]), list[str]()

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
        gone.cancel()  # who does not wait any more keeps nobody waiting
    await asyncio.gather(*tasks)
    async with turns.take(Urgency.REST):
        return order


async def test_the_most_urgent_comes_first_and_a_board_that_has_waited_before_an_answer() -> None:
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
    """Takes work and does none of it."""

    def __init__(self) -> None:
        self.handed_out: list[tuple[Urgency, Future[None]]] = []

    def submit(self, fn: Any, /, *args: Any, **_named: Any) -> Future[Any]:
        done: Future[None] = Future()
        self.handed_out.append((args[-1][0], done))
        return done


async def test_processes_have_work_in_hand_and_of_what_waits_the_most_urgent_is_handed_out_next() -> None:
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


async def test_with_one_core_a_thread_does_the_work() -> None:
    workers = Workers(0)
    with urgent(Urgency.REST):
        assert await workers.run(os.getpid) == os.getpid()
    await workers.close()
