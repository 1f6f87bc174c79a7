from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

import pytest

from renderers.kit import mosaic

Made = TypeVar("Made")


class _NothingKept:
    """Replaces the cache of whole pictures; otherwise a benchmark would measure cache hits."""

    def get(self, _key: Hashable, make: Callable[[], Made]) -> Made:
        return make()


@pytest.fixture(autouse=True)
def pictures_are_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw every picture of a benchmark, as if it were new."""
    monkeypatch.setattr(mosaic, "_DRAWN", _NothingKept())


@pytest.fixture
def allowance(request: pytest.FixtureRequest) -> float:
    """Return the factor by which a benchmark may exceed its goal.

    The goals are for an idle machine, so they hold if benchmarks are requested. The ordinary suite, on a
    machine that may be busy, fails only at ten times the goal.
    """
    return 1.0 if request.config.getoption("benchmark_enable") else 10.0
