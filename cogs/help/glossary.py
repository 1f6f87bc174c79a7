"""The meaning of the words and signs of a game: one page, opened by a button of its panels and rules."""

from __future__ import annotations

from functools import partial

from discord.ext import commands

from bot.base.language import current, gettext, pgettext
from bot.games.catalogue import check_signs
from bot.games.game import Game
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import ComponentId, rules_button
from cogs.kit.layout import OutgoingMessage, message_of, picture_of, rows, text
from cogs.kit.replies import answer, defer_if_slow, named_game
from renderers.contract import Picture
from renderers.kit.rows import SIGN, draw_legend


class Glossary(commands.Cog):
    """Answers the button; only its user sees the answer."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._legends: dict[tuple[str, str], Picture | None] = {}
        """The signs of each game with their words, in each language."""
        bot.handle_presses(self)

    async def press_words(self, interaction: Interaction, press: ComponentId) -> None:
        """Explain the words and signs of a game."""
        await defer_if_slow(interaction)
        game = named_game(self.bot.games, press.first)
        place = game.key, current().code
        if place not in self._legends:
            self._legends[place] = await self.bot.workers.run_here(partial(legend_of, game))
        await answer(interaction, compose_words(game, self._legends[place]))


def legend_of(game: Game) -> Picture | None:
    """Return the picture of a game's signs with their words; None for a game without signs."""
    check_signs(game.key, game.renderer.signs)
    signs = [
        (game.renderer.signs[entry.sign](SIGN), _said(entry.title)) for entry in game.glossary if entry.sign
    ]
    return draw_legend(signs) if signs else None


def compose_words(game: Game, legend: Picture | None) -> OutgoingMessage:
    """Return the page of a game's words and signs, with the way to its rules."""
    head = gettext("### {game}: signs and words", game=game.title)
    lines = [f"**{_said(entry.title)}**: {_said(entry.text)}" for entry in game.glossary]
    onward = rows([rules_button(game.key)])
    return message_of(text(head), picture_of(legend), text("\n".join(lines)), *onward)


def _said(words: str) -> str:
    return pgettext("glossary", words)


async def setup(bot: Client) -> None:
    """Add the page to the bot."""
    await bot.add_cog(Glossary(bot))
