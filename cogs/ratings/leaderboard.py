"""`/leaderboard`: who leads in a game, on this server or everywhere, in a season or of all time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Literal

from discord import app_commands

from bot.base.language import N_, gettext, ngettext, pgettext
from bot.engine.errors import Refusal, Unavailable
from bot.engine.sentences import echo
from bot.engine.spelling import name_key
from bot.matches.model import MatchInfo
from bot.parts.ratings.model import ALL_TIME, EVERYWHERE, OVERALL, Scope
from bot.parts.ratings.service import RatingService
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import ComponentId, whole_number
from cogs.kit.hooks import Topic
from cogs.kit.layout import OutgoingMessage, safe
from cogs.kit.periodic import PeriodicCog, periodic
from cogs.kit.replies import answer, defer_if_slow, defer_in_place_if_slow, offer_fitting, show, suggesting
from cogs.ratings.rating_posts import (
    ALL_GAMES,
    EVERYWHERE_WORD,
    HERE,
    compose_leaderboard,
    lines_of,
    rating_words,
    season_in_words,
    title_of,
)
from renderers.ratings.leaderboard import draw_leaderboard

EVERY = 600.0
"""The interval in seconds between two checks for results not entered when their match ended."""
WHERE = {"this server": HERE, "everywhere": EVERYWHERE_WORD}


@suggesting
async def suggest_rated(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer all games with ratings, and all of them together, for an option `game`."""
    titles = {key: game.title for key, game in interaction.client.games.items() if game.rules.rated}
    return offer_fitting({ALL_GAMES: gettext("All games"), **titles}, typed)


HELP = Topic(
    N_("Ratings"),
    N_(
        "**Ratings**\nFinished matches between people count, unless they were opened as unrated."
        " Everybody begins with 1000 points; the number is a careful estimate of your strength,"
        " so it also grows with the number of your matches. For the first ten matches it is "
        "marked `?`, provisional.\n`/leaderboard` shows the best players, by game, season and "
        "place; `/profile` shows the results of a player."
    ),
)
PERSONAL_WORDS: Mapping[str, Callable[[int], str]] = {
    "result_players": lambda n: ngettext("{number} result", "{number} results", n),
    "ratings": lambda n: ngettext("{number} rating", "{number} ratings", n),
    "rating_steps": lambda n: ngettext("{number} change of a rating", "{number} changes of ratings", n),
}
"""The words for a number of items of each kind of personal data."""


class Leaderboard(PeriodicCog):
    """Leaderboards. Also enters results that were not entered because of a crash."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        bot.hooks.personal_words.update(PERSONAL_WORDS)
        bot.hooks.topics["ratings"] = HELP
        self.ratings = bot.services.of(RatingService)
        bot.handle_presses(self)
        bot.hooks.ended.append(self._take_in)
        bot.hooks.result_lines.append(self._changes)

    @periodic(seconds=EVERY)
    async def task(self) -> None:
        """Enter the results of matches that have ended."""
        with suppress(Unavailable):  # the next run does it
            await self.ratings.catch_up()

    async def _take_in(self, info: MatchInfo) -> None:
        await self.ratings.take_in(info.id)

    async def _changes(self, info: MatchInfo) -> str:
        """Return how the ratings of the players have changed by a match."""
        passed_on = await self.bot.service.history.seats_taken(info)
        return rating_words(info, await self.ratings.store.changes(info.id), passed_on=passed_on)

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(
        game="The game; default: all together",
        where="On this server or everywhere",
        season="current, a number, or all time",
    )
    async def leaderboard(
        self,
        interaction: Interaction,
        game: app_commands.Range[str, 1, 40] = ALL_GAMES,
        where: Literal["this server", "everywhere"] = "this server",
        season: app_commands.Range[str, 1, 20] = "all time",
    ) -> None:
        """See the leaderboard, and your own place."""
        await defer_if_slow(interaction)
        key = game_of(self.bot, game)
        guild = guild_of(interaction, WHERE[where])
        number = await self.ratings.season(guild, season)
        await answer(interaction, await self._page(interaction, Scope(key, guild, number), 0))

    leaderboard.autocomplete("game")(suggest_rated)

    @leaderboard.autocomplete("season")
    @suggesting
    async def _suggest_season(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        seasons = await self.ratings.seasons(guild_of(interaction, HERE))
        words = {"current": pgettext("season", "current"), "all time": gettext("all time")}
        words.update({str(each.number): str(each.number) for each in reversed(seasons)})
        return offer_fitting(words, typed)

    async def press_leaders(self, interaction: Interaction, press: ComponentId) -> None:
        """Turn the pages, or show the leaderboard of another game, time or place."""
        await defer_in_place_if_slow(interaction)
        where, season, page, game = press.keys(4)
        guild = guild_of(interaction, where)
        key = game_of(self.bot, game or ALL_GAMES)
        number = ALL_TIME if season == "0" else await self.ratings.season(guild, season)
        turned = whole_number(page)
        await show(interaction, await self._page(interaction, Scope(key, guild, number), turned))

    async def _page(self, interaction: Interaction, scope: Scope, page: int) -> OutgoingMessage:
        user = interaction.user.id
        board = await self.ratings.board(scope, user, page)
        title = board_title(title_of(self.bot.games, scope.game), interaction, scope.guild)
        season = season_in_words(scope.season)
        picture = None
        if board.rows:
            lines, own = lines_of(board, user)
            picture = await self.bot.workers.run(draw_leaderboard, title, season, lines, own)
        heading = gettext("Leaderboard: {board}, {season}", board=safe(title), season=season)
        where = EVERYWHERE_WORD if scope.guild == EVERYWHERE else HERE
        return compose_leaderboard(self.bot.games, board, heading, picture, where=where)


def game_of(bot: Client, word: str) -> str:
    """Return the key of a game by its key or title, `OVERALL` for all. Raises `Refusal`."""
    asked = name_key(word)
    if asked in (ALL_GAMES, "all games", "overall", gettext("All games").casefold()):
        return OVERALL
    rated = {key: game for key, game in bot.games.items() if game.rules.rated}
    for key, game in rated.items():
        if asked in (key, game.title.casefold()):
            return key
    games = ", ".join(rated)
    raise Refusal.translated(
        "There is no game {game}. The games are: {games}; or all.", game=echo(word), games=games
    )


def guild_of(interaction: Interaction, where: str) -> int:
    """Return the server to count: this one, or `EVERYWHERE`, also outside of servers."""
    return EVERYWHERE if where == EVERYWHERE_WORD else interaction.guild_id or EVERYWHERE


def board_title(games: str, interaction: Interaction, guild: int) -> str:
    """Return the title of the ratings: of these games, from everywhere or from this server."""
    if guild == EVERYWHERE or interaction.guild is None:
        return gettext("{games} everywhere", games=games)
    return gettext("{games} in {server}", games=games, server=interaction.guild.name)


async def setup(bot: Client) -> None:
    """Add the command to the bot."""
    await bot.add_cog(Leaderboard(bot))
