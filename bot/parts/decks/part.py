"""The part of `/deck`: decks that people build and keep."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bot.parts.part import Context, Part

if TYPE_CHECKING:
    from bot.database.engine import Database
    from bot.people.privacy.ports import PersonalData


def _services(context: Context) -> Iterable[object]:
    from bot.parts.decks.service import DeckService
    from bot.parts.decks.store import SqlDeckStore

    yield DeckService(SqlDeckStore(context.database), context.core.clock, context.entropy_of("decks"))


def _personal(database: Database) -> Iterable[PersonalData]:
    from bot.parts.decks.store import decks
    from bot.people.privacy.store import PersonalRows

    yield PersonalRows(database, "decks", (decks,))


DECKS = Part(
    name="decks",
    needs=("workshop",),
    services=_services,
    personal=_personal,
    cogs=("cogs.decks.deck",),
)
