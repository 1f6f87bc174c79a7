"""`migrate`: migrates the database to the present version."""

from __future__ import annotations

import argparse
import asyncio

from bot.database.migrate import check_schema, migrate
from bot.host.settings import read_settings


def add_arguments(_parser: argparse.ArgumentParser) -> None:
    """Add no arguments."""


def run(_args: argparse.Namespace) -> int:
    """Run the missing migrations, and print what was done."""
    return asyncio.run(_migrate(read_settings().database_url))


async def _migrate(url: str) -> int:
    before = await migrate(url)
    if before.current:
        print(before.sentence)
        return 0
    after = await check_schema(url)
    print(f"The database was {f'at step {before.found}' if before.found else 'empty'}. {after.sentence}")
    return 0
