"""The one clock: who needs the time is given a `Clock`, so that tests and the local table can set it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")

Clock: TypeAlias = Callable[[], datetime]
"""Returns the present instant, aware, in UTC."""


def wall_clock() -> datetime:
    """Return the machine's time."""
    return datetime.now(UTC)


async def in_time(asked: Coroutine[Any, Any, T], seconds: float) -> T | None:
    """Return what is asked for; None where it takes longer: then it goes on by itself.

    It cannot be cut off: the database lets go of nobody before a transaction is over.
    """
    asking = asyncio.create_task(asked)
    done, _ = await asyncio.wait({asking}, timeout=seconds)
    return asking.result() if done else None
