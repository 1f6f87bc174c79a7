"""The lobby post, until the match begins."""

from __future__ import annotations

from contextlib import suppress

from bot.matches.deliveries import Delivery, Post, StalePost
from bot.matches.model import MatchInfo, Stage
from bot.matches.outbox import TryLater
from cogs.kit.client import Client
from cogs.kit.layout import OutgoingMessage
from cogs.kit.mailbox import Mailbox
from cogs.kit.sight import is_private
from cogs.publishing.match_posts import compose_begun, compose_lobby
from cogs.publishing.server_log import Journal
from cogs.publishing.turns import Turns


class Lobbies:
    """Publishes the lobbies of all matches."""

    def __init__(self, bot: Client, mailbox: Mailbox, turns: Turns, journal: Journal) -> None:
        self.bot = bot
        self.service = bot.service
        self.mailbox = mailbox
        self.turns = turns
        self.journal = journal

    async def publish(self, delivery: Delivery, info: MatchInfo) -> bool:
        """Show who has joined, and write it to the server's log; the delivery is not deleted by it."""
        post = await self.service.store.post(info.id, "lobby")
        if info.stage is not Stage.PLAYING and info.outcome is None:
            await self._shown(delivery, info, post)
        # else the board post follows, and takes the buttons off the lobby post
        await self.journal.lobby(info, first=post is None)
        return False

    async def close(self, info: MatchInfo, lobby: StalePost) -> None:
        """Edit the lobby's post to say that the match has begun; where that fails, retire it later."""
        with suppress(TryLater):
            begun = compose_begun(self.bot.game_of(info), info)
            if await self.mailbox.edit(lobby.channel, lobby.message, begun):
                self.service.posts.retired(lobby)

    async def _shown(self, delivery: Delivery, info: MatchInfo, post: Post | None) -> None:
        page = await self.page(info)
        if (
            post is not None
            and not delivery.doubtful  # otherwise a possible post is found by its key
            and post.channel == info.channel  # else it was moved
            and (self.turns.young(post) or info.stage.ended)
            and await self.mailbox.edit(post.channel, post.message, page)
        ):
            return
        if info.stage.ended and not delivery.doubtful:
            return
        message = await self.mailbox.post(info, page, delivery.key, doubtful=delivery.doubtful)
        await self.mailbox.note(self.mailbox.as_post(info, "lobby", message))

    async def page(self, info: MatchInfo) -> OutgoingMessage:
        """Return the lobby."""
        computers = self.service.lobby.computers
        about = computers.about([holder.computer for holder in info.seats], info.game)
        return compose_lobby(
            self.bot.game_of(info),
            info,
            computers=computers.of(info.game),
            about=about,
            private=await is_private(self.bot, info),
            hooks=self.bot.hooks,
        )
