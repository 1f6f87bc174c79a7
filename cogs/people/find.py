"""`/find`: say what you would like to play and with how many; when enough have, the lobby opens.

A button of the post names the search alone. Who is on its list is kept by the bot (`bot.searches`), and only
who presses comes on it or goes.
"""

from __future__ import annotations

from datetime import timedelta

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine.errors import Refusal
from bot.engine.language import gettext, speaking
from bot.limits import Apart, wait_in_words
from bot.matches.model import MatchInfo, Person
from bot.registry import Game
from bot.searches import Search
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import OLD_BUTTON, SUCCESS, ComponentId, button, whole_number
from cogs.kit.layout import OutgoingMessage, message_of, rows, text
from cogs.kit.mailbox import Mailbox
from cogs.kit.replies import (
    DISCORD_FAULTS,
    answer,
    defer,
    defer_in_place,
    named_game,
    person_of,
    request_of,
    show,
    suggest_game,
    tell,
)
from cogs.matches.keeping_time import clock_told
from cogs.matches.opening import Wishes
from cogs.matches.permissions import check_allowed, check_may_post
from cogs.matches.quick_start import here_or_in_thread

BETWEEN = timedelta(minutes=10)
"""From one post of a person that asks for players to the next in the same channel."""


class Find(commands.Cog):
    """Finds players for a match."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._asked = Apart(bot.clock, BETWEEN)
        bot.handle("find", self.press_find)
        bot.handle("meet", self.press_meet)

    @app_commands.command(name="find")
    @app_commands.guild_only()
    @app_commands.describe(game="What you would like to play", players="With how many in all")
    async def find_players(
        self, interaction: Interaction, game: str, players: app_commands.Range[int, 2, 8] | None = None
    ) -> None:
        """Say what you would like to play; when enough others would too, the lobby opens."""
        await defer(interaction)
        await self._ask(interaction, game.lower(), players)

    find_players.autocomplete("game")(suggest_game)

    async def press_find(self, interaction: Interaction, press: ComponentId) -> None:
        """Ask for players of a game, from the help or where a channel is busy."""
        await defer(interaction)
        game, seats = (*press.path, "", "")[:2]
        await self._ask(interaction, game, whole_number(seats) or None)

    async def press_meet(self, interaction: Interaction, press: ComponentId) -> None:
        """Put who presses on the list, or take them off it; open the lobby when all are there."""
        await defer_in_place(interaction)
        if len(press.path) != 1 or interaction.channel_id is None:
            raise Refusal.translated(OLD_BUTTON)
        comes, user = press.slot == "in", interaction.user.id
        change = self.bot.searches.join if comes else self.bot.searches.leave
        search, changed = await change(press.path[0], interaction.channel_id, user)
        if not changed:
            await tell(interaction, _unchanged(comes=comes))
        elif len(search.users) < search.seats:
            with speaking(await self.bot.languages.of_place(interaction)):
                await show(interaction, compose_call(named_game(self.bot.games, search.game), search))
        else:
            await self._open(interaction, search)

    async def _ask(self, interaction: Interaction, key: str, players: int | None) -> None:
        game = named_game(self.bot.games, key)
        seats = players or game.rules.seats[0]
        channel = interaction.channel
        if not isinstance(channel, discord.abc.Messageable) or interaction.guild_id is None:
            raise Refusal.translated("Players are found on a server. Type /find in one of its channels.")
        if seats not in game.rules.seats:
            raise Refusal.translated(
                "{game} is for {fewest} to {most} players.",
                game=game.title,
                fewest=game.rules.seats[0],
                most=game.rules.seats[-1],
            )
        await check_allowed(self.bot, interaction)
        check_may_post(interaction, thread=False)
        user, here = interaction.user.id, channel.id
        if wait := self._asked.wait((user, here)):
            raise Refusal.translated(
                "You have asked in this channel already. You can ask here again in {wait}.",
                wait=wait_in_words(wait),
            )
        search = Search(_short(interaction.id), here, game.key, seats, (user,))
        with speaking(await self.bot.languages.of_place(interaction)):
            page = compose_call(game, search)
        self._asked.note((user, here))
        await self.bot.searches.begin(search)
        try:
            await channel.send(**page.to_send())
        except DISCORD_FAULTS:
            self._asked.forget((user, here))
            raise
        await answer(interaction, gettext("I have asked in this channel. You are called when all are there."))

    async def _open(self, interaction: Interaction, search: Search) -> None:
        """Open the lobby for all on the list, the first of them as its host, and call them."""
        try:
            game = named_game(self.bot.games, search.game)
            people = [await self._person(interaction, user) for user in search.users]
            wishes = Wishes(seats=len(people))
            info = await here_or_in_thread(self.bot, interaction, game, wishes, host=people[0])
        except Refusal:
            await self.bot.searches.reopen(search, interaction.user.id)
            raise
        request = request_of(interaction)
        for person in people[1:]:
            info = await self.bot.service.lobby.join(info.id, person, request=f"{request}.{person.user}")
        with speaking(await self.bot.languages.of_place(interaction)):
            await show(interaction, compose_found(game, info))
            await self.bot.publish_pending(info.id)
            await Mailbox(self.bot).post(info, compose_called(game, info), f"{info.id}.called")

    async def _person(self, interaction: Interaction, user: int) -> Person:
        """Return somebody on the list under the name that others see."""
        if user == interaction.user.id:
            return person_of(interaction.user)
        assert interaction.guild is not None
        try:
            return person_of(await interaction.guild.fetch_member(user))
        except discord.HTTPException:
            raise Refusal.translated(
                "Somebody on this list is not on the server any more. Ask again with /find."
            ) from None


def _unchanged(*, comes: bool) -> str:
    return gettext("You are on the list already.") if comes else gettext("You are not on the list.")


def compose_call(game: Game, search: Search) -> OutgoingMessage:
    """Return the post that asks who would like to play, with who would."""
    title = gettext(
        "### {game}: {found} of {seats} players found",
        game=game.title,
        found=len(search.users),
        seats=search.seats,
    )
    names = " · ".join(f"<@{user}>" for user in search.users) or gettext("nobody is on the list")
    hint = gettext("-# When all are there, the lobby opens and you are called.")
    path = (search.id,)
    controls = [
        button(gettext("I would like to play"), ComponentId("meet", path=path, slot="in"), SUCCESS),
        button(gettext("Not any more"), ComponentId("meet", path=path, slot="out")),
        button(gettext("Rules"), ComponentId("rules", path=(game.key, "0"))),
    ]
    return message_of(text(f"{title}\n{gettext(game.tagline)}"), text(f"{names}\n{hint}"), *rows(controls))


def compose_found(game: Game, info: MatchInfo) -> OutgoingMessage:
    """Return what becomes of the post that asked, once the lobby is open."""
    return message_of(
        text(
            gettext(
                "### {game}: all players found\nThe lobby is open in {channel}.",
                game=game.title,
                channel=f"<#{info.channel}>",
            )
        )
    )


def compose_called(game: Game, info: MatchInfo) -> OutgoingMessage:
    """Return the call to all who were found, in the channel of their match."""
    mentions = " ".join(f"<@{user}>" for user in info.persons)
    words = gettext(
        "{players}: all are there for {game}. {host} presses **Start** in the post above.",
        players=mentions,
        game=game.title,
        host=f"<@{info.host}>",
    )
    return message_of(text(f"{words}\n{clock_told(info)}".rstrip()), pings=list(info.persons))


def _short(number: int) -> str:
    """Return a number in few letters."""
    letters = ""
    while number:
        number, digit = divmod(number, 36)
        letters = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + letters
    return letters


async def setup(bot: Client) -> None:
    """Add the command to the bot."""
    await bot.add_cog(Find(bot))
