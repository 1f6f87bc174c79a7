"""Decks in an empty database."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.matches.store import SqlMatchStore
from bot.parts.decks.ports import KeptDeck, Shelved
from bot.parts.decks.service import DeckService
from tests.cardsets.conftest import store
from tests.matches.table import TestClock, fixed_entropy

__all__ = ["store"]

Meanwhile = Callable[..., None]


@pytest.fixture
def decks(store: SqlMatchStore) -> DeckService:
    return DeckService(store.decks, TestClock(), fixed_entropy("decks"))


@pytest.fixture
def meanwhile(store: SqlMatchStore, monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    """Let another process write these changes, one before each of the next changes."""

    def write(*changes: KeptDeck) -> None:
        waiting, change = list(changes), store.decks.change

        async def changed(deck: KeptDeck) -> Shelved:
            if waiting:
                await change(waiting.pop(0))
            return await change(deck)

        monkeypatch.setattr(store.decks, "change", changed)

    return write
