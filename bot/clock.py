"""The one clock: who needs the time is given a `Clock`, so that tests and the local table can set it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeAlias

Clock: TypeAlias = Callable[[], datetime]
"""Returns the present instant, aware, in UTC."""


def wall_clock() -> datetime:
    """Return the machine's time."""
    return datetime.now(UTC)
