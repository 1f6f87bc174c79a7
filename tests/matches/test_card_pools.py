"""A match keeps the cards with which it was opened, whatever cards later versions of the bot have."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace
from sqlalchemy import text

from bot.database.engine import opened
from bot.engine.audit import encode
from bot.games.arclash.cards.cards import Library, Pool
from bot.games.arclash.rules.actions import TakeDeck
from bot.games.arclash.rules.rules import ArclashRules
from bot.matches.errors import OtherRules
from tests.games.arclash.cards_for_tests import POOL, TEST_SET
from tests.matches.table import ANN, BEN, CHANNEL, Table

LATER = Pool([replace(TEST_SET, characters=TEST_SET.characters[:-1], title="Test, later")])
"""The cards of the bot after an update."""
OWN = replace(TEST_SET, key="own", title="Our Own Cards", characters=(), supports=(), decks={})


@pytest.fixture
async def before(table: Table) -> Table:
    return with_cards(table, POOL, "before")


@pytest.fixture
async def after(table: Table) -> Table:
    return with_cards(table, LATER, "after")


def with_cards(table: Table, pool: Pool, label: str) -> Table:
    """Return a bot with these cards on the table's database."""
    return table.again(label, games={"arclash": ArclashRules(Library(pool))})


async def test_a_match_continues_in_a_bot_with_other_cards(before: Table, after: Table) -> None:
    info = await before.started(BEN)
    await before.act(info.id, ANN, TakeDeck("ember"))
    found = await after.service.in_channel(CHANNEL)
    assert found.options.cards == info.cards == POOL.hash
    played = await after.act(info.id, BEN, TakeDeck("tide"))
    assert played.match_view.view.phase == "openers"
    other = await after.open(channel=2)
    assert other.cards == LATER.hash


async def test_a_restarted_bot_loads_the_cards_of_all_open_matches(before: Table, after: Table) -> None:
    info = await before.started(BEN)
    assert await after.service.warm() == 1
    assert [each.options.cards for each in await after.service.open_matches()] == [POOL.hash]
    assert [each.options.cards for each in await after.service.matches_of(ANN.user)] == [POOL.hash]
    assert after.service.cached_view(CHANNEL, ANN.user) is not None
    assert (await after.view(info.id, ANN)).legal


async def test_a_match_with_a_set_of_a_server_continues_after_a_restart(before: Table, after: Table) -> None:
    rules = before.service._repository.games["arclash"]
    assert isinstance(rules, ArclashRules)
    pool = rules.library.add(POOL.with_sets([OWN]))
    info = await before.open(cards=pool.hash)
    assert rules.cards_in_words(info.cards) == "Our Own Cards"
    found = await after.info(info.id)
    assert found.options.cards == pool.hash


@pytest.mark.parametrize(
    "damage", ["DELETE FROM card_pools", "UPDATE card_pools SET cards = CAST('[{' AS BLOB)"]
)
async def test_a_match_without_its_cards_is_refused_and_can_be_ended(
    before: Table, after: Table, damage: str
) -> None:
    info = await before.started(BEN)
    async with opened(before.url) as database:
        await database.write(lambda connection: connection.execute(text(damage)))
    for _ in range(2):
        with pytest.raises(OtherRules, match="other cards of Arclash"):
            await after.view(info.id, ANN)
    await after.end(info.id)
    assert json.loads(encode(await after.service.history.audit(info.id)))["cards"] == POOL.hash


async def test_cards_stored_under_a_wrong_hash_are_refused(before: Table, after: Table) -> None:
    info = await before.started(BEN)
    async with opened(before.url) as database:
        wrong = text("UPDATE card_pools SET cards = :cards")
        await database.write(lambda connection: connection.execute(wrong, {"cards": LATER.encoded}))
    with pytest.raises(OtherRules):
        await after.view(info.id, ANN)


@pytest.mark.parametrize("rubbish", [b"", b"{}", b"[1]", b"\xff\x00", b"[" * 100_000, b'[{"key": 7}]'])
def test_invalid_bytes_are_refused_as_a_card_pool(rubbish: bytes) -> None:
    rules = ArclashRules(Library(POOL))
    with pytest.raises(ValueError, match="no cards of"):
        rules.learn_cards(rubbish)
    assert rules.cards == POOL.hash
