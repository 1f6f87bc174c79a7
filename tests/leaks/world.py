"""One of two worlds: a match, and its output for everybody but the player with the secret."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, patch

import msgspec
from msgspec.structs import replace
from sqlalchemy.exc import OperationalError

from bot.base.language import current, speaking
from bot.base.languages.catalogues import language
from bot.database.engine import Database
from bot.engine.errors import Refusal
from bot.engine.fair import SEED_BYTES
from bot.games.game import Game
from bot.games.registry import GAMES
from bot.host.client import UNKNOWN, Tablepost
from bot.matches.clocks import ClockTerms
from bot.matches.loaded_match import PendingChange
from bot.matches.model import MatchInfo, MatchTerms, MatchView, Person
from bot.matches.notices import Notice
from bot.matches.ports import MatchWrite
from bot.matches.service import MatchService
from bot.matches.store import SqlMatchStore
from bot.matches.upkeep_store import SqlFigureStore
from cogs.kit.client import Client
from cogs.proofs import verify
from cogs.publishing import match_posts
from tests.leaks import looking
from tests.leaks.watching import watched
from tests.matches.table import MODERATOR, TestClock, fixed_entropy

PEOPLE = [Person(user, name) for user, name in enumerate(("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay"), 101)]
STRANGER = 999
OPTIONS = {
    "papyrus": {"squad": 3, "rounds": 4},
    "crossfire": {"grid": "bbb/222/o.o/111/aaa"},
    "neo-combat": {"deal": "draft"},
}
"""Options of short matches, by game."""
A_DAY_A_TURN = MatchTerms(ClockTerms("turn", 24 * 3600))


class Entropy:
    """The same bytes in both worlds, except for the seeds of the extra lobbies."""

    def __init__(self) -> None:
        self._bytes = fixed_entropy("evening")
        self.apart = 0

    def __call__(self, size: int) -> bytes:
        found = self._bytes(size)
        return bytes([self.apart]) * size if self.apart and size == SEED_BYTES else found


class World:
    """A match in a separate database, and its output for others."""

    def __init__(self, game: Game, number: int, seats: int, url: str) -> None:
        self.game, self.number, self.seats = game, number, seats
        self.entropy, self.clock = Entropy(), TestClock()
        self.store = SqlMatchStore.at(url)
        self.place = url.partition("///")[2]
        """The path of the database, which differs between worlds."""
        rules = {each: one.rules for each, one in GAMES.items()}
        self.service = MatchService(self.store, rules, self.clock, self.entropy)
        self.match = ""
        self.requests = map(str, itertools.count())
        self.seen: list[tuple[str, bytes]] = []
        self.keeper = -1
        """The seat with the secret."""
        self.secret: Any = None
        """The action that it did in secret."""
        self.onlookers = list(range(seats))
        """The seats that must not learn the secret."""
        self.users = [person.user for person in PEOPLE[:seats]]
        """The user of each seat."""
        self.strangers = [STRANGER]
        """The viewers without a seat."""
        self.whys = False
        """Whether reasons for the actions of all seats are asked for, where the stored actions are true."""
        self.may_resign = False
        """Whether another player can resign without distinguishing the worlds."""
        self._drawn: dict[tuple[object, ...], Any] = {}

    async def open(self, channel: int, words: Sequence[str]) -> MatchInfo:
        """Open a match with all seats taken; each player has one of these words for the randomness."""
        lobby = self.service.lobby
        info = await lobby.open(
            self.game.key,
            OPTIONS.get(self.game.key, {}),
            seats=self.seats,
            host=PEOPLE[0],
            guild=1,
            channel=channel,
            match_terms=A_DAY_A_TURN,
            request=next(self.requests),
        )
        for person, word in zip(PEOPLE[: self.seats], words, strict=True):
            info = await lobby.join(info.id, person, word=word, request=next(self.requests))
        return info

    async def begin(self) -> None:
        """Open a match and start it."""
        self.match = (await self.open(2, [f"word {seat}" for seat in range(self.seats)])).id
        await self.service.lobby.start(self.match, PEOPLE[0].user, request=next(self.requests))

    def note(self, what: str, shown: bytes) -> None:
        """Store an output."""
        self.seen.append((what, shown))

    def draw_board(self, view: MatchView) -> Any:
        """Draw the board of a view, with the latest events of the game, as the client does."""
        recent = tuple([fact for fact in view.recent if not isinstance(fact, Notice)])
        return self.draw(self.game.renderer.board, view, recent=recent)

    def draw(self, draw: Callable[..., Any], view: MatchView, **rest: Any) -> Any:
        """Draw a picture; the same picture is not drawn again."""
        names = view.match.names
        key = (draw.__name__, current().code, names, repr(rest), msgspec.json.encode(view.view))
        if key not in self._drawn:
            self._drawn[key] = draw(view.view, names=names, **rest)
        return self._drawn[key]

    async def position(self) -> Any:
        return await self.service._repository.loaded(self.match)

    async def act(self, seat: int, action: Any) -> None:
        await self.service.play.act(
            self.match, self.users[seat], [action], version=None, request=next(self.requests)
        )

    async def stage(self, when: str, happens: Callable[[World], Any]) -> None:
        """Run this, and collect its indirect output (log, waits, metrics)."""
        told = set[str]()
        with watched() as watch, patch.object(Database, "tell", lambda _, __, news: told.add(repr(news))):
            await happens(self)
            self.clock.pass_by(minutes=1)
            await self._sent_for(when)
        self.note(f"what other processes are told, {when}", repr(sorted(told)).encode())
        self.note(f"the log, {when}", "\n".join(watch.logged).replace(self.place, "").encode())
        self.note(f"what libraries log, {when}", "\n".join(sorted(watch.said)).encode())
        self.note(f"the waits, {when}", repr(watch.waits).encode())
        figures = replace(
            await SqlFigureStore(self.store.database).read(), size=0, free=0
        )  # of the host alone
        self.note(f"the figures of the metrics, {when}", repr(figures).encode())
        self.note(f"the metrics, {when}", repr(sorted(watch.counted.items())).encode())

    async def _sent_for(self, when: str) -> None:
        """Collect the rows of the outbox: content, addressee, due time, nonce."""
        others = {0, *self.strangers, *[self.users[seat] for seat in self.onlookers]}
        found = [row for row in await self.store.pending() if row.delivery.user in others]
        told = [(row.due, row.delivery.kind, row.delivery.user, row.delivery.key) for row in found]
        self.note(f"the deliveries, {when}", repr(told).encode())

    async def lobby(self) -> None:
        """Open another match with a different seed and words, and collect its output before it begins.

        All but the commitment of the seed must be the same.
        """
        self.entropy.apart = self.number
        info = await self.open(3, [f"secret {self.number}"] * self.seats)
        self.entropy.apart = 0
        shown = replace(info, commitment="")
        for tongue in ("en", "de"):
            with speaking(language(tongue)):
                pages = match_posts.compose_lobby(self.game, shown), verify.compose_fair_dice(shown)
                self.note(f"the lobby in {tongue}", b"".join(map(looking.sent, pages)))
        for wish in (self.service.lobby.join, self.service.lobby.leave):
            stranger: Any = Person(STRANGER, "Zoe") if wish == self.service.lobby.join else STRANGER
            self.note("a refusal in the lobby", await self.refusal(wish, info.id, stranger))
        await self.service.play.end(info.id, MODERATOR, moderator=True, request=next(self.requests))

    async def look_around(self, when: str, *, films: bool = False, whole: bool = True) -> None:
        """Collect all output for the viewers without the secret; without `whole` only text.

        Films take the most time.
        """
        self._drawn.clear()  # a picture may show anything hidden in a later version
        for user in (*[self.users[seat] for seat in self.onlookers], *self.strangers, None):
            for tongue in self._tongues(user):
                with speaking(language(tongue)):
                    for what, shown in [each async for each in looking.shown(self, user, whole=whole)]:
                        self.note(f"{what}, {when}, to {user} in {tongue}", shown)
        if films:
            self.note(f"the film, {when}", await looking.film(self))

    def _tongues(self, user: int | None) -> tuple[str, ...]:
        """Return the languages of a user: players have one, every other one of them German."""
        if user in (None, STRANGER) or user not in self.users:
            return ("en", "de")
        return (("en", "de")[self.users.index(user) % 2],)

    async def refusal(self, wish: Callable[..., Any], *asked: Any) -> bytes:
        """Return the sentence that refuses a request."""
        try:
            await wish(*asked, request=next(self.requests))
        except Refusal as refusal:
            return refusal.sentence.encode()
        raise AssertionError(f"a stranger was not refused {wish}")

    async def faults(self) -> None:
        """Collect the answers and log lines of failures while the secret is in memory.

        The failures: the database refuses the match, stored data cannot be read, an error contains local
        values, an error repeats the state in its own text, which is logged but not shown.
        """
        position, user, play = await self.position(), PEOPLE[0].user, self.service.play
        record, engine = position.record, self.store._database._engine
        statement = OperationalError("UPDATE matches", {"state": record.state}, sqlite3.OperationalError())
        with patch.object(engine, "run", read_only(engine.run, statement)):
            await self._fails(play.resign(self.match, user, request=next(self.requests)))
        self.service._repository.cache.drop(self.match)
        damaged = replace(record, state=(record.state or b"")[:-1])
        with patch.object(self.store, "load", AsyncMock(return_value=(damaged, False))):
            await self._fails(self.service.match_view(self.match, user))
        at_hand = (position, record, record.orders, PendingChange(record), MatchWrite(record, self.clock.now))
        await self._fails(AsyncMock(side_effect=RuntimeError(f"nothing can be done with {at_hand!r}"))())
        with patch.object(Client, "note_fault", lambda *_fault, **_kind: "0"):
            await self._fails(
                AsyncMock(side_effect=RuntimeError(f"nothing can be done with {position.state!r}"))()
            )

    async def _fails(self, wish: Any) -> None:
        """Store the answer to a request that fails."""
        bot: Any = SimpleNamespace(
            note_fault=lambda *fault, **kind: Client.note_fault(bot, *fault, **kind),
            faults=[],
            clock=self.clock,
        )
        asked: Any = SimpleNamespace(channel_id=1)
        try:
            await wish
        except Exception as fault:
            self.note("an excuse", Tablepost._sentence(bot, asked, fault, UNKNOWN, self.match).encode())
            return
        raise AssertionError("nothing went wrong")


def read_only(run: Callable[..., Any], fault: Exception) -> Callable[..., Any]:
    """Return a function that runs the work of a database which fails on every write."""

    async def reading_alone(work: Any, *, reading: bool) -> Any:
        if not reading:
            raise fault
        return await run(work, reading=True)

    return reading_alone
