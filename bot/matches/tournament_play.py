"""Operations of tournaments on their matches: adjudicate, give seats to others, stop clocks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from bot.base.ids import MatchId
from bot.engine.contract import AnyRules, Outcome, Seat
from bot.matches import timing
from bot.matches.history import History
from bot.matches.loaded_match import LoadedMatch, PendingChange
from bot.matches.model import MatchInfo, Person, Stage
from bot.matches.notices import ADJUDICATED, Adjudicated, LeaveTaken, TimeUp
from bot.matches.ports import Record
from bot.matches.proposal_changes import ended, finished, noticed, taken
from bot.matches.repository import MatchRepository

# Adjudication: an unfinished tournament match ends with the present position as its result.


Row = tuple[int, ...]


def adjudged(rules: AnyRules, state: Any, resigned: Sequence[Seat], seats: int) -> Outcome:
    """Return the outcome of a match that is adjudicated (`Rules.adjudicate`); equal scores are a draw.

    Resigned seats win nothing. A team has the score of its best seat.
    """
    ranks = list(rules.adjudicate(state)) or [()] * seats
    rows: list[Row] = [() if seat in resigned else (1, *row) for seat, row in enumerate(ranks)]
    for team in rules.teams(seats):
        best = max([rows[seat] for seat in team])
        for seat in team:
            rows[seat] = best
    winners = tuple([seat for seat, row in enumerate(rows) if row == max(rows)])
    return Outcome(() if len(winners) == seats else winners, _scores(rows), ADJUDICATED)


def _scores(rows: Sequence[Row]) -> tuple[int, ...]:
    """Return the deciding numbers: the score of each seat where it is one number, else its lead."""
    ranks = tuple([sum([other < row for other in rows]) for row in rows])
    width = min([len(row) for row in rows])
    for column in reversed(range(1, width)):
        numbers = tuple([row[column] for row in rows])
        if tuple([sum([other < each for other in numbers]) for each in numbers]) == ranks:
            return numbers
    return ranks


class TournamentPlay:
    """The matches of tournaments. Only the tournament runner calls this."""

    def __init__(self, repository: MatchRepository, history: History) -> None:
        self._repository = repository
        self._history = history

    async def adjudicate(self, match: MatchId, *, request: str) -> MatchInfo:
        """Adjudicate a running match; one that has ended stays as it is. Raises `OtherRules`."""

        def prepare(loaded: LoadedMatch) -> PendingChange | None:
            if _plays(loaded):
                record, info = loaded.record, loaded.info
                outcome = adjudged(
                    loaded.codec.rules, loaded.state, info.match_terms.resigned, len(info.seats)
                )
                lapsed = record.with_info(match_terms=info.match_terms.settle("lapsed"))
                return finished(loaded, lapsed, outcome, Adjudicated(), self._repository.clock())
            return None

        return (await self._repository.change(match, request, prepare)).loaded.info

    async def void(self, match: MatchId) -> None:
        """End a match without a result; one that has ended stays as it is."""

        def prepare(record: Record) -> PendingChange | None:
            return None if record.info.stage.ended else ended(record, self._repository.clock())

        await self._repository.change_undecoded(match, None, prepare)

    async def take_back(self, match: MatchId) -> None:
        """End a match whose round was taken back; one that has ended no longer counts for anything."""

        def prepare(record: Record) -> PendingChange | None:
            match_terms = record.info.match_terms
            if not record.info.stage.ended:
                return ended(record.with_terms(rated=False), self._repository.clock())
            if not match_terms.rated and not match_terms.clocks.late:
                return None
            timely = replace(match_terms.clocks, late=())
            return PendingChange(record.with_terms(rated=False, clocks=timely), visible_to=frozenset())

        await self._repository.change_undecoded(match, None, prepare)

    async def reseat(self, match: MatchId, before: int, person: Person) -> None:
        """Give the seat of one person to another in a running match."""

        def prepare(loaded: LoadedMatch) -> PendingChange | None:
            seat = loaded.info.seat_of(before)
            if seat is None or not _plays(loaded):
                return None
            return taken(loaded, seat, person, self._repository.clock())

        await self._repository.change(match, None, prepare)

    async def set_leave(self, match: MatchId, user: int, *, back: bool) -> bool:
        """Stop a user's clock for a leave, or let it run again; return whether it changed."""
        return (await self._repository.change(match, None, partial(self._leave, user, back))).done

    def _leave(self, user: int, back: bool, loaded: LoadedMatch) -> PendingChange | None:
        seat, record, now = loaded.info.seat_of(user), loaded.record, self._repository.clock()
        if seat is None or not _plays(loaded) or (seat in loaded.info.match_terms.away) != back:
            return None
        before = loaded.info.match_terms.away
        away = before - {seat} if back else before | {seat}
        match_terms = replace(record.info.match_terms, on_leave=tuple(sorted(away)))
        after = timing.with_leave(record, loaded.awaited, match_terms, now)
        return noticed(loaded, after, LeaveTaken(seat, back), now)

    async def out_of_time(self, info: MatchInfo) -> tuple[Seat, ...]:
        """Return the seats that resigned because their time was up."""
        if info.match_terms.clock_terms.at_zero != "resign" or not info.match_terms.resigned:
            return ()
        facts = [line.fact for line in await self._history.lines(info.id, None)]
        return tuple([fact.seat for fact in facts if isinstance(fact, TimeUp) and fact.then == "resign"])


def _plays(loaded: LoadedMatch) -> bool:
    return loaded.info.stage is Stage.PLAYING
