"""`/match new`: opens a match of any game."""

from __future__ import annotations

from discord import app_commands

from bot.base.language import gettext
from bot.engine.options import NAMES
from bot.engine.spelling import ranked
from cogs.kit.client import Interaction
from cogs.kit.replies import CHOICE_TEXT, CHOICES, named_game, offer, offer_words, suggesting
from cogs.matches.group import ANY_WORD, MatchCommands
from cogs.matches.opening import (
    AT_ZERO_CHOICES,
    OPENING_FIELDS,
    WANTED_CHOICES,
    OpeningTerms,
    options_of_setup,
    suggest_clock,
    suggest_grace,
    suggest_options,
    suggest_weekends,
)
from cogs.matches.opening_form import open_typed, words_of_options

SETUP_CHOICES = [app_commands.Choice(name=words, value=key) for key, words in NAMES.items()]


class OpeningCommands(MatchCommands):
    """The `/match` command that opens a match."""

    @app_commands.command()
    @app_commands.describe(
        game="Which game",
        seats="The number of players; without it the smallest possible number",
        options="Options of the game as name=value, separated by spaces",
        setup="A set of options: quick, usual, long, or the rulebook's own game",
        weekends="No time runs on Saturdays and Sundays, in this time zone: Europe/Berlin",
        **OPENING_FIELDS,
    )
    @app_commands.rename(at_zero="at-zero", wanted="with")
    @app_commands.choices(at_zero=AT_ZERO_CHOICES, wanted=WANTED_CHOICES, setup=SETUP_CHOICES)
    async def new(
        self,
        interaction: Interaction,
        game: str,
        seats: app_commands.Range[int, 2, 8] | None = None,
        options: app_commands.Range[str, 1, 2000] = "",
        thread: bool = False,
        word: ANY_WORD = "",
        clock: ANY_WORD = "",
        grace: ANY_WORD = "",
        at_zero: str = "remind",
        rated: bool = True,
        leave: bool = True,
        invite: app_commands.Range[str, 1, 300] = "",
        private: bool = False,
        wanted: str = "anybody",
        setup: str = "usual",
        weekends: app_commands.Range[str, 1, 60] = "",
        anonymous: bool = False,
    ) -> None:
        """Open a match in this channel; each game also has a command of its own for this."""
        its_game = named_game(self.bot.games, game.lower())
        opening = OpeningTerms(
            seats,
            thread,
            word,
            clock,
            grace,
            at_zero,
            rated,
            leave,
            invite=invite,
            private=private,
            wanted=wanted,
            weekends=weekends,
            anonymous=anonymous,
        )
        together = options_of_setup(its_game, setup, opening)
        typed = " ".join(filter(None, (words_of_options(together), options)))
        await open_typed(self.bot, interaction, its_game, typed, opening)

    @new.autocomplete("game")
    @suggesting
    async def _suggest_game(self, _interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        games = self.bot.games.items()
        titles = {key: f"{game.title}: {gettext(game.tagline)}"[:CHOICE_TEXT] for key, game in games}
        ordered = ranked(typed, titles, most=CHOICES) if typed else titles
        return offer((titles[key], key) for key in ordered)

    @new.autocomplete("options")
    @suggesting
    async def _suggest_options(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        game = self.bot.games.get(str(interaction.namespace.game or "").lower())
        if game is None:
            return []
        return offer_words(await suggest_options(self.bot, interaction.guild_id, game, typed))

    new.autocomplete("clock")(suggest_clock)
    new.autocomplete("grace")(suggest_grace)
    new.autocomplete("weekends")(suggest_weekends)
