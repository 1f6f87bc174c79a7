"""A match named by its id is shown only to its players, and to those who can see its channel."""

from __future__ import annotations

import discord
import pytest
from simcord import ChannelHandle, MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.matches.model import Person
from tests.cogs.club import Club
from tests.cogs.players import said

HIDDEN = "There is no such match, or you cannot see its channel."


async def replayed(member: MemberActor, channel: ChannelHandle, match: str, **options: object) -> str:
    """Return the answer to a request for a match's former boards by its id."""
    return said(await member.slash(channel, "match past replay", match=match, **options))


def hide(club: Club, channel: ChannelHandle, *, but_for: tuple[MemberActor, ...]) -> None:
    """Make a channel visible only to these people and the bot."""
    club.forbid(channel, "view_channel")
    seen = discord.Permissions(view_channel=True, send_messages=True, attach_files=True).value
    for user in (*(member.id for member in but_for), club.bot.user.id):  # type: ignore[union-attr]
        rule = Overwrite(target_id=user, type=OverwriteType.MEMBER, allow=seen, deny=0)
        club.env.backend.set_overwrite(channel.id, rule)


async def test_a_match_in_a_hidden_channel_is_answered_like_a_missing_one(club: Club) -> None:
    hide(club, club.channel, but_for=(club.ann, club.ben))
    match = await club.started(club.ben)
    refused = await replayed(club.cleo, club.other, match.id)
    assert refused.startswith(HIDDEN)
    assert refused == await replayed(club.cleo, club.other, "abcdefghjkmn")
    assert refused == await replayed(club.cleo, club.other, "../../x")
    for other in ({"mine": True}, {"film": True}, {"action": "1"}):
        assert await replayed(club.cleo, club.other, match.id, **other) == refused
    club.service._repository.cache.drop(match.id)  # as if it was not read for a long time
    assert refused == await replayed(club.cleo, club.other, match.id)
    brought = said(await club.cleo.slash(club.other, "match move", match=match.id))
    assert brought.startswith(HIDDEN)
    assert await club.cleo.autocomplete(club.other, "match move", "match", "") == []


async def test_players_see_their_match_from_anywhere(club: Club) -> None:
    hide(club, club.channel, but_for=(club.ann,))
    await club.ann.slash(club.channel, "match new", game="papyrus", seats=2, options="squad=2")
    match = await club.here()
    await club.service.lobby.join(match.id, Person(club.ben.id, "Ben"), word="", request="ben")
    await club.ann.slash(club.channel, "match start")
    assert "before the first action" in await replayed(club.ben, club.other, match.id)


async def test_a_member_who_sees_the_channel_sees_its_match_from_another(club: Club) -> None:
    """On another server, and after the channel is deleted, only its players see it."""
    match, shown = await club.started(club.ben), "before the first action"
    assert shown in await replayed(club.cleo, club.other, match.id)
    elsewhere = club.env.create_guild("Elsewhere")
    hall = elsewhere.create_text_channel("hall")
    zoe = elsewhere.add_member(club.env.create_user("Zoe"))
    ben = elsewhere.add_member(club.ben.user)
    assert (await replayed(zoe, hall, match.id)).startswith(HIDDEN)
    assert shown in await replayed(ben, hall, match.id)
    club.env.backend.delete_channel(club.channel.id)
    await club.env.settle()
    assert (await replayed(club.cleo, club.other, match.id)).startswith(HIDDEN)
    assert shown in await replayed(club.ben, club.other, match.id)


@pytest.mark.parametrize("private", [False, True])
async def test_a_match_in_a_private_thread_is_visible_to_its_members(club: Club, private: bool) -> None:
    kind = discord.ChannelType.private_thread if private else discord.ChannelType.public_thread
    parent = club.bot.get_channel(club.channel.id)
    assert isinstance(parent, discord.TextChannel)
    made = await parent.create_thread(name="nook", type=kind)
    for member in (club.ann, club.dan):
        await made.add_user(discord.Object(member.id))
    await club.env.settle()
    (nook,) = club.channel.threads
    await club.ann.slash(nook, "match new", game="papyrus", seats=2, options="squad=2")
    match = await club.service.in_channel(made.id)
    told = await replayed(club.dan, club.other, match.id)
    assert "has not begun" in told
    assert (await replayed(club.cleo, club.other, match.id)).startswith(HIDDEN) == private
