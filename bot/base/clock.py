"""The clock: code that needs the time is given a `Clock`, so that tests and the local table can set it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from datetime import UTC, datetime
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")

Clock: TypeAlias = Callable[[], datetime]
"""Returns the present instant, timezone-aware, in UTC."""


def wall_clock() -> datetime:
    """Return the time of the machine."""
    return datetime.now(UTC)


TURN_SECONDS = 0.005
"""How long a loop works before others have their turn."""


async def unhurried(items: Iterable[T]) -> AsyncIterator[T]:
    """Yield items, and let other tasks run whenever `TURN_SECONDS` have passed.

    For loops over all matches, wishes or servers: thousands in one go would hold up every answer.
    """
    began = time.perf_counter()
    for item in items:
        yield item
        if time.perf_counter() - began > TURN_SECONDS:
            await asyncio.sleep(0)
            began = time.perf_counter()


async def in_time(asked: Coroutine[Any, Any, T], seconds: float) -> T | None:
    """Return the result of a coroutine; None if it takes longer, then it continues in the background.

    It cannot be cancelled: the database releases its caller only at the end of a transaction.
    """
    asking = asyncio.create_task(asked)
    done, _ = await asyncio.wait({asking}, timeout=seconds)
    return asking.result() if done else None
