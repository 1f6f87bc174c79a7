"""A table to play at in tests: the real service on a real database, a clock to turn and fixed randomness."""

from __future__ import annotations

import hashlib
import itertools
import json
import shutil
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bot.audit import encode
from bot.matches.deliveries import Delivery
from bot.matches.lobby import PLAIN
from bot.matches.model import MatchInfo, Person
from bot.matches.outbox import Outbox
from bot.matches.service import MatchService
from bot.storage.store import SqlMatchStore
from tests.matches.dicey import DiceyRules

ANN, BEN, CLEO, DAN = (
    Person(user, name) for user, name in enumerate(("Ann", "Ben", "Cleo", "Dan"), start=101)
)
STRANGER = 999
CHANNEL = 5_000_000_000_000_001


class TestClock:
    """A clock that stands still until it is told otherwise."""

    __test__ = False

    def __init__(self) -> None:
        self.now = datetime(2026, 5, 1, 18, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, **span: float) -> None:
        self.now += timedelta(**span)


def fixed_entropy(label: str) -> Callable[[int], bytes]:
    """Return a source of bytes that gives the same bytes in each run."""
    count = itertools.count()
    return lambda size: hashlib.shake_256(f"{label} {next(count)}".encode()).digest(size)


class Table:
    """A service with its store and outbox, and short ways to say what the players do."""

    def __init__(self, url: str, clock: TestClock, label: str = "table", **parts: Any) -> None:
        self.url = url
        self.clock = clock
        self.store: SqlMatchStore = parts.pop("store", None) or SqlMatchStore.at(url)
        games: Mapping[str, Any] = parts.pop("games", {"dicey": DiceyRules()})
        self.service = MatchService(self.store, games, clock, fixed_entropy(label), **parts)
        self.outbox = Outbox(self.store, clock)
        self.label = label
        self._requests = itertools.count()

    def request(self) -> str:
        return f"{self.label}-{next(self._requests)}"

    async def open(self, *, channel: int = CHANNEL, seats: int = 2, **options: Any) -> MatchInfo:
        match_terms = options.pop("match_terms", PLAIN)
        return await self.service.lobby.open(
            "dicey",
            options,
            seats=seats,
            host=ANN,
            guild=7,
            channel=channel,
            match_terms=match_terms,
            request=self.request(),
        )

    async def started(self, *players: Person, channel: int = CHANNEL, **options: Any) -> MatchInfo:
        """Open and start a match of Ann (the host) and these players."""
        info = await self.open(channel=channel, seats=1 + len(players), **options)
        for player in players:
            await self.service.lobby.join(info.id, player, request=self.request())
        return await self.service.lobby.start(info.id, ANN.user, request=self.request())

    async def audit(self, match: str) -> dict[str, Any]:
        """The audit file of an ended match, as one who reads it has it."""
        found: dict[str, Any] = json.loads(encode(await self.service.history.audit(match)))
        return found

    async def act(self, match: str, person: Person, *actions: Any, version: int | None = None) -> Any:
        return await self.service.play.act(
            match, person.user, actions, version=version, request=self.request()
        )

    async def close(self) -> None:
        await self.store.close()


class Mail:
    """Takes deliveries and remembers them; `fail` says what becomes of the next ones."""

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
    """Return the address of a fresh copy of a migrated database."""
    copied = place / "matches.db"
    shutil.copyfile(template, copied)
    return f"sqlite+aiosqlite:///{copied}"
