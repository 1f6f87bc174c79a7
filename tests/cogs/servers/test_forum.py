"""A forum for matches: each match is a post with tags, closed at the end; an ordinary move costs no call."""

from __future__ import annotations

from typing import Any

from bot.matches.model import Person
from tests.cogs.club import SMALL, Club
from tests.cogs.league import keeper
from tests.cogs.players import said, words_of


async def forum_of(club: Club, name: str = "matches") -> Any:
    made = club.guild.create_forum_channel(name)
    await club.env.settle()
    return made


async def tags_of(club: Club, post: int) -> list[str]:
    """Return the names of the tags on a post, sorted."""
    channel: Any = club.bot.get_channel(post)
    return sorted(tag.name for tag in channel.applied_tags)


async def test_a_match_is_a_post_whose_tags_follow_it(club: Club) -> None:
    """They are in the language of the server."""
    boss, forum = keeper(club), await forum_of(club)
    await boss.slash(club.channel, "table language", language="de")
    told = said(await boss.slash(club.channel, "table forum", channel=forum))
    assert f"**Forum** <#{forum.id}>" in told
    await club.ann.slash(club.channel, "match new", game="papyrus", seats=2, options=SMALL)
    (info,) = await club.service.open_matches()
    post: Any = club.bot.get_channel(info.channel)
    assert post.parent_id == forum.id
    assert await tags_of(club, info.channel) == ["Lobby", "Papyrus"]
    await club.service.lobby.join(info.id, Person(club.ben.id, club.ben.name), request="join")
    await club.service.lobby.start(info.id, club.ann.id, request="start")
    await club.publish(info.id)
    assert await tags_of(club, info.channel) == ["Läuft", "Papyrus"]
    before = len(club.env.http_requests)
    view = await club.service.match_view(info.id, club.ann.id)
    await club.service.play.act(info.id, club.ann.id, [view.legal[0]], version=None, request="move")
    await club.publish(info.id)
    changed = [each for each in club.env.http_requests[before:] if each.path == f"/channels/{info.channel}"]
    assert changed == [], "a plain move makes no call for it"
    await club.service.play.resign(info.id, club.ben.id, request="over")
    await club.publish(info.id)
    patched = [each.json for each in club.env.http_requests[before:] if each.method == "PATCH"]
    assert any(isinstance(each, dict) and each.get("archived") for each in patched), "it is closed"


async def test_a_forum_is_set_twice_removed_and_deleted(club: Club) -> None:
    """Its tags are made once.

    Without a forum matches are opened where they are requested; a deleted one is refused.
    """
    boss, forum = keeper(club), await forum_of(club)
    await boss.slash(club.channel, "table forum", channel=forum)
    channel: Any = club.bot.get_channel(forum.id)
    first = {tag.name for tag in channel.available_tags}
    await boss.slash(club.channel, "table forum", channel=forum)
    assert {tag.name for tag in channel.available_tags} == first
    assert len(channel.available_tags) == len(first) <= 20

    settings = await club.bot.servers.settings(club.guild.id)
    await club.bot.servers.set_forum(club.guild.id, 1, settings.tags)
    told = said(await club.ann.slash(club.channel, "match new", game="papyrus", seats=2, options=SMALL))
    assert "no longer exists" in told
    assert await club.service.open_matches() == []

    assert "Forum** none" in said(await boss.slash(club.channel, "table forum"))
    await club.ann.slash(club.channel, "match new", game="papyrus", seats=2, options=SMALL)
    (info,) = await club.service.open_matches()
    assert info.channel == club.channel.id
    assert words_of(club.channel.history()[-1])


async def test_a_tag_is_made_once_whatever_the_language_or_name_it_has_now(club: Club) -> None:
    """No other language of the server, no forgotten setting and no name of a manager doubles it."""
    boss, forum = keeper(club), await forum_of(club)
    await boss.slash(club.channel, "table forum", channel=forum)
    channel: Any = club.bot.get_channel(forum.id)
    first = {tag.id: tag.name for tag in channel.available_tags}
    assert "Free table" in first.values()
    settings = await club.bot.servers.settings(club.guild.id)
    await boss.slash(club.channel, "table language", language="de")
    await boss.slash(club.channel, "table forum")
    await boss.slash(club.channel, "table forum", channel=forum)
    assert {tag.id: tag.name for tag in channel.available_tags} == first
    assert (await club.bot.servers.settings(club.guild.id)).tags == settings.tags
    own = channel.get_tag(settings.tags["playing"])
    own.name = "Running"
    await channel.edit(available_tags=channel.available_tags)
    await boss.slash(club.channel, "table forum", channel=forum)
    assert len(channel.available_tags) == len(first)


async def test_a_forum_without_permissions_is_refused_or_has_no_tags(club: Club) -> None:
    boss, closed, forum = keeper(club), await forum_of(club, "closed"), await forum_of(club)
    club.forbid(closed, "send_messages")
    club.forbid(forum, "manage_channels")
    await club.env.settle()
    assert "I need these permissions there: Create Posts" in said(
        await boss.slash(club.channel, "table forum", channel=closed)
    )
    assert (await club.bot.servers.settings(club.guild.id)).forum == 0
    assert "I could not make all tags there" in said(
        await boss.slash(club.channel, "table forum", channel=forum)
    )
    await club.ann.slash(club.channel, "match new", game="papyrus", seats=2, options=SMALL)
    (info,) = await club.service.open_matches()
    assert await tags_of(club, info.channel) == []
