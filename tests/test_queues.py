"""Queues for films, reviews and lab reports: one place a person; who had the fewest turns is served first."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest

from bot.engine.errors import Refusal
from bot.processes.queues import REMEMBERED, Queue

ANN, BEN, CLEO, DAN = 1, 2, 3, 4


class Hall:
    """People in a queue, and the order in which they were served."""

    def __init__(self) -> None:
        self.now = datetime(2026, 5, 1, tzinfo=UTC)
        self.queue = Queue(lambda: self.now)
        self.served: list[int] = []

    async def ask(self, user: int, until: asyncio.Event | None = None) -> None:
        with self.queue.place(user, "once"):
            async with self.queue.turn(user):
                self.served.append(user)
                if until is not None:
                    await until.wait()

    async def held_by(self, user: int) -> tuple[asyncio.Event, asyncio.Task[None]]:
        """Give a person the turn until the event is set; return the event and the task."""
        until = asyncio.Event()
        task = asyncio.create_task(self.ask(user, until))
        await asyncio.sleep(0)
        assert self.served[-1:] == [user]
        return until, task

    async def waits(self, user: int) -> asyncio.Task[None]:
        task = asyncio.create_task(self.ask(user))
        await asyncio.sleep(0)
        return task


@pytest.mark.parametrize(
    ("later", "served"),
    [(timedelta(), [CLEO, DAN, BEN, ANN]), (REMEMBERED + timedelta(minutes=1), [CLEO, ANN, BEN, DAN])],
)
async def test_the_person_with_the_fewest_turns_of_the_day_is_served_first_then_the_first_to_come(
    later: timedelta, served: list[int]
) -> None:
    hall = Hall()
    for user in (ANN, ANN, ANN, BEN):
        await hall.ask(user)
    hall.now += later
    until, first = await hall.held_by(CLEO)
    others = [await hall.waits(user) for user in (ANN, BEN, DAN)]
    until.set()
    await asyncio.gather(first, *others)
    assert hall.served[-4:] == served
    assert not hall.queue.busy


async def test_a_person_has_one_place_while_waiting_and_while_served() -> None:
    hall = Hall()
    until, first = await hall.held_by(ANN)
    waiting = await hall.waits(BEN)
    for user in (ANN, BEN):
        with pytest.raises(Refusal, match="once"):
            await hall.ask(user)
    until.set()
    await asyncio.gather(first, waiting)
    await hall.ask(ANN)


@pytest.mark.parametrize("called", [False, True])
async def test_a_cancelled_wait_delays_nobody(called: bool) -> None:
    hall = Hall()
    until, first = await hall.held_by(ANN)
    gone, stays = await hall.waits(BEN), await hall.waits(CLEO)
    if called:
        until.set()
        await first  # Ben has the turn by now, and his task has not run yet
    gone.cancel()
    with suppress(asyncio.CancelledError):
        await gone
    until.set()
    await asyncio.gather(first, stays)
    assert CLEO in hall.served
    assert not hall.queue.busy
