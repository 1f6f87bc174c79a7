"""The part of `/roll`: dice with odds and proofs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bot.part import Context, Part

if TYPE_CHECKING:
    from bot.privacy.ports import PersonalData
    from bot.storage.engine import Database


def _services(context: Context) -> Iterable[object]:
    from bot.dice.service import RollService
    from bot.storage.rolls import SqlRollStore

    core = context.core
    yield RollService(SqlRollStore(context.database), core.clock, context.entropy_of("rolls"), core.limits)


def _personal(database: Database) -> Iterable[PersonalData]:
    from bot.storage.rolls import PersonalRolls, rolls, saved_rolls

    yield PersonalRolls(database, "rolls", (rolls, saved_rolls))


DICE = Part(
    name="dice",
    services=_services,
    personal=_personal,
    tables=("bot.storage.rolls",),
    cogs=("cogs.dice.roll",),
)
