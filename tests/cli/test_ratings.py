"""`ratings check` and `ratings recompute` as an operator uses them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.database.migrate import migrate
from tests.cli.conftest import Run
from tests.matches.table import ANN, BEN, CLEO, TestClock
from tests.parts.ratings.league import League


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    """Return a database with three rated matches."""
    path = tmp_path / "tablepost.sqlite3"
    await migrate(f"sqlite:///{path}")
    league = League(f"sqlite:///{path}", TestClock())
    for winner, loser in ((ANN, BEN), (BEN, CLEO), (ANN, CLEO)):
        await league.played(winner, loser)
    await league.close()
    return path


def test_ratings_are_checked_found_wrong_and_recomputed(bot: Run, database: Path) -> None:
    right = bot("ratings check")
    assert right.returncode == 0, right.stderr
    assert right.stdout == (
        "Results: 3. Rated players: 3. The ratings kept are exactly those that follow from the results.\n"
    )
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE ratings SET mu = mu + 1 WHERE game = 'dicey' AND guild = 0")
    wrong = bot("ratings check")
    assert wrong.returncode == 1
    assert "3 of the entries kept differ" in wrong.stdout
    mended = bot("ratings recompute")
    assert mended.returncode == 0, mended.stderr
    assert mended.stdout.endswith("All ratings were worked out anew.\n")
    assert bot("ratings check").returncode == 0


def test_check_makes_no_database_and_accepts_an_empty_one(bot: Run, tmp_path: Path) -> None:
    told = bot("ratings check")
    assert told.returncode == 1
    assert told.stderr.startswith("The database is empty; migrating takes it to step ")
    assert told.stderr.endswith(" Nothing was checked.\n")
    assert not list(tmp_path.rglob("*.sqlite3"))
    told = bot("ratings recompute")
    assert told.returncode == 0, told.stderr
    assert told.stdout.startswith("Results: 0. Rated players: 0.")
