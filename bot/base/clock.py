"""The clock: code that needs the time is given a `Clock`, so that tests and the local table can set it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from datetime import UTC, datetime
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")

Clock: TypeAlias = Callable[[], datetime]
"""Returns the present instant, timezone-aware, in UTC."""


def wall_clock() -> datetime:
    """Return the time of the machine."""
    return datetime.now(UTC)


UNHURRIED = 25
"""How many items are worked through before others have their turn."""


async def unhurried(items: Iterable[T]) -> AsyncIterator[T]:
    """Yield items, and let other tasks run after each `UNHURRIED` of them.

    For loops over all matches, wishes or servers: thousands in one go would hold up every answer.
    """
    for number, item in enumerate(items, 1):
        yield item
        if number % UNHURRIED == 0:
            await asyncio.sleep(0)


async def in_time(asked: Coroutine[Any, Any, T], seconds: float) -> T | None:
    """Return the result of a coroutine; None if it takes longer, then it continues in the background.

    It cannot be cancelled: the database releases its caller only at the end of a transaction.
    """
    asking = asyncio.create_task(asked)
    done, _ = await asyncio.wait({asking}, timeout=seconds)
    return asking.result() if done else None
