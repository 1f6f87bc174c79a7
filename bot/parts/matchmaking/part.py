"""The part of `/find`: wishes to play, and the matches made of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bot.parts.part import Context, Part

if TYPE_CHECKING:
    from bot.database.engine import Database
    from bot.people.privacy.ports import PersonalData


def _services(context: Context) -> Iterable[object]:
    from bot.parts.matchmaking.service import WishService
    from bot.parts.matchmaking.store import SqlWishStore

    yield WishService(SqlWishStore(context.database), context.core.clock)


def _personal(database: Database) -> Iterable[PersonalData]:
    from bot.parts.matchmaking.store import wishes
    from bot.people.privacy.store import PersonalRows

    yield PersonalRows(database, "wishes", (wishes,))


MATCHMAKING = Part(
    name="matchmaking",
    services=_services,
    personal=_personal,
    cogs=("cogs.matchmaking.matchmaker", "cogs.matchmaking.find"),
)
