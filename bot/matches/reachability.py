"""Notes in which matches players cannot act, and lets their time stand still (`bot.matches.clocks`).

Whether they can is found out on Discord (`cogs.publishing.reach`), by asking or from what it refuses.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from msgspec.structs import replace

from bot.base.ids import MatchId
from bot.engine.contract import Seat
from bot.matches import timing
from bot.matches.clocks import Rest, Why
from bot.matches.errors import MatchRefusal
from bot.matches.loaded_match import LoadedMatch, PendingChange, to_seats
from bot.matches.model import MatchInfo, Stage
from bot.matches.notices import TimeRests, TimeRuns
from bot.matches.play import unseen
from bot.matches.proposal_changes import noticed
from bot.matches.repository import MatchRepository, Prepare


class Reachability:
    """Begins and ends rests, one match at a time."""

    def __init__(self, repository: MatchRepository) -> None:
        self._repository = repository

    async def rests(self, match: MatchId, why: Why, since: datetime, seats: Mapping[Seat, datetime]) -> bool:
        """Note that a match cannot be played in its channel since an instant, and which seats cannot act.

        The time of these stands still since they were last reached. The players are told once. Return whether
        anything was new.
        """

        def prepare(loaded: LoadedMatch) -> PendingChange | None:
            info, now = loaded.info, self._repository.clock()
            before = info.present_rest
            if info.stage is Stage.LOBBY and before is None:
                return unseen(loaded, loaded.record.with_info(rest=_begun(info, why, since)))
            if info.stage is not Stage.PLAYING:
                return None
            still = tuple(sorted(set(seats) & loaded.awaited - set(info.match_terms.resigned)))
            rest = replace(before or _begun(info, why, since), seats=still)
            if rest == before:
                return None
            tells = bool(still) and not rest.told
            after = replace(rest, told=rest.told or tells)
            record = timing.with_rest(loaded.record, loaded.awaited, after, now, seats)
            if not tells:
                return unseen(loaded, record)
            notice, tell = (
                TimeRests(rest.why, int(rest.since.timestamp())),
                to_seats("answer", _persons(info)),
            )
            change = noticed(loaded, record, notice, now, tell)
            # Where nothing can be posted, no board is tried.
            return change if rest.why in ("unseen", "interactions") else replace(change, notifications=tell)

        return await self._done(match, prepare)

    async def over(self, match: MatchId) -> bool:
        """Let the time of a match run again; return whether it rested."""

        def prepare(loaded: LoadedMatch) -> PendingChange | None:
            info, now = loaded.info, self._repository.clock()
            rest = info.present_rest
            if rest is None:
                return None
            if info.stage is Stage.LOBBY:
                back = timing.given_back(loaded.record, rest.since, now)
                return unseen(loaded, back.with_info(rest=None))
            ended = rest.ended(now)
            if info.stage is not Stage.PLAYING:
                return unseen(loaded, loaded.record.with_info(rest=ended))
            record = timing.with_rest(loaded.record, loaded.awaited, ended, now)
            if not rest.told:
                return unseen(loaded, record)
            called = sorted(timing.people(info, loaded.awaited))
            others = [each for each in _persons(info) if each not in loaded.awaited]
            also = (*to_seats("turn", called), *to_seats("answer", others))
            return noticed(loaded, record, TimeRuns(int(rest.since.timestamp())), now, also)

        return await self._done(match, prepare)

    async def _done(self, match: MatchId, prepare: Prepare) -> bool:
        try:
            return (await self._repository.change(match, None, prepare)).done
        except MatchRefusal:
            return False  # of other rules: it waits until they are here


def _begun(info: MatchInfo, why: Why, since: datetime) -> Rest:
    return Rest(why, since, spent=0.0 if info.rest is None else info.rest.spent)


def _persons(info: MatchInfo) -> list[Seat]:
    """Return the seats of persons who still play."""
    return sorted(timing.people(info, set(range(len(info.seats))) - set(info.match_terms.resigned)))
