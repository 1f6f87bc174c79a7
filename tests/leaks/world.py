"""One of two worlds: a match, and all that is shown of it to everybody but who has a secret in it."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import msgspec
from msgspec.structs import replace
from sqlalchemy.exc import OperationalError

from bot.client import Tablepost
from bot.engine.errors import Refusal
from bot.engine.fair import SEED_BYTES
from bot.engine.language import current, speaking
from bot.languages.catalogues import language
from bot.matches.clocks import ClockTerms
from bot.matches.model import MatchInfo, MatchTerms, MatchView, Person
from bot.matches.ports import Change
from bot.matches.repository import PendingChange
from bot.matches.service import MatchService
from bot.registry import GAMES, Game
from bot.storage.store import SqlStore
from cogs.kit.client import Client
from cogs.kit.layout import OutgoingMessage, components_of
from cogs.kit.sentences import describe_facts
from cogs.kit.telling import weighed_lines
from cogs.matches import game_commands
from cogs.play import panel_screens
from cogs.publishing import match_posts, turn_posts
from renderers.kit.gif import Reel
from tests.leaks.watching import watched
from tests.matches.table import TestClock, fixed_entropy

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
    """The same bytes in both worlds, but for the seeds of matches that are opened while it is told apart."""

    def __init__(self) -> None:
        self._bytes = fixed_entropy("evening")
        self.apart = 0

    def __call__(self, size: int) -> bytes:
        found = self._bytes(size)
        return bytes([self.apart]) * size if self.apart and size == SEED_BYTES else found


class World:
    """A match in a database of its own, and everything that others are shown of it."""

    def __init__(self, game: Game, number: int, seats: int, url: str) -> None:
        self.game, self.number, self.seats = game, number, seats
        self.entropy, self.clock = Entropy(), TestClock()
        self.store = SqlStore.at(url)
        rules = {each: one.rules for each, one in GAMES.items()}
        self.service = MatchService(self.store, rules, self.clock, self.entropy)
        self.match = ""
        self.requests = map(str, itertools.count())
        self.seen: list[tuple[str, bytes]] = []
        self.keeper = -1
        """The seat that has the secret."""
        self.secret: Any = None
        """The action that it did in secret."""
        self.onlookers = list(range(seats))
        """The seats from which the secret is kept."""
        self._drawn: dict[tuple[object, ...], Any] = {}

    async def open(self, channel: int, words: Sequence[str]) -> MatchInfo:
        """Open a match of all seats; each player has one of these words for the randomness."""
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
        """Remember what somebody was shown."""
        self.seen.append((what, shown))

    def draw(self, draw: Callable[..., Any], view: MatchView, **rest: Any) -> Any:
        """Draw a picture; the same is not drawn again."""
        names = view.match.names
        key = (draw.__name__, current().code, names, repr(rest), msgspec.json.encode(view.view))
        if key not in self._drawn:
            self._drawn[key] = draw(view.view, names=names, **rest)
        return self._drawn[key]

    async def position(self) -> Any:
        return await self.service._repository.position(self.match)

    async def act(self, seat: int, action: Any) -> None:
        user = (await self.position()).info.seats[seat].user
        await self.service.play.act(self.match, user, [action], version=None, request=next(self.requests))

    async def stage(self, when: str, happens: Callable[[World], Any]) -> None:
        """Let something happen, and gather what leaves the bot by it beside what is composed."""
        with watched() as watch:
            await happens(self)
            self.clock.pass_by(minutes=1)
            await self._sent_for(when)
        self.note(f"the log, {when}", "\n".join(watch.logged).encode())
        self.note(f"the waits, {when}", repr(watch.waits).encode())
        self.note(f"the metrics, {when}", repr(sorted(watch.counted.items())).encode())

    async def _sent_for(self, when: str) -> None:
        """Gather the rows of the outbox: what is to be posted, to whom, when, under which nonce."""
        others = {0, *[PEOPLE[seat].user for seat in self.onlookers]}
        found = [row for row in await self.store.pending() if row.delivery.user in others]
        told = [(row.due, row.delivery.kind, row.delivery.user, row.delivery.key) for row in found]
        self.note(f"the deliveries, {when}", repr(told).encode())

    async def lobby(self) -> None:
        """Open another match with a seed and words that are this world's own, and gather what is shown of it
        before it begins: all but the fingerprint of the seed is the same."""
        self.entropy.apart = self.number
        info = await self.open(3, [f"secret {self.number}"] * self.seats)
        self.entropy.apart = 0
        shown = replace(info, commitment="")
        for tongue in ("en", "de"):
            with speaking(language(tongue)):
                self.note(f"the lobby in {tongue}", sent(match_posts.compose_lobby(self.game, shown)))
        for wish in (self.service.lobby.join, self.service.lobby.leave):
            stranger: Any = Person(STRANGER, "Zoe") if wish == self.service.lobby.join else STRANGER
            self.note("a refusal in the lobby", await self._refusal(wish, info.id, stranger))
        await self.service.play.end(info.id, PEOPLE[0].user, moderator=True, request=next(self.requests))

    async def look_around(self, when: str) -> None:
        """Gather all that everybody is shown now from whom the secret is kept."""
        others = [PEOPLE[seat].user for seat in self.onlookers]
        for user in (*others, STRANGER, None):
            for tongue in ("en", "de") if user is None else ("en",):
                with speaking(language(tongue)):
                    for what, shown in [each async for each in self._shown(user)]:
                        self.note(f"{what}, {when}, to {user} in {tongue}", shown)

    async def _shown(self, user: int | None) -> AsyncIterator[tuple[str, bytes]]:
        service, game = self.service, self.game
        view = await service.match_view(self.match, user)
        lines = [line.fact for line in await service.history.lines(self.match, user)]
        words = weighed_lines(game, lines, view)
        drawn = picture_of(self, view)
        if user is None:
            yield "the board", sent(match_posts.compose_board(game, view, words, drawn))
            yield "the film", await self._film()
        if view.seat is not None and view.legal:
            yield "what a computer is given", await self._given(view.seat)
        yield "a watcher's DM", sent(turn_posts.compose_watched(game, view.match, "link", ()))
        late = describe_facts(game, view.recent, view)
        yield "what is told of late", msgspec.json.encode([view.recent, late])
        yield "the status", sent(match_posts.compose_status(game, view.match, view))
        yield "the board as text", sent(panel_screens.compose_position(game, view))
        yield "who is awaited", repr(sorted(view.awaited)).encode()
        yield "what is possible", msgspec.json.encode(list(itertools.islice(view.legal, 500)))
        yield "the panel", sent(panel(self, view))
        yield "the offers", msgspec.json.encode(list(offers(game, view)))
        page = await service.history.page(self.match, user, None, 20)
        past = describe_facts(game, [line.fact for line in page.lines], view)
        yield "the history", repr((past, page.start, page.total)).encode()
        for step in (await service.history.steps(self.match, user))[-3:]:
            then = await service.history.match_view(self.match, user, step.seq)
            told = describe_facts(game, then.recent, then)
            replay = picture_of(self, then)
            looks = repr((step.label, told, replay.alt)).encode()
            yield "the replay", looks + replay.png + msgspec.json.encode(then.view)
        proposal = await service.agreements.at_stake(self.match)
        yield "what is at stake", repr(describe_facts(game, proposal[1], view)).encode()
        try:
            audit = await service.history.audit(self.match)
            early = b"" if view.match.stage.ended else bytes([self.number])  # given out now it is a leak
            yield "the audit", early and early + msgspec.json.encode(audit)
        except Refusal as refusal:
            yield "the audit", refusal.sentence.encode()
        if user is not None and view.seat is None:
            yield "a refusal", await self._refusal(service.play.resign, self.match, user)

    async def _given(self, seat: int) -> bytes:
        """Return what a computer player in this seat would be given to choose by."""
        spy, position = Spy(), await self.position()
        holders = [replace(each, computer="spy") for each in position.info.seats]
        play: Any = self.service.play
        play._computers = {"spy": spy}
        await play._chosen(replace(position, info=replace(position.info, seats=tuple(holders))), seat)
        return spy.given

    async def _refusal(self, wish: Callable[..., Any], *asked: Any) -> bytes:
        try:
            await wish(*asked, request=next(self.requests))
        except Refusal as refusal:
            return refusal.sentence.encode()
        raise AssertionError(f"a stranger was not refused {wish}")

    async def _film(self) -> bytes:
        """Return a film, and the views it is drawn from: what no picture shows today it may show tomorrow."""
        steps, reel = await self.service.history.steps(self.match, None), Reel()
        seqs = [0, *[step.seq for step in steps[-3:]]]
        views = await self.service.history.film(self.match, seqs)
        for view in views:
            reel.add(picture_of(self, view))
        *_, made = reel.cut()
        assert made is not None
        return made.gif + msgspec.json.encode([view.view for view in views])

    async def faults(self) -> None:
        """Gather what somebody is told, and what is logged, when the bot fails with the secret at hand: the
        database refuses the match as it is, what is stored cannot be read, an error tells what was at hand,
        an error repeats the state in its own text, which is logged as it is and told to nobody."""
        position, user, play = await self.position(), PEOPLE[0].user, self.service.play
        record, engine = position.record, self.store._database._engine
        statement = OperationalError("UPDATE matches", {"state": record.state}, sqlite3.OperationalError())
        with patch.object(engine, "run", read_only(engine.run, statement)):
            await self._fails(play.resign(self.match, user, request=next(self.requests)))
        self.service._repository.cache.drop(self.match)
        damaged = replace(record, state=(record.state or b"")[:-1])
        with patch.object(self.store, "load", returning((damaged, False))):
            await self._fails(self.service.match_view(self.match, user))
        at_hand = (position, record, record.orders, PendingChange(record), Change(record, self.clock.now))
        await self._fails(failing(RuntimeError(f"nothing can be done with {at_hand!r}"))())
        with patch.object(Client, "note_fault", lambda *_fault: "0"):
            await self._fails(failing(RuntimeError(f"nothing can be done with {position.state!r}"))())

    async def _fails(self, wish: Any) -> None:
        """Note what is said to who wishes something that fails."""
        bot: Any = SimpleNamespace(note_fault=lambda *fault: Client.note_fault(bot, *fault))
        try:
            await wish
        except Exception as fault:
            self.note("an excuse", Tablepost._sentence(bot, fault, "", self.match).encode())
            return
        raise AssertionError("nothing went wrong")


class Spy:
    """A computer player that remembers what it was given."""

    given = b""
    searches = False

    def gives_up(self, rules: Any, view: Any) -> bool:
        return False

    def choose(self, rules: Any, view: Any, legal: Sequence[Any], rng: Any) -> Any:
        self.given = msgspec.json.encode([view, list(itertools.islice(legal, 500))])
        return legal[0]


def failing(fault: Exception) -> Callable[..., Any]:
    """Return what fails whenever it is asked."""

    async def fail(*_asked: Any, **_rest: Any) -> Any:
        raise fault

    return fail


def read_only(run: Callable[..., Any], fault: Exception) -> Callable[..., Any]:
    """Return what runs the work of a database that fails whenever something is written."""

    async def reading_alone(work: Any, *, reading: bool) -> Any:
        if not reading:
            raise fault
        return await run(work, reading=True)

    return reading_alone


def returning(value: Any) -> Callable[..., Any]:
    """Return what always answers the same."""

    async def answer(*_asked: Any, **_rest: Any) -> Any:
        return value

    return answer


def picture_of(world: World, view: MatchView) -> Any:
    return world.draw(world.game.renderer.board, view, recent=view.recent)


def panel(world: World, view: MatchView) -> OutgoingMessage:
    menu, hand = panel_screens.menu_of(world.game, view, ()), None
    if view.seat is not None and world.game.renderer.has_hands:
        hand = world.draw(world.game.renderer.hand, view, sort="suit")
    return panel_screens.compose_panel(world.game, view, (), menu=menu, hand=hand)


def offers(game: Game, view: MatchView) -> Iterator[Any]:
    """Yield what autocomplete offers for each word of each command, in its order."""
    for kind in game_commands.action_kinds(game):
        for field in msgspec.structs.fields(kind):
            yield list(game_commands.legal_words(game, view, kind, field.name, {}, "").items())


def sent(page: OutgoingMessage) -> bytes:
    """Return all that leaves the bot with a page."""
    files = [(file.filename, file.data, file.alt) for file in page.attachments]
    return msgspec.json.encode([components_of(page.view), page.pings]) + repr(files).encode()
