"""`/match move`: moves a match to this channel, also when its own is gone."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

from discord import app_commands

from bot.base.clock import in_time
from bot.base.language import gettext
from bot.engine.errors import Refusal
from bot.matches.model import MatchInfo
from bot.matches.outbox import TryLater
from cogs.kit.client import Interaction
from cogs.kit.replies import answer, defer, in_private_thread, request_of, suggesting
from cogs.kit.sight import UnseenError, admitted, at_hand, channel_of, manages, moderates
from cogs.matches.group import ANY_WORD, MatchCommands, named
from cogs.matches.permissions import check_allowed, check_may_post

ASKED: Final = 10
"""The most channels for which Discord is asked at each keystroke."""
ASKING_SECONDS: Final = 1.0
"""The time for its answers."""


class MoveCommands(MatchCommands):
    """The `/match` command that moves a match to another channel."""

    @app_commands.command()
    @app_commands.describe(match="Your match to continue in this channel")
    async def move(self, interaction: Interaction, match: ANY_WORD) -> None:
        """Continue a match in this channel, for example if its own channel was deleted."""
        await defer(interaction)
        assert interaction.channel_id is not None
        await check_allowed(self.bot, interaction)
        check_may_post(interaction, thread=False)
        info = await admitted(interaction, match.strip().lower(), tidying=True)
        if info.guild != interaction.guild_id:
            raise Refusal.translated("That match belongs to another server and can continue only there.")
        moved = await self.service.proposals.move(
            info.id,
            interaction.user.id,
            interaction.channel_id,
            moderator=await manages(interaction, interaction.channel_id)
            and await moderates(interaction, info),
            private=in_private_thread(interaction),
            request=request_of(interaction),
        )
        await answer(interaction, gettext("The match continues in {channel}.", channel=f"<#{moved.channel}>"))
        await self.bot.publish_pending(moved.id)

    @move.autocomplete("match")
    @suggesting
    async def _suggest_match(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the asker's matches of this server; to moderators also those whose channel is gone."""
        guild, here = interaction.guild_id, interaction.channel_id
        if guild is None or here is None:
            return []
        mine = [info for info in await self.service.matches_of(interaction.user.id) if info.guild == guild]
        others: list[MatchInfo] = []
        if await manages(interaction, here):
            own, running = {info.id for info in mine}, await self.service.open_matches_on(guild)
            others = [
                each for each in running if each.id not in own and not at_hand(self.bot, guild, each.channel)
            ]
        names = await self._names(guild, [info.channel for info in (*mine, *others)])
        lost = [info for info in others if names[info.channel] is None and await moderates(interaction, info)]
        offers = [
            (self._title(info, names[info.channel]), info.id)
            for info in (*mine, *lost)
            if info.channel != here
        ]
        return named([(title, match) for title, match in offers if typed.lower() in title.lower()])

    async def _names(self, guild: int, channels: Sequence[int]) -> Mapping[int, str | None]:
        """Return the names of channels: None for one that is gone, "" for one that is not known in time.

        Discord is asked for a few of those that are not in memory; the next keystroke has its answers too.
        """
        names: dict[int, str | None] = {}
        for channel in channels:
            place = at_hand(self.bot, guild, channel)
            names[channel] = "" if place is None else place.name
        unknown = [channel for channel, name in names.items() if not name]

        async def ask(channel: int) -> None:
            with suppress(UnseenError, TryLater):
                place = await channel_of(self.bot, guild, channel)
                names[channel] = None if place is None else place.name

        async def ask_all() -> None:
            await asyncio.gather(*map(ask, unknown[:ASKED]))

        await in_time(ask_all(), ASKING_SECONDS)
        return names

    def _title(self, info: MatchInfo, where: str | None) -> str:
        game, players = self.bot.game_of(info).title, ", ".join(info.names)
        if where is None:
            return gettext("{game} of {players} in a channel that is gone", game=game, players=players)
        if not where:
            return gettext("{game} of {players}", game=game, players=players)
        return gettext("{game} of {players} in {channel}", game=game, players=players, channel=f"#{where}")
