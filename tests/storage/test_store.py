"""The store: the same tests on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from bot.database import engine
from bot.matches.clocks import ClockTerms
from bot.matches.deliveries import DeliveryKind, Post
from bot.matches.errors import ChannelTaken, TurnPassed
from bot.matches.model import Stage
from bot.matches.ports import CommitResult, MatchWrite, NewDelivery
from bot.matches.service import MOST_RETIRINGS
from bot.parts.matchmaking.model import Wish
from bot.parts.matchmaking.store import SqlWishStore
from tests.matches.dicey import Choose, Ready, Roll
from tests.matches.table import ANN, BEN, CHANNEL, CLEO, Mail, Table, TestClock


async def test_a_match_is_stored_with_all_its_parts(table: Table, other: Table, mail: Mail) -> None:
    match = await table.rolling(rounds=1)
    await table.act(match, ANN, Roll())
    last = await table.act(match, BEN, Roll())
    assert await other.info(match) == await table.info(match)
    assert await other.view(match, BEN) == last.match_view
    assert await other.facts(match, ANN) == await table.facts(match, ANN)
    assert len((await other.audit(match))["draws"]) == 3
    assert await other.outbox.drain(mail) == 7
    assert mail.kinds == ["lobby", "turn", "turn", "board", "result", "over", "over"]
    opened_at = (await other.info(match)).opened_at
    assert opened_at == table.clock.now
    assert opened_at.utcoffset() is not None


async def test_a_change_of_an_older_revision_or_a_repeated_request_writes_nothing(
    table: Table, clock: TestClock
) -> None:
    info = await table.started(BEN)
    await table.act(info.id, ANN, Choose(1), request="seen")
    record = await table.record(info.id)
    pending, delivery = await table.store.pending(), NewDelivery("board", "new.key")
    stale = MatchWrite(record=replace(record, seq=99), at=clock.now, request="stale", deliveries=(delivery,))
    assert await table.store.commit(stale) is CommitResult.STALE
    assert await table.store.load(info.id, "stale") == (record, False)
    again = MatchWrite(record=replace(record, revision=record.revision + 1), at=clock.now, request="seen")
    assert await table.store.commit(again) is CommitResult.SEEN
    assert await table.store.load(info.id, "seen") == (record, True)
    assert await table.store.pending() == pending


async def test_of_two_processes_that_open_a_match_in_one_channel_one_succeeds(
    table: Table, other: Table
) -> None:
    done = await asyncio.gather(*[each.open() for each in (table, other) * 3], return_exceptions=True)
    refused = [each for each in done if isinstance(each, Exception)]
    assert [type(each) for each in refused] == [ChannelTaken] * 5
    assert len(await table.store.load_open()) == 1


async def test_of_two_processes_with_the_same_click_one_succeeds(table: Table, other: Table) -> None:
    match = (await table.started(BEN)).id
    for turn in range(1, 6):
        version = (await table.view(match, ANN)).match.version
        clicks = [each.act(match, ANN, Choose(1 + turn % 3), version=version) for each in (table, other)]
        done = await asyncio.gather(*clicks, return_exceptions=True)
        assert [type(each) for each in done if isinstance(each, Exception)] == [TurnPassed]
        assert [row.seq for row in await table.store.actions(match)] == list(range(1, turn + 1))


async def test_two_processes_with_the_same_request_carry_it_out_once(table: Table, other: Table) -> None:
    info = await table.open(seats=3)
    for n, person in enumerate((BEN, CLEO), start=2):
        joins = [each.service.lobby.join(info.id, person, request=person.name) for each in (table, other)]
        done = await asyncio.gather(*joins)
        assert [len(each.seats) for each in done] == [n, n]
    assert (await table.record(info.id)).revision == 3


async def test_a_cancelled_caller_leaves_no_open_transaction(table: Table, other: Table) -> None:
    info = await table.started(BEN)
    for steps in range(10):
        task = asyncio.create_task(table.act(info.id, ANN, Choose(1 + steps % 3)))
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait({task})
    done = len(await other.store.actions(info.id))
    await asyncio.wait_for(other.act(info.id, BEN, Choose(1)), 60)
    await asyncio.wait_for(table.act(info.id, BEN, Choose(2)), 60)
    assert [row.seq for row in await table.store.actions(info.id)] == list(range(1, done + 3))


async def test_events_can_be_read_in_pages_from_the_newest_on(table: Table) -> None:
    info = await table.started(BEN)
    await table.act(info.id, ANN, Choose(1), Ready())
    await table.act(info.id, BEN, Choose(1), Ready())
    whole = await table.store.events(info.id, after=0, before=None, limit=100)
    assert [(row.seq, row.n) for row in whole] == [(1, 0), (2, 0), (3, 0), (4, 0), (4, 1)]
    pieces, before = [], None
    while piece := await table.store.events(info.id, after=0, before=before, limit=2):
        pieces = [*piece, *pieces]
        before = (piece[0].seq, piece[0].n)
    assert pieces == whole


def post(match: str, message: int, kind: DeliveryKind = "board", user: int = 0, **fields: Any) -> Post:
    return replace(Post(match, kind, user, CHANNEL, message, 1000, 0, TestClock().now), **fields)


async def test_a_new_post_replaces_the_current_one_of_its_kind_and_addressee(
    table: Table, clock: TestClock
) -> None:
    match, posts = (await table.open()).id, table.service.posts
    first, dm = post(match, 2**62), post(match, 5, "turn", ANN.user, channel=77)
    later = replace(first, message=2**62 + 1, version=2000, seq=3)
    for each in (first, dm, later):
        await posts.note(each)
    assert await table.service.store.post(match, "board") == later
    assert await table.service.store.post(match, "turn", ANN.user) == dm
    assert await table.service.store.post(match, "turn", BEN.user) is None
    assert later not in await posts.note(replace(later, version=3000), later)
    await posts.note(first)  # Discord has returned the same message for its nonce
    clock.pass_by(minutes=1)
    assert [each.message for each in await posts.stale()] == [later.message]


async def test_a_stale_post_is_stored_until_it_is_retired(table: Table, clock: TestClock) -> None:
    match, posts = (await table.open()).id, table.service.posts
    lobby, first, second = post(match, 10, "lobby"), post(match, 11), post(match, 12)
    assert await posts.note(lobby) == []
    stale = await posts.note(first, lobby)
    stale += await posts.note(second)
    assert [(each.kind, each.message) for each in stale] == [("lobby", 10), ("board", 11)]
    assert await posts.stale() == [], "whoever posts retires it"
    clock.pass_by(seconds=30)
    assert {each.message for each in await posts.stale()} == {10, 11}
    for each in stale:
        posts.retired(each)
    await posts.note(replace(second, version=2000))
    assert await posts.stale() == [], "what was retired is forgotten with the next note"


async def test_an_edit_is_written_with_the_next_note_and_known_until_then(table: Table) -> None:
    match, posts, store = (await table.open()).id, table.service.posts, table.service.store
    dm, board = post(match, 5, "turn", ANN.user), post(match, 11)
    await posts.note(dm)
    await posts.edited(replace(dm, version=2000))
    await posts.edited(replace(dm, version=3000, seq=4))
    assert await store.post(match, "turn", ANN.user) == replace(dm, version=3000, seq=4)
    await posts.note(board)
    assert not store.edited
    assert await store.post(match, "turn", ANN.user) == replace(dm, version=3000, seq=4)
    await posts.edited(replace(dm, message=0))
    assert await posts.note(replace(dm, message=6)) == [], "the former one has lost its controls already"
    assert await store.post(match, "turn", ANN.user) == replace(dm, message=6)
    await posts.edited(replace(dm, message=0))
    assert await posts.stale() == []
    assert not store.edited, "the look for old messages writes them too"
    assert await store.post(match, "turn", ANN.user) == replace(dm, message=0)


async def test_retiring_a_post_is_retried_with_growing_delays_and_then_given_up(
    table: Table, clock: TestClock
) -> None:
    match, posts = (await table.open()).id, table.service.posts
    await posts.note(post(match, 11))
    (stale,) = await posts.note(post(match, 12))
    await posts.not_retired(stale)
    assert await posts.stale() == []
    clock.pass_by(seconds=5)
    (again,) = await posts.stale()
    assert again == replace(stale, attempts=1)
    await posts.not_retired(again)
    clock.pass_by(seconds=5)
    assert await posts.stale() == []
    await posts.not_retired(replace(stale, attempts=MOST_RETIRINGS - 1))
    clock.pass_by(days=1)
    assert await posts.stale() == []


async def test_open_matches_are_listed_oldest_first(table: Table) -> None:
    opened_matches = []
    for channel in (3, 1, 2):
        opened_matches.append(await table.open(channel=channel))
        table.clock.pass_by(seconds=1)
    await table.end(opened_matches[1].id)
    listed = await table.service.open_matches()
    assert [info.channel for info in listed] == [3, 2]
    assert {info.stage for info in listed} == {Stage.LOBBY}


async def test_thousands_of_rows_are_read_in_pieces_and_in_order(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where many have the same time."""
    monkeypatch.setattr(engine, "AT_ONCE", 3)
    clock, store = table.clock, table.store
    opened = [(await table.open(channel=100 + number)).id for number in range(7)]
    assert sorted(record.info.id for record in await store.load_open()) == sorted(opened)
    assert len(await store.load_lobbies_on({7})) == 7
    assert await store.load_lobbies_on({8}) == []
    wishes, kept = SqlWishStore(store.database), []
    for user in (4, 2, 9, 1, 7, 3, 8, 6, 5):
        place = clock.now + timedelta(seconds=user // 4)
        wish = Wish(user, 7, "dicey", 1, 2, ClockTerms(), True, 1, "anybody", began=clock.now, place=place)
        await wishes.keep(wish)
        kept.append(wish)
    assert await wishes.standing() == sorted(kept, key=lambda each: (each.place, each.user))
