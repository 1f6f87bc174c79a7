"""Rolls, their seeds and saved rolls, on SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from bot.matches.store import SqlMatchStore
from bot.parts.dice.notation import read
from bot.parts.dice.ports import Roll, RollPlace, RollVerdict, SavedRoll, Seed, Visibility
from bot.parts.dice.service import Asked, RollService
from bot.parts.dice.store import SqlRollStore
from tests.matches.table import ANN, TestClock, fixed_entropy

STREAM = "roll-c5-2026-05-01"


def service(store: SqlMatchStore, clock: TestClock, label: str = "rolls") -> RollService:
    return RollService(SqlRollStore(store.database), clock, fixed_entropy(label))


async def rolled(store: SqlMatchStore, clock: TestClock, text: str = "4d6!kh3+2", request: str = "1") -> Roll:
    asked = Asked(read(text), ANN, RollPlace(5, shared=True), request, Visibility.PUBLIC)
    return (await service(store, clock).roll(asked))[0]


async def test_a_roll_is_read_back_unchanged_and_revealed_once(
    store: SqlMatchStore, other_store: SqlMatchStore, clock: TestClock
) -> None:
    roll = await rolled(store, clock)
    assert await SqlRollStore(other_store.database).roll(roll.id) == roll
    assert await SqlRollStore(other_store.database).roll_of_request("1") == roll
    assert await SqlRollStore(other_store.database).roll_with_draw(roll.stream, roll.draws[-1].n) == roll
    assert await SqlRollStore(other_store.database).roll_with_draw(roll.stream, roll.draws[-1].n + 1) is None
    seed = await SqlRollStore(other_store.database).seed(roll.stream)
    assert seed is not None
    assert (seed.counter, seed.day) == (len(roll.draws), clock.now.date())
    done = await asyncio.gather(
        *[SqlRollStore(each.database).reveal(roll.id, clock.now) for each in (store, other_store, store)]
    )
    assert sorted(done) == [False, False, True]
    assert await SqlRollStore(other_store.database).roll(roll.id) == replace(roll, revealed_at=clock.now)


async def test_a_stream_keeps_its_first_seed(store: SqlMatchStore, other_store: SqlMatchStore) -> None:
    seeds = [Seed(STREAM, bytes([number]) * 32, f"{number}", None) for number in range(6)]
    kept = await asyncio.gather(
        *[
            SqlRollStore((store if at % 2 else other_store).database).keep_seed(seed)
            for at, seed in enumerate(seeds)
        ]
    )
    assert len({each.seed for each in kept}) == 1
    assert await SqlRollStore(store.database).seed(STREAM) == kept[0]


@pytest.mark.parametrize(
    ("request_", "drawn_from", "verdict"), [("2", 0, RollVerdict.STALE), ("1", 1, RollVerdict.SEEN)]
)
async def test_a_used_draw_number_or_a_repeated_request_writes_nothing(
    store: SqlMatchStore, clock: TestClock, request_: str, drawn_from: int, verdict: RollVerdict
) -> None:
    roll = await rolled(store, clock, "1d6")
    again = replace(roll, id="again")
    assert await SqlRollStore(store.database).commit(again, request_, drawn_from=drawn_from) is verdict
    assert await SqlRollStore(store.database).roll("again") is None
    assert await SqlRollStore(store.database).roll_of_request("2") is None
    seed = await SqlRollStore(store.database).seed(roll.stream)
    assert seed is not None
    assert seed.counter == 1


async def test_saved_rolls_are_stored_by_name_up_to_their_limit(
    store: SqlMatchStore, clock: TestClock
) -> None:
    def saved(name: str, user: int = 1) -> SavedRoll:
        return SavedRoll(f"id {name}", user, name, "1d6", clock.now)

    assert await SqlRollStore(store.database).save(saved("b"), most=2)
    assert await SqlRollStore(store.database).save(saved("A"), most=2)
    assert not await SqlRollStore(store.database).save(saved("c"), most=2)
    assert await SqlRollStore(store.database).save(saved("c", user=2), most=2)
    assert await SqlRollStore(store.database).save(saved("a"), most=2)
    assert [each.name for each in await SqlRollStore(store.database).saved(1)] == ["a", "b"]
    assert await SqlRollStore(store.database).forget(1, "a")
    assert not await SqlRollStore(store.database).forget(1, "a")
    assert await SqlRollStore(store.database).saved(1) == [saved("b")]
