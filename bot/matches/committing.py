"""Writes a change of a match: all its rows in one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from sqlalchemy import Connection, Row
from sqlalchemy.exc import IntegrityError

from bot.database.engine import of_row
from bot.database.faults import breaks
from bot.engine.contract import Outcome
from bot.engine.fair import Draw
from bot.matches import packing, statements
from bot.matches.clocks import Rest
from bot.matches.deliveries import Delivery, Post
from bot.matches.model import MatchInfo, MatchTerms, SeatHolder, Stage
from bot.matches.orders import SeatOrders
from bot.matches.ports import ActionRow, CommitResult, DrawRow, EventRow, MatchWrite, Pending, Record

# Converts between the records of the match service and table rows.


_encode = msgspec.json.encode
_seats = msgspec.json.Decoder(tuple[SeatHolder, ...])
_outcome = msgspec.json.Decoder(Outcome)
_versions = msgspec.json.Decoder(tuple[int, ...])
_draw = msgspec.json.Decoder(Draw)
_orders = msgspec.json.Decoder(tuple[SeatOrders, ...])
_rest = msgspec.json.Decoder(Rest)
_match_terms = msgspec.json.Decoder(MatchTerms)


def match_row(record: Record) -> dict[str, Any]:
    """Return all columns of a new match."""
    info = record.info
    return {
        "id": info.id,
        "game": info.game,
        "rules": info.rules,
        "guild": info.guild,
        "commitment": info.commitment,
        "seed": record.seed,
        "opened_at": info.opened_at,
        **changing_columns(record),
    }


def changing_columns(record: Record) -> dict[str, Any]:
    """Return the columns that a change of a match may alter."""
    info = record.info
    return {
        "cards": info.cards,
        "options": bytes(info.options),
        "wanted": info.wanted,
        "host": info.host,
        "channel": info.channel,
        "stage": info.stage.value,
        "revision": record.revision,
        "version": info.version,
        "versions": _encode(record.versions),
        "seats": _encode(info.seats),
        "outcome": None if info.outcome is None else _encode(info.outcome),
        "ended_at": info.ended_at,
        "state": record.state,
        "counter": record.counter,
        "seq": record.seq,
        "turn_from": record.turn_from,
        "before_from": record.before_from,
        "match_terms": _encode(info.match_terms),
        "due": record.due,
        "orders": _encode(record.orders) if record.orders else None,
        "private": info.private,
        "private_channel": None if info.private is None else info.channel,
        "rest": None if info.rest is None else _encode(info.rest),
        "asked_at": record.asked_at,
    }


def version_of_user(row: Row[Any]) -> int:
    """Return the version of a match for a user who holds a seat; -1 for any other."""
    known = zip(holders_of(row), _versions.decode(row.versions), strict=False)
    return next((version for holder, version in known if holder.user == row.user), -1)


def holders_of(row: Row[Any]) -> tuple[SeatHolder, ...]:
    """Return the holders of the seats in a row of matches."""
    return _seats.decode(row.seats)


def match_terms_of(written: bytes | None) -> MatchTerms:
    """Return the terms in a row of matches."""
    return MatchTerms() if written is None else _match_terms.decode(written)


def record_of(row: Row[Any]) -> Record:
    """Return the record in a row of matches."""
    info = of_row(
        MatchInfo,
        row,
        stage=Stage(row.stage),
        options=msgspec.Raw(row.options),
        seats=holders_of(row),
        outcome=None if row.outcome is None else _outcome.decode(row.outcome),
        match_terms=match_terms_of(row.match_terms),
        private=row.private if row.private_channel == row.channel else None,
        rest=None if row.rest is None else _rest.decode(row.rest),
    )
    return of_row(
        Record,
        row,
        info=info,
        versions=_versions.decode(row.versions),
        orders=() if row.orders is None else _orders.decode(row.orders),
    )


def rows_of(change: MatchWrite, parts: Iterable[ActionRow | EventRow]) -> list[dict[str, Any]]:
    """Return the rows of a change's actions or events."""
    match = change.record.info.id
    return [{"match": match, **msgspec.structs.asdict(part)} for part in parts]


def draw_rows(change: MatchWrite) -> list[dict[str, Any]]:
    """Return the rows of a change's draws."""
    match = change.record.info.id
    return [
        {"match": match, "n": row.draw.n, "seq": row.seq, "draw": _encode(row.draw)} for row in change.draws
    ]


def outbox_rows(change: MatchWrite) -> list[dict[str, Any]]:
    """Return the outbox rows of a change, due at once."""
    info = change.record.info
    return [
        {
            "match": info.id,
            "kind": row.kind,
            "version": info.version,
            "user": row.user,
            "key": row.key,
            "attempts": 0,
            "parked": None,
            "due": change.at,
        }
        for row in change.deliveries
    ]


def action_of(row: Row[Any]) -> ActionRow:
    """Return the action a row holds."""
    return ActionRow(row.seq, row.seat, row.action, row.at, row.undone, row.times)


def event_of(row: Row[Any]) -> EventRow:
    """Return the event a row holds."""
    return EventRow(row.seq, row.n, row.event, row.at)


def draw_of(row: Row[Any]) -> DrawRow:
    """Return the draw a row holds."""
    draw = _draw.decode(row.draw)
    return DrawRow(row.seq, msgspec.structs.replace(draw, void=True) if row.void else draw)


def delivery_of(row: Row[Any]) -> Delivery:
    """Return the delivery a row of the outbox holds."""
    return of_row(Delivery, row)


def pending_of(row: Row[Any]) -> Pending:
    """Return the delivery a row of the outbox holds, with its time."""
    return Pending(delivery_of(row), row.due)


def post_of(row: Row[Any]) -> Post:
    """Return the published message a row holds."""
    return of_row(Post, row)


class ChangeRefused(Exception):  # noqa: N818 - it reads as what happened
    """Rolls a transaction back, with the reason."""

    def __init__(self, verdict: CommitResult) -> None:
        super().__init__(verdict.value)
        self.verdict = verdict


def write_change(connection: Connection, change: MatchWrite) -> None:
    """Write a change. Raises `ChangeRefused`: then the transaction must be rolled back."""
    if change.record.revision == 1:
        _insert_match(connection, change)
    else:
        _swap_match(connection, change)
    _insert_rows(connection, change)


def _insert_match(connection: Connection, change: MatchWrite) -> None:
    """Insert a new match. The unique index on channels decides between two concurrent ones."""
    channel = change.record.info.channel
    if connection.execute(statements.REQUEST, {"request": change.request}).first() is not None:
        raise ChangeRefused(CommitResult.SEEN)
    if connection.execute(statements.CHANNEL_TAKEN, {"channel": channel}).first() is not None:
        raise ChangeRefused(CommitResult.CHANNEL_TAKEN)
    with _refused(*_CHANNEL_TAKEN):
        connection.execute(statements.INSERT_MATCH, match_row(change.record))
    _insert_request(connection, change)


def _swap_match(connection: Connection, change: MatchWrite) -> None:
    """Replace a match by its next revision, unless the stored revision has changed."""
    _insert_request(connection, change)
    record = change.record
    which = {"this": record.info.id, "expected": record.revision - 1}
    with _refused(*_CHANNEL_TAKEN):
        swapped = connection.execute(statements.SWAP_MATCH, {**changing_columns(record), **which}).first()
    if swapped is None:
        raise ChangeRefused(CommitResult.STALE)
    if swapped.packed and (change.back_to is not None or change.actions or change.events or change.draws):
        packing.unpack(connection, record.info.id)


_CHANNEL_TAKEN = (CommitResult.CHANNEL_TAKEN, "matches.channel", "uq_matches_channel_going_on")


@contextmanager
def _refused(verdict: CommitResult, *constraint: str) -> Iterator[None]:
    """Refuse the change with this verdict where the block breaks this constraint."""
    try:
        yield
    except IntegrityError as error:
        if not breaks(error, *constraint):
            raise
        raise ChangeRefused(verdict) from None


def _insert_request(connection: Connection, change: MatchWrite) -> None:
    """Store the request; its primary key shows whether it was carried out before."""
    if change.request is None:
        return
    row = {"request": change.request, "match": change.record.info.id, "at": change.at}
    with _refused(CommitResult.SEEN, "requests.request", "pk_requests"):
        connection.execute(statements.INSERT_REQUEST, row)


def _note_former(connection: Connection, change: MatchWrite) -> None:
    """Store the former holders of seats that have changed hands."""
    held = [
        {"match": change.record.info.id, "seq": change.record.seq, "seat": former.seat, "user": former.user}
        for former in change.former
    ]
    if held:
        connection.execute(statements.ONCE_SEATED, held)


def _seat(connection: Connection, change: MatchWrite) -> None:
    """Store the present holders of seats."""
    if change.seated is None:
        return
    match = change.record.info.id
    connection.execute(statements.UNSEAT, {"this": match})
    if change.seated:
        connection.execute(statements.SEAT, [{"match": match, "user": user} for user in change.seated])


def _insert_rows(connection: Connection, change: MatchWrite) -> None:
    """Insert the new rows of a change, after removing those that it takes back."""
    # Mark the actions, events and draws that a change takes back.
    if change.back_to is not None:
        bounds = {"this": change.record.info.id, "back_to": change.back_to}
        for mark in (statements.UNDO_ACTIONS, statements.UNDO_EVENTS, statements.VOID_DRAWS):
            connection.execute(mark, bounds)
    _seat(connection, change)
    _note_former(connection, change)
    for statement, values in (
        (statements.INSERT_ACTIONS, rows_of(change, change.actions)),
        (statements.INSERT_EVENTS, rows_of(change, change.events)),
        (statements.INSERT_DRAWS, draw_rows(change)),
        (statements.INSERT_OUTBOX, outbox_rows(change)),
    ):
        if values:
            connection.execute(statement, values)
