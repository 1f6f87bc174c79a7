"""Which versions of the program may run on a database: the row "least version" of `operator_state`."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, insert, inspect, select, update

from bot.clock import wall_clock
from bot.operations.service import SEEN_WITHIN
from bot.storage.faults import BadDatabase
from bot.storage.schema import operator_state, processes
from bot.version import Release, numbers

LEAST: Final = "least version"
_LEAST = select(operator_state.c.content).where(operator_state.c.name == LEAST)


def least_version(connection: Connection) -> str:
    """Return the oldest version that may run; "" where none is noted."""
    kept = connection.execute(_LEAST).scalar_one_or_none()
    return "" if kept is None else kept.decode()


def admits(connection: Connection, release: Release) -> bool:
    """Whether the newest version that has run lets a release run. False where none has said so.

    Raises `BadDatabase` for a release that is too old.
    """
    least = _least_if_any(connection)
    if least and numbers(release.version) < numbers(least):
        raise BadDatabase(
            f"This is version {release.version}. A newer version has used the database, beside which versions"
            f" from {least} on may run. Run one of these, or restore a backup."
        )
    return bool(least)


def is_noted(connection: Connection, release: Release) -> bool:
    """Whether no version can run that could not beside a release."""
    least = _least_if_any(connection)
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
    """Let no version run any more that could not beside a release."""
    if is_noted(connection, release):
        return
    content = release.beside.encode()
    kept = update(operator_state).where(operator_state.c.name == LEAST).values(content=content)
    if connection.execute(kept).rowcount == 0:
        connection.execute(insert(operator_state), {"name": LEAST, "content": content})


def _least_if_any(connection: Connection) -> str:
    """Return the least version of a database that may have no tables yet."""
    return least_version(connection) if inspect(connection).has_table(operator_state.name) else ""
