"""Settings and fixtures of all tests.

Property tests use the same examples in each run and on each machine. This command uses new examples in each
run:

    HYPOTHESIS_PROFILE=explore python -m pytest tests/people
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants
from sqlalchemy import Compiled, create_engine
from sqlalchemy.util import LRUCache

from bot.database import sqlite
from tests.postgres import programs, temporary_server

# Write bytecode, or each of the hundred programs that tests start would compile all modules again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# The time of an example depends on the load of the machine; time limits are tested in measures/bench.
settings.register_profile("explore", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("suite", settings.get_profile("explore"), derandomize=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))
# Hypothesis also tries the constants of all modules that are loaded: it would parse a thousand files in each
# process, and the examples would depend on which tests ran before.
setattr(providers, "_get_local_constants", Constants)  # noqa: B010 - mypy forbids the assignment of a function


SLOW = frozenset((Path(__file__).parent / "slow.txt").read_text("utf-8").splitlines())
"""The dear tests that README's command leaves out (`measures.dear` makes the list)."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the dear tests."""
    for item in items:
        if item.nodeid in SLOW:
            item.add_marker(pytest.mark.slow)


class SharedCache(LRUCache[Any, Compiled]):
    """A cache of compiled statements for all databases of a dialect; each test opens a new database."""

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(_by_kind(key), default)

    def __setitem__(self, key: Any, compiled: Compiled) -> None:
        super().__setitem__(_by_kind(key), compiled)


def _by_kind(key: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return SQLAlchemy's cache key of a statement, with the dialect's name in place of the engine's."""
    dialect, *rest = key
    return dialect.name, *rest


setattr(  # noqa: B010 - mypy knows what the module imports
    sqlite, "create_engine", partial(create_engine, execution_options={"compiled_cache": SharedCache(5000)})
)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Remove the timeout of pyproject.toml from tests marked `soak`."""
    if item.get_closest_marker("soak"):
        item.add_marker(pytest.mark.timeout(0))


def pytest_collection_finish() -> None:
    """Freeze the objects of all modules and collected tests, so that the garbage collector skips them.

    It also runs less often than Python's default: that took a tenth of the processor time of the tests.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """Return the address of a PostgreSQL database that may be emptied; skip the test if there is none."""
    named, folder = os.environ.get("TABLEPOST_TEST_POSTGRES"), programs()
    if named:
        yield named
    elif folder is None:
        pytest.skip("PostgreSQL is not installed, and TABLEPOST_TEST_POSTGRES names no database to try")
    else:
        with temporary_server(folder) as address:
            yield address


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Treat the database as one that other processes may change too, as on PostgreSQL."""
    monkeypatch.setattr("bot.matches.store.SqlMatchStore.shared", True)
