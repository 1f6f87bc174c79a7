"""Matches that ended are packed: each reader gets the same bytes as before, and nothing can be lost."""

from __future__ import annotations

import asyncio
import zlib
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from sqlalchemy import func, insert, select, update

from bot.base.version import PACKS, Release
from bot.database import migrate
from bot.database.engine import Database, replace_rows
from bot.database.schema import actions, draws, events, operator_state, packed, processes
from bot.matches import packing
from bot.matches.loaded_match import PendingChange
from bot.matches.packing import SqlPackingStore
from bot.matches.ports import ActionRow
from bot.matches.upkeep import GRACE, REST, Packing
from bot.people.privacy.match_store import SqlMatchPersonalData
from tests.matches.dicey import Choose
from tests.matches.table import ANN, BEN, CHANNEL, CLEO, Table

THIS = Release(PACKS, "1.4.0")
SECOND = timedelta(seconds=1)


@pytest.fixture
async def table(table: Table) -> Table:
    """A database on which versions before `PACKS` may still run."""
    row = {"name": migrate.LEAST, "content": b"1.4.0"}
    await table.store.database.write(lambda connection: replace_rows(connection, operator_state, row))
    return table


async def ended(table: Table) -> str:
    """Play a match in which something is undone and a seat changes hands, until it ends."""
    match = await table.rolling(BEN)
    await table.rolls(match, ANN)
    await table.undo(match, ANN)
    await table.agree(match, BEN)
    await table.rolls(match, ANN, BEN)
    await table.hand_over(match, 1, CLEO)
    await table.end(match)
    table.clock.now += REST + SECOND
    return match


def packer(table: Table, release: Release = THIS) -> Packing:
    return Packing(SqlPackingStore(table.store.database, release), table.clock)


async def packs(table: Table) -> int:
    """Pack what can be packed, when the older versions are long gone."""
    assert await packer(table).run(pause=0) == 0, "older ones can still be wanted back"
    table.clock.now += GRACE
    return await packer(table).run(pause=0)


async def number(database: Database, table: Any) -> int:
    query = select(func.count()).select_from(table)
    return await database.read(lambda connection: int(connection.execute(query).scalar_one()))


async def stored(table: Table, match: str) -> list[Any]:
    """Return all that the store and the readers of an ended match give."""
    store, history = table.store, table.service.history
    found: list[Any] = [
        await store.actions(match),
        await store.actions(match, after=2),
        await store.actions_of(match, 0, before=99, limit=2),
        await store.events(match, after=-1, before=None, limit=999),
        await store.events(match, after=1, before=(4, 1), limit=2),
        await store.draws(match),
        await store.draws(match, after=99),
        await table.audit(match),
    ]
    for who in (ANN.user, CLEO.user, None):
        found += [list(await history.lines(match, who)), await history.steps(match, who)]
    found.append(await history.film(match, [step.seq for step in await history.steps(match, None)]))
    return found


async def test_a_packed_match_reads_as_before_and_has_no_rows(table: Table) -> None:
    match = await ended(table)
    before = await stored(table, match)
    assert await packs(table) == 1
    for each in (actions, events, draws):
        assert await number(table.store.database, each) == 0
    assert await stored(table.again(), match) == before
    assert await packer(table).run(pause=0) == 0, "it is packed once"


async def test_only_matches_that_ended_a_day_ago_are_packed(table: Table) -> None:
    running = await table.rolling(BEN, channel=CHANNEL + 1)
    await ended(table)
    table.clock.now -= REST
    assert await packs(table) == 1, "GRACE has passed as well"
    assert await number(table.store.database, packed) == 1
    assert await table.store.actions(running), "what is played keeps its rows"


async def test_a_lobby_that_ended_is_looked_at_once(table: Table) -> None:
    info = await table.open()
    await table.end(info.id)
    table.clock.now += REST + SECOND
    assert await packs(table) == 1
    assert await number(table.store.database, packed) == 0
    assert await packer(table).run(pause=0) == 0


async def test_a_fault_in_the_transaction_leaves_every_row(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await ended(table)
    before = await stored(table, match)

    def fails(*_: object) -> None:
        raise ZeroDivisionError

    await packer(table).run(pause=0)
    table.clock.now += GRACE
    with monkeypatch.context() as patched:
        patched.setattr(packing, "delete", fails)
        with pytest.raises(ZeroDivisionError):
            await packer(table).run(pause=0)
    assert await number(table.store.database, packed) == 0
    assert await stored(table, match) == before


async def test_a_stop_between_two_matches_loses_nothing(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stopped(_: float) -> None:
        raise asyncio.CancelledError

    found = {match: await stored(table, match) for match in [await ended(table), await ended(table)]}
    await packer(table).run(pause=0)
    table.clock.now += GRACE
    with monkeypatch.context() as patched:
        patched.setattr(asyncio, "sleep", stopped)
        with pytest.raises(asyncio.CancelledError):
            await packer(table).run()
    assert await number(table.store.database, packed) == 1
    for match, before in found.items():
        assert await stored(table, match) == before
    assert await packer(table).run(pause=0) == 1


async def test_a_match_that_changed_meanwhile_is_not_packed(table: Table) -> None:
    match = await ended(table)
    revision = (await table.record(match)).revision
    assert not await SqlPackingStore(table.store.database, THIS).pack(match, revision - 1)
    assert await number(table.store.database, packed) == 0


async def test_a_change_that_needs_the_rows_has_them_back(table: Table) -> None:
    match = await ended(table)
    before = await table.store.actions(match)
    await packs(table)
    last = ActionRow(99, 0, msgspec.json.encode(Choose(1)), table.clock.now)

    async def change(**parts: Any) -> None:
        await table.service._repository.change_undecoded(
            match, None, lambda record: PendingChange(record, **parts)
        )

    await change()
    assert await number(table.store.database, packed) == 1, "this one does not"
    await change(actions=(last,))
    assert await number(table.store.database, packed) == 0
    assert await table.store.actions(match) == [*before, last]
    assert await packer(table).run(pause=0) == 1, "and it is packed again"
    await change(back_to=98)
    assert (await table.store.actions(match))[-1].undone


async def test_a_deleted_person_is_in_no_block(table: Table) -> None:
    match = await ended(table)
    await packs(table)
    block = await table.store.database.read(lambda connection: packing.block_of(connection, match))
    assert block is not None
    assert any(BEN.name.encode() in event for event in packing.unpacked(block).events["event"])
    await SqlMatchPersonalData(table.store.database).unname(BEN.user)
    block = await table.store.database.read(lambda connection: packing.block_of(connection, match))
    assert block is not None
    told = packing.unpacked(block).events["event"]
    assert not any(BEN.name.encode() in event for event in told)
    assert any(CLEO.name.encode() in event for event in told), "nobody else is forgotten"


async def test_a_name_that_was_deleted_while_a_match_is_packed_does_not_come_back(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await ended(table)
    real = asyncio.to_thread

    async def later(*given: Any) -> Any:
        done = await real(*given)
        await SqlMatchPersonalData(table.store.database).unname(BEN.user)
        return done

    revision = (await table.record(match)).revision
    with monkeypatch.context() as patched:
        patched.setattr(asyncio, "to_thread", later)
        assert not await SqlPackingStore(table.store.database, THIS).pack(match, revision)
    rows = await table.store.events(match, after=-1, before=None, limit=999)
    assert not any(BEN.name.encode() in row.event for row in rows)
    assert await SqlPackingStore(table.store.database, THIS).pack(match, revision)


async def test_where_no_older_version_may_run_matches_are_packed_at_once(table: Table) -> None:
    await ended(table)
    now = Release("1.7.0", PACKS)
    await table.store.database.write(lambda connection: migrate.note(connection, now))
    assert await packer(table, now).run(pause=0) == 1


async def test_nothing_is_packed_beside_an_older_version_or_within_a_day_of_it(table: Table) -> None:
    await ended(table)
    assert await packer(table, Release("1.5.0", "1.4.0")).run(pause=0) == 0, "this one cannot read a block"
    database = table.store.database
    row = {"name": "old", "version": "1.5.0", "shards": "", "busy": 0, "at": table.clock.now}
    await database.write(lambda connection: connection.execute(insert(processes), row))
    assert await packer(table).run(pause=0) == 0
    table.clock.now += GRACE - SECOND
    seen = update(processes).values(at=table.clock.now)
    await database.write(lambda connection: connection.execute(seen))
    assert await packer(table).run(pause=0) == 0
    table.clock.now += GRACE - SECOND
    assert await packer(table).run(pause=0) == 0
    assert await database.read(migrate.least_version) != PACKS
    table.clock.now += SECOND
    assert await packer(table).run(pause=0) == 1
    assert await database.read(migrate.least_version) == PACKS, "no older version starts from now on"


async def test_a_block_of_a_later_form_is_refused(table: Table) -> None:
    with pytest.raises(msgspec.DecodeError, match="unknown form 2"):
        packing.unpacked(zlib.compress(msgspec.msgpack.encode((2, []))))
