"""The users invited to a match: parsed from typed text, and looked up on the server."""

from __future__ import annotations

import re
from collections.abc import Sequence

import discord

from bot.engine.errors import Refusal
from bot.matches.model import Person
from cogs.kit.client import Interaction
from cogs.kit.layout import fit
from cogs.kit.replies import person_of
from cogs.kit.sight import UNKNOWN_MEMBER, UNKNOWN_USER

_NAMED = re.compile(r"<@!?([0-9]{1,19})>|([0-9]{15,19})")
"""A mention of a user, or an id alone."""


def named_users(words: str) -> list[int]:
    """Return the ids of the named users, each once. Raises `Refusal` for a word that is not a user."""
    rest = _NAMED.sub("", words).replace(",", " ").strip()
    if rest:
        raise Refusal.translated(
            "{words} names no person. Mention the people to invite, one after the other: @Ann @Ben.",
            words=fit(rest, 40),
        )
    return mentioned(words)


def mentioned(words: str) -> list[int]:
    """Return the ids of the named users, each once, and skip all other words."""
    return [*dict.fromkeys([int(found[1] or found[2]) for found in _NAMED.finditer(words)])]


async def invited_people(interaction: Interaction, words: str) -> Sequence[Person]:
    """Return the invited users, with the names that others see. Raises `Refusal`."""
    people = [await _invited(interaction, user) for user in named_users(words)]
    await check_invitable(interaction, people)
    return people


async def check_invitable(
    interaction: Interaction, people: Sequence[Person], there: Sequence[int] = ()
) -> None:
    """Raise `Refusal` for users who accept no invitations, none from the asker, or who may not play with
    those `there`.

    All give the same words after the same work.
    """
    blocks, by = interaction.client.blocks, interaction.user.id
    blocked, users = await blocks.store.of(by), [person.user for person in people]
    invitable = await interaction.client.seating_policy.invitable(by, users, there)
    for person in people:
        if person.user in blocked:
            raise Refusal.translated("You have blocked {player}. /me unblock ends that.", player=person.name)
        if person.user not in invitable:
            raise Refusal.translated("{player} takes no invitations at present.", player=person.name)


async def _invited(interaction: Interaction, user: int) -> Person:
    if user == interaction.user.id:
        raise Refusal.translated("You have a seat anyway: name the others.")
    member = await member_of(interaction, user)
    if member is None:
        raise Refusal.translated("{player} is not on this server, so no seat can be kept.", player=user)
    if member.bot:
        raise Refusal.translated(
            "{player} is a bot. A computer player gets a seat by the menu of the lobby.",
            player=person_of(member).name,
        )
    return person_of(member)


async def member_of(interaction: Interaction, user: int) -> discord.Member | None:
    """Return a member of the asker's server; None where there is none."""
    if interaction.guild is None:
        return None
    try:
        return await interaction.guild.fetch_member(user)
    except discord.NotFound as failure:
        if failure.code not in (UNKNOWN_MEMBER, UNKNOWN_USER):
            raise
        return None
