"""The scheduled event of a server that announces the start of a tournament."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

import discord

from bot.base.language import N_, gettext
from bot.parts.tournaments.model import Tournament
from cogs.kit.client import Client
from cogs.kit.layout import fit
from cogs.kit.refusals import DISCORD_FAULTS, Refused, failed
from cogs.kit.sight import UnseenError, channel_of, server_of
from cogs.kit.threads import once
from cogs.tournaments.words import title_of

NAME, PLACE = 100, 100
"""The most characters of an event's name, and of its place."""
LASTS: Final = timedelta(hours=1)
"""The duration given to Discord, which requires one; the event is deleted when the tournament begins."""
_EXTERNAL, _SERVER_ONLY = 3, 2
"""Discord's numbers for an event outside of voice channels, and for one that only the server sees."""
_HIDDEN = N_("Not everybody sees the channel of the tournament.")
_GONE = N_("The channel of the tournament no longer exists.")
_MAY_NOT = N_("I may not create events on this server. I need the permission Create Events.")
_SAYS: Final = {50013: _MAY_NOT, 50001: _MAY_NOT}


class StartEvents:
    """Makes, updates and deletes the events for the starts of tournaments, at most one for each."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    async def bring_up_to_date(self, tournament: Tournament, known: int, *, sought: bool) -> int:
        """Update the event of a tournament; return its id, 0 for none.

        `known` and `sought` are as in `bot.parts.tournaments.running.Venue.event`. Raises `TryLater` or
        `Undeliverable`.
        """
        try:
            return await self._bring(tournament, known, sought=sought)
        except discord.NotFound:
            return 0  # a person has deleted it
        except DISCORD_FAULTS as failure:
            raise failed(failure, tournament.channel, says=_SAYS) from None

    async def _bring(self, tournament: Tournament, known: int, *, sought: bool) -> int:
        guild, http = tournament.guild, self.bot.http
        event = known or (await self._made(tournament) if sought else 0)
        if tournament.stage != "open" or tournament.starts_at is None:
            if event:
                await http.delete_scheduled_event(guild, event)
            return 0
        told = self._told(tournament)
        if event:
            await http.edit_scheduled_event(guild, event, **told)
            return event
        await self._check_place(tournament)

        async def make() -> int:
            made = await http.create_guild_scheduled_event(
                guild, privacy_level=_SERVER_ONLY, entity_type=_EXTERNAL, **told
            )
            return int(made["id"])

        async def find() -> int | None:
            return await self._made(tournament) or None

        return await once(make, find)

    async def _check_place(self, tournament: Tournament) -> None:
        """Raise `Undeliverable` where the event must not or cannot be made.

        Everybody on the server sees an event, but not always the channel of the tournament. A lacking
        permission is found before the call, because Discord counts refused calls.
        """
        guild = await server_of(self.bot, tournament.guild)
        try:
            place = await channel_of(self.bot, tournament.guild, tournament.channel)
        except UnseenError:
            raise Refused(_HIDDEN) from None
        if place is None:
            raise Refused(_GONE)
        if not place.permissions_for(guild.default_role).view_channel:
            raise Refused(_HIDDEN)
        if guild.me is not None and not guild.me.guild_permissions.create_events:
            raise Refused(_MAY_NOT)

    async def _made(self, tournament: Tournament) -> int:
        """Return the event that was made before a stop; 0 for none."""
        assert self.bot.user is not None, "who makes events has logged in"
        name = self._name(tournament)
        for each in await self.bot.http.get_scheduled_events(tournament.guild, False):
            if (each["name"], int(each.get("creator_id") or 0)) == (name, self.bot.user.id):
                return int(each["id"])
        return 0

    def _told(self, tournament: Tournament) -> dict[str, Any]:
        assert tournament.starts_at is not None, "it begins by itself"
        where = f"https://discord.com/channels/{tournament.guild}/{tournament.channel}"
        return {
            "name": self._name(tournament),
            "description": gettext("Enter by the button under its post, or by /tournament join."),
            "scheduled_start_time": tournament.starts_at.isoformat(),
            "scheduled_end_time": (tournament.starts_at + LASTS).isoformat(),
            "entity_metadata": {"location": where[:PLACE]},
        }

    def _name(self, tournament: Tournament) -> str:
        """Return the name of the event, which no other tournament of the server has."""
        return fit(f"{self.bot.title_of(tournament.plans.game)}: {title_of(tournament)}", NAME)
