"""The deliveries that each change writes."""

from __future__ import annotations

from bot.matches.deliveries import Delivery
from tests.matches.dicey import Choose, Ready, Roll
from tests.matches.table import ANN, BEN, CLEO, Table


async def written(table: Table, match: str) -> list[Delivery]:
    """Return the deliveries written since the last call."""
    rows = [row.delivery for row in await table.store.pending(match)]
    await table.store.settle([row.id for row in rows])
    return rows


def kinds(rows: list[Delivery]) -> list[tuple[str, int]]:
    return [(row.kind, row.user) for row in rows]


async def test_each_change_of_a_lobby_writes_one_lobby_post(table: Table) -> None:
    info = await table.open(seats=3)
    assert kinds(await written(table, info.id)) == [("lobby", 0)]
    await table.join(info.id, BEN)
    assert kinds(await written(table, info.id)) == [("lobby", 0)]
    await table.leave(info.id, ANN)
    assert kinds(await written(table, info.id)) == [("lobby", 0)]
    await table.end(info.id, BEN)
    assert kinds(await written(table, info.id)) == [("lobby", 0)]


async def test_the_start_and_public_actions_write_the_board_and_a_call_of_newly_awaited_seats(
    table: Table,
) -> None:
    info = await table.started(BEN, rounds=2)
    rows = (await written(table, info.id))[-3:]
    assert kinds(rows) == [("board", 0), ("turn", ANN.user), ("turn", BEN.user)]
    assert {row.version for row in rows} == {info.version}
    await table.act(info.id, ANN, Choose(2))
    assert await written(table, info.id) == [], "nobody may know of a secret action"
    for person, action, called in ((ANN, Ready(), []), (BEN, Ready(), [ANN]), (ANN, Roll(), [BEN])):
        if person is BEN:
            await table.act(info.id, BEN, Choose(2))
        await table.act(info.id, person, action)
        assert kinds(await written(table, info.id)) == [("board", 0), *[("turn", who.user) for who in called]]
    await table.act(info.id, BEN, Roll())
    assert kinds(await written(table, info.id)) == [("board", 0), ("turn", ANN.user)]


async def test_the_end_writes_the_board_the_result_and_a_dm_to_each_player(table: Table) -> None:
    info = await table.started(BEN)
    await written(table, info.id)
    await table.resign(info.id, BEN)
    assert kinds(await written(table, info.id)) == [
        ("board", 0),
        ("result", 0),
        ("over", ANN.user),
        ("over", BEN.user),
    ]
    other = await table.started(BEN)
    await written(table, other.id)
    await table.end(other.id)
    assert len(await written(table, other.id)) == 4


async def test_keys_fit_a_nonce_and_are_unique(table: Table) -> None:
    info = await table.started(BEN, CLEO, rounds=3)
    for _ in range(3):
        await table.ready(info.id, ANN, BEN, CLEO)
        await table.rolls(info.id, ANN, BEN, CLEO)
    keys = [row.key for row in await written(table, info.id)]
    assert len(set(keys)) == len(keys) > 20
    assert max(len(key) for key in keys) <= 25
