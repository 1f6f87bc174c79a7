"""Publishing from the outbox: lobby, board and result posts in the channel, turns by DM.

A post that fails undoes nothing: it is tried again or parked, and what was not told is told by the next post.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import discord
import msgspec
import structlog
from discord.ext import commands, tasks

from bot.client import Tablepost
from bot.engine.errors import Refusal
from bot.matches.errors import OtherRules, Unavailable, WrongStage
from bot.matches.model import Delivery, DeliveryKind, Look, MatchId, MatchInfo, Post, Stage
from bot.matches.outbox import TryLater, Undeliverable
from cogs.layout import Sheet, safe
from cogs.mailbox import Mailbox
from cogs.posts import (
    compose_begun,
    compose_board,
    compose_lobby,
    compose_result,
    compose_unplayed,
    tell,
    unreachable,
)
from cogs.screens import draw_panel

EDITABLE = timedelta(minutes=50)
"""How long a post is edited; Discord rations edits of messages older than an hour."""
EVERY = 20.0
"""Seconds between two looks into the outbox for what could not be published before."""

log = structlog.get_logger(__name__)


class LiveBoard(msgspec.Struct, frozen=True):
    """The newest board post of a match: while the same seats are awaited it is edited."""

    message: int
    awaited: frozenset[int]
    told_from: int
    """The last action told before this post; an edit tells everything after it anew."""


class Publisher(commands.Cog):
    """Delivers the rows of the outbox."""

    def __init__(self, bot: Tablepost) -> None:
        self.bot = bot
        self.service = bot.service
        self.mailbox = Mailbox(bot)
        self._boards: dict[str, LiveBoard] = {}
        self._turns: dict[str, dict[int, Post]] = {}
        """For each match the newest DM to each player, as far as they have been asked for."""

    async def cog_load(self) -> None:
        """Start looking into the outbox."""
        self.rounds.start()

    async def cog_unload(self) -> None:
        """Stop looking into the outbox."""
        self.rounds.cancel()

    @tasks.loop(seconds=EVERY)
    async def rounds(self) -> None:
        """Publish what is due, of all matches."""
        try:
            await self.bot.outbox.drain(self.deliver)
        except Exception as fault:
            self.bot.note_fault(fault)

    @rounds.before_loop
    async def _before_rounds(self) -> None:
        """Once connected, let matches go on that were cut off between a move and a computer's answer."""
        await self.bot.wait_until_ready()
        for info in await self.service.open_matches():
            if any(holder.computer for holder in info.seats):
                await self.bot.carry_on(info.id)

    async def deliver(self, delivery: Delivery) -> None:
        """Publish one row. Raises `TryLater` or `Undeliverable`."""
        try:
            await self._deliver(delivery)
        except Unavailable as refusal:
            raise TryLater(refusal.sentence) from None
        except Refusal as refusal:
            raise Undeliverable(refusal.sentence) from None

    async def _deliver(self, delivery: Delivery) -> None:
        if delivery.kind == "turn":
            await self._turn(delivery)
            return
        info = await self.service.info(delivery.match)
        try:
            if delivery.kind == "lobby":
                await self._lobby(delivery, info)
            elif delivery.kind == "board":
                await self._board(delivery, info)
            else:
                await self._result(delivery, info)
        except Undeliverable as failure:
            await self.mailbox.tell_host(info, str(failure))
            raise

    async def _lobby(self, delivery: Delivery, info: MatchInfo) -> None:
        game = self.bot.game_of(info)
        if info.stage is Stage.PLAYING or info.outcome is not None:
            return  # the board post follows, and takes the buttons off the lobby post
        page = compose_lobby(game, info, computers=bool(self.service.computers(info.game)))
        post = await self.service.post(info.id, "lobby")
        if (
            post is not None
            and (self._young(post) or info.stage.ended)
            and await self.mailbox.edit(post.channel, post.message, page)
        ):
            return
        if info.stage.ended:
            return
        message = await self.mailbox.post(info, page, delivery.key)
        await self._note(delivery, info, message, seq=0)
        await self._retire(post)

    async def _board(self, delivery: Delivery, info: MatchInfo) -> None:
        if info.stage is not Stage.PLAYING:
            return  # the result post shows the final board
        look = await self.service.look(info.id, None)
        seq = await self._publish_board(delivery.key, look)
        await self._take_back_passed_turns(look, seq)

    async def _publish_board(self, key: str, look: Look) -> int:
        """Edit or post the board and return the last action that it tells."""
        info = look.match
        post = await self.service.post(info.id, "board")
        live = self._boards.get(info.id)
        if (
            post
            and live
            and live.message == post.message
            and live.awaited == look.awaited
            and self._young(post)
        ):
            page, seq = await self._board_page(look, live.told_from)
            if await self.mailbox.edit(post.channel, post.message, page):
                await self._note_board(look, post.channel, post.message, seq, post)
                return seq
        told_from = post.seq if post else -1
        called = live.awaited if live else frozenset[int]()
        pings = [info.seats[seat].user for seat in unreachable(look) if seat not in called]
        page, seq = await self._board_page(look, told_from, pings)
        message = await self.mailbox.post(info, page, key)
        self._boards[info.id] = LiveBoard(message.id, look.awaited, told_from)
        await self._note_board(look, message.channel.id, message.id, seq, None)
        if post is None:
            await self._close_lobby(info)
        await self._retire(post)
        return seq

    async def _board_page(self, look: Look, told_from: int, pings: Sequence[int] = ()) -> tuple[Sheet, int]:
        game = self.bot.game_of(look.match)
        history = await self.service.history(look.match.id, None, after=told_from)
        lines = tell(game, [line.fact for line in history], look)
        picture = await self.bot.draw(look)
        seq = history[-1].seq if history else told_from
        return compose_board(game, look, lines, picture, pings), seq

    async def _note_board(self, look: Look, channel: int, message: int, seq: int, kept: Post | None) -> None:
        posted_at = kept.posted_at if kept else self.bot.clock()
        await self.service.note_post(
            Post(look.match.id, "board", 0, channel, message, look.match.version, seq, posted_at)
        )

    async def _turn(self, delivery: Delivery) -> None:
        """Send the panel to a player who is awaited; where DMs are closed, call them to the channel, once."""
        look = await self.service.look(delivery.match, delivery.user)
        info = look.match
        if look.seat is None or look.seat not in look.awaited:
            return
        before = await self._last_turn(info.id, delivery.user)
        page, seq = await self._turn_page(look, delivery.user, before.seq if before else -1)
        message = await self.mailbox.write(delivery.user, page, delivery.key)
        known_closed = info.seats[look.seat].dm_closed
        if known_closed != (message is None):
            await self.service.note_dm(info.id, delivery.user, closed=message is None)
        if message is not None:
            await self._note(delivery, info, message, seq=seq)
            await self._retire(before)
        elif not known_closed:
            await self._call_to_channel(delivery, info)

    async def _turn_page(self, look: Look, user: int, told_from: int) -> tuple[Sheet, int]:
        game = self.bot.game_of(look.match)
        history = await self.service.history(look.match.id, user, after=told_from)
        told = tell(game, [line.fact for line in history], look)
        note = f"It is your turn in {self._link(look.match)}."
        page = await draw_panel(self.bot, look, table=True, told=told, note=note)
        return page, history[-1].seq if history else told_from

    async def follow(self, match: MatchId, user: int) -> None:
        """Bring the DM of a player up to date who has acted elsewhere and is still awaited.

        Its picture of the hand would be false, and after the opening of Crossfire its controls of another
        phase (CRF-03, CRF-13). Where this fails the old controls answer kindly, and nothing is lost.
        """
        look = await self.service.look(match, user)
        post = await self._last_turn(match, user)
        if look.seat not in look.awaited or post is None or not self._young(post):
            return
        if not self.bot.game_of(look.match).renderer.has_hands:
            return
        page, seq = await self._turn_page(look, user, post.seq)
        if await self.mailbox.edit(post.channel, post.message, page):
            kept = msgspec.structs.replace(post, version=look.match.version, seq=seq)
            await self._note_turn(kept)

    def _link(self, info: MatchInfo) -> str:
        """Return the way to the match's channel; a mention alone is not readable in every DM."""
        channel = self.bot.get_channel(info.channel)
        if isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return f"[#{safe(channel.name)}]({channel.jump_url})"
        return f"<#{info.channel}>"

    async def _call_to_channel(self, delivery: Delivery, info: MatchInfo) -> None:
        """Post the board anew for a player whose DMs have just turned out to be closed."""
        live = self._boards.get(info.id)
        look = await self.service.look(info.id, None)
        seat = info.seat_of(delivery.user)
        if live is not None and seat is not None:  # so that it is posted anew, and this player is called
            self._boards[info.id] = msgspec.structs.replace(live, awaited=live.awaited - {seat})
        try:
            await self._publish_board(f"{delivery.key[:23]}.c", look)
        except Undeliverable as failure:
            await self.mailbox.tell_host(info, str(failure))

    async def _result(self, delivery: Delivery, info: MatchInfo) -> None:
        page, look = await self._result_page(info)
        message = await self.mailbox.post(info, page, delivery.key)
        await self._note(delivery, info, message, seq=0)
        await self._retire(await self.service.post(info.id, "board"))
        if look is not None:
            await self._take_back_passed_turns(look, seq=0)
        self._boards.pop(info.id, None)
        self._turns.pop(info.id, None)

    async def _result_page(self, info: MatchInfo) -> tuple[Sheet, Look | None]:
        game, audit = self.bot.game_of(info), await self.service.audit(info.id)
        try:
            look = await self.service.look(info.id, None)
        except (OtherRules, WrongStage):
            return compose_unplayed(game, info, audit), None
        post = await self.service.post(info.id, "board")
        history = await self.service.history(info.id, None, after=post.seq if post else -1)
        lines = tell(game, [line.fact for line in history], look)
        return compose_result(game, look, lines, await self.bot.draw(look), audit), look

    async def _take_back_passed_turns(self, look: Look, seq: int) -> None:
        """Take the controls off the DMs of those who are not awaited any more.

        Their next DM goes on from here, with what happens after `seq`.
        """
        for seat, holder in enumerate(look.match.seats):
            if holder.user and seat not in look.awaited:
                post = await self._last_turn(look.match.id, holder.user)
                if post is not None and post.message:
                    await self._retire(post)
                    await self._note_turn(msgspec.structs.replace(post, message=0, seq=max(post.seq, seq)))

    async def _last_turn(self, match: str, user: int) -> Post | None:
        """Return the newest DM to a player; its message is 0 once its controls are off."""
        known = self._turns.setdefault(match, {})
        if user not in known:
            post = await self.service.post(match, "turn", user)
            if post is not None:
                known[user] = post
        return known.get(user)

    async def _note_turn(self, post: Post) -> None:
        self._turns.setdefault(post.match, {})[post.user] = post
        await self.service.note_post(post)

    async def _close_lobby(self, info: MatchInfo) -> None:
        lobby = await self.service.post(info.id, "lobby")
        if lobby is not None:
            await self.mailbox.edit(lobby.channel, lobby.message, compose_begun(self.bot.game_of(info), info))

    async def _retire(self, post: Post | None) -> None:
        """Take the controls off a post that is no longer the current one."""
        if post is not None and post.message:
            await self.mailbox.retire(post.channel, post.message)

    async def _note(self, delivery: Delivery, info: MatchInfo, message: discord.Message, *, seq: int) -> None:
        kind: DeliveryKind = delivery.kind
        now, where = self.bot.clock(), message.channel.id
        post = Post(info.id, kind, delivery.user, where, message.id, info.version, seq, now)
        if kind == "turn":
            await self._note_turn(post)
        else:
            await self.service.note_post(post)

    def _young(self, post: Post) -> bool:
        return bool(post.message) and self.bot.clock() - post.posted_at < EDITABLE


async def setup(bot: Tablepost) -> None:
    """Add the publisher to the bot."""
    await bot.add_cog(Publisher(bot))
