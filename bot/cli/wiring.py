"""Creates the parts and connects them: database, match service, outbox and bot."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import aclosing, asynccontextmanager
from typing import TypeAlias

from bot.advice.service import Reviews
from bot.cardsets.pictures import CardPictures
from bot.cardsets.played import PlayedSets, RealMatches
from bot.cardsets.service import CardSets
from bot.cardsets.versions import SetVersions
from bot.client import Tablepost
from bot.clock import Clock, wall_clock
from bot.competitions.service import Competitions
from bot.decks.service import DeckService
from bot.dice.service import RollService
from bot.host import UNNAMED, Host
from bot.lab.service import Lab
from bot.limits import Limits
from bot.mapfiles.service import ServerMaps
from bot.matches.coordination import Alone, Coordination
from bot.matches.outbox import Outbox
from bot.matches.ports import Think, think_in_a_thread
from bot.matches.service import MatchService
from bot.matches.upkeep import Upkeep
from bot.metrics import delivered, delivery_failed
from bot.operations.service import Operations
from bot.people.blocks import Blocks
from bot.people.company import KnownCompany
from bot.people.reliability import Reliability
from bot.people.service import People
from bot.players import COMPUTERS
from bot.privacy.service import Privacy
from bot.processes.thinking import Thinking
from bot.processes.workers import Workers, usual_processes
from bot.ratings.service import RatingService
from bot.registry import GAMES, Game, former_rules
from bot.servers.service import Servers
from bot.settings import Settings
from bot.storage.coordination import coordinated
from bot.storage.engine import sole_use
from bot.storage.migrate import migrate
from bot.storage.store import SqlMatchStore
from bot.trytable.service import TryTables
from bot.wishes.service import Wishes

USUAL = Limits()
Entropy: TypeAlias = Callable[[int], bytes]
"""Returns the given number of random bytes."""


def make_bot(
    store: SqlMatchStore,
    clock: Clock,
    entropy_of: Callable[[str], Entropy] = lambda _part: secrets.token_bytes,
    shards: int | None = 1,
    games: Mapping[str, Game] = GAMES,
    limits: Limits = USUAL,
    host: Host = UNNAMED,
    operator_server: int = 0,
    workers: Workers | None = None,
    coordination: Coordination | None = None,
    think: Think = think_in_a_thread,
) -> Tablepost:
    """Create the bot on an open database.

    `entropy_of` gives the sources of "matches", "rolls", "decks", "tournaments" and "test tables"; without
    `coordination` it is the only process; `think` lets computer players choose.
    """
    coordination = coordination or Alone()
    rules = {key: game.rules for key, game in games.items()}
    cards = {key: game.cards for key, game in games.items() if game.cards is not None}
    former, entropy = former_rules(games), entropy_of("matches")
    operations = Operations(store.operations, clock)
    people = People(store.people, clock)
    blocks, reliability = Blocks(store.blocks, clock), Reliability(store.reliability)
    company = KnownCompany(blocks, people, reliability)
    matches = MatchService(
        store,
        rules,
        clock,
        entropy,
        COMPUTERS,
        former=former,
        limits=limits,
        shards=coordination.shards,
        think=think,
        check_opening=operations.check_opening,
        standing_still=operations.blocked_servers,
        company=company,
    )
    ratings = RatingService(store.ratings, matches, rules, clock)
    card_sets, played = CardSets(store.card_sets, cards, clock), PlayedSets(store.set_versions, cards)
    return Tablepost(
        matches,
        Outbox(store, coordination.common(clock), delivered, delivery_failed),
        games,
        clock,
        rolls=RollService(store.rolls, clock, entropy_of("rolls"), limits),
        decks=DeckService(store.decks, clock, entropy_of("decks")),
        card_sets=card_sets,
        set_versions=SetVersions(store.set_versions, card_sets, played),
        real_matches=RealMatches(store.set_versions, played, matches.ended, clock),
        card_pictures=CardPictures(store.card_pictures, cards, clock),
        maps=ServerMaps(
            store.card_sets, [each for game in games.values() for each in game.map_formats], clock
        ),
        lab=Lab(store.reports, clock, limits.lab_matches),
        reviews=Reviews(store.reports, matches.history, clock, limits.review_steps),
        ratings=ratings,
        people=people,
        blocks=blocks,
        company=company,
        reliability=reliability,
        privacy=Privacy(matches, ratings, store.match_data, store.personal, clock),
        servers=Servers(store.servers, clock),
        wishes=Wishes(store.wishes, clock),
        competitions=Competitions(
            store.competitions, ratings, rules, clock, entropy_of("tournaments"), COMPUTERS, blocks
        ),
        try_tables=TryTables(store.try_tables, store, games, clock, entropy_of("test tables")),
        operations=operations,
        upkeep=Upkeep(store.upkeep, clock, limits.rolls_kept_days),
        figures=store.figures,
        limits=limits,
        host=host,
        operator_server=operator_server,
        shards=shards,
        workers=workers,
        coordination=coordination,
    )


@asynccontextmanager
async def open_bot(settings: Settings) -> AsyncIterator[Tablepost]:
    """Migrate and open the database, create the bot on it, and close the database at the end.

    Raises `bot.storage.faults.BadDatabase`, also if another bot has the same SQLite file open.
    """
    with sole_use(settings.database_url):
        await migrate(settings.database_url)
        store = SqlMatchStore.at(settings.database_url, answer=settings.database_timeout)
        try:
            async with (
                coordinated(store.database, settings.shards) as coordination,
                aclosing(Thinking(settings.computer_steps)) as thinking,
            ):
                bot = make_bot(
                    store,
                    wall_clock,
                    shards=settings.discord_shards or None,
                    limits=settings.limits,
                    host=settings.host,
                    operator_server=settings.operator_server,
                    workers=Workers(usual_processes(), memory=settings.worker_memory),
                    coordination=coordination,
                    think=thinking,
                )
                try:
                    yield bot
                finally:
                    await bot.close()
        finally:
            await store.close()
