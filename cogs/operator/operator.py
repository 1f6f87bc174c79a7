"""The commands of `/operator`, in one server and for the application's owner or team alone."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot.base.language import gettext, ngettext
from bot.base.limits import REFUSED, REFUSED_LATELY
from bot.base.version import VERSION
from bot.matches.terms import read_span
from bot.parts.operator.finding import find
from bot.parts.operator.model import BROADCAST_TEXT, NOTICE_TEXT, REASON_TEXT, BlockKind, OperatorState
from bot.parts.operator.service import Operations, OperatorRefusal
from bot.parts.operator.words import (
    block_lines,
    fault_lines,
    limit_lines,
    log_lines,
    matches_lines,
    parked_lines,
    status_lines,
)
from cogs.kit.client import Client, Interaction
from cogs.kit.layout import fit, safe
from cogs.kit.refusals import DISCORD_FAULTS, noted
from cogs.kit.replies import answer, defer
from cogs.publishing.other_processes import note_process

TEXT: Final = 3800
"""The maximum length of an answer in characters."""
DRAINED_WITHIN: Final = 14 * 60
"""The maximum waiting time in seconds for pending work; an answer can be changed for 15 minutes."""
LOOKS: Final = 5.0

Id = app_commands.Range[str, 1, 20]
log = structlog.get_logger(__name__)


class OperatorCommands(
    commands.GroupCog, group_name="operator", group_description="For those who run this bot"
):
    """The acts of operators. Each act is logged with person and time."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.operations = bot.services.of(Operations)

    @app_commands.command()
    async def status(self, interaction: Interaction) -> None:
        """See how the bot stands: processes, shards, outbox, what is in force."""
        await self._admit(interaction)
        await note_process(self.bot)
        lines = status_lines(
            VERSION,
            await self.bot.register.running(),
            await self.bot.register.store.memories(),
            await self.bot.figures.read(),
            await self.operations.waiting_channels(),
            await self._state(),
            REFUSED,
            self.bot.clock(),
        )
        lines += limit_lines(REFUSED_LATELY)
        shards = [
            gettext("Shard {number}: {milliseconds} ms.", number=number, milliseconds=round(1000 * latency))
            for number, latency in self.bot.latencies
            if latency < DRAINED_WITHIN  # a shard that has not heard of Discord yet says "infinite"
        ]
        await _say(interaction, [*lines, *shards])

    @app_commands.command()
    @app_commands.describe(words="The line; none takes it away", span="For how long, such as 3 hours")
    @app_commands.rename(span="for")
    async def notice(
        self,
        interaction: Interaction,
        words: app_commands.Range[str, 1, NOTICE_TEXT] | None = None,
        span: app_commands.Range[str, 1, 40] = "1 day",
    ) -> None:
        """Put a line under every board and panel until a time."""
        by = await self._admit(interaction)
        if words is None:
            await self.operations.take_down(by)
            await answer(interaction, gettext("The notice is taken away."))
            return
        until = self.bot.clock() + timedelta(seconds=read_span(span))
        await self.operations.announce(words, until, by)
        await answer(
            interaction,
            gettext("It stands under boards and panels that are shown from now on, within half a minute."),
        )

    @app_commands.command()
    @app_commands.describe(words="The message")
    async def broadcast(
        self, interaction: Interaction, words: app_commands.Range[str, 1, BROADCAST_TEXT]
    ) -> None:
        """Send a message to the log channels of all servers that have one."""
        servers = await self.operations.broadcast(words, await self._admit(interaction))
        await answer(
            interaction,
            ngettext(
                "It goes to the log channel of {number} server.",
                "It goes to the log channels of {number} servers, up to 30 a minute.",
                servers,
            ),
        )

    @app_commands.command()
    @app_commands.describe(reason="Why: they are told", person="Whom", server="Or the id of a server")
    async def block(
        self,
        interaction: Interaction,
        reason: app_commands.Range[str, 1, REASON_TEXT],
        person: discord.User | None = None,
        server: Id = "",
    ) -> None:
        """Do nothing for a person or a server any more; its matches stand still, and nothing is deleted."""
        by = await self._admit(interaction)
        kind, of = _meant(person, server)
        if of in (interaction.user.id, self.bot.operator_server):
            raise OperatorRefusal.translated(
                "You cannot block yourself, nor the server from which the bot is run."
            )
        await self.operations.block(kind, of, reason, by)
        await answer(interaction, gettext("It is blocked, in all processes within half a minute."))

    @app_commands.command()
    @app_commands.describe(person="Whom", server="Or the id of a server")
    async def unblock(
        self, interaction: Interaction, person: discord.User | None = None, server: Id = ""
    ) -> None:
        """Let a person or a server play again; its clocks go on where they stood."""
        by = await self._admit(interaction)
        kind, of = _meant(person, server)
        await self.operations.unblock(kind, of, by, self.bot.service.timekeeper.credit)
        await answer(interaction, gettext("It is no longer blocked."))

    @app_commands.command()
    async def blocked(self, interaction: Interaction) -> None:
        """See who is blocked, and why."""
        await self._admit(interaction)
        await _say(interaction, block_lines(await self._state()))

    @app_commands.command()
    @app_commands.describe(server="The id of the server")
    async def leave(self, interaction: Interaction, server: Id) -> None:
        """Leave a server; what was played there stays in the database."""
        by = await self._admit(interaction)
        guild = _number(server)
        if guild == self.bot.operator_server:
            raise OperatorRefusal.translated("The bot cannot leave the server from which it is run.")
        if not await self._is_on(guild):
            raise OperatorRefusal.translated("The bot is not on this server.")
        await self.operations.leave(guild, by)
        await answer(interaction, gettext("The bot leaves it within half a minute."))

    @app_commands.command()
    async def parked(self, interaction: Interaction) -> None:
        """See the deliveries that were given up, and why."""
        await self._admit(interaction)
        await _say(interaction, parked_lines(await self.bot.outbox.store.parked()))

    @app_commands.command()
    async def retry(self, interaction: Interaction) -> None:
        """Try all deliveries again that were given up."""
        number = await self.operations.retry_parked(await self._admit(interaction))
        await answer(
            interaction,
            ngettext("{number} delivery is tried again.", "{number} deliveries are tried again.", number),
        )

    @app_commands.command()
    @app_commands.describe(on="Whether to drain; false opens matches again")
    async def drain(self, interaction: Interaction, on: bool = True) -> None:
        """Open no new matches, finish what is in hand, and say when all is done."""
        by = await self._admit(interaction)
        await self._state()
        await self.operations.drain(by, on=on)
        if not on:
            await answer(interaction, gettext("Matches can be opened again."))
            return
        await answer(
            interaction,
            gettext("No match is opened from now on. You are told here when all work in progress is done."),
        )
        await self._until_drained(interaction)

    @app_commands.command()
    @app_commands.describe(
        match="The id of a match",
        person="Or whose matches",
        server="Or the id of a server",
        channel="Or the id of a channel",
        error="Or the id of an error that somebody has quoted",
    )
    async def find(
        self,
        interaction: Interaction,
        match: app_commands.Range[str, 1, 12] = "",
        person: discord.User | None = None,
        server: Id = "",
        channel: Id = "",
        error: app_commands.Range[str, 1, 12] = "",
    ) -> None:
        """Find matches: whose turn, since when, last post, DMs refused; or an error by its id."""
        by = await self._admit(interaction)
        given = {"match": match, "person": person, "server": server, "channel": channel, "error": error}
        named = [name for name, value in given.items() if value]
        if len(named) != 1:
            raise OperatorRefusal.translated(
                "Name one thing: a match, a person, a server, a channel, an error."
            )
        if error:
            await note_process(self.bot)
            await _say(interaction, fault_lines(await self.bot.register.fault(error)))
            return
        found = await find(
            self.bot.service,
            self.bot.outbox,
            match=match,
            person=person.id if person else 0,
            server=_number(server) if server else 0,
            channel=_number(channel) if channel else 0,
            people=self.bot.people.store,
        )
        of = str(person.id) if person else match or server or channel
        await self.operations.note(by, f"find of {named[0]} {of}")
        await _say(interaction, matches_lines(found, one=not (person or server)))

    @app_commands.command(name="log")
    async def show_log(self, interaction: Interaction) -> None:
        """See what operators have done."""
        await self._admit(interaction)
        await _say(interaction, log_lines(await self.operations.log()))

    async def _is_on(self, guild: int) -> bool:
        """Whether the bot is on a server; True where Discord does not say."""
        if self.bot.get_guild(guild) is not None:
            return True
        try:
            await self.bot.fetch_guild(guild, with_counts=False)
        except (discord.NotFound, discord.Forbidden):
            return False
        except DISCORD_FAULTS as failure:
            noted(failure)
        return True

    async def _until_drained(self, interaction: Interaction) -> None:
        """Wait until no work is pending, and report it."""
        for _ in range(int(DRAINED_WITHIN / LOOKS)):
            if not self.operations.draining:
                return
            if not await self._in_hand():
                await answer(
                    interaction, gettext("All work in progress is done: the bot can be stopped and started.")
                )
                return
            await asyncio.sleep(LOOKS)
        await answer(
            interaction,
            ngettext(
                "{number} thing is still in hand. A stop loses none of it: it is done after the start.",
                "{number} things are still in hand. A stop loses none of it: they are done after the start.",
                await self._in_hand(),
            ),
        )

    async def _in_hand(self) -> int:
        """Return the numbers of deliveries without a failure, and of reports in progress, in all
        processes.
        """
        await note_process(self.bot)
        return await self.operations.in_hand((await self.bot.figures.read()).untried)

    async def _state(self) -> OperatorState:
        await self.operations.refresh()
        return self.operations.state

    async def _admit(self, interaction: Interaction) -> str:
        """Defer the answer, and return the operator. Raises `OperatorRefusal` for anybody else."""
        await defer(interaction)
        here = self.bot.operator_server and interaction.guild_id == self.bot.operator_server
        if not here or not await self.bot.is_owner(interaction.user):
            raise OperatorRefusal.translated("Only those who run this bot can do that, on their own server.")
        command = interaction.command.qualified_name if interaction.command else ""
        log.info("an operator acts", user=interaction.user.id, command=command)
        return f"{interaction.user.name} ({interaction.user.id})"


def _meant(person: discord.User | None, server: str) -> tuple[BlockKind, int]:
    if (person is None) == (not server):
        raise OperatorRefusal.translated("Name a person, or the id of a server.")
    return ("person", person.id) if person is not None else ("server", _number(server))


def _number(word: str) -> int:
    if not word.isdecimal():
        raise OperatorRefusal.translated("A server's id is a number: with Discord's developer mode, Copy ID.")
    return int(word)


async def _say(interaction: Interaction, lines: Sequence[str]) -> None:
    await answer(interaction, fit("\n".join([safe(line) for line in lines]), TEXT))


async def setup(bot: Client) -> None:
    """Add the commands to the bot, in the server that is named for them."""
    if bot.operator_server:
        await bot.add_cog(OperatorCommands(bot), guild=discord.Object(bot.operator_server))
