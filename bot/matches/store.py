"""The database store of the match service: matches with their actions, deliveries and posts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import asdict
from sqlalchemy import Connection, Executable, Row, Select, Table, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.base.clock import unhurried
from bot.base.ids import MatchId
from bot.database.coordination import News, Shards, Topic
from bot.database.engine import (
    ANSWER_SECONDS,
    USERS_AT_ONCE,
    Database,
    Rows,
    Stored,
    insert_into,
    of_row,
    open_database,
    replace_rows,
)
from bot.database.faults import breaks
from bot.database.schema import (
    GOING_ON,
    actions,
    card_pools,
    draws,
    events,
    heartbeat,
    matches,
    outages,
    posts,
    stale_posts,
)
from bot.engine.contract import Outcome
from bot.engine.fair import Draw
from bot.matches import packing, statements
from bot.matches.clocks import Rest
from bot.matches.deliveries import Delivery, Post, StalePost
from bot.matches.model import MatchInfo, MatchTerms, SeatHolder, Stage
from bot.matches.orders import SeatOrders
from bot.matches.packing import PackedMatches
from bot.matches.ports import (
    ActionRow,
    CommitResult,
    DrawRow,
    EventRow,
    Heartbeat,
    MatchWrite,
    Outage,
    Parked,
    Pending,
    Record,
)

# Writing a change of a match: all its rows in one transaction. Before it, the conversion between records of
# the match service and table rows.


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


# The posts of matches in a database: the current one of each kind, and those to retire.


POST = select(posts).where(
    posts.c.match == bindparam("match"),
    posts.c.kind == bindparam("kind"),
    posts.c.user == bindparam("user"),
)
_IN_PLAY = select(matches.c.id).where(GOING_ON, matches.c.stage == Stage.PLAYING.value)
_DMS_IN_PLAY = (
    select(posts, matches.c.seats, matches.c.versions)
    .join(matches, matches.c.id == posts.c.match)
    .where(posts.c.match.in_(_IN_PLAY), posts.c.kind == "turn", posts.c.message != 0)
)
_POST_TO_REPLACE = POST.with_for_update()
"""On PostgreSQL another process that replaces the same post waits; SQLite has one writer."""
_REPLACE_POST = update(posts).where(
    posts.c.match == bindparam("this"),
    posts.c.kind == bindparam("of_kind"),
    posts.c.user == bindparam("to"),
)
STALE_DUE = (
    select(stale_posts).where(stale_posts.c.due <= bindparam("now")).order_by(stale_posts.c.due).limit(50)
)
_THIS_STALE = (stale_posts.c.channel == bindparam("where"), stale_posts.c.message == bindparam("this"))
_SETTLE_STALE = delete(stale_posts).where(*_THIS_STALE)
POSTPONE_STALE = update(stale_posts).where(*_THIS_STALE)
_INSERT_STALE = insert(stale_posts)


def settle_stale(connection: Connection, messages: Iterable[tuple[int, int]]) -> None:
    """Delete messages that were retired or are current again, by channel and id."""
    which = [{"where": channel, "this": message} for channel, message in messages]
    if which:
        connection.execute(_SETTLE_STALE, which)


def left_behind(connection: Connection) -> list[Post]:
    """Return the DMs that show an older version of a running match than the player's."""
    found = connection.execute(_DMS_IN_PLAY).all()
    return [post_of(row) for row in found if row.version < version_of_user(row)]


def _replaced(connection: Connection, post: Post) -> Post | None:
    """Replace the former post of this kind, and return it."""
    which = {"match": post.match, "kind": post.kind, "user": post.user}
    former = connection.execute(_POST_TO_REPLACE, which).first()
    if former is None:
        if connection.execute(_first_post(connection.dialect.name), asdict(post)).rowcount:
            return None
        former = connection.execute(_POST_TO_REPLACE, which).one()  # another process was quicker
    _replace_posts(connection, [post])
    return post_of(former)


def _replace_posts(connection: Connection, noted: Iterable[Post]) -> None:
    """Store what messages show now, each in place of that of its kind and addressee."""
    for post in noted:
        values = asdict(post)
        which = {"this": values.pop("match"), "of_kind": values.pop("kind"), "to": values.pop("user")}
        connection.execute(_REPLACE_POST, {**which, **values})


@cache
def _first_post(dialect: str) -> Executable:
    first: Executable = insert_into(posts, dialect).on_conflict_do_nothing()
    return first


def note_post(
    connection: Connection,
    post: Post,
    replaces: Iterable[Post],
    due: datetime,
    retired: Iterable[StalePost] = (),
) -> list[StalePost]:
    """Store a post in a transaction; see `bot.matches.store.SqlMatchStore.note_post`."""
    former = _replaced(connection, post)
    stale = [
        StalePost(each.match, each.kind, each.channel, each.message, user=each.user)
        for each in (*([former] if former else []), *replaces)
        if each.message and each.message != post.message
    ]
    current = [] if former and former.message == post.message else [(post.channel, post.message)]
    settle_stale(connection, [*[(each.channel, each.message) for each in (*retired, *stale)], *current])
    if stale:
        connection.execute(_INSERT_STALE, [{**asdict(each), "due": due} for each in stale])
    return stale


_PENDING_AT_ONCE = 1000


def _pending_of(connection: Connection, match: MatchId) -> list[Pending]:
    """Return the pending deliveries of a match that are not parked, in order of writing."""
    found = connection.execute(statements.PENDING_OF_MATCH, {"most": _PENDING_AT_ONCE, "match": match})
    return [pending_of(row) for row in found.all()]


class SqlMatchStore(Stored):
    """Stores matches. Every method may raise `bot.matches.errors.Unavailable`.

    A cancelled call finishes what it began before the cancellation goes on.
    """

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.database = database
        """Its database, shared with all other stores."""
        self._packed = PackedMatches(database)
        self.uncounted: list[Select[tuple[str]]] = []
        """Queries for matches that parts open within limits of their own; `count_open` leaves them out."""
        self.unread: dict[MatchId, bool] = {}
        """Whether deliveries were written here since they were read, for the matches being published."""
        self.edited: dict[tuple[MatchId, str, int], Post] = {}
        """The messages whose edit is written with the next note, by match, kind and addressee."""

    @classmethod
    def at(cls, url: str, *, answer: float | None = ANSWER_SECONDS) -> SqlMatchStore:
        """Return a store at this address, whose database has been migrated. Close it after use.

        `answer` is how many seconds PostgreSQL has for an answer; None: no limit, for long work.
        """
        return cls(open_database(url, answer=answer))

    @property
    def shared(self) -> bool:
        """Whether other processes may change the stored data."""
        return self.database.shared

    async def close(self) -> None:
        """Finish running work and close the database."""
        await self._database.close()

    async def load(self, match: MatchId, request: str | None = None) -> tuple[Record, bool] | None:
        """Return a match and whether this request was carried out before; None for an unknown match."""
        row = await self._first(statements.MATCH, match=match, request=request)
        return None if row is None else (record_of(row), bool(row.seen))

    async def load_channel(self, channel: int) -> Record | None:
        """Return the channel's match that goes on, else the one that ended last."""
        return await self._one(record_of, statements.CHANNEL_MATCH, channel=channel)

    async def load_channel_at(self, channel: int, at: datetime) -> Record | None:
        """Return the match that went on in a channel at an instant."""
        return await self._one(record_of, statements.CHANNEL_MATCH_AT, channel=channel, at=at)

    async def load_open(self) -> list[Record]:
        """Return the matches that have not ended, oldest first."""
        return await self._paged(record_of, statements.OPEN_MATCHES, matches.c.opened_at, matches.c.id)

    async def load_open_on(self, guild: int) -> list[Record]:
        """Return the matches of a server that have not ended, oldest first."""
        return await self._each(record_of, statements.OPEN_MATCHES_ON, guild=guild)

    async def load_lobbies_on(self, guilds: Collection[int]) -> list[Record]:
        """Return the lobbies of these servers, oldest first."""
        here = frozenset(guilds)
        found = await self._paged(lambda row: row, statements.LOBBIES, matches.c.opened_at, matches.c.id)
        return [record_of(row) async for row in unhurried(found) if row.guild in here]

    async def count_open(self, host: int, guild: int | None) -> tuple[int, int]:
        """Return the number of open matches that this user hosts, and the number on this server."""
        query = statements.COUNT_OPEN.where(*[matches.c.id.not_in(each) for each in self.uncounted])
        row = await self._first(query, host=host, guild=guild)
        return (0, 0) if row is None else (row.hosted or 0, row.there or 0)

    async def playing(self) -> list[MatchId]:
        """Return the matches in play, in no particular order."""
        return await self._strings(statements.PLAYING)

    async def match_of_request(self, request: str) -> MatchId | None:
        """Return the match that a request changed or opened."""
        return await self._one(lambda row: str(row.match), statements.REQUEST, request=request)

    async def commit(self, change: MatchWrite) -> CommitResult:
        """Write a change durably in one transaction, or nothing of it."""

        match, known = change.record.info.id, self._database.pending
        known.found.pop(match, None)
        changes = known.changes

        def work(connection: Connection) -> dict[MatchId, list[Pending]]:
            write_change(connection, change)
            self._database.tell(connection, News(Topic.MATCH, match))
            return {} if self.shared else {match: _pending_of(connection, match)}

        try:
            pending = await self._database.write(work)
        except ChangeRefused as refused:
            return refused.verdict
        finally:  # also where the caller was cancelled meanwhile: the transaction was completed
            if match in self.unread:
                self.unread[match] = True
        known.keep(pending, changes)
        return CommitResult.DONE

    async def events(
        self, match: MatchId, *, after: int, before: tuple[int, int] | None, limit: int
    ) -> list[EventRow]:
        """Return events of actions later than `after` and earlier than (seq, n) `before`, oldest first; of
        more than `limit` the newest. Those that were taken back are left out."""
        bounds: dict[str, Any] = {"match": match, "after": after, "most": limit}
        query = statements.NEWEST_EVENTS
        if before is not None:
            query = statements.NEWEST_EVENTS_BEFORE
            bounds["before_seq"], bounds["before_n"] = before

        def chosen(found: list[Row[Any]]) -> list[Row[Any]]:
            kept = [
                row
                for row in found
                if row.seq > after and not row.undone and (before is None or (row.seq, row.n) < before)
            ]
            return kept[-limit:][::-1]

        found = await self._loose_or_packed(query, bounds, events, chosen)
        return [event_of(row) for row in reversed(found)]

    async def actions(self, match: MatchId, *, after: int = 0) -> list[ActionRow]:
        """Return the actions later than number `after` in order, those taken back too."""
        found = await self._later(statements.ACTIONS, match, actions, after)
        return [action_of(row) for row in found]

    async def actions_of(self, match: MatchId, seat: int, *, before: int, limit: int) -> list[ActionRow]:
        """Return the last actions of a seat before number `before` that were not taken back, newest first."""
        bounds = {"match": match, "seat": seat, "before": before, "most": limit}

        def chosen(found: list[Row[Any]]) -> list[Row[Any]]:
            kept = [row for row in found if row.seat == seat and row.seq < before and not row.undone]
            return kept[-limit:][::-1]

        found = await self._loose_or_packed(statements.ACTIONS_OF_SEAT, bounds, actions, chosen)
        return [action_of(row) for row in found]

    async def draws(self, match: MatchId, *, after: int = -1) -> list[DrawRow]:
        """Return the draws of actions after number `after`, in order. The setup has number 0."""
        return [draw_of(row) for row in await self._later(statements.DRAWS, match, draws, after)]

    async def _later(
        self, query: Select[Any], match: MatchId, table: Table, after: int
    ) -> Sequence[Row[Any]]:
        bounds = {"match": match, "after": after}
        return await self._loose_or_packed(
            query, bounds, table, lambda found: [row for row in found if row.seq > after]
        )

    async def _loose_or_packed(
        self,
        query: Select[Any],
        bounds: dict[str, Any],
        table: Table,
        chosen: Callable[[list[Row[Any]]], list[Row[Any]]],
    ) -> Sequence[Row[Any]]:
        """Return the rows of a query about a match, or `chosen` of those in its block.

        The rows are asked for again where there is no block: it may have been unpacked meanwhile.
        """
        found = await self._all(query, **bounds)
        if found:
            return found
        inside = await self._packed.rows(bounds["match"], table)
        return await self._all(query, **bounds) if inside is None else chosen(inside)

    async def keep_cards(self, cards: str, encoded: bytes, now: datetime) -> None:
        """Store the cards of this hash for a match that is about to pin them.

        Stored cards stay as they are; their time of last use becomes this instant.
        """
        row = {"hash": cards, "cards": encoded, "at": now}
        await self._database.write(lambda connection: replace_rows(connection, card_pools, row, "at"))

    async def cards(self, cards: str) -> bytes | None:
        """Return the cards that were kept under this hash."""
        return await self._bytes(statements.CARDS, hash=cards)

    async def overdue(self, now: datetime) -> list[MatchId]:
        """Return the matches in play in which something is due by an instant (`Record.due`), the longest
        overdue first."""
        return await self._strings(statements.OVERDUE, now=now)

    async def seated_in(self, matches: Sequence[MatchId]) -> dict[MatchId, set[int]]:
        """Return who holds the seats of these matches, without loading them."""
        found: dict[MatchId, set[int]] = {}
        for at in range(0, len(matches), USERS_AT_ONCE):
            for row in await self._all(statements.SEATED_IN, these=matches[at : at + USERS_AT_ONCE]):
                found.setdefault(row.match, set()).add(row.user)
        return found

    async def lobbies_due(self, now: datetime) -> list[MatchId]:
        """Return the lobbies in which something is due by an instant, the longest due first."""
        return await self._strings(statements.LOBBIES_DUE, now=now)

    async def of_player(self, user: int) -> list[Record]:
        """Return the matches that have not ended in which this person holds a seat, oldest first."""
        return await self._each(record_of, statements.MATCHES_OF_PLAYER, user=user)

    async def terms_of_ended(self, user: int, game: str) -> list[MatchTerms]:
        """Return the terms of the ended matches of a game that a user opened."""
        found = await self._all(statements.TERMS_OF_ENDED, user=user, game=game)
        return [match_terms_of(row.match_terms) for row in found]

    async def beats(self) -> list[Heartbeat]:
        """Return when each process was known to be running last."""
        return [Heartbeat(Shards.of_key(row.shards), row.at) for row in await self._all(statements.BEATS)]

    async def beat(self, shards: Shards, now: datetime) -> None:
        """Store that the process with these shards is running."""
        await self._replace(heartbeat, {"shards": shards.key, "at": now})

    async def outages(self) -> list[Outage]:
        """Return the present outages."""
        return [
            Outage(row.guild, Shards.of_key(row.shards) if row.shards else None, row.why, row.since)
            for row in await self._all(statements.OUTAGES)
        ]

    async def begin_outage(self, outage: Outage) -> None:
        """Store an outage; one of the same place that is stored stays as it is."""
        key = "" if outage.shards is None else outage.shards.key
        row = {"guild": outage.guild, "shards": key, "why": outage.why, "since": outage.since}
        await self._database.write(lambda connection: replace_rows(connection, outages, row, "shards"))

    async def end_outage(self, outage: Outage) -> None:
        """Delete an outage."""
        key = "" if outage.shards is None else outage.shards.key
        await self._write((statements.END_OUTAGE, {"where": outage.guild, "of": key}))

    async def resting(self) -> list[MatchId]:
        """Return the matches that have not ended and rest."""
        return await self._strings(statements.RESTING)

    async def post(self, match: MatchId, kind: str, user: int = 0) -> Post | None:
        """Return the current message of this kind to this addressee (0: the channel)."""
        edited = self.edited.get((match, kind, user))
        return edited or await self._one(post_of, POST, match=match, kind=kind, user=user)

    async def note_post(
        self,
        post: Post,
        replaces: Sequence[Post],
        due: datetime,
        *,
        settles: int = 0,
        retired: Sequence[StalePost] = (),
    ) -> list[StalePost]:
        """Store the current message of its kind and addressee, and return those it makes stale.

        The same transaction deletes the delivery `settles` (0: none) and the messages that were `retired`.
        Stale are the message before it and those it `replaces`, each unless it is the same message. They stay
        stored, to be retired from `due` on, until `settle_stale`. A message that is current is no longer
        stale.
        """

        edited, self.edited = self.edited, {}

        def work(connection: Connection) -> list[StalePost]:
            _replace_posts(connection, edited.values())
            if settles:
                connection.execute(statements.SETTLE, {"this": settles})
            self._database.tell(connection, News(Topic.POST, post.match, post.message))
            return note_post(connection, post, replaces, due, retired)

        with self._database.pending.changing():
            return await self._database.write(work)

    async def left_behind(self) -> list[Post]:
        """Return the "turn" messages with controls that show an older version of a running match than the
        player's.
        """
        return await self._database.read(left_behind)

    async def stale_posts(self, now: datetime) -> list[StalePost]:
        """Return the messages that are due to be retired, the longest due first; at most 50."""
        found = await self._all(STALE_DUE, now=now)
        return [of_row(StalePost, row) for row in found]

    async def settle_stale(self, stale: Sequence[StalePost]) -> None:
        """Delete messages that were retired, and store the messages that were `edited`."""
        which = [(each.channel, each.message) for each in stale]
        edited, self.edited = self.edited, {}

        def work(connection: Connection) -> None:
            _replace_posts(connection, edited.values())
            settle_stale(connection, which)

        await self._database.write(work)

    async def postpone_stale(self, stale: StalePost, *, attempts: int, due: datetime) -> None:
        """Store that a message could not be retired, and when to try again."""
        which = {"where": stale.channel, "this": stale.message}
        await self._write((POSTPONE_STALE, {**which, "attempts": attempts, "due": due}))

    async def pending(self, match: MatchId | None = None) -> list[Pending]:
        """Return the pending deliveries that are not parked, of one match or of all, in order of writing.

        Of very many only the oldest are returned.
        """
        if match is None:
            return [pending_of(row) for row in await self._all(statements.PENDING, most=_PENDING_AT_ONCE)]
        known: list[Pending] | None = self._database.pending.found.pop(match, None)
        if known is not None:
            return known
        return await self._database.read(lambda connection: _pending_of(connection, match))

    async def matches_due(self, now: datetime, *, untried: datetime) -> list[MatchId]:
        """Return the matches with a due delivery, the oldest first.

        An untried delivery counts only if it was written before `untried`.
        """
        return await self._strings(statements.MATCHES_DUE, now=now, untried=untried)

    async def settle(self, ids: Sequence[int]) -> None:
        """Delete deliveries that were made or superseded."""
        if ids:
            await self._write_deliveries((statements.SETTLE, [{"this": each} for each in ids]))

    async def postpone(self, delivery: int, *, attempts: int, due: datetime, doubtful: bool = False) -> None:
        """Store a failed attempt, the time of the next one, and whether a message may have been posted."""
        doubt = {"doubtful": True} if doubtful else {}
        await self._write_deliveries(
            (statements.ALTER_DELIVERY, {"this": delivery, "attempts": attempts, "due": due, **doubt})
        )

    async def take_over(self, heir: Pending, before: Delivery) -> None:
        """Delete a superseded delivery and store its heir with its key, doubt, attempts and due time."""
        taken = heir.delivery
        values = {"attempts": taken.attempts, "due": heir.due, "key": taken.key, "doubtful": taken.doubtful}
        await self._write_deliveries(
            (statements.SETTLE, {"this": before.id}),
            (statements.ALTER_DELIVERY, {"this": taken.id, **values}),
        )

    async def doubt_pending(self) -> None:
        """Mark every pending delivery as doubtful."""
        await self._write_deliveries((statements.DOUBT_PENDING, {}))

    async def park(self, delivery: int, *, attempts: int, reason: str, due: datetime) -> None:
        """Park a delivery until it is revived, and store the reason."""
        values = {"attempts": attempts, "parked": reason, "due": due}
        await self._write_deliveries((statements.ALTER_DELIVERY, {"this": delivery, **values}))

    async def revive(self, now: datetime, most: int) -> None:
        """Revive parked deliveries to channels that are due and have been tried fewer than `most` times."""
        await self._write_deliveries((statements.REVIVE, {"now": now, "most": most}))

    async def parked(self) -> list[Parked]:
        """Return the deliveries parked last, newest first; at most 100."""
        found = await self._all(statements.PARKED)
        return [Parked(delivery_of(row), row.parked) for row in found]

    async def _write_deliveries(self, *steps: tuple[Executable, Rows]) -> None:
        with self._database.pending.changing():
            await self._write(*steps)

    async def _write(self, *steps: tuple[Executable, Rows]) -> None:
        def work(connection: Connection) -> None:
            for statement, values in steps:
                connection.execute(statement, values)

        await self._database.write(work)
