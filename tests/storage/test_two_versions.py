"""Two versions of the program at the same time on one PostgreSQL, as during a rolling update.

The newer one has a migration that the older does not know, and a newer version of the rules of Dicey beside
the former one. Posts are written down instead of sent.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from sqlalchemy import URL, make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.base.clock import wall_clock
from bot.base.version import Release
from bot.database.faults import BadDatabase
from bot.database.migrate import migrate
from bot.database.postgres_coordination import SharedCoordination
from bot.games.game import Game
from bot.host.client import Tablepost
from bot.host.wiring import make_bot
from bot.matches.deliveries import Delivery
from bot.matches.errors import OtherRules
from bot.matches.model import MatchInfo
from bot.matches.store import SqlMatchStore
from cogs.publishing.publisher import Publisher
from tests.matches.dicey import Choose, DiceyRules
from tests.matches.table import ANN, BEN, Table, TestClock
from tests.storage.test_migrations import with_made_up_step

OLD, NEW = Release("1.0.0", beside="1.0.0"), Release("1.1.0", beside="1.0.0")
LATER = Release("1.2.0", beside="1.1.0")


class NewerDicey(DiceyRules):
    version = "2"


FORMER = Game("dicey", "Dicey", "", DiceyRules(), None, None)  # type: ignore[arg-type]
NEWER = Game("dicey", "Dicey", "", NewerDicey(), None, None, former=(FORMER,))  # type: ignore[arg-type]


class Process:
    """A process of one version."""

    def __init__(self, store: SqlMatchStore, coordination: SharedCoordination, game: Game) -> None:
        self.store = store
        self.bot: Tablepost = make_bot(store, wall_clock, games={"dicey": game}, coordination=coordination)
        self.posted: list[str] = []
        self.bot.publisher = publisher = Publisher(self.bot)
        publisher._publish = dict.fromkeys(("lobby", "board", "proposal", "result"), self._post)
        publisher._deliver["turn"] = self._tell
        self.table = Table("", TestClock(), f"{id(self)}", store=store)
        self.table.service = self.bot.service

    async def _post(self, delivery: Delivery, info: MatchInfo) -> bool:
        if info.stage.value == "playing":
            await self.bot.service.match_view(info.id, None)
        self.posted.append(delivery.key)
        return False

    async def _tell(self, delivery: Delivery) -> bool:
        self.posted.append(delivery.key)
        return False


@pytest.fixture
async def address(postgres: str) -> AsyncIterator[str]:
    """Return a separate database, for the tables of the made-up migration."""
    server, name = make_url(postgres), "two_versions"
    await _on_server(server, f"DROP DATABASE IF EXISTS {name} WITH (FORCE)", f"CREATE DATABASE {name}")
    yield server.set(database=name).render_as_string(hide_password=False)
    await _on_server(server, f"DROP DATABASE {name} WITH (FORCE)")


async def _on_server(server: URL, *statements: str) -> None:
    engine = create_async_engine(server.set(drivername="postgresql+asyncpg"), isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        for each in statements:
            await connection.execute(text(each))
    await engine.dispose()


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    async with AsyncExitStack() as opened:
        yield opened


async def started(stack: AsyncExitStack, url: str, game: Game) -> Process:
    store = SqlMatchStore.at(url)
    stack.push_async_callback(store.close)
    coordination = await stack.enter_async_context(SharedCoordination.opened(store.database))
    return Process(store, coordination, game)


async def test_both_versions_play_a_match_and_each_post_is_made_once(
    address: str, stack: AsyncExitStack, tmp_path: Path
) -> None:
    await migrate(address, OLD)
    old = await started(stack, address, FORMER)
    match = (await old.table.started(BEN, channel=1)).id
    with pytest.MonkeyPatch.context() as patch:  # the newer version migrates, the older one continues
        patch.setattr("bot.database.migrate._FOLDER", with_made_up_step(tmp_path / "next"))
        await migrate(address, NEW)
    new = await started(stack, address, NEWER)
    await old.table.act(match, ANN, Choose(1))
    await old.bot.publish_here(match)
    await new.table.act(match, BEN, Choose(1))
    for process in (old, new, old):
        await process.bot.publish_here(match)
    posted = [*old.posted, *new.posted]
    assert len(posted) == len(set(posted))
    assert any(key.endswith(".b") for key in new.posted + old.posted)
    assert not await old.store.pending()
    assert (await migrate(address, OLD)).admitted  # the older one may be restarted meanwhile


async def test_a_match_of_newer_rules_waits_for_a_process_that_knows_them(
    address: str, stack: AsyncExitStack
) -> None:
    await migrate(address, OLD)
    old, new = await started(stack, address, FORMER), await started(stack, address, NEWER)
    match = (await new.table.started(BEN, channel=1)).id
    with pytest.raises(OtherRules, match="version 2 of the rules"):
        await old.table.act(match, ANN, Choose(1))
    await old.bot.publish_here(match)
    waiting = await old.store.pending(match)
    assert waiting
    assert not await old.store.parked()
    assert not [key for key in old.posted if ".b" in key]
    await new.table.act(match, ANN, Choose(1))
    for row in waiting:  # the retry delay passes
        await new.store.postpone(row.delivery.id, attempts=1, due=wall_clock())
    await new.bot.publish_here(match)
    assert not await new.store.pending(match)
    assert [key for key in new.posted if ".b" in key]


async def test_a_version_incompatible_with_the_oldest_is_refused_while_that_runs(
    address: str, stack: AsyncExitStack
) -> None:
    await migrate(address, OLD)
    old = await started(stack, address, FORMER)
    await old.bot.register.note("0,1", 0, OLD.version)
    with pytest.raises(BadDatabase, match=r"A process of version 1\.0\.0 runs, and version 1\.2\.0 runs"):
        await migrate(address, LATER)
    await old.bot.register.store.forget_process("0,1")
    await migrate(address, LATER)
    with pytest.raises(BadDatabase, match=r"^This is version 1\.0\.0\. A newer version"):
        await migrate(address, OLD)
    assert await old.bot.register.is_outdated(
        OLD.version
    )  # a process that runs nevertheless sees it, and stops
