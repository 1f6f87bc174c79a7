"""Laying a test table: of which game and with which cards, and with which position it begins."""

from __future__ import annotations

from bot.cardsets.service import SetRefused, Source
from bot.engine.cardgames import AnyPool
from bot.engine.errors import Refusal
from bot.registry import Game
from bot.trytable.model import TryTable
from cogs.cards.card_games import match_here
from cogs.kit.client import Client, Interaction
from cogs.kit.replies import named_game


async def laid(
    bot: Client, interaction: Interaction, source: Source | None, wanted: str, game: str, text: str
) -> TryTable:
    """Lay a table for who asks with this position, or one to begin with where none is told.

    With the cards of a source, else of the set that is wanted, else those that come with the bot. Raises
    `Refusal`.
    """
    if source is None and wanted:
        source = await _set(bot, interaction, wanted, game)
    key = game.lower() or await _game_here(bot, interaction) if source is None else source.game.key
    meant = named_game(bot.games, key)
    pool = _pool(meant) if source is None else source.pool
    title = str(source.title) if source is not None and source.own is not None else ""
    begins = text or first_position(meant, pool)
    cards = None if pool is None else pool.hash
    return await bot.try_tables.lay(interaction.user.id, key, cards, title, begins)


def _pool(game: Game) -> AnyPool | None:
    return None if game.cards is None else game.cards.library.standard


def first_position(game: Game, pool: AnyPool | None) -> str:
    """Return the position with which a table of a game begins; of one whose positions are not put together
    card by card that of the first page of its rules."""
    if pool is not None and game.cards is not None and game.cards.bench is not None:
        return game.cards.bench.start(pool)
    return game.rulebook[0].scene.strip() if game.rulebook else ""


async def _set(bot: Client, interaction: Interaction, wanted: str, game: str) -> Source:
    """Return a set of this server, ready to be played with. Raises `Refusal`."""
    if interaction.guild_id is None:
        raise Refusal.translated("Card sets belong to servers: use this on one.")
    games = [game.lower()] if game else list(bot.card_sets.games)
    named_game(bot.games, games[0])
    found = await bot.card_sets.find(
        interaction.guild_id, wanted, [key for key in games if key in bot.card_sets.games]
    )
    source = await bot.card_sets.source(found[0])
    if source is None:
        raise SetRefused.translated(
            "This set does not fit the cards that come with the bot any more. /cards check tells why."
        )
    return source


async def _game_here(bot: Client, interaction: Interaction) -> str:
    """Return the game of the match of this channel. Raises `Refusal` where there is none."""
    here = await match_here(bot, interaction)
    if here is None:
        raise Refusal.translated(
            "Of which game is the test table? Say it with the option `game`, or a set with `set`."
        )
    return here.game
