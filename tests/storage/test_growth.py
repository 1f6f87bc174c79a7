"""With very many ended matches, no repeated query reads all matches."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event

from bot.matches.packing import SqlPackingStore
from bot.matches.store import SqlMatchStore
from bot.matches.upkeep_store import SqlFigureStore, SqlUpkeepStore
from bot.parts.analysis.store import SqlReviewStore
from bot.parts.ratings.model import Scope
from bot.parts.ratings.store import SqlRatingStore
from bot.people.privacy.match_store import SqlMatchPersonalData
from bot.people.store import SqlPeopleStore
from tests.matches.dicey import Choose, DiceyRules, HurriedRules, Ready, Roll
from tests.matches.table import ANN, BEN, Table
from tests.storage.personal import everything_personal

FEW = ("uq_matches_channel_going_on", "ix_matches_not_entered", "ix_matches_not_packed")
"""Indexes that contain only matches that are open, not entered or not packed: a full scan reads no other."""
SMALL = {"outbox", "stale_posts", "heartbeat"}
"""Tables that hold only pending work."""
NOW = datetime(2026, 11, 1, tzinfo=UTC)
BOARD = Scope("dicey", 7, 0)

ASKED: Mapping[str, Callable[[SqlMatchStore], Awaitable[object]]] = {
    "open matches": lambda store: store.load_open(),
    "open matches of a server": lambda store: store.load_open_on(7),
    "lobbies of some servers": lambda store: store.load_lobbies_on({7}),
    "how many are open": lambda store: store.count_open(1, 7),
    "matches in play": lambda store: store.playing(),
    "matches of a player": lambda store: store.of_player(1),
    "lessons of a player": lambda store: store.terms_of_ended(1, "dicey"),
    "the match of a channel": lambda store: store.load_channel(1),
    "the match that a channel had": lambda store: store.load_channel_at(1, NOW),
    "the match of a request": lambda store: store.match_of_request("r"),
    "matches overdue": lambda store: store.overdue(NOW),
    "matches due": lambda store: store.matches_due(NOW, untried=NOW),
    "what is pending": lambda store: store.pending("m"),
    "what is pending of all": lambda store: store.pending(),
    "what is refused": lambda store: store.revive(NOW, 9),
    "what was given up": lambda store: store.parked(),
    "what a stop left undone": lambda store: store.doubt_pending(),
    "the last actions of a seat": lambda store: store.actions_of("m", 0, before=9, limit=9),
    "the newest events": lambda store: store.events("m", after=3, before=(9, 0), limit=9),
    "a post": lambda store: store.post("m", "board", 0),
    "DMs left behind": lambda store: store.left_behind(),
    "messages to be retired": lambda store: store.stale_posts(NOW),
    "heartbeats": lambda store: store.beats(),
    "what is watched": lambda store: SqlFigureStore(store.database).read(),
    "results to be entered": lambda store: SqlRatingStore(store.database).waiting(["dicey"], skip=0, limit=9),
    "matches to be packed": lambda store: SqlPackingStore(store.database).not_packed(NOW, 9),
    "old requests": lambda store: SqlUpkeepStore(store.database).prune("requests", NOW, 9),
    "old interactions": lambda store: SqlUpkeepStore(store.database).prune("interactions", NOW, 9),
    "old cards": lambda store: SqlUpkeepStore(store.database).prune("cards", NOW, 9),
    "old deliveries": lambda store: SqlUpkeepStore(store.database).prune("parked", NOW, 9),
    "notices due": lambda store: SqlPeopleStore(store.database).due(NOW, 9),
    "digests due": lambda store: SqlPeopleStore(store.database).digests_due(NOW, 9),
    "what a person is told later": lambda store: SqlPeopleStore(store.database).held(1),
    "who follows a match": lambda store: SqlPeopleStore(store.database).followers("m"),
    "what a person has muted": lambda store: SqlPeopleStore(store.database).muted_by(1),
    "a person's notes": lambda store: SqlPeopleStore(store.database).notes(1),
    "a review": lambda store: SqlReviewStore(store.database).review("m"),
    "a leaderboard": lambda store: SqlRatingStore(store.database).board(BOARD, user=1, first=0, limit=10),
    "a profile": lambda store: SqlRatingStore(store.database).records(1, 7),
    "matches by their stage": lambda store: SqlMatchPersonalData(store.database).stages(1),
    "a person's matches": lambda store: SqlMatchPersonalData(store.database).matches(1),
    "a former player's name": lambda store: SqlMatchPersonalData(store.database).unname(1),
    "what bears a former player's id": lambda store: SqlMatchPersonalData(store.database).clear(1),
}
"""The queries of periodic work, lists of matches, reviews, leaderboards and `/privacy`, and its changes."""


@contextmanager
def noted() -> Iterator[list[tuple[str, Any]]]:
    """Collect the statements that run within the block, each with its parameters."""
    found: list[tuple[str, Any]] = []

    def note(_on: Any, _cursor: Any, statement: str, values: Any, _context: Any, many: bool) -> None:
        found.append((statement, values[0] if many else values))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def tables_read_whole(connection: Connection, asked: Sequence[tuple[str, Any]]) -> set[str]:
    """Return the tables that SQLite scans completely for these statements."""
    steps = [
        str(row[3])
        for statement, values in asked
        if statement.split()[0] in ("SELECT", "UPDATE", "DELETE")
        for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
    ]
    whole = [step for step in steps if step.startswith("SCAN") and not any(index in step for index in FEW)]
    return {step.split()[1] for step in whole} - {
        "anon_1"
    }  # a page of a leaderboard, found by the query before


async def test_no_repeated_query_reads_all_matches(url: str, subtests: pytest.Subtests) -> None:
    store = SqlMatchStore.at(url)
    works: dict[str, Callable[[], Awaitable[object]]]
    works = {what: partial(ask, store) for what, ask in ASKED.items()}
    kept = everything_personal(store.database)
    works |= {f"how much is kept of {each.name}": partial(each.counts, 1) for each in kept}
    deleted = [each for each in kept if each.name != "blocked"]  # this scan remains
    works |= {f"what is deleted of {each.name}": partial(each.delete, 1) for each in deleted}
    for what, work in works.items():
        with subtests.test(what):
            with noted() as asked:
                await work()
            assert asked
            assert await store.database.read(partial(tables_read_whole, asked=asked)) <= SMALL
    await store.close()


async def test_a_query_that_reads_all_matches_is_detected(url: str) -> None:
    store = SqlMatchStore.at(url)
    by_age = [("SELECT id FROM matches WHERE opened_at < ?", (0,))]
    assert await store.database.read(partial(tables_read_whole, asked=by_age)) == {"matches"}
    await store.close()


async def test_the_counts_of_a_person_take_one_call(
    sqlite_table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sqlite_table
    await table.started(BEN)
    for channel in (2, 3):
        await table.open(channel=channel)
    store = table.store

    async def never(*_asked: Any) -> Any:
        raise AssertionError("no match is loaded to be counted")

    monkeypatch.setattr(type(store), "load", never)
    assert await SqlMatchPersonalData(store.database).stages(ANN.user) == {"lobby": 2, "playing": 1, "": 0}
    assert await SqlMatchPersonalData(store.database).stages(BEN.user) == {"playing": 1, "": 0}


async def test_a_list_of_matches_reads_no_events(sqlite_table: Table) -> None:
    infos = [await sqlite_table.started(BEN, channel=channel) for channel in (2, 3, 4)]
    for info in infos:
        await sqlite_table.act(info.id, ANN, Choose(2))
    another = sqlite_table.again("another")
    with noted() as asked:
        found = await another.service.player_matches(ANN.user)
    assert {each.info.id for each in found} == {info.id for info in infos}
    assert all(each.mine for each in found)
    assert len(asked) == 1, "what has happened in them is not told"
    (shown,) = (await another.view(infos[0].id, ANN)).recent
    assert shown == (await sqlite_table.view(infos[0].id, ANN)).recent[0]


async def test_facts_since_the_last_action_read_only_later_events(
    sqlite_table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sqlite_table
    info = await table.started(BEN)
    for number in range(20):
        await table.act(info.id, ANN, Choose(number % 3 + 1))
        await table.act(info.id, BEN, Choose(number % 3 + 1))
        table.clock.pass_by(seconds=1)
    kind, read = type(table.store), list[int]()
    events = kind.events

    async def counted(store: Any, *asked: Any, **bounds: Any) -> Any:
        found = await events(store, *asked, **bounds)
        read.append(len(found))
        return found

    monkeypatch.setattr(kind, "events", counted)
    await table.service.history.since_last_action(info.id, ANN.user)
    assert sum(read) < 10


async def test_opening_and_answering_a_window_need_no_further_statements(sqlite_table: Table) -> None:
    """A match takes as many in a game without windows."""
    costs = []
    for number, rules in enumerate((DiceyRules(), HurriedRules())):
        table = sqlite_table.again(f"rules {number}", games={"dicey": rules})
        match = (await table.started(BEN, rounds=3, channel=number + 1)).id
        for round_ in range(2):  # the first call is a warm-up
            for person in (ANN, BEN):
                await table.act(match, person, Choose(2))
            with noted() as asked:
                await table.act(match, ANN, Ready())
                await table.act(match, BEN, Ready())
                assert ((await table.terms(match)).window is not None) == bool(number), round_
                for person in (ANN, BEN):
                    await table.act(match, person, Roll())
        costs.append(len(asked))
    assert 0 < costs[1] <= costs[0]
