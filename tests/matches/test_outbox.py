"""The outbox: every committed delivery is published, in order, in spite of failures."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from bot.matches.deliveries import Delivery, Post
from bot.matches.outbox import (
    LONGEST_WAIT,
    MATCHES_AT_ONCE,
    MOST_ATTEMPTS,
    Outbox,
    TryLater,
    Undeliverable,
    backoff,
)
from bot.matches.ports import Pending
from bot.matches.store import SqlMatchStore, _pending_of
from bot.people.privacy.match_store import SqlMatchPersonalData
from tests.matches.dicey import Choose, Ready
from tests.matches.table import ANN, BEN, Mail, Table


def addressed(mail: Mail) -> list[tuple[str, int]]:
    """Return the kinds and addressees of the received deliveries."""
    return [(row.kind, row.user) for row in mail.received]


async def delivered_after(table: Table, mail: Mail, seconds: float = 5) -> int:
    """Retry the failed deliveries after this time, now with success; return how many were delivered."""
    mail.fail.clear()
    table.clock.pass_by(seconds=seconds)
    return await table.outbox.drain(mail)


class Channels:
    """Delivers at once, except for some matches, whose deliveries hang until they are released."""

    def __init__(self, mail: Mail, *slow: str) -> None:
        self.mail, self.slow = mail, set(slow)
        self.hanging, self.hangs, self.let_go = set[str](), asyncio.Event(), asyncio.Event()

    async def __call__(self, delivery: Delivery) -> None:
        if delivery.match in self.slow:
            self.hanging.add(delivery.match)
            self.hangs.set()
            await self.let_go.wait()
        await self.mail(delivery)


async def test_everything_due_is_delivered_once_and_in_order(table: Table, mail: Mail) -> None:
    await table.started(BEN)
    assert await table.outbox.drain(mail) == 4
    assert addressed(mail) == [("lobby", 0), ("board", 0), ("turn", ANN.user), ("turn", BEN.user)]
    assert await table.outbox.drain(mail) == 0


async def test_a_later_row_of_its_kind_and_addressee_supersedes_an_earlier_one(
    table: Table, mail: Mail
) -> None:
    info = await table.started(BEN, rounds=3)
    for _ in range(2):
        await table.ready(info.id, ANN, BEN, dice=2)
        await table.rolls(info.id, ANN, BEN)
    await table.outbox.drain(mail)
    assert sorted(mail.kinds) == ["board", "lobby", "turn", "turn"]
    newest = {row.kind: row.version for row in mail.received}
    assert newest["board"] == (await table.info(info.id)).version


async def test_a_crash_between_post_and_commit_posts_again_with_the_same_nonce(
    table: Table, mail: Mail
) -> None:
    await table.open()
    keys = []

    async def posts_and_dies(delivery: Delivery) -> None:
        keys.append(delivery.key)
        raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await table.outbox.drain(posts_and_dies)
    await table.outbox.drain(mail)
    assert keys == [row.key for row in mail.received]


async def test_a_place_is_taken_for_each_delivery_and_not_to_see_that_there_is_no_other(
    table: Table, mail: Mail, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.started(BEN)
    taken, place = list[int](), Outbox._place

    def counted(outbox: Outbox) -> Any:
        taken.append(1)
        return place(outbox)

    monkeypatch.setattr(Outbox, "_place", counted)
    done = await table.outbox.drain(mail)
    assert 0 < done == len(taken) - table.store.shared


async def next_due(table: Table) -> datetime:
    return min([each.due for each in await table.outbox.store.pending()])


async def test_a_failed_delivery_is_retried_after_5_10_20_seconds(table: Table, mail: Mail) -> None:
    await table.open()
    mail.fail["lobby"] = TryLater("no answer")
    for seconds in (5, 10, 20):
        assert await table.outbox.drain(mail) == 0
        due = await next_due(table)
        assert due == table.clock.now + timedelta(seconds=seconds)
        table.clock.pass_by(seconds=seconds - 1)
        mail.fail["lobby"], kept = AssertionError("too early"), mail.fail["lobby"]
        assert await table.outbox.drain(mail) == 0
        assert await next_due(table) == due
        mail.fail["lobby"] = kept
        table.clock.pass_by(seconds=1)
    mail.fail.clear()
    assert await table.outbox.drain(mail) == 1


def test_the_retry_delay_doubles_up_to_15_minutes() -> None:
    waits = [backoff(attempts).total_seconds() for attempts in range(1, 11)]
    assert waits == [5, 10, 20, 40, 80, 160, 320, 640, 900, 900]
    assert backoff(10_000) == LONGEST_WAIT


async def test_behind_a_failed_row_the_same_addressee_waits_and_others_do_not(
    table: Table, mail: Mail
) -> None:
    info = await table.started(BEN)
    await table.resign(info.id, BEN)
    mail.fail["board"] = TryLater("no answer")
    await table.outbox.drain(mail)
    told = [(kind, person.user) for kind in ("turn", "over") for person in (ANN, BEN)]
    assert addressed(mail) == [("lobby", 0), *told]
    await delivered_after(table, mail)
    assert mail.kinds[5:] == ["board", "result"]


async def test_a_row_that_supersedes_a_failed_one_waits_as_long(table: Table, mail: Mail) -> None:
    match, _ = await board_that_failed(table, mail, TryLater("no answer", after=timedelta(minutes=1)))
    assert await next_due(table) == table.clock.now + timedelta(minutes=1)
    await table.ready(match, ANN)
    await delivered_after(table, mail, 0)
    assert "board" not in mail.kinds
    assert await next_due(table) == table.clock.now + timedelta(minutes=1)
    await delivered_after(table, mail, 60)
    assert mail.kinds.count("board") == 1


async def test_a_refused_delivery_is_parked_with_its_reason_and_retried_later(
    table: Table, mail: Mail
) -> None:
    info = await table.started(BEN)
    mail.fail["board"] = Undeliverable("the channel is gone")
    assert await table.outbox.drain(mail) == 3
    (parked,) = await table.outbox.store.parked()
    assert (parked.delivery.match, parked.delivery.kind) == (info.id, "board")
    assert parked.reason == "the channel is gone"
    table.clock.pass_by(days=1)
    assert await table.outbox.drain(mail) == 0
    (parked,) = await table.outbox.store.parked()
    assert parked.delivery.attempts == 2
    mail.fail.clear()
    assert await table.outbox.drain(mail) == 0, "not before some minutes are over"
    assert await delivered_after(table, mail, 86_400) == 1, "the bot was let in again"
    assert await table.outbox.store.parked() == []
    await table.ready(info.id, ANN)
    assert await table.outbox.drain(mail) == 1


async def test_an_unexpected_error_is_retried_and_stops_no_other_delivery(table: Table, mail: Mail) -> None:
    await table.started(BEN)
    mail.fail["turn"] = ValueError("a fault in the picture")
    assert await table.outbox.drain(mail) == 2
    assert await delivered_after(table, mail) == 2


async def test_a_delivery_is_given_up_after_the_last_retry(table: Table, mail: Mail) -> None:
    await table.open()
    (row,) = await table.store.pending()
    await table.store.postpone(row.delivery.id, attempts=MOST_ATTEMPTS - 1, due=table.clock.now)
    mail.fail["lobby"] = TryLater("still no answer")
    await table.outbox.drain(mail)
    (parked,) = await table.outbox.store.parked()
    assert parked.reason == f"given up after {MOST_ATTEMPTS} attempts: still no answer"


async def test_simultaneous_drains_deliver_each_row_once(table: Table, mail: Mail) -> None:
    await table.started(BEN)
    await table.started(BEN, channel=2)

    async def slowly(delivery: Delivery) -> None:
        await asyncio.sleep(0)
        await mail(delivery)

    done = await asyncio.gather(*[table.outbox.drain(slowly) for _ in range(5)])
    assert sum(done) == 8
    assert len({row.key for row in mail.received}) == len(mail.received) == 8


async def test_many_waiting_rows_do_not_hide_a_due_one(
    table: Table, mail: Mail, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.matches.store._PENDING_AT_ONCE", 3)
    for channel in range(1, 6):
        await table.open(channel=channel)
    mail.fail["lobby"] = TryLater("an outage")
    await table.outbox.drain(mail)
    mail.fail.clear()
    last = await table.open(channel=6)
    assert await table.outbox.drain(mail) == 1
    assert mail.received[0].match == last.id


async def test_a_hanging_match_delays_no_other_and_waiting_drains_take_no_place(
    table: Table, mail: Mail, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.matches.outbox.PLACE_SECONDS", 3600.0)  # no place is released before its time
    slow, quick = [(await table.open(channel=channel)).id for channel in (1, 2)]
    channels = Channels(mail, slow)
    presses = [asyncio.create_task(table.outbox.drain(channels, slow)) for _ in range(13)]
    presses.append(asyncio.create_task(table.outbox.drain(channels)))
    await channels.hangs.wait()
    await table.join(quick, BEN)
    await asyncio.wait_for(table.outbox.drain(channels, quick), timeout=30.0)
    assert {row.match for row in mail.received} == {quick}
    channels.let_go.set()
    await asyncio.gather(*presses)
    assert [row.match for row in mail.received].count(slow) == 1


async def test_slow_channels_release_their_places_after_a_time(
    table: Table, mail: Mail, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.matches.outbox.PLACE_SECONDS", 0.0)
    *slow, quick = [(await table.open(channel=channel)).id for channel in range(2 * MATCHES_AT_ONCE)]
    channels = Channels(mail, *slow)
    draining = [asyncio.create_task(table.outbox.drain(channels, match)) for match in slow]
    await asyncio.wait_for(table.outbox.drain(channels, quick), timeout=30.0)
    assert [row.match for row in mail.received] == [quick]
    channels.let_go.set()
    await asyncio.gather(*draining)
    assert channels.hanging == set(slow)


async def test_the_number_of_matches_delivered_at_once_is_limited(table: Table, mail: Mail) -> None:
    for channel in range(1, 2 * MATCHES_AT_ONCE):
        await table.open(channel=channel)
    at_work, most = 0, 0

    async def deliver(delivery: Delivery) -> None:
        nonlocal at_work, most
        at_work += 1
        most = max(most, at_work)
        await table.info(delivery.match)
        at_work -= 1
        await mail(delivery)

    await table.outbox.drain(deliver)
    assert 1 < most <= MATCHES_AT_ONCE


async def board_that_failed(table: Table, mail: Mail, failure: TryLater) -> tuple[str, Delivery]:
    """Begin a match whose first board fails; return it and the board."""
    match = (await table.started(BEN)).id
    (board,) = [row.delivery for row in await table.store.pending() if row.delivery.kind == "board"]
    mail.fail["board"] = failure
    await table.outbox.drain(mail)
    return match, board


@pytest.mark.parametrize(
    ("doubtful", "ends"),
    [(True, False), (True, True), (False, False)],
    ids=["by a board", "by a result", "surely not posted"],
)
async def test_a_row_that_supersedes_a_possibly_posted_board_takes_over_its_key(
    table: Table, mail: Mail, doubtful: bool, ends: bool
) -> None:
    match, before = await board_that_failed(table, mail, TryLater("no answer", doubtful=doubtful))
    await (table.resign(match, BEN) if ends else table.ready(match, ANN, BEN))
    await delivered_after(table, mail)
    (row,) = [each for each in mail.received if each.kind in ("board", "result")]
    assert (row.kind, row.doubtful) == ("result" if ends else "board", doubtful)
    assert row.version > before.version
    assert row.key == before.key if doubtful else f".{row.version}." in row.key


async def test_deliveries_committed_before_a_stop_are_published_after_it_as_possibly_posted(
    table: Table, mail: Mail
) -> None:
    await table.started(BEN)
    restarted = table.again()
    await restarted.outbox.store.doubt_pending()
    assert await restarted.outbox.drain(mail) == len(mail.received) == 3, "the board takes the lobby's place"
    assert all(row.doubtful for row in mail.received)


# What a change has left pending is read with it, and taken by the next who asks.


async def stored(table: Table, match: str) -> list[Pending]:
    """Return what is pending of a match by the database itself."""
    return await table.store.database.read(lambda connection: _pending_of(connection, match))


async def test_what_is_pending_after_a_change_is_known_without_another_read(table: Table) -> None:
    info, known = await table.started(BEN), table.store.database.pending
    if table.store.shared:  # another process may write deliveries
        assert not known.found
        return
    for action in (Choose(2), Choose(3)):  # a secret one leaves nothing to publish
        await table.act(info.id, ANN, action)
        assert known.found[info.id] == await stored(table, info.id)
    assert await table.store.pending(info.id) == await stored(table, info.id)
    assert info.id not in known.found, "it is taken once"
    await table.store.settle([row.delivery.id for row in await stored(table, info.id)])
    await table.act(info.id, ANN, Choose(1))
    assert known.found[info.id] == [] == await stored(table, info.id)
    await table.act(info.id, ANN, Ready())
    assert known.found[info.id] == await stored(table, info.id) != []


async def noted(store: SqlMatchStore, row: Pending) -> None:
    """Store a post that settles a delivery."""
    post = Post(row.delivery.match, "board", 0, 7, 1, row.delivery.version, 0, row.due)
    await store.note_post(post, (), row.due, settles=row.delivery.id)


ALTERATIONS: Mapping[str, Callable[[SqlMatchStore, Pending], Awaitable[object]]] = {
    "postponed": lambda store, row: store.postpone(row.delivery.id, attempts=3, due=row.due, doubtful=True),
    "taken over": lambda store, row: store.take_over(
        replace(row, delivery=replace(row.delivery, id=row.delivery.id + 1, key="k")), row.delivery
    ),
    "doubted": lambda store, _: store.doubt_pending(),
    "parked": lambda store, row: store.park(row.delivery.id, attempts=1, reason="none", due=row.due),
    "settled": lambda store, row: store.settle([row.delivery.id]),
    "settled by a note": noted,
    "deleted with a person's data": lambda store, _: SqlMatchPersonalData(store.database).clear(ANN.user),
}


@pytest.mark.parametrize("alteration", ALTERATIONS)
@pytest.mark.parametrize("when", ["after", "while it is written", "before"])
async def test_what_alters_deliveries_makes_the_next_who_asks_read_again(
    table: Table, alteration: str, when: str
) -> None:
    """Whenever it is done: after the change that left them, or while one of both is written."""
    info, alter = await table.started(BEN), ALTERATIONS[alteration]
    row = (await stored(table, info.id))[0]
    if when == "while it is written":
        await asyncio.gather(table.ready(info.id, ANN), alter(table.store, row))
    elif when == "before":
        await asyncio.gather(alter(table.store, row), table.ready(info.id, ANN))
    else:
        await table.ready(info.id, ANN)
        assert table.store.shared or table.store.database.pending.found
        await alter(table.store, row)
    assert await table.store.pending(info.id) == await stored(table, info.id)
