"""The part of `/find`: wishes to play, and the matches made of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bot.part import Context, Part

if TYPE_CHECKING:
    from bot.privacy.ports import PersonalData
    from bot.storage.engine import Database


def _services(context: Context) -> Iterable[object]:
    from bot.storage.wishes import SqlWishStore
    from bot.wishes.service import WishService

    yield WishService(SqlWishStore(context.database), context.core.clock)


def _personal(database: Database) -> Iterable[PersonalData]:
    from bot.storage.personal import PersonalRows
    from bot.storage.wishes import wishes

    yield PersonalRows(database, "wishes", (wishes,))


MATCHMAKING = Part(
    name="matchmaking",
    services=_services,
    personal=_personal,
    tables=("bot.storage.wishes",),
    cogs=("cogs.people.fulfilling", "cogs.people.find"),
)
