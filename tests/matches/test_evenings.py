"""Evenings at random, with restarts and faults: no secret gets out, nothing that was acknowledged is lost."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.matches.evenings import Evening

QUIET = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]


def test_whatever_happens_at_a_table_no_secret_gets_out_and_nothing_is_lost() -> None:
    run_state_machine_as_test(
        Evening, settings=settings(max_examples=8, stateful_step_count=25, suppress_health_check=QUIET)
    )


@pytest.mark.soak
def test_whatever_happens_at_a_table_at_length() -> None:
    run_state_machine_as_test(
        Evening,
        settings=settings(
            max_examples=200, stateful_step_count=60, derandomize=False, suppress_health_check=QUIET
        ),
    )
