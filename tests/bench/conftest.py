from __future__ import annotations

import pytest


@pytest.fixture
def allowance(request: pytest.FixtureRequest) -> float:
    """How many times slower than the issues ask things may be.

    Figures are those of a quiet machine, so they hold where benchmarks are asked for. In the suite, on one
    that may be slow or busy, what is ten times too slow is a fault.
    """
    return 1.0 if request.config.getoption("benchmark_enable") else 10.0
