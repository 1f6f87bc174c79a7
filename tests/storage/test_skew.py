"""Processes on one database have different clocks; publications are hardly later than with equal ones."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from tests.matches.table import ANN, BEN, Mail, Table, TestClock

SKEW = 3
"""Seconds between two clocks."""
ALLOWED = 1
"""Seconds that a board may be later than with equal clocks."""
OTHERS = timedelta(seconds=10)
"""The time in which a notified process has to publish a match, before the leader does."""


@pytest.fixture
async def ahead(address: str, table: Table) -> AsyncIterator[Table]:
    """Return a process on the same database whose clock is ahead."""
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
async def test_actions_of_a_process_with_another_clock_are_published_by_others_at_once(
    table: Table, ahead: Table, mail: Mail, first: str
) -> None:
    acts, publishes = (ahead, table) if first == "ahead" else (table, ahead)
    match = await played(acts)
    assert await publishes.outbox.drain(mail, match) == len(mail.received) > 0
    assert "board" in mail.kinds
    assert await table.store.pending() == []


async def test_a_round_finds_recent_actions_of_another_process_and_the_leader_finds_forgotten_ones(
    table: Table, ahead: Table
) -> None:
    match = await played(ahead)
    assert await table.outbox.due() == [match]
    assert await table.outbox.due(OTHERS) == []
    table.clock.pass_by(seconds=10 + ALLOWED)
    assert await table.outbox.due(OTHERS) == [match]
