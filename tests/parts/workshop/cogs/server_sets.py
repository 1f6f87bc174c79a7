"""Helpers for the card sets and maps of a server."""

from __future__ import annotations

import discord
from simcord import ChannelHandle, InteractionResult, MemberActor

from tests.cogs.club import Club
from tests.cogs.players import click
from tests.parts.workshop.sets.uploads import HERONS


async def add(
    club: Club, member: MemberActor, content: bytes = HERONS, name: str = "reed.toml"
) -> InteractionResult:
    return await member.slash(club.channel, "cards add", file=(name, content))


async def removed(club: Club, max_: MemberActor, key: str = "reed") -> None:
    """Let Max remove a card set, with the confirmation."""
    asked = await max_.slash(club.channel, "cards remove", set=key)
    await click(max_, asked.response, "Yes, remove it")


async def begun_with_reed(club: Club) -> None:
    """Let Ann and Ben begin a match of Arclash with the cards of the set "reed"."""
    await club.ann.slash(club.channel, "arclash new", seats=2, cards="reed")
    await club.ben.slash(club.channel, "match join")
    await club.ann.slash(club.channel, "match start")


def stranger_of(club: Club) -> tuple[MemberActor, ChannelHandle]:
    """Return a member who manages another server, and a channel there."""
    elsewhere = club.env.create_guild("Elsewhere")
    role = elsewhere.create_role("Keeper", permissions=discord.Permissions(manage_guild=True))
    stranger = elsewhere.add_member(club.env.create_user("Fay"), roles=[role])
    return stranger, elsewhere.create_text_channel("room")
