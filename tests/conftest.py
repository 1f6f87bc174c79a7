"""How all tests are run.

Properties are tested with the same examples each time, whatever the machine.

    HYPOTHESIS_PROFILE=explore python -m pytest tests/people

looks for other examples each time.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from sqlalchemy import Compiled, create_engine
from sqlalchemy.util import LRUCache

from bot.storage import sqlite
from tests.postgres import programs, throw_away

# What is compiled is kept, or each of a hundred programs that tests start would compile all modules again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# How long an example takes says how busy the machine is; what has to be quick is held by measures/bench.
settings.register_profile("explore", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("suite", settings.get_profile("explore"), derandomize=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))


class SharedCache(LRUCache[Any, Compiled]):
    """Compiled statements of all databases of a kind: each test opens one, and would compile all anew."""

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(_by_kind(key), default)

    def __setitem__(self, key: Any, compiled: Compiled) -> None:
        super().__setitem__(_by_kind(key), compiled)


def _by_kind(key: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return SQLAlchemy's key of a statement with the name of the dialect in place of an engine's own."""
    dialect, *rest = key
    return dialect.name, *rest


setattr(  # noqa: B010 - mypy knows what the module imports
    sqlite, "create_engine", partial(create_engine, execution_options={"compiled_cache": SharedCache(5000)})
)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Let the long runs take their time; all other tests have that of pyproject.toml."""
    if item.get_closest_marker("soak"):
        item.add_marker(pytest.mark.timeout(0))


def pytest_collection_finish() -> None:
    """Look for garbage in what tests make, and no more in all modules and in ten thousand tests."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL database that may be emptied; skips where there is none."""
    named, folder = os.environ.get("TABLEPOST_TEST_POSTGRES"), programs()
    if named:
        yield named
    elif folder is None:
        pytest.skip("PostgreSQL is not installed, and TABLEPOST_TEST_POSTGRES names no database to try")
    else:
        with throw_away(folder) as address:
            yield address


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the database be one that others may change too, as on PostgreSQL."""
    monkeypatch.setattr("bot.storage.store.SqlMatchStore.shared", True)
