"""A test match in two worlds that differ only in one player's secret.

All output for others is collected in both: posts, panels, hands, offers, refusals, history, replays, films,
notices, the input of computers, excuses, log lines, waits, metrics, deliveries; in the lobby, in play, after
an undo, in a pause, after the end. Any difference is a leak. Nothing here depends on a game: a new game is
tested as soon as it is in the registry.
"""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.database.migrate import migrate
from bot.engine.contract import Event, Resign
from bot.engine.errors import Refusal
from bot.engine.fair import Stream
from bot.games.registry import GAMES
from bot.matches.loaded_match import LoadedMatch, PendingChange
from bot.matches.ports import EventRow
from tests.leaks import states
from tests.leaks.world import PEOPLE, World
from tests.matches.table import MODERATOR

MOST_ACTIONS = 14
"""The number of actions after which no secret is expected any more."""
PUBLIC_ACTIONS = 3
"""The number of public actions before the history is checked."""
FURTHER_ON = (12, 40)
"""The number of actions after which hidden data is drawn again."""
TWINS = 6
"""How often hidden data is drawn again."""
SENT: list[int] = []
"""For planted leaks: the number of the current world, and the seat with the secret."""


@asynccontextmanager
async def two_worlds(key: str, place: Path) -> AsyncIterator[tuple[World, World]]:
    """Open both worlds of a game, each with a separate database and the same randomness."""
    game, worlds = GAMES[key], []
    able = [count for count in game.rules.seats if count <= len(PEOPLE)]
    seats = 3 if 3 in able else able[0]
    for number in (1, 2):
        url = f"sqlite+aiosqlite:///{place}/world{number}.db"
        (place / f"world{number}.db").unlink(missing_ok=True)
        await migrate(url)
        worlds.append(World(game, number, seats, url))
    try:
        yield worlds[0], worlds[1]
    finally:
        for world in worlds:
            await world.store.close()


async def spend(key: str, place: Path) -> list[str]:
    """Play the test match of a game until something leaks; return the differences for others by then."""
    SENT.clear()
    async with two_worlds(key, place) as worlds:
        for world in worlds:
            await world.begin()
        await _take_secret(worlds)
        for when, happens in STAGES.items():
            if when == "when others have acted":
                await _again(worlds)
                await _play_on(worlds)
            if when == "resigned":
                await _may_resign(worlds)
            for world in worlds:
                SENT[:] = [world.number, world.keeper]
                await world.stage(when, happens)
            SENT.clear()
            if found := differences(*worlds):
                return found
    return await _with_all_dealt_anew(key, place)


async def _with_all_dealt_anew(key: str, place: Path) -> list[str]:
    """Check later positions, in which one world has all data redrawn that one player cannot know.

    Done several times; returns the differences for that player, strangers and the public.
    """
    rules, dice, random = GAMES[key].rules, Stream("dealt", bytes(32)), Random(7)
    async with two_worlds(key, place) as worlds:
        for world in worlds:
            await world.begin()
        state = (await worlds[0].position()).state
        for number in range(FURTHER_ON[-1] + 1):
            if rules.outcome(state) is not None:
                break
            seat = random.choice(sorted(rules.to_act(state)))
            if number in FURTHER_ON and (found := await _dealt(worlds, state, onlooker=seat)):
                return found
            legal = rules.legal(state, seat)
            rules.apply(state, seat, legal[random.randrange(len(legal))], dice)
    return []


async def _dealt(worlds: tuple[World, World], state: Any, onlooker: int) -> list[str]:
    """Compare the true state with redrawn ones, for one player."""
    true, other = worlds
    view, dice = true.game.rules.view(state, onlooker), Stream("twins", bytes(32))
    for world in worlds:
        world.onlookers, world.keeper = [onlooker], (onlooker + 1) % world.seats
    await _looked_at(true, true.game.rules.clone(state), onlooker)
    for _ in range(TWINS):
        await _looked_at(other, true.game.rules.resample(view, dice), onlooker)
        if found := differences(true, other):
            return found
    return []


async def _looked_at(world: World, state: Any, onlooker: int) -> None:
    """Set the state of a match, and collect its output."""

    def put(position: LoadedMatch) -> PendingChange:
        encoded = position.codec.encode(state)
        record = replace(position.record, state=encoded)
        return PendingChange(record=record, visible_to=frozenset(), state=state, recent=position.recent)

    await world.service._repository.change(world.match, None, put)
    world.seen.clear()
    SENT[:] = [world.number, world.keeper]
    await world.look_around("further on", whole=False)
    await states.hint(world, onlooker)
    SENT.clear()


async def _undo(world: World) -> None:
    """Let the keeper undo the last action, with the others' consent if needed."""
    keeper = world.users[world.keeper]
    await world.service.proposals.undo(world.match, keeper, request=next(world.requests))
    await world.look_around("after an undo")
    for user in world.users:
        with suppress(Refusal):
            await world.service.proposals.answer(world.match, user, agree=True, request=next(world.requests))
    await world.look_around("after an undo that all agreed to")


async def _paused(world: World) -> None:
    """Let all agree to a pause, collect the output, and resume the match."""
    asks = await states.agreed(world, "pause")
    await world.look_around("paused")
    await world.service.proposals.resume(world.match, asks, request=next(world.requests))


async def _ended(world: World) -> None:
    await world.service.play.end(world.match, MODERATOR, moderator=True, request=next(world.requests))
    await world.look_around("after the end", films=True)


STAGES = {
    "in the lobby": World.lobby,
    "in play": lambda world: world.look_around("in play", films=True),
    "when something fails": World.faults,
    "after an undo": _undo,
    "when others have acted": lambda world: world.look_around("when others have acted", films=True),
    "more often": states.more_often,
    "paused": _paused,
    "on offer": states.offered,
    "taken over": states.taken,
    "with hints": states.hinting,
    "moved": states.moved,
    "resigned": states.resigned,
    "after the end": _ended,
}
"""The stages of the test match, in order."""


def differences(one: World, other: World) -> list[str]:
    """Return the outputs for others that differ between the two worlds."""
    pairs = itertools.zip_longest(one.seen, other.seen, fillvalue=("nothing", b""))
    return [first[0] for first, second in pairs if first != second]


async def _take_secret(worlds: Sequence[World]) -> None:
    """Play both matches alike until a seat has two secret actions; do one of them in each world."""
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
                    world.onlookers.remove(seat)
                return
        seat = random.choice(sorted(position.awaited))
        legal = rules.legal(position.state, seat)
        action = legal[random.randrange(len(legal))]
        for world in worlds:
            await world.act(seat, action)
    await _deal_anew(worlds)


async def _again(worlds: Sequence[World]) -> None:
    """Make the worlds differ as before, after the secret was undone."""
    if worlds[0].secret is None:
        await _deal_anew(worlds)
        return
    for world in worlds:
        await world.act(world.keeper, world.secret)


async def _play_on(worlds: Sequence[World]) -> None:
    """Let others act alike in both worlds without distinguishing them, so that there is a history."""
    told = 0
    for _ in range(MOST_ACTIONS):
        positions = [await world.position() for world in worlds]
        found = _alike(worlds, positions)
        if found is None or told == PUBLIC_ACTIONS:
            return
        seat, action, public = found
        told += public
        for world in worlds:
            await world.act(seat, action)


def _alike(worlds: Sequence[World], positions: Sequence[LoadedMatch]) -> tuple[int, Any, bool] | None:
    """Return an action of a seat that looks the same in both worlds, and whether everybody learns of it."""
    rules, others = worlds[0].game.rules, (None, *worlds[0].onlookers)
    for seat in sorted(positions[0].awaited & positions[1].awaited - {worlds[0].keeper}):
        action, looks = rules.timeout_action(positions[0].state, seat), list[bytes]()
        for position in positions:
            if action not in rules.legal(position.state, seat):
                break
            after, events = _done(rules, position, seat, action)
            looks.append(look_of(rules, after, events, others))
        if len(looks) == 2 and looks[0] == looks[1] and rules.outcome(after) is None:
            return seat, action, any(event.public is not None for event in events)
    return None


def _done(rules: Any, position: LoadedMatch, seat: int, action: Any) -> tuple[Any, Sequence[Any]]:
    """Return the state after a seat's action, and its events."""
    after = rules.clone(position.state)
    return after, rules.apply(after, seat, action, Stream(position.info.id, position.record.seed))


async def _may_resign(worlds: Sequence[World]) -> None:
    """Store whether the last player without the secret can resign with the same output in both worlds."""
    rules, others = worlds[0].game.rules, (None, *worlds[0].onlookers)
    seat = next(each for each in reversed(range(worlds[0].seats)) if each != worlds[0].keeper)
    looks = list[bytes]()
    for world in worlds:
        after, events = _done(rules, await world.position(), seat, Resign())
        looks.append(look_of(rules, after, events, others) if rules.outcome(after) is None else b"")
    for world in worlds:
        world.may_resign = looks[0] == looks[1] != b""


def look_of(rules: Any, state: Any, events: Sequence[Any], viewers: Sequence[Any]) -> bytes:
    """Return the views of these viewers after events, and their facts."""
    seen = [(rules.view(state, viewer), [event.seen_by(viewer) for event in events]) for viewer in viewers]
    return msgspec.json.encode((seen, sorted(rules.to_act(state)), sorted(rules.may_act(state))))


async def _deal_anew(worlds: Sequence[World]) -> None:
    """For games without secret actions: redraw the hidden data of one player in one world.

    A private fact of another player's last action differs too; the first player and the public are the
    viewers.
    """
    rules, position = worlds[0].game.rules, await worlds[0].position()
    onlooker = min(range(worlds[0].seats), key=lambda seat: position.record.versions[seat])
    twin = rules.resample(rules.view(position.state, onlooker), Stream("twin", bytes(32)))
    actions = await worlds[0].store.actions(worlds[0].match)
    last = next(row for row in reversed(actions) if row.seat != onlooker and not row.undone)
    public, told = await _told_alone(worlds[0])
    for world, state, fact in zip(worlds, (position.state, twin), told, strict=True):
        happened = Event(public, {last.seat: fact})

        def anew(position: LoadedMatch, state: Any = state, happened: Event = happened) -> PendingChange:
            record, encode = position.record, position.codec.encode
            return PendingChange(
                record=replace(record, state=encode(state)),
                events=(EventRow(last.seq, 900 + record.revision % 90, encode(happened), last.at),),
                state=state,
                recent=(*position.recent, (last.seq, happened)),
            )

        await world.service._repository.change(world.match, None, anew)
        world.keeper, world.onlookers = last.seat, [onlooker]


async def _told_alone(world: World) -> tuple[Any, Sequence[Any]]:
    """Return two facts that a seat got privately, and the public fact instead of one of them."""
    repository, found, public = world.service._repository, list[Any](), None
    codec = (await world.position()).codec
    async for row in repository.events(world.match):
        event = codec.event(row.event)
        new = [fact for fact in event.private.values() if fact not in found]
        if new:
            public, found = event.public, [*found, *new]
    return public, found[:2]


def secret_pair(rules: Any, state: Any, seat: int, seats: int) -> tuple[Any, Any] | None:
    """Return two actions of a seat that look the same to everybody else, and different to the seat."""
    found: dict[bytes, tuple[Any, bytes]] = {}
    legal = rules.legal(state, seat)
    for place in range(min(len(legal), 12)):
        action = legal[place * len(legal) // min(len(legal), 12)]
        after, rng = rules.clone(state), Stream("pair", bytes(32))
        events = rules.apply(after, seat, action, rng)
        if rng.draws:
            continue
        others = [viewer for viewer in (None, *range(seats)) if viewer != seat]
        outside = look_of(rules, after, events, others)
        own = msgspec.json.encode(rules.view(after, seat))
        if outside in found and found[outside][1] != own:
            return found[outside][0], action
        found.setdefault(outside, (action, own))
    return None
