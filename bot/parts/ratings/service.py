"""The rating service: it enters results of matches and returns ratings.

Ratings are derived from results, and results from match rows, so a crash loses nothing: a result is entered
once when it is published, and at every start for missed ones. In the same transaction its players are rated:
for the game and for all games, on the server, in its season, and everywhere. Unrated matches, matches with a
computer, and those that ended before each seat had acted are only in the records. A leaderboard sorts by a
lower bound of the skill (`Standing.points`). A deleted player is replaced by a negative number, so that the
ratings of others stay.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import structlog

from bot.base.clock import Clock
from bot.base.ids import MatchId
from bot.base.language import gettext, pgettext
from bot.engine.contract import AnyRules
from bot.engine.errors import Refusal, Unavailable
from bot.engine.spelling import name_key
from bot.matches.errors import unless_refused
from bot.matches.model import Stage
from bot.matches.service import MatchService
from bot.parts.ratings.model import (
    ALL_TIME,
    EVERYWHERE,
    OVERALL,
    Board,
    Kept,
    Profile,
    Scope,
    Season,
    Standings,
    Step,
    result_of,
)
from bot.parts.ratings.plackett_luce import rate, rate_all
from bot.parts.ratings.store import SqlRatingStore

log = structlog.get_logger(__name__)

PAGE = 10
"""The number of rows on a page of a leaderboard."""
CURVE = 200
"""The most matches in the curve of a profile; the newest ones."""
_PICKS_OF = 200
_AT_ONCE = 200
_TRIES = 5

Games = Mapping[str, AnyRules]


class RatingRefused(Refusal):
    """A leaderboard that does not exist, or a season that cannot be closed."""


class Checked(msgspec.Struct, frozen=True):
    """The comparison of the stored ratings with those derived from the results."""

    results: int
    players: int
    differing: int
    """The number of missing, additional or different standings and steps."""


class RatingService:
    """Ratings are derived from results, and results from matches; a crash in between loses nothing.

    Each match is entered once, in the order in which matches end, even with several callers.
    """

    def __init__(self, store: SqlRatingStore, matches: MatchService, games: Games, clock: Clock) -> None:
        self.store = store
        self._matches = matches
        self._games = games
        self._clock = clock

    async def take_in(self, match: MatchId) -> bool:
        """Enter the result of a match; repeating it has no effect. Return whether it has a result."""
        info = await self._matches.info(match)
        rules = self._games.get(info.game)
        if info.stage is not Stage.FINISHED or rules is None:
            return False
        begun = await self._matches.history.all_have_acted(info)
        # Each seat's picks, from the public view; empty if it cannot be read.
        public, seats = await unless_refused(self._matches.match_view(info.id, None)), range(len(info.seats))
        result = result_of(
            info,
            rules,
            [() if public is None else tuple(rules.favourites(public.view, seat)) for seat in seats],
            begun=begun,
        )
        if result is None:
            return False
        await self.store.enter(result, rate)
        return True

    async def catch_up(self) -> int:
        """Enter all finished matches that are not entered yet; return how many.

        A match that cannot be entered is logged and does not block the others.
        """
        entered = failed = 0
        while waiting := await self.store.waiting(tuple(self._games), skip=failed, limit=_AT_ONCE):
            for match in waiting:
                done = await self._taken_in(match)
                entered, failed = entered + done, failed + (not done)
        return entered

    async def board(self, scope: Scope, user: int, page: int) -> Board:
        """Return a page of a leaderboard, from 0, the last one for a page beyond it."""
        shown = await self.store.board(scope, first=max(page, 0) * PAGE, limit=PAGE, user=user)
        if not shown.rows and shown.players:
            last = (shown.players - 1) // PAGE
            shown = await self.store.board(scope, first=last * PAGE, limit=PAGE, user=user)
        return shown

    async def season(self, guild: int, word: str) -> int:
        """Return the season for a word: current, all time, or a number. Raises `RatingRefused`."""
        asked = name_key(word)
        if asked in ("", "all time", gettext("all time").casefold()):
            return ALL_TIME
        if guild == EVERYWHERE:
            raise RatingRefused.translated("Seasons are each server's own: everywhere, only all time counts.")
        seasons = await self.seasons(guild)
        if asked in ("current", "now", pgettext("season", "current").casefold()):
            return seasons[-1].number
        known = [each.number for each in seasons]
        called = {gettext("season {number}", number=number).casefold(): number for number in known}
        if asked in called:
            return called[asked]
        asked = asked.removeprefix("season ")
        if asked.isdecimal() and len(asked) < 9 and int(asked) in known:
            return int(asked)
        last = known[-1]
        if last == 1:
            known_in_words = gettext("This server has season 1 so far: write a number, current, or all time.")
        else:
            known_in_words = gettext(
                "This server has seasons 1 to {last} so far: write a number, current, or all time.", last=last
            )
        raise RatingRefused(known_in_words)

    async def seasons(self, guild: int) -> list[Season]:
        """Return the seasons of a server, the current one last; the first season before any match."""
        return await self.store.seasons(guild) or [Season(1, self._clock())]

    async def close_season(self, guild: int, number: int) -> None:
        """End the current season and begin the next. Raises `RatingRefused` unless it is current."""
        await self.catch_up()
        if not await self.store.close_season(guild, number, self._clock()):
            raise await self._not_current(guild, number)

    async def reset_season(self, guild: int, number: int) -> None:
        """Restart the current season; its matches then count for all time only."""
        await self.catch_up()
        if not await self.store.reset_season(guild, number, self._clock()):
            raise await self._not_current(guild, number)

    async def points(self, user: int, guild: int, game: str) -> int | None:
        """Return a player's all-time points in a game on a server; None without a rating."""
        found = (await self.store.standings(user, guild)).get(game)
        return None if found is None else found.points

    async def ended_matches(self, user: int, guild: int) -> int:
        """Return the number of a player's ended matches on a server, in all games."""
        return sum(
            [tally.matches for found in await self.store.records(user, guild) for tally in found.values()]
        )

    async def profile(self, user: int, viewer: int, guild: int, game: str) -> Profile | None:
        """Return the public profile of a player, with the curve of one game; None without a result."""
        name = await self.store.name(user)
        if name is None:
            return None
        rated, unrated = await self.store.records(user, guild)
        overall = await self.store.board(Scope(OVERALL, guild), first=0, limit=0, user=user)
        standings = await self.store.standings(user, guild)
        curve = await self.store.curve(Scope(game, guild), user, CURVE)
        matches = standings[game].matches if game in standings else 0
        picks: dict[str, Counter[str]] = {}
        for of_game, chosen in await self.store.picks(user, guild, _PICKS_OF):
            picks.setdefault(of_game, Counter()).update(chosen)
        return Profile(
            user=user,
            name=name,
            standings=standings,
            place=overall.own.place if overall.own else 0,
            players=overall.players,
            rated=rated,
            unrated=unrated,
            picks={of_game: dict(found.most_common()) for of_game, found in picks.items()},
            meetings=None if viewer == user else await self.store.meetings(user, viewer, guild),
            curve=tuple([each.before for each in curve[:1]] + [each.after for each in curve]),
            curve_from=matches - len(curve),
        )

    async def unrate(self, match: MatchId) -> None:
        """Let a match that was rated count for no rating any more, as if it had been unrated.

        All ratings are computed again. Repeating it has no effect.
        """
        if await self.store.unrate(match):
            await self.recompute()

    async def recompute(self) -> Checked:
        """Recompute all ratings from the results and store them; return the comparison with the old ones.

        Raises `RatingRefused` if new results keep arriving.
        """
        for _ in range(_TRIES):
            kept = await self.store.kept()
            standings, steps = await asyncio.to_thread(rate_all, kept.results)
            if await self.store.replace(kept.results, standings, steps):
                return _compared(kept, standings, steps)
        raise RatingRefused.translated(
            "Results keep coming in. Nothing was changed; try again when less is played."
        )

    async def check(self) -> Checked:
        """Return the comparison of the stored ratings with those derived from the results."""
        kept = await self.store.kept()
        return _compared(kept, *rate_all(kept.results))

    async def _taken_in(self, match: MatchId) -> bool:
        try:
            return await self.take_in(match)
        except Unavailable:
            raise
        except Exception:
            log.exception("a result cannot be entered", match=match)
            return False

    async def _not_current(self, guild: int, number: int) -> RatingRefused:
        current = (await self.seasons(guild))[-1]
        if current.number == number:
            return RatingRefused.translated("Nothing has been played in season {season} yet.", season=number)
        return RatingRefused.translated(
            "Season {season} is over already: season {current} is running.",
            season=number,
            current=current.number,
        )


def _compared(kept: Kept, standings: Standings, steps: Sequence[Step]) -> Checked:
    changes = {step.key: step.change for step in steps}
    differing = _differing(standings, kept.standings) + _differing(changes, kept.changes)
    return Checked(len(kept.results), len({user for _, user in standings}), differing)


def _differing(one: Mapping[Any, Any], other: Mapping[Any, Any]) -> int:
    return sum(one.get(key) != other.get(key) for key in one.keys() | other.keys())
