"""Matches that end quickly, for tests of what follows from results."""

from __future__ import annotations

import itertools
from typing import Any

import discord
from simcord import ChannelHandle, MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.games.papyrus.rules.actions import Preset
from bot.matches.model import MatchInfo, Person
from bot.parts.ratings.service import RatingService
from tests.cogs.club import SMALL, Club
from tests.cogs.players import click, said
from tests.cogs.quickly import open_quickly
from tests.cogs.skirmish import picked

_CHANNELS = itertools.count(900_000_000_000_000_000)
_LABELS = itertools.count()


async def beaten(club: Club, winner: MemberActor, loser: MemberActor, *, options: str = SMALL) -> MatchInfo:
    """Let the winner open a match of Papyrus, the loser join and resign, all by commands and buttons."""
    await winner.slash(club.channel, "match new", game="papyrus", seats=2, options=options)
    await loser.slash(club.channel, "match join")
    await winner.slash(club.channel, "match start")
    await picked(club, winner, loser)
    await resigned(club, loser)
    return await club.here()


async def resigned(club: Club, member: MemberActor) -> None:
    """Let a player resign, with the confirmation."""
    asked = await member.slash(club.channel, "match resign")
    await click(member, asked.response, "Yes, resign")


async def many_beaten(club: Club, *pairs: tuple[Person, Person], guild: int | None = None) -> None:
    """Play matches of these winners and losers on the service, in other channels."""
    service = club.service
    for winner, loser in pairs:
        label = f"beaten {next(_LABELS)}"
        options = {"squad": "2", "width": "8", "height": "6"}
        where = {"guild": guild or 0, "channel": next(_CHANNELS)}
        info = await open_quickly(club, winner, loser, options=options, **where)
        for player in (winner, loser):
            preset = Preset("balanced")
            await service.play.act(
                info.id, player.user, [preset], version=None, request=f"{label} {player.user}"
            )
        await service.play.resign(info.id, loser.user, request=f"{label} resign")
        await club.bot.services.of(RatingService).take_in(info.id)
    store = club.stores[-1]
    await store.settle([each.delivery.id for each in await store.pending()])  # without notifications


async def shown(club: Club, member: MemberActor, command: str, **options: Any) -> Any:
    """Return the private answer to a command."""
    asked = await member.slash(club.channel, command, **options)
    said(asked)
    return asked.response


def person(member: MemberActor) -> Person:
    """Return a member as the match service knows them."""
    return Person(member.id, member.name)


def keeper(club: Club) -> MemberActor:
    """Return a member who may manage the server."""
    role = club.guild.create_role("Keeper", permissions=discord.Permissions(manage_guild=True))
    return club.guild.add_member(club.env.create_user("Max"), roles=[role])


def moderator_of(club: Club, channel: ChannelHandle, member: MemberActor) -> MemberActor:
    """Let a member manage messages in this channel only."""
    allowed = discord.Permissions(manage_messages=True).value
    rule = Overwrite(target_id=member.id, type=OverwriteType.MEMBER, allow=allowed, deny=0)
    club.env.backend.set_overwrite(channel.id, rule)
    return member


async def ended(club: Club) -> None:
    """Let a moderator end the match of the channel, with the confirmation."""
    max_ = keeper(club)
    question = (await max_.slash(club.channel, "match end")).response
    await click(max_, question, "Yes, end it")
