"""Publishing from the outbox: lobby, board and result posts in the channel, turns by DM.

A post that fails undoes nothing: it is tried again or parked, and what was not told is told by the next post.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

import discord
import msgspec
import structlog

from bot.engine.errors import Refusal
from bot.engine.language import speaking
from bot.matches.errors import OtherRules, Unavailable, WrongStage
from bot.matches.model import Delivery, MatchId, MatchInfo, MatchView, Post, Stage, StalePost
from bot.matches.outbox import TryLater, Undeliverable
from cogs.kit.client import Client
from cogs.kit.layout import Attachment, OutgoingMessage
from cogs.kit.mailbox import Mailbox
from cogs.kit.rounds import RoundsCog, in_rounds
from cogs.kit.sentences import describe_facts
from cogs.publishing.match_posts import (
    compose_begun,
    compose_board,
    compose_lobby,
    compose_result,
    compose_unplayed,
)
from cogs.publishing.proposals import Proposals
from cogs.publishing.server_log import Journal
from cogs.publishing.turns import Turns
from cogs.ratings.rating_posts import rating_words

EVERY = 20.0
"""Seconds between two looks into the outbox for what could not be published before."""

log = structlog.get_logger(__name__)


class LiveBoard(msgspec.Struct, frozen=True):
    """The newest board post of a match: while the same seats are awaited it is edited."""

    message: int
    awaited: frozenset[int]
    told_from: int
    """The last action told before this post; an edit tells everything after it anew."""


class Publisher(RoundsCog):
    """Delivers the rows of the outbox."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.service = bot.service
        self.mailbox = Mailbox(bot)
        self._boards: dict[str, LiveBoard] = {}
        self.turns = Turns(bot, self.mailbox)
        self.proposals = Proposals(bot, self.mailbox)
        self.journal = Journal(bot, self.mailbox)

    @in_rounds(seconds=EVERY)
    async def rounds(self) -> None:
        """Publish what is due, of all matches, and put away what should have been put away before."""
        await self.bot.outbox.drain(self.deliver)
        for stale in await self.service.posts.stale():
            await self.mailbox.put_away(stale)

    @rounds.before_loop
    async def _before_rounds(self) -> None:
        """Once connected, let matches go on that were cut off between a move and a computer's answer."""
        await self.bot.wait_until_ready()
        for info in await self.service.open_matches():
            if any(holder.computer for holder in info.seats):
                await self.bot.publish_pending(info.id)

    async def deliver(self, delivery: Delivery) -> None:
        """Publish one row. Raises `TryLater` or `Undeliverable`, with a reason that is of no language."""
        try:
            await self._deliver(delivery)
        except Unavailable as refusal:
            raise TryLater(type(refusal).__name__, doubtful=True) from None
        except Refusal as refusal:
            raise Undeliverable(type(refusal).__name__) from None

    async def _deliver(self, delivery: Delivery) -> None:
        if delivery.kind == "turn":
            await self._turn(delivery)
            return
        info = await self.service.info(delivery.match)
        with speaking(await self.bot.languages.of_server(info.guild)):
            await self._deliver_here(delivery, info)

    async def _deliver_here(self, delivery: Delivery, info: MatchInfo) -> None:
        """Publish a row in the match's channel, in the language of its server."""
        try:
            if delivery.kind == "lobby":
                first = await self.service.posts.current(info.id, "lobby") is None
                await self._lobby(delivery, info)
                await self.journal.lobby(info, first=first)
            elif delivery.kind == "board":
                await self._board(delivery, info)
            elif delivery.kind == "proposal":
                await self.proposals.deliver(delivery, info)
            else:
                await self._result(delivery, info)
                await self.journal.ended(info)
        except Undeliverable as failure:
            await self.mailbox.tell_host(info, failure)
            raise

    async def _lobby(self, delivery: Delivery, info: MatchInfo) -> None:
        game = self.bot.game_of(info)
        if info.stage is Stage.PLAYING or info.outcome is not None:
            return  # the board post follows, and takes the buttons off the lobby post
        post = await self.service.posts.current(info.id, "lobby")
        computers, pings = (
            bool(self.service.lobby.computers(info.game)),
            () if post else info.match_terms.invited,
        )
        page = compose_lobby(game, info, computers=computers, pings=pings)
        if (
            post is not None
            and not delivery.doubtful  # else what may have been posted is found by its key
            and post.channel == info.channel  # else it was moved
            and (self.turns.young(post) or info.stage.ended)
            and await self.mailbox.edit(post.channel, post.message, page)
        ):
            return
        if info.stage.ended and not delivery.doubtful:
            return
        message = await self.mailbox.post(info, page, delivery.key, doubtful=delivery.doubtful)
        await self._note(delivery, info, message)

    async def _board(self, delivery: Delivery, info: MatchInfo) -> None:
        if info.stage is not Stage.PLAYING:
            return  # the result post shows the final board
        match_view = await self.service.match_view(info.id, None)
        await self._publish_board(delivery.key, match_view, doubtful=delivery.doubtful)
        await self.turns.follow(match_view)

    async def _publish_board(self, key: str, match_view: MatchView, *, doubtful: bool) -> None:
        """Edit the board while the same seats are awaited, else post it anew.

        A board that may have been posted already (`doubtful`) is found by its key, so it is always posted.
        """
        info = match_view.match
        post = await self.service.posts.current(info.id, "board")
        live = self._boards.get(info.id)
        if (
            post
            and live
            and not doubtful
            and live.message == post.message
            and post.channel == info.channel  # else it was moved
            and live.awaited == match_view.awaited
            and self.turns.young(post)
        ):
            page, seq = await self._board_page(match_view, live.told_from)
            if await self.mailbox.edit(post.channel, post.message, page):
                await self.mailbox.note(self._board_post(match_view, post.channel, post.message, seq, post))
                return
        told_from = post.seq if post else -1
        pings = await self.turns.to_ping(match_view)
        page, seq = await self._board_page(match_view, told_from, pings)
        message = await self.mailbox.post(info, page, key, doubtful=doubtful)
        self._boards[info.id] = LiveBoard(message.id, match_view.awaited, told_from)
        board = self._board_post(match_view, message.channel.id, message.id, seq, None)
        lobby = await self.service.posts.current(info.id, "lobby") if post is None else None
        stale = await self.service.posts.note(board, *([lobby] if lobby else []))
        await self.turns.pinged(match_view, pings)
        await self.bot.people.call_watchers(info)
        for each in stale:
            await (self._close_lobby(info, each) if each.kind == "lobby" else self.mailbox.put_away(each))

    async def _board_page(
        self, match_view: MatchView, told_from: int, pings: Sequence[int] = ()
    ) -> tuple[OutgoingMessage, int]:
        game = self.bot.game_of(match_view.match)
        history = await self.service.history.lines(match_view.match.id, None, after=told_from)
        lines = describe_facts(game, [line.fact for line in history], match_view)
        picture = await self.bot.draw(match_view)
        seq = history[-1].seq if history else told_from
        away = await self._away(match_view)
        return compose_board(game, match_view, lines, picture, pings, away), seq

    async def _away(self, match_view: MatchView) -> dict[int, datetime]:
        """Return those of the seats awaited whose players are away, with the instant of their return."""
        users = {match_view.match.seats[seat].user: seat for seat in sorted(match_view.awaited)}
        found = await self.bot.people.away([user for user in users if user])
        return {users[user]: at for user, at in found.items()}

    def _board_post(
        self, match_view: MatchView, channel: int, message: int, seq: int, kept: Post | None
    ) -> Post:
        posted_at = kept.posted_at if kept else self.bot.clock()
        return Post(
            match_view.match.id, "board", 0, channel, message, match_view.match.version, seq, posted_at
        )

    async def _turn(self, delivery: Delivery) -> None:
        """Tell a player that it is their turn; where DMs have just turned out to be closed, by the board."""
        if await self.turns.deliver(delivery):
            await self._call_by_board(delivery)

    async def follow(self, match: MatchId, user: int) -> None:
        """Bring the DM of a player up to date who has acted elsewhere and is still awaited."""
        info = await self.service.info(match)
        if self.bot.game_of(info).renderer.has_hands:
            await self.turns.bring_up_to_date(match, user)

    async def shown(self, match_view: MatchView, user: int, message: int) -> None:
        """Note that a DM shows this view now."""
        await self.turns.shown(match_view, user, message)

    async def _call_by_board(self, delivery: Delivery) -> None:
        """Post the board anew for a player whose DMs have just turned out to be closed."""
        match_view = await self.service.match_view(delivery.match, None)
        self._boards.pop(delivery.match, None)  # so that it is posted, not edited: an edit calls nobody
        with speaking(await self.bot.languages.of_server(match_view.match.guild)):
            try:
                await self._publish_board(f"{delivery.key[:23]}.c", match_view, doubtful=delivery.doubtful)
            except Undeliverable as failure:
                await self.mailbox.tell_host(match_view.match, failure)

    async def retell(self, match: MatchId) -> None:
        """Bring the newest board of a match up to date in its place, calling nobody."""
        match_view, post, live = (
            await self.service.match_view(match, None),
            await self.service.posts.current(match, "board"),
            self._boards.get(match),
        )
        if post is None or not self.turns.young(post):
            return
        known = live is not None and live.message == post.message
        with speaking(await self.bot.languages.of_server(match_view.match.guild)):
            page, seq = await self._board_page(match_view, live.told_from if live and known else -1)
        if await self.mailbox.edit(post.channel, post.message, page):
            await self.mailbox.note(self._board_post(match_view, post.channel, post.message, seq, post))

    async def _result(self, delivery: Delivery, info: MatchInfo) -> None:
        page, match_view = await self._result_page(info)
        message = await self.mailbox.post(info, page, delivery.key, doubtful=delivery.doubtful)
        board = await self.service.posts.current(info.id, "board")
        await self._note(delivery, info, message, *([board] if board else []))
        if match_view is not None:
            await self.turns.follow(match_view)
        self._boards.pop(info.id, None)
        self.turns.forget(info.id)
        await self.bot.people.call_watchers(info)

    async def attach_film(self, match: MatchId, film: Attachment) -> bool:
        """Put the film of an ended match into the post with its result; False where that cannot be.

        Raises `TryLater`, and `LimitBroken` where the files of the post become too large.
        """
        info = await self.service.info(match)
        post = await self.service.posts.current(match, "result")
        if post is None or not info.stage.ended:
            return False
        with speaking(await self.bot.languages.of_server(info.guild)):
            page, _ = await self._result_page(info, film)
        return await self.mailbox.edit(post.channel, post.message, page)

    async def _result_page(
        self, info: MatchInfo, film: Attachment | None = None
    ) -> tuple[OutgoingMessage, MatchView | None]:
        game, audit = self.bot.game_of(info), await self.service.history.audit(info.id)
        rated = await self._rated(info)
        try:
            match_view = await self.service.match_view(info.id, None)
        except (OtherRules, WrongStage):
            return compose_unplayed(game, info, audit, rated), None
        post = await self.service.posts.current(info.id, "board")
        history = await self.service.history.lines(info.id, None, after=post.seq if post else -1)
        lines = describe_facts(game, [line.fact for line in history], match_view)
        return compose_result(
            game, match_view, lines, await self.bot.draw(match_view), audit, rated, film
        ), match_view

    async def _rated(self, info: MatchInfo) -> str:
        """Enter the result, and return what it did to the ratings; a fault there holds no post up."""
        try:
            await self.bot.ratings.take_in(info.id)
            return rating_words(info, await self.bot.ratings.changes(info.id))
        except Unavailable:
            raise
        except Exception as fault:
            self.bot.note_fault(fault, info.id)
            return ""

    async def _close_lobby(self, info: MatchInfo, lobby: StalePost) -> None:
        """Let the lobby's post say that the match has begun; where that fails its controls go later."""
        with suppress(TryLater):
            begun = compose_begun(self.bot.game_of(info), info)
            if await self.mailbox.edit(lobby.channel, lobby.message, begun):
                await self.service.posts.retired(lobby)

    async def _note(
        self, delivery: Delivery, info: MatchInfo, message: discord.Message, *replaces: Post
    ) -> None:
        now, where = self.bot.clock(), message.channel.id
        post = Post(info.id, delivery.kind, delivery.user, where, message.id, info.version, 0, now)
        await self.mailbox.note(post, *replaces)


async def setup(bot: Client) -> None:
    """Add the publisher to the bot."""
    bot.publisher = publisher = Publisher(bot)
    await bot.add_cog(publisher)
