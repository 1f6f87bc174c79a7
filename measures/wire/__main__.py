"""Whether the opening of a league keeps other matches waiting: `python -m measures.wire --harness DIR`.

The harness is a folder with `play_real_bot.py`, which runs the bot as a process of its own on a stand-in for
Discord. People play so many matches at a steady rate; after a while without it, a league of so many
entrants begins, and they play on while it opens. Printed is for both spans how long boards took from the
commit to the post, and how far the league came.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import json
import os
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from bot.competitions.model import Entrant, Plans, Tournament
from bot.engine.fair import SEED_BYTES, commitment
from bot.storage.migrate import migrate
from bot.storage.store import SqlStore

LEAGUE = "leagueofmany"
FIRST_USER = 10**17
OPTIONS = {"squad": "2", "width": "8", "height": "6", "rounds": "4"}
TOLD = (
    "actions/s",
    "commit to board",
    "all acks",
    "bot cores",
    "bot waited for a core, per second run",
    "failed",
    "load",
)
"""What is printed of what the harness measures."""


def league(entrants: int, guild: int, channel: int, begins: datetime) -> Tournament:
    """Return a league of so many that begins by itself."""
    seed = os.urandom(SEED_BYTES)
    people = [Entrant(number, FIRST_USER + number, f"P{number}") for number in range(1, entrants + 1)]
    return Tournament(
        id=LEAGUE,
        guild=guild,
        channel=channel,
        number=1,
        director=FIRST_USER,
        stage="open",
        plans=Plans("papyrus", "league", options=OPTIONS),
        seed=seed,
        commitment=commitment(LEAGUE, seed),
        opened_at=datetime.now(UTC),
        starts_at=begins,
        entrants=tuple(people),
    )


async def prepare(database: Path, tournament: Tournament) -> None:
    """Put a league into an empty database."""
    url = f"sqlite:///{database}"
    await migrate(url)
    store = SqlStore.at(url)
    await store.competitions.save(None, tournament)
    await store.close()


def opened(bot: Any) -> int:
    """Return how many matches of the league have been opened."""
    query = "select count(*) from tournament_pairings where match is not null"
    return int(bot.ask(query)[0][0])


async def measure(harness: Any, args: argparse.Namespace) -> dict[str, Any]:
    """Play without the league, then while it opens."""
    house = harness.House("league", limits=args.limits)
    guild, channel = int(house.world.guild_id), int(house.world.channel("league"))
    begins = datetime.now(UTC) + timedelta(seconds=args.seconds + args.matches * 2 + 20)
    await prepare(house.bot.db, league(args.entrants, guild, channel, begins))
    async with house:
        games = ("papyrus", "crossfire", "arclash")
        tables = [house.table(games[number % 3]) for number in range(args.matches)]
        for table in tables:
            await table.open()
        without = await harness.one_rate(house, tables, args.rate, args.seconds)
        await asyncio.sleep(max(0.0, (begins - datetime.now(UTC)).total_seconds()))
        with_league = await harness.one_rate(house, tables, args.rate, args.seconds)
        return {
            "without the league": {name: without[name] for name in TOLD},
            "while it opens": {name: with_league[name] for name in TOLD},
            f"matches of the league after {args.seconds:.0f} s": opened(house.bot),
            "log": dict(house.bot.faults()[0]),
        }


def main(words: list[str]) -> int:
    """Measure and print; 1 where a board was later than 2 seconds while the league opened."""
    parser = argparse.ArgumentParser(prog="python -m measures.wire", description=__doc__)
    parser.add_argument("--harness", required=True, type=Path)
    parser.add_argument("--work", required=True, type=Path, help="a folder for the database and the log")
    parser.add_argument("--port", type=int, default=8450)
    parser.add_argument("--entrants", type=int, default=2000)
    parser.add_argument("--matches", type=int, default=12)
    parser.add_argument("--rate", type=float, default=3.0, help="interactions a second")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--limits", choices=["off", "real"], default="off", help="those of Discord")
    args = parser.parse_args(words)
    sys.path.insert(0, str(args.harness))
    sys.argv = sys.argv[:1]  # the harness reads it
    harness: Any = importlib.import_module("play_real_bot")
    harness.ARGS = SimpleNamespace(work=str(args.work), port=args.port, tag="")
    found = asyncio.run(measure(harness, args))
    print(json.dumps(found, indent=1))
    return int((found["while it opens"]["commit to board"]["max"] or 0) > 2000)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
