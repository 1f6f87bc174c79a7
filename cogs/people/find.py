"""`/find`: say what you would like to play and with how many; when enough have, the lobby opens.

Who has said so stands in the post that asks, in the custom_ids of its buttons: nothing is kept elsewhere.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine.errors import Refusal
from bot.engine.language import gettext, speaking
from bot.matches.model import MatchInfo, Person
from bot.registry import Game
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import OLD_BUTTON, SUCCESS, ComponentId, button, whole_number
from cogs.kit.layout import OutgoingMessage, message_of, rows, text
from cogs.kit.mailbox import Mailbox
from cogs.kit.replies import answer, defer, defer_in_place, request_of, show, suggest_game, tell
from cogs.matches.keeping_time import clock_told
from cogs.matches.opening import Wishes
from cogs.matches.permissions import check_allowed, check_may_post
from cogs.matches.quick_start import here_or_in_thread

_USER = re.compile(r"[1-9a-z][0-9a-z]{1,13}")
"""A user's id as it stands in a custom_id, in base 36."""
MOST_KEPT = 1000
"""Posts that ask whose lists are in memory; of older ones the list is read from their buttons."""


class Find(commands.Cog):
    """Finds players for a match."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._lists: OrderedDict[int, tuple[int, ...]] = OrderedDict()
        """Who is on the list of a post, so that two who press at once are both on it."""
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
        if len(press.path) < 3 or interaction.message is None:
            raise Refusal.translated(OLD_BUTTON)
        game, seats, listed = self._game(press.path[0]), whole_number(press.path[1]), press.path[2:]
        key, user = interaction.message.id, interaction.user.id
        before = self._lists.get(key) or tuple([int(each, 36) for each in listed if _USER.fullmatch(each)])
        after = _changed(before, user, comes=press.slot == "in")
        self._keep(key, after)
        if after == before:
            await tell(interaction, _unchanged(comes=press.slot == "in"))
        elif len(after) < seats:
            with speaking(await self.bot.languages.of_place(interaction)):
                await show(interaction, compose_call(game, seats, after))
        else:
            await self._open(interaction, game, after, before)

    async def _ask(self, interaction: Interaction, key: str, players: int | None) -> None:
        game = self._game(key)
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
        with speaking(await self.bot.languages.of_place(interaction)):
            page = compose_call(game, seats, (interaction.user.id,))
        await channel.send(**page.to_send())
        await answer(interaction, gettext("I have asked in this channel. You are called when all are there."))

    async def _open(
        self, interaction: Interaction, game: Game, users: Sequence[int], before: tuple[int, ...]
    ) -> None:
        """Open the lobby for all on the list, the first of them as its host, and call them."""
        assert interaction.message is not None
        try:
            people = [await self._person(interaction, user) for user in users]
            wishes = Wishes(seats=len(users))
            info = await here_or_in_thread(self.bot, interaction, game, wishes, host=people[0])
        except Refusal:
            self._keep(interaction.message.id, before)
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
            return Person(user, interaction.user.display_name)
        assert interaction.guild is not None
        try:
            return Person(user, (await interaction.guild.fetch_member(user)).display_name)
        except discord.HTTPException:
            raise Refusal.translated(
                "Somebody on this list is not on the server any more. Ask again with /find."
            ) from None

    def _game(self, key: str) -> Game:
        game = self.bot.games.get(key)
        if game is None:
            known = ", ".join(self.bot.games)
            raise Refusal.translated("There is no such game. The games are: {games}.", games=known)
        return game

    def _keep(self, message: int, users: tuple[int, ...]) -> None:
        self._lists[message] = users
        self._lists.move_to_end(message)
        if len(self._lists) > MOST_KEPT:
            self._lists.popitem(last=False)


def _changed(users: tuple[int, ...], user: int, *, comes: bool) -> tuple[int, ...]:
    if comes:
        return users if user in users else (*users, user)
    return tuple([each for each in users if each != user])


def _unchanged(*, comes: bool) -> str:
    return gettext("You are on the list already.") if comes else gettext("You are not on the list.")


def compose_call(game: Game, seats: int, users: Sequence[int]) -> OutgoingMessage:
    """Return the post that asks who would like to play, with who would."""
    title = gettext(
        "### {game}: {found} of {seats} players found", game=game.title, found=len(users), seats=seats
    )
    names = " · ".join(f"<@{user}>" for user in users) or gettext("nobody is on the list")
    hint = gettext("-# When all are there, the lobby opens and you are called.")
    path = (game.key, str(seats), *([_short(user) for user in users] or ["0"]))
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
    """Return a number in as few letters as `int(word, 36)` reads."""
    letters = ""
    while number:
        number, digit = divmod(number, 36)
        letters = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + letters
    return letters


async def setup(bot: Client) -> None:
    """Add the command to the bot."""
    await bot.add_cog(Find(bot))
