"""A database as a release leaves it: matches of every game at every stage, a roll, a deck and settings."""

from __future__ import annotations

import itertools
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.base.ids import MatchId
from bot.database.migrate import migrate
from bot.games.registry import GAMES, former_rules
from bot.matches.model import MatchInfo
from bot.parts.decks.service import DeckService
from bot.parts.decks.store import SqlDeckStore
from bot.parts.dice.notation import read
from bot.parts.dice.ports import RollPlace
from bot.parts.dice.service import Asked, RollService
from bot.parts.dice.store import SqlRollStore
from bot.people.preferences import Preferences
from bot.people.service import People
from bot.people.store import SqlPeopleStore
from bot.servers.service import Servers
from bot.servers.store import SqlServerStore
from tests.matches.table import ANN, BEN, Table, TestClock, fixed_entropy

FILES: Final = Path(__file__).parent / "files"
"""The folder of the kept databases, one file for each release."""
GUILD: Final = 7
LANGUAGE: Final = "de"
ROLL: Final = "3d6 + 2"
DECK: Final = "Kept deck"
_ACTIONS = 12


def table_at(url: str, label: str) -> Table:
    """Return a table of all games at this address."""
    rules = {key: game.rules for key, game in GAMES.items()}
    return Table(url, TestClock(), label, games=rules, former=former_rules(GAMES))


async def keep(target: Path) -> None:
    """Make the database of the current version as a new file without a journal."""
    target.parent.mkdir(parents=True, exist_ok=True)
    url = f"sqlite:///{target}"
    await migrate(url)
    table = table_at(url, "release")
    channels = itertools.count(1_000)
    for game in GAMES:
        await table.open(game=game, channel=next(channels))
        for ends in (False, True):
            info = await _in_play(table, game, channels)
            if ends:
                await table.resign(info.id, BEN)
    await _beside_matches(table)
    await table.close()
    with closing(sqlite3.connect(target)) as file:
        file.execute("PRAGMA journal_mode = DELETE")
        file.execute("VACUUM")


async def _in_play(table: Table, game: str, channels: Iterator[int]) -> MatchInfo:
    """Return a match after some actions that has not ended: at a free table players may agree to an end."""
    while True:
        started = await table.started(BEN, game=game, channel=next(channels))
        await play_on(table, started.id, _ACTIONS)
        info = await table.info(started.id)
        if not info.stage.ended:
            return info


async def play_on(table: Table, match: MatchId, actions: int) -> None:
    """Play this number of random actions of a match, the same in each run; fewer if the match ends."""
    mood = random.Random(match)
    for _ in range(actions):
        awaited = sorted(await table.awaited(match))
        if not awaited:
            return
        who = (ANN, BEN)[mood.choice(awaited)]
        legal = (await table.view(match, who)).legal
        await table.act(match, who, legal[mood.randrange(len(legal))])


async def _beside_matches(table: Table) -> None:
    store, clock = table.store, table.clock
    rolls = RollService(SqlRollStore(store.database), clock, fixed_entropy("rolls"))
    await rolls.roll(Asked(read(ROLL), ANN, RollPlace(1, shared=True), "roll"))
    await DeckService(SqlDeckStore(store.database), clock, fixed_entropy("decks")).create(
        ANN.user, "arclash", DECK
    )
    await People(SqlPeopleStore(store.database), clock).keep(ANN.user, Preferences(language=LANGUAGE))
    await Servers(SqlServerStore(store.database), clock).set_language(GUILD, LANGUAGE)
