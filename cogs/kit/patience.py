"""Waiting for the database no longer than somebody waits for an answer."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


async def in_time(asked: Coroutine[Any, Any, T], seconds: float) -> T | None:
    """Return what is asked for; None where it takes longer: then it goes on by itself.

    It cannot be cut off: the database lets go of nobody before a transaction is over.
    """
    asking = asyncio.create_task(asked)
    done, _ = await asyncio.wait({asking}, timeout=seconds)
    return asking.result() if done else None
