"""Invitations: seats reserved for two days, challenges from a user's menu, private matches."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.matches.model import Stage
from tests.cogs.calls import dms, pings
from tests.cogs.club import SMALL, Club
from tests.cogs.matches.test_waiting import days, lobby
from tests.cogs.players import click, said, words_of


async def invite(club: Club, *others: Any, **words: Any) -> str:
    """Let Ann open a match with seats reserved for these."""
    named = " ".join(each.mention for each in others)
    given = {"game": "papyrus", "options": SMALL, "invite": named, **words}
    return said(await club.ann.slash(club.channel, "match new", **given))


async def test_a_seat_is_reserved_and_the_match_begins_when_the_invited_player_joins(club: Club) -> None:
    """In German, Ben's language as the bot has seen it."""
    club.speaks(club.ann, "de")
    club.speaks(club.ben, "de")
    await club.ben.slash(club.channel, "me show")  # so that the bot knows their language
    told = await invite(club, club.ben)
    assert club.ben.name in told
    info = await club.here()
    assert (info.names, info.match_terms.invited, info.wanted) == (("Ann", "Ben"), (club.ben.id,), 2)
    assert "kept for others" in said(await club.cleo.slash(club.channel, "match join"))
    (dm,) = dms(club.ben, "Ann lädt dich ein")
    assert "begonnen" in said(await click(club.ben.user, dm, "Ich spiele mit"))
    assert (await club.here()).stage is Stage.PLAYING


async def test_a_decline_by_dm_or_in_the_channel_frees_the_seat(club: Club) -> None:
    await invite(club, club.ben, club.cleo)
    assert (await club.here()).wanted == 3
    (dm,) = dms(club.ben, "invites you")
    await click(club.ben.user, dm, "Decline")
    await click(club.cleo, lobby(club), "Leave")
    info = await club.here()
    assert (info.names, info.match_terms.invited) == (("Ann",), ())
    await club.dan.slash(club.channel, "match join")
    assert (await club.here()).names == ("Ann", "Dan")


async def test_after_two_days_the_seat_is_free_also_after_a_restart(club: Club) -> None:
    await invite(club, club.ben)
    await days(club, 1.9)
    assert (await club.here()).match_terms.invited == (club.ben.id,)
    await club.restart()
    await days(club, 0.2)
    info = await club.here()
    assert (info.names, info.stage) == (("Ann",), Stage.LOBBY)
    assert "2. *free*" in words_of(lobby(club)).replace("\\", "")
    await click(club.ben, lobby(club), "Ready")  # nobody else was faster
    assert (await club.here()).stage is Stage.PLAYING


async def test_an_invited_player_without_dms_is_called_in_the_channel(club: Club) -> None:
    club.close_dms(club.ben)
    await club.cleo.slash(club.channel, "me notices", where="channel")
    since = len(club.env.http_requests)
    await invite(club, club.ben, club.cleo)
    assert pings(club, since) == [[club.ben.id], [club.cleo.id]]
    assert "a seat is reserved for you in the lobby above" in words_of(club.channel.history()[-1])
    assert (await club.here()).match_terms.invited == (club.ben.id, club.cleo.id)


async def test_an_impossible_invitation_is_refused_and_opens_nothing(
    club: Club, subtests: pytest.Subtests
) -> None:
    robot = club.member("Robbie", bot=True)
    refusals = {
        "nobody": "nobody names no person",
        club.ann.mention: "You have a seat anyway",
        robot.mention: "is a bot",
        "<@123456789012345678>": "is not on this server",
        " ".join(each.mention for each in (club.ben, club.cleo, club.dan)): "you have named 3",
    }
    for named, sentence in refusals.items():
        with subtests.test(named):
            told = said(
                await club.ann.slash(club.channel, "match new", game="papyrus", seats=2, invite=named)
            )
            assert sentence in told
            assert club.channel.history() == []


async def test_each_games_own_command_invites_also_into_a_thread_of_a_busy_channel(club: Club) -> None:
    await club.ann.slash(club.channel, "papyrus new", invite=club.ben.mention)
    assert (await club.here()).match_terms.invited == (club.ben.id,)
    new = {"game": "papyrus", "options": SMALL, "invite": club.ben.mention}
    page = (await club.ann.slash(club.channel, "match new", **new)).response
    await click(club.ann, page, "Open it in a thread")
    (thread,) = club.channel.threads
    assert (await club.service.in_channel(thread.id)).match_terms.invited == (club.ben.id,)


async def test_a_private_match_shows_who_may_watch_and_only_players_are_in_its_thread(club: Club) -> None:
    await invite(club, club.ben, private=True)
    (thread,) = club.channel.threads
    made = [each.json["type"] for each in club.env.http_requests if each.path.endswith("/threads")]
    assert made == [discord.ChannelType.private_thread.value]
    assert "Private: those in this thread" in words_of(thread.history()[-1])
    added = [each.path for each in club.env.http_requests if "thread-members" in each.path]
    assert {path.rsplit("/", 1)[-1] for path in added} == {str(club.ann.id), str(club.ben.id)}


async def test_a_challenge_is_two_taps_and_a_profile_one(club: Club) -> None:
    assert "You have a seat anyway" in said(await club.ann.context_menu(club.channel, "Challenge", club.ann))
    assert club.channel.history() == []
    asked = await club.ann.context_menu(club.channel, "Challenge", club.ben)
    assert "A challenge" in said(asked)
    await club.ann.select(asked.response, ["papyrus"])
    info = await club.here()
    assert (info.host, info.match_terms.invited) == (club.ann.id, (club.ben.id,))
    assert len(dms(club.ben, "invites you")) == 1
    profile = said(await club.ann.context_menu(club.channel, "Profile", club.ben))
    assert "Ben has not finished a match yet" in profile
