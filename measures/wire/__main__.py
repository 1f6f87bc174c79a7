"""Whether the start of a league delays other matches: `python -m measures.wire --harness DIR`.

The harness is a folder with `play_real_bot.py`, which runs the bot as a separate process with a simulated
Discord. People play this number of matches, each as fast as the bot answers; after a while without it, a
league with this number of entrants begins, and they continue while it opens. Prints for both periods the
times of boards from the press to the post, and the progress of the league.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import json
import os
import statistics
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from bot.database.migrate import migrate
from bot.engine.fair import SEED_BYTES, commitment
from bot.matches.store import SqlMatchStore
from bot.parts.tournaments.model import Entrant, Plans, Tournament
from bot.parts.tournaments.store import SqlCompetitionStore

LEAGUE = "leagueofmany"
LATEST_SECONDS = 2.0
"""The maximum delay in seconds of a board of another match."""
OPTIONS = {"squad": "2", "width": "8", "height": "6", "rounds": "4"}


def league(people: Sequence[int], guild: int, channel: int, begins: datetime) -> Tournament:
    """Return a league of these people that begins by itself."""
    seed = os.urandom(SEED_BYTES)
    entrants = [Entrant(number, user, f"P{number}") for number, user in enumerate(people, 1)]
    return Tournament(
        id=LEAGUE,
        guild=guild,
        channel=channel,
        number=1,
        director=people[0],
        stage="open",
        plans=Plans("papyrus", "league", options=OPTIONS),
        seed=seed,
        commitment=commitment(LEAGUE, seed),
        opened_at=datetime.now(UTC),
        starts_at=begins,
        entrants=tuple(entrants),
    )


async def prepare(database: Path, tournament: Tournament) -> None:
    """Put a league into an empty database."""
    url = f"sqlite:///{database}"
    await migrate(url)
    store = SqlMatchStore.at(url)
    await SqlCompetitionStore(store.database).save(None, tournament)
    await store.close()


def opened(bot: Any) -> int:
    """Return the number of opened matches of the league."""
    query = "select count(*) from tournament_pairings where match is not null"
    return int(bot.ask(query)[0][0])


async def played(house: Any, tables: Sequence[Any], seconds: float) -> dict[str, Any]:
    """Let people play at all tables for a while; return the times of their boards."""
    began, cpu, boards = time.monotonic(), house.bot.cpu(), []

    async def play(table: Any) -> None:
        while time.monotonic() - began < seconds:
            if table.result():
                await table.open()
            got = await table.step("dm")
            if got and got["board"] is not None:
                boards.append(got["board"])

    await asyncio.gather(*[play(table) for table in tables])
    span = time.monotonic() - began
    late = sorted(boards)
    return {
        "boards": len(late),
        "median, s": round(statistics.median(late), 3),
        "99 of 100 within, s": round(late[int(len(late) * 0.99)], 3),
        "latest, s": round(late[-1], 3),
        "cores of the bot": round((house.bot.cpu() - cpu) / span, 2),
        "load average": round(os.getloadavg()[0], 1),
    }


async def measure(harness: Any, args: argparse.Namespace) -> dict[str, Any]:
    """Play without the league, then while it opens."""
    house = harness.House("league", limits=args.limits)
    world = house.world
    people = [int(world.person(f"P{number}")["id"]) for number in range(1, args.entrants + 1)]
    guild, channel = int(world.guild_id), int(world.channel("league"))
    begins = datetime.now(UTC) + timedelta(seconds=args.seconds + args.matches * 3 + 30)
    await prepare(house.bot.db, league(people, guild, channel, begins))
    async with house:
        games = ("papyrus", "crossfire", "arclash")
        tables = [house.table(games[number % 3]) for number in range(args.matches)]
        for table in tables:
            await table.open()
        without = await played(house, tables, args.seconds)
        await asyncio.sleep(max(0.0, (begins - datetime.now(UTC)).total_seconds()))
        beside = await played(house, tables, args.seconds)
        return {
            "without the league": without,
            "while it opens": beside,
            f"matches of the league opened in {args.seconds:.0f} s": opened(house.bot),
            "log": dict(house.bot.faults()[0]),
        }


def main(words: list[str]) -> int:
    """Measure and print; the exit code is 1 if a board was later than 2 seconds while the league opened."""
    parser = argparse.ArgumentParser(prog="python -m measures.wire", description=__doc__)
    parser.add_argument("--harness", required=True, type=Path)
    parser.add_argument("--work", required=True, type=Path, help="a folder for the database and the log")
    parser.add_argument("--port", type=int, default=8450)
    parser.add_argument("--entrants", type=int, default=2000)
    parser.add_argument("--matches", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--limits", choices=["off", "real"], default="off", help="those of Discord")
    args = parser.parse_args(words)
    sys.path.insert(0, str(args.harness))
    sys.argv = sys.argv[:1]  # the harness reads it
    harness: Any = importlib.import_module("play_real_bot")
    harness.ARGS = SimpleNamespace(work=str(args.work), port=args.port, tag="")
    found = asyncio.run(measure(harness, args))
    print(json.dumps(found, indent=1))
    return int(found["while it opens"]["latest, s"] > LATEST_SECONDS)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
