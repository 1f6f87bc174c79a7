"""Settings of people and their pending notices, on SQLite and PostgreSQL."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from bot.people.ports import Due, Follower
from bot.people.preferences import Leave, Preferences, Quiet
from bot.people.store import SqlPeopleStore
from tests.matches.table import BEN, Table, TestClock

ANN, CLEO = 2**62, 103
NOW = TestClock().now
HOUR = timedelta(hours=1)
AWAY = Leave(date(2026, 5, 1), date(2026, 6, 1))
ALL = Preferences("channel", 12, Quiet(1320, 420), "Europe/Berlin", "instead", 510, (AWAY,), "rank")


@pytest.fixture
def store(table: Table) -> SqlPeopleStore:
    return SqlPeopleStore(table.store.database)


@pytest.fixture
async def match(table: Table) -> str:
    return (await table.started(BEN)).id


async def test_the_settings_of_a_person_are_stored_and_replaced_as_a_whole(store: SqlPeopleStore) -> None:
    """A person's last language is stored beside the settings."""
    assert await store.preferences([]) == {}
    await store.keep(ANN, ALL, NOW)
    await store.hear(CLEO, "de")
    assert await store.preferences([ANN, CLEO, 7]) == {ANN: ALL, CLEO: Preferences(heard="de")}
    await store.hear(ANN, "de")
    assert await store.preferences([ANN]) == {ANN: replace(ALL, heard="de")}
    assert await store.digests_due(NOW, 10) == [(ANN, NOW)]
    await store.keep(ANN, Preferences(reminder=3), None)
    assert await store.preferences([ANN]) == {ANN: Preferences(reminder=3)}
    assert await store.digests_due(NOW, 10) == []


async def test_one_notice_is_stored_for_each_kind_and_match_and_the_oldest_due_is_first(
    store: SqlPeopleStore, match: str
) -> None:
    turn = Due(ANN, match, "turn", NOW + HOUR, 4, NOW)
    reminder = Due(ANN, match, "reminder", NOW, 4, NOW)
    await store.hold(turn)
    await store.hold(replace(turn, due=NOW + 2 * HOUR, version=6))
    await store.hold(reminder)
    await store.hold(Due(CLEO, match, "turn", NOW - HOUR, 4, NOW))
    assert [(row.user, row.matter) for row in await store.due(NOW, 10)] == [(CLEO, "turn"), (ANN, "reminder")]
    assert len(await store.due(NOW, 1)) == 1
    assert await store.held(ANN) == [reminder, replace(turn, due=NOW + 2 * HOUR, version=6)]
    await store.hold(replace(turn, version=9), instead_of=("reminder",))
    assert await store.held(ANN) == [replace(turn, version=9)]


async def test_sending_an_older_notice_keeps_a_newer_one(store: SqlPeopleStore, match: str) -> None:
    newer = Due(ANN, match, "turn", NOW, 8, NOW + HOUR)
    await store.hold(newer)
    await store.settle(replace(newer, version=4, since=NOW))
    assert await store.held(ANN) == [newer]
    await store.settle(newer)
    assert await store.held(ANN) == []


async def test_notices_of_a_turn_are_dropped_where_there_are_any(
    store: SqlPeopleStore, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With each turn they are dropped, and hardly anybody has one: then nothing is written."""
    written: list[str] = []
    write = store._database.write

    async def noted(work: Any) -> Any:
        written.append(match)
        return await write(work)

    turn = Due(BEN.user, match, "turn", NOW, 5, NOW)
    await store.drop_turn(BEN.user, match)
    for due in (turn, replace(turn, matter="reminder"), replace(turn, matter="clock")):
        await store.hold(due)
    await store.drop_turn(BEN.user, match)
    assert [due.matter for due in await store.held(BEN.user)] == ["clock"]
    monkeypatch.setattr(store._database, "write", noted)
    await store.drop_turn(BEN.user, match)
    await store.drop_turn(CLEO, match)
    assert written == []


async def test_sending_a_digest_removes_the_turns_it_contains(
    table: Table, store: SqlPeopleStore, match: str
) -> None:
    """A turn that began after the digest was written stays pending."""
    other = (await table.started(BEN, channel=77)).id
    await store.keep(ANN, ALL, NOW)
    await store.keep(CLEO, ALL, NOW + HOUR)
    assert await store.digests_due(NOW, 10) == [(ANN, NOW)]
    late = Due(ANN, other, "turn", NOW + HOUR, 4, NOW + timedelta(seconds=1))
    watched = Due(ANN, match, "watch", NOW + HOUR, 4, NOW - HOUR)
    for due in (Due(ANN, match, "turn", NOW + HOUR, 4, NOW - HOUR), watched, late):
        await store.hold(due)
    await store.digested(ANN, NOW, NOW + 24 * HOUR, covered=NOW)
    assert {(row.match, row.matter) for row in await store.held(ANN)} == {(match, "watch"), (other, "turn")}
    assert await store.digests_due(NOW + 24 * HOUR, 10) == [(CLEO, NOW + HOUR), (ANN, NOW + 24 * HOUR)]


async def test_a_digest_changed_meanwhile_keeps_the_new_setting(store: SqlPeopleStore) -> None:
    await store.keep(ANN, ALL, NOW)
    await store.keep(ANN, ALL, NOW + 3 * HOUR)
    await store.digested(ANN, NOW, NOW + 24 * HOUR, covered=None)
    await store.put_off_digest(ANN, NOW, NOW + 48 * HOUR)
    assert await store.digests_due(NOW + 3 * HOUR, 10) == [(ANN, NOW + 3 * HOUR)]
    await store.put_off_digest(ANN, NOW + 3 * HOUR, NOW + 4 * HOUR)
    assert await store.digests_due(NOW + 4 * HOUR, 10) == [(ANN, NOW + 4 * HOUR)]


async def test_followers_are_stored_by_match_and_limited_by_person(
    table: Table, store: SqlPeopleStore, match: str
) -> None:
    second = (await table.started(BEN, channel=77)).id
    assert await store.follow(Follower(CLEO, match, "watch"), most=1)
    assert await store.follow(Follower(CLEO, match, "watch"), most=1)
    assert not await store.follow(Follower(CLEO, second, "watch"), most=1)
    assert await store.follow(Follower(ANN, match, "mute"), most=1)
    assert await store.followers(match) == [Follower(CLEO, match, "watch"), Follower(ANN, match, "mute")]
    assert await store.muted_by(ANN) == {match}
    assert await store.muted_by(CLEO) == frozenset()
    await store.told(CLEO, match, NOW)
    assert (await store.followers(match))[0].told_at == NOW
    assert not await store.unfollow(CLEO, match, "mute")
    assert await store.unfollow(CLEO, match, "watch")
    assert not await store.unfollow(CLEO, match, "watch")


async def test_the_watchers_of_a_match_are_asked_for_only_where_anybody_may_watch_it(
    table: Table, store: SqlPeopleStore, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is remembered follows each watcher who comes, and does no harm where one has gone."""
    asked, followers = list[str](), store.followers

    async def counted(of: str) -> list[Follower]:
        asked.append(of)
        return await followers(of)

    monkeypatch.setattr(store, "followers", counted)
    assert await store.watchers(match) == []
    await store.follow(Follower(ANN, match, "mute"), most=1)
    assert await store.watchers(match) == []
    assert asked == ([match, match] if table.store.shared else [])
    assert await SqlPeopleStore(store._database).follow(Follower(CLEO, match, "watch"), most=1)
    assert await store.watchers(match) == [Follower(CLEO, match, "watch")]
    await store.unfollow(CLEO, match, "watch")
    assert await store.watchers(match) == []
    assert await store.follow(Follower(BEN.user, match, "watch"), most=1)
    assert await store.watchers(match) == [Follower(BEN.user, match, "watch")]


async def test_a_leave_is_due_once_until_handled(store: SqlPeopleStore) -> None:
    await store.keep(ANN, ALL, None, NOW)
    await store.keep(CLEO, ALL, None)
    assert await store.leaves_due(NOW, 10) == [(ANN, NOW)]
    await store.put_off_leave(ANN, NOW - timedelta(hours=1), None)  # what was due then is no longer due
    assert await store.leaves_due(NOW, 10) == [(ANN, NOW)]
    await store.put_off_leave(ANN, NOW, NOW + timedelta(days=2))
    assert await store.leaves_due(NOW, 10) == []
    assert await store.leaves_due(NOW + timedelta(days=2), 10) == [(ANN, NOW + timedelta(days=2))]
