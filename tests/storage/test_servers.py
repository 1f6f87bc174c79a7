"""Settings of servers are stored and deleted as a whole."""

from __future__ import annotations

from bot.servers.settings import ServerClock, ServerSettings
from bot.servers.store import SqlServerStore
from tests.matches.table import Table, TestClock

CLUB, OTHER = 2**62, 7
ALL = ServerSettings((2**62 + 1, 5), ServerClock("2 days a turn", "1h", "resign"), 2**62 + 2)


async def test_settings_belong_to_one_server_and_survive_a_restart(address: str, clock: TestClock) -> None:
    table = Table(address, clock)
    assert await SqlServerStore(table.store.database).settings(CLUB) is None
    await SqlServerStore(table.store.database).keep(CLUB, ServerSettings((3,)), clock.now)
    assert await SqlServerStore(table.store.database).settings(CLUB) == ServerSettings((3,))
    await SqlServerStore(table.store.database).keep(CLUB, ALL, clock.now)
    assert await SqlServerStore(table.store.database).settings(CLUB) == ALL
    await SqlServerStore(table.store.database).keep(OTHER, ServerSettings(), clock.now)
    await table.close()
    again = Table(address, clock)
    assert await SqlServerStore(again.store.database).settings(CLUB) == ALL
    await SqlServerStore(again.store.database).reset(CLUB)
    assert await SqlServerStore(again.store.database).settings(CLUB) is None
    assert await SqlServerStore(again.store.database).settings(OTHER) == ServerSettings()
    await again.close()


def test_an_allowed_channel_allows_its_threads_and_no_other_channel() -> None:
    settings = ServerSettings(channels=(1, 2))
    assert all([settings.allows(1), settings.allows(9, 2), ServerSettings().allows(9)])
    assert not any([settings.allows(9, None), settings.allows(9, 3)])
