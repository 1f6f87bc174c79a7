"""Decks in an empty database."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.matches.store import SqlMatchStore
from bot.parts.decks.ports import KeptDeck, Shelved
from bot.parts.decks.service import DeckService
from bot.parts.decks.store import SqlDeckStore
from tests.matches.table import TestClock, fixed_entropy
from tests.parts.workshop.sets.conftest import store

__all__ = ["store"]

Meanwhile = Callable[..., None]


@pytest.fixture
def deck_store(store: SqlMatchStore) -> SqlDeckStore:
    return SqlDeckStore(store.database)


@pytest.fixture
def decks(deck_store: SqlDeckStore) -> DeckService:
    return DeckService(deck_store, TestClock(), fixed_entropy("decks"))


@pytest.fixture
def meanwhile(deck_store: SqlDeckStore, monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    """Let another process write these changes, one before each of the next changes."""

    def write(*changes: KeptDeck) -> None:
        waiting, change = list(changes), deck_store.change

        async def changed(deck: KeptDeck) -> Shelved:
            if waiting:
                await change(waiting.pop(0))
            return await change(deck)

        monkeypatch.setattr(deck_store, "change", changed)

    return write
