"""Creates a test table: its game, its cards and its first position."""

from __future__ import annotations

from bot.engine.cards.game import AnyPool
from bot.engine.errors import Refusal
from bot.games.game import Game
from bot.parts.workshop.sets.service import CardSets, Source
from bot.parts.workshop.test_table.model import TryTable
from bot.parts.workshop.test_table.service import TryTables
from cogs.kit.client import Client, Interaction
from cogs.kit.replies import named_game
from cogs.workshop.card_games import match_here
from cogs.workshop.server_sets import named_set


async def laid(
    bot: Client, interaction: Interaction, source: Source | None, wanted: str, game: str, text: str
) -> TryTable:
    """Create a table for the user with this position, or with the first position of the game.

    The cards are those of the source, or of the wanted set, or those that come with the bot. Raises
    `Refusal`.
    """
    if source is None and wanted:
        source = await bot.services.of(CardSets).playable(await named_set(interaction, wanted, game))
    key = game.lower() or await _game_here(bot, interaction) if source is None else source.game.key
    meant = named_game(bot.games, key)
    pool = _pool(meant) if source is None else source.pool
    title = str(source.title) if source is not None and source.own is not None else ""
    begins = text or first_position(meant, pool)
    cards = None if pool is None else pool.hash
    return await bot.services.of(TryTables).lay(interaction.user.id, key, cards, title, begins)


def _pool(game: Game) -> AnyPool | None:
    return None if game.cards is None else game.cards.library.standard


def first_position(game: Game, pool: AnyPool | None) -> str:
    """Return the first position of a table, from the bench of the game or the first page of its rules."""
    if pool is not None and game.cards is not None and game.cards.bench is not None:
        return game.cards.bench.start(pool)
    return game.rulebook[0].scene.strip() if game.rulebook else ""


async def _game_here(bot: Client, interaction: Interaction) -> str:
    """Return the game of the channel's match. Raises `Refusal` where there is none."""
    here = await match_here(bot, interaction)
    if here is None:
        raise Refusal.translated(
            "Of which game is the test table? Say it with the option game, or a set with the option set."
        )
    return here.game
