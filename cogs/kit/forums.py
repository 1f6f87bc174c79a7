"""A server's forum for matches: each match is a post in it, with tags for its game and its stage.

The ids of the tags are in the server's settings, so no tag is looked up by name. `cogs.publishing.publisher`
changes them when a match begins and when it ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import discord
import structlog

from bot.base.language import N_, gettext, speaking
from bot.base.languages.catalogues import codes, language
from bot.engine.errors import Refusal
from bot.matches.outbox import TryLater
from cogs.kit.client import Client
from cogs.kit.layout import fit
from cogs.kit.refusals import DISCORD_FAULTS, noted
from cogs.kit.sight import UnseenError, channel_of

MOST_TAGS: Final = 20
"""The most tags of a forum, by Discord's limit."""
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

    The ids are by the keys of games and stages. A tag that was made in another language, or that a manager
    has renamed since, is used again. Where tags cannot be made, the existing ones are used.
    """
    there = {tag.name: tag.id for tag in forum.available_tags}
    known = (await bot.servers.settings(forum.guild.id)).tags
    tags = {key: tag for key, tag in known.items() if tag in there.values()}
    wanted = {**STAGES, **{key: game.name for key, game in bot.games.items()}}
    spoken = [await bot.languages.of_server(forum.guild.id), *map(language, codes())]
    room = MOST_TAGS - len(there)
    for key, words in wanted.items():
        names = []
        for each in spoken:
            with speaking(each):
                names.append(fit(gettext(words), TAG))
        made = next((there[name] for name in names if name in there), None)
        if made is not None:
            tags.setdefault(key, made)
        elif key not in tags and room > 0:
            try:
                tags[key] = (await forum.create_tag(name=names[0])).id
                room -= 1
            except DISCORD_FAULTS as failure:
                noted(failure)
                log.info("a tag cannot be made", forum=forum.id, reason=type(failure).__name__)
                room = 0
    return {key: tags[key] for key in wanted if key in tags}


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
