"""Creates the services and connects them: database, match service, outbox, parts and bot."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from concurrent.futures import Executor
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

import structlog

from bot.base.clock import Clock, wall_clock
from bot.base.host import UNNAMED, Host
from bot.base.limits import Limits
from bot.base.logs import redact
from bot.base.metrics import delivered, delivery_failed
from bot.core import Core
from bot.database.coordination import Alone, Coordination, Shards
from bot.database.engine import Database, database_url, sole_use
from bot.database.faults import BadDatabase
from bot.database.migrate import migrate_aside, try_write
from bot.games.computers import COMPUTERS
from bot.games.game import Game
from bot.games.registry import GAMES, former_rules
from bot.host.client import Tablepost
from bot.host.settings import Settings
from bot.matches.outbox import Outbox
from bot.matches.packing import SqlPackingStore
from bot.matches.ports import Think, think_in_a_thread
from bot.matches.service import MatchService
from bot.matches.store import SqlMatchStore
from bot.matches.upkeep import Packing, Upkeep
from bot.matches.upkeep_store import SqlFigureStore, SqlUpkeepStore
from bot.parts import PARTS
from bot.parts.part import Context, Entropy, Part, check_parts
from bot.people.privacy.deletions import DeletionList
from bot.people.privacy.match_store import SqlMatchPersonalData
from bot.people.privacy.service import Privacy
from bot.people.privacy.store import SqlDeletionStore, personal_data
from bot.people.seating_policy import Blocks, PeopleSeatingPolicy, Reliability
from bot.people.service import People
from bot.people.store import SqlBlockStore, SqlPeopleStore, SqlReliabilityStore
from bot.processes.register import ProcessRegister
from bot.processes.store import SqlRegisterStore
from bot.processes.workers import Thinking, Workers, usual_processes
from bot.servers.service import Servers
from bot.servers.store import SqlServerStore

USUAL = Limits()

log = structlog.get_logger(__name__)


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
    parts: Iterable[Part] = PARTS,
    deletions: DeletionList | None = None,
) -> Tablepost:
    """Create the bot on an open database, with these parts.

    `entropy_of` gives the sources of "matches", "rolls", "decks", "tournaments" and "test tables"; without
    `coordination` it is the only process; `think` lets computer players choose.
    """
    core = make_core(store, clock, entropy_of, games, limits, coordination or Alone(), think, deletions)
    context, parts = Context(core, store.database, store, entropy_of), check_parts(parts)
    for part in parts:
        core.services.add(part.services(context))
        core.privacy.add(part.personal(store.database))
    return Tablepost(
        core,
        extensions=[cog for part in parts for cog in part.cogs],
        host=host,
        operator_server=operator_server,
        shards=shards,
        workers=workers,
    )


def make_core(
    store: SqlMatchStore,
    clock: Clock,
    entropy_of: Callable[[str], Entropy],
    games: Mapping[str, Game],
    limits: Limits,
    coordination: Coordination,
    think: Think,
    deletions: DeletionList | None = None,
) -> Core:
    """Create the services that every bot has."""
    database, match_data = store.database, SqlMatchPersonalData(store.database)
    people = People(SqlPeopleStore(database), clock)
    blocks, reliability = Blocks(SqlBlockStore(database), clock), Reliability(SqlReliabilityStore(database))
    seating_policy = PeopleSeatingPolicy(blocks, people, reliability)
    matches = MatchService(
        store,
        {key: game.rules for key, game in games.items()},
        clock,
        entropy_of("matches"),
        COMPUTERS,
        former=former_rules(games),
        limits=limits,
        shards=coordination.shards,
        think=think,
        seating_policy=seating_policy,
    )
    return Core(
        games=games,
        clock=clock,
        limits=limits,
        coordination=coordination,
        matches=matches,
        outbox=Outbox(store, coordination.common(clock), delivered, delivery_failed),
        people=people,
        blocks=blocks,
        seating_policy=seating_policy,
        reliability=reliability,
        servers=Servers(SqlServerStore(database), clock),
        privacy=Privacy(
            matches, match_data, personal_data(database), clock, deletions, SqlDeletionStore(database)
        ),
        upkeep=Upkeep(SqlUpkeepStore(database), clock),
        packing=Packing(SqlPackingStore(database), clock),
        figures=SqlFigureStore(database),
        register=ProcessRegister(SqlRegisterStore(database), clock),
    )


def deletions_of(settings: Settings) -> DeletionList:
    """Return the list of deletions: beside an SQLite file, with PostgreSQL in the present folder."""
    if settings.deletions_file:
        return DeletionList(Path(settings.deletions_file))
    address = database_url(settings.database_url)
    sqlite = address.get_backend_name() == "sqlite"
    return DeletionList(Path(str(address.database) if sqlite else "tablepost").with_suffix(".deletions"))


@asynccontextmanager
async def coordinated(database: Database, shards: Shards) -> AsyncIterator[Coordination]:
    """Coordinate this process with the others on its database for a block.

    Raises `BadDatabase`, also where another process serves one of its shards.
    """
    if database.shared:
        from bot.database.postgres_coordination import (
            SharedCoordination,  # it loads what SQLite does not need
        )

        async with SharedCoordination.opened(database, shards) as coordination:
            await coordination.claim()
            yield coordination
    elif shards.everything:
        yield Alone()
    else:
        raise BadDatabase(
            "DISCORD_SHARD_IDS shares the servers out among several processes, and a file of SQLite serves"
            " one. Leave it empty, or let DATABASE_URL name a PostgreSQL database that all of them use."
        )


@asynccontextmanager
async def open_bot(settings: Settings, worker: Executor | None = None) -> AsyncIterator[Tablepost]:
    """Migrate and open the database, create the bot on it, and close the database at the end.

    `worker` is the first one (`bot.processes.workers.first_worker`), if it is there already. Raises
    `bot.database.faults.BadDatabase`, also if another bot has the same SQLite file open.
    """
    with sole_use(settings.database_url):
        new = (await migrate_aside(settings.database_url)).found is None
        if new and settings.discord_token:  # at the local table that is usual
            log.info("a new, empty database is made", database=redact(settings.database_url))
        await try_write(settings.database_url)
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
                    workers=Workers(
                        usual_processes(),
                        memory=settings.worker_memory,
                        caches=settings.picture_cache,
                        first=worker,
                    ),
                    coordination=coordination,
                    think=thinking,
                    deletions=deletions_of(settings),
                )
                try:
                    yield bot
                finally:
                    await bot.close()
        finally:
            await store.close()
