"""Proposals between players: undo, a draw, a pause, more time; and the answers to proposals."""

from __future__ import annotations

from typing import Literal

from discord import app_commands

from bot.base.ids import MatchId
from bot.base.language import gettext, ngettext
from bot.engine.errors import Refusal
from bot.engine.sentences import all_of
from bot.engine.spelling import name_key
from bot.games.game import Game
from bot.matches.errors import MatchRefusal
from bot.matches.loaded_match import PlayResult
from bot.matches.model import MatchInfo
from bot.matches.proposals import UndoOutlook
from bot.matches.terms import duration, read_span
from cogs.kit.client import Interaction
from cogs.kit.controls import PRIMARY, ComponentId, whole_number
from cogs.kit.layout import OutgoingMessage, compose_question, safe
from cogs.kit.replies import (
    answer,
    defer,
    defer_if_slow,
    defer_in_place,
    publish_pending_elsewhere,
    request_of,
    suggesting,
)
from cogs.kit.sentences import describe_facts, safe_names
from cogs.matches.group import ANY_WORD, MatchCommands, named
from cogs.publishing.proposals import at_stake, compose_at_stake, question

GIFTS = ("1 hour", "6 hours", "12 hours", "1 day", "2 days", "3 days", "7 days")
"""Times suggested by autocomplete; they can be typed in every language."""


class ProposalCommands(MatchCommands):
    """The `/match` commands that need several players' consent, and their buttons."""

    @MatchCommands.ask.command()
    async def undo(self, interaction: Interaction) -> None:
        """Undo your last action; the bot asks the others if they must agree."""
        await defer(interaction)
        info = await self.here(interaction)
        outlook = await self.service.proposals.undo_outlook(info.id, interaction.user.id)
        if outlook is None:
            await self._undo(interaction, info.id)
        else:
            await answer(interaction, compose_outlook(self.bot.game_of(info), info, outlook))

    @MatchCommands.ask.command(name="undo-turn")
    async def undo_turn(self, interaction: Interaction) -> None:
        """Take back all of your turn that you can take back without asking."""
        await defer(interaction)
        info, request = await self.here(interaction), request_of(interaction)
        change = self.service.proposals.undo_turn(info.id, interaction.user.id, request=request)
        await self._tell(interaction, await change)

    async def press_askundo(self, interaction: Interaction, press: ComponentId) -> None:
        """Ask for the undo of this preview."""
        await defer_in_place(interaction)
        await self._undo(interaction, press.match, number_of(press))

    async def _undo(self, interaction: Interaction, match: MatchId, count: int | None = None) -> None:
        user, request = interaction.user.id, request_of(interaction)
        await self._tell(
            interaction, await self.service.proposals.undo(match, user, count=count, request=request)
        )

    @MatchCommands.ask.command()
    async def draw(self, interaction: Interaction) -> None:
        """Offer a draw, or agree to an offered draw."""
        await defer(interaction)
        info = await self.here(interaction)
        if not await self.service.proposals.draw_ends(info.id, interaction.user.id):
            await self._propose(interaction, info.id, "draw")
            return
        question = gettext(
            "End the match as a draw? Nobody else is asked after you; computers judge for themselves."
        )
        await answer(
            interaction, compose_question(question, gettext("Yes, a draw"), ComponentId("draw", info.id))
        )

    async def press_draw(self, interaction: Interaction, press: ComponentId) -> None:
        """Offer the draw that ends the match, after confirmation."""
        await defer_in_place(interaction)
        await self._propose(interaction, press.match, "draw")

    @MatchCommands.ask.command()
    async def pause(self, interaction: Interaction) -> None:
        """Ask the others for a pause, in which no clock runs; or agree to theirs."""
        await defer(interaction)
        await self._propose(interaction, (await self.here(interaction)).id, "pause")

    @MatchCommands.ask.command()
    async def resume(self, interaction: Interaction) -> None:
        """Continue a paused match."""
        await defer(interaction)
        info = await self.here(interaction)
        played = await self.service.proposals.resume(
            info.id, interaction.user.id, request=request_of(interaction)
        )
        await self._tell(interaction, played)

    @MatchCommands.ask.command(name="time")
    @app_commands.describe(
        player="The player who gets more time", time='The time, such as "12 hours" or "2 days"'
    )
    async def give_time(self, interaction: Interaction, player: ANY_WORD, time: ANY_WORD) -> None:
        """Give an opponent more time."""
        await defer(interaction)
        info = await self.here(interaction)
        to, seconds = seat_named(info, player), read_span(time)
        played = await self.service.proposals.give_time(
            info.id, interaction.user.id, to, seconds, request=request_of(interaction)
        )
        if played.repeated:
            told = gettext("That time has been given already.")
        else:
            given = duration(seconds)
            told = gettext("You have given {player} {time} more.", player=safe(info.names[to]), time=given)
        await answer(interaction, told)
        await self.bot.publish_pending(info.id)

    @give_time.autocomplete("player")
    @suggesting
    async def _suggest_player(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        info = await self.here(interaction)
        seats = [
            (holder.called, str(seat + 1))
            for seat, holder in enumerate(info.seats)
            if holder.user not in (0, interaction.user.id) and typed.lower() in holder.called.lower()
        ]
        return named(seats)

    @give_time.autocomplete("time")
    @suggesting
    async def _suggest_time(self, _interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        begun, gifts = typed.strip(), [(duration(read_span(each)), each) for each in GIFTS]
        return named(
            [(name, each) for name, each in gifts if name.startswith(begun) or each.startswith(begun)]
        )

    async def press_agree(self, interaction: Interaction, press: ComponentId) -> None:
        """Agree to the proposal of this post."""
        await defer(interaction)
        await self.answer_for(interaction, press.match, agree=True, number=number_of(press))

    async def press_refuse(self, interaction: Interaction, press: ComponentId) -> None:
        """Refuse the proposal of this post."""
        await defer(interaction)
        await self.answer_for(interaction, press.match, agree=False, number=number_of(press), other=True)

    async def press_unask(self, interaction: Interaction, press: ComponentId) -> None:
        """Withdraw the asker's own proposal."""
        await defer(interaction)
        await self.answer_for(interaction, press.match, agree=False, number=number_of(press), own=True)

    async def press_stake(self, interaction: Interaction, press: ComponentId) -> None:
        """Show all that a proposed undo would take back."""
        await defer_if_slow(interaction)
        info = await self.service.info(press.match)
        lines = await at_stake(self.bot, info, number_of(press))
        await answer(interaction, compose_at_stake(self.bot.game_of(info), lines))

    async def _propose(
        self, interaction: Interaction, match: MatchId, kind: Literal["draw", "pause"]
    ) -> None:
        played = await self.service.proposals.propose(
            match, interaction.user.id, kind, request=request_of(interaction)
        )
        await self._tell(interaction, played)

    async def answer_for(
        self,
        interaction: Interaction,
        match: MatchId,
        *,
        agree: bool,
        number: int | None,
        own: bool = False,
        other: bool = False,
    ) -> None:
        """Answer for the asker. `own` and `other` say whose button it is: the proposer's or the others'."""
        if own or other:
            await self._check_whose(match, interaction.user.id, own=own)
        played = await self.service.proposals.answer(
            match, interaction.user.id, agree=agree, number=number, request=request_of(interaction)
        )
        await self._tell(interaction, played)

    async def _check_whose(self, match: MatchId, user: int, *, own: bool) -> None:
        info = await self.service.info(match)
        proposal, seat = info.match_terms.proposal, info.seat_of(user)
        if proposal is None or seat is None:
            return  # the service reports the error
        if own and seat != proposal.by:
            who = info.names[proposal.by]
            raise MatchRefusal.translated("Only {player} can take this back; you can refuse it.", player=who)
        if not own and seat == proposal.by:
            raise MatchRefusal.translated("You have asked for this yourself; you can take it back.")

    async def _tell(self, interaction: Interaction, played: PlayResult) -> None:
        """Tell the result to the asker, and publish it."""
        match_view = played.match_view
        told = describe_facts(self.bot.game_of(match_view.match), played.facts, match_view)
        await answer(interaction, "\n".join(told) or stands(played))
        await publish_pending_elsewhere(interaction, match_view.match.id)


def compose_outlook(game: Game, info: MatchInfo, outlook: UndoOutlook) -> OutgoingMessage:
    """Return the actions that an undo would take back, with the button that asks for it."""
    names = safe_names(info)
    told = [
        ngettext("{number} action of {player}", "{number} actions of {player}", number, player=names[seat])
        for seat, number in sorted(outlook.counts.items(), key=lambda each: each[0] != outlook.seat)
    ]
    words = [gettext("This would take back {actions}.", actions=all_of(told))]
    if back_to := game.wording.moment(outlook.before):
        words.append(gettext("Back to: **{turn}**.", turn=back_to))
    if outlook.asked:
        asked = all_of([names[seat] for seat in outlook.asked])
        words.append(gettext("Has to agree: {players}.", players=asked))
    label = gettext("Ask for it") if outlook.asked else gettext("Take it back")
    press = ComponentId("askundo", info.id, path=(str(outlook.counts.total()),))
    return compose_question(" ".join(words), label, press, style=PRIMARY)


def seat_named(info: MatchInfo, words: str) -> int:
    """Return the seat with a typed number or player's name. Raises `Refusal`."""
    given = name_key(words)
    if given.isdecimal() and 1 <= int(given) <= len(info.seats):
        return int(given) - 1
    seats = [seat for seat, name in enumerate(info.names) if name_key(name) == given]
    if len(seats) != 1:
        names = ", ".join(info.names)
        raise Refusal.translated(
            "Name one of the players: {players}; or the number of a seat.", players=names
        )
    return seats[0]


def stands(played: PlayResult) -> str:
    """Return the private answer to a proposal or an answer that has no public result yet."""
    info = played.match_view.match
    if info.stage.ended:
        return gettext("The match is ended without a result.")
    pending, settled, seat = info.match_terms.proposal, info.match_terms.settled, played.match_view.seat
    names = safe_names(info)
    if played.repeated:
        return gettext("This was done already.")
    if pending is not None and pending.offered_to:
        return gettext("You agree.")
    if pending is not None:
        waits = ", ".join(names[each] for each in pending.open_to)
        asked = question(pending, names, viewer=seat) if seat == pending.by else gettext("You agree.")
        between = "\n" if "\n" in asked else " "
        return f"{asked}{between}{gettext('Has to agree: {players}.', players=waits)}"
    if settled is not None and settled.result == "withdrawn":
        return gettext("You have taken it back.")
    return gettext("You do not agree, so nothing comes of it.")


def number_of(press: ComponentId) -> int:
    """Return the number of the proposal of a button."""
    return whole_number(press.first)
