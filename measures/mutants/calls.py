"""Which functions of the product each test calls: a plugin of pytest that `python -m measures.mutants` reads.

    python -m pytest -p measures.mutants.calls --calls-to=DIR

It makes the tests two to three times as slow. Functions are told by file and first line.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
PRODUCT = ("bot", "cogs", "renderers")


class Called(NamedTuple):
    """A test that calls a function."""

    test: str
    """Its pytest node id."""
    seconds: float
    """Processor time."""
    functions: int
    """The number of functions it calls; of two tests of a function, the one with fewer is more specific."""


def read(folders: Sequence[Path]) -> dict[str, list[Called]]:
    """Return the tests that call each function, identified as `bot/x.py:12`."""
    found: defaultdict[str, dict[str, Called]] = defaultdict(dict)
    for path in [path for folder in folders for path in sorted(folder.glob("calls.[0-9]*"))]:
        for line in path.read_text().splitlines():
            test, seconds, _, functions = json.loads(line)
            for function in functions:
                found[function][test] = Called(test, seconds, len(functions))
    return {function: list(tests.values()) for function, tests in found.items()}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for the output folder."""
    parser.addoption("--calls-to", default="calls", help="the folder for what each test calls")


def pytest_configure(config: pytest.Config) -> None:
    """Make the folder."""
    Path(config.getoption("--calls-to")).mkdir(parents=True, exist_ok=True)


class Recorder:
    """Collects the executed code."""

    def __init__(self) -> None:
        self.codes: set[CodeType] = set()
        self.names: dict[CodeType, str] = {}

    def __call__(self, frame: FrameType, _event: str, _argument: Any) -> None:
        """Store a function's code; its lines are not traced."""
        self.codes.add(frame.f_code)

    def taken(self) -> list[str]:
        """Return the product's functions that ran since the last call."""
        codes, self.codes = self.codes, set()
        return sorted({name for code in codes if (name := self._name(code))})

    def _name(self, code: CodeType) -> str:
        if code not in self.names:
            path = Path(code.co_filename)
            within = path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in PRODUCT
            self.names[code] = f"{path.relative_to(ROOT)}:{code.co_firstlineno}" if within else ""
        return self.names[code]


_RECORDER = Recorder()


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Write a line with a test's name, its processor and wall seconds, and the called functions."""
    threading.settrace(_RECORDER)
    sys.settrace(_RECORDER)
    processor, wall = time.process_time(), time.perf_counter()
    yield
    processor, wall = time.process_time() - processor, time.perf_counter() - wall
    sys.settrace(None)
    line = json.dumps([item.nodeid, round(processor, 4), round(wall, 4), _RECORDER.taken()])
    with (Path(item.config.getoption("--calls-to")) / f"calls.{os.getpid()}").open("a") as file:
        file.write(line + "\n")
