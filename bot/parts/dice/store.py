"""The store of the roll service on a database."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Date,
    ForeignKey,
    Index,
    LargeBinary,
    PrimaryKeyConstraint,
    Row,
    String,
    Text,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from bot.database.engine import Stored, of_row, replace_rows
from bot.database.schema import UtcDateTime, new_table
from bot.engine.fair import Draw
from bot.matches.model import FORMER
from bot.matches.upkeep_store import some_of
from bot.parts.dice.ports import Roll, RollId, RollVerdict, SavedRoll, Seed, StreamId, Visibility
from bot.parts.dice.rolling import Rolled
from bot.people.privacy.store import PersonalRows

_STREAM = String(48).with_variant(String(48, collation="C"), "postgresql")
"""The name of a stream. This collation is SQLite's; with it an index finds names by prefix."""

roll_seeds = new_table(
    "roll_seeds",
    Column("stream", _STREAM, primary_key=True),
    Column("seed", LargeBinary, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("day", Date),
    Column("counter", BigInteger, nullable=False),
)
"""One row for each random stream; the counter is the number of its next draw."""

rolls = new_table(
    "rolls",
    Column("id", String(12), primary_key=True),
    Column("request", Text, nullable=False, unique=True),
    Column("stream", _STREAM, ForeignKey("roll_seeds.stream"), nullable=False),
    Column("first", BigInteger, nullable=False),
    Column("after", BigInteger, nullable=False),
    Column("user", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("channel", BigInteger),
    Column("visibility", Text, nullable=False),
    Column("expression", Text, nullable=False),
    Column("label", Text, nullable=False),
    Column("draws", LargeBinary, nullable=False),
    Column("rolled", LargeBinary, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("revealed_at", UtcDateTime),
    Index("ix_rolls_stream_first", "stream", "first"),
    Index("ix_rolls_user_at", "user", "at"),
)
"""One row for each roll, with the draws from `first` until before `after`. Draws and dice are JSON."""

saved_rolls = new_table(
    "saved_rolls",
    Column("user", BigInteger, nullable=False),
    Column("key", Text, nullable=False),
    Column("id", String(12), nullable=False),
    Column("name", Text, nullable=False),
    Column("expression", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("user", "key"),
)
"""One row for each saved roll."""

_encode = msgspec.json.encode
_draws = msgspec.json.Decoder(tuple[Draw, ...])
_rolled = msgspec.json.Decoder(Rolled)

_SEED = select(roll_seeds).where(roll_seeds.c.stream == bindparam("stream"))
_DRAWN = (
    update(roll_seeds)
    .where(roll_seeds.c.stream == bindparam("this"), roll_seeds.c.counter == bindparam("expected"))
    .values(counter=bindparam("reached"))
)
"""The compare-and-swap: changes no row when another draw was made meanwhile."""
_ROLL = select(rolls).where(rolls.c.id == bindparam("id"))
_OF_REQUEST = select(rolls).where(rolls.c.request == bindparam("request"))
_WITH_DRAW = select(rolls).where(
    rolls.c.stream == bindparam("stream"),
    rolls.c.first <= bindparam("number"),
    rolls.c.after > bindparam("number"),
)
_RECENT = (
    select(rolls.c.expression)
    .where(rolls.c.user == bindparam("user"))
    .group_by(rolls.c.expression)
    .order_by(func.max(rolls.c.at).desc())
    .limit(bindparam("most"))
)
_REVEAL = (
    update(rolls)
    .where(rolls.c.id == bindparam("this"), rolls.c.revealed_at.is_(None))
    .values(revealed_at=bindparam("now"))
)
_SAVED = select(saved_rolls).where(saved_rolls.c.user == bindparam("user")).order_by(saved_rolls.c.key)
_FORGET = delete(saved_rolls).where(
    saved_rolls.c.user == bindparam("owner"), saved_rolls.c.key == bindparam("this")
)


_OLD_DAYS = select(roll_seeds.c.stream).where(roll_seeds.c.day < bindparam("day")).limit(1)
_OLD_SEALED = (
    select(roll_seeds.c.stream)
    .join(rolls, rolls.c.stream == roll_seeds.c.stream)
    .where(roll_seeds.c.day.is_(None), rolls.c.at < bindparam("before"))
    .limit(bindparam("most"))
)
_ROLLS_OF = some_of(rolls, select(rolls.c.id).where(rolls.c.stream.in_(bindparam("streams", expanding=True))))
_SEEDS_OF = delete(roll_seeds).where(
    roll_seeds.c.stream.in_(bindparam("streams", expanding=True)),
    ~exists().where(rolls.c.stream == roll_seeds.c.stream),
)


class SqlRollStore(Stored):
    """Stores rolls. Every method may raise `bot.matches.errors.Unavailable`."""

    async def seed(self, stream: StreamId) -> Seed | None:
        """Return a stream's seed, None if nothing was drawn from it yet."""
        return await self._one(partial(of_row, Seed), _SEED, stream=stream)

    async def keep_seed(self, seed: Seed) -> Seed:
        """Save a new stream's seed unless one exists; return the seed that is stored."""

        def work(connection: Connection) -> None:
            connection.execute(insert(roll_seeds), msgspec.structs.asdict(seed))

        try:
            await self._database.write(work)
        except IntegrityError:  # another process was faster
            kept = await self.seed(seed.stream)
            if kept is None:
                raise
            return kept
        return seed

    async def commit(self, roll: Roll, request: str, *, drawn_from: int) -> RollVerdict:
        """Write a roll durably and advance its stream from `drawn_from`, both or nothing."""
        reached = drawn_from + len(roll.draws)
        row = {"request": request, "first": drawn_from, "after": reached, **_columns(roll)}

        def work(connection: Connection) -> RollVerdict:
            if connection.execute(_OF_REQUEST, {"request": request}).first() is not None:
                return RollVerdict.SEEN
            drawn = {"this": roll.stream, "expected": drawn_from, "reached": reached}
            if connection.execute(_DRAWN, drawn).rowcount != 1:
                return RollVerdict.STALE
            connection.execute(insert(rolls), row)
            return RollVerdict.DONE

        return await self._unless_taken(work, RollVerdict.SEEN, "rolls.request", "uq_rolls_request")

    async def roll(self, roll: RollId) -> Roll | None:
        """Return a roll, None if there is none."""
        return await self._one(_roll_of, _ROLL, id=roll)

    async def roll_of_request(self, request: str) -> Roll | None:
        """Return the roll made by a request."""
        return await self._one(_roll_of, _OF_REQUEST, request=request)

    async def roll_with_draw(self, stream: StreamId, number: int) -> Roll | None:
        """Return the roll with this draw of a stream."""
        return await self._one(_roll_of, _WITH_DRAW, stream=stream, number=number)

    async def reveal(self, roll: RollId, at: datetime) -> bool:
        """Mark a roll as revealed; False if it already was."""
        return await self._execute(_REVEAL, this=roll, now=at) == 1

    async def recent(self, user: int, limit: int = 10) -> list[str]:
        """Return the last different expressions rolled by this person, newest first."""
        return await self._strings(_RECENT, user=user, most=limit)

    async def saved(self, user: int) -> list[SavedRoll]:
        """Return this person's saved rolls, by name."""
        return [of_row(SavedRoll, row) for row in await self._all(_SAVED, user=user)]

    async def save(self, saved: SavedRoll, *, most: int) -> bool:
        """Save a roll under its name, replacing one with that name; False if there are already `most`."""

        def work(connection: Connection) -> bool:
            others = [row for row in connection.execute(_SAVED, {"user": saved.user}) if row.key != saved.key]
            if len(others) >= most:
                return False
            replace_rows(connection, saved_rolls, {"key": saved.key, **msgspec.structs.asdict(saved)})
            return True

        return await self._database.write(work)

    async def forget(self, user: int, key: str) -> bool:
        """Delete a saved roll; False if there is none."""
        return await self._execute(_FORGET, owner=user, this=key) == 1

    async def prune(self, before: datetime, limit: int) -> int:
        """Delete old rolls and return the number of rows.

        These are the rolls of days before that of an instant with the seeds of those days, and the rolls made
        before it that were to be revealed later.
        """

        def work(connection: Connection) -> int:
            old = connection.execute(_OLD_DAYS, {"day": before.date()}).scalars().all()
            old = old or connection.execute(_OLD_SEALED, {"before": before, "most": limit}).scalars().all()
            if not old:
                return 0
            forgotten = connection.execute(_ROLLS_OF, {"streams": list(old), "most": limit}).rowcount
            return forgotten + connection.execute(_SEEDS_OF, {"streams": list(old)}).rowcount

        return await self._database.write(work)


class PersonalRolls(PersonalRows):
    """The rolls of a user. Rolls that others saw are anonymized: the channel's proof needs them."""

    async def delete(self, user: int) -> None:
        """Delete rolls that no other person saw and those of the user's own streams; anonymize the rest."""

        def work(connection: Connection) -> None:
            connection.execute(delete(saved_rolls).where(saved_rolls.c.user == user))
            mine = rolls.c.user == user
            unseen = (rolls.c.visibility == "later") & rolls.c.revealed_at.is_(None)
            gone = mine & (unseen | (rolls.c.visibility == "private") | _own(rolls.c.stream, user))
            streams = [row.stream for row in connection.execute(select(rolls.c.stream).where(gone))]
            connection.execute(delete(rolls).where(gone))
            unused = ~select(rolls.c.id).where(rolls.c.stream == roll_seeds.c.stream).exists()
            for stream in set(streams):
                connection.execute(delete(roll_seeds).where(roll_seeds.c.stream == stream, unused))
            connection.execute(delete(roll_seeds).where(_own(roll_seeds.c.stream, user), unused))
            connection.execute(update(rolls).where(mine).values(user=0, name=FORMER, label=""))

        await self._database.write(work)


def _own(stream: Any, user: int) -> Any:
    """Return the condition that a stream's name contains a user's id and no channel."""
    starts = [f"roll-u{user}-", f"roll-p{user}-"]
    return or_(*[stream.between(start, f"{start}~") for start in starts])


def _columns(roll: Roll) -> dict[str, Any]:
    return {
        **msgspec.structs.asdict(roll),
        "visibility": roll.visibility.value,
        "draws": _encode(roll.draws),
        "rolled": _encode(roll.rolled),
    }


def _roll_of(row: Row[Any]) -> Roll:
    return of_row(
        Roll,
        row,
        visibility=Visibility(row.visibility),
        draws=_draws.decode(row.draws),
        rolled=_rolled.decode(row.rolled),
    )
