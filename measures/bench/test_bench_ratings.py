"""The cost of a leaderboard: `pytest measures/bench/test_bench_ratings.py -n 0 --benchmark-enable`.

Figures go to docs/PERFORMANCE.md. 10,000 rated players on one server, SQLite: a page in the middle with the
reader's own place, from the query to the final picture, all on one core.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert

from bot.database.migrate import migrate
from bot.parts.ratings.model import Board, Key, Player, RatingRow, Result, Scope
from bot.parts.ratings.plackett_luce import rate_all
from bot.parts.ratings.tables import player_rows, rating_rows, ratings, result_players
from cogs.ratings.rating_posts import lines_of
from renderers.contract import Picture
from renderers.ratings.leaderboard import draw_leaderboard
from tests.matches.table import ANN, BEN, TestClock
from tests.parts.ratings.league import CLUB, DAY, League, result

PLAYERS = 10_000
MATCHES = 5
"""The number of results of each of them."""
PAGE = 500
LIMIT = 0.05
"""The limit in seconds for a leaderboard of 10,000 players, its query and its page."""


class Hall:
    """A server with very many players."""

    def __init__(self, loop: asyncio.AbstractEventLoop, url: str) -> None:
        self.loop = loop
        self.league = League(url, TestClock())

    def do(self, work: Any) -> Any:
        return self.loop.run_until_complete(work)

    async def fill(self) -> None:
        """Give everybody ratings in several games, seasons and scopes."""
        rng = random.Random(10)
        kinds = [Scope(game, *at) for game in ("dicey", "other", "") for at in ((CLUB, 0), (CLUB, 1), (0, 0))]
        rows: dict[Key, RatingRow] = {
            (scope, user): RatingRow(rng.gauss(25, 6), rng.uniform(1, 5), 40, 20, 2, 1, 3)
            for scope in kinds
            for user in range(1000, 1000 + PLAYERS)
        }
        named = []
        for number in range(1, MATCHES + 1):
            match = await self.league.played(ANN, BEN)
            people = [Player(2 + n, 1000 + n, f"Player {n}", 0, 1, "won") for n in range(PLAYERS)]
            named += player_rows(Result(match.id, "dicey", CLUB, True, DAY, tuple(people), number))

        def work(connection: Connection) -> None:
            connection.execute(insert(ratings), rating_rows(rows))
            connection.execute(insert(result_players), named)

        await self.league.store._database.write(work)

    def board(self) -> Board:
        board: Board = self.do(self.league.ratings.board(Scope("dicey", CLUB), 1234, PAGE))
        return board

    def page(self) -> Picture:
        """Return a page as it is shown."""
        lines, own = lines_of(self.board(), 1234)
        return draw_leaderboard("Papyrus in The Club", "all time", lines, own)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    loop = asyncio.new_event_loop()
    url = f"sqlite:///{tmp_path}/hall.db"
    loop.run_until_complete(migrate(url))
    made = Hall(loop, url)
    made.do(made.fill())
    yield made
    made.do(made.league.close())
    loop.close()


def test_bench_query_of_a_leaderboard_of_10_000(benchmark: Any, hall: Hall) -> None:
    board = benchmark(hall.board)
    assert (len(board.rows), board.players) == (10, PLAYERS + 2)
    assert board.own is not None


def test_bench_leaderboard_of_10_000_players(benchmark: Any, hall: Hall) -> None:
    picture = benchmark(hall.page)
    assert picture.width == 1280
    if benchmark.enabled:
        assert benchmark.stats["median"] < LIMIT


def test_bench_rating_a_match_of_two(benchmark: Any) -> None:
    results = [result(number, 1, 2) for number in range(1, 101)]
    standings, _ = benchmark(rate_all, results)
    assert len(standings) == 12
