"""`/match replace`: offers a seat to another user, in the channel and by DM."""

from __future__ import annotations

from contextlib import suppress

import discord
from discord import app_commands

from bot.base.ids import MatchId
from bot.base.language import gettext, messages
from bot.engine.errors import Refusal
from bot.engine.sentences import listed
from bot.matches.model import MatchInfo
from bot.matches.outbox import TryLater
from bot.people.notices import back, hard_to_keep
from bot.people.reading import in_words
from cogs.kit.client import Client, Interaction
from cogs.kit.clock_words import clock_told, stamp
from cogs.kit.controls import DANGER, SUCCESS, ComponentId, button
from cogs.kit.layout import OutgoingMessage, message_of, rows, safe, text
from cogs.kit.replies import (
    answer,
    defer,
    person,
    person_of,
    publish_pending_elsewhere,
    request_of,
    suggesting,
)
from cogs.kit.sight import moderates
from cogs.matches.group import ANY_WORD, named
from cogs.matches.inviting import check_invitable
from cogs.matches.proposals import ProposalCommands, number_of, seat_named
from cogs.publishing.publisher import Publisher

# The clock of a match for a new player, and the question to players who may miss it.


_WHY = messages("matches", "doubts", dict[str, str])


async def doubt(bot: Client, info: MatchInfo, user: int) -> str:
    """Return the setting that may keep a user from playing in time; "" for none.

    Also "" where a missed deadline has no effect.
    """
    terms = info.match_terms.clock_terms
    if terms.kind == "none" or terms.at_zero == "remind":
        return ""
    preferences, now = await bot.people.preferences(user), bot.clock()
    leave = info.match_terms.leave_allowed
    why = hard_to_keep(preferences, terms.seconds + terms.grace, now, leave=leave)
    if not why:
        return ""
    returns, quiet = back(preferences, now), preferences.quiet
    return gettext(
        _WHY[why],
        day=stamp(returns, "D") if returns else "",
        begin=in_words(quiet.begin) if quiet else "",
        end=in_words(quiet.end) if quiet else "",
    )


def compose_joined(info: MatchInfo, told: str, why: str) -> OutgoingMessage:
    """Return the answer to a user who has taken a seat, with the question whether they keep it."""
    words = "\n".join([told, why, gettext("Do you want to play all the same?")])
    controls = [
        button(gettext("I stay"), ComponentId("stay", info.id), SUCCESS),
        button(gettext("Leave"), ComponentId("leave", info.id), DANGER),
    ]
    return message_of(text(words), *rows(controls))


def compose_offered(info: MatchInfo, number: int, why: str) -> OutgoingMessage:
    """Return the question to a user who is about to take a seat of a running match."""
    words = "\n".join([clock_told(info), why, gettext("Do you take the seat all the same?")])
    controls = [
        button(
            gettext("Take the seat"), ComponentId("takeseat", info.id, path=(str(number), "sure")), SUCCESS
        ),
        button(gettext("No"), ComponentId("noseat", info.id, path=(str(number),))),
    ]
    return message_of(text(words), *rows(controls))


class ReplaceCommands(ProposalCommands):
    """The `/match` command that offers a seat to another user, its buttons, and `/match answer`."""

    @app_commands.command()
    @app_commands.describe(
        seat="The player of the seat", player="The person who gets it; the bot asks them first"
    )
    async def replace(
        self, interaction: Interaction, seat: ANY_WORD, player: discord.Member | discord.User
    ) -> None:
        """Offer a seat to another person; unless it is yours its player, or the others, must agree."""
        await defer(interaction)
        info = await self.here(interaction)
        if player.bot:
            raise Refusal.translated("A bot cannot take a seat. Choose a person.")
        if not isinstance(player, discord.Member):
            raise Refusal.translated(
                "{player} is not on this server, and a seat is offered to its members only. Invite them"
                " first.",
                player=player.display_name,
            )
        there = () if info.anonymous else info.persons  # else a refusal would tell who is there
        await check_invitable(interaction, [person_of(player)], there)
        after = await self.service.substitutions.offer(
            info.id,
            interaction.user.id,
            seat_named(info, seat),
            person_of(player),
            moderator=await moderates(interaction, info),
            request=request_of(interaction),
        )
        await answer(interaction, _asked(after, safe(person_of(player).name)))
        await self.bot.publish_pending(info.id)

    @app_commands.command(name="answer")
    @app_commands.describe(agree="Whether you agree; False withdraws your own proposal")
    async def answer_proposal(self, interaction: Interaction, agree: bool) -> None:
        """Agree to a proposal in this match or an offer to you, or refuse it."""
        await defer(interaction)
        info = await self.here(interaction)
        proposal = info.match_terms.proposal
        if proposal is None or not proposal.offered_to:
            await self.answer_for(interaction, info.id, agree=agree, number=None)
        elif agree:
            await self._take(interaction, info.id, proposal.number)
        else:
            await self._decline(interaction, info.id, proposal.number)

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

    async def press_takeseat(self, interaction: Interaction, press: ComponentId) -> None:
        """Take the seat that this post offers."""
        await defer(interaction)
        await self._take(interaction, press.match, number_of(press), sure=press.path[1:] == ("sure",))

    async def press_noseat(self, interaction: Interaction, press: ComponentId) -> None:
        """Refuse the seat that this post offers, or withdraw the offer."""
        await defer(interaction)
        await self._decline(interaction, press.match, number_of(press))

    async def _take(
        self, interaction: Interaction, match: MatchId, number: int, *, sure: bool = False
    ) -> None:
        before, who = await self.service.info(match), person(interaction)
        proposal = before.match_terms.proposal
        if not sure and proposal is not None and proposal.offered_to == who.user:
            why = await doubt(self.bot, before, who.user)
            if why:
                await answer(interaction, compose_offered(before, number, why))
                return
        after = await self.service.substitutions.take(
            match, who, number=number, request=request_of(interaction)
        )
        seat = after.seat_of(who.user)
        assert seat is not None
        await answer(
            interaction,
            gettext(
                "You have seat {seat} from now on. `/hand` and the Play button under the board show"
                " you your hand and your controls.",
                seat=seat + 1,
            )
            + f"\n{clock_told(after)}".rstrip(),
        )
        await self.bot.publish_pending(match)
        if user := before.seats[seat].user:
            with suppress(TryLater, Refusal):  # the controls in the former holder's DM answer kindly
                await self.bot.cog(Publisher).turns.bring_up_to_date(match, user)

    async def _decline(self, interaction: Interaction, match: MatchId, number: int) -> None:
        info = await self.service.info(match)
        await self.service.substitutions.decline(
            match,
            interaction.user.id,
            number=number,
            moderator=await moderates(interaction, info),
            request=request_of(interaction),
        )
        await answer(interaction, gettext("The seat stays with its player."))
        await publish_pending_elsewhere(interaction, match)


def _asked(info: MatchInfo, other: str) -> str:
    """Return the answer to the user who has offered a seat: who is asked now."""
    proposal, where = info.match_terms.proposal, f"<#{info.channel}>"
    assert proposal is not None, "it has just been made"
    if proposal.offered_to:
        return gettext(
            "{player} is asked in {channel}. Until they have taken the seat nothing changes; from then on the"
            " match is not rated.",
            player=other,
            channel=where,
        )
    names = listed([safe(info.names[seat]) for seat in proposal.needed])
    if proposal.needed != (proposal.seat,):
        return gettext(
            "{players} are asked in {channel} whether they agree; then {player} is offered the seat.",
            players=names,
            channel=where,
            player=other,
        )
    return gettext(
        "{holder} is asked in {channel} to agree; then {player} is offered the seat. While the match waits"
        " for {holder}, you can ask again after a day: after two reminders without an answer the others"
        " decide.",
        holder=names,
        channel=where,
        player=other,
    )
