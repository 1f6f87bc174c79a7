"""The indirect output of the bot during an action: log lines, waits and metrics."""

from __future__ import annotations

import asyncio
import logging
import re
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from structlog.testing import capture_logs

from bot.base.logs import QUIET
from bot.base.metrics import REGISTRY
from cogs.kit import client

_ADDRESS = re.compile(r"0x[0-9a-f]+")
TIMES = ("_sum", "_bucket", "_created", "database_seconds_count")
"""Suffixes of metrics that measure a duration or the number of database queries.

Secret actions change them too; only the operator reads them, who could also read the database.
"""


class Watch:
    """The log lines, waits and metrics while it watched."""

    def __init__(self) -> None:
        self.logged: list[str] = []
        self.said: set[str] = set()
        """All log lines of libraries at the lowest level, without memory addresses."""
        self.waits: list[float] = []
        """The seconds of every requested wait."""
        self.counted: dict[str, float] = {}
        """The increase of each metric; for durations only that there was one."""


@contextmanager
def watched() -> Iterator[Watch]:
    """Watch within the block. No wait takes time there, and fault ids are 0."""
    watch, before, sleep = Watch(), _counted(), asyncio.sleep

    async def at_once(seconds: float, *result: Any) -> Any:
        if seconds:
            watch.waits.append(seconds)
        return await sleep(0, *result)

    spy, root = Spy(watch), logging.getLogger()
    levels = {name: logging.getLogger(name).level for name in ("", *QUIET)}
    for name, least in QUIET.items():  # first: the thread of a database still logs what is done
        logging.getLogger(name).setLevel(least)
    root.addHandler(spy)
    root.setLevel(logging.DEBUG)
    try:
        with (
            capture_logs() as told,
            patch.object(asyncio, "sleep", at_once),
            patch.object(client.secrets, "token_hex", lambda _bytes: "0"),
        ):
            yield watch
    finally:
        root.removeHandler(spy)
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)
    watch.logged += [line_of(dict(each)) for each in told]
    watch.counted = {name: value - before.get(name, 0) for name, value in _counted().items()}


class Spy(logging.Handler):
    """Collects the log records of libraries, with the lowest level of the bot's log."""

    def __init__(self, watch: Watch) -> None:
        super().__init__(logging.DEBUG)
        self.watch = watch

    def emit(self, record: logging.LogRecord) -> None:
        """Store a record; of debug lines of libraries only that there was one."""
        said = _ADDRESS.sub("", record.getMessage())
        if record.levelno >= logging.WARNING:
            self.watch.logged.append(said)
        else:
            self.watch.said.add(said)


def line_of(told: dict[str, Any]) -> str:
    """Return a log record as text, with the text of its error but without the traceback."""
    fault = told.pop("exc_info", None)
    text = "".join(traceback.format_exception_only(fault)) if isinstance(fault, BaseException) else ""
    return f"{told} {text}"


def _counted() -> dict[str, float]:
    """Return all samples of the bot's own metrics."""
    return {
        f"{sample.name} {sample.labels}": 0.0 if sample.name.endswith(TIMES) else sample.value
        for metric in REGISTRY.collect()
        for sample in metric.samples
        if sample.name.startswith("tablepost_")
    }
