from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

import pytest

from renderers.kit import mosaic

Made = TypeVar("Made")


class _NothingKept:
    """In place of the whole pictures that are kept: else a benchmark would measure how they are found."""

    def get(self, _key: Hashable, make: Callable[[], Made]) -> Made:
        return make()


@pytest.fixture(autouse=True)
def pictures_are_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each picture of a benchmark be painted, as one that is new is."""
    monkeypatch.setattr(mosaic, "_DRAWN", _NothingKept())


@pytest.fixture
def allowance(request: pytest.FixtureRequest) -> float:
    """How many times slower than the issues ask things may be.

    Figures are those of a quiet machine, so they hold where benchmarks are asked for. In the suite, on one
    that may be slow or busy, what is ten times too slow is a fault.
    """
    return 1.0 if request.config.getoption("benchmark_enable") else 10.0
