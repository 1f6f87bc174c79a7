"""A server's forum for matches: each match is a post in it, with tags for its game and its stage.

The ids of the tags are in the server's settings, so no tag is looked up by name. After each delivery the
match's stage is compared, in memory, with that of the post: a match makes one call when it begins and one
when it ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import discord
import structlog

from bot.base.ids import MatchId
from bot.base.language import N_, gettext, speaking
from bot.engine.errors import Refusal
from bot.matches.model import MatchInfo, Stage
from bot.matches.outbox import TryLater
from cogs.kit.client import Client
from cogs.kit.layout import fit
from cogs.kit.refusals import DISCORD_FAULTS, noted
from cogs.kit.sight import UnseenError, channel_of
from cogs.kit.threads import as_tags

MOST_TAGS: Final = 20
"""The most tags of a forum, by Discord's limit."""
MOST_ON_POST: Final = 5
TAG: Final = 20
"""The most characters of a tag's name."""
STAGES: Final[Mapping[str, str]] = {
    "lobby": N_("Lobby"),
    "playing": N_("In play"),
    "ended": N_("Ended"),
}
_NEEDED: Final[Mapping[str, str]] = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Create Posts"),
    "send_messages_in_threads": N_("Send Messages In Posts"),
    "attach_files": N_("Attach Files"),
}

log = structlog.get_logger(__name__)


def check_forum(forum: discord.ForumChannel) -> None:
    """Raise `Refusal` where the bot lacks a permission to open matches in a forum."""
    granted = forum.permissions_for(forum.guild.me)
    lacking = [gettext(words) for name, words in _NEEDED.items() if not getattr(granted, name)]
    if lacking:
        raise Refusal.translated(
            "I may not open matches in #{forum}. I need these permissions there: {permissions}.",
            forum=forum.name,
            permissions=", ".join(lacking),
        )


async def make_tags(bot: Client, forum: discord.ForumChannel) -> dict[str, int]:
    """Make the missing tags of a forum, in its server's language; return the ids of all its tags.

    The ids are by the keys of games and stages. Where tags cannot be made, the existing ones are used.
    """
    with speaking(await bot.languages.of_server(forum.guild.id)):
        wanted = {key: gettext(words) for key, words in STAGES.items()}
    wanted |= {key: game.title for key, game in bot.games.items()}
    there = {tag.name: tag.id for tag in forum.available_tags}
    room = MOST_TAGS - len(there)
    for name in [fit(each, TAG) for each in wanted.values()]:
        if name in there or room <= 0:
            continue
        try:
            there[name] = (await forum.create_tag(name=name)).id
            room -= 1
        except DISCORD_FAULTS as failure:
            noted(failure)
            log.info("a tag cannot be made", forum=forum.id, reason=type(failure).__name__)
            break
    return {key: there[fit(name, TAG)] for key, name in wanted.items() if fit(name, TAG) in there}


async def open_post(bot: Client, guild: int | None, name: str, game: str) -> int | None:
    """Open a post for a new match in the server's forum; None where it has none.

    Raises `Refusal`, and what `cogs.kit.threads.Threads.open` raises.
    """
    settings = await bot.servers.settings(guild)
    if not settings.forum or guild is None:
        return None
    try:
        forum = await channel_of(bot, guild, settings.forum)
    except UnseenError:
        raise Refusal.translated(
            "I cannot see the forum for matches. Give me access to it, or name another: /table forum."
        ) from None
    except TryLater:
        raise Refusal.translated(
            "Discord does not answer at present, so no post was opened. Try again in a minute."
        ) from None
    if not isinstance(forum, discord.ForumChannel):
        raise Refusal.translated(
            "The forum for matches no longer exists. Server managers can name another: /table forum."
        )
    check_forum(forum)
    tags = [settings.tags[key] for key in (game, "lobby") if key in settings.tags]
    return await bot.threads.open(forum, name, tags=tags, beside=[post.name for post in forum.threads])


class ForumTags:
    """Updates the tags of posts: one request when a match begins and one when it ends."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._marked: dict[MatchId, Stage] = {}

    async def mark(self, info: MatchInfo) -> None:
        """Set the tags of a match's post to its stage, and archive it at the end, where that is permitted."""
        if info.guild is None or self._marked.get(info.id) is info.stage:
            return
        settings = await self.bot.servers.settings(info.guild)
        if not settings.forum:
            return
        try:
            post = await channel_of(self.bot, info.guild, info.channel)
        except (UnseenError, TryLater) as failure:
            log.info("a post stays as it is", match=info.id, reason=type(failure).__name__)
            return
        if not isinstance(post, discord.Thread) or post.parent_id != settings.forum:
            return
        self._marked[info.id] = info.stage
        stage = "ended" if info.stage.ended else info.stage.value
        ours = set(settings.tags.values())
        wanted = [settings.tags[key] for key in (info.game, stage) if key in settings.tags]
        tags = [*wanted, *[each for each in post._applied_tags if each not in ours]][:MOST_ON_POST]
        changed: dict[str, Any] = (
            {} if set(tags) == set(post._applied_tags) else {"applied_tags": as_tags(tags)}
        )
        if info.stage.ended:
            changed["archived"] = True
            self._marked.pop(info.id)
        try:
            if changed:
                await post.edit(**changed)
        except DISCORD_FAULTS as failure:
            noted(failure)
            log.info("a post stays as it is", match=info.id, reason=type(failure).__name__)
