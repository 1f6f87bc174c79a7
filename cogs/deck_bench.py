"""Laying a deck out with the cards it can be built from: the usual ones, and those of a server."""

from __future__ import annotations

from bot.client import Tablepost
from bot.decks.ports import KeptDeck
from bot.engine.deckbuilding import DeckBuilding, Entries
from bot.engine.errors import Refusal
from bot.matches.model import Look, Stage
from bot.registry import Game
from cogs.controls import Interaction
from cogs.deck_posts import Bench, Shelf, shelf_and_group

USUAL = "standard"


def games_with_decks(bot: Tablepost) -> dict[str, Game]:
    """Return the games for which players build decks, by key."""
    return {key: game for key, game in bot.games.items() if game.decks is not None}


def building_of(game: Game) -> DeckBuilding:
    """Return how decks of a game are built. Raises `Refusal` for a game without decks."""
    if game.decks is None:
        raise Refusal(f"{game.title} is played without decks of one's own.")
    return game.decks


async def game_meant(bot: Tablepost, interaction: Interaction, word: str) -> Game:
    """Return the game of this key; without a word that of the channel's match, else the first with decks."""
    able = games_with_decks(bot)
    if word:
        found = bot.games.get(word.lower())
        if found is None:
            raise Refusal(f"There is no such game. Those with decks are: {', '.join(able)}.")
        building_of(found)
        return found
    if interaction.channel_id is not None:
        try:
            return able[(await bot.service.in_channel(interaction.channel_id)).game]
        except (Refusal, KeyError):
            pass
    if not able:
        raise Refusal("There is no game here for which decks are built.")
    return next(iter(able.values()))


async def bench_of(bot: Tablepost, guild: int | None, deck: KeptDeck) -> Bench:
    """Return a deck with the cards there are for it on this server. Raises `Refusal`."""
    game = bot.game_of(deck)
    building = building_of(game)
    pool = await pool_for(bot, guild, game, deck.entries)
    return Bench(game, building, deck, pool, await _shelves(bot, guild, game))


async def bench_in_list(bot: Tablepost, guild: int | None, deck: KeptDeck) -> Bench:
    """Return a deck to be listed with others, without the cards that could be added to it."""
    game = bot.game_of(deck)
    return Bench(game, building_of(game), deck, await pool_for(bot, guild, game, deck.entries))


async def bench_at(bot: Tablepost, deck: KeptDeck, look: Look) -> Bench:
    """Return a deck held against the cards of a match."""
    game = bot.game_of(deck)
    building = building_of(game)
    return Bench(game, building, deck, building.pool_of(look.view))


async def pool_for(bot: Tablepost, guild: int | None, game: Game, entries: Entries) -> str | None:
    """Return the hash of the cards that a deck is best held against here; None for the usual ones."""
    if game.key != bot.card_sets.game:
        return None
    return (await bot.card_sets.pool_for(guild, [number for number, _ in entries])).hash


async def pool_of_shelf(bot: Tablepost, guild: int | None, game: Game, where: str) -> str | None:
    """Return the hash of the cards of a shelf, such as "standard~tide"; None for the usual ones."""
    key, _ = shelf_and_group(where)
    shelf = next((each for each in await _shelves(bot, guild, game) if each.key == key), None)
    return None if shelf is None else shelf.pool


async def look_here(bot: Tablepost, interaction: Interaction, game: Game) -> Look | None:
    """Return how who asks sees the running match of this game in the channel; None where there is none."""
    if interaction.channel_id is None:
        return None
    try:
        info = await bot.service.in_channel(interaction.channel_id)
        if info.game != game.key or info.stage is not Stage.PLAYING:
            return None
        return await bot.service.look(info.id, interaction.user.id)
    except Refusal:
        return None


async def _shelves(bot: Tablepost, guild: int | None, game: Game) -> tuple[Shelf, ...]:
    if game.key != bot.card_sets.game:
        return (Shelf(USUAL, game.title, None),)
    return tuple(
        [
            Shelf(source.key, source.title, source.pool.hash, frozenset(source.numbers))
            if source.own is not None
            else Shelf(source.key, source.title, None)
            for source in await bot.card_sets.sources(guild)
        ]
    )
