"""Writes a change of a match: all its rows in one transaction."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from bot.database.faults import breaks
from bot.matches import packing, rows, statements
from bot.matches.ports import Change, Verdict


class ChangeRefused(Exception):  # noqa: N818 - it reads as what happened
    """Rolls a transaction back, with the reason."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict.value)
        self.verdict = verdict


def write_change(connection: Connection, change: Change) -> None:
    """Write a change. Raises `ChangeRefused`: then the transaction must be rolled back."""
    if change.record.revision == 1:
        _insert_match(connection, change)
    else:
        _swap_match(connection, change)
    _insert_rows(connection, change)


def _insert_match(connection: Connection, change: Change) -> None:
    """Insert a new match. The unique index on channels decides between two concurrent ones."""
    channel = change.record.info.channel
    if connection.execute(statements.REQUEST, {"request": change.request}).first() is not None:
        raise ChangeRefused(Verdict.SEEN)
    if connection.execute(statements.CHANNEL_TAKEN, {"channel": channel}).first() is not None:
        raise ChangeRefused(Verdict.CHANNEL_TAKEN)
    with _refused(*_CHANNEL_TAKEN):
        connection.execute(statements.INSERT_MATCH, rows.match_row(change.record))
    _insert_request(connection, change)


def _swap_match(connection: Connection, change: Change) -> None:
    """Replace a match by its next revision, unless the stored revision has changed."""
    _insert_request(connection, change)
    record = change.record
    which = {"this": record.info.id, "expected": record.revision - 1}
    with _refused(*_CHANNEL_TAKEN):
        swapped = connection.execute(
            statements.SWAP_MATCH, {**rows.changing_columns(record), **which}
        ).first()
    if swapped is None:
        raise ChangeRefused(Verdict.STALE)
    if swapped.packed and (change.back_to is not None or change.actions or change.events or change.draws):
        packing.unpack(connection, record.info.id)


_CHANNEL_TAKEN = (Verdict.CHANNEL_TAKEN, "matches.channel", "uq_matches_channel_going_on")


@contextmanager
def _refused(verdict: Verdict, *constraint: str) -> Iterator[None]:
    """Refuse the change with this verdict where the block breaks this constraint."""
    try:
        yield
    except IntegrityError as error:
        if not breaks(error, *constraint):
            raise
        raise ChangeRefused(verdict) from None


def _insert_request(connection: Connection, change: Change) -> None:
    """Store the request; its primary key shows whether it was carried out before."""
    if change.request is None:
        return
    row = {"request": change.request, "match": change.record.info.id, "at": change.at}
    with _refused(Verdict.SEEN, "requests.request", "pk_requests"):
        connection.execute(statements.INSERT_REQUEST, row)


def _take_back(connection: Connection, change: Change) -> None:
    """Mark the actions, events and draws that a change takes back."""
    if change.back_to is None:
        return
    bounds = {"this": change.record.info.id, "back_to": change.back_to}
    for statement in (statements.UNDO_ACTIONS, statements.UNDO_EVENTS, statements.VOID_DRAWS):
        connection.execute(statement, bounds)


def _note_former(connection: Connection, change: Change) -> None:
    """Store the former holders of seats that have changed hands."""
    held = [
        {"match": change.record.info.id, "seq": change.record.seq, "seat": former.seat, "user": former.user}
        for former in change.former
    ]
    if held:
        connection.execute(statements.ONCE_SEATED, held)


def _seat(connection: Connection, change: Change) -> None:
    """Store the present holders of seats."""
    if change.seated is None:
        return
    match = change.record.info.id
    connection.execute(statements.UNSEAT, {"this": match})
    if change.seated:
        connection.execute(statements.SEAT, [{"match": match, "user": user} for user in change.seated])


def _insert_rows(connection: Connection, change: Change) -> None:
    """Insert the new rows of a change, after removing those that it takes back."""
    _take_back(connection, change)
    _seat(connection, change)
    _note_former(connection, change)
    for statement, values in (
        (statements.INSERT_ACTIONS, rows.rows_of(change, change.actions)),
        (statements.INSERT_EVENTS, rows.rows_of(change, change.events)),
        (statements.INSERT_DRAWS, rows.draw_rows(change)),
        (statements.INSERT_OUTBOX, rows.outbox_rows(change)),
    ):
        if values:
            connection.execute(statement, values)
