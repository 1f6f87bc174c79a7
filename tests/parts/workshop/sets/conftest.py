"""The card sets of servers in an empty database."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.database.migrate import migrate
from bot.games.arclash.cardgame import ArclashCards
from bot.games.arclash.cards.cards import Library, Pool
from bot.games.arclash.game import CARDS as ARCLASH_CARDS
from bot.matches.store import SqlMatchStore
from bot.parts.workshop.sets.ports import Keeping
from bot.parts.workshop.sets.service import MOST_SETS, CardSets
from bot.parts.workshop.sets.store import SqlCardSetStore
from tests.matches.conftest import clock, url
from tests.matches.table import TestClock, database_like
from tests.parts.workshop.sets.uploads import HERONS

__all__ = ["clock", "url"]

GUILD = 7


@pytest.fixture
async def store(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> AsyncIterator[SqlMatchStore]:
    template = tmp_path_factory.getbasetemp() / "migrated.db"
    if not template.exists():
        await migrate(f"sqlite:///{template}")
    store = SqlMatchStore.at(database_like(template, tmp_path))
    yield store
    await store.close()


def sets_over(store: SqlMatchStore, without: str = "") -> CardSets:
    """Return the sets of a bot with the usual cards of Arclash, or without one of the usual sets."""
    usual = Pool([one for one in ARCLASH_CARDS.standard.sets if one.key != without])
    return CardSets(SqlCardSetStore(store.database), {"arclash": ArclashCards(Library(usual))}, TestClock())


@pytest.fixture
def sets(store: SqlMatchStore) -> CardSets:
    return sets_over(store)


async def add(sets: CardSets, content: bytes, *, replacing: bool = False) -> Keeping:
    """Add the set of a file to a server."""
    reading = await sets.check("arclash", content, "reed.toml")
    assert reading.set is not None, reading.findings
    return await sets.add(GUILD, "arclash", content, reading.set, replacing=replacing)


async def fill(sets: CardSets) -> None:
    """Add the maximum number of sets to a server, reed0 to reed9."""
    for number in range(MOST_SETS):
        letters, key = f"{chr(65 + number)}EE-".encode(), b'key = "reed%d"' % number
        await add(sets, HERONS.replace(b"REE-", letters).replace(b'key = "reed"', key))
