"""The store of the roll service on a database."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.database.engine import Stored
from bot.database.replacing import replace_rows
from bot.database.schema import roll_seeds, rolls, saved_rolls
from bot.engine.fair import Draw
from bot.matches.rows import of_row
from bot.parts.dice.ports import Roll, RollId, RollVerdict, SavedRoll, Seed, StreamId, Visibility
from bot.parts.dice.rolling import Rolled

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


class SqlRollStore(Stored):
    """Implements `bot.parts.dice.ports.RollStore`; see its docstrings."""

    async def seed(self, stream: StreamId) -> Seed | None:
        """Return a stream's seed."""
        return await self._one(partial(of_row, Seed), _SEED, stream=stream)

    async def keep_seed(self, seed: Seed) -> Seed:
        """Store a new stream's seed unless it has one; return the stored one."""

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
        """Write a roll durably and advance its stream, both or nothing."""
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
        """Return a roll."""
        return await self._one(_roll_of, _ROLL, id=roll)

    async def roll_of_request(self, request: str) -> Roll | None:
        """Return the roll that a request made."""
        return await self._one(_roll_of, _OF_REQUEST, request=request)

    async def roll_with_draw(self, stream: StreamId, number: int) -> Roll | None:
        """Return the roll that a draw of a stream belongs to."""
        return await self._one(_roll_of, _WITH_DRAW, stream=stream, number=number)

    async def reveal(self, roll: RollId, at: datetime) -> bool:
        """Store that a roll was revealed; False when it was before."""
        return await self._execute(_REVEAL, this=roll, now=at) == 1

    async def recent(self, user: int, limit: int) -> list[str]:
        """Return the last different expressions that this user rolled, newest first."""
        return await self._strings(_RECENT, user=user, most=limit)

    async def saved(self, user: int) -> list[SavedRoll]:
        """Return this user's saved rolls by name."""
        return [of_row(SavedRoll, row) for row in await self._all(_SAVED, user=user)]

    async def save(self, saved: SavedRoll, *, most: int) -> bool:
        """Save a roll; it replaces one of that name. False when there are `most`."""

        def work(connection: Connection) -> bool:
            others = [row for row in connection.execute(_SAVED, {"user": saved.user}) if row.key != saved.key]
            if len(others) >= most:
                return False
            replace_rows(connection, saved_rolls, {"key": saved.key, **msgspec.structs.asdict(saved)})
            return True

        return await self._database.write(work)

    async def forget(self, user: int, key: str) -> bool:
        """Delete a saved roll; False when there is none."""
        return await self._execute(_FORGET, owner=user, this=key) == 1


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
