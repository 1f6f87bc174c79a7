"""The card sets of servers in a fresh database."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.cardsets.service import CardSets
from bot.games.arclash.cardgame import ArclashCards
from bot.games.arclash.cards.cards import Library
from bot.registry import ARCLASH_CARDS
from bot.storage.migrate import migrate
from bot.storage.store import SqlMatchStore
from tests.matches.conftest import clock, url
from tests.matches.table import TestClock, database_like

__all__ = ["clock", "url"]


@pytest.fixture
async def store(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> AsyncIterator[SqlMatchStore]:
    template = tmp_path_factory.getbasetemp() / "migrated.db"
    if not template.exists():
        await migrate(f"sqlite:///{template}")
    store = SqlMatchStore.at(database_like(template, tmp_path))
    yield store
    await store.close()


@pytest.fixture
def sets(store: SqlMatchStore) -> CardSets:
    return CardSets(store.card_sets, {"arclash": ArclashCards(Library(ARCLASH_CARDS.standard))}, TestClock())
