"""`/find`: a standing wish for a game, until enough fitting wishes make a match."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import discord
from discord import app_commands
from discord.ext import commands

from bot.base.language import N_, gettext, ngettext, speaking
from bot.engine.errors import Refusal
from bot.games.game import Game
from bot.matches.lobby_rules import check_terms
from bot.matches.seating_policy import Wanted
from bot.matches.terms import clock_in_words, in_figures, span_in_figures
from bot.parts.matchmaking.model import MOST_AT_ONCE, Wish
from bot.parts.matchmaking.service import WishService
from cogs.kit.client import Client, Interaction
from cogs.kit.clock_words import stamp
from cogs.kit.controls import (
    DANGER,
    OLD_BUTTON,
    SUCCESS,
    ComponentId,
    Control,
    button,
    discord_id,
    rules_button,
    whole_number,
)
from cogs.kit.hooks import Beginning
from cogs.kit.layout import OutgoingMessage, message_of, rows, safe, text
from cogs.kit.refusals import DISCORD_FAULTS, noted
from cogs.kit.replies import (
    answer,
    defer,
    defer_in_place,
    log,
    named_game,
    person,
    show,
    suggest_game,
)
from cogs.matches.group import ANY_WORD
from cogs.matches.opening import WANTED_CHOICES, OpeningTerms, suggest_clock, timed
from cogs.matches.permissions import check_allowed, check_may_post
from cogs.matches.quick_start import wanted_of, words_of
from cogs.matchmaking.matchmaker import Matchmaker

HELP = N_("`/find` looks for players: I store your wish until enough people have the same.")
BEGINNING = Beginning(
    N_("Find players"),
    N_("**Find players**: I store your wish until enough people have the same. Which game?"),
    lambda game: ComponentId("find", path=(game.key, str(game.rules.seats[0]))),
)
PERSONAL_WORDS: Mapping[str, Callable[[int], str]] = {
    "wishes": lambda n: ngettext(
        "{number} wish of yours to play something", "{number} wishes of yours to play something", n
    ),
}
"""The words for a number of items of each kind of personal data."""


class Find(commands.Cog):
    """Stores users' wishes for games."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        bot.hooks.personal_words.update(PERSONAL_WORDS)
        self.wishes = bot.services.of(WishService)
        bot.handle("find", self.press_find)
        bot.hooks.players_wanted.append(seek_button)
        bot.hooks.beginnings["find"] = BEGINNING
        bot.hooks.paragraphs.append(("start", HELP))
        bot.handle("meet", self.press_meet)
        bot.handle("unwish", self.press_withdraw)

    @app_commands.command(name="find")
    @app_commands.guild_only()
    @app_commands.describe(
        game="The game that you want to play; without it, see your wishes",
        players="The number of players",
        clock='The time to think: "none", "1 day a turn", "3 days + 12 hours a turn"',
        rated="Whether the result counts for the ratings",
        at_once="The number of matches of this game that you want to play at once, default 1",
        wanted="The other player",
        call="Call those on this server who want to be called, at most once an hour",
    )
    @app_commands.rename(at_once="at-once", wanted="with")
    @app_commands.choices(wanted=WANTED_CHOICES)
    async def find_players(
        self,
        interaction: Interaction,
        game: ANY_WORD = "",
        players: app_commands.Range[int, 2, 8] | None = None,
        clock: ANY_WORD = "",
        rated: bool = True,
        at_once: app_commands.Range[int, 1, MOST_AT_ONCE] = 1,
        wanted: str = "anybody",
        call: bool = False,
    ) -> None:
        """Say what you want to play; when enough others want the same, the lobby opens."""
        await defer(interaction)
        if not game:
            await answer(interaction, await self._mine(interaction.user.id))
            return
        found, choosy = named_game(self.bot.games, game.lower()), wanted == "reliable"
        wishes = OpeningTerms(seats=players, clock=clock, rated=rated)
        await self._wish(interaction, found, wishes, at_once, "reliable" if choosy else "anybody", call=call)

    find_players.autocomplete("game")(suggest_game)
    find_players.autocomplete("clock")(suggest_clock)

    async def press_find(self, interaction: Interaction, press: ComponentId) -> None:
        """Store a wish for a game, from the help or where a channel is busy."""
        await defer(interaction)
        game, seats = press.keys(2)
        wishes = OpeningTerms(seats=whole_number(seats) or None)
        await self._wish(interaction, named_game(self.bot.games, game), wishes)

    async def press_meet(self, interaction: Interaction, press: ComponentId) -> None:
        """Store the wish that a post calls for."""
        await defer(interaction)
        key, words = press.keys(2)
        _, wishes = wanted_of(words)
        await self._wish(interaction, named_game(self.bot.games, key), wishes)

    async def press_withdraw(self, interaction: Interaction, press: ComponentId) -> None:
        """Withdraw a wish of the asker."""
        await defer_in_place(interaction)
        guild, game = press.keys(2)
        if not discord_id(guild):
            raise Refusal.translated(OLD_BUTTON)
        await self.wishes.store.withdraw(interaction.user.id, discord_id(guild), game)
        await show(interaction, await self._mine(interaction.user.id))

    async def _mine(self, user: int) -> OutgoingMessage:
        return compose_wishes(self.bot, await self.wishes.of(user))

    async def _wish(
        self,
        interaction: Interaction,
        game: Game,
        wishes: OpeningTerms,
        at_once: int = 1,
        wanted: Wanted = "anybody",
        *,
        call: bool = False,
    ) -> None:
        """Store a wish, answer the asker, and fulfil it at once where possible. Raises `Refusal`."""
        if interaction.guild_id is None or interaction.channel_id is None:
            raise Refusal.translated("Players are found on a server. Type /find in one of its channels.")
        seats = wishes.seats or game.rules.seats[0]
        if seats not in game.rules.seats:
            raise Refusal.translated(
                "{game} is for {fewest} to {most} players.",
                game=game.title,
                fewest=game.rules.seats[0],
                most=game.rules.seats[-1],
            )
        match_terms = timed(wishes, (await check_allowed(self.bot, interaction)).clock).match_terms()
        check_terms(match_terms.clock_terms)
        check_may_post(interaction, thread=True)
        now = self.bot.clock()
        parent = getattr(interaction.channel, "parent_id", None)
        wish = Wish(
            interaction.user.id,
            interaction.guild_id,
            game.key,
            parent or interaction.channel_id,
            seats,
            match_terms.clock_terms,
            wishes.rated and game.rules.rated,
            at_once,
            wanted,
            began=now,
            place=now,
        )
        role = await self.bot.servers.call_role(interaction.guild_id) if call else 0
        kept = await self.wishes.wish(wish)
        await answer(interaction, compose_wish(game, kept))
        if role:
            await self._call(interaction, game, kept, role)
        await self.bot.cog(Matchmaker).at_once()

    async def _call(self, interaction: Interaction, game: Game, wish: Wish, role: int) -> None:
        """Mention a role of the server, once the wish is stored; a failure loses nothing."""
        assert isinstance(interaction.channel, discord.abc.Messageable)
        with speaking(await self.bot.languages.of_place(interaction)):
            page = compose_call(game, wish, role, person(interaction).name)
        sent = {**page.to_send(), "allowed_mentions": discord.AllowedMentions(roles=[discord.Object(role)])}
        try:
            await interaction.channel.send(**sent)
        except DISCORD_FAULTS as failure:
            noted(failure)
            log.info("a role could not be called", reason=type(failure).__name__)


def seek_button(game: Game, seats: int) -> Control:
    """Return the button that stores a wish for a game; `seats` is 0 for the usual number."""
    return button(
        gettext("Ask who is interested"), ComponentId("find", path=(game.key, str(seats) if seats else ""))
    )


def wish_in_words(game: Game, wish: Wish) -> str:
    """Return a wish on one line."""
    told = [
        ngettext("for {number} player", "for {number} players", wish.seats),
        clock_in_words(wish.terms),
        gettext("rated") if wish.rated else gettext("unrated"),
        ngettext("{number} match at once", "{number} matches at once", wish.most),
        gettext("with reliable or new players") if wish.wanted == "reliable" else gettext("with anybody"),
    ]
    return f"**{game.title}** " + " · ".join(told)


def compose_wish(game: Game, wish: Wish) -> OutgoingMessage:
    """Return the answer to a user who has made a wish."""
    told = gettext(
        "Your wish is stored until {time}, or until you withdraw it; nobody else sees it. When "
        "enough people want the same, a lobby opens, and you have a day to say yes. `/find` shows "
        "your wishes.",
        time=stamp(wish.until, "D"),
    )
    controls = [
        button(gettext("Withdraw"), ComponentId("unwish", path=(str(wish.guild), wish.game)), DANGER),
        rules_button(game.key),
    ]
    return message_of(text(f"{wish_in_words(game, wish)}\n{told}"), *rows(controls))


def compose_wishes(bot: Client, wishes: list[Wish]) -> OutgoingMessage:
    """Return all wishes of a user, with a button for each to withdraw it."""
    known = [wish for wish in wishes if wish.game in bot.games]
    lines = [
        f"- {wish_in_words(bot.games[wish.game], wish)} · {stamp(wish.until, 'R')} · <#{wish.channel}>"
        for wish in known
    ]
    none = gettext("You have no stored wish. `/find game:` stores one.")
    controls = [
        button(
            gettext("Withdraw {game}", game=bot.games[wish.game].title),
            ComponentId("unwish", path=(str(wish.guild), wish.game)),
            DANGER,
        )
        for wish in known
    ]
    head = gettext("### What you would like to play") if known else ""
    return message_of(text(head), text("\n".join(lines) or none), *rows(controls))


def compose_call(game: Game, wish: Wish, role: int, name: str) -> OutgoingMessage:
    """Return the post that mentions a role and calls for a wished game."""
    words = gettext(
        "<@&{role}>: {player} would like to play {game}.\n-# When enough people want to play, a "
        "lobby opens and they get a message.",
        role=role,
        player=safe(name),
        game=wish_in_words(game, wish),
    )
    terms = wish.terms
    wishes = OpeningTerms(
        seats=wish.seats,
        rated=wish.rated,
        clock=in_figures(terms),
        grace=span_in_figures(terms.grace),
        at_zero=terms.at_zero,
    )
    same = ComponentId("meet", path=(game.key, words_of({}, wishes)))
    controls = [
        button(gettext("I would like to play"), same, SUCCESS),
        rules_button(game.key),
    ]
    return message_of(text(words), *rows(controls))


async def setup(bot: Client) -> None:
    """Add the command to the bot."""
    await bot.add_cog(Find(bot))
