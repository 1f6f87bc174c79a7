"""Tournaments, on a database."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.schema import SchemaItem

from bot.base.ids import MatchId
from bot.database.engine import USERS_AT_ONCE, Stored
from bot.database.schema import UtcDateTime, matches, new_table
from bot.engine.fair import Draw
from bot.parts.tournaments.model import (
    Entrant,
    Game,
    LogLine,
    Notice,
    Plans,
    Result,
    Round,
    Title,
    Tournament,
    forgotten,
)
from bot.people.privacy.store import PersonalRows

tournaments = new_table(
    "tournaments",
    Column("id", String(12), primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("format", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("director", BigInteger, nullable=False),
    Column("stage", Text, nullable=False),
    Column("revision", BigInteger, nullable=False),
    Column("plans", LargeBinary, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("draws", LargeBinary, nullable=False),
    Column("forbidden", LargeBinary, nullable=False),
    Column("apart", LargeBinary, nullable=False),
    Column("closing", LargeBinary, nullable=False),
    Column("opened_at", UtcDateTime, nullable=False),
    Column("starts_at", UtcDateTime),
    Column("started_at", UtcDateTime),
    Column("ended_at", UtcDateTime),
    Column("after", String(12), nullable=False),
    Column("post", BigInteger, nullable=False),
    Column("shown", BigInteger, nullable=False),
    Column("rewarded", Boolean, nullable=False),
    Column("credited", UtcDateTime),
    Column("rule", Integer, nullable=False, server_default="1"),
    Column("rounds_planned", Integer, nullable=False, server_default="0"),
    UniqueConstraint("guild", "format", "number"),
    Index("ix_tournaments_director", "director"),
    Index("ix_tournaments_stage", "stage"),
)
"""One row for each tournament. Plans, draws, forbidden and separated pairs, and matches to close are JSON.
`shown`: the revision that its post shows. `credited`: until when time was given back.
"""


def _tournament_part(name: str, *columns: SchemaItem) -> Table:
    """Return a table of the numbered parts of tournaments, each of them JSON."""
    return new_table(
        name,
        Column("tournament", String(12), ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False),
        Column("number", Integer, nullable=False),
        Column("content", LargeBinary, nullable=False),
        *columns,
        PrimaryKeyConstraint("tournament", "number"),
    )


tournament_entrants = _tournament_part(
    "tournament_entrants",
    Column("user", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("division", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Index("ix_tournament_entrants_user", "user"),
)
"""The entrants; `place` is the final one, 0 before the end."""

tournament_rounds = _tournament_part("tournament_rounds")
"""The rounds that were paired, with their deadlines."""

tournament_pairings = _tournament_part(
    "tournament_pairings",
    Column("match", String(12)),
    Index("ix_tournament_pairings_match", "match"),
)
"""The pairings with their matches."""

tournament_results = _tournament_part("tournament_results")
"""The results of the pairings, by their numbers."""

tournament_log = _tournament_part(
    "tournament_log",
    Column("user", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Index("ix_tournament_log_user", "user"),
)
"""The acts of directors, entrants and the bot."""

tournament_notices = _tournament_part("tournament_notices", Column("posted", Boolean, nullable=False))
"""The posts to send once each in the tournament's channel."""

_JSON: Mapping[str, Any] = {
    "plans": Plans,
    "forbidden": tuple[tuple[int, int], ...],
    "apart": tuple[tuple[int, int], ...],
    "closing": tuple[str, ...],
    "draws": tuple[Draw, ...],
}
"""Fields that are stored as JSON, with their types."""
_HEAD = tuple(
    [column.name for column in tournaments.c if column.name in {*Tournament.__struct_fields__} - {*_JSON}]
)
"""Fields that have a column of the same name."""
_GOING_ON = tournaments.c.stage.in_(("open", "playing"))
_BY_ID = select(tournaments).where(tournaments.c.id == bindparam("this"))
_ENDED = ("finished", "abandoned")


MATCHES = select(tournament_pairings.c.match).where(tournament_pairings.c.match.is_not(None))
"""The matches of tournaments, which have limits of their own."""


class SqlCompetitionStore(Stored):
    """Stores tournaments. Every method may raise `bot.matches.errors.Unavailable`."""

    async def load(self, tournament: str, known: Tournament | None = None) -> Tournament | None:
        """Return a tournament; `known` itself if it has not changed since. None for an unknown one."""

        def work(connection: Connection) -> Tournament | None:
            head = connection.execute(_BY_ID, {"this": tournament}).one_or_none()
            if head is None:
                return None
            if known is not None and known.revision == head.revision:
                return known
            parts: dict[str, Any] = {
                name: _read(connection, tournament, *part) for name, part in _PARTS.items()
            }
            parts |= {
                name: msgspec.json.decode(getattr(head, name), type=kind) for name, kind in _JSON.items()
            }
            return Tournament(**{name: getattr(head, name) for name in _HEAD}, **parts)

        return await self._database.read(work)

    async def save(self, before: Tournament | None, after: Tournament) -> bool:
        """Write the differences in one transaction; False, without a write, if changed since `before`."""

        def work(connection: Connection) -> bool:
            if before is None:
                connection.execute(insert(tournaments), _head(after))
            elif not _swapped(connection, before, after):
                return False
            for name, (table, _) in _PARTS.items():
                old = () if before is None else getattr(before, name)
                _write(connection, after.id, table, old, getattr(after, name))
            return True

        try:
            return await self._database.write(work)
        except IntegrityError:
            if before is not None:
                raise
            return False  # another one took its number

    async def going_on(self, guild: int | None = None, *, but: Collection[int] = ()) -> list[str]:
        """Return unfinished tournaments and those with pending posts, oldest first, not on servers `but`."""
        waiting = (
            select(tournament_notices.c.tournament)
            .where(tournament_notices.c.tournament == tournaments.c.id, ~tournament_notices.c.posted)
            .exists()
        )
        unfinished = or_(
            _GOING_ON,
            tournaments.c.shown != tournaments.c.revision,
            waiting,
        )
        if guild is not None:
            unfinished = _GOING_ON & (tournaments.c.guild == guild)
        query = (
            select(tournaments.c.id)
            .where(unfinished, tournaments.c.guild.not_in(but))
            .order_by(tournaments.c.opened_at, tournaments.c.id)
        )
        return await self._strings(query)

    async def listed(self, guild: int, limit: int) -> list[str]:
        """Return the tournaments of a server, the newest first."""
        query = (
            select(tournaments.c.id)
            .where(tournaments.c.guild == guild)
            .order_by(tournaments.c.opened_at.desc(), tournaments.c.id)
            .limit(limit)
        )
        return await self._strings(query)

    async def of_user(self, user: int) -> list[str]:
        """Return the running tournaments in which a person plays, or which they direct, oldest first."""
        plays = (
            select(tournament_entrants.c.tournament)
            .where(tournament_entrants.c.tournament == tournaments.c.id, tournament_entrants.c.user == user)
            .exists()
        )
        query = (
            select(tournaments.c.id)
            .where(_GOING_ON, or_(tournaments.c.director == user, plays))
            .order_by(tournaments.c.opened_at, tournaments.c.id)
        )
        return await self._strings(query)

    async def with_traces(self, user: int) -> list[str]:
        """Return all tournaments that contain a user's id."""
        queries = [
            select(tournaments.c.id).where(tournaments.c.director == user),
            *[
                select(table.c.tournament).where(table.c.user == user)
                for table in (tournament_entrants, tournament_log)
            ],
        ]
        return sorted({each for query in queries for each in await self._strings(query)})

    async def next_number(self, guild: int, kind: str) -> int:
        """Return a number that no tournament of this format has on the server."""
        query = select(func.max(tournaments.c.number).label("last")).where(
            tournaments.c.guild == guild, tournaments.c.format == kind
        )
        row = await self._first(query)
        return 1 + (row.last or 0 if row is not None else 0)

    async def ended_matches(self, tournament: str) -> list[MatchId]:
        """Return the ended matches whose results the tournament does not have yet."""
        known = (
            select(tournament_results.c.number)
            .where(
                tournament_results.c.tournament == tournament_pairings.c.tournament,
                tournament_results.c.number == tournament_pairings.c.number,
            )
            .exists()
        )
        query = (
            select(tournament_pairings.c.match)
            .join(matches, matches.c.id == tournament_pairings.c.match)
            .where(tournament_pairings.c.tournament == tournament, matches.c.stage.in_(_ENDED), ~known)
            .order_by(matches.c.ended_at, matches.c.id)
        )
        return await self._strings(query)

    async def of_match(self, match: MatchId) -> tuple[str, int] | None:
        """Return the tournament of a match, and the number of its pairing."""
        row = await self._first(
            select(tournament_pairings.c.tournament, tournament_pairings.c.number).where(
                tournament_pairings.c.match == match
            )
        )
        return None if row is None else (row.tournament, row.number)

    async def leaving(self, matches: Sequence[MatchId]) -> set[MatchId]:
        """Return those of some matches whose tournament is played with leave that begins by itself."""
        pairings, query = tournament_pairings, select(tournament_pairings.c.match, tournaments.c.plans)
        query = query.join(tournaments, tournaments.c.id == pairings.c.tournament)
        of_leave = set()
        for at in range(0, len(matches), USERS_AT_ONCE):
            part = query.where(pairings.c.match.in_(matches[at : at + USERS_AT_ONCE]))
            rows = await self._all(part)
            of_leave |= {row.match for row in rows if msgspec.json.decode(row.plans, type=Plans).auto_leave}
        return of_leave

    async def titles(self, user: int, guild: int) -> list[Title]:
        """Return a person's places in finished tournaments on a server, the best first."""
        others = tournament_entrants.alias("others")
        count = (
            select(func.count(others.c.place.distinct()))
            .select_from(others)
            .where(
                others.c.tournament == tournaments.c.id,
                others.c.division == tournament_entrants.c.division,
                others.c.place > 0,
            )
            .scalar_subquery()
        )
        query = (
            select(
                tournaments,
                tournament_entrants.c.place,
                tournament_entrants.c.division,
                count.label("of"),
            )
            .join(tournament_entrants, tournament_entrants.c.tournament == tournaments.c.id)
            .where(
                tournaments.c.guild == guild,
                tournaments.c.stage == "ended",
                tournament_entrants.c.user == user,
                tournament_entrants.c.place > 0,
            )
            .order_by(
                tournament_entrants.c.place, tournament_entrants.c.division, tournaments.c.ended_at.desc()
            )
        )
        return [
            Title(row.id, row.format, row.number, row.game, row.place, row.division, row.of, row.ended_at)
            for row in await self._all(query)
        ]


def _head(tournament: Tournament) -> dict[str, Any]:
    return {
        **{name: getattr(tournament, name) for name in _HEAD},
        "format": tournament.plans.format,
        "game": tournament.plans.game,
        **{name: msgspec.json.encode(getattr(tournament, name)) for name in _JSON},
    }


def _swapped(connection: Connection, before: Tournament, after: Tournament) -> bool:
    swap = (
        update(tournaments)
        .where(tournaments.c.id == bindparam("this"), tournaments.c.revision == bindparam("was"))
        .values(_head(after))
    )
    return bool(connection.execute(swap, {"this": before.id, "was": before.revision}).rowcount)


_COLUMNS = {
    tournament_entrants: ("user", "name", "division", "place"),
    tournament_rounds: (),
    tournament_pairings: ("match",),
    tournament_results: (),
    tournament_log: ("user", "name"),
    tournament_notices: ("posted",),
}
"""Fields with a column in addition to the JSON of the row, for searching."""
_PARTS: Mapping[str, tuple[Table, Any]] = {
    "entrants": (tournament_entrants, Entrant),
    "rounds": (tournament_rounds, Round),
    "games": (tournament_pairings, Game),
    "results": (tournament_results, Result),
    "notices": (tournament_notices, Notice),
    "log": (tournament_log, LogLine),
}
"""The parts of a tournament: the table of each, and the type of its rows."""


def _read(connection: Connection, tournament: str, table: Table, kind: Any) -> tuple[Any, ...]:
    decoder = msgspec.json.Decoder(kind)
    query = select(table.c.content).where(table.c.tournament == tournament).order_by(table.c.number)
    return tuple([decoder.decode(row.content) for row in connection.execute(query)])


def _row(table: Table, tournament: str, value: Any) -> dict[str, Any]:
    columns = {name: getattr(value, name) for name in _COLUMNS[table]}
    if "match" in columns:
        columns["match"] = columns["match"] or None
    content = msgspec.json.encode(value)
    return {"tournament": tournament, "number": value.number, "content": content, **columns}


def _write(
    connection: Connection, tournament: str, table: Table, before: Sequence[Any], after: Sequence[Any]
) -> None:
    """Write the rows of a part that are new, changed or deleted."""
    if before is after:
        return
    was, now = {each.number: each for each in before}, {each.number: each for each in after}
    here = table.c.tournament == tournament
    gone = [number for number in was if number not in now]
    if gone:
        connection.execute(delete(table).where(here, table.c.number.in_(gone)))
    new = [_row(table, tournament, each) for number, each in now.items() if number not in was]
    if new:
        connection.execute(insert(table), new)
    for number, value in now.items():
        if number in was and was[number] is not value and was[number] != value:
            row = _row(table, tournament, value)
            connection.execute(update(table).where(here, table.c.number == number).values(row))


class PersonalTournaments(PersonalRows):
    """The tournaments of a user. Played matches stay under a former player, for the other players."""

    async def delete(self, user: int) -> None:
        """Remove the user from all tournaments; from a running one they withdraw."""
        store = SqlCompetitionStore(self._database)
        for tournament in await store.with_traces(user):
            while (loaded := await store.load(tournament)) is not None:
                after = replace(forgotten(loaded, user), revision=loaded.revision + 1)
                if await store.save(loaded, after):
                    break
