"""The stateful test of evenings.py: no secret leaks, and nothing acknowledged is lost."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from bot.matches.loaded_match import LoadedMatch
from bot.matches.ports import CommitResult, MatchWrite
from bot.matches.store import SqlMatchStore
from tests.matches.evenings import Evening

USUAL = settings(
    max_examples=8,
    stateful_step_count=25,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # shrinking is slow
    suppress_health_check=list(HealthCheck),
)


def test_no_secret_leaks_and_nothing_is_lost() -> None:
    run_state_machine_as_test(Evening, settings=USUAL)


@pytest.mark.soak
def test_longer_evenings() -> None:
    run_state_machine_as_test(
        Evening, settings=settings(USUAL, max_examples=200, stateful_step_count=60, derandomize=False)
    )


def test_a_version_that_counts_secret_actions_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        LoadedMatch, "version", lambda position, _viewer: position.record.revision + dice_of(position)
    )
    with pytest.raises(AssertionError, match="can tell what Ann has chosen"):
        run_state_machine_as_test(Evening, settings=USUAL)


def dice_of(position: LoadedMatch) -> int:
    """Return the number of dice that a person has chosen."""
    return 0 if position.state is None else int(position.state.dice[0])


def test_an_acknowledged_change_that_is_not_written_is_detected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    commit = SqlMatchStore.commit

    async def forgetful(store: SqlMatchStore, change: MatchWrite) -> Any:
        return CommitResult.DONE if change.record.revision % 5 == 0 else await commit(store, change)

    monkeypatch.setattr(SqlMatchStore, "commit", forgetful)
    with pytest.raises(AssertionError, match="it is not written"):
        run_state_machine_as_test(Evening, settings=USUAL)
