"""What people are told about their turns over days: notices, calls in the channel, elapsed time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import discord
from discord.ext import tasks
from simcord import MemberActor

from tests.cogs.club import Club
from tests.cogs.players import words_of


def stop_rounds(club: Club) -> None:
    """Stop the bot's periodic tasks; over days there would be thousands of rounds."""
    for each in club.bot.cogs.values():
        for rounds in vars(each).values():
            if isinstance(rounds, tasks.Loop):
                rounds.cancel()


async def look_at_what_is_due(club: Club) -> None:
    """Run the bot's check of due work once, without other periodic tasks."""
    await one_round(club, "DueNotices")


async def one_round(club: Club, *cogs: str) -> None:
    """Run one round of these cogs, without other periodic tasks."""
    stop_rounds(club)
    for name in cogs:
        cog: Any = club.bot.get_cog(name)
        await cog.task.coro(cog)
    await club.env.settle()


async def pass_by(club: Club, **span: float) -> None:
    """Advance the clock, and check the due work at the end."""
    await look_at_what_is_due(club)
    club.env.backend.advance_clock(timedelta(**span).total_seconds())
    await look_at_what_is_due(club)


async def wait_until(club: Club, zone: str, text: str) -> None:
    """Advance the clock, with a check every hour, until the local time of a zone is this."""
    then = datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
    assert then > club.env.now()
    await look_at_what_is_due(club)
    while (left := then - club.env.now()) > timedelta():
        club.env.backend.advance_clock(min(left, timedelta(hours=1)).total_seconds())
        await look_at_what_is_due(club)


async def set_clock(club: Club, zone: str, text: str) -> None:
    """Set the clock, before anything with a deadline has begun, and stop the periodic tasks."""
    stop_rounds(club)
    then = datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
    club.env.backend.advance_clock((then - club.env.now()).total_seconds())


def dms(member: MemberActor, words: str = "your turn in") -> list[discord.Message]:
    """Return the DMs to a person with these words."""
    channel = member.user.dm_channel
    return [post for post in channel.history() if words in words_of(post)] if channel else []


def pings(club: Club, since: int = 0) -> list[list[int]]:
    """Return the users mentioned by each message since a request, without messages that mention nobody."""
    sent = [each.json for each in club.env.http_requests[since:] if each.method == "POST"]
    named = [
        (each.get("allowed_mentions") or {}).get("users") or []
        for each in sent
        if isinstance(each, dict) and each.get("nonce")
    ]
    return [[int(user) for user in users] for users in named if users]


def calls(club: Club, member: MemberActor) -> list[discord.Message]:
    """Return the posts in the channel that mention a person."""
    return [post for post in club.channel.history() if words_of(post).startswith(f"<@{member.id}>:")]


async def on_turn(club: Club) -> tuple[MemberActor, MemberActor]:
    """Return the member on turn in the channel's match, and the other one."""
    match_view = await club.match_view(None)
    (seat,) = match_view.awaited
    members = club.members(match_view.match)
    return members[seat], members[1 - seat]


async def end_turn(club: Club) -> None:
    """Let the member on turn end it."""
    member, _ = await on_turn(club)
    await member.slash(club.channel, "papyrus end-turn")
