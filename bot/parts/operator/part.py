"""The part of `/operator`: what those who run the bot do to all of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bot.parts.part import Context, Part

if TYPE_CHECKING:
    from bot.database.engine import Database
    from bot.people.privacy.ports import PersonalData


def _services(context: Context) -> Iterable[object]:
    from bot.parts.operator.service import Operations
    from bot.parts.operator.store import SqlOperationsStore

    core = context.core
    operations = Operations(SqlOperationsStore(context.database), core.register, core.clock)
    core.matches.gate.checks.append(operations.check_opening)
    core.matches.gate.stopped.append(operations.blocked_servers)
    yield operations


def _personal(database: Database) -> Iterable[PersonalData]:
    from bot.parts.operator.store import PersonalBlock, blocked_people

    yield PersonalBlock(database, "blocked", (blocked_people,))


OPERATOR = Part(
    name="operator",
    services=_services,
    personal=_personal,
    cogs=("cogs.operator.tasks", "cogs.operator.operator"),
    commands={
        "operator": (
            "bot.host.cli.operator",
            "do on the machine what `/operator` does: status, notice, block, drain, ...",
        ),
    },
)
