"""Helpers to answer an interaction: defer before anything else, then answer.

What only shows something is answered at once where that is possible, by one call instead of two.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from contextlib import suppress
from functools import partial, wraps
from itertools import islice
from typing import Any, Final, ParamSpec, TypeVar

import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot.base.ids import MatchId
from bot.database.coordination import MatchLocks
from bot.engine.errors import Refusal
from bot.engine.sentences import fit
from bot.engine.spelling import name_key, ranked
from bot.games.game import Game
from bot.matches.model import MatchView, Person, clean_name
from bot.matches.outbox import TryLater
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import undress
from cogs.kit.layout import OutgoingMessage, has_mark, message_of, text
from cogs.kit.refusals import DISCORD_FAULTS as DISCORD_FAULTS
from cogs.kit.refusals import UNANSWERED as UNANSWERED
from cogs.kit.refusals import Does, is_lost, meaning_of, noted
from cogs.kit.sight import admit_presser, check_blocks

# The place of an interaction: a server, a private thread, a DM, also where only a user has the app.
#
# Commands marked `anywhere` also work where the bot is not a member. There it posts nothing and stores
# nothing for a server (`bots_server` is None).


anywhere: Final = app_commands.allowed_installs(guilds=True, users=True)
in_all_places: Final = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)


def is_bots_dm(interaction: Interaction) -> bool:
    """Whether the asker is in their DM with the bot."""
    return interaction.guild_id is None and interaction.context.dm_channel


def in_private_thread(interaction: Interaction) -> bool:
    """Whether the interaction is in a private thread, as Discord says in the interaction itself."""
    return interaction.channel is not None and interaction.channel.type is discord.ChannelType.private_thread


def bots_server(interaction: Interaction) -> discord.Guild | None:
    """Return the server of an interaction, where the bot is on it; None where it is only the user's app.

    Discord names all servers of a shard when it connects, so the memory is complete here.
    """
    return None if interaction.guild_id is None else interaction.client.get_guild(interaction.guild_id)


P = ParamSpec("P")
T = TypeVar("T")
Choices = list[app_commands.Choice[str]]
ACKNOWLEDGED = 40060
"""Discord's code for an interaction that was acknowledged before."""

PROMISE = "promise"
"""The key of an interaction's data for the promise of an answer that was not given yet."""
PRIVATE, PUBLIC, IN_PLACE = "private", "public", "in place"
AT_ONCE: Final = 0.25
"""Seconds within which an answer takes the place of its promise, where nothing is changed before it."""
TRIES: Final = (0.0, 1.0, 3.0)
"""Seconds before each further try of an answer whose connection broke."""

CHOICES = 25
CHOICE_TEXT = 100
"""The most choices of an autocomplete, and the most characters of one, by Discord's limits."""


log = structlog.get_logger(__name__)


def offer(pairs: Iterable[tuple[str, str]]) -> Choices:
    """Return pairs of name and value as choices, within Discord's limits."""
    return [
        app_commands.Choice(name=shown[:CHOICE_TEXT], value=sent) for shown, sent in islice(pairs, CHOICES)
    ]


def offer_words(words: Iterable[str]) -> Choices:
    """Return words as choices of an autocomplete, each shown as its value."""
    return offer((word, word) for word in words)


def offer_fitting(titles: Mapping[str, str], typed: str) -> Choices:
    """Return the choices whose key or title contains the typed text; the value is the key."""
    part = name_key(typed)
    return offer((title, key) for key, title in titles.items() if part in key or part in name_key(title))


def ordered(words: Iterable[str], typed: str) -> list[str]:
    """Return the words most similar to the typed text, at most as many as Discord shows."""
    usable = [word for word in words if 1 <= len(word) <= CHOICE_TEXT]
    if not typed.strip():
        return usable[:CHOICES]
    begun = name_key(typed)
    first = [word for word in usable if name_key(word).startswith(begun)]
    rest = [word for word in usable if not name_key(word).startswith(begun)]
    alike = ranked(begun, {word: word for word in rest}, most=CHOICES, alike=50)
    return (first + alike)[:CHOICES]


def offer_ordered(values: Mapping[str, str], typed: str) -> Choices:
    """Return the titles most similar to the typed text as choices; `values` are by their titles."""
    return offer((title, values[title]) for title in ordered(values, typed))


async def twice_if_unanswered(call: Callable[[], Awaitable[T]], *, or_failing: bool = False) -> T:
    """Call Discord, and at once again where the connection broke: on Linux discord.py does not.

    With `or_failing` also after a server error (5xx). Only for calls that can be repeated without harm, such
    as replacing a message by a page.
    """
    try:
        return await call()
    except UNANSWERED:
        return await call()
    except discord.HTTPException as failure:
        if not or_failing or failure.status < 500:
            raise
        return await call()


async def without_refused_emojis(
    bot: Client, view: discord.ui.LayoutView, call: Callable[[], Awaitable[T]]
) -> T:
    """Call Discord; where it refuses an emoji of this layout, once more with letters for the bot's own.

    Then the bot reads again which emojis it has: they may have been deleted or made anew.
    """
    try:
        return await call()
    except discord.HTTPException as failure:
        if meaning_of(failure).does is not Does.PLAIN:
            raise
        noted(failure)
    bot.emojis_refused()
    undress(view)
    return await call()


async def defer(interaction: Interaction) -> None:
    """Defer a private answer within Discord's three seconds; nothing has been done when this fails."""
    await _promise(interaction, PRIVATE)


async def defer_in_place(interaction: Interaction) -> None:
    """Defer, like `defer`, an edit of the message whose control was pressed."""
    await _promise(interaction, IN_PLACE)


async def defer_in_public(interaction: Interaction) -> None:
    """Defer, like `defer`, a public answer. A refusal after it is private all the same (`tell`)."""
    await _promise(interaction, PUBLIC)


async def defer_if_slow(interaction: Interaction) -> None:
    """Defer a private answer only where it is not there within `AT_ONCE`; else it is the first call itself.

    For what only shows something: nothing may be changed before `defer_now`.
    """
    await _promise(interaction, PRIVATE, if_slow=True)


async def defer_in_place_if_slow(interaction: Interaction) -> None:
    """Defer, like `defer_if_slow`, an edit of the message whose control was pressed."""
    await _promise(interaction, IN_PLACE, if_slow=True)


async def defer_now(interaction: Interaction) -> None:
    """Make the promise that was put off: what follows changes something. When it fails nothing was done."""
    await interaction.extras[PROMISE].made()


async def _promise(interaction: Interaction, owed: str, *, if_slow: bool = False) -> None:
    """Defer before anything is read, or if that takes long, then prepare the bot for the asker."""
    interaction.extras[PROMISE] = _Promise(interaction, owed)
    if not if_slow:
        await defer_now(interaction)
    await interaction.client.languages.listen(interaction)
    check_blocks(interaction)
    await admit_presser(interaction)


class _Promise:
    """The promise of an answer: made when asked for, or by itself after `AT_ONCE` unless it is over."""

    def __init__(self, interaction: Interaction, owed: str) -> None:
        self._interaction, self._owed = interaction, owed
        self._making: asyncio.Task[None] | None = None
        self._timer = asyncio.get_running_loop().call_later(AT_ONCE, self._begin)

    def _begin(self) -> asyncio.Task[None]:
        """Defer once. A call with an unknown result is repeated: Discord reports if it has the first."""
        if self._making is None:
            self._making = asyncio.create_task(twice_if_unanswered(self._acknowledge, or_failing=True))
            self._making.add_done_callback(_looked_at)
        return self._making

    async def _acknowledge(self) -> None:
        private, thinking = self._owed == PRIVATE, self._owed != IN_PLACE
        try:
            await self._interaction.response.defer(ephemeral=private, thinking=thinking)
        except discord.HTTPException as failure:
            if failure.code != ACKNOWLEDGED:
                raise

    async def made(self) -> None:
        """Make it, or wait until it is made."""
        self._timer.cancel()
        await self._begin()

    async def over(self) -> str | None:
        """End it; return what is owed by it, None where Discord was not asked to take it."""
        self._timer.cancel()
        if self._making is None:
            return None
        with suppress(*DISCORD_FAULTS):
            await self._making
        return self._owed

    async def first(self, page: OutgoingMessage) -> discord.Message | None:
        """Give the answer in the place of the promise. Raises Discord's errors, also that it has a first."""
        response = self._interaction.response
        if self._owed == IN_PLACE:
            given = await response.edit_message(**page.to_edit())
        else:
            given = await response.send_message(**page.to_send(), ephemeral=self._owed == PRIVATE)
        return given.resource if given is not None and isinstance(given.resource, discord.Message) else None


def _looked_at(made: asyncio.Task[None]) -> None:
    """Let nothing be logged of a promise whose failure nobody waits for: the next call tells it."""
    if not made.cancelled():
        made.exception()


async def tell(interaction: Interaction, sentence: str) -> None:
    """Tell the asker a sentence in private, whether the answer was deferred or not.

    It takes the place of a promised private answer. A promised public one is taken back first, because
    Discord would show the sentence to all in its place. Otherwise it is a followup, whose answer may be lost:
    it is repeated once, and does no harm if it stands twice.
    """
    promise = interaction.extras.pop(PROMISE, None)
    owed = None if promise is None else await promise.over()
    if not interaction.response.is_done():
        try:
            await twice_if_unanswered(
                lambda: interaction.response.send_message(sentence, ephemeral=True), or_failing=True
            )
        except discord.HTTPException as failure:
            if failure.code != ACKNOWLEDGED:
                raise
            if owed is None:
                return  # it was accepted, and only Discord's answer was lost
        else:
            return
    if owed == PRIVATE:
        await _unbroken(lambda: interaction.edit_original_response(content=sentence))
        return
    if owed == PUBLIC:
        with suppress(*DISCORD_FAULTS):  # what was never filled in would be filled in by the followup
            await interaction.edit_original_response(content="…")
            await interaction.delete_original_response()
    await twice_if_unanswered(lambda: interaction.followup.send(sentence, ephemeral=True))


async def answer(interaction: Interaction, reply: OutgoingMessage | str) -> None:
    """Give the deferred answer. Words must be safe to print."""
    page = message_of(text(reply)) if isinstance(reply, str) else reply
    await _answer(interaction, page)


_showing: Final = MatchLocks()
"""The locks of messages that are being replaced, by their ids."""


async def show(interaction: Interaction, page: OutgoingMessage) -> None:
    """Replace the message whose control was pressed by a page.

    One page after the other: one that is sent again, because its answer was lost, must not cover a later one.
    """
    message = interaction.id if interaction.message is None else interaction.message.id
    async with _showing.hold(str(message)):
        shown = await _answer(interaction, page)
    if shown is not None and interaction.message is not None and not interaction.message.flags.ephemeral:
        interaction.client.shown.note(shown)


async def _answer(interaction: Interaction, page: OutgoingMessage) -> discord.Message | None:
    """Give the deferred answer; None where it stands although Discord's answers were lost."""
    key = f"answer {request_of(interaction)}"
    promise: _Promise | None = interaction.extras.pop(PROMISE, None)
    page.marked(key)
    sent = partial(without_refused_emojis, interaction.client, page.view)
    lost: Exception | None = None
    if promise is not None and await promise.over() is None:
        try:
            return await sent(lambda: twice_if_unanswered(lambda: promise.first(page), or_failing=True))
        except DISCORD_FAULTS as failure:
            if not is_lost(failure) and getattr(failure, "code", 0) != ACKNOWLEDGED:
                raise
            lost = failure  # it may stand: an edit makes sure
    try:
        return await sent(lambda: _unbroken(lambda: interaction.edit_original_response(**page.to_edit())))
    except DISCORD_FAULTS as failure:
        if lost is not None and isinstance(failure, discord.NotFound):
            raise lost from None
        if not is_lost(failure):
            raise
        with suppress(*DISCORD_FAULTS, discord.ClientException):
            if has_mark(await interaction.original_response(), key):
                return None
        raise


async def _unbroken(call: Callable[[], Awaitable[T]]) -> T:
    """Call Discord, and again after a while where the connection breaks, for calls that may be repeated."""
    for pause in TRIES:
        try:
            return await call()
        except UNANSWERED:
            await asyncio.sleep(pause)
    return await call()


async def post_beside(interaction: Interaction, page: OutgoingMessage) -> bool:
    """Post a page for all after a private answer, once; return whether it is certain that it stands.

    Where the bot may post by itself the message has a nonce, and can be tried again without harm. Elsewhere
    it is a followup, which is sent once, because Discord would post it a second time.
    """
    channel, granted = interaction.channel, interaction.app_permissions
    inside = isinstance(channel, discord.Thread)
    may_speak = granted.send_messages_in_threads if inside else granted.send_messages
    by_itself = bots_server(interaction) is not None and granted.view_channel and granted.attach_files
    if by_itself and may_speak and isinstance(channel, discord.abc.Messageable):
        nonce = request_of(interaction)
        calling = without_refused_emojis(
            interaction.client,
            page.view,
            lambda: _unbroken(lambda: channel.send(**page.to_send(), nonce=nonce)),
        )
    else:
        calling = without_refused_emojis(
            interaction.client, page.view, lambda: interaction.followup.send(**page.to_send(), wait=True)
        )
    try:
        await calling
    except DISCORD_FAULTS as failure:
        noted(failure)
        log.info("a post beside an answer may be missing", reason=type(failure).__name__)
        return False
    return True


def person(interaction: Interaction) -> Person:
    """Return the asker, with the name that others see."""
    return person_of(interaction.user)


def person_of(user: discord.abc.User) -> Person:
    """Return a user with the name that others see, as far as it is visible."""
    return Person(user.id, clean_name(user.display_name))


def request_of(interaction: Interaction) -> str:
    """Return the key under which a change is made at most once."""
    return str(interaction.id)


async def publish_pending_elsewhere(interaction: Interaction, match: MatchId) -> None:
    """Publish a change that was made in a server, also to the player's own DM.

    Call this after the user was answered; a fault is logged and not raised.
    """
    bot = interaction.client
    await bot.publish_pending(match)
    try:
        await bot.publisher.follow(match, interaction.user.id)
    except (TryLater, Refusal):
        return  # the DM's old controls answer kindly
    except Exception as fault:
        bot.note_fault(fault, match)


async def note_shown(interaction: Interaction, match_view: MatchView) -> None:
    """Store that the DM whose control was pressed shows this view now, so that it is not updated again."""
    if interaction.message is not None and not interaction.message.flags.ephemeral:
        await interaction.client.publisher.shown(match_view, interaction.user.id, interaction.message.id)


def suggesting(
    offer: Callable[P, Awaitable[Choices]],
) -> Callable[P, Coroutine[Any, Any, Choices]]:
    """Wrap an autocomplete: it offers nothing after a refusal, or after a fault, which is logged."""

    @wraps(offer)
    async def offered(*args: P.args, **kwargs: P.kwargs) -> Choices:
        try:
            return await offer(*args, **kwargs)
        except Refusal as refusal:
            log.debug("nothing to suggest", refusal=type(refusal).__name__)
            return []
        except Exception as fault:
            interaction = next(each for each in args if isinstance(each, discord.Interaction))
            interaction.client.note_fault(fault)
            return []

    return offered


@suggesting
async def suggest_game(interaction: Interaction, typed: str) -> Choices:
    """Offer all games, for an option `game`."""
    return offer_fitting({key: game.title for key, game in interaction.client.games.items()}, typed)


def named_game(games: Mapping[str, Game], key: str) -> Game:
    """Return the game with this key. Raises `Refusal` with the keys there are."""
    game = games.get(key)
    if game is None:
        raise Refusal.translated(
            'There is no game "{game}". The games are: {games}.', game=fit(key, 40), games=", ".join(games)
        )
    return game


# Entries of Discord's context menus for users and messages.


class MenuCog(commands.Cog):
    """A cog with context menu entries, of which Discord allows five of either kind."""

    def __init__(self, bot: Client, *menus: app_commands.ContextMenu) -> None:
        self.bot = bot
        self._menus = menus

    async def cog_load(self) -> None:
        """Add the entries to the menus."""
        for menu in self._menus:
            self.bot.tree.add_command(menu)

    async def cog_unload(self) -> None:
        """Remove the entries from the menus."""
        for menu in self._menus:
            self.bot.tree.remove_command(menu.name, type=menu.type)
