"""The log: structlog as the front end, the standard library as the back end, without secrets."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Any, Literal

if not {"rich", "structlog"} & {*sys.modules}:
    # It loads rich where it finds it, for tracebacks that no log here shows: 5 MB and 50 ms of each process
    sys.modules["rich"] = None  # type: ignore[assignment]
    import structlog

    del sys.modules["rich"]

import structlog

from bot.base.ids import exact

get_logger = structlog.get_logger
"""For the modules that are loaded first; all others may ask structlog itself."""

TOKEN_SHAPE = re.compile(r"[A-Za-z0-9_-]{23,28}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,}")
"""The shape of a Discord bot token: three parts of base64 separated by dots."""

PASSWORD_IN_URL = re.compile(r"(://[^:/@\s]+:)[^@\s]+@")
"""The password in a database URL."""

REDACTED = "[redacted]"

QUIET = {
    "discord.http": logging.INFO,
    "discord.gateway": logging.INFO,
    "discord.client": logging.ERROR,
    "aiohttp.access": logging.WARNING,
    "alembic": logging.WARNING,
    "aiosqlite": logging.INFO,
}
"""Minimum levels of loggers: `discord.http` logs bodies and tokens on DEBUG, `aiosqlite` all data it writes,
and `discord.client` warns that voice is not supported, which no game needs.
"""

LogFormat = Literal["text", "json"]


def redact(text: str) -> str:
    """Return the text without bot tokens and database passwords."""
    return PASSWORD_IN_URL.sub(rf"\1{REDACTED}@", TOKEN_SHAPE.sub(REDACTED, text))


class StandardError(logging.StreamHandler[Any]):
    """Writes lines to standard error, and counts those that could not be written, as on a full disk.

    Python's own would try to write about it to the same place, a traceback for each line.
    """

    lost = 0
    """How many lines could not be written since the start."""

    def __init__(self) -> None:
        super().__init__(sys.stderr)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the name is Python's
        """Count a line that the system did not take; a bug in a log call is told as usual."""
        if isinstance(sys.exc_info()[1], OSError):
            StandardError.lost += 1
        else:
            super().handleError(record)


class RedactingFormatter(logging.Formatter):
    """Formats a record with structlog and removes everything that looks like a secret, also in tracebacks."""

    def __init__(self, inner: logging.Formatter) -> None:
        super().__init__()
        self._inner = inner

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        return redact(self._inner.format(record))


def start_logging(level: str, form: LogFormat = "text") -> None:
    """Send the records of all loggers from `level` upwards to standard error, in the given format."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.StackInfoRenderer(),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    handler, processors = _for_programs() if form == "json" else _for_people()
    inner = structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=processors)
    handler.setFormatter(RedactingFormatter(inner))
    handler.set_name(form)
    root = logging.getLogger()
    for old in root.handlers[:]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(level)
    for name, least in QUIET.items():
        logging.getLogger(name).setLevel(max(least, root.level))


def for_programs() -> bool:
    """Whether the log is for programs: then every line that the program says is one of its objects."""
    return any(handler.name == "json" for handler in logging.getLogger().handlers)


def _for_programs() -> tuple[logging.Handler, list[Any]]:
    """Return the handler that writes JSON, and its processors."""
    return StandardError(), [
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
        lambda _logger, _method, event: exact(event),
        structlog.processors.JSONRenderer(),
    ]


def _for_people() -> tuple[logging.Handler, list[Any]]:
    """Return the handler that writes text, and its processors."""
    handler: logging.Handler
    if sys.stderr.isatty():
        from rich.console import Console  # a service, whose log is a file, needs none of it
        from rich.logging import RichHandler

        handler = RichHandler(
            console=Console(stderr=True), show_path=False, markup=False, log_time_format="[%Y-%m-%d %H:%M:%S]"
        )
        stamp: list[Any] = []
    else:
        handler = StandardError()
        stamp = [structlog.processors.TimeStamper(fmt="%Y-%m-%d %H:%M:%S", utc=False, key="at")]
    return handler, [
        *stamp,
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
        structlog.processors.format_exc_info,
        _plain_line,
    ]


def _plain_line(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> str:
    """Format an event and its details as `event key=value`, with any traceback below."""
    trace = event.pop("exception", None)
    level = event.pop("level", "")
    event.pop("logger", None)
    stamp = [f"{event.pop('at')} {level:<7}"] if "at" in event else []
    text = " ".join(
        [*stamp, str(event.pop("event", "")), *(f"{key}={value}" for key, value in event.items())]
    )
    return f"{text}\n{trace}" if trace else text
