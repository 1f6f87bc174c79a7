"""Running the command line as a person does: a process of its own, in a folder of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.settings import Settings

REPOSITORY = Path(__file__).parents[2]

Run = Callable[..., subprocess.CompletedProcess[str]]
Start = Callable[..., subprocess.Popen[str]]


def surroundings(**settings: str) -> dict[str, str]:
    """The environment of the process: no setting but those given."""
    kept = {name: value for name, value in os.environ.items() if name.lower() not in Settings.model_fields}
    return {**kept, "PYTHONPATH": str(REPOSITORY), "PYTHONUNBUFFERED": "1", **settings}


@pytest.fixture
def bot(tmp_path: Path) -> Run:
    """Run `python -m bot` with arguments (and settings) to its end."""

    def run(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "bot", *arguments],
            cwd=tmp_path,
            env=surroundings(**settings),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    return run


@pytest.fixture
def start_bot(tmp_path: Path) -> Iterator[Start]:
    """Start `python -m bot` and let it run; whatever still runs after the test is ended."""
    started: list[subprocess.Popen[str]] = []

    def start(*arguments: str, **settings: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "bot", *arguments],
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
