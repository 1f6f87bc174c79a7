"""A server at rest, once woken, is what discord.py would have made of it, whatever Discord has told since."""

from __future__ import annotations

import ast
import asyncio
import json
import tracemalloc
from array import array
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

import discord
import pytest
from discord.enums import EnumMeta
from discord.state import AutoShardedConnectionState, ConnectionState

from cogs.kit.client import Client
from cogs.kit.servers_at_rest import RestingState, Servers

ME, OWNER, SERVER, OTHER = 700, 800, 1 << 40, 2 << 40
TEXT, VOICE, GROUP, FORUM, STAGE, THREAD, ROLE = 11, 12, 13, 14, 15, 21, 31
NOW = "2026-11-30T08:00:00+00:00"


def user(number: int) -> dict[str, Any]:
    return {"id": str(number), "username": f"u{number}", "discriminator": "0", "avatar": None, "bot": False}


def channel(number: int, kind: int, **more: Any) -> dict[str, Any]:
    denied = {"id": str(ROLE), "type": 0, "allow": "0", "deny": "1024"}
    fixed = {"id": str(number), "type": kind, "guild_id": str(SERVER), "position": number}
    return {
        **fixed,
        "name": f"channel-{number}",
        "permission_overwrites": [denied],
        "parent_id": None,
        **more,
    }


def role(number: int, permissions: int = 1024) -> dict[str, Any]:
    plain = {"color": 0, "hoist": False, "managed": False, "mentionable": False, "position": 1}
    return {"id": str(number), "name": f"role {number}", "permissions": str(permissions), **plain}


def thread(number: int = THREAD, *, archived: bool = False, **more: Any) -> dict[str, Any]:
    metadata = {"archived": archived, "auto_archive_duration": 60, "archive_timestamp": NOW, "locked": False}
    counted = {"message_count": 2, "member_count": 1, "thread_metadata": metadata}
    named = {"id": str(number), "parent_id": str(TEXT), "owner_id": str(OWNER), "name": "a match", "type": 11}
    return {"guild_id": str(SERVER), **named, **counted, **more}


def whole(number: int = SERVER, **more: Any) -> dict[str, Any]:
    """Return a server with something of everything."""
    emoji = {"id": "41", "name": "dice", "roles": [], "user": user(OWNER), "animated": False}
    stage = {"id": "51", "guild_id": str(number), "channel_id": str(STAGE), "topic": "t", "privacy_level": 2}
    sound = {"sound_id": "61", "name": "gong", "volume": 0.5, "emoji_id": None, "emoji_name": "🔔"}
    event = {"id": "71", "guild_id": str(number), "name": "evening", "entity_type": 3, "status": 1}
    place = {"entity_metadata": {"location": "here"}, "scheduled_end_time": NOW, "creator": user(OWNER)}
    me = {"user": user(ME), "roles": [str(ROLE)], "joined_at": NOW, "deaf": False, "mute": False, "flags": 0}
    return {
        "id": str(number),
        "name": "Zunft zum Würfel 🎲",
        "owner_id": str(OWNER),
        "member_count": 300,
        "preferred_locale": "de",
        "system_channel_id": str(TEXT),
        "features": ["COMMUNITY"],
        "verification_level": 2,
        "unavailable": False,
        "roles": [role(number), role(ROLE)],
        "channels": [
            channel(TEXT, 0, topic="Anfänger", last_message_id="5", rate_limit_per_user=5, nsfw=False),
            channel(VOICE, 2, bitrate=64000, user_limit=0),
            channel(GROUP, 4),
            channel(
                FORUM,
                15,
                available_tags=[
                    {"id": "81", "name": "Papyrus", "moderated": False, "emoji_id": None, "emoji_name": "📜"}
                ],
            ),
            channel(STAGE, 13, bitrate=64000, user_limit=0, topic=None),
        ],
        "threads": [thread(member={"user_id": str(ME), "join_timestamp": NOW, "flags": 1})],
        "members": [me, {**me, "user": user(OWNER)}],
        "stage_instances": [{**stage, "discoverable_disabled": False, "invite_code": None}],
        "guild_scheduled_events": [{**event, "scheduled_start_time": NOW, **place}],
        "soundboard_sounds": [{**sound, "available": True, "user_id": str(OWNER)}],
        "emojis": [{**emoji, "id": str(each), "name": f"dice{each * 7919}"} for each in range(41, 91)],
        "stickers": [{"id": "91", "name": "s", "description": "", "tags": "x", "type": 2, "format_type": 1}],
        **more,
    }


class Side:
    """One memory of Discord, and what it has dispatched."""

    def __init__(self, kind: type[AutoShardedConnectionState[Any]], timeout: float = 0.0) -> None:
        self.told: list[tuple[Any, ...]] = []
        self.state = kind(
            dispatch=lambda *event: self.told.append(event),
            handlers={},
            hooks={},
            http=None,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            guild_ready_timeout=timeout,
        )
        self.state.shard_count, self.state.shard_ids = 1, [0]

    def hears(self, event: str, data: Any) -> None:
        self.state.parsers[event](json.loads(json.dumps(data)))

    def named(self, *servers: int, shard: int = 0) -> None:
        fixed = {
            "user": user(ME),
            "shard": [shard, self.state.shard_count],
            "application": {"id": "1", "flags": 0},
        }
        self.hears("READY", {**fixed, "guilds": [{"id": str(each), "unavailable": True} for each in servers]})

    async def connects(self, *servers: dict[str, Any]) -> None:
        self.named(*[int(each["id"]) for each in servers])
        for each in servers:
            self.hears("GUILD_CREATE", each)
        await self.ready()

    async def ready(self) -> None:
        if self.state._ready_task is not None:
            await self.state._ready_task
        self.told.clear()

    def server(self, number: int = SERVER) -> Any:
        found = self.state._get_guild(number)
        return None if found is None else portrait(found)


def portrait(thing: Any, above: tuple[int, ...] = ()) -> Any:
    """Return everything that an object of discord.py holds, as dicts and lists."""
    if isinstance(type(thing), EnumMeta):
        return thing
    if isinstance(thing, dict):
        return {key: portrait(value, above) for key, value in thing.items()}
    if isinstance(thing, list | tuple | set | array):
        return [portrait(each, above) for each in thing]
    if type(thing).__module__.split(".")[0] != "discord":
        return thing
    if id(thing) in above or (above and isinstance(thing, discord.Guild)):
        return type(thing).__name__, thing.id
    slots = [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())]
    names = {*slots, *getattr(thing, "__dict__", {})} - {"_state"}
    held = {name: getattr(thing, name) for name in names if hasattr(thing, name) and "_cs_" not in name}
    inner = {name: portrait(value, (*above, id(thing))) for name, value in held.items()}
    assert inner, f"nothing is known of {thing!r}"
    return {"kind": type(thing).__name__, **inner}


@pytest.fixture
def resting() -> Side:
    return Side(RestingState)


@pytest.fixture
def plain() -> Side:
    return Side(AutoShardedConnectionState)


def servers(side: Side) -> Servers:
    assert isinstance(side.state, RestingState)
    return side.state.servers


async def test_a_woken_server_holds_what_one_that_never_rested_holds(resting: Side, plain: Side) -> None:
    with patch.object(discord.Guild, "_from_data", side_effect=AssertionError("it is not made")):
        await resting.connects(whole())
    await plain.connects(whole())
    assert not servers(resting).is_awake(SERVER)
    found = resting.server()
    assert found == plain.server()
    assert found["name"] == "Zunft zum Würfel 🎲"
    assert len(found["_channels"]) == 5
    assert list(found["_members"]) == [ME]
    assert found["_members"][ME]["_roles"] == [ROLE]
    guild = resting.state._get_guild(SERVER)
    assert guild is resting.state._get_guild(SERVER), "it is woken once"
    assert guild is not None
    assert guild.channels[0].permissions_for(guild.me) == discord.Permissions(0)


CHANGED_TEXT = channel(TEXT, 0, topic="news", permission_overwrites=[], last_message_id="6")
MOVED = {"channel_ids": [str(TEXT)], "threads": [thread(22)], "members": []}
EVENTS: dict[str, Sequence[tuple[str, dict[str, Any]]]] = {
    "a channel changes": [("CHANNEL_UPDATE", CHANGED_TEXT)],
    "a channel is made": [("CHANNEL_CREATE", channel(16, 0))],
    "a channel is deleted with its thread": [("CHANNEL_DELETE", channel(TEXT, 0))],
    "a message is pinned": [("CHANNEL_PINS_UPDATE", {"channel_id": str(TEXT), "last_pin_timestamp": NOW})],
    "a thread begins": [("THREAD_CREATE", thread(22, newly_created=True))],
    "a thread changes": [("THREAD_UPDATE", thread(name="over"))],
    "a thread is closed": [("THREAD_UPDATE", thread(archived=True))],
    "a thread is deleted": [("THREAD_DELETE", {"id": str(THREAD), "parent_id": str(TEXT), "type": 11})],
    "threads come in sight": [("THREAD_LIST_SYNC", MOVED)],
    "the bot joins a thread": [
        ("THREAD_MEMBER_UPDATE", {"id": str(THREAD), "user_id": str(ME), "join_timestamp": NOW, "flags": 3})
    ],
    "a role is made": [("GUILD_ROLE_CREATE", {"role": role(32)})],
    "a role changes": [("GUILD_ROLE_UPDATE", {"role": role(ROLE, 8)})],
    "a role is deleted": [("GUILD_ROLE_DELETE", {"role_id": str(ROLE)})],
    "the bot has another role": [
        ("GUILD_MEMBER_UPDATE", {"user": user(ME), "roles": [], "joined_at": NOW, "flags": 0})
    ],
    "the server is renamed": [("GUILD_UPDATE", {**whole(name="Gilde"), "channels": [], "threads": []})],
    "several": [
        ("GUILD_ROLE_UPDATE", {"role": role(SERVER, 0)}),
        ("CHANNEL_UPDATE", CHANGED_TEXT),
        ("THREAD_CREATE", thread(22)),
    ],
    "the bot is removed": [("GUILD_DELETE", {})],
}


@pytest.mark.parametrize("events", EVENTS.values(), ids=EVENTS)
async def test_an_event_finds_a_server_at_rest_as_it_finds_any(
    resting: Side, plain: Side, events: Sequence[tuple[str, dict[str, Any]]]
) -> None:
    """The state afterwards is the same, and so is what is dispatched, with the state before."""
    for side in (resting, plain):
        await side.connects(whole(), whole(OTHER))
        for name, data in events:
            side.hears(name, {"guild_id": str(SERVER), "id": str(SERVER), **data})
    assert [portrait(each) for each in resting.told] == [portrait(each) for each in plain.told]
    assert not servers(resting).is_awake(OTHER)
    for number in (SERVER, OTHER):
        assert resting.server(number) == plain.server(number)


@pytest.mark.parametrize("wakes", [False, True], ids=["at rest", "awake"])
async def test_an_outage_forgets_channels_and_its_end_brings_those_there_are(
    resting: Side, plain: Side, wakes: bool
) -> None:
    """discord.py alone would keep a channel that was deleted meanwhile."""
    for side in (resting, plain):
        await side.connects(whole())
    if wakes:
        resting.server()
    for side in (resting, plain):
        side.hears("GUILD_DELETE", {"id": str(SERVER), "unavailable": True})
    assert servers(resting).is_available(SERVER) is False
    assert servers(resting).is_awake(SERVER) is wakes
    fewer = whole(channels=[channel(VOICE, 2, bitrate=64000, user_limit=0)], threads=[])
    for side in (resting, plain):
        side.hears("GUILD_CREATE", fewer)
    assert [(name, guild.id) for name, guild in resting.told] == [
        ("guild_unavailable", SERVER),
        ("guild_available", SERVER),
    ]
    assert [name for name, _ in plain.told] == [name for name, _ in resting.told]
    assert servers(resting).is_available(SERVER) is True
    assert servers(resting).is_awake(SERVER) is wakes
    expected = plain.server()
    assert expected["_channels"].keys() > {VOICE}
    expected["_channels"] = {VOICE: expected["_channels"][VOICE]}
    expected["_threads"] = {}
    assert resting.server() == expected


async def test_in_an_outage_a_server_keeps_its_name_and_language(resting: Side) -> None:
    """One that was named by READY and has not arrived has neither, as in discord.py."""
    await resting.connects(whole())
    resting.named(OTHER)
    resting.hears("GUILD_DELETE", {"id": str(SERVER), "unavailable": True})
    found, stub = resting.state._get_guild(SERVER), resting.state._get_guild(OTHER)
    assert found is not None
    assert stub is not None
    assert (found.unavailable, found.name) == (True, "Zunft zum Würfel 🎲")
    assert found.preferred_locale is discord.Locale.german
    assert not [*found.channels, *found.threads]
    assert (stub.unavailable, stub.name) == (True, "")
    resting.told.clear()
    resting.hears("GUILD_DELETE", {"id": "99", "unavailable": True})
    assert resting.told == [], "discord.py drops what it hears of unknown servers"
    assert 99 not in servers(resting)


async def test_who_invites_the_bot_is_told_of_with_an_awake_server(resting: Side, plain: Side) -> None:
    """So it can be greeted: a new one, one that was removed before, and one that was not seen to go."""
    for side in (resting, plain):
        await side.connects(whole(), whole(OTHER))
        side.hears("GUILD_DELETE", {"id": str(SERVER)})
        for number in (SERVER, OTHER, 4 << 40):
            side.hears("GUILD_CREATE", {**whole(number), "unavailable": None})
    assert [name for name, _ in resting.told] == ["guild_remove", "guild_join", "guild_join", "guild_join"]
    assert [portrait(each) for each in resting.told] == [portrait(each) for each in plain.told]
    resting.hears("GUILD_CREATE", whole(3 << 40))
    assert resting.told[-1][1] is resting.state._get_guild(3 << 40), "unknown before, as discord.py has it"
    await resting.connects(whole())
    resting.hears("GUILD_CREATE", {"id": str(SERVER), "unavailable": True})
    assert resting.told == [], "it says nothing"
    resting.named()
    resting.hears("GUILD_CREATE", {"id": "99", "unavailable": True})
    assert [servers(resting).is_available(each) for each in (SERVER, 99)] == [True, None]


async def test_a_new_session_replaces_what_was_known(resting: Side, plain: Side) -> None:
    for side in (resting, plain):
        await side.connects(whole(), whole(OTHER))
        assert side.server()
        side.named(SERVER, OTHER)
    assert [servers(resting).is_available(each) for each in (SERVER, OTHER, 99)] == [False, False, None]
    for side in (resting, plain):
        side.hears("GUILD_CREATE", whole(name="Gilde"))
    for side in (resting, plain):
        await side.ready()
    assert not servers(resting).is_awake(SERVER)
    assert [resting.server(each) for each in (SERVER, OTHER)] == [
        plain.server(each) for each in (SERVER, OTHER)
    ]


async def test_who_acts_before_the_server_has_arrived_wakes_it(resting: Side, plain: Side) -> None:
    for side in (resting, plain):
        side.named(SERVER)
        early = side.state._get_guild(SERVER)
        side.hears("GUILD_CREATE", whole())
        assert side.state._get_guild(SERVER) is early
        await side.ready()
    assert resting.server() == plain.server()


async def test_a_shard_is_ready_when_no_server_has_arrived_for_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No server has an event of its own meanwhile: for 10,000 these were 10,000 tasks and statements."""
    side, slept, loop = Side(RestingState, timeout=2.0), [], asyncio.get_running_loop()
    now = loop.time()

    async def sleep(seconds: float) -> None:
        nonlocal now
        slept.append(seconds)
        now += seconds
        if len(slept) == 1:
            now -= 0.5
            side.hears("GUILD_CREATE", whole())
            now += 0.5

    with patch.object(loop, "time", lambda: now), patch("cogs.kit.servers_at_rest.asyncio.sleep", sleep):
        side.named(SERVER)
        await asyncio.gather(*side.state._ready_tasks.values())
    assert [round(each, 3) for each in slept] == [2.0, 1.5]
    if (waits := side.state._ready_task) is not None:  # from Python 3.12 on it may be over by now
        await waits
    assert side.told == [("connect",), ("shard_connect", 0), ("shard_ready", 0), ("ready",)]


async def test_a_shard_that_connects_twice_in_one_go_is_ready_once() -> None:
    for side in (Side(RestingState, timeout=0.01), Side(AutoShardedConnectionState, timeout=0.01)):
        side.state.shard_count, side.state.shard_ids = 2, [0, 1]
        for shard in (0, 1, 1):
            side.named(shard=shard)
            await asyncio.sleep(0)
        assert side.state._ready_task is not None
        await side.state._ready_task
        assert side.told[-1] == ("ready",)
        assert side.told.count(("shard_ready", 1)) == 1


async def test_the_servers_are_a_mapping_that_wakes_what_it_gives_out(resting: Side) -> None:
    await resting.connects(whole(), whole(OTHER))
    state, made = resting.state, servers(resting)
    assert (len(state.guilds), SERVER in made, 99 in made, state._get_guild(None)) == (2, True, False, None)
    assert [made.is_available(each) for each in (SERVER, OTHER)] == [True, True]
    assert not any(map(made.is_awake, (SERVER, OTHER)))
    assert [each.id for each in state.guilds] == [SERVER, OTHER]
    assert all(map(made.is_awake, (SERVER, OTHER)))
    assert [made.is_available(each) for each in (SERVER, OTHER)] == [True, True]
    channel = state.get_channel(TEXT)
    assert isinstance(channel, discord.TextChannel)
    assert made.pop(SERVER) is channel.guild
    assert [*made] == [OTHER]
    state.clear()
    assert len(state.guilds) == 0


def test_a_server_at_rest_takes_a_fifth_of_the_memory() -> None:
    """Here with 50 emojis, of which discord.py keeps none either."""

    def taken(kind: type[AutoShardedConnectionState[Any]]) -> float:
        async def connected() -> float:
            side, many = Side(kind), 50
            await side.connects()
            sent = [json.dumps(whole((1 << 40) + each)) for each in range(many)]
            side.state._ready_states[0] = asyncio.Queue()
            tracemalloc.start()
            for each in sent:
                side.hears("GUILD_CREATE", json.loads(each))
            del side.state._ready_states[0]
            held, _ = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            return held / many

        return asyncio.run(connected())

    assert taken(RestingState) < min(2_000, taken(AutoShardedConnectionState) / 5)


# ---- what discord.py does


def uses(name: str, *owners: str) -> Iterator[str]:
    """Yield the functions of discord.py that read an attribute of this name."""
    folder = Path(discord.__file__).parent
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py"))}
    for path, text in texts.items():
        tree = ast.parse(text if f".{name}" in text else "")
        for top in [
            each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
        ]:
            for node in ast.walk(top):
                if isinstance(node, ast.Attribute) and node.attr == name:
                    owner = node.value
                    of = owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", "")
                    if not owners or of in owners:
                        yield f"{path.relative_to(folder).with_suffix('').as_posix()}.{top.name}"


def test_discord_py_reaches_its_servers_as_before() -> None:
    """Who reads `_guilds` beside these has to be looked at: does it take a server at rest for a `Guild`?"""
    assert {*uses("_guilds")} == {
        "state.clear",
        "state.guilds",
        "state._get_guild",
        "state._get_or_create_unavailable_guild",
        "state._add_guild",
        "state._remove_guild",
        "state.is_guild_evicted",
        "user.mutual_guilds",
    }
    assert {*uses("guilds", "self", "_state", "_connection", "bot", "client")} == {
        "client.guilds",
        "client.change_presence",
        "client.get_all_channels",
        "client.get_all_members",
        "ext/commands/converter._get_from_guilds",
        "ext/commands/converter.convert",
        "shard.change_presence",
        "state.soundboard_sounds",
        "state.get_channel",
        "state.get_soundboard_sound",
        "user.mutual_guilds",
    }, "these wake all servers"


REPLACED: dict[Callable[..., Any], str] = {
    AutoShardedConnectionState._delay_shard_ready: "CancelledError KeyError TimeoutError _chunk_timeout"
    " _guild_needs_chunking _log _ready_states append asyncio chunk_guild dispatch get guild_ready_timeout id"
    " shard_id unavailable wait_for warning",
    AutoShardedConnectionState.parse_ready: "ApplicationFlags ClientUser KeyError Queue _add_guild_from_data"
    " _delay_ready _delay_shard_ready _from_value _get_as_snowflake _messages _ready_states _ready_task"
    " _ready_tasks _update_message_references _users application_flags application_id asyncio cancel"
    " clear_chunk_requests create_task dispatch id len shard_ids user utils",
    ConnectionState.parse_guild_create: "_add_ready_state _chunk_and_dispatch _get_create_guild"
    " _guild_needs_chunking asyncio create_task dispatch get",
    ConnectionState.parse_guild_delete: "_get_guild _log _messages _remove_guild debug deque dispatch get int"
    " max_messages unavailable",
    ConnectionState._get_create_guild: "_add_guild_from_data _from_data _get_guild get int unavailable",
}
"""What discord.py's own functions use, in the place of which or around which ours stand."""


@pytest.mark.parametrize("function", REPLACED, ids=lambda each: each.__name__)
def test_what_is_replaced_in_discord_py_is_as_before(function: Callable[..., Any]) -> None:
    assert {*function.__code__.co_names} == {*REPLACED[function].split()}


def test_the_bot_has_servers_at_rest() -> None:
    assert Client._get_state is not discord.AutoShardedClient._get_state
    assert {name for name in vars(RestingState) if callable(getattr(RestingState, name))} <= {
        *dir(AutoShardedConnectionState)
    }, "each function stands in the place of one of discord.py"
