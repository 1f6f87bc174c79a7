"""`tournament simulate`, as whoever plans a tournament uses it."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import Run


def test_it_tells_what_a_format_is_worth(bot: Run) -> None:
    done = bot("tournament", "simulate", "swiss", "--entrants", "12", "--tournaments", "20")

    assert done.returncode == 0
    assert "20 times swiss of 12" in done.stdout
    assert "the strongest of those who stayed wins" in done.stdout
    assert "50" in done.stdout, "five rounds of ten days"


def test_the_same_seed_plays_the_same(bot: Run) -> None:
    asked = (
        "tournament",
        "simulate",
        "cup",
        "--seats",
        "4",
        "--entrants",
        "10",
        "--tournaments",
        "10",
        "--json",
    )

    first, again, other = bot(*asked), bot(*asked), bot(*asked, "--seed", "2")

    assert json.loads(first.stdout) == json.loads(again.stdout)
    assert json.loads(first.stdout) != json.loads(other.stdout)


def test_the_strongest_wins_more_often_the_fewer_take_part(bot: Run) -> None:
    def wins(entrants: str) -> float:
        done = bot(
            "tournament", "simulate", "swiss", "--entrants", entrants, "--tournaments", "150", "--json"
        )
        return float(json.loads(done.stdout)["strongest_wins"])

    assert wins("4") > wins("32") + 0.05


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (("ladder",), "There is no format ladder. Choose league, cup, swiss or knock-out."),
        (("league", "--entrants", "3"), "--entrants is 4 to 8 here, not 3."),
        (("swiss", "--dropouts", "2"), "--dropouts is 0 to 1, not 2.0."),
        (("swiss", "--seats", "7"), "--seats is 2 to 6, not 7."),
        (("knock-out", "--seats", "3"), "A knock-out is for matches of two: leave --seats out."),
        (("cup", "--tournaments", "0"), "--tournaments"),
    ],
)
def test_bad_requests_are_refused_with_a_sentence(bot: Run, asked: tuple[str, ...], sentence: str) -> None:
    done = bot("tournament", "simulate", *asked)

    assert done.returncode == 2
    assert sentence in done.stdout + done.stderr
