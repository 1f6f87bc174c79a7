"""Runs the command line as a user does, in a new folder."""

from __future__ import annotations

import logging
import os
import shlex
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
import structlog

from bot.__main__ import main
from bot.base.logs import QUIET
from bot.host.settings import SETTINGS

REPOSITORY = Path(__file__).parents[2]

Done = subprocess.CompletedProcess[str]
Run = Callable[..., Done]
Start = Callable[..., subprocess.Popen[str]]
Told = Callable[..., tuple[int, str]]


def surroundings(**settings: str) -> dict[str, str]:
    """Return the environment of the process, with only the given settings."""
    kept = {name: value for name, value in os.environ.items() if name.lower() not in SETTINGS}
    return {**kept, "PYTHONPATH": str(REPOSITORY), "PYTHONUNBUFFERED": "1", **settings}


def split(line: str, more: tuple[object, ...]) -> list[str]:
    """Return the arguments of a typed command line, and further ones without quotes."""
    return [*shlex.split(line), *map(str, more)]


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a typed command line with settings to its end, in this process, which has the modules loaded."""

    def run(line: str, *more: object, **settings: str) -> Done:
        arguments = split(line, more)
        told, complained = StringIO(), StringIO()
        with (
            monkeypatch.context() as here,
            logging_as_it_was(),
            redirect_stdout(told),
            redirect_stderr(complained),
        ):
            here.chdir(tmp_path)
            here.setattr(os, "environ", surroundings(**settings))
            try:
                code = main(arguments)
            except SystemExit as ended:
                code = int(ended.code or 0)
        return subprocess.CompletedProcess(arguments, code, told.getvalue(), complained.getvalue())

    return run


@pytest.fixture
def told(bot: Run) -> Told:
    """Run a command line; return its exit code and all that it printed."""

    def run(line: str, *more: object) -> tuple[int, str]:
        done = bot(line, *more)
        return done.returncode, done.stdout + done.stderr

    return run


@pytest.fixture
def program(tmp_path: Path) -> Run:
    """Run `python -m bot` with a command line and settings to its end, in a separate process."""

    def run(line: str, **settings: str) -> Done:
        return subprocess.run(
            [sys.executable, "-m", "bot", *split(line, ())],
            cwd=tmp_path,
            env=surroundings(**settings),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    return run


@contextmanager
def logging_as_it_was() -> Iterator[None]:
    """Restore the log settings that a command has changed."""
    loggers = [logging.getLogger(), *map(logging.getLogger, ("discord", *QUIET))]
    levels, handlers = [logger.level for logger in loggers], loggers[0].handlers[:]
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
        loggers[0].handlers[:] = handlers
        structlog.reset_defaults()


@pytest.fixture
def start_bot(tmp_path: Path) -> Iterator[Start]:
    """Start `python -m bot` and keep it running; it is ended after the test."""
    started: list[subprocess.Popen[str]] = []

    def start(line: str, **settings: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "bot", *split(line, ())],
            cwd=tmp_path,
            env=surroundings(**settings),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
        process.communicate()


@pytest.fixture
def of_a_newer_program(bot: Run, tmp_path: Path) -> None:
    """Return the database of a newer version of the program."""
    assert bot("migrate").returncode == 0
    with closing(sqlite3.connect(tmp_path / "tablepost.sqlite3")) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.execute(
            "UPDATE operator_state SET content = CAST('9.0.0' AS BLOB) WHERE name = 'least version'"
        )
