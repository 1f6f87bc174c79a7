"""The longest block of the event loop, with all games in play and the slowest possible card set.

The measure is the processor time of the loop's own thread between two checks of a watcher, so a busy machine
makes no difference. A slow machine is compensated by its time for a fixed piece of work.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.database.migrate import migrate
from bot.games.arclash.cards.cards import Library
from bot.games.arclash.game import CARDS as ARCLASH_CARDS
from bot.games.arclash.rules import actions
from bot.games.arclash.rules.rules import ArclashRules
from bot.games.arclash.wording.wording import ArclashWording
from bot.games.computers import COMPUTERS
from bot.games.registry import GAMES
from bot.matches.loaded_match import LoadedMatch, PendingChange
from bot.matches.model import Person, Stage
from tests.games.arclash.nasty import full_table, nasty_pool
from tests.matches.table import Table, TestClock

LONGEST = 0.05
"""The limit in seconds for a block of the loop, on a machine as fast as that of docs/PERFORMANCE.md."""
USUAL_SPIN = 0.011
"""The seconds of the fixed piece of work there."""
PLAYERS = [Person(user, f"P{user}") for user in range(101, 107)]
"""The first is Ann."""


def spin() -> float:
    """Return the minimum processor time of three runs of a fixed piece of work."""
    found = []
    for _ in range(3):
        began = time.thread_time()
        total = 0
        for number in range(200_000):
            total += number & 7
        found.append(time.thread_time() - began)
    return min(found)


class Watcher:
    """Checks the loop whenever it is free."""

    def __init__(self) -> None:
        self.longest = 0.0

    async def queries(self) -> None:
        last = time.thread_time()
        while True:
            await asyncio.sleep(0)
            now = time.thread_time()
            self.longest, last = max(self.longest, now - last), now


@asynccontextmanager
async def watched() -> AsyncIterator[Watcher]:
    watcher = Watcher()
    task = asyncio.ensure_future(watcher.queries())
    try:
        yield watcher
    finally:
        task.cancel()


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    url = f"sqlite+aiosqlite:///{tmp_path}/loop.db"
    await migrate(url)
    pool = nasty_pool(ARCLASH_CARDS.standard)
    library = Library(ARCLASH_CARDS.standard)
    library.add(pool)
    rules = {key: game.rules for key, game in GAMES.items()} | {"arclash": ArclashRules(library)}
    opened = Table(url, TestClock(), "loop", games=rules, computers=COMPUTERS)
    yield opened
    await opened.close()


async def take(within: float, *work: Awaitable[Any]) -> Any:
    """Run this with a watcher, and check the longest block of the loop."""
    async with watched() as watcher:
        found = [await each for each in work]
    assert watcher.longest < within, f"the loop was held for {watcher.longest * 1000:.0f} ms"
    return found[-1]


@pytest.mark.parametrize("game", GAMES)
async def test_play_undo_and_history_never_block_the_loop(table: Table, game: str, allowance: float) -> None:
    within, choose = LONGEST * allowance * max(1.0, spin() / USUAL_SPIN), random.Random(5)
    seats = max(each for each in GAMES[game].rules.seats if each <= 4)
    service, match = table.service, (await table.started(*PLAYERS[1:seats], game=game)).id
    for number in range(120):
        view = await service.match_view(match, None)
        if view.match.stage is not Stage.PLAYING:
            break
        user = 101 + choose.choice(sorted(view.awaited))
        legal = (await take(within, service.match_view(match, user))).legal
        action = legal[choose.randrange(len(legal))]
        await take(within, service.play.act(match, user, [action], version=None, request=f"{game} a{number}"))
        if number % 30 == 29:
            await take(within, service.undos.is_free(match, user))
    steps = await take(within, service.history.steps(match, None))
    seqs = [0, *[step.seq for step in steps[::20]]]
    await take(within, service.history.film(match, seqs), service.history.page(match, 1, None, 20))


@pytest.mark.parametrize("seats", [2, 6])
async def test_the_slowest_card_set_never_blocks_the_loop(table: Table, seats: int, allowance: float) -> None:
    within = LONGEST * allowance * max(1.0, spin() / USUAL_SPIN)
    service, match = table.service, (await table.started(*PLAYERS[1:seats], game="arclash")).id
    rules: Any = service._repository.games["arclash"]
    state = full_table(nasty_pool(rules.library.standard), seats)

    def set_up(position: LoadedMatch) -> PendingChange:
        return PendingChange(record=replace(position.record, state=position.codec.encode(state)), state=state)

    await service._repository.change(match, None, set_up)
    await take(within, service.match_view(match, 101), service.match_view(match, None))
    await take(within, service.play.act(match, 101, [actions.Pass()], version=None, request="pass"))
    view = await take(within, service.match_view(match, 102))
    wording = ArclashWording(rules.library)
    await take(within, asyncio.to_thread(wording.menu, view.view, view.legal, view.match.names, ()))
    for user in range(101, 101 + seats):
        own = (await service.match_view(match, user)).legal
        if own:
            await take(within, service.play.act(match, user, [own[-1]], version=None, request=f"stay {user}"))
