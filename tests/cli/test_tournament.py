"""`tournament simulate`, as a director uses it to plan a tournament."""

from __future__ import annotations

import json
from typing import Any

from tests.cli.conftest import Run


def simulated(bot: Run, line: str) -> dict[str, Any]:
    return dict(json.loads(bot(f"tournament simulate {line} --json").stdout))


def test_it_reports_the_quality_of_a_format(bot: Run) -> None:
    done = bot("tournament simulate swiss --entrants 12 --tournaments 20")
    assert done.returncode == 0
    assert "20 times swiss of 12" in done.stdout
    assert "the strongest of those who stayed wins" in done.stdout
    assert "50" in done.stdout, "five rounds of ten days"


def test_the_same_seed_gives_the_same_result(bot: Run) -> None:
    asked = "cup --seats 4 --entrants 10 --tournaments 10"
    assert simulated(bot, asked) == simulated(bot, asked) != simulated(bot, f"{asked} --seed 2")


def test_the_strongest_wins_more_often_with_fewer_entrants(bot: Run) -> None:
    few, many = [simulated(bot, f"swiss --entrants {number} --tournaments 60") for number in (4, 32)]
    assert few["strongest_wins"] > many["strongest_wins"] + 0.05
