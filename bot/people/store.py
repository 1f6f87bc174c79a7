"""Stores users' settings, held notices, followed matches and notes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace
from sqlalchemy import (
    BindParameter,
    Connection,
    bindparam,
    delete,
    func,
    insert,
    literal,
    select,
    union_all,
    update,
)
from sqlalchemy.exc import IntegrityError

from bot.base.clock import unhurried
from bot.base.ids import MatchId
from bot.database.coordination import Topic
from bot.database.engine import Stored, of_row, replace_rows
from bot.database.schema import blocks, followers, matches, notes, notices_due, once_seated, people, seated
from bot.matches.model import Stage
from bot.matches.store import holders_of, match_terms_of
from bot.people.ports import Due, Follower, Following, Matter
from bot.people.preferences import PLAIN, Preferences

# Reads from a database how users have played their last matches.


_USERS: BindParameter[Any] = bindparam("users", expanding=True)
_RELIABILITY_HELD = union_all(
    select(seated.c.match, seated.c.user, literal(0).label("gave_up")).where(seated.c.user.in_(_USERS)),
    select(once_seated.c.match, once_seated.c.user, literal(1)).where(once_seated.c.user.in_(_USERS)),
).subquery()
_ENDED = (
    select(
        _RELIABILITY_HELD.c.user,
        _RELIABILITY_HELD.c.gave_up,
        matches.c.seats,
        matches.c.match_terms,
        matches.c.ended_at,
        func.row_number()
        .over(partition_by=_RELIABILITY_HELD.c.user, order_by=(matches.c.ended_at.desc(), matches.c.id))
        .label("number"),
    )
    .join(matches, matches.c.id == _RELIABILITY_HELD.c.match)
    .where(matches.c.stage == Stage.FINISHED.value)
    .subquery()
)
_LAST = select(_ENDED).where(_ENDED.c.number <= bindparam("most")).order_by(_ENDED.c.user, _ENDED.c.number)
ALONE = 3
"""Matches that are read for each one that counts: matches with computers alone do not count."""


class SqlReliabilityStore(Stored):
    """Reads how matches were played. Every method may raise `Unavailable`."""

    async def kept(self, users: Collection[int], most: int) -> Mapping[int, Sequence[bool]]:
        """Return for each user whether they played each of their last ended matches to the end in time.

        Only matches with others count; the newest come first, at most `most`.
        """
        completed = dict[int, list[bool]]()
        async for row in unhurried(await self._all_of(_LAST, users, most=most * ALONE)):
            holders = holders_of(row)
            if sum(not holder.computer for holder in holders) > 1:
                late = match_terms_of(row.match_terms).clocks.late
                timed_out = any(holders[seat].user == row.user for seat in late if seat < len(holders))
                completed.setdefault(row.user, []).append(not row.gave_up and not timed_out)
        return {user: kept[:most] for user, kept in completed.items()}


# Blocks, on a database.


class Block(NamedTuple):
    """A block of one user by another."""

    user: int
    blocked: int


_BY = select(blocks.c.user, blocks.c.blocked).where(blocks.c.user.in_(bindparam("users", expanding=True)))
_OF = (
    select(blocks.c.blocked).where(blocks.c.user == bindparam("who")).order_by(blocks.c.at, blocks.c.blocked)
)
_KEEP = insert(blocks)
_FORGET = delete(blocks).where(blocks.c.user == bindparam("who"), blocks.c.blocked == bindparam("whom"))


class SqlBlockStore(Stored):
    """Stores blocks. Every method may raise `bot.matches.errors.Unavailable`."""

    async def among(self, users: Collection[int]) -> frozenset[Block]:
        """Return the blocks between these users."""
        rows, among = await self._all_of(_BY, users), set(users)
        return frozenset([Block(row.user, row.blocked) for row in rows if row.blocked in among])

    async def of(self, user: int) -> list[int]:
        """Return the users that a user has blocked, the oldest block first."""
        return [row.blocked for row in await self._all(_OF, who=user)]

    async def block(self, block: Block, at: datetime) -> bool:
        """Store a block; False where it was stored before."""

        def work(connection: Connection) -> bool:
            connection.execute(_KEEP, {**block._asdict(), "at": at})
            return True

        return await self._unless_taken(work, taken=False)

    async def unblock(self, block: Block) -> bool:
        """Delete a block; False where there was none."""
        return bool(await self._execute(_FORGET, who=block.user, whom=block.blocked))


_encode = msgspec.json.encode
_preferences = msgspec.json.Decoder(Preferences)

_SET = select(people).where(people.c.user.in_(bindparam("users", expanding=True)))
_HEARD = update(people).where(people.c.user == bindparam("this")).values(preferences=bindparam("altered"))
_DIGESTS_DUE, _LEAVES_DUE = (
    select(people.c.user, column).where(column <= bindparam("now")).order_by(column).limit(bindparam("most"))
    for column in (people.c.digest_due, people.c.leave_due)
)
_NEXT_DIGEST, _NEXT_LEAVE = (
    update(people)
    .where(people.c.user == bindparam("this"), column == bindparam("was_due"))
    .values({column: bindparam("next_due")})
    for column in (people.c.digest_due, people.c.leave_due)
)
"""The compare-and-swap: changes nothing when the user has set another time meanwhile."""

_HELD = (
    select(notices_due)
    .where(notices_due.c.user == bindparam("user"))
    .order_by(notices_due.c.due, notices_due.c.match)
)
_DUE = (
    select(notices_due)
    .where(notices_due.c.due <= bindparam("now"))
    .order_by(notices_due.c.due, notices_due.c.user, notices_due.c.match)
    .limit(bindparam("most"))
)
_TURN: Sequence[Matter] = ("turn", "reminder")
"""What is held about the turn of a player."""
_DROP = delete(notices_due).where(
    notices_due.c.user == bindparam("to"),
    notices_due.c.match == bindparam("of"),
    notices_due.c.matter.in_(bindparam("matters", expanding=True)),
)
_SETTLE = delete(notices_due).where(
    notices_due.c.user == bindparam("to"),
    notices_due.c.match == bindparam("of"),
    notices_due.c.matter == bindparam("this"),
    notices_due.c.since == bindparam("then"),
)
_COVERED = delete(notices_due).where(
    notices_due.c.user == bindparam("to"),
    notices_due.c.matter == "turn",
    notices_due.c.since <= bindparam("covered"),
)

_FOLLOWERS = select(followers).where(followers.c.match == bindparam("match")).order_by(followers.c.user)
_WATCHED_BY_ANYBODY = select(followers.c.match).where(followers.c.following == "watch").distinct()
_MUTED = select(followers.c.match).where(
    followers.c.user == bindparam("user"), followers.c.following == "mute"
)
_WATCHED = (
    select(func.count())
    .select_from(followers)
    .where(
        followers.c.user == bindparam("user"),
        followers.c.following == "watch",
        followers.c.match != bindparam("match"),
    )
)
_UNFOLLOW = delete(followers).where(
    followers.c.user == bindparam("who"),
    followers.c.match == bindparam("of"),
    followers.c.following == bindparam("so"),
)
_NOTES = select(notes).where(notes.c.user == bindparam("user"))
_FORGET_NOTE = delete(notes).where(notes.c.user == bindparam("who"), notes.c.match == bindparam("of"))
_TOLD = (
    update(followers)
    .where(followers.c.user == bindparam("who"), followers.c.match == bindparam("of"))
    .values(told_at=bindparam("at"))
)


class SqlPeopleStore(Stored):
    """Stores this data. Every method may raise `bot.matches.errors.Unavailable`."""

    async def preferences(self, users: Collection[int]) -> Mapping[int, Preferences]:
        """Return these users' settings; a user without any is left out."""
        kept = self._database.preferences
        unknown = [user for user in users if user not in kept.found]
        known = {user: kept.found[user] for user in users if user in kept.found}
        if unknown:
            changes = kept.changes
            rows = {row.user: row.preferences for row in await self._all(_SET, users=unknown)}
            read = {user: _preferences.decode(rows[user]) if user in rows else None for user in unknown}
            kept.keep(read, changes)
            known |= read
        return {user: preferences for user, preferences in known.items() if preferences is not None}

    def known(self, user: int) -> Preferences | None:
        """Return a user's settings from memory; None where they have to be read."""
        kept = self._database.preferences.found
        return (kept[user] or PLAIN) if user in kept else None

    async def keep(
        self,
        user: int,
        preferences: Preferences,
        digest_due: datetime | None,
        leave_due: datetime | None = None,
    ) -> None:
        """Store a user's settings and the due times of the next digest and of the leave."""
        due = {"digest_due": digest_due, "leave_due": leave_due}
        row = {"user": user, "preferences": _encode(preferences), **due}
        await self._database.write_cached(
            Topic.PERSON, user, lambda connection: replace_rows(connection, people, row)
        )

    async def hear(self, user: int, heard: str) -> None:
        """Store the language code of a user's Discord, "" for English, with the settings."""

        def work(connection: Connection) -> None:
            stored = connection.execute(_SET, {"users": [user]}).one_or_none()
            if stored is None:
                row = {"user": user, "preferences": _encode(Preferences(heard=heard))}
                connection.execute(insert(people), row)
            else:
                altered = replace(_preferences.decode(stored.preferences), heard=heard)
                connection.execute(_HEARD, {"this": user, "altered": _encode(altered)})

        try:
            await self._database.write_cached(Topic.PERSON, user, work)
        except IntegrityError:  # another process has just stored the first settings of this user
            await self._database.write_cached(Topic.PERSON, user, work)

    async def held(self, user: int) -> list[Due]:
        """Return all held notices of a user."""
        return [of_row(Due, row) for row in await self._all(_HELD, user=user)]

    async def hold(self, due: Due, *, instead_of: Sequence[Matter] = ()) -> None:
        """Store a notice for later.

        It replaces the same matter of the same match, and these other matters.
        """

        def work(connection: Connection) -> None:
            if instead_of:
                connection.execute(_DROP, {"to": due.user, "of": due.match, "matters": list(instead_of)})
            replace_rows(connection, notices_due, msgspec.structs.asdict(due))

        try:
            await self._database.write(work)
        finally:
            self._database.held.drop(due.user)

    async def drop(self, user: int, match: MatchId, matters: Sequence[Matter]) -> None:
        """Delete a user's notices of a match."""
        await self._execute(_DROP, to=user, of=match, matters=list(matters))

    async def drop_turn(self, user: int, match: MatchId) -> None:
        """Delete the held notices of a user's turn in a match; hardly anybody has one."""

        async def read() -> frozenset[MatchId]:
            return frozenset([due.match for due in await self.held(user) if due.matter in _TURN])

        if match in await self._database.held.of(user, read):
            await self.drop(user, match, _TURN)
            self._database.held.drop(user)

    async def settle(self, due: Due) -> None:
        """Delete a notice, unless a newer one has replaced it."""
        await self._execute(_SETTLE, to=due.user, of=due.match, this=due.matter, then=due.since)

    async def due(self, now: datetime, limit: int) -> list[Due]:
        """Return the due rows, oldest first."""
        return [of_row(Due, row) for row in await self._all(_DUE, now=now, most=limit)]

    async def digests_due(self, now: datetime, limit: int) -> list[tuple[int, datetime]]:
        """Return the users whose digest is due, with its due time."""
        return [(row.user, row.digest_due) for row in await self._all(_DIGESTS_DUE, now=now, most=limit)]

    async def put_off_digest(self, user: int, was_due: datetime, due: datetime) -> None:
        """Change the due time of a digest that was due at `was_due`; nothing where it is not due then."""
        await self._execute(_NEXT_DIGEST, this=user, was_due=was_due, next_due=due)

    async def leaves_due(self, now: datetime, limit: int) -> list[tuple[int, datetime]]:
        """Return the users whose matches have to be told of the leave, with the due time."""
        return [(row.user, row.leave_due) for row in await self._all(_LEAVES_DUE, now=now, most=limit)]

    async def put_off_leave(self, user: int, was_due: datetime, due: datetime | None) -> None:
        """Change the due time of a leave that was due at `was_due`; nothing where it is not due then."""
        await self._execute(_NEXT_LEAVE, this=user, was_due=was_due, next_due=due)

    async def digested(
        self, user: int, was_due: datetime, next_due: datetime | None, *, covered: datetime | None
    ) -> None:
        """Store that the digest due at `was_due` was sent.

        With `covered`, delete every turn that was held for it up to then.
        """

        def work(connection: Connection) -> None:
            connection.execute(_NEXT_DIGEST, {"this": user, "was_due": was_due, "next_due": next_due})
            if covered is not None:
                connection.execute(_COVERED, {"to": user, "covered": covered})

        await self._database.write(work)

    async def follow(self, follower: Follower, *, most: int) -> bool:
        """Store that a user watches or mutes a match; False when they watch `most` others already."""
        which = {"user": follower.user, "match": follower.match}

        def work(connection: Connection) -> bool:
            if follower.following == "watch" and connection.execute(_WATCHED, which).scalar_one() >= most:
                return False
            replace_rows(connection, followers, msgspec.structs.asdict(follower))
            return True

        try:
            return await self._database.write_cached(Topic.PERSON, follower.user, work)
        finally:
            self._database.watched.drop(0)

    async def unfollow(self, user: int, match: MatchId, following: Following) -> bool:
        """Delete that a user watches or mutes a match; False when they did not."""
        which = {"who": user, "of": match, "so": following}
        return await self._database.write_cached(
            Topic.PERSON, user, lambda connection: connection.execute(_UNFOLLOW, which).rowcount > 0
        )

    async def followers(self, match: MatchId) -> list[Follower]:
        """Return the users who watch or mute a match."""
        return [of_row(Follower, row) for row in await self._all(_FOLLOWERS, match=match)]

    async def watchers(self, match: MatchId) -> list[Follower]:
        """Return the users who watch a match; hardly any match has one."""

        async def read() -> frozenset[MatchId]:
            return frozenset(await self._strings(_WATCHED_BY_ANYBODY))

        if not self._database.shared and match not in await self._database.watched.of(0, read):
            return []
        return [each for each in await self.followers(match) if each.following == "watch"]

    async def muted_by(self, user: int) -> frozenset[MatchId]:
        """Return the matches that a person has muted."""

        async def read() -> frozenset[MatchId]:
            return frozenset(await self._strings(_MUTED, user=user))

        return await self._database.muted.of(user, read)

    async def told(self, user: int, match: MatchId, at: datetime) -> None:
        """Store when a watcher of a match was last notified."""
        await self._execute(_TOLD, who=user, of=match, at=at)

    async def notes(self, user: int) -> Mapping[MatchId, str]:
        """Return all notes of a person."""

        async def read() -> Mapping[MatchId, str]:
            return {row.match: row.words for row in await self._all(_NOTES, user=user)}

        return dict(await self._database.notes.of(user, read))

    async def keep_note(self, user: int, match: MatchId, words: str) -> None:
        """Store a note in place of the former one; empty words delete it."""

        def work(connection: Connection) -> None:
            if words:
                replace_rows(connection, notes, {"user": user, "match": match, "words": words})
            else:
                connection.execute(_FORGET_NOTE, {"who": user, "of": match})

        await self._database.write_cached(Topic.PERSON, user, work)
