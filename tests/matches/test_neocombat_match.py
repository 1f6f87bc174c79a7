"""Neo-Combat through the match service: what a window costs the database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Engine

from bot.games.neocombat.rules.actions import Pass, Play
from bot.players.neocombat.tracker import Tracker
from tests.games.neocombat.table import RULES
from tests.matches.table import ANN, BEN, Table

TRACKER = Tracker()


class Work:
    """What the database was asked to do."""

    def __init__(self) -> None:
        self.statements: list[str] = []
        self.commits = 0


@contextmanager
def watched() -> Iterator[Work]:
    """Note every statement and commit of all databases."""
    work = Work()

    def statement(*told: Any) -> None:
        work.statements.append(told[2])

    def commit(*_: Any) -> None:
        work.commits += 1

    event.listen(Engine, "before_cursor_execute", statement)
    event.listen(Engine, "commit", commit)
    try:
        yield work
    finally:
        event.remove(Engine, "before_cursor_execute", statement)
        event.remove(Engine, "commit", commit)


async def test_opening_and_answering_a_window_costs_the_database_no_more_than_a_move(table: Table) -> None:
    """As many statements and transactions as a move in the movement, once everything is warm."""
    neo, mood = table.again(games={"neo-combat": RULES}), Random(1)
    match = (await neo.started(BEN)).id
    moved, opened, answered = costs = [list[tuple[int, int]]() for _ in range(3)]
    while min(map(len, costs)) <= 3:
        shown = await neo.view(match)
        seat = min(shown.awaited)
        person = (ANN, BEN)[seat]
        mine = await neo.view(match, person)
        action = TRACKER.choose(RULES, mine.view, mine.legal, mood)
        window = mine.view.fight is not None
        with watched() as work:
            await neo.act(match, person, action)
        after = (await neo.view(match)).view
        cost = len(work.statements), work.commits
        if window:
            answered.append(cost)
        elif isinstance(action, Play) and after.fight is not None:
            opened.append(cost)
        elif mine.view.phase == "movement" and not isinstance(action, Pass):
            moved.append(cost)
    dearest = max(moved[1:])
    assert dearest[0] > 0
    assert max(opened + answered) <= dearest
