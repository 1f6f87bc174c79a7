"""`ratings check` and `ratings recompute`: compare the ratings with the results, or recompute them."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.base.clock import wall_clock
from bot.database.migrate import check_schema, migrate
from bot.games.registry import GAMES
from bot.host.cli.commands import CannotStart, add_subcommands
from bot.host.cli.matches_alone import opened_matches
from bot.host.settings import read_settings
from bot.parts.ratings.service import Checked, RatingService
from bot.parts.ratings.store import SqlRatingStore


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add `check` and `recompute`."""
    add_subcommands(
        parser,
        {
            "check": (_check, "say whether all ratings follow from the results; changes nothing"),
            "recompute": (_recompute, "work all ratings out anew from the results, and keep them"),
        },
    )


def run(args: argparse.Namespace) -> int:
    """Check or recompute; `check` returns 1 if something differs."""
    code: int = asyncio.run(args.act())
    return code


async def _check() -> int:
    url = read_settings().database_url
    state = await check_schema(url)
    if not state.current:
        raise CannotStart(f"{state.sentence} Nothing was checked.")
    async with _ratings(url) as ratings:
        checked = await ratings.check()
    print(f"{_counted(checked)} {_compared(checked)}")
    return 1 if checked.differing else 0


async def _recompute() -> int:
    url = read_settings().database_url
    await migrate(url)
    async with _ratings(url) as ratings:
        entered = await ratings.catch_up()
        checked = await ratings.recompute()
    if entered:
        print(f"Results that had not been entered before and are now: {entered:,}.")
    print(f"{_counted(checked)} {_compared(checked)} All ratings were worked out anew.")
    return 0


def _counted(checked: Checked) -> str:
    return f"Results: {checked.results:,}. Rated players: {checked.players:,}."


def _compared(checked: Checked) -> str:
    if not checked.differing:
        return "The ratings kept are exactly those that follow from the results."
    return f"{checked.differing:,} of the entries kept differ from those that follow from the results."


@asynccontextmanager
async def _ratings(url: str) -> AsyncIterator[RatingService]:
    """Open the ratings of a database of the present version, without a bot."""
    rules = {key: game.rules for key, game in GAMES.items()}
    async with opened_matches(url, None) as (store, matches):
        yield RatingService(SqlRatingStore(store.database), matches, rules, wall_clock)
