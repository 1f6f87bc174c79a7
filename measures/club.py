"""A club on SimCord with a separate database, for measurements that are no tests."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.database.migrate import migrate
from tests.cogs.club import Club


@asynccontextmanager
async def new_club() -> AsyncIterator[Club]:
    """Open a club with a new database, and close both at the end."""
    with tempfile.TemporaryDirectory() as place:
        url = f"sqlite:///{place}/measures.db"
        await migrate(url)
        club = Club(url)
        await club.open()
        try:
            yield club
        finally:
            await club.close()
