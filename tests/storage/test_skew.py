"""The clocks of processes on one database do not agree: hardly anything is published later for that."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from tests.matches.table import ANN, BEN, Mail, Table, TestClock

SKEW = 3
"""Seconds between two clocks."""
ALLOWED = 1
"""Seconds that a board may come later than with clocks that agree."""
OTHERS = timedelta(seconds=10)
"""How long the process that hears of a match has to publish it, before the leader does."""


@pytest.fixture
async def ahead(address: str, table: Table) -> AsyncIterator[Table]:
    """A process on the same database whose clock is ahead."""
    clock = TestClock()
    clock.now = table.clock.now + timedelta(seconds=SKEW)
    process = Table(address, clock, "ahead")
    yield process
    await process.close()


async def played(process: Table) -> str:
    """Play one round of a match, and return its id."""
    match = await process.rolling()
    await process.rolls(match, ANN, BEN)
    return match


@pytest.mark.parametrize("first", ["ahead", "behind"])
async def test_what_a_process_does_whose_clock_differs_is_published_by_another_at_once(
    table: Table, ahead: Table, mail: Mail, first: str
) -> None:
    acts, publishes = (ahead, table) if first == "ahead" else (table, ahead)
    match = await played(acts)
    assert await publishes.outbox.drain(mail, match) == len(mail.received) > 0
    assert "board" in mail.kinds
    assert await table.store.pending() == []


async def test_a_round_finds_what_another_process_has_just_done_and_the_leader_what_was_left_undone(
    table: Table, ahead: Table
) -> None:
    match = await played(ahead)
    assert await table.outbox.due() == [match]
    assert await table.outbox.due(OTHERS) == []
    table.clock.pass_by(seconds=10 + ALLOWED)
    assert await table.outbox.due(OTHERS) == [match]
