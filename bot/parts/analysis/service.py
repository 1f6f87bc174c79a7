"""Reviews of matches: made in a process at low priority, one at a time, each once: they are kept."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeAlias

import msgspec

from bot.base.clock import Clock
from bot.engine.contract import Action, Resign
from bot.engine.errors import Refusal
from bot.games.game import Game
from bot.games.registry import GAMES
from bot.matches.history import Course, Done, History
from bot.matches.model import MatchInfo
from bot.matches.notices import ADJUDICATED, AGREED
from bot.parts.analysis.review import (
    LEAST_GAIN,
    MOMENTS,
    Comparison,
    Effort,
    Point,
    Review,
    TurningPoint,
    effort_for,
    estimated,
    evenly,
    judged,
    swings,
)
from bot.parts.analysis.store import SqlReviewStore
from bot.processes.queues import Reports, decoded
from bot.processes.workers import Workers

FEWEST: Final = 2
"""The minimum number of actions in a match that can be reviewed; resigning does not count."""

Told: TypeAlias = Callable[[int, int], Awaitable[None]]


class Reviews(Reports):
    """Makes and stores reviews."""

    def __init__(self, store: SqlReviewStore, history: History, clock: Clock, most: int) -> None:
        """`most` is the maximum number of actions simulated for a review; with 0 no review is made."""
        super().__init__(clock)
        self.most = most
        self._store = store
        self._history = history
        self._clock = clock

    async def kept(self, info: MatchInfo) -> Review | None:
        """Return the stored review of a match; None if there is none, or if it cannot be read any more."""
        review: Review | None = decoded(await self._store.review(info.id), Review)
        return review

    async def make(self, info: MatchInfo, game: Game, told: Told, *, user: int) -> Review:
        """Make and store the review of a match that has ended, in the person's turn in the queue.

        `told` is called with the progress: work done, and work in total. Raises `WrongStage`, `Refusal`,
        `bot.processes.workers.WorkersDied`.
        """
        if not game.computers:
            raise Refusal.translated("No computer player knows this game, so that none can review it.")
        course = await self._history.course(info.id)
        played = [done for done in course.done if not isinstance(done.action, Resign)]
        if info.game not in GAMES or len(played) < FEWEST:
            raise Refusal.translated("This match was over too soon: there is nothing in it to review.")
        async with self.process(user) as workers:
            review = await _Making(self._history, workers, info, game, course, self.most, told).review()
        await self._store.keep_review(info.id, msgspec.json.encode(review), self._clock())
        return review


class _Making:
    """The making of one review. The process receives only views."""

    def __init__(
        self,
        history: History,
        workers: Workers,
        info: MatchInfo,
        game: Game,
        course: Course,
        most: int,
        told: Told,
    ) -> None:
        self.history, self.workers, self.info, self.game = history, workers, info, game
        self.course, self.told = course, told
        self.effort: Effort = effort_for(info.game)
        self.left = most
        self.most = most
        self._jobs = 0

    async def review(self) -> Review:
        """Return the review."""
        points = await self._curve()
        turning_points = list[TurningPoint]()
        for _, place in swings(points if self._played_out() else points[:-1]):
            if len(turning_points) == MOMENTS or self.left <= 0:
                break
            turning = await self._turning(points[place], points[place + 1])
            if turning is not None:
                turning_points.append(turning)
        await self.told(self._total(), self._total())
        return Review(
            sides=self.game.rules.teams(len(self.info.seats)),
            points=tuple(points),
            moments=tuple(sorted(turning_points, key=lambda each: each.seq)),
            worlds=self.effort.worlds,
            steps=self.most - self.left,
        )

    # The curve

    async def _curve(self) -> list[Point]:
        """Return the chances at the beginnings of turns, and the result at the end."""
        *turns, last = evenly(self.course.turns, self.effort.points)
        end = max([done.seq for done in self.course.done], default=0)
        if last[0] < end:
            turns.append(last)
        points = [await self._point(seq, view) for seq, view in turns]
        outcome, sides = self.info.outcome, self.game.rules.teams(len(self.info.seats))
        assert outcome is not None, "only matches with a result are reviewed"
        won = [bool(set(side) & set(outcome.winners)) for side in sides]
        return [*points, Point(end, tuple([each / sum(won) if any(won) else 1 / len(sides) for each in won]))]

    async def _point(self, seq: int, view: Any) -> Point:
        estimate = await self._work(estimated, view, self.effort, f"{self.info.id} {seq}")
        self.left -= estimate.steps
        return Point(seq, estimate.chances, estimate.error)

    def _played_out(self) -> bool:
        """Whether the last turn was decided by play: not by resigning, nor by agreement."""
        outcome = self.info.outcome
        resigned = bool(self.course.done) and isinstance(self.course.done[-1].action, Resign)
        return not resigned and outcome is not None and outcome.why not in (AGREED, ADJUDICATED)

    # The moments

    async def _turning(self, before: Point, after: Point) -> TurningPoint | None:
        """Return the decisive decision between two points; None if no player made one."""
        between = [
            done
            for done in self.course.done
            if before.seq < done.seq <= after.seq and not isinstance(done.action, Resign)
        ]
        if not between:
            return None
        looked_at = evenly(between, self.effort.decisions)
        views = await self.history.views_before(self.info.id, [(done.seq, done.seat) for done in looked_at])
        rated = [
            (await self._judged(one, view, self.effort.first), place)
            for place, (one, view) in enumerate(zip(looked_at, views, strict=True))
        ]
        comparison, place = max(rated, key=lambda each: (each[0].gain - each[0].error, -each[1]))
        if comparison.better is not None and comparison.gain > 0:
            comparison = await self._judged(looked_at[place], views[place], self.effort.closer)
        if comparison.better is None or comparison.gain < max(LEAST_GAIN, comparison.error):
            # The last action with fields, so not one that ends a turn; the last one if none has fields.
            return self._told_of(
                next((each for each in reversed(between) if each.action.__struct_fields__), between[-1]),
                before,
                after,
                None,
            )
        return self._told_of(looked_at[place], before, after, comparison)

    def _told_of(
        self, done: Done, before: Point, after: Point, comparison: Comparison | None
    ) -> TurningPoint:
        better = () if comparison is None or comparison.better is None else (_raw(comparison.better),)
        return TurningPoint(
            done.seq, done.seat, before.chances, after.chances, _raw(done.action), better,
            gain=comparison.gain if comparison is not None else 0.0,
            error=comparison.error if comparison is not None else 0.0,
        )  # fmt: skip

    async def _judged(self, done: Done, view: Any, worlds: int) -> Comparison:
        """Return a better alternative to a decision, as far as the remaining work allows."""
        if self.left <= 0:
            return Comparison(None, 0.0, 0.0, 0)
        seed = f"{self.info.id} {done.seq} {worlds}"
        comparison: Comparison = await self._work(judged, view, done.action, worlds, self.effort.ahead, seed)
        self.left -= comparison.steps
        return comparison

    async def _work(self, work: Callable[..., Any], *given: Any) -> Any:
        await self.told(self._jobs, self._total())
        self._jobs += 1
        info = self.info
        return await self.workers.run_with_cards(
            self.game.rules, info.cards, work, info.game, info.rules, *given
        )

    def _total(self) -> int:
        """Return the approximate number of jobs."""
        effort = self.effort
        turns = min(effort.points, len(self.course.turns))
        return max(self._jobs, turns + MOMENTS * (effort.decisions + 1))


def _raw(action: Action) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(action))
