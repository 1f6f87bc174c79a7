"""Sends and edits messages on Discord, and decides what each failure means for the outbox."""

from __future__ import annotations

from datetime import timedelta
from typing import Protocol

import discord
import structlog

from bot.base.language import N_, gettext, speaking
from bot.games.game import Game
from bot.matches.deliveries import Post, PostKind, StalePost
from bot.matches.model import MatchInfo
from bot.matches.outbox import TryLater, Undeliverable
from cogs.kit.client import Client
from cogs.kit.controls import ComponentId, button
from cogs.kit.layout import OutgoingMessage, has_mark, message_of, rows, text
from cogs.kit.match_lists import link_to
from cogs.kit.message_cache import without_controls
from cogs.kit.replies import DISCORD_FAULTS, UNANSWERED, twice_if_unanswered

UNKNOWN_CHANNEL, UNKNOWN_USER = 10003, 10013
NO_ACCESS, NO_DM, NO_PERMISSION, ARCHIVED, NO_MUTUAL_SERVER = 50001, 50007, 50013, 50083, 50278
OPENING_TOO_FAST, TOO_LARGE = 40003, 40005
INVALID = 400
"""Discord's status for an invalid edit, for example with pictures that it does not have."""
CLOSED = (NO_DM, NO_MUTUAL_SERVER, NO_ACCESS, NO_PERMISSION, UNKNOWN_USER)
"""Discord's error codes when a user's DMs are closed to the bot."""
SOUGHT = 100
"""The number of last messages of a channel that are searched for one that may have been posted."""

log = structlog.get_logger(__name__)


class Refused(Undeliverable):
    """A post that Discord refuses: the reason in English, and a sentence for the user who can help."""

    def __init__(self, reason: str, **values: object) -> None:
        super().__init__(reason.format(**values))
        self._reason, self._values = reason, values

    @property
    def sentence(self) -> str:
        """The problem and its solution, in the current language."""
        return gettext(self._reason, **self._values)


class TooLarge(Refused):
    """A post that Discord refuses because its files are too large there."""


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
        except discord.HTTPException as failure:
            if failure.code != ARCHIVED:
                raise _meaning(failure, info, posting=True) from None
        try:
            await self._unarchive(info.channel)
            return await self._send(channel, page, key)
        except discord.HTTPException as failure:
            raise _meaning(failure, info, posting=True) from None
        except UNANSWERED as failure:
            raise unreachable(failure) from None

    async def write(
        self,
        user: int,
        page: OutgoingMessage,
        key: str,
        *,
        channel: int = 0,
        doubtful: bool = False,
        silent: bool = False,
    ) -> discord.Message | None:
        """Send a page by DM; None when the user's DMs are closed. Raises `TryLater` or `Undeliverable`.

        `channel` is that of an earlier DM to the same user, where it is known: opening one is rate-limited.
        `key` and `doubtful` are as in `post`; a `silent` message notifies nobody.
        """
        marked = page.marked(key)
        message = await self._write(user, marked, key, channel=channel, doubtful=doubtful, silent=silent)
        if message is not None and doubtful:
            await self.edit(message.channel.id, message.id, page)
        return message

    async def _write(
        self, user: int, page: OutgoingMessage, key: str, *, channel: int = 0, doubtful: bool, silent: bool
    ) -> discord.Message | None:
        try:
            opened = await self._dm(user, channel)
            found = await self._found(opened, key) if doubtful else None
            return found or await self._send(opened, page, key, silent=silent)
        except discord.HTTPException as failure:
            if failure.code == UNKNOWN_CHANNEL and channel:
                return await self._write(user, page, key, doubtful=doubtful, silent=silent)
            if failure.code in (NO_MUTUAL_SERVER, UNKNOWN_USER):
                self.bot.dispatch("no_mutual_server", user)  # cogs.servers.departures informs the others
            if failure.code in CLOSED:
                return None
            raise _meaning(failure, None, posting=True) from None
        except UNANSWERED as failure:
            raise unreachable(failure) from None

    async def _dm(self, user: int, channel: int) -> discord.abc.Messageable:
        """Return the DM channel of a user: the known one, or else a new one."""
        if channel:
            return self.bot.get_partial_messageable(channel)
        return await self.bot.create_dm(discord.Object(user))

    async def _found(self, channel: discord.abc.Messageable, key: str) -> discord.Message | None:
        """Return the message that was posted under a key.

        None where it is not among the last of its channel, or the bot may not read them. Raises `TryLater`.
        """
        try:
            async for message in channel.history(limit=SOUGHT):
                if message.author == self.bot.user and has_mark(message, key):
                    return message
        except discord.HTTPException as failure:
            if is_temporary(failure):
                raise _meaning(failure, None) from None
        except UNANSWERED as failure:
            raise unreachable(failure) from None
        return None

    async def edit(self, channel: int, message: int, page: OutgoingMessage) -> bool:
        """Replace a message by a page; False when it must be posted again. Raises `TryLater`."""
        if not message:
            return False
        partial = self._message(channel, message)
        try:
            self.bot.shown.note(await twice_if_unanswered(lambda: partial.edit(**page.to_edit())))
        except discord.HTTPException as failure:
            if is_temporary(failure):
                raise _meaning(failure, None) from None
            log.info("a post cannot be edited", message=message, code=failure.code)
            return False
        except UNANSWERED as failure:
            raise unreachable(failure) from None
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
            await self.put_away(stale)
        if post.kind in ("result", "over"):
            self.bot.shown.take(post.message)  # nothing takes its controls away

    async def put_away(self, stale: StalePost) -> None:
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
            await twice_if_unanswered(lambda: partial.edit(view=view, allowed_mentions=nobody))

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
        try:
            reached = await self.write(info.host, page, f"{info.id}.{len(self._told)}.h")
        except (TryLater, Undeliverable):
            reached = None
        if reached is None:
            log.warning("the host cannot be told why nothing is posted", match=info.id, reason=reason)

    async def _send(
        self, channel: discord.abc.Messageable, page: OutgoingMessage, key: str, *, silent: bool = False
    ) -> discord.Message:
        try:
            message = await channel.send(**page.to_send(), nonce=key, silent=silent)
        except UNANSWERED as failure:
            raise unreachable(failure, posting=True) from None
        self.bot.shown.note(message)
        return message

    async def _unarchive(self, channel: int) -> None:
        thread = await self.bot.fetch_channel(channel)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=False)


def compose_past_turn(title: str, place: str, told: str = "") -> OutgoingMessage:
    """Return the line that replaces the DM of a finished turn, with the actions of the turn."""
    return message_of(
        text(gettext("-# {game}: it was your turn in {place}.", game=title, place=place)), text(told)
    )


def compose_past_word(title: str, place: str) -> OutgoingMessage:
    """Return the line that replaces the DM on a lobby that is over."""
    return message_of(text(gettext("-# {game}: the lobby in {place} has changed.", game=title, place=place)))


def _unposted(game: Game, info: MatchInfo, failure: Undeliverable) -> OutgoingMessage:
    """Return the message to a host that explains why nothing is posted."""
    head = gettext("### {game} in {place}", game=game.title, place=f"<#{info.channel}>")
    sentence = failure.sentence if isinstance(failure, Refused) else str(failure)
    end = [] if info.stage.ended else [button(gettext("End the match"), ComponentId("end", info.id))]
    return message_of(
        text(f"{head}\n{sentence}"),
        text(
            gettext(
                "Nothing is lost: every move is stored, and the next post has everything since the last one."
            )
        ),
        *rows(end),
    )


def is_temporary(failure: discord.HTTPException) -> bool:
    """Whether the same call may succeed later: after a rate limit or a server error."""
    return failure.status == 429 or failure.status >= 500


def unreachable(failure: Exception, *, posting: bool = False) -> TryLater:
    """Return the outbox error for a call without an answer; with `posting`, the post may exist."""
    return TryLater(f"Discord cannot be reached: {type(failure).__name__}", doubtful=posting)


def _meaning(
    failure: discord.HTTPException, info: Place | None, *, posting: bool = False
) -> TryLater | Undeliverable:
    """Return the outbox error for a failure of Discord; after a server error the post may exist."""
    if is_temporary(failure):
        wait = getattr(failure, "retry_after", None)
        return TryLater(
            f"Discord answered {failure.status}",
            timedelta(seconds=wait) if wait else None,
            doubtful=posting and failure.status >= 500,
        )
    if failure.code == OPENING_TOO_FAST:
        return TryLater("Discord wants DMs opened more slowly", timedelta(minutes=1))
    if failure.status == 413 or failure.code == TOO_LARGE:
        return TooLarge(_TOO_LARGE)
    if info is None:
        return Refused(_NO_DM, code=failure.code)
    return Refused(_REASONS.get(failure.code, _OTHER), where=f"<#{info.channel}>", code=failure.code)


_REASONS = {
    UNKNOWN_CHANNEL: N_(
        "The channel of this match was deleted. The match can continue in another channel: type "
        "/match move there."
    ),
    NO_ACCESS: N_(
        "I cannot see {where}. Give me the permission View Channel there, and Send Messages and Attach Files"
        " with it; then press or type anything in the match, and I post again."
    ),
    NO_PERMISSION: N_(
        "I may not post in {where}. Give me the permissions Send Messages (in a thread: Send Messages in"
        " Threads) and Attach Files there; then the next move is posted again."
    ),
    ARCHIVED: N_(
        "The thread {where} is archived and I may not open it again. Open it, or give me the permission"
        " Manage Threads; then the next move is posted again."
    ),
}
_TOO_LARGE = N_("The files of this post are larger than Discord allows there.")
_NO_DM = N_("Discord refuses the post there (code {code}). The host of this bot finds more in its log.")
_OTHER = N_("Discord refuses the post in {where} (code {code}). The host of this bot finds more in its log.")
