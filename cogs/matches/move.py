"""`/match move`: moves a match to this channel, also when its own is gone."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.base.language import gettext
from bot.engine.errors import Refusal
from bot.matches.model import MatchInfo
from cogs.kit.admission import admitted, manages, moderates
from cogs.kit.client import Interaction
from cogs.kit.replies import answer, defer, request_of, suggesting
from cogs.matches.group import ANY_WORD, MatchCommands, named
from cogs.matches.permissions import check_allowed, check_may_post


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
        moved = await self.service.agreements.move(
            info.id,
            interaction.user.id,
            interaction.channel_id,
            moderator=moderates(interaction, info) and manages(interaction, interaction.channel_id),
            request=request_of(interaction),
        )
        await answer(interaction, gettext("The match continues in {channel}.", channel=f"<#{moved.channel}>"))
        await self.bot.publish_pending(moved.id)

    @move.autocomplete("match")
    @suggesting
    async def _suggest_match(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the asker's matches of this server; to moderators also those whose channel is gone."""
        found = await self.service.matches_of(interaction.user.id)
        assert interaction.channel_id is not None
        if interaction.guild_id is not None and manages(interaction, interaction.channel_id):
            own = {info.id for info in found}
            others = await self.service.open_matches_on(interaction.guild_id)
            lost = [info for info in others if info.id not in own and self._where(info) is None]
            found += [info for info in lost if moderates(interaction, info)]
        offers = [
            (self._title(info), info.id)
            for info in found
            if info.guild == interaction.guild_id and info.channel != interaction.channel_id
        ]
        return named([(title, match) for title, match in offers if typed.lower() in title.lower()])

    def _where(self, info: MatchInfo) -> str | None:
        """Return the name of a match's channel; None for an unknown one."""
        channel = self.bot.get_channel(info.channel)
        known = isinstance(channel, discord.abc.GuildChannel | discord.Thread)
        return channel.name if known else None  # type: ignore[union-attr]

    def _title(self, info: MatchInfo) -> str:
        game, players, where = self.bot.game_of(info).title, ", ".join(info.names), self._where(info)
        if where is None:
            return gettext("{game} of {players} in a channel that is gone", game=game, players=players)
        return gettext("{game} of {players} in {channel}", game=game, players=players, channel=f"#{where}")
