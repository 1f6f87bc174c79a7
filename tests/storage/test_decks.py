"""Decks, card sets and pinned cards, on SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from bot.base.language import OwnText
from bot.matches.store import SqlMatchStore
from bot.parts.decks.ports import KeptDeck, Shelved
from bot.parts.decks.store import SqlDeckStore
from bot.parts.workshop.sets.ports import Keeping, ServerSet
from bot.parts.workshop.sets.store import SqlCardSetStore
from tests.matches.table import TestClock

ANN, BEN = 2**62, 102
NOW = TestClock().now
TIDE = KeptDeck("tide00000000", ANN, "arclash", "The Tide", (("TID-01", 2), ("TID-04", 1)), NOW)
REED = ServerSet(2**62, "arclash", "reed", OwnText("The Reed Bank", {}), "ab" * 32, NOW)


async def test_a_deck_is_stored_unchanged_and_found_by_its_owner(
    store: SqlMatchStore, other_store: SqlMatchStore
) -> None:
    assert await SqlDeckStore(store.database).add(TIDE, most=50) is Shelved.KEPT
    assert await SqlDeckStore(other_store.database).deck(TIDE.id) == TIDE
    ebb = replace(TIDE, id="ebb000000000", name="Ebb", entries=())
    elsewhere = replace(TIDE, id="over00000000", game="overcross", name="Under")
    for deck in (ebb, elsewhere):
        assert await SqlDeckStore(store.database).add(deck, most=50) is Shelved.KEPT
    assert await SqlDeckStore(store.database).decks(ANN, "arclash") == [ebb, TIDE]
    assert await SqlDeckStore(store.database).decks(ANN) == [ebb, TIDE, elsewhere]
    assert await SqlDeckStore(store.database).decks(BEN) == []


async def test_names_are_unique_for_an_owner_regardless_of_case(store: SqlMatchStore) -> None:
    await SqlDeckStore(store.database).add(TIDE, most=50)
    twin = replace(TIDE, id="twin00000000", name="THE TIDE")
    assert await SqlDeckStore(store.database).add(twin, most=50) is Shelved.TAKEN
    assert await SqlDeckStore(store.database).add(replace(twin, user=BEN), most=50) is Shelved.KEPT
    overcross = replace(twin, id="twin00000001", game="overcross")
    assert await SqlDeckStore(store.database).add(overcross, most=50) is Shelved.TAKEN
    ebb = replace(TIDE, id="ebb000000000", name="Ebb")
    await SqlDeckStore(store.database).add(ebb, most=50)
    assert (
        await SqlDeckStore(store.database).change(replace(ebb, name="the tide", revision=2)) is Shelved.TAKEN
    )
    assert await SqlDeckStore(store.database).deck(ebb.id) == ebb


async def test_a_change_of_an_older_revision_is_refused(
    store: SqlMatchStore, other_store: SqlMatchStore
) -> None:
    await SqlDeckStore(store.database).add(TIDE, most=50)
    more = replace(TIDE, entries=(("TID-01", 2),), revision=2)
    done = await asyncio.gather(*[SqlDeckStore(each.database).change(more) for each in (store, other_store)])
    assert sorted(done, key=lambda shelved: shelved.value) == [Shelved.KEPT, Shelved.STALE]
    assert await SqlDeckStore(store.database).deck(TIDE.id) == more


async def test_the_decks_of_an_owner_are_limited_and_only_the_owner_deletes_them(
    store: SqlMatchStore,
) -> None:
    await SqlDeckStore(store.database).add(TIDE, most=1)
    ebb = replace(TIDE, id="ebb000000000", name="Ebb")
    assert await SqlDeckStore(store.database).add(ebb, most=1) is Shelved.FULL
    assert not await SqlDeckStore(store.database).delete(BEN, TIDE.id)
    assert await SqlDeckStore(store.database).delete(ANN, TIDE.id)
    assert not await SqlDeckStore(store.database).delete(ANN, TIDE.id)
    assert await SqlDeckStore(store.database).add(ebb, most=1) is Shelved.KEPT


async def test_a_set_is_stored_byte_for_byte_replaced_removed_and_counted(
    store: SqlMatchStore, other_store: SqlMatchStore
) -> None:
    text, sets, others = (
        'key = "reed" # ümlaut\r\n'.encode(),
        SqlCardSetStore(store.database),
        SqlCardSetStore(other_store.database),
    )
    assert await sets.keep(REED, text, most=1, replacing=False) is Keeping.KEPT
    assert await others.sets(REED.guild, "arclash") == [REED]
    assert await others.text(REED.guild, "arclash", "reed") == text
    assert await others.text(1, "arclash", "reed") is None
    assert await others.sets(1, "arclash") == []
    newer = replace(REED, title=OwnText("Newer", {}))
    assert await sets.keep(newer, b"new", most=1, replacing=False) is Keeping.TAKEN
    assert await sets.text(REED.guild, "arclash", "reed") == text
    assert await sets.keep(newer, b"new", most=1, replacing=True) is Keeping.KEPT
    assert await sets.text(REED.guild, "arclash", "reed") == b"new"
    assert await sets.keep(replace(REED, key="pond"), b"x", most=1, replacing=True) is Keeping.FULL
    assert await sets.remove(REED.guild, "arclash", "reed")
    assert not await sets.remove(REED.guild, "arclash", "reed")
    adding = [each.keep(REED, b"x", most=10, replacing=False) for each in (sets, others)]
    assert sorted([each.value for each in await asyncio.gather(*adding)]) == ["kept", "taken"]


async def test_cards_are_stored_once_under_their_hash(
    store: SqlMatchStore, other_store: SqlMatchStore
) -> None:
    assert await store.cards("ab" * 32) is None
    await asyncio.gather(*[each.keep_cards("ab" * 32, b"[]", REED.at) for each in (store, other_store) * 3])
    await store.keep_cards("ab" * 32, b"something else", REED.at)
    assert await other_store.cards("ab" * 32) == b"[]"
