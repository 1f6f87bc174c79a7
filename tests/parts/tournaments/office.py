"""An office that runs tournaments without Discord.

It has the real services on a real database, and a venue that stores what was made and posted in it.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

from bot.base.ids import MatchId
from bot.base.limits import NO_LIMITS, Limits
from bot.games import registry
from bot.matches.clocks import ClockTerms
from bot.matches.model import Person
from bot.matches.service import MatchService
from bot.matches.store import SqlMatchStore
from bot.parts.ratings.service import RatingService
from bot.parts.ratings.store import SqlRatingStore
from bot.parts.tournaments.model import Game, Notice, Plans, Tournament
from bot.parts.tournaments.running import Runner
from bot.parts.tournaments.service import Competitions, wanted_at
from bot.parts.tournaments.store import MATCHES, SqlCompetitionStore
from bot.people.seating_policy import Blocks
from bot.people.store import SqlBlockStore
from tests.matches.dicey import DiceyRules
from tests.matches.table import TestClock, fixed_entropy
from tests.noughts.rules import NoughtsRules

GUILD, CHANNEL = 7, 70
GAMES: dict[str, Any] = {
    "noughts": NoughtsRules(),
    "dicey": DiceyRules(),
    "crossfire": registry.GAMES["crossfire"].rules,
}
CLOCK = ClockTerms("turn", 3 * 24 * 3600, at_zero="resign")


class Killed(BaseException):
    """The process has died."""


class Venue:
    """Threads and posts as on Discord: they survive the processes."""

    def __init__(self) -> None:
        self.threads: dict[str, int] = {}
        self.posts: Counter[str] = Counter()
        self.shown: list[int] = []
        self.events: dict[int, tuple[str, str]] = {}
        self.numbers = itertools.count(1000)
        self.tick: Callable[[], None] = lambda: None
        self.unreached = set[MatchId]()
        """The matches whose awaited players cannot act."""

    async def thread(self, tournament: Tournament, game: Game, *, sought: bool) -> int:
        name = f"{game.number} {game.asked_at}"
        self.tick()
        if name in self.threads:
            assert sought, "a thread was made before and is not looked for"
            return self.threads[name]
        self.threads[name] = next(self.numbers)
        self.tick()
        return self.threads[name]

    async def post(self, tournament: Tournament, notice: Notice) -> None:
        self.tick()
        self.posts[f"{notice.number} {notice.kind}"] = 1  # a message has the mark of its key
        self.tick()

    async def show(self, tournament: Tournament) -> int:
        self.tick()
        self.shown.append(tournament.revision)
        return 5

    async def reward(self, tournament: Tournament) -> None:
        self.tick()

    async def event(self, tournament: Tournament, known: int, *, sought: bool) -> int:
        self.tick()
        at = wanted_at(tournament)
        made = known or next((each for each, of in self.events.items() if of[0] == tournament.id), 0)
        if made and not known:
            assert sought, "an event was made before and is not looked for"
        if not at:
            self.events.pop(made, None)
            return 0
        number = made or next(self.numbers)
        self.events[number] = (tournament.id, at)
        self.tick()
        return number

    async def reaches(self, match: MatchId) -> bool:
        return match not in self.unreached

    async def opened(self, match: MatchId) -> None:
        self.tick()


class Office:
    """One process that runs tournaments, and what survives it."""

    def __init__(self, url: str, clock: TestClock, seed: int = 1, limits: Limits = NO_LIMITS) -> None:
        self.url, self.clock = url, clock
        self.limits = limits
        self.rng = Random(seed)
        self.venue = Venue()
        self.requests = itertools.count()
        self.kills = 0
        self._left = 0
        self.begin("first")

    def begin(self, label: str) -> None:
        """Begin a new process with the data of the previous one."""
        self.store = SqlMatchStore.at(self.url)
        self.matches = MatchService(self.store, GAMES, self.clock, fixed_entropy(f"matches {label}"))
        competitions = SqlCompetitionStore(self.store.database)
        self.blocks = Blocks(SqlBlockStore(self.store.database), self.clock)
        self.service = Competitions(
            competitions,
            RatingService(SqlRatingStore(self.store.database), self.matches, GAMES, self.clock),
            GAMES,
            self.clock,
            fixed_entropy(f"tournaments {label}"),
            {},
            self.blocks,
            self.limits,
        )
        self.store.uncounted.append(MATCHES)
        self.matches.timekeeper.also.append(self.service.give_back)
        save = competitions.save

        async def saved(before: Tournament | None, after: Tournament) -> bool:
            self._tick()
            done = await save(before, after)
            self._tick()
            return done

        competitions.save = saved  # type: ignore[method-assign]
        self.venue.tick = self._tick
        self.runner = Runner(self.service, self.matches, GAMES, self.clock, self.venue)

    def arm(self, steps: int) -> None:
        """Let the process die after this number of steps."""
        self._left = steps

    def _tick(self) -> None:
        if self._left:
            self._left -= 1
            if not self._left:
                self.kills += 1
                raise Killed

    async def opened(self, kind: Any = "cup", people: int = 4, **plans: Any) -> str:
        """Open a tournament and enter this number of people."""
        game = plans.pop("game", "noughts")
        found = await self.service.open(
            GUILD, CHANNEL, Person(1, "Dora"), Plans(game, kind, clock=CLOCK, **plans)
        )
        for number in range(people):
            await self.service.join(found.id, Person(100 + number, f"P{number}"), word=f"word {number}")
        return found.id

    async def start(self, tournament: str) -> None:
        await self.service.start(tournament, Person(1, "Dora"), manages=False)
        await self.runner.step(tournament)

    async def decide_some(self, tournament: str, share: float = 0.5) -> None:
        """Let some of those who play resign."""
        found = await self.service.get(tournament)
        for game in found.open_games:
            if game.match and self.rng.random() < share:
                info = await self.matches.info(game.match)
                if not info.stage.ended:
                    there = [seat for seat in range(len(info.seats)) if seat not in info.match_terms.resigned]
                    loser = info.seats[self.rng.choice(there)].user
                    await self.matches.play.resign(game.match, loser, request=f"r{next(self.requests)}")

    async def step_through(self, tournament: str) -> None:
        """Do what is due; begin a new process whenever one dies."""
        while True:
            try:
                await self.runner.step(tournament)
            except Killed:
                await self.store.close()
                self.begin(f"after {self.kills}")
                self.arm(self.rng.randrange(1, 25))
                continue
            return

    async def played(self, tournament: str) -> Tournament:
        """Play a tournament to its end."""
        for _ in range(400):
            await self.step_through(tournament)
            found = await self.service.get(tournament)
            if found.over:
                return found
            await self.decide_some(tournament)
            self.clock.now += timedelta(hours=1)
        raise AssertionError("it does not end")

    async def close(self) -> None:
        await self.store.close()
