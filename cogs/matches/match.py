"""The `/match` commands: those that all games share.

Discord allows 25 commands and groups in a group, and one level of groups. So requests to the others are
`/match ask`, and views of the past `/match past`; commands that begin a match, play it and end it are at the
top level.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

from discord import app_commands
from discord.ext import commands

from bot.base.ids import MatchId
from bot.base.language import N_, gettext
from bot.engine.errors import Refusal
from bot.matches.errors import WrongStage
from bot.matches.model import MatchInfo, Stage
from bot.matches.play import may_end_alone, not_alone
from bot.people.service import LONGEST_NOTE
from cogs.kit.client import Client, Interaction
from cogs.kit.clock_words import clock_told
from cogs.kit.controls import PRIMARY, ComponentId
from cogs.kit.layout import OutgoingMessage, compose_question, message_of, safe, text
from cogs.kit.replies import (
    answer,
    defer,
    defer_if_slow,
    defer_in_place,
    defer_in_place_if_slow,
    offer,
    person,
    request_of,
    show,
    suggesting,
)
from cogs.kit.sentences import describe_facts, weighed_lines
from cogs.kit.sight import moderates
from cogs.matches.group import ANY_WORD, MatchCommands
from cogs.matches.history import PastCommands
from cogs.matches.lobby_options import LobbyOptionCommands
from cogs.matches.move import MoveCommands
from cogs.matches.new import OpeningCommands
from cogs.matches.opening_form import NewMatchForm
from cogs.matches.proposals import stands
from cogs.matches.quick_start import QuickStartCommands
from cogs.matches.rematch import RematchCommands
from cogs.matches.replace import ReplaceCommands, compose_joined, doubt
from cogs.play.screens import compose_position, draw_panel
from cogs.publishing.match_posts import compose_status

# The Nudge button on the panel of a waiting player.


class NudgeButton(MatchCommands):
    """Reminds the awaited players of a match, without the name of the asker."""

    async def press_nudge(self, interaction: Interaction, press: ComponentId) -> None:
        """Nudge the awaited players.

        All nudges have the same answer, because their settings are private.
        """
        await defer(interaction)
        users = await self.service.nudges.nudge(
            press.match, interaction.user.id, request=request_of(interaction)
        )
        info = await self.service.info(press.match)
        apart = await self.bot.blocks.apart((interaction.user.id, *users))
        for user in [each for each in users if frozenset((interaction.user.id, each)) not in apart]:
            await self.bot.people.nudge(user, info.id, info.version)
        await answer(
            interaction,
            gettext(
                "I remind the players to act once more, as soon as their settings allow it; they do"
                " not learn who asked."
            ),
        )


# `/match note`: a player's private note in a match.


class NoteCommands(MatchCommands):
    """The `/match` command for the asker's own note. Only the asker sees the answers."""

    @app_commands.command()
    @app_commands.describe(
        text="The text, up to 1,000 characters; it replaces your earlier note",
        delete="True to delete the note",
    )
    async def note(
        self,
        interaction: Interaction,
        text: app_commands.Range[str, 1, LONGEST_NOTE] = "",
        delete: bool = False,
    ) -> None:
        """Keep a note for yourself in this match, or read it; nobody else sees it."""
        await defer(interaction)
        info, user, people = await self.here(interaction), interaction.user.id, self.bot.people
        if text.strip():
            await people.write_note(user, info, text)
        elif delete:
            await people.write_note(user, info, "")
        kept = await people.note(user, info.id)
        if not kept:
            told = gettext("You keep no note in this match. `/match note text:` writes one.")
        else:
            told = gettext("Your note in this match, shown on your panel and to nobody else:")
            told += f"\n> {safe(kept)}"
        await answer(interaction, told)


WATCHING = N_(
    "You watch this match: I tell you by DM when its turn changes, at most once an hour, and how it ends."
    " `/match watch on:False` here stops that."
)
MUTED = N_(
    "You get no more notices of this match, except one before your time is up, if there is a clock."
    " Use the Play button under its board in this channel. `/match watch on:True` here turns the "
    "notices on again."
)


@app_commands.guild_only()
class Match(
    OpeningCommands,
    NewMatchForm,
    QuickStartCommands,
    LobbyOptionCommands,
    PastCommands,
    RematchCommands,
    ReplaceCommands,
    MoveCommands,
    NoteCommands,
    NudgeButton,
    commands.GroupCog,
    group_name="match",
    group_description="Open, join and manage matches",
):
    """Commands that mean the match of the channel they are typed in, and their buttons.

    The commands of every match from the lobby to its end; each further theme is a class in its own file.
    """

    @app_commands.command()
    @app_commands.describe(
        word="Your own word for the randomness, before the start",
        ready="Begin as soon as all seats are taken and all players are ready",
    )
    async def join(self, interaction: Interaction, word: ANY_WORD = "", ready: bool = False) -> None:
        """Take a seat in the match of this channel, or change your word."""
        await self._change(interaction, partial(self._join, word=word, ready=ready))

    @app_commands.command()
    async def leave(self, interaction: Interaction) -> None:
        """Give your seat back before the match begins."""
        await self._change(interaction, self._leave)

    @app_commands.command()
    async def start(self, interaction: Interaction) -> None:
        """Start the match when all seats are taken; only for its host."""
        await self._change(interaction, self._start)

    @app_commands.command(name="add-computer")
    @app_commands.describe(player="The computer player, or easy, normal or hard; default: normal")
    async def add_computer(self, interaction: Interaction, player: ANY_WORD = "") -> None:
        """Give a free seat to a computer player; for the host."""
        await self._change(interaction, partial(self._add_computer, player=player))

    @add_computer.autocomplete("player")
    @suggesting
    async def _suggest_computer(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        offered = self.service.lobby.computers.of((await self.here(interaction)).game)
        return offer((each.label, each.key) for each in offered if typed.lower() in each.label.lower())

    @app_commands.command()
    @app_commands.describe(text="The position in words instead of the picture")
    async def board(self, interaction: Interaction, text: bool = False) -> None:
        """See the board from your seat, with the controls."""
        await defer_if_slow(interaction)
        info = await self.here(interaction)
        match_view = await self.service.match_view(info.id, interaction.user.id)
        game = self.bot.game_of(info)
        if text:
            await answer(interaction, compose_position(game, match_view))
            return
        told = weighed_lines(game, match_view.recent, match_view)
        await answer(interaction, await draw_panel(self.bot, match_view, table=True, told=told))

    @app_commands.command()
    async def status(self, interaction: Interaction) -> None:
        """See the players, the options, and the player to act."""
        await defer_if_slow(interaction)
        info = await self.here(interaction)
        match_view = None
        if info.stage is not Stage.LOBBY:
            try:
                match_view = await self.service.match_view(info.id, interaction.user.id)
            except WrongStage:
                match_view = None  # of other rules, or ended before it began: the rest can still be told
        await answer(interaction, compose_status(self.bot.game_of(info), info, match_view, self.bot.hooks))

    @app_commands.command()
    async def resign(self, interaction: Interaction) -> None:
        """Give up your seat in the match of this channel."""
        await defer_if_slow(interaction)
        info = await self.here(interaction)
        if info.seat_of(interaction.user.id) is None:
            raise Refusal.translated("You have no seat in this match, so there is nothing to resign.")
        if info.stage is not Stage.PLAYING:
            raise WrongStage(
                gettext("The match has not begun: leave it instead with /match leave.")
                if info.stage is Stage.LOBBY
                else gettext("This match has ended already.")
            )
        question = gettext("Give up your seat? This cannot be undone.")
        await answer(
            interaction, compose_question(question, gettext("Yes, resign"), ComponentId("resign", info.id))
        )

    @app_commands.command()
    async def end(self, interaction: Interaction) -> None:
        """End the match without a result: its players together, a moderator, or the host of a lobby."""
        await defer_if_slow(interaction)
        await self._ask_for_end(interaction, await self.here(interaction))

    async def press_join(self, interaction: Interaction, press: ComponentId) -> None:
        """Handle the lobby's Join button."""
        await self._change(interaction, self._join, press.match)

    async def press_ready(self, interaction: Interaction, press: ComponentId) -> None:
        """Handle the lobby's Ready button."""
        await self._change(interaction, partial(self._join, ready=True), press.match)

    async def press_leave(self, interaction: Interaction, press: ComponentId) -> None:
        """Handle the lobby's Leave button."""
        await self._change(interaction, self._leave, press.match)

    async def press_start(self, interaction: Interaction, press: ComponentId) -> None:
        """Handle the lobby's Start button."""
        await self._change(interaction, self._start, press.match)

    async def press_computer(self, interaction: Interaction, press: ComponentId) -> None:
        """Handle the lobby's menu of computer players; in older posts it is a button."""
        await self._change(interaction, partial(self._add_computer, player=press.first), press.match)

    async def press_resign(self, interaction: Interaction, press: ComponentId) -> None:
        """Resign, after confirmation."""
        await defer_in_place(interaction)
        played = await self.service.play.resign(
            press.match, interaction.user.id, request=request_of(interaction)
        )
        told = describe_facts(self.bot.game_of(played.match_view.match), played.facts, played.match_view)
        await show(interaction, message_of(text("\n".join(told) or gettext("You have resigned."))))
        await self.bot.publish_pending(press.match)

    async def press_end(self, interaction: Interaction, press: ComponentId) -> None:
        """Ask whether to end the match: the button in the host's DM."""
        await defer_if_slow(interaction)
        await self._ask_for_end(interaction, await self.service.info(press.match))

    async def press_ended(self, interaction: Interaction, press: ComponentId) -> None:
        """End the match, after confirmation."""
        await defer_in_place(interaction)
        info = await self.service.info(press.match)
        user, moderator = interaction.user.id, await moderates(interaction, info)
        await self.service.play.end(press.match, user, moderator=moderator, request=request_of(interaction))
        await show(interaction, message_of(text(gettext("The match is ended without a result."))))
        await self.bot.publish_pending(press.match)

    async def press_together(self, interaction: Interaction, press: ComponentId) -> None:
        """Ask the other players to end the match."""
        await defer_in_place(interaction)
        played = await self.service.proposals.propose(
            press.match, interaction.user.id, "end", request=request_of(interaction)
        )
        await show(interaction, message_of(text(stands(played))))
        await self.bot.publish_pending(press.match)

    async def press_never(self, interaction: Interaction, _press: ComponentId) -> None:
        """Close the question without a change."""
        await defer_in_place_if_slow(interaction)
        await show(interaction, message_of(text(gettext("Nothing was changed."))))

    async def press_stay(self, interaction: Interaction, _press: ComponentId) -> None:
        """Keep the seat in spite of its clock."""
        await defer_in_place_if_slow(interaction)
        await show(interaction, message_of(text(gettext("You keep your seat."))))

    async def _change(
        self,
        interaction: Interaction,
        change: Callable[[Interaction, MatchId], Awaitable[str | OutgoingMessage]],
        match: MatchId | None = None,
    ) -> None:
        """Change a match, answer with what is told, and publish it; None means the match of the channel."""
        await defer(interaction)
        if match is None:
            match = (await self.here(interaction)).id
        await answer(interaction, await change(interaction, match))
        await self.bot.publish_pending(match)

    async def _join(
        self, interaction: Interaction, match: str, word: str = "", *, ready: bool = False
    ) -> str | OutgoingMessage:
        who = person(interaction)
        info = await self.service.lobby.join(
            match, who, word=word, ready=ready, request=request_of(interaction)
        )
        seat = info.seat_of(who.user)
        if info.stage is Stage.PLAYING:
            return begun_in_words(info, seat)
        assert seat is not None
        told = gettext("You have seat {seat} of {seats}.", seat=seat + 1, seats=info.wanted)
        if info.anonymous:
            told = gettext(
                "You have a seat; {taken} of {seats} are taken. Which one is yours is drawn at the start, and"
                " nobody else learns it before the end. I tell you by DM when it is your turn: keep your DMs"
                " open.",
                taken=len(info.seats),
                seats=info.wanted,
            )
        if ready:
            told = f"{told} {gettext('The match begins as soon as all seats are taken and all are ready.')}"
        word = info.seats[seat].word
        told = f"{told} {gettext('Your word is {word}.', word=safe(word))}" if word else told
        told = f"{told}\n{clock_told(info)}".rstrip()
        why = await doubt(self.bot, info, who.user)
        return compose_joined(info, told, why) if why else told

    async def _add_computer(self, interaction: Interaction, match: str, player: str) -> str:
        changed = await self.service.lobby.add_computer(
            match, interaction.user.id, player.lower(), request=request_of(interaction)
        )
        player = safe(changed.names[-1])
        return gettext("{player} has seat {seat}.", player=player, seat=len(changed.seats))

    async def _leave(self, interaction: Interaction, match: str) -> str:
        user = interaction.user.id
        info = await self.service.lobby.leave(match, user, request=request_of(interaction))
        for unseated in self.bot.hooks.unseated:
            await unseated(info, [user])
        if info.stage.ended:
            return gettext("You have left the match. It has no players any more, so the lobby is closed.")
        return gettext("You have left the match.")

    async def _start(self, interaction: Interaction, match: str) -> str:
        info = await self.service.lobby.start(match, interaction.user.id, request=request_of(interaction))
        return begun_in_words(info, info.seat_of(interaction.user.id))

    async def _ask_for_end(self, interaction: Interaction, info: MatchInfo) -> None:
        """Ask whether to end a match, or to propose it to the others. Raises `Refusal` for strangers."""
        if info.stage.ended:
            raise WrongStage.translated("This match has ended already.")
        user, playing = interaction.user.id, info.stage is Stage.PLAYING
        seat = info.seat_of(user)
        if may_end_alone(info, user) or await moderates(interaction, info):
            question = gettext("End the match for everybody, without a result? This cannot be undone.")
            ended = ComponentId("ended", info.id)
            await answer(interaction, compose_question(question, gettext("Yes, end it"), ended))
        elif playing and seat is not None and seat not in info.match_terms.resigned:
            await answer(interaction, _together_question(info))
        else:
            raise not_alone(info)

    @app_commands.command()
    @app_commands.describe(on="False: no notices about it, also for your own match")
    async def watch(self, interaction: Interaction, on: bool = True) -> None:
        """Get DMs about this match without playing in it; or mute your own."""
        await defer(interaction)
        info = await self.here(interaction)
        await answer(interaction, await self._followed(interaction.user.id, info, on))

    async def _followed(self, user: int, info: MatchInfo, on: bool) -> str:
        """Watch or mute a match, or stop that; return the answer. Raises `NothingToFollow`."""
        people, seated = self.bot.people, info.seat_of(user) is not None
        if seated and not on:
            await people.follow(user, info, "mute")
            return gettext(MUTED)
        if seated and await people.unfollow(user, info.id, "mute"):
            return gettext("I tell you again when it is your turn in this match.")
        if on:
            await people.follow(user, info, "watch")  # refuses players: they get its notices anyway
            return gettext(WATCHING)
        watched = await people.unfollow(user, info.id, "watch")
        return gettext("You no longer watch this match.") if watched else gettext("You did not watch it.")


def begun_in_words(info: MatchInfo, seat: int | None) -> str:
    """Return the answer to the user who has begun a match."""
    begun = gettext(
        "The match has begun. Play by the buttons under the board, or by {commands} commands.",
        commands=f"/{info.game}",
    )
    own = gettext("You are {player}.", player=info.names[seat]) if info.anonymous and seat is not None else ""
    return f"{begun} {own}".rstrip()


def _together_question(info: MatchInfo) -> OutgoingMessage:
    """Return the question to a player, who needs the others' consent, also as a moderator."""
    words = gettext("Ask the others to end the match without a result? It ends when all have agreed.")
    press = ComponentId("together", info.id)
    return compose_question(words, gettext("Yes, ask them"), press, style=PRIMARY)


IN_PAST: Final = {"group": "past"}
"""The extras of a command that belongs to `/match past`; the others belong to `/match`."""


class PartCommands(commands.Cog):
    """A cog of a part whose commands become subcommands of `/match`."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.service = bot.service
        self._added = list[tuple[app_commands.Group, str]]()

    async def cog_load(self) -> None:
        """Add the commands to their groups instead of the tree."""
        match = self.bot.cog(Match).app_command
        assert match is not None, "its commands are a group"
        for command in self.__cog_app_commands__:
            group: Any = match.get_command(command.extras["group"]) if "group" in command.extras else match
            group.add_command(command)
            self._added.append((group, command.name))
        self.__cog_app_commands__ = []

    async def cog_unload(self) -> None:
        """Take the commands away."""
        for group, name in self._added:
            group.remove_command(name)

    async def here(self, interaction: Interaction) -> MatchInfo:
        """Return the match of the channel. Raises `NoMatchHere`."""
        return await self.bot.cog(Match).here(interaction)


async def setup(bot: Client) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Match(bot))
