"""Access to matches named by id: for their players, and for users who can see their channel."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.base.ids import MatchId
from bot.engine.errors import Refusal
from bot.matches.errors import NoMatchHere
from bot.matches.model import MatchInfo
from bot.matches.outbox import TryLater
from cogs.kit.client import Interaction
from cogs.kit.sight import Channel, UnseenError, channel_of, granted_in, sees_there

NAMED = "match"
"""The key of an interaction's data for the match of its control, until the asker is admitted to it."""


VERB = "verb"
"""The key of an interaction's data for the verb of its control."""


def check_blocks(interaction: Interaction) -> None:
    """Raise a `Refusal` for an asker whom a part allows nothing, such as a user blocked by an operator."""
    command = interaction.command
    root = command.root_parent if isinstance(command, app_commands.Command) else None
    if getattr(root, "name", interaction.extras.get(VERB)) in interaction.client.hooks.open_to_all:
        return
    for check in interaction.client.hooks.checks:
        check(interaction)


async def admit_presser(interaction: Interaction) -> None:
    """Check, after deferring, that the asker may see the match. Raises `NoMatchHere`."""
    if match := interaction.extras.pop(NAMED, ""):
        await admitted(interaction, match)


async def admitted(interaction: Interaction, match: MatchId, *, tidying: bool = False) -> MatchInfo:
    """Return the match with an id from a user or a control.

    Raises `NoMatchHere`, with the same sentence for a missing match and one that the asker cannot see;
    `Unavailable`, and a `Refusal` where Discord does not answer. With `tidying`, moderators of its server are
    admitted too when its channel is gone.
    """
    info = interaction.client.service.known(match)
    if info is None and match.isascii() and match.isalnum():
        try:
            info = await interaction.client.service.info(match)
        except NoMatchHere:
            info = None
    if info is None or not await sees(interaction, info, tidying=tidying):
        raise NoMatchHere.translated(
            "There is no such match, or you cannot see its channel. Only its players, and people on"
            " its server who can see its channel, can see a match."
        )
    for check in interaction.client.hooks.match_checks:
        check(info)
    return info


async def sees(interaction: Interaction, info: MatchInfo, *, tidying: bool = False) -> bool:
    """Whether the asker may see a match: it is theirs, or they can see its channel on its server.

    With `tidying`, also moderators of its server when its channel is gone. Raises `Refusal` where Discord
    does not answer.
    """
    if is_party(info, interaction.user.id):
        return True
    seen = await sees_channel(interaction, info.guild, info.channel)
    return tidying and await moderates(interaction, info) if seen is None else seen


def is_party(info: MatchInfo, user: int) -> bool:
    """Whether a user plays in a match, hosts it, or is asked to join: they can see it from anywhere."""
    asked = info.match_terms.proposal.offered_to if info.match_terms.proposal else 0
    return bool(user) and user in (*info.persons, *info.match_terms.invited, info.host, asked)


async def sees_channel(interaction: Interaction, guild: int | None, channel: int) -> bool | None:
    """Whether the asker is on a server and can see a channel there; None where the channel is gone.

    Raises `Refusal` where Discord does not answer.
    """
    asker = interaction.user
    if guild is None or interaction.guild_id != guild or not isinstance(asker, discord.Member):
        return False
    if interaction.channel_id == channel:
        return True
    try:
        seen = await channel_of(interaction.client, guild, channel)
        return None if seen is None else await sees_there(interaction.client, seen, asker)
    except UnseenError:
        return False
    except TryLater:
        raise _unanswered() from None


def _unanswered() -> Refusal:
    return Refusal.translated(
        "Discord does not say at present who can see the channel of that match. Nothing was changed; try"
        " again in a minute."
    )


async def moderates(interaction: Interaction, info: MatchInfo) -> bool:
    """Whether the asker can moderate a match: does not play in it, and may manage messages in its channels.

    Those are its own and its home channel, from which its players have moved it. The asker can be anywhere.
    Raises `Refusal` where Discord does not answer.
    """
    if info.has_interest(interaction.user.id):
        return False
    channels = {info.channel, info.match_terms.home or info.channel}
    if interaction.guild_id != info.guild:
        return False
    return all([await manages(interaction, each) for each in channels])


def manages_server(interaction: Interaction) -> bool:
    """Whether the asker may manage the server of the interaction."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


async def manages(interaction: Interaction, channel: int) -> bool:
    """Whether the asker may manage messages in a channel of this server, or manage the server.

    For a deleted channel, whether they may manage messages on the whole server; for one that the bot may not
    see, whether they may manage the server. Raises `Refusal` where Discord does not answer.
    """
    asker, client = interaction.user, interaction.client
    if interaction.guild_id is None or not isinstance(asker, discord.Member):
        return False
    if channel == interaction.channel_id:
        granted = interaction.permissions
        return granted.manage_messages or granted.manage_guild
    everywhere = asker.guild_permissions
    if everywhere.manage_guild:
        return True
    try:
        there: Channel | None = await channel_of(client, interaction.guild_id, channel)
        granted = everywhere if there is None else await granted_in(client, there, asker)
    except UnseenError:
        return False
    except TryLater:
        raise _unanswered() from None
    return granted.manage_messages
