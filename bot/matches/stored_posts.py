"""The posts of matches in a database: the current one of each kind, and those to retire."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from msgspec.structs import asdict
from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from bot.database.schema import GOING_ON, matches, posts, stale_posts
from bot.matches import rows
from bot.matches.deliveries import Post, StalePost
from bot.matches.model import Stage

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
_FIRST_POST = {
    "sqlite": sqlite.insert(posts).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(posts).on_conflict_do_nothing(),
}
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
    return [rows.post_of(row) for row in found if row.version < rows.version_of_user(row)]


def _replaced(connection: Connection, post: Post) -> Post | None:
    """Replace the former post of this kind, and return it."""
    which = {"match": post.match, "kind": post.kind, "user": post.user}
    former = connection.execute(_POST_TO_REPLACE, which).first()
    if former is None:
        if connection.execute(_FIRST_POST[connection.dialect.name], asdict(post)).rowcount:
            return None
        former = connection.execute(_POST_TO_REPLACE, which).one()  # another process was quicker
    values = {name: value for name, value in asdict(post).items() if name not in which}
    connection.execute(_REPLACE_POST, {"this": post.match, "of_kind": post.kind, "to": post.user, **values})
    return rows.post_of(former)


def note_post(connection: Connection, post: Post, replaces: Iterable[Post], due: datetime) -> list[StalePost]:
    """Store a post in a transaction; see `bot.matches.store.SqlMatchStore.note_post`."""
    former = _replaced(connection, post)
    stale = [
        StalePost(each.match, each.kind, each.channel, each.message, user=each.user)
        for each in (*([former] if former else []), *replaces)
        if each.message and each.message != post.message
    ]
    settle_stale(
        connection, [*[(each.channel, each.message) for each in stale], (post.channel, post.message)]
    )
    for each in stale:
        connection.execute(_INSERT_STALE, {**asdict(each), "due": due})
    return stale
