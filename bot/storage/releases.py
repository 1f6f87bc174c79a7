"""Which program versions may use a database: the row "least version" of `operator_state`."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, inspect, select

from bot.clock import wall_clock
from bot.processes.register import SEEN_WITHIN
from bot.storage.faults import BadDatabase
from bot.storage.replacing import replace_rows
from bot.storage.schema import operator_state, processes
from bot.version import Release, numbers

LEAST: Final = "least version"
_LEAST = select(operator_state.c.content).where(operator_state.c.name == LEAST)


def least_version(connection: Connection) -> str:
    """Return the oldest version that may run; "" where none is stored."""
    kept = connection.execute(_LEAST).scalar_one_or_none()
    return "" if kept is None else kept.decode()


def least_for(connection: Connection, release: Release) -> str:
    """Return the oldest version that may run; "" where none is stored or there are no tables.

    Raises `BadDatabase` for a release that is older.
    """
    there = inspect(connection).has_table(operator_state.name)
    least = least_version(connection) if there else ""
    if least and numbers(release.version) < numbers(least):
        raise BadDatabase(
            f"This is version {release.version}. A newer version has used the database, beside which versions"
            f" from {least} on may run. Run one of these, or restore a backup."
        )
    return least


def is_noted(least: str, release: Release) -> bool:
    """Whether this least version excludes all versions that cannot run beside a release."""
    return bool(least) and numbers(least) >= numbers(release.beside)


def check_others(connection: Connection, release: Release) -> None:
    """Raise `BadDatabase` while processes run that are too old to run beside a release."""
    if not inspect(connection).has_table(processes.name):
        return
    running = connection.execute(
        select(processes.c.version).where(processes.c.at > wall_clock() - SEEN_WITHIN)
    ).scalars()
    older = [each for each in running if numbers(each) < numbers(release.beside)]
    if older:
        raise BadDatabase(
            f"A process of version {older[0]} runs, and version {release.version} runs beside versions from"
            f" {release.beside} on. Stop it first, or update it to one of these; who was killed counts as"
            f" running for {int(SEEN_WITHIN.total_seconds())} seconds."
        )


def note(connection: Connection, release: Release) -> None:
    """Exclude from now on all versions that cannot run beside a release."""
    if is_noted(least_version(connection), release):
        return
    replace_rows(connection, operator_state, {"name": LEAST, "content": release.beside.encode()})
