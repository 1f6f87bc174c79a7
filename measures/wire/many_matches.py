"""A database as large as that of a bot on many servers: a few played matches, copied by SQL."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from bot.base.clock import wall_clock
from bot.base.limits import NO_LIMITS
from bot.database.migrate import migrate
from bot.games.registry import GAMES
from bot.host.wiring import make_bot
from bot.matches.clocks import ClockTerms
from bot.matches.deliveries import Delivery, Post
from bot.matches.model import MatchTerms, Person
from bot.matches.store import SqlMatchStore
from bot.parts.matchmaking.model import Wish
from bot.parts.matchmaking.store import SqlWishStore
from bot.parts.ratings.service import RatingService

ANN, BEN = 1001, 1002
FIRST_SERVER, FIRST_USER, FIRST_CHANNEL = 10**15, 2 * 10**15, 3 * 10**15
"""The first ids; further ones follow. A server's channels are `CHANNELS` numbers apart."""
CHANNELS = 15
HEAVY, HEAVY_MATCHES = 1077, 250
"""A person with this number of running matches."""
ACTIONS, KEPT = 12, 2
"""Actions of each match that goes on, and of each ended one."""


class Size(NamedTuple):
    """How much there is."""

    servers: int = 10_000
    people: int = 30_000
    running: int = 5_000
    ended: int = 500_000
    lobbies: int = 500
    wishes: int = 2_000


def channel_of(server: int, number: int = 0) -> int:
    """Return the id of a channel of a server, both by their numbers."""
    return FIRST_CHANNEL + server * CHANNELS + number


async def make(file: Path, size: Size) -> None:
    """Make the database; takes some minutes for `Size()`."""
    await migrate(f"sqlite:///{file}")
    store = SqlMatchStore.at(f"sqlite:///{file}")
    try:
        # Random play ends an unrated game, at a free table, at once.
        games = [game for game, one in GAMES.items() if one.rules.rated]
        originals = [each for game in games for each in await _played(store, game)]
        now = datetime.now(UTC)
        wishes = SqlWishStore(store.database)
        for number in range(size.wishes):
            place = now - timedelta(seconds=size.wishes - number)
            server, game = number % size.servers, [*GAMES][number % len(GAMES)]
            await wishes.keep(
                Wish(
                    FIRST_USER + number,
                    FIRST_SERVER + server,
                    game,
                    channel_of(server),
                    GAMES[game].rules.seats[0],
                    ClockTerms("turn", 86_400),
                    True,
                    1,
                    "anybody",
                    began=place,
                    place=place,
                )
            )
    finally:
        await store.close()
    await asyncio.to_thread(_copy_all, file, originals, size)


async def _played(store: SqlMatchStore, game: str) -> list[tuple[str, str]]:
    """Play a match of a game that goes on, one that has ended, and open a lobby; return stages and ids."""
    bot, luck, found = make_bot(store, wall_clock, limits=NO_LIMITS), random.Random(game), []
    service, requests = bot.service, iter(range(10**6))

    async def delivered(row: Delivery) -> bool:
        number = next(requests) + 10**6
        await service.posts.note(
            Post(row.match, row.kind, row.user, 5, number, row.version, 0, wall_clock()), settles=row.id
        )
        return True

    people = [Person(ANN, "Ann"), Person(BEN, "Ben")]
    for number, stage in enumerate(("playing", "finished", "lobby")):
        channel = 10 * number + 1 + 100 * [*GAMES].index(game)
        key = f"{game} {stage}"
        terms = MatchTerms() if stage == "lobby" else MatchTerms(ClockTerms("turn", 40 * 86_400))
        info = await service.lobby.open(
            game,
            {},
            seats=2 if 2 in GAMES[game].rules.seats else GAMES[game].rules.seats[0],
            host=people[0],
            guild=1,
            channel=channel,
            private=False,
            match_terms=terms,
            request=f"{key} open",
        )
        if stage != "lobby":
            await service.lobby.join(info.id, people[1], request=f"{key} join")
            await service.lobby.start(info.id, ANN, request=f"{key} start")
            for _ in range(ACTIONS):
                match_view = await service.match_view(info.id, None)
                seat = luck.choice(sorted(match_view.awaited))
                user = info.seats[seat].user if seat < len(info.seats) else people[seat].user
                legal = (await service.match_view(info.id, user)).legal
                await service.play.act(
                    info.id,
                    user,
                    [legal[luck.randrange(len(legal))]],
                    version=None,
                    request=f"{key} {next(requests)}",
                )
        if stage == "finished":
            await service.play.resign(info.id, BEN, request=f"{key} over")
        await bot.outbox.drain(delivered, info.id)
        if stage == "finished":
            await bot.services.of(RatingService).take_in(info.id)
        found.append((stage, info.id))
    return found


def _copy_all(file: Path, originals: list[tuple[str, str]], size: Size) -> None:
    connection = sqlite3.connect(file, isolation_level=None)
    for pragma in (
        "synchronous = OFF",
        "journal_mode = MEMORY",
        "foreign_keys = OFF",
        "cache_size = -400000",
    ):
        connection.execute(f"PRAGMA {pragma}").fetchall()
    connection.execute("CREATE TEMP TABLE numbers (i INTEGER PRIMARY KEY)")
    most = max(size.running, size.ended, size.lobbies)
    connection.executemany("INSERT INTO numbers VALUES (?)", ((number,) for number in range(most)))
    connection.execute("BEGIN")
    for stage, count in (("playing", size.running), ("finished", size.ended), ("lobby", size.lobbies)):
        same = [match for each, match in originals if each == stage]
        for number, match in enumerate(same):
            first, last = count * number // len(same), count * (number + 1) // len(same)
            _copy(connection, match, stage, first, last, size)
    connection.execute("COMMIT")
    connection.execute("PRAGMA journal_mode = WAL").fetchall()
    connection.execute("ANALYZE")
    connection.close()


def _copy(connection: sqlite3.Connection, match: str, stage: str, first: int, last: int, size: Size) -> None:
    """Copy a match and all its rows under the numbers from `first` until before `last`."""
    letter = stage[0]
    ident = f"printf('{letter}%011d', i)"
    ann = f"CASE WHEN '{stage}' = 'playing' AND i % {max(size.running // HEAVY_MATCHES, 1)} = 0 THEN {HEAVY}"
    ann += f" ELSE {FIRST_USER} + i % {size.people} END"
    ben = f"{FIRST_USER} + (i + 7) % {size.people}"
    places = {"playing": 1, "lobby": 2, "finished": 3}
    at = "strftime('%Y-%m-%d %H:%M:%f000', 'now', '-' || (i % 400000) || ' minutes')"
    values = {
        "id": ident,
        "match": ident,
        "guild": f"{FIRST_SERVER} + i % {size.servers}",
        "channel": f"{FIRST_CHANNEL} + (i % {size.servers}) * {CHANNELS} + {places[stage]}"
        f" + (i / {size.servers}) * {10**9}",
        "private_channel": f"{FIRST_CHANNEL} + (i % {size.servers}) * {CHANNELS} + {places[stage]}"
        f" + (i / {size.servers}) * {10**9}",
        "host": ann,
        "seats": f"CAST(replace(replace(seats, '{ANN}', {ann}), '{BEN}', {ben}) AS BLOB)",
        "user": f'CASE "user" WHEN {ANN} THEN {ann} WHEN {BEN} THEN {ben} ELSE "user" END',
        "message": f"i * 100 + {10**15} + message % 100",
        "request": f"'{letter}' || i || request",
        "number": "i + 1000",
        "opened_at": at,
        "ended_at": f"CASE WHEN ended_at IS NULL THEN NULL ELSE {at} END",
    }
    tables = ["matches", "seated", "posts", "actions", "events", "draws", "requests"]
    tables += ["results", "result_players", "rating_steps"] if stage == "finished" else []
    old = connection.execute("SELECT number FROM results WHERE match = ?", (match,)).fetchone() or (0,)
    for table in tables:
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        key = "id" if table == "matches" else "match" if "match" in columns else "number"
        taken = {name: value for name, value in values.items() if name in columns}
        few = ""
        if table in ("actions", "events", "draws"):
            taken = {"match": ident}
            few = f" AND o.seq <= {KEPT}" if stage == "finished" else ""
        if table == "posts":
            taken["version"] = "1000000"  # all are up to date
        chosen = ", ".join(taken.get(name, f'o."{name}"') for name in columns)
        connection.execute(
            f"INSERT OR IGNORE INTO {table} ({', '.join(f'{chr(34)}{name}{chr(34)}' for name in columns)})"
            f" SELECT {chosen} FROM numbers, {table} AS o"
            f' WHERE i >= ? AND i < ? AND o."{key}" = ?{few}',
            (first, last, old[0] if key == "number" else match),
        )
