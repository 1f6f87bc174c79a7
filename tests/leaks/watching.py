"""What leaves the bot beside what it composes: log lines, waits and metrics, while something is done."""

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

from bot.logs import QUIET
from bot.metrics import REGISTRY
from cogs.kit import client

_ADDRESS = re.compile(r"0x[0-9a-f]+")
TIMES = ("_sum", "_bucket", "_created", "database_seconds_count")
"""Ends of the names of samples that tell how long something took; and how often the database was asked, which
what is done in secret raises too: who runs the bot reads that, and could read the database."""


class Watch:
    """What was logged, waited for and counted while it looked on."""

    def __init__(self) -> None:
        self.logged: list[str] = []
        self.said: set[str] = set()
        """What libraries log when they are asked to log all, without addresses in memory."""
        self.waits: list[float] = []
        """Seconds, of every wait that was asked for."""
        self.counted: dict[str, float] = {}
        """By how much each metric has risen; of those that measure time, that they are there."""


@contextmanager
def watched() -> Iterator[Watch]:
    """Look on within the block. Nobody waits in it, and faults have the number 0."""
    watch, before, sleep = Watch(), _counted(), asyncio.sleep

    async def at_once(seconds: float, *result: Any) -> Any:
        if seconds:
            watch.waits.append(seconds)
        return await sleep(0, *result)

    spy, root = Spy(watch), logging.getLogger()
    levels = {name: logging.getLogger(name).level for name in ("", *QUIET)}
    root.addHandler(spy)
    root.setLevel(logging.DEBUG)
    for name, least in QUIET.items():
        logging.getLogger(name).setLevel(least)
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
    """Notes what libraries log, where the bot is asked to log all it can."""

    def __init__(self, watch: Watch) -> None:
        super().__init__(logging.DEBUG)
        self.watch = watch

    def emit(self, record: logging.LogRecord) -> None:
        """Note a record; of what libraries say in passing, that it was said."""
        said = _ADDRESS.sub("", record.getMessage())
        if record.levelno >= logging.WARNING:
            self.watch.logged.append(said)
        else:
            self.watch.said.add(said)


def line_of(told: dict[str, Any]) -> str:
    """Return a record of the log as it is written, with the text of its error and not with where it was."""
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
