"""The outbox: what was committed is published, in order, whatever goes wrong meanwhile."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from bot.matches.deliveries import Delivery
from bot.matches.outbox import LONGEST_WAIT, MATCHES_AT_ONCE, MOST_ATTEMPTS, TryLater, Undeliverable, backoff
from tests.matches.dicey import Choose, Ready, Roll
from tests.matches.table import ANN, BEN, Mail, Table


async def test_everything_due_is_delivered_once_and_in_order(table: Table, mail: Mail) -> None:
    await table.started(BEN)
    assert await table.outbox.drain(mail) == 4
    assert [(row.kind, row.user) for row in mail.received] == [
        ("lobby", 0),
        ("board", 0),
        ("turn", ANN.user),
        ("turn", BEN.user),
    ]
    assert await table.outbox.drain(mail) == 0


async def test_a_later_row_of_its_kind_and_addressee_supersedes_an_earlier_one(
    table: Table, mail: Mail
) -> None:
    info = await table.started(BEN, rounds=3)
    for _ in range(2):
        for person in (ANN, BEN):
            await table.act(info.id, person, Choose(2), Ready())
        for person in (ANN, BEN):
            await table.act(info.id, person, Roll())
    await table.outbox.drain(mail)
    assert sorted(mail.kinds) == ["board", "lobby", "turn", "turn"]
    newest = {row.kind: row.version for row in mail.received}
    assert newest["board"] == (await table.service.info(info.id)).version


async def test_what_was_committed_before_a_crash_is_published_after_it(
    table: Table, url: str, mail: Mail
) -> None:
    await table.started(BEN)
    restarted = Table(url, table.clock, "restarted")
    assert await restarted.outbox.drain(mail) == 4
    await restarted.close()


async def test_a_crash_between_post_and_note_posts_again_with_the_same_nonce(
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


async def test_a_failed_delivery_is_tried_again_after_5_10_20_seconds(table: Table, mail: Mail) -> None:
    await table.open()
    mail.fail["lobby"] = TryLater("no answer")
    for seconds in (5, 10, 20):
        assert await table.outbox.drain(mail) == 0
        due = await table.outbox.next_due()
        assert due == table.clock.now + timedelta(seconds=seconds)
        table.clock.pass_by(seconds=seconds - 1)
        mail.fail["lobby"], kept = AssertionError("too early"), mail.fail["lobby"]
        assert await table.outbox.drain(mail) == 0
        assert await table.outbox.next_due() == due
        mail.fail["lobby"] = kept
        table.clock.pass_by(seconds=1)
    mail.fail.clear()
    assert await table.outbox.drain(mail) == 1


def test_the_wait_doubles_up_to_a_quarter_of_an_hour() -> None:
    waits = [backoff(attempts).total_seconds() for attempts in range(1, 11)]
    assert waits == [5, 10, 20, 40, 80, 160, 320, 640, 900, 900]
    assert backoff(10_000) == LONGEST_WAIT


async def test_a_delivery_waits_at_least_as_long_as_it_was_told(table: Table, mail: Mail) -> None:
    await table.open()
    mail.fail["lobby"] = TryLater("slow down", after=timedelta(minutes=2))
    await table.outbox.drain(mail)
    assert await table.outbox.next_due() == table.clock.now + timedelta(minutes=2)


async def test_behind_a_failed_row_the_same_addressee_waits_and_others_do_not(
    table: Table, mail: Mail
) -> None:
    info = await table.started(BEN)
    await table.service.play.resign(info.id, BEN.user, request="1")
    mail.fail["board"] = TryLater("no answer")
    await table.outbox.drain(mail)
    assert [(row.kind, row.user) for row in mail.received] == [
        ("lobby", 0),
        ("turn", ANN.user),
        ("turn", BEN.user),
        ("over", ANN.user),
        ("over", BEN.user),
    ]
    mail.fail.clear()
    table.clock.pass_by(seconds=5)
    await table.outbox.drain(mail)
    assert mail.kinds[5:] == ["board", "result"]


async def test_a_row_that_supersedes_a_failed_one_waits_as_long(table: Table, mail: Mail) -> None:
    info = await table.started(BEN)
    mail.fail["board"] = TryLater("no answer", after=timedelta(minutes=1))
    await table.outbox.drain(mail)
    await table.act(info.id, ANN, Choose(1), Ready())
    mail.fail.clear()
    await table.outbox.drain(mail)
    assert "board" not in mail.kinds
    table.clock.pass_by(minutes=1)
    assert await table.outbox.next_due() == table.clock.now
    await table.outbox.drain(mail)
    assert mail.kinds.count("board") == 1


async def test_what_is_refused_is_parked_with_its_reason_holds_up_nothing_and_is_looked_at_again(
    table: Table, mail: Mail
) -> None:
    info = await table.started(BEN)
    mail.fail["board"] = Undeliverable("the channel is gone")
    assert await table.outbox.drain(mail) == 3
    (parked,) = await table.outbox.parked()
    assert (parked.delivery.match, parked.delivery.kind) == (info.id, "board")
    assert parked.reason == "the channel is gone"
    table.clock.pass_by(days=1)
    assert await table.outbox.drain(mail) == 0
    (parked,) = await table.outbox.parked()
    assert parked.delivery.attempts == 2
    assert await table.outbox.drain(mail) == 0  # not before some minutes are over
    mail.fail.clear()
    table.clock.pass_by(days=1)
    assert await table.outbox.drain(mail) == 1  # the bot was let in again
    assert await table.outbox.parked() == []
    await table.act(info.id, ANN, Choose(1), Ready())
    assert await table.outbox.drain(mail) == 1


async def test_an_unexpected_error_is_tried_again_and_ends_no_other_delivery(
    table: Table, mail: Mail
) -> None:
    await table.started(BEN)
    mail.fail["turn"] = ValueError("a fault in the picture")
    assert await table.outbox.drain(mail) == 2
    mail.fail.clear()
    table.clock.pass_by(seconds=5)
    assert await table.outbox.drain(mail) == 2


async def test_in_the_end_a_delivery_is_given_up(table: Table, mail: Mail) -> None:
    await table.open()
    (row,) = await table.store.pending()
    await table.store.postpone(row.delivery.id, attempts=MOST_ATTEMPTS - 1, due=table.clock.now)
    mail.fail["lobby"] = TryLater("still no answer")
    await table.outbox.drain(mail)
    (parked,) = await table.outbox.parked()
    assert parked.reason == f"given up after {MOST_ATTEMPTS} attempts: still no answer"


async def test_drains_at_once_deliver_each_row_once(table: Table, mail: Mail) -> None:
    await table.started(BEN)
    await table.started(BEN, channel=2)

    async def slowly(delivery: Delivery) -> None:
        await asyncio.sleep(0)
        await mail(delivery)

    done = await asyncio.gather(*[table.outbox.drain(slowly) for _ in range(5)])
    assert sum(done) == 8
    assert len({row.key for row in mail.received}) == len(mail.received) == 8


async def test_a_great_many_waiting_rows_do_not_hide_one_that_is_due(
    table: Table, mail: Mail, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.storage.store._PENDING_AT_ONCE", 3)
    for channel in range(1, 6):
        await table.open(channel=channel)
    mail.fail["lobby"] = TryLater("an outage")
    await table.outbox.drain(mail)
    mail.fail.clear()
    last = await table.open(channel=6)
    assert await table.outbox.drain(mail) == 1
    assert mail.received[0].match == last.id


async def test_what_waits_for_a_busy_match_takes_no_place_from_the_others(
    table: Table, mail: Mail, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.matches.outbox.PLACE_SECONDS", 3600.0)  # none is given back before its time
    slow = await table.open(channel=1)
    quick = await table.open(channel=2)
    let_go, hangs = asyncio.Event(), asyncio.Event()

    async def deliver(delivery: Delivery) -> None:
        if delivery.match == slow.id:
            hangs.set()
            await let_go.wait()
        await mail(delivery)

    presses = [asyncio.create_task(table.outbox.drain(deliver, slow.id)) for _ in range(14)]
    await hangs.wait()
    await asyncio.wait_for(table.outbox.drain(deliver, quick.id), timeout=30.0)
    assert {row.match for row in mail.received} == {quick.id}
    let_go.set()
    await asyncio.gather(*presses)
    assert [row.match for row in mail.received] == [quick.id, slow.id]


async def test_any_number_of_slow_channels_gives_its_places_back(
    table: Table, mail: Mail, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.matches.outbox.PLACE_SECONDS", 0.0)
    slow = {(await table.open(channel=channel)).id for channel in range(1, 2 * MATCHES_AT_ONCE)}
    quick = await table.open(channel=99)
    let_go, hanging = asyncio.Event(), set()

    async def deliver(delivery: Delivery) -> None:
        if delivery.match in slow:
            hanging.add(delivery.match)
            await let_go.wait()
        await mail(delivery)

    draining = [asyncio.create_task(table.outbox.drain(deliver, match)) for match in slow]
    await asyncio.wait_for(table.outbox.drain(deliver, quick.id), timeout=30.0)
    assert {row.match for row in mail.received} == {quick.id}
    let_go.set()
    await asyncio.gather(*draining)
    assert hanging == slow


async def test_no_more_matches_than_there_are_places_are_delivered_for_at_once(
    table: Table, mail: Mail
) -> None:
    for channel in range(1, 2 * MATCHES_AT_ONCE):
        await table.open(channel=channel)
    at_work, most = 0, 0

    async def deliver(delivery: Delivery) -> None:
        nonlocal at_work, most
        at_work += 1
        most = max(most, at_work)
        await table.service.info(delivery.match)
        at_work -= 1
        await mail(delivery)

    await table.outbox.drain(deliver)
    assert 1 < most <= MATCHES_AT_ONCE


async def test_what_supersedes_a_row_that_may_have_been_posted_takes_over_its_key(
    table: Table, mail: Mail
) -> None:
    info = await table.started(BEN)
    (before,) = [row.delivery for row in await table.store.pending() if row.delivery.kind == "board"]
    mail.fail["board"] = TryLater("no answer", doubtful=True)
    await table.outbox.drain(mail)
    await table.act(info.id, ANN, Choose(1), Ready())
    await table.act(info.id, BEN, Choose(1), Ready())
    mail.fail.clear()
    table.clock.pass_by(seconds=5)
    await table.outbox.drain(mail)
    (board,) = [row for row in mail.received if row.kind == "board"]
    assert (board.key, board.doubtful) == (before.key, True)
    assert board.version > before.version


async def test_the_result_takes_over_the_key_of_a_board_that_may_have_been_posted(
    table: Table, mail: Mail
) -> None:
    info = await table.started(BEN)
    (before,) = [row.delivery for row in await table.store.pending() if row.delivery.kind == "board"]
    mail.fail["board"] = TryLater("no answer", doubtful=True)
    await table.outbox.drain(mail)
    await table.service.play.resign(info.id, BEN.user, request="1")
    mail.fail.clear()
    table.clock.pass_by(seconds=5)
    await table.outbox.drain(mail)
    assert "board" not in mail.kinds
    (result,) = [row for row in mail.received if row.kind == "result"]
    assert result.key == before.key


async def test_a_row_that_surely_was_not_posted_is_superseded_by_one_with_its_own_key(
    table: Table, mail: Mail
) -> None:
    info = await table.started(BEN)
    mail.fail["board"] = TryLater("slow down")
    await table.outbox.drain(mail)
    await table.act(info.id, ANN, Choose(1), Ready())
    mail.fail.clear()
    table.clock.pass_by(seconds=5)
    await table.outbox.drain(mail)
    (board,) = [row for row in mail.received if row.kind == "board"]
    assert f".{board.version}." in board.key
    assert not board.doubtful


async def test_what_a_stop_left_undone_may_have_been_posted(table: Table, url: str, mail: Mail) -> None:
    await table.started(BEN)
    restarted = Table(url, table.clock, "restarted")
    await restarted.outbox.recover()
    await restarted.outbox.drain(mail)
    assert len(mail.received) >= 3
    assert all(row.doubtful for row in mail.received)
    await restarted.close()


async def test_a_match_that_hangs_holds_up_no_other(table: Table, mail: Mail) -> None:
    slow = await table.open(channel=1)
    quick = await table.open(channel=2)
    let_go, hangs = asyncio.Event(), asyncio.Event()

    async def deliver(delivery: Delivery) -> None:
        if delivery.match == slow.id:
            hangs.set()
            await let_go.wait()
        await mail(delivery)

    draining = asyncio.create_task(table.outbox.drain(deliver))
    await hangs.wait()
    await table.service.lobby.join(quick.id, BEN, request="1")
    await table.outbox.drain(deliver, quick.id)
    assert {row.match for row in mail.received} == {quick.id}
    let_go.set()
    await draining
    assert {row.match for row in mail.received} == {quick.id, slow.id}
