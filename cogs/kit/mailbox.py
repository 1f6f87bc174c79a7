"""Sends and edits messages on Discord, and decides what each failure means for the outbox.

An answer of Discord can be lost: a server error, a cut connection or a timeout does not say whether the call
was done. Such a delivery is `doubtful`. The next attempt looks for the post first: by a nonce for a while,
later by its mark among the last 100 messages of the channel. The answer of an interaction is filled in, an
acknowledgement is known to Discord (40060), and edits, deletions, reactions and roles are the same again.
"""

from __future__ import annotations

from typing import Final, Protocol

import discord
import structlog
from msgspec.structs import replace

from bot.base.language import N_, gettext, speaking
from bot.games.game import Game
from bot.matches.deliveries import Post, PostKind, StalePost
from bot.matches.model import MatchInfo
from bot.matches.outbox import TryLater, Undeliverable
from cogs.kit.client import Client, without_controls
from cogs.kit.controls import ComponentId, button
from cogs.kit.layout import OutgoingMessage, has_mark, message_of, rows, text
from cogs.kit.refusals import (
    CLOSED,
    DISCORD_FAULTS,
    UNANSWERED,
    Does,
    Refused,
    failed,
    is_temporary,
    locked,
    meaning_of,
)
from cogs.kit.replies import twice_if_unanswered, without_refused_emojis
from cogs.kit.sentences import link_to

INVALID = 400
"""Discord's status for an invalid edit, for example with pictures that it does not have."""
UNKNOWN_CHANNEL, UNKNOWN_USER, NO_MUTUAL_SERVER = 10003, 10013, 50278
_SAYS: Final = {
    UNKNOWN_CHANNEL: N_(
        "The channel of this match was deleted. The match can continue in another channel: type "
        "/match move there."
    ),
}
SOUGHT = 100
"""The number of last messages of a channel that are searched for one that may have been posted."""

log = structlog.get_logger(__name__)


class Place(Protocol):
    """A match or a tournament with a channel for its posts."""

    @property
    def channel(self) -> int:
        """Its id."""

    @property
    def guild(self) -> int | None:
        """The server's id."""


class Mailbox:
    """Posts, edits and retires messages."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._told: set[tuple[str, str]] = set()

    async def post(
        self, info: Place, page: OutgoingMessage, key: str, *, doubtful: bool = False
    ) -> discord.Message:
        """Post a page in the channel of a match or a tournament; an archived thread is reopened.

        `key` prevents a second post: for a while Discord returns the message posted under it. Where that time
        may be over (`doubtful`), the message is searched and replaced by this page. Raises `TryLater` or
        `Undeliverable` with a sentence that a server's owner understands.
        """
        page = page.marked(key)
        channel = self.bot.get_partial_messageable(info.channel, guild_id=info.guild)
        message = await self._found(channel, key) if doubtful else None
        message = message or await self._post(info, channel, page, key)
        if doubtful:
            await self.edit(message.channel.id, message.id, page)
        return message

    async def _post(
        self, info: Place, channel: discord.abc.Messageable, page: OutgoingMessage, key: str
    ) -> discord.Message:
        try:
            return await self._send(channel, page, key)
        except DISCORD_FAULTS as failure:
            if not (isinstance(failure, discord.HTTPException) and meaning_of(failure).does is Does.REOPEN):
                raise failed(failure, info.channel, posting=True, says=_SAYS) from None
        try:
            await self._unarchive(info.channel)
        except DISCORD_FAULTS as failure:
            raise failed(failure, info.channel, says=_SAYS) from None
        try:
            return await self._send(channel, page, key)
        except DISCORD_FAULTS as failure:
            raise failed(failure, info.channel, posting=True, says=_SAYS) from None

    async def write(
        self,
        user: int,
        page: OutgoingMessage,
        key: str,
        *,
        channel: int = 0,
        doubtful: bool = False,
    ) -> discord.Message | None:
        """Send a page by DM; None when the user's DMs are closed. Raises `TryLater` or `Undeliverable`.

        `channel` is that of an earlier DM to the same user, where it is known: opening one is rate-limited.
        `key` and `doubtful` are as in `post`.
        """
        marked = page.marked(key)
        message = await self._write(user, marked, key, channel=channel, doubtful=doubtful)
        if message is not None and doubtful:
            await self.edit(message.channel.id, message.id, page)
        return message

    async def _write(
        self,
        user: int,
        page: OutgoingMessage,
        key: str,
        *,
        channel: int = 0,
        doubtful: bool,
        silent: bool = False,
    ) -> discord.Message | None:
        """Send a page as `write` does; a `silent` one notifies nobody."""
        try:
            opened: discord.abc.Messageable = self.bot.get_partial_messageable(channel)
            if not channel:
                opened = await self.bot.create_dm(discord.Object(user))
            sent = await self._found(opened, key) if doubtful else None
            return sent or await self._send(opened, page, key, silent=silent)
        except discord.HTTPException as failure:
            if failure.code == UNKNOWN_CHANNEL and channel:
                return await self._write(user, page, key, doubtful=doubtful, silent=silent)
            if failure.code in (NO_MUTUAL_SERVER, UNKNOWN_USER):
                self.bot.dispatch("no_mutual_server", user)  # cogs.servers.departures informs the others
            if failure.code in CLOSED:
                return None
            raise failed(failure, None, posting=True) from None
        except UNANSWERED as failure:
            raise failed(failure, None, posting=True) from None

    async def _found(self, channel: discord.abc.Messageable, key: str) -> discord.Message | None:
        """Return the message that was posted under a key.

        None where it is not among the last of its channel, or the bot may not read them. Raises `TryLater`.
        """
        try:
            async for message in channel.history(limit=SOUGHT):
                if message.author == self.bot.user and has_mark(message, key):
                    return message
        except DISCORD_FAULTS as failure:
            if is_temporary(failure):
                raise failed(failure, None) from None
        return None

    async def edit(self, channel: int, message: int, page: OutgoingMessage) -> bool:
        """Replace a message by a page; False when it must be posted again. Raises `TryLater`."""
        if not message:
            return False
        partial = self._message(channel, message)
        try:
            edited = await without_refused_emojis(
                self.bot, page.view, lambda: twice_if_unanswered(lambda: partial.edit(**page.to_edit()))
            )
        except DISCORD_FAULTS as failure:
            if is_temporary(failure):
                raise failed(failure, None) from None
            log.info("a post cannot be edited", message=message, code=getattr(failure, "code", 0))
            return False
        self.bot.shown.note(edited)
        return True

    def _message(self, channel: int, message: int) -> discord.PartialMessage:
        return self.bot.get_partial_messageable(channel).get_partial_message(message)

    def as_post(
        self, info: MatchInfo, kind: PostKind, message: discord.Message, *, user: int = 0, seq: int = 0
    ) -> Post:
        """Return a message that was posted just now, as it is stored.

        It shows the present version of the match, and actions up to number `seq`; `user` is the addressee.
        """
        now, channel = self.bot.clock(), message.channel.id
        return Post(info.id, kind, user, channel, message.id, info.version, seq, now)

    async def note(self, post: Post, *replaces: Post, settles: int = 0) -> None:
        """Store a message as the current one of its kind, and retire those it makes stale.

        The delivery `settles` is done with it.
        """
        for stale in await self.bot.service.posts.note(post, *replaces, settles=settles):
            await self.retire(stale)
        if post.kind in ("result", "over"):
            self.bot.shown.take(post.message)  # nothing takes its controls away

    async def retire(self, stale: StalePost) -> None:
        """Retire a stale message: remove its controls.

        A call is deleted, and the DM of a turn or a lobby is cut to one line that stays true. Where that
        fails, it is stored and tried again; until then the controls give a helpful answer.
        """
        if stale.kind in ("turn", "word"):
            done = await self._cut(stale)
        else:
            work = self._remove if stale.kind == "call" else self._retire
            done = await work(stale.channel, stale.message)
        if done:
            self.bot.service.posts.retired(stale)
        else:
            await self.bot.service.posts.not_retired(stale)

    async def _cut(self, stale: StalePost) -> bool:
        """Cut the DM of a finished turn or lobby to one line; return whether it has no controls."""
        info = await self.bot.service.info(stale.match)
        with speaking(await self.bot.languages.of_user(stale.user)):
            compose = compose_past_turn if stale.kind == "turn" else compose_past_word
            page = compose(self.bot.title_of(info.game), link_to(self.bot, info))
        try:
            if await self.edit(stale.channel, stale.message, page):
                self.bot.shown.take(stale.message)
                return True
        except TryLater:
            return False
        return await self._retire(stale.channel, stale.message)

    async def withdraw(self, user: int, page: OutgoingMessage, key: str) -> None:
        """Delete the DM that may have been sent under a key.

        It is found, or else posted again under the key and then deleted.
        """
        message = await self._write(user, page.marked(key), key, doubtful=True, silent=True)
        if message is not None:
            await self._remove(message.channel.id, message.id)

    async def _retire(self, channel: int, message: int) -> bool:
        """Remove the controls of a message; return whether it has none now."""
        partial = self._message(channel, message)
        try:
            known = self.bot.shown.take(message)
            if known is None or not await self._stripped(partial, known):
                await self._strip(partial, await partial.fetch())
        except DISCORD_FAULTS as failure:
            log.info("old controls stay", message=message, reason=type(failure).__name__)
            return isinstance(failure, discord.NotFound)
        return True

    async def _stripped(self, partial: discord.PartialMessage, known: discord.Message) -> bool:
        """Remove the controls of a message as it was posted; False where it has changed since."""
        try:
            await self._strip(partial, known)
        except discord.HTTPException as failure:
            if failure.status != INVALID:
                raise
            return False
        return True

    async def _strip(self, partial: discord.PartialMessage, whole: discord.Message) -> None:
        view = without_controls(whole)
        if view is not None:
            nobody = discord.AllowedMentions.none()
            await without_refused_emojis(
                self.bot,
                view,
                lambda: twice_if_unanswered(lambda: partial.edit(view=view, allowed_mentions=nobody)),
            )

    async def _remove(self, channel: int, message: int) -> bool:
        """Delete a message of the bot; return whether it is gone."""
        try:
            await twice_if_unanswered(self._message(channel, message).delete)
        except DISCORD_FAULTS as failure:
            log.info("an old post stays", message=message, reason=type(failure).__name__)
            return isinstance(failure, discord.NotFound)
        return True

    async def tell_host(self, info: MatchInfo, failure: Undeliverable) -> None:
        """Tell the host by DM, once for each reason, why nothing is posted, with a way to end the match."""
        reason = str(failure)
        if (info.id, reason) in self._told:
            return
        with speaking(await self.bot.languages.of_user(info.host)):
            page = _unposted(self.bot.game_of(info), info, failure)
        self._told.add((info.id, reason))
        if isinstance(failure, Refused) and failure.for_moderators:
            await self._tell_moderators(info, failure)
        try:
            reached = await self.write(info.host, page, f"{info.id}.{len(self._told)}.h")
        except (TryLater, Undeliverable):
            reached = None
        if reached is None:
            log.warning("the host cannot be told why nothing is posted", match=info.id, reason=reason)

    async def _tell_moderators(self, info: MatchInfo, failure: Refused) -> None:
        """Tell in the log channel of the server what only its moderators can solve."""
        settings = await self.bot.servers.settings(info.guild)
        if not settings.log or settings.log == info.channel:
            return
        with speaking(await self.bot.languages.of_server(info.guild)):
            page = _unposted(self.bot.game_of(info), info, failure, ending=False)
        try:
            place = replace(info, channel=settings.log)
            await self.post(place, page, f"{info.id}.{len(self._told)}.m")
        except (TryLater, Undeliverable) as refused:
            log.info("the moderators are not told", match=info.id, reason=str(refused))

    async def _send(
        self, channel: discord.abc.Messageable, page: OutgoingMessage, key: str, *, silent: bool = False
    ) -> discord.Message:
        message = await without_refused_emojis(
            self.bot, page.view, lambda: channel.send(**page.to_send(), nonce=key, silent=silent)
        )
        self.bot.shown.note(message)
        return message

    async def _unarchive(self, channel: int) -> None:
        """Open an archived thread. Raises `Refused` where it is locked against the bot."""
        thread = await self.bot.fetch_channel(channel)
        if not isinstance(thread, discord.Thread):
            return
        try:
            await thread.edit(archived=False)
        except discord.HTTPException as failure:
            if thread.locked and not is_temporary(failure):
                raise locked(channel) from None
            raise


def compose_past_turn(title: str, place: str, told: str = "") -> OutgoingMessage:
    """Return the line that replaces the DM of a finished turn, with the actions of the turn."""
    return message_of(
        text(gettext("-# {game}: it was your turn in {place}.", game=title, place=place)), text(told)
    )


def compose_past_word(title: str, place: str) -> OutgoingMessage:
    """Return the line that replaces the DM on a lobby that is over."""
    return message_of(text(gettext("-# {game}: the lobby in {place} has changed.", game=title, place=place)))


def _unposted(game: Game, info: MatchInfo, failure: Undeliverable, *, ending: bool = True) -> OutgoingMessage:
    """Return the message that explains why nothing is posted, with a way to end the match."""
    head = gettext("### {game} in {place}", game=game.title, place=f"<#{info.channel}>")
    sentence = failure.sentence if isinstance(failure, Refused) else str(failure)
    end = [button(gettext("End the match"), ComponentId("end", info.id))]
    return message_of(
        text(f"{head}\n{sentence}"),
        text(
            gettext(
                "Nothing is lost: every move is stored, and the next post has everything since the last one."
            )
        ),
        *rows(end if ending and not info.stage.ended else []),
    )
