"""`/match replace`: the host gives a player's seat to another person, who is asked in the channel."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

import discord
from discord import app_commands

from bot.engine.errors import Refusal
from bot.engine.language import gettext
from bot.matches.errors import MatchRefusal
from bot.matches.model import MatchId, MatchInfo, Person
from bot.matches.outbox import TryLater
from cogs.kit.admission import moderates
from cogs.kit.client import Handler, Interaction
from cogs.kit.controls import ComponentId, whole_number
from cogs.kit.layout import safe
from cogs.kit.replies import answer, defer, person, publish_pending_elsewhere, request_of, suggesting
from cogs.matches.agreements import seat_named
from cogs.matches.group import ANY_WORD, MatchCommands, named
from cogs.matches.keeping_time import clock_told, compose_offered, doubt
from cogs.publishing.publisher import Publisher


class ReplaceCommands(MatchCommands):
    """The `/match` command that offers a seat to another person, and the buttons to answer."""

    def handlers(self) -> Mapping[str, Handler]:
        """Return what answers the buttons under an offer."""
        return {**super().handlers(), "takeseat": self.press_take_seat, "noseat": self.press_no_seat}

    @app_commands.command()
    @app_commands.describe(seat="Whose seat", player="Who is to have it; they are asked first")
    async def replace(self, interaction: Interaction, seat: ANY_WORD, player: discord.Member) -> None:
        """Offer a player's seat to somebody else; for the host and for moderators of the server."""
        await defer(interaction)
        info = await self.here(interaction)
        if player.bot:
            raise Refusal.translated("A bot cannot take a seat. Choose a person.")
        await self.service.agreements.offer_seat(
            info.id,
            interaction.user.id,
            seat_named(info, seat),
            Person(player.id, player.display_name),
            moderator=_moderates(interaction, info),
            request=request_of(interaction),
        )
        await answer(
            interaction,
            gettext(
                "{player} is asked in {channel}. Until they have taken the seat nothing changes; from then on"
                " the match is not rated.",
                player=safe(player.display_name),
                channel=f"<#{info.channel}>",
            ),
        )
        await self.bot.publish_pending(info.id)

    @replace.autocomplete("seat")
    @suggesting
    async def _suggest_seat(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        info = await self.here(interaction)
        return named(
            [
                (gettext("{player}, seat {seat}", player=name, seat=seat + 1), str(seat + 1))
                for seat, name in enumerate(info.names)
                if seat not in info.match_terms.resigned and typed.lower() in name.lower()
            ]
        )

    async def press_take_seat(self, interaction: Interaction, press: ComponentId) -> None:
        """Take the seat that this post offers."""
        await defer(interaction)
        before = await self.service.info(press.match)
        proposal = before.match_terms.proposal
        if proposal is None or proposal.kind != "seat" or proposal.number != _number(press):
            raise MatchRefusal.translated("This offer of a seat is not open any more.")
        who = person(interaction)
        why = await doubt(self.bot, before, who.user)
        if why and who.user == proposal.user and press.path[1:] != ("sure",):
            await answer(interaction, compose_offered(before, proposal.number, why))
            return
        after = await self.service.agreements.take_seat(press.match, who, request=request_of(interaction))
        seat = after.seat_of(who.user)
        assert seat is not None
        await answer(
            interaction,
            gettext(
                "You have seat {seat} from now on. `/hand` and the Play button under the board show you what"
                " is yours.",
                seat=seat + 1,
            )
            + f"\n{clock_told(after)}".rstrip(),
        )
        await self.bot.publish_pending(press.match)
        await self._close_dm(press.match, before.seats[seat].user)

    async def press_no_seat(self, interaction: Interaction, press: ComponentId) -> None:
        """Refuse the seat that this post offers, or take the offer back."""
        await defer(interaction)
        info = await self.service.info(press.match)
        await self.service.agreements.decline_seat(
            press.match,
            interaction.user.id,
            number=_number(press),
            moderator=_moderates(interaction, info),
            request=request_of(interaction),
        )
        await answer(interaction, gettext("The seat stays with the one who has it."))
        await publish_pending_elsewhere(interaction, press.match)

    async def _close_dm(self, match: MatchId, user: int) -> None:
        """Take the controls off the DM of who had the seat before; where that fails they answer kindly."""
        with suppress(TryLater, Refusal):
            if user:
                await self.bot.cog(Publisher).turns.bring_up_to_date(match, user)


def _number(press: ComponentId) -> int:
    return whole_number("".join(press.path[:1]))


def _moderates(interaction: Interaction, info: MatchInfo) -> bool:
    return moderates(interaction) and interaction.guild_id == info.guild
