"""`/match rematch`: the same players and game, each player one seat further on."""

from __future__ import annotations

from discord import app_commands

from bot.base.ids import MatchId
from bot.base.language import N_, gettext
from bot.engine.errors import Refusal
from bot.matches.errors import LobbyRefusal, NoMatchHere
from bot.matches.model import MatchInfo, Stage
from cogs.kit.client import Interaction
from cogs.kit.controls import ComponentId
from cogs.kit.replies import answer, defer, in_private_thread, person, request_of
from cogs.kit.sentences import link_to
from cogs.matches.group import MatchCommands
from cogs.matches.permissions import check_allowed

_OPENED = N_(
    "The rematch is open, you host it. The others have been asked to press Join. A player who does "
    "not want to play presses Leave, and the seat is free for another person."
)
_OPEN_ALREADY = N_("The rematch is open already, and you host it.")


class RematchCommands(MatchCommands):
    """The `/match` command for another match of the same players, and its button."""

    @app_commands.command()
    async def rematch(self, interaction: Interaction) -> None:
        """Play the ended match again, with all players one seat further."""
        await defer(interaction)
        info = await self.here(interaction)
        repeated = info.match_terms.after if info.stage is Stage.LOBBY else None
        await self._open(interaction, repeated or info.id)

    async def press_rematch(self, interaction: Interaction, press: ComponentId) -> None:
        """Open the rematch of the match of this result."""
        await defer(interaction)
        await self._open(interaction, press.match)

    async def _open(self, interaction: Interaction, match: MatchId) -> None:
        info = await self.service.info(match)
        in_dm = interaction.guild_id is None  # from the DM on the end: where the match was
        if not in_dm and info.guild != interaction.guild_id:
            raise Refusal.translated("A rematch is played on the server of the match. Ask for it there.")
        channel = info.channel if in_dm else interaction.channel_id
        private = info.private if in_dm else in_private_thread(interaction)
        assert channel is not None
        if not in_dm:
            await check_allowed(self.bot, interaction)
        played = info.seat_of(interaction.user.id) is not None
        if played and (lobby := await self._open_lobby(channel, match)) is not None:
            await self._join_rematch(interaction, lobby)
            return
        try:
            info = await self.service.lobby.rematch(
                match,
                interaction.user.id,
                channel=channel,
                private=private,
                request=request_of(interaction),
            )
        except LobbyRefusal:
            if not played or (lobby := await self._open_lobby(channel, match)) is None:
                raise
            await self._join_rematch(interaction, lobby)  # another player was faster
            return
        told = gettext("The rematch is open, you host it. Press Start in its post when all seats are taken.")
        if info.match_terms.invited:
            told = gettext(_OPENED)
        await answer(interaction, f"{told} {link_to(self.bot, info)}" if in_dm else told)
        await self.bot.publish_pending(info.id)

    async def _open_lobby(self, channel: int, match: MatchId) -> MatchInfo | None:
        """Return the lobby in a channel that repeats this match."""
        try:
            present = await self.service.in_channel(channel)
        except NoMatchHere:
            return None
        repeats = present.match_terms.after == match and present.stage is Stage.LOBBY
        return present if repeats else None

    async def _join_rematch(self, interaction: Interaction, lobby: MatchInfo) -> None:
        """Take a seat in the open rematch, for whoever asks for it after the first."""
        asker = person(interaction)
        if asker.user == lobby.host:
            await answer(interaction, gettext(_OPEN_ALREADY))
            return
        info = await self.service.lobby.join(lobby.id, asker, request=request_of(interaction))
        await answer(interaction, gettext("You have joined the open rematch."))
        await self.bot.publish_pending(info.id)
