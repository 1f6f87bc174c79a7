"""Places of a user-installed app: DMs, group DMs, and servers without the bot.

SimCord has servers with the bot and DMs with it. The other places differ as Discord documents it, in the
interaction's context, channel and authorizing integration owners.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord
from simcord import InteractionResult, MemberActor
from simcord.backend.serializers import member_payload, message_payload
from simcord.enums import InteractionType
from simcord.interactions import base_payload, build_options, nest_options, walk_to_subcommand

from tests.cogs.club import Club

GUILD, BOT_DM, PRIVATE_CHANNEL = 0, 1, 2
"""The contexts of an interaction."""
PERSONAL = 1
"""The integration type of a user-installed app."""
_SLASH, _ON_MESSAGE = 1, 3
_ID = 1_300_000_000_000_000_000


@dataclass(frozen=True)
class Place:
    """A place in which a person uses a user-installed app."""

    context: int
    channel: int
    """The type of its channel."""


DM = Place(BOT_DM, discord.ChannelType.private.value)
GROUP = Place(PRIVATE_CHANNEL, discord.ChannelType.group.value)
STRANGE_SERVER = Place(GUILD, discord.ChannelType.text.value)
"""A server without the bot."""


async def slash_in(
    club: Club, member: MemberActor, place: Place, name: str, /, **options: Any
) -> InteractionResult:
    """Type a command of the user-installed app, in a place without the bot."""
    backend = club.env.backend
    root, *path = name.split()
    command: Any = backend.find_command(root, None, type=_SLASH)
    assert PERSONAL in command["integration_types"], f"/{root} is not there for who has installed the app"
    assert place.context in command["contexts"], f"/{root} is not offered there"
    leaf, nesting = walk_to_subcommand(command, path)
    channel = member.user.dm_channel
    given, _resolved = build_options(member.user, name, leaf, options, channel_id=channel.id)
    data = {"id": command["id"], "name": root, "type": _SLASH}
    data["options"] = nest_options(command, nesting, given)
    return await _send(club, member, InteractionType.APPLICATION_COMMAND, data, place)


async def press_in(
    club: Club,
    member: MemberActor,
    place: Place,
    shown: InteractionResult,
    control: dict[str, Any],
    *values: str,
) -> InteractionResult:
    """Use a control of an answer in such a place."""
    stored = club.env.backend.get_message(member.user.dm_channel.id, shown.response.id)
    data = {"custom_id": control["custom_id"], "component_type": control["type"]}
    extra = {"message": dict(message_payload(club.env.backend, stored))}
    if values:
        data["values"] = list(values)
    return await _send(club, member, InteractionType.MESSAGE_COMPONENT, data, place, extra, stored.id)


async def menu_in_dm(
    club: Club, member: MemberActor, name: str, message: Any, *, of: MemberActor | None = None
) -> InteractionResult:
    """Use a message command in the person's DM with the bot.

    With `of` it is forged for a message in that person's DM.
    """
    backend = club.env.backend
    command: Any = backend.find_command(name, None, type=_ON_MESSAGE)
    assert BOT_DM in command["contexts"]
    stored = backend.get_message((of or member).user.dm_channel.id, message.id)
    data = {"id": command["id"], "name": name, "type": _ON_MESSAGE, "target_id": str(message.id)}
    data["resolved"] = {"messages": {str(message.id): dict(message_payload(backend, stored))}}
    return await _send(club, member, InteractionType.APPLICATION_COMMAND, data, DM)


async def _send(
    club: Club,
    member: MemberActor,
    kind: InteractionType,
    data: dict[str, Any],
    place: Place,
    extra: dict[str, Any] | None = None,
    source: int | None = None,
) -> InteractionResult:
    result = emit(club, member, kind, data, place, extra, source)
    await club.env.settle()
    return result


def emit(
    club: Club,
    member: MemberActor,
    kind: InteractionType,
    data: dict[str, Any],
    place: Place,
    extra: dict[str, Any] | None = None,
    source: int | None = None,
) -> InteractionResult:
    """Send an interaction from such a place, and do not wait for its answer."""
    backend, channel = club.env.backend, member.user.dm_channel
    record, payload = base_payload(
        backend, type=kind, channel_id=channel.id, guild_id=None, user_id=member.id, data=data
    )
    record.source_message_id = source
    payload |= extra or {}
    payload["context"] = place.context
    payload["authorizing_integration_owners"] = {str(PERSONAL): str(member.id)}
    if place is not DM:
        payload["channel_id"] = str(_ID)
        payload["channel"] = {"id": str(_ID), "type": place.channel, "name": "elsewhere"}
    if place.context == GUILD:
        guild = backend.get_guild(club.guild.id)
        payload["guild_id"] = str(_ID + 1)
        payload["guild"] = {"id": str(_ID + 1), "locale": "en-US", "features": []}
        payload["member"] = {**member_payload(backend, guild, guild.members[member.id]), "permissions": "0"}
        payload["app_permissions"] = "0"
        payload["channel"] |= {"guild_id": str(_ID + 1), "position": 0, "parent_id": None, "nsfw": False}
        del payload["user"]
    backend.emit("INTERACTION_CREATE", payload)
    return InteractionResult(club.env, record)
