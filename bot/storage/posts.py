"""The posts of matches on a database: the current one of each kind, and those that are to be retired."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, select, update

from bot.matches.model import Post, Stage, StalePost
from bot.storage import rows
from bot.storage.schema import GOING_ON, matches, posts, stale_posts

POST = select(posts).where(
    posts.c.match == bindparam("match"),
    posts.c.kind == bindparam("kind"),
    posts.c.user == bindparam("user"),
)
_VERSION = select(matches.c.version).where(matches.c.id == posts.c.match).scalar_subquery()
LEFT_BEHIND = select(posts).where(
    posts.c.match.in_(select(matches.c.id).where(GOING_ON, matches.c.stage == Stage.PLAYING.value)),
    posts.c.kind == "turn",
    posts.c.message != 0,
    posts.c.version < _VERSION,
)
_FORGET_POST = delete(posts).where(
    posts.c.match == bindparam("this"),
    posts.c.kind == bindparam("of_kind"),
    posts.c.user == bindparam("to"),
)
_INSERT_POST = insert(posts)
STALE_DUE = (
    select(stale_posts)
    .where(stale_posts.c.due <= bindparam("now"))
    .order_by(stale_posts.c.due)
    .limit(bindparam("most"))
)
_THIS_STALE = (stale_posts.c.channel == bindparam("where"), stale_posts.c.message == bindparam("this"))
_SETTLE_STALE = delete(stale_posts).where(*_THIS_STALE)
POSTPONE_STALE = update(stale_posts).where(*_THIS_STALE)
_INSERT_STALE = insert(stale_posts)


def settle_stale(connection: Connection, messages: Iterable[tuple[int, int]]) -> None:
    """Forget messages that were retired, or are current again: each by its channel and its id."""
    which = [{"where": channel, "this": message} for channel, message in messages]
    if which:
        connection.execute(_SETTLE_STALE, which)


def note_post(connection: Connection, post: Post, replaces: Iterable[Post], due: datetime) -> list[StalePost]:
    """Do in a transaction what `bot.matches.ports.Store.note_post` says."""
    which = {"match": post.match, "kind": post.kind, "user": post.user}
    row = connection.execute(POST, which).first()
    former = [rows.post_of(row)] if row is not None else []
    stale = [
        StalePost(each.match, each.kind, each.channel, each.message)
        for each in (*former, *replaces)
        if each.message and each.message != post.message
    ]
    connection.execute(_FORGET_POST, {"this": post.match, "of_kind": post.kind, "to": post.user})
    connection.execute(_INSERT_POST, rows.post_row(post))
    settle_stale(
        connection, [*[(each.channel, each.message) for each in stale], (post.channel, post.message)]
    )
    for each in stale:
        connection.execute(_INSERT_STALE, {**msgspec.structs.asdict(each), "due": due})
    return stale
