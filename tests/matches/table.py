"""A table for tests: the real service on a real database, with a test clock and fixed randomness."""

from __future__ import annotations

import hashlib
import itertools
import json
import shutil
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeAlias

from bot.engine.audit import encode
from bot.matches.deliveries import Delivery
from bot.matches.loaded_match import PlayResult
from bot.matches.lobby import PLAIN
from bot.matches.model import MatchInfo, MatchTerms, MatchView, Person, Proposal
from bot.matches.outbox import Outbox
from bot.matches.ports import Record
from bot.matches.service import MatchService
from bot.matches.store import SqlMatchStore
from tests.matches.dicey import Choose, DiceyRules, Ready, Roll

ANN, BEN, CLEO, DAN = (
    Person(user, name) for user, name in enumerate(("Ann", "Ben", "Cleo", "Dan"), start=101)
)
STRANGER = 999
MODERATOR = 998
"""The user id of a moderator who does not play."""
CHANNEL = 5_000_000_000_000_001
Who: TypeAlias = Person | int
"""A person, or the user id of an account."""


def user_of(who: Who) -> int:
    return who if isinstance(who, int) else who.user


class TestClock:
    """A clock that changes only when a test moves it."""

    __test__ = False

    def __init__(self) -> None:
        self.now = datetime(2026, 5, 1, 18, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, **span: float) -> None:
        self.now += timedelta(**span)


def fixed_entropy(label: str) -> Callable[[int], bytes]:
    """Return a source of entropy that gives the same bytes in each run."""
    count = itertools.count()
    return lambda size: hashlib.shake_256(f"{label} {next(count)}".encode()).digest(size)


class Table:
    """A service with its store and outbox, and short methods for what players do.

    Each method sends a request of its own, unless `request` names one.
    """

    def __init__(self, url: str, clock: TestClock, label: str = "table", **parts: Any) -> None:
        self.url = url
        self.clock = clock
        self.store: SqlMatchStore = parts.pop("store", None) or SqlMatchStore.at(url)
        self.games: Mapping[str, Any] = parts.pop("games", {"dicey": DiceyRules()})
        self.service = MatchService(self.store, self.games, clock, fixed_entropy(label), **parts)
        self.outbox = Outbox(self.store, clock)
        self.label = label
        self._requests = itertools.count()
        self._others: list[Table] = []

    def again(self, label: str = "again", **parts: Any) -> Table:
        """Return another process on the same database, as after a restart; it is closed with this one."""
        self._others.append(Table(self.url, self.clock, label, **{"games": self.games, **parts}))
        return self._others[-1]

    def request(self) -> str:
        return f"{self.label}-{next(self._requests)}"

    # ---- lobbies

    async def open(
        self, *, game: str = "", channel: int = CHANNEL, seats: int = 2, request: str = "", **options: Any
    ) -> MatchInfo:
        """Open a lobby with host Ann, of the table's first game by default."""
        match_terms = options.pop("match_terms", PLAIN)
        return await self.service.lobby.open(
            game or next(iter(self.games)),
            options,
            seats=seats,
            host=ANN,
            guild=7,
            channel=channel,
            match_terms=match_terms,
            request=request or self.request(),
        )

    async def join(self, match: str, person: Person, *, word: str = "", request: str = "") -> MatchInfo:
        return await self.service.lobby.join(match, person, word=word, request=request or self.request())

    async def leave(self, match: str, who: Who) -> MatchInfo:
        return await self.service.lobby.leave(match, user_of(who), request=self.request())

    async def start(self, match: str, who: Who = ANN, *, request: str = "") -> MatchInfo:
        return await self.service.lobby.start(match, user_of(who), request=request or self.request())

    async def started(self, *players: Person, **options: Any) -> MatchInfo:
        """Open and start a match of Ann (the host) and these players."""
        info = await self.open(seats=1 + len(players), **options)
        for player in players:
            await self.join(info.id, player)
        return await self.start(info.id)

    # ---- what can be seen

    async def view(self, match: str, who: Who | None = None) -> MatchView:
        """Return the match view of a person, or of the public."""
        return await self.service.match_view(match, None if who is None else user_of(who))

    async def views(self, match: str, *people: Who | None) -> list[MatchView]:
        return [await self.view(match, who) for who in people]

    async def awaited(self, match: str) -> frozenset[int]:
        return (await self.view(match)).awaited

    async def info(self, match: str) -> MatchInfo:
        return await self.service.info(match)

    async def terms(self, match: str) -> MatchTerms:
        return (await self.service.info(match)).match_terms

    async def record(self, match: str) -> Record:
        """Return the stored row of a match."""
        return await self.service._repository.record(match)

    async def facts(self, match: str, who: Who | None = None) -> list[Any]:
        """Return all facts of a match for a person, or for the public."""
        lines = await self.service.history.lines(match, None if who is None else user_of(who))
        return [line.fact for line in lines]

    async def audit(self, match: str) -> dict[str, Any]:
        """Return the audit file of an ended match, as a reader gets it."""
        found: dict[str, Any] = json.loads(encode(await self.service.history.audit(match)))
        return found

    # ---- play

    async def act(
        self, match: str, person: Person, *actions: Any, version: int | None = None, request: str = ""
    ) -> Any:
        return await self.service.play.act(
            match, person.user, actions, version=version, request=request or self.request()
        )

    async def order(self, match: str, who: Who, orders: Any, **more: Any) -> Any:
        return await self.service.play.order(match, user_of(who), orders, request=self.request(), **more)

    async def ready(self, match: str, *people: Person, dice: int = 1) -> None:
        """Let these people choose this number of dice, and be ready."""
        for person in people:
            await self.act(match, person, Choose(dice), Ready())

    async def rolling(self, *players: Person, **options: Any) -> str:
        """Begin a match in which Ann is to roll two dice, and the others one each after her."""
        others = players or (BEN,)
        match = (await self.started(*others, **options)).id
        await self.ready(match, ANN, dice=2)
        await self.ready(match, *others)
        return match

    async def rolls(self, match: str, *people: Person) -> None:
        for person in people:
            await self.act(match, person, Roll())

    async def resign(self, match: str, who: Who, *, request: str = "") -> PlayResult:
        return await self.service.play.resign(match, user_of(who), request=request or self.request())

    async def end(self, match: str, who: Who = ANN, *, moderator: bool = True) -> MatchInfo:
        """Let a moderator who does not play end a match, or else this person."""
        user = MODERATOR if moderator else user_of(who)
        return await self.service.play.end(match, user, moderator=moderator, request=self.request())

    # ---- agreements

    async def propose(self, match: str, who: Who, kind: Any, *, request: str = "") -> PlayResult:
        propose = self.service.proposals.propose
        return await propose(match, user_of(who), kind, request=request or self.request())

    async def answer(
        self, match: str, who: Who, *, agree: bool, number: int | None = None, request: str = ""
    ) -> PlayResult:
        return await self.service.proposals.answer(
            match, user_of(who), agree=agree, number=number, request=request or self.request()
        )

    async def agree(self, match: str, *people: Who) -> PlayResult:
        """Let these people agree, one after another; return the answer to the last one."""
        *others, last = people
        for who in others:
            await self.answer(match, who, agree=True)
        return await self.answer(match, last, agree=True)

    async def agreed(self, match: str, kind: Any, by: Who, *others: Who) -> PlayResult:
        """Let one person propose something, and the others agree."""
        await self.propose(match, by, kind)
        return await self.agree(match, *others)

    async def proposal(self, match: str) -> Proposal:
        """Return the open proposal; there must be one."""
        found = (await self.terms(match)).proposal
        assert found is not None
        return found

    async def undo(self, match: str, who: Who, *, ask: bool = True, request: str = "") -> PlayResult:
        undo = self.service.proposals.undo
        return await undo(match, user_of(who), ask=ask, request=request or self.request())

    async def resume(self, match: str, who: Who) -> PlayResult:
        return await self.service.proposals.resume(match, user_of(who), request=self.request())

    async def give_time(self, match: str, who: Who, to: int, seconds: int) -> PlayResult:
        give = self.service.proposals.give_time
        return await give(match, user_of(who), to, seconds, request=self.request())

    async def move(self, match: str, who: Who, channel: int, *, moderator: bool = False) -> MatchInfo:
        move = self.service.proposals.move
        return await move(match, user_of(who), channel, moderator=moderator, request=self.request())

    async def offer(
        self, match: str, who: Who, seat: int, to: Person, *, moderator: bool = False
    ) -> MatchInfo:
        return await self.service.substitutions.offer(
            match, user_of(who), seat, to, moderator=moderator, request=self.request()
        )

    async def take(self, match: str, person: Person) -> MatchInfo:
        return await self.service.substitutions.take(match, person, request=self.request())

    async def decline(self, match: str, who: Who, *, moderator: bool = False) -> MatchInfo:
        decline = self.service.substitutions.decline
        return await decline(match, user_of(who), moderator=moderator, request=self.request())

    async def hand_over(self, match: str, seat: int, to: Person) -> MatchInfo:
        """Let a moderator offer a seat that is taken at once."""
        await self.offer(match, MODERATOR, seat, to, moderator=True)
        return await self.take(match, to)

    # ---- time

    async def expire(self, match: str) -> bool:
        """Check the clocks of a match; return whether something was done."""
        return await self.service.timekeeper.expire(match)

    async def due(self, match: str) -> datetime | None:
        """Return the stored instant at which the match next needs work."""
        found = await self.store.load(match)
        assert found is not None
        return found[0].due

    async def close(self) -> None:
        for each in self._others:
            await each.close()
        await self.store.close()


class Mail:
    """Accepts deliveries and stores them; `fail` has the failures of the next ones."""

    def __init__(self) -> None:
        self.received: list[Delivery] = []
        self.fail: dict[str, Exception] = {}

    async def __call__(self, delivery: Delivery) -> None:
        if delivery.kind in self.fail:
            raise self.fail[delivery.kind]
        self.received.append(delivery)

    @property
    def kinds(self) -> list[str]:
        return [delivery.kind for delivery in self.received]


def database_like(template: Path, place: Path) -> str:
    """Return the address of a new copy of a migrated database."""
    copied = place / "matches.db"
    shutil.copyfile(template, copied)
    return f"sqlite+aiosqlite:///{copied}"
