"""Puts the parts together: database, match service, outbox and bot."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bot.cardsets.service import CardSets
from bot.client import Tablepost
from bot.clock import wall_clock
from bot.decks.service import DeckService
from bot.dice.service import RollService
from bot.matches.outbox import Outbox
from bot.matches.service import MatchService
from bot.matches.upkeep import Upkeep
from bot.people.service import People
from bot.players import COMPUTERS
from bot.privacy.service import Privacy
from bot.ratings.service import RatingService
from bot.registry import ARCLASH_CARDS, GAMES
from bot.servers.service import Servers
from bot.settings import Settings
from bot.storage.migrate import migrate
from bot.storage.store import SqlStore


@dataclass(frozen=True)
class House:
    """The parts of a running bot."""

    bot: Tablepost
    matches: MatchService


@asynccontextmanager
async def open_house(settings: Settings) -> AsyncIterator[House]:
    """Migrate and open the database, make the bot on it, and close the database at the end.

    Raises `bot.storage.engine.BadDatabase`.
    """
    await migrate(settings.database_url)
    store = SqlStore.at(settings.database_url)
    try:
        rules = {key: game.rules for key, game in GAMES.items()}
        matches = MatchService(store, rules, wall_clock, computers=COMPUTERS)
        ratings = RatingService(store.ratings, matches, rules, wall_clock)
        bot = Tablepost(
            matches,
            Outbox(store, wall_clock),
            GAMES,
            wall_clock,
            rolls=RollService(store.rolls, wall_clock),
            decks=DeckService(store.decks, wall_clock),
            card_sets=CardSets(store.card_sets, ARCLASH_CARDS, wall_clock),
            ratings=ratings,
            people=People(store.people, wall_clock),
            privacy=Privacy(matches, ratings, store.traces, store.personal, wall_clock),
            servers=Servers(store.servers, wall_clock),
            upkeep=Upkeep(store.pruning, wall_clock),
            shards=settings.discord_shards or None,
        )
        try:
            yield House(bot, matches)
        finally:
            await bot.close()
    finally:
        await store.close()
