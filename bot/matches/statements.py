"""The statements of the store, built once: building one costs more than running it."""

from __future__ import annotations

from sqlalchemy import bindparam, case, delete, exists, func, insert, or_, select, tuple_, update

from bot.database.schema import (
    GOING_ON,
    actions,
    card_pools,
    draws,
    events,
    heartbeat,
    matches,
    once_seated,
    outages,
    outbox,
    requests,
    seated,
)
from bot.matches.model import Stage

MATCH = select(matches, exists().where(requests.c.request == bindparam("request")).label("seen")).where(
    matches.c.id == bindparam("match")
)
"""A match, and whether a request was carried out before."""

CHANNEL_MATCH = (
    select(matches)
    .where(matches.c.channel == bindparam("channel"))
    .order_by(
        case((GOING_ON, 0), else_=1),
        matches.c.ended_at.desc(),
        matches.c.opened_at.desc(),
    )
    .limit(1)
)
"""The channel's running match, else the one that ended last."""

CHANNEL_MATCH_AT = (
    select(matches)
    .where(
        matches.c.channel == bindparam("channel"),
        matches.c.opened_at <= bindparam("at"),
        or_(matches.c.ended_at.is_(None), matches.c.ended_at >= bindparam("at")),
    )
    .order_by(matches.c.opened_at.desc())
    .limit(1)
)
"""The match that was running in a channel at an instant."""

CHANNEL_TAKEN = select(matches.c.id).where(matches.c.channel == bindparam("channel"), GOING_ON)
OPEN_MATCHES = select(matches).where(GOING_ON).order_by(matches.c.opened_at, matches.c.id)
OPEN_MATCHES_ON = OPEN_MATCHES.where(matches.c.guild == bindparam("guild"))
LOBBIES = OPEN_MATCHES.where(matches.c.stage == Stage.LOBBY.value)
COUNT_OPEN = select(
    func.sum(case((matches.c.host == bindparam("host"), 1), else_=0)).label("hosted"),
    func.sum(case((matches.c.guild == bindparam("guild"), 1), else_=0)).label("there"),
).where(GOING_ON)
PLAYING = select(matches.c.id).where(GOING_ON, matches.c.stage == Stage.PLAYING.value)
MATCHES_OF_PLAYER = OPEN_MATCHES.where(
    matches.c.id.in_(select(seated.c.match).where(seated.c.user == bindparam("user")))
)
MOST_TERMS = 200
TERMS_OF_ENDED = (
    select(matches.c.match_terms)
    .where(
        matches.c.id.in_(select(seated.c.match).where(seated.c.user == bindparam("user"))),
        matches.c.host == bindparam("user"),
        matches.c.game == bindparam("game"),
        matches.c.wanted == 2,
        matches.c.stage == Stage.FINISHED.value,
    )
    .order_by(matches.c.ended_at.desc())
    .limit(MOST_TERMS)
)
"""The terms that contain the lessons of a user; lessons are matches for two."""
INSERT_MATCH = insert(matches)
UNSEAT, SEAT = delete(seated).where(seated.c.match == bindparam("this")), insert(seated)
ONCE_SEATED = insert(once_seated)
SWAP_MATCH = (
    update(matches)
    .where(matches.c.id == bindparam("this"), matches.c.revision == bindparam("expected"))
    .returning(matches.c.packed)
)
"""The compare-and-swap: sets the changing columns, and changes no row when the revision differs."""

REQUEST = select(requests.c.match).where(requests.c.request == bindparam("request"))
INSERT_REQUEST = insert(requests)

INSERT_ACTIONS, INSERT_EVENTS, INSERT_DRAWS = insert(actions), insert(events), insert(draws)
INSERT_OUTBOX = insert(outbox).inline()
"""Does not request the row's number back."""

CARDS = select(card_pools.c.cards).where(card_pools.c.hash == bindparam("hash"))

ACTIONS, DRAWS = (
    select(table).where(table.c.match == bindparam("match"), table.c.seq > bindparam("after")).order_by(order)
    for table, order in ((actions, actions.c.seq), (draws, draws.c.n))
)
ACTIONS_OF_SEAT = (
    select(actions)
    .where(
        actions.c.match == bindparam("match"),
        actions.c.seat == bindparam("seat"),
        actions.c.seq < bindparam("before"),
        ~actions.c.undone,
    )
    .order_by(actions.c.seq.desc())
    .limit(bindparam("most"))
)
NEWEST_EVENTS = (
    select(events)
    .where(events.c.match == bindparam("match"), events.c.seq > bindparam("after"), ~events.c.undone)
    .order_by(events.c.seq.desc(), events.c.n.desc())
    .limit(bindparam("most"))
)
NEWEST_EVENTS_BEFORE = NEWEST_EVENTS.where(
    tuple_(events.c.seq, events.c.n) < tuple_(bindparam("before_seq"), bindparam("before_n"))
)

_done = actions.alias()
UNDO_ACTIONS, UNDO_EVENTS, VOID_DRAWS = (
    update(table)
    .where(
        table.c.match == bindparam("this"),
        table.c.seq > bindparam("back_to"),
        table.c.seq.in_(select(_done.c.seq).where(_done.c.match == bindparam("this"))),
    )
    .values({mark: True})
    for table, mark in ((actions, "undone"), (events, "undone"), (draws, "void"))
)
"""Mark all actions after one as taken back, with their events and draws. Notices stay."""

OVERDUE, LOBBIES_DUE = (
    select(matches.c.id)
    .where(matches.c.due <= bindparam("now"), matches.c.stage == stage.value)
    .order_by(matches.c.due)
    for stage in (Stage.PLAYING, Stage.LOBBY)
)
SEATED_IN = select(seated.c.match, seated.c.user).where(
    seated.c.match.in_(bindparam("these", expanding=True))
)
BEATS = select(heartbeat)
OUTAGES = select(outages)
END_OUTAGE = delete(outages).where(outages.c.guild == bindparam("where"), outages.c.shards == bindparam("of"))
RESTING = select(matches.c.id).where(GOING_ON, matches.c.rest.is_not(None))

PENDING = select(outbox).where(outbox.c.parked.is_(None)).order_by(outbox.c.id).limit(bindparam("most"))
PENDING_OF_MATCH = PENDING.where(outbox.c.match == bindparam("match"))
MATCHES_DUE = (
    select(outbox.c.match)
    .where(
        outbox.c.parked.is_(None),
        case(
            (outbox.c.attempts == 0, outbox.c.due <= bindparam("untried")),
            else_=outbox.c.due <= bindparam("now"),
        ),
    )
    .group_by(outbox.c.match)
    .order_by(func.min(outbox.c.id))
)
PARKED = select(outbox).where(outbox.c.parked.is_not(None)).order_by(outbox.c.id.desc()).limit(100)
SETTLE = delete(outbox).where(outbox.c.id == bindparam("this"))
ALTER_DELIVERY = update(outbox).where(outbox.c.id == bindparam("this"))
REVIVE = (
    update(outbox)
    .where(
        outbox.c.parked.is_not(None),
        outbox.c.due <= bindparam("now"),
        outbox.c.user == 0,
        outbox.c.attempts < bindparam("most"),
    )
    .values(parked=None)
)
DOUBT_PENDING = update(outbox).where(outbox.c.parked.is_(None)).values(doubtful=True)
