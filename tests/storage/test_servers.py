"""Settings of servers are stored and deleted as a whole."""

from __future__ import annotations

from bot.servers.settings import ServerClock, ServerSettings
from tests.matches.table import Table, TestClock

CLUB, OTHER = 2**62, 7
ALL = ServerSettings((2**62 + 1, 5), ServerClock("2 days a turn", "1h", "resign"), 2**62 + 2)


async def test_settings_belong_to_one_server_and_survive_a_restart(address: str, clock: TestClock) -> None:
    table = Table(address, clock)
    assert await table.store.servers.settings(CLUB) is None
    await table.store.servers.keep(CLUB, ServerSettings((3,)), clock.now)
    await table.store.servers.keep(CLUB, ALL, clock.now)
    await table.store.servers.keep(OTHER, ServerSettings(), clock.now)
    await table.close()
    again = Table(address, clock)
    assert await again.store.servers.settings(CLUB) == ALL
    await again.store.servers.reset(CLUB)
    assert await again.store.servers.settings(CLUB) is None
    assert await again.store.servers.settings(OTHER) == ServerSettings()
    await again.close()


def test_an_allowed_channel_allows_its_threads_and_no_other_channel() -> None:
    settings = ServerSettings(channels=(1, 2))
    assert all([settings.allows(1), settings.allows(9, 2), ServerSettings().allows(9)])
    assert not any([settings.allows(9, None), settings.allows(9, 3)])
