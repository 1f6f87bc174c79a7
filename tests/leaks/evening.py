"""An evening at a table, spent twice: the same match in two worlds that differ in one player's secret alone.

All that reaches anybody else is gathered in both: posts, panels, hands, offers, refusals, history, replays,
films, notices, what a computer is given, in play, after an undo, while it is paused, after the end. Whatever
differs has leaked. Nothing here knows a game: a new one is put through the same by its line in the registry.
"""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.engine.errors import Refusal
from bot.engine.fair import Stream
from bot.engine.language import speaking
from bot.languages.catalogues import language
from bot.matches.cache import Position
from bot.matches.model import MatchView, Person
from bot.matches.repository import PendingChange
from bot.matches.service import MatchService
from bot.registry import GAMES, Game
from bot.storage.migrate import migrate
from bot.storage.store import SqlStore
from cogs.kit.layout import OutgoingMessage, components_of
from cogs.kit.sentences import describe_facts
from cogs.matches import game_commands
from cogs.play import panel_screens
from cogs.publishing import match_posts, turn_posts
from renderers.kit.gif import Reel
from tests.matches.table import TestClock, fixed_entropy

PEOPLE = [Person(user, name) for user, name in enumerate(("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay"), 101)]
STRANGER = 999
MOST_ACTIONS = 25
"""Actions after which no more secret is waited for."""
SENT: list[int] = []
"""The number of the world that is played, once its secret is taken: what planted leaks give away."""


class World:
    """One of the two matches, and everything that others are shown of it."""

    def __init__(self, service: MatchService, game: Game, number: int, seats: int) -> None:
        self.service, self.game, self.number, self.seats = service, game, number, seats
        self.match = ""
        self.requests = map(str, itertools.count())
        self.seen: list[tuple[str, bytes]] = []
        self.keeper = -1
        """The seat that has the secret."""
        self.secret: Any = None
        """The action that it did in secret."""
        self.public_only = False

    async def begin(self) -> None:
        """Open a match and start it."""
        options = {"squad": 3, "rounds": 4} if self.game.key == "papyrus" else {}
        info = await self.service.lobby.open(
            self.game.key, options, seats=self.seats, host=PEOPLE[0], guild=1, channel=2, request="open"
        )
        self.match = info.id
        self.note("the lobby", sent(match_posts.compose_lobby(self.game, info)))
        for person in PEOPLE[1 : self.seats]:
            await self.service.lobby.join(self.match, person, request=next(self.requests))
        await self.service.lobby.start(self.match, PEOPLE[0].user, request=next(self.requests))

    def note(self, what: str, shown: bytes) -> None:
        """Remember what somebody was shown."""
        self.seen.append((what, shown))

    async def position(self) -> Any:
        return await self.service._repository.position(self.match)

    async def act(self, seat: int, action: Any) -> None:
        user = (await self.position()).info.seats[seat].user
        await self.service.play.act(self.match, user, [action], version=None, request=next(self.requests))

    async def look_around(self, when: str) -> None:
        """Gather all that everybody but the keeper of the secret is shown now."""
        seated = [] if self.public_only else list(enumerate(PEOPLE[: self.seats]))
        others = [person.user for seat, person in seated if seat != self.keeper]
        for user in (*others, STRANGER, None):
            for tongue in ("en", "de") if user is None else ("en",):
                with speaking(language(tongue)):
                    for what, shown in [each async for each in self._shown(user)]:
                        self.note(f"{what}, {when}, to {user} in {tongue}", shown)

    async def _shown(self, user: int | None) -> AsyncIterator[tuple[str, bytes]]:
        service, game = self.service, self.game
        view = await service.match_view(self.match, user)
        lines = [line.fact for line in await service.history.lines(self.match, user)]
        words = describe_facts(game, lines, view)
        drawn = picture_of(game, view)
        if user is None:
            yield "the board", sent(match_posts.compose_board(game, view, words, drawn))
            yield "the film", await self._film()
        if view.seat is not None and view.legal:
            yield "what a computer is given", await self._given(view.seat)
        yield "a watcher's DM", sent(turn_posts.compose_watched(game, view.match, "link", ()))
        yield "what is told of late", repr((view.recent, describe_facts(game, view.recent, view))).encode()
        yield "the status", sent(match_posts.compose_status(game, view.match, view))
        yield "the board as text", sent(panel_screens.compose_position(game, view))
        yield "who is awaited", repr(sorted(view.awaited)).encode()
        yield "what is possible", msgspec.json.encode(list(itertools.islice(view.legal, 500)))
        yield "the panel", b"".join(sent(page) for page in screens(game, view))
        yield "the offers", msgspec.json.encode(list(offers(game, view)))
        page = await service.history.page(self.match, user, None, 20)
        past = describe_facts(game, [line.fact for line in page.lines], view)
        yield "the history", repr((past, page.start, page.total)).encode()
        steps = await service.history.steps(self.match, user)
        for step in steps[-3:]:
            then = await service.history.match_view(self.match, user, step.seq)
            told = describe_facts(game, then.recent, then)
            replay = picture_of(game, then)
            yield "the replay", repr((step.label, told, replay.alt)).encode() + replay.png
        proposal = await service.agreements.at_stake(self.match)
        yield "what is at stake", repr(describe_facts(game, proposal[1], view)).encode()
        try:
            audit = await service.history.audit(self.match)
            yield "the audit", b"" if view.match.stage.ended else msgspec.json.encode(audit)
        except Refusal as refusal:
            yield "the audit", refusal.sentence.encode()
        if user is not None and view.seat is None:
            yield "a refusal", await self._refused(user)

    async def _given(self, seat: int) -> bytes:
        """Return what a computer player in this seat would be given to choose by."""
        spy, position = Spy(), await self.position()
        holders = [replace(each, computer="spy") for each in position.info.seats]
        play: Any = self.service.play
        play._computers = {"spy": spy}
        await play._chosen(replace(position, info=replace(position.info, seats=tuple(holders))), seat)
        return spy.given

    async def _refused(self, user: int) -> bytes:
        try:
            await self.service.play.resign(self.match, user, request=next(self.requests))
        except Refusal as refusal:
            return refusal.sentence.encode()
        raise AssertionError("a stranger has resigned")

    async def _film(self) -> bytes:
        steps, reel = await self.service.history.steps(self.match, None), Reel()
        seqs = [0, *[step.seq for step in steps[-3:]]]
        for view in await self.service.history.film(self.match, seqs):
            reel.add(picture_of(self.game, view))
        *_, made = reel.cut()
        assert made is not None
        return made.gif


class Spy:
    """A computer player that remembers what it was given."""

    given = b""

    def choose(self, rules: Any, view: Any, legal: Sequence[Any], rng: Any) -> Any:
        self.given = msgspec.json.encode([view, list(itertools.islice(legal, 500))])
        return legal[0]


def picture_of(game: Game, view: MatchView) -> Any:
    return game.renderer.board(view.view, names=view.match.names, recent=view.recent)


def screens(game: Game, view: MatchView) -> Iterator[OutgoingMessage]:
    menu = panel_screens.menu_of(game, view, ())
    hand = None
    if view.seat is not None and game.renderer.has_hands:
        hand = game.renderer.hand(view.view, names=view.match.names, sort="suit")
    yield panel_screens.compose_panel(game, view, (), menu=menu, hand=hand)


def offers(game: Game, view: MatchView) -> Iterator[Any]:
    for kind in game_commands.action_kinds(game):
        for field in msgspec.structs.fields(kind):
            yield game_commands.legal_words(game, view, kind, field.name, {}, "")


def sent(page: OutgoingMessage) -> bytes:
    """Return all that leaves the house with a page."""
    files = [(file.filename, file.data, file.alt) for file in page.attachments]
    return msgspec.json.encode([components_of(page.view), page.pings]) + repr(files).encode()


@asynccontextmanager
async def two_worlds(key: str, place: Path) -> AsyncIterator[tuple[World, World]]:
    """Open both worlds of a game, each with a database of its own and the same randomness."""
    game, worlds, stores = GAMES[key], [], []
    able = [count for count in game.rules.seats if count <= len(PEOPLE)]
    seats = 3 if 3 in able else able[0]
    for number in (1, 2):
        url = f"sqlite+aiosqlite:///{place}/world{number}.db"
        await migrate(url)
        stores.append(SqlStore.at(url))
        rules = {each: one.rules for each, one in GAMES.items()}
        service = MatchService(stores[-1], rules, TestClock(), fixed_entropy("evening"))
        worlds.append(World(service, game, number, seats))
    try:
        yield worlds[0], worlds[1]
    finally:
        for store in stores:
            await store.close()


async def spend(key: str, place: Path) -> list[str]:
    """Spend the evening with a game; return what differs for others, nothing where nothing leaks."""
    SENT.clear()
    async with two_worlds(key, place) as worlds:
        for world in worlds:
            await world.begin()
        await _take_secret(worlds)
        for world in worlds:
            SENT[:] = [world.number]
            await _rest_of(world)
        SENT.clear()
        return differences(*worlds)


async def _rest_of(world: World) -> None:
    await world.look_around("in play")
    if world.secret is not None:
        keeper = PEOPLE[world.keeper].user
        await world.service.agreements.undo(world.match, keeper, request=next(world.requests))
        await world.look_around("after an undo")
        for seat in range(world.seats):
            with suppress(Refusal):
                await world.service.agreements.answer(
                    world.match, PEOPLE[seat].user, agree=True, request=next(world.requests)
                )
        await world.look_around("after an undo that all agreed to")
        await world.act(world.keeper, world.secret)
    other = next(seat for seat in range(world.seats) if seat != world.keeper)
    user = PEOPLE[other].user
    service = world.service
    await service.agreements.propose(world.match, user, "pause", request=next(world.requests))
    for seat in range(world.seats):
        if seat != other:
            await service.agreements.answer(
                world.match, PEOPLE[seat].user, agree=True, request=next(world.requests)
            )
    await world.look_around("paused")
    await service.agreements.resume(world.match, user, request=next(world.requests))
    await service.play.end(world.match, PEOPLE[0].user, moderator=True, request=next(world.requests))
    await world.look_around("after the end")


def differences(one: World, other: World) -> list[str]:
    """Return what others were shown otherwise in the two worlds."""
    pairs = itertools.zip_longest(one.seen, other.seen, fillvalue=("nothing", b""))
    return [first[0] for first, second in pairs if first != second]


async def _take_secret(worlds: Sequence[World]) -> None:
    """Play both matches alike, until somebody can do one of two things in secret; one is done in each."""
    random, rules = Random(7), worlds[0].game.rules
    for _ in range(MOST_ACTIONS):
        position = await worlds[0].position()
        if not position.awaited:
            break
        for seat in sorted(position.awaited):
            pair = secret_pair(rules, position.state, seat, worlds[0].seats)
            if pair is not None:
                for world, action in zip(worlds, pair, strict=True):
                    await world.act(seat, action)
                    world.keeper, world.secret = seat, action
                return
        seat = random.choice(sorted(position.awaited))
        legal = rules.legal(position.state, seat)
        action = legal[random.randrange(len(legal))]
        for world in worlds:
            await world.act(seat, action)
    await _deal_anew(worlds, rules)


async def _deal_anew(worlds: Sequence[World], rules: Any) -> None:
    """Where nobody can do anything in secret, deal all that is hidden from the public anew in one world; it
    is the public alone that looks on then."""
    true = (await worlds[0].position()).state
    twin = rules.resample(rules.view(true, None), Stream("twin", bytes(32)))
    for world, state in zip(worlds, (true, twin), strict=True):

        def anew(position: Position, state: Any = state) -> PendingChange:
            record = replace(position.record, state=position.codec.encode(state))
            return PendingChange(record=record, state=state, recent=position.recent)

        await world.service._repository.change(world.match, None, anew)
        world.keeper, world.public_only = 0, True


def secret_pair(rules: Any, state: Any, seat: int, seats: int) -> tuple[Any, Any] | None:
    """Return two actions of a seat that look the same to everybody else, and different to the seat."""
    found: dict[bytes, tuple[Any, bytes]] = {}
    legal = rules.legal(state, seat)
    for place in range(min(len(legal), 12)):
        action = legal[place * len(legal) // min(len(legal), 12)]
        after, rng = rules.clone(state), Stream("pair", bytes(32))
        events = rules.apply(after, seat, action, rng)
        if rng.draws or rules.turn_of(after) != rules.turn_of(state):
            continue
        others = [viewer for viewer in (None, *range(seats)) if viewer != seat]
        looks = [
            (rules.view(after, viewer), [event.seen_by(viewer) for event in events]) for viewer in others
        ]
        outside = msgspec.json.encode((looks, sorted(rules.to_act(after)), sorted(rules.may_act(after))))
        own = msgspec.json.encode(rules.view(after, seat))
        if outside in found and found[outside][1] != own:
            return found[outside][0], action
        found.setdefault(outside, (action, own))
    return None
