"""`/cards lab`: measures the balance of cards by matches between computer players."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, Protocol

from discord.ext import commands

from bot.base.language import N_, gettext, grouped
from bot.base.limits import Buckets
from bot.engine.errors import Refusal
from bot.parts.workshop.lab.service import Lab, Subject
from cogs.kit.client import Client, Interaction
from cogs.kit.layout import OutgoingMessage
from cogs.kit.progress import JobMessages, Jobs, ProgressReply
from cogs.kit.replies import answer

MESSAGES = JobMessages(
    progress=N_("The lab is at work: {progress}. This takes some minutes; the report comes here."),
    others_first=N_("The lab is at work on something else; then it is the turn of this."),
    one_each=N_("A report that you have asked for is not ready yet. Ask for the next one after it."),
    too_many=N_("You have asked for several reports lately. The next can be made in {wait}."),
    stopped=N_("The bot is being restarted, so the report was not finished. Ask for it again in a minute."),
    same=N_("The lab is at work on this already: {progress}. Ask again when it is done."),
)


class ShownSubject(Subject, Protocol):
    """The subject of a report that is shown on Discord."""

    async def page(self, bot: Client, report: Any) -> OutgoingMessage:
        """Return the page of the report."""


class LabReports(commands.Cog):
    """Makes and shows reports."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.lab = bot.services.of(Lab)
        bot.hooks.busy.append(lambda: self.lab.queue.busy)
        asked = Buckets(bot.clock, bot.limits.lab_an_hour, "lab")
        self.jobs = Jobs[Any](self.lab.queue, asked, MESSAGES, _matches)

    async def cog_unload(self) -> None:
        """Stop the matches, and tell the waiting users."""
        await self.jobs.stop()

    async def show(self, interaction: Interaction, subject: ShownSubject) -> None:
        """Answer a deferred interaction with the report on cards, squads, a map or a layout.

        Raises `Refusal` where none can be made now.
        """
        report = await self.lab.kept(subject)
        if not report and not self.lab.most:
            raise Refusal.translated("The host of this bot has turned the lab off.")
        if not report:
            work = partial(self._measured, subject, interaction.user.id)
            report = await self.jobs.run(interaction, subject.hash, work)
        if report is not None:  # None where the bot stops meanwhile
            await answer(interaction, await subject.page(self.bot, report))

    async def _measured(self, subject: ShownSubject, user: int, reply: ProgressReply[Any]) -> Any:
        loop = asyncio.get_running_loop()

        def told(done: int, total: int) -> None:
            asyncio.run_coroutine_threadsafe(reply.report(done, total), loop)

        return await self.lab.make(subject, told, user=user)


def _matches(done: int, total: int) -> str:
    """Return the progress of a report in words."""
    return gettext("{done} of {total} matches", done=grouped(done), total=grouped(total))


async def setup(bot: Client) -> None:
    """Add the lab to the bot."""
    await bot.add_cog(LabReports(bot))
