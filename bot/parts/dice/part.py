"""The part of `/roll`: dice with odds and proofs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bot.parts.part import Context, Part

if TYPE_CHECKING:
    from bot.database.engine import Database
    from bot.people.privacy.ports import PersonalData


def _services(context: Context) -> Iterable[object]:
    from bot.parts.dice.service import RollService
    from bot.parts.dice.store import SqlRollStore

    core = context.core
    yield RollService(SqlRollStore(context.database), core.clock, context.entropy_of("rolls"), core.limits)


def _personal(database: Database) -> Iterable[PersonalData]:
    from bot.parts.dice.store import PersonalRolls, rolls, saved_rolls

    yield PersonalRolls(database, "rolls", (rolls, saved_rolls))


DICE = Part(
    name="dice",
    services=_services,
    personal=_personal,
    cogs=("cogs.dice.roll",),
)
