"""What Discord refuses: for each code the bot does what its table says, and tells the one who can help."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from simcord.backend.models import Channel

from bot.base.metrics import REGISTRY
from bot.matches.outbox import TryLater
from cogs.kit.client import AnswerLost
from cogs.kit.refusals import MEANINGS, Does, Refused, failed, is_lost, meaning_of
from tests.cogs.club import Club
from tests.cogs.players import board_post, said, words_of
from tests.cogs.skirmish import begun


def refusal(code: int, status: int = 403, text: str = "no") -> discord.HTTPException:
    answer: Any = SimpleNamespace(status=status, reason="Forbidden")
    return discord.HTTPException(answer, {"code": code, "message": text})


def test_a_server_error_and_a_rate_limit_are_temporary_whatever_their_code_is() -> None:
    for status in (429, 500, 502, 503, 504, 520):
        assert meaning_of(refusal(50013, status)).does is Does.LATER
        found = failed(refusal(0, status), 7, posting=True)
        assert isinstance(found, TryLater)
        assert found.doubtful == (status != 429), "after a server error the post may be there"
    for fault in (aiohttp.ServerDisconnectedError(), TimeoutError(), AnswerLost(), OSError()):
        assert is_lost(fault)
        assert isinstance(failed(fault, 7), TryLater)


def test_an_unknown_code_is_the_operators_and_names_itself() -> None:
    found = failed(refusal(99999, 400), 7)
    assert isinstance(found, Refused)
    assert "code 99999" in found.sentence
    assert "<#7>" in found.sentence


POSTS = {
    10003: "The channel of this match was deleted",
    20009: "explicit content",
    30007: "webhooks",
    30033: "as many members",
    40005: "larger than Discord allows",
    50001: "View Channel",
    50008: "Choose a text channel",
    50009: "verification level",
    50013: "Send Messages",
    50024: "Choose a text channel",
    50035: "code 50035",
    50095: "limited this bot's account",
    60003: "two-factor",
    160002: "Read Message History",
    160005: "is locked",
    200000: "AutoMod",
    240000: "harmful",
}
"""What the host reads after a post was refused with a code."""


@pytest.mark.parametrize("code", POSTS)
async def test_a_refused_post_is_explained_to_the_host_and_made_again_later(club: Club, code: int) -> None:
    """Nothing of it is lost, and moderators read in the log channel what only they can solve."""
    club.env.backend.guilds[club.guild.id].owner_id = club.ann.id
    await club.ann.slash(club.channel, "table logs", channel=club.other)
    member = await begun(club)
    path = f"/channels/{club.channel.id}/messages"
    club.env.inject_error("POST", path, status=403, code=code, message="no", times=None)
    before = len(club.channel.history())
    logged = len(club.other.history())
    await member.slash(club.channel, "papyrus end-turn")
    assert len(club.channel.history()) == before
    dms = [words_of(post) for post in club.ann.user.dm_channel.history()]
    (told,) = [words for words in dms if "Nothing is lost" in words]
    assert POSTS[code] in told
    moderators = [words_of(post) for post in club.other.history()[logged:]]
    assert [POSTS[code] in each for each in moderators] == [True] * MEANINGS[code].for_moderators
    club.allow_again()
    await club.env.advance_time(120)
    assert "Round 1" in words_of(board_post(club))
    assert len(club.channel.history()) == before + 1


THREADS = {
    10003: "no longer exists",
    20031: "a word of the name",
    30033: "as many members",
    50001: "View Channel",
    50013: "Create Public Threads",
    50024: "Choose a text channel",
    160006: "as many open threads as Discord allows",
    160007: "announcement channels",
    200001: "AutoMod",
}


@pytest.mark.parametrize("code", THREADS)
async def test_a_refused_thread_is_explained_to_the_asker_and_no_match_is_opened(
    club: Club, code: int
) -> None:
    path = f"/channels/{club.channel.id}/threads"
    club.env.inject_error("POST", path, status=403, code=code, message="no", times=None)
    told = said(await club.ann.slash(club.channel, "match new", game="papyrus", thread=True))
    assert THREADS[code] in told
    assert await club.service.open_matches_on(club.guild.id) == []
    club.allow_again()
    told = said(await club.ann.slash(club.channel, "match new", game="papyrus", thread=True))
    assert "the lobby is open in" in told
    assert len(club.channel.threads) == 1


async def test_a_private_thread_whose_guest_cannot_be_added_is_taken_away_and_says_who(club: Club) -> None:
    path = f"/channels/*/thread-members/{club.ben.id}"
    club.env.inject_error("PUT", path, status=403, code=50001, message="no", times=None)
    asked = {"game": "papyrus", "private": True, "invite": f"<@{club.ben.id}>"}
    told = said(await club.ann.slash(club.channel, "match new", **asked))
    assert "I cannot take Ben into a private thread here" in told
    assert club.channel.threads == []
    assert await club.service.open_matches_on(club.guild.id) == []


async def test_an_announcement_channel_gets_the_thread_that_discord_takes_there(
    club: Club, faults_expected: list[str]
) -> None:
    faults_expected.append("KeyError")  # SimCord does not know these threads; the request is what counts
    channel: Channel = club.env.backend.get_channel(club.channel.id)
    channel.type = discord.ChannelType.news.value
    await club.restart()
    told = said(await club.ann.slash(club.channel, "match new", game="papyrus", private=True))
    assert "no private threads in announcement channels" in told
    await club.ann.slash(club.channel, "match new", game="papyrus", thread=True)
    made = [
        each.json for each in club.env.http_requests if each.path == f"/channels/{club.channel.id}/threads"
    ]
    assert [each["type"] for each in made] == [discord.ChannelType.news_thread.value]


async def test_a_locked_thread_is_called_locked_to_the_host_and_the_moderators(club: Club) -> None:
    club.env.backend.guilds[club.guild.id].owner_id = club.ann.id
    await club.ann.slash(club.channel, "table logs", channel=club.other)
    asked = {"game": "papyrus", "seats": 2, "thread": True}
    await club.ben.slash(club.channel, "match new", **asked)
    (thread,) = club.channel.threads
    stored = club.env.backend.get_channel(thread.id)
    stored.thread_metadata.locked = stored.thread_metadata.archived = True
    club.env.inject_error("*", f"/channels/{thread.id}/messages*", status=400, code=50083, times=None)
    club.env.inject_error("PATCH", f"/channels/{thread.id}", status=403, code=50013, times=None)
    (info,) = await club.service.open_matches_on(club.guild.id)
    await club.service.lobby.join(info.id, SimpleNamespace(user=club.cleo.id, name="Cleo"), request="joined")
    await club.publish(info.id)
    for channel in (club.ben.user.dm_channel, club.other):
        (told,) = [words for post in channel.history() if "Nothing is lost" in (words := words_of(post))]
        assert "is locked. Somebody with the permission Manage Threads can unlock it" in told


async def test_refusals_are_counted_by_what_the_bot_does(club: Club) -> None:
    def counted(does: Does) -> float:
        labels = {"does": does.value}
        return REGISTRY.get_sample_value("tablepost_discord_refusals_total", labels) or 0

    before = {does: counted(does) for does in Does}
    club.env.inject_error("POST", f"/channels/{club.channel.id}/threads", status=403, code=160006, times=1)
    await club.ann.slash(club.channel, "match new", game="papyrus", thread=True)
    assert counted(Does.PARK) == before[Does.PARK] + 1
    assert counted(Does.LATER) == before[Does.LATER]
