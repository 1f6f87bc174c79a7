"""SQL statements for leases, turns to identify, and the leader on one PostgreSQL."""

from __future__ import annotations

from sqlalchemy import Interval, bindparam, delete, func, select, text, type_coerce, update
from sqlalchemy.dialects.postgresql import insert

from bot.database.postgres import TRANSACTIONS
from bot.database.schema import leases, outbox

LEADER = 0x7461626C66  # the same in every process; migrating locks another number
IDENTIFY = "identify"
"""The row that is no lease: until when turns to identify are reserved. No match has such an id."""

_now, _term = func.clock_timestamp(), bindparam("term", type_=Interval)
_asked = insert(leases).values(
    name=bindparam("name"), holder=bindparam("holder"), takings=1, until=_now + _term
)
TAKE = _asked.on_conflict_do_update(
    index_elements=["name"],
    set_={"holder": _asked.excluded.holder, "takings": leases.c.takings + 1, "until": _asked.excluded.until},
    where=(leases.c.until < _now) | (leases.c.holder == _asked.excluded.holder),
).returning(leases.c.takings)
"""Returns no row while another process holds the lease; more than one taking where it was not returned."""
RENEW = (
    update(leases)
    .where(
        leases.c.holder == bindparam("me"),
        leases.c.until > _now,
        leases.c.name.in_(bindparam("names", expanding=True)),
    )
    .values(until=_now + _term)
    .returning(leases.c.name)
)
GIVE_BACK = delete(leases).where(leases.c.name == bindparam("this"), leases.c.holder == bindparam("me"))
_run_out = update(leases).where(leases.c.holder == bindparam("me")).values(until=_now)
LET_GO, LET_ALL_GO = _run_out.where(leases.c.name == bindparam("this")), _run_out
"""The next holder of the lease is warned."""
ABANDONED = select(leases.c.name).where(leases.c.until < _now, leases.c.name != IDENTIFY)
_ahead = type_coerce(leases.c.until - _now, Interval)
TURN = _asked.on_conflict_do_update(
    index_elements=["name"], set_={"until": func.greatest(leases.c.until, _now) + _term}
).returning((_ahead - _term).label("wait"))
END_STUCK = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = :transactions"
    " AND datname = current_database() AND xact_start < clock_timestamp() - :longest"
).bindparams(bindparam("longest", type_=Interval), transactions=TRANSACTIONS)
PROBE = select(1)
SERVER_TIME = select(_now)
LEAD = text("SELECT pg_try_advisory_lock(:number)").bindparams(number=LEADER)
DOUBT_PENDING = (
    update(outbox).where(outbox.c.match == bindparam("this"), outbox.c.parked.is_(None)).values(doubtful=True)
)
"""Marks the deliveries of a match: the process that had its lease may have made them."""
SHARDS_HELD, COUNTS_HELD = 7_401, 7_402
"""The classes of advisory locks on each shard of a process, and, shared, on the number of all shards."""
CLAIM = text("SELECT pg_try_advisory_lock(:kind, :number)").bindparams(kind=SHARDS_HELD)
COUNT = text("SELECT pg_try_advisory_lock_shared(:kind, :number)").bindparams(kind=COUNTS_HELD)
OTHER_COUNTS = text(
    "SELECT DISTINCT objid FROM pg_locks WHERE locktype = 'advisory' AND classid = :kind AND objid <> :number"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
).bindparams(kind=COUNTS_HELD)
"""The numbers of shards by which other processes of this database count."""
