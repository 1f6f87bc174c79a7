"""The part of `/deck`: decks that people build and keep."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bot.part import Context, Part

if TYPE_CHECKING:
    from bot.privacy.ports import PersonalData
    from bot.storage.engine import Database


def _services(context: Context) -> Iterable[object]:
    from bot.decks.service import DeckService
    from bot.storage.decks import SqlDeckStore

    yield DeckService(SqlDeckStore(context.database), context.core.clock, context.entropy_of("decks"))


def _personal(database: Database) -> Iterable[PersonalData]:
    from bot.storage.decks import decks
    from bot.storage.personal import PersonalRows

    yield PersonalRows(database, "decks", (decks,))


DECKS = Part(
    name="decks",
    needs=("workshop",),
    services=_services,
    personal=_personal,
    tables=("bot.storage.decks",),
    cogs=("cogs.cards.deck",),
)
