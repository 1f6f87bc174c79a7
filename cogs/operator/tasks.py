"""Periodic work of a process: it reloads the operator's settings and does queued errands."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

import discord
import structlog

from bot.base.language import gettext, speaking
from bot.matches.outbox import TryLater, Undeliverable
from bot.parts.operator.model import QueuedCommand
from bot.parts.operator.service import Operations
from cogs.kit.client import Client, Interaction
from cogs.kit.layout import message_of, safe, text
from cogs.kit.mailbox import Mailbox
from cogs.kit.periodic import PeriodicCog, periodic
from cogs.kit.refusals import DISCORD_FAULTS, noted
from cogs.kit.sight import manages_server
from cogs.operator.alarms import Alarms, LogChannel

EVERY: Final = 30.0
AT_ONCE: Final = 15
"""The number of errands per period: one in two seconds, which leaves Discord's limits to matches."""
APART: Final = 2.0

log = structlog.get_logger(__name__)


PERSONAL_WORDS: Mapping[str, Callable[[int], str]] = {
    "blocked_people": lambda _: gettext("that the host of this bot has blocked you, and the reason"),
}
"""The words for a number of items of each kind of personal data."""


class OperatorTasks(PeriodicCog):
    """Does the periodic work for operators."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        bot.hooks.personal_words.update(PERSONAL_WORDS)
        self.operations = bot.services.of(Operations)
        self.mailbox = Mailbox(bot)
        bot.hooks.checks.append(self._check_asker)
        bot.hooks.open_to_all.add("operator")  # to unblock
        bot.hooks.match_checks.append(lambda info: self.operations.check_server(info.guild, manages=False))
        bot.hooks.notices.append(lambda: self.operations.notice)
        self.alarms = Alarms(bot, self.mailbox, bot.clock)

    async def cog_load(self) -> None:
        """End a draining before this start, so that matches can be opened again."""
        await self.operations.begun()
        await super().cog_load()

    @periodic(seconds=EVERY, everywhere=True)
    async def task(self) -> None:
        """Reload the active settings, tell of errors, and do errands if this process leads."""
        await self.alarms.look()  # first: without the database the rest ends in an error
        await self.operations.refresh()
        if self.bot.coordination.leads:
            async with self.bot.coordination.leading():
                await self._do_errands()

    def _check_asker(self, interaction: Interaction) -> None:
        self.operations.check_person(interaction.user.id)
        self.operations.check_server(interaction.guild_id, manages=manages_server(interaction))

    async def _do_errands(self) -> None:
        for number, errand in enumerate(await self.operations.errands(AT_ONCE)):
            if number:
                await asyncio.sleep(APART)
            try:
                if errand.kind == "leave":
                    with suppress(discord.NotFound):  # the bot is not on it
                        await self.bot.http.leave_guild(errand.guild)
                else:
                    await self._tell(errand)
            except (TryLater, Undeliverable, *DISCORD_FAULTS) as failure:
                if isinstance(failure, DISCORD_FAULTS):
                    noted(failure)
                again = await self.operations.failed(errand)
                log.info("an errand failed", errand=errand.id, again=again, reason=type(failure).__name__)
            else:
                await self.operations.store.settle(errand.id)

    async def _tell(self, errand: QueuedCommand) -> None:
        """Post a broadcast in the log channel of a server, if it still has one."""
        settings = await self.bot.servers.settings(errand.guild)
        if not settings.log:
            return
        with speaking(await self.bot.languages.of_server(errand.guild)):
            heading = gettext("**From those who run this bot**")
        page = message_of(text(f"{heading}\n{safe(errand.words)}"))
        place, key = LogChannel(settings.log, errand.guild), f"errand.{errand.id}"
        await self.mailbox.post(place, page, key, doubtful=errand.attempts > 0)


async def setup(bot: Client) -> None:
    """Add the periodic task to the bot."""
    await bot.add_cog(OperatorTasks(bot))
