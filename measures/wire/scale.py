"""Whether the bot stays quick on many servers: `python -m measures.wire.scale --work DIR`.

The unmodified bot runs as a process of its own, on a database made by `many_matches` and against a stand-in
for Discord on loopback with that many servers. Printed are the processor time from READY to the first answer,
the longest callback of the event loop, what commands cost, and memory. The exit code is 1 where a callback
takes more than 50 ms, the first answer more than 15 s, or a command is not answered. The database stays in
DIR and is used again.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import re
import signal
import sys
import time
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from aiohttp import WSMsgType, web

from measures.wire.many_matches import CHANNELS, FIRST_SERVER, FIRST_USER, HEAVY, Size, channel_of, make

LONGEST_MS, FIRST_ANSWER_SECONDS = 50.0, 15.0
BOT = 900_000_000_000_000_001
ROLES = 4
OPTION_TYPES: Mapping[type, int] = {str: 3, int: 4, bool: 5}
"""Discord's numbers for the types of a command's options."""
EVERYTHING = str((1 << 50) - 1)
COMMANDS: Sequence[tuple[str, int, Mapping[str, Any]]] = (
    ("roll", FIRST_USER + 5, {"expression": "2d6"}),
    ("me matches", HEAVY, {}),
    ("me matches", FIRST_USER + 5, {}),
    ("me next", HEAVY, {}),
    ("find", FIRST_USER + 29_000, {"game": "papyrus", "players": 3}),
    ("find", FIRST_USER + 5, {}),
    ("table matches", FIRST_USER + 5, {}),
    ("leaderboard", FIRST_USER + 5, {}),
    ("leaderboard", FIRST_USER + 5, {"where": "everywhere", "game": "papyrus"}),
    ("profile", HEAVY, {}),
    ("privacy show", FIRST_USER + 5, {}),
    ("match board", FIRST_USER + 5, {}),
    ("help", FIRST_USER + 5, {}),
)
"""Commands, who types them, and their options."""


class StandIn:
    """Discord as far as the bot needs it here: one gateway connection, and answers to every call."""

    def __init__(self, size: Size, port: int) -> None:
        self.size, self.port = size, port
        self.ids = itertools.count(BOT + 1000)
        self.ready = asyncio.Event()
        """Set when READY was asked for."""
        self.sent = asyncio.Event()
        """Set when all servers were sent."""
        self.said: dict[str, str] = {}
        """The texts of their answers."""
        self.answered: dict[str, asyncio.Event] = {}
        """The interactions by token, set when they have an answer with something in it."""
        self.calls: dict[str, int] = {}
        self.files: dict[str, int] = {}
        """How many files calls of each kind have brought."""
        self._socket: web.WebSocketResponse | None = None
        self._sequence = 0
        self._beginning: asyncio.Task[None] | None = None

    async def start(self) -> web.AppRunner:
        """Listen on the port."""
        app = web.Application(client_max_size=1 << 28)
        app.router.add_get("/gateway", self._gateway)
        app.router.add_route("*", "/api/v10/{path:.*}", self._call)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", self.port).start()
        return runner

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=0, compress=False)
        await socket.prepare(request)
        self._socket, self._press = socket, zlib.compressobj(1)
        await self._send({"op": 10, "d": {"heartbeat_interval": 41_250}})
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                continue
            said = json.loads(message.data)
            if said["op"] == 1:
                await asyncio.sleep(0.05)  # discord.py notes a heartbeat only after it was sent
                await self._send({"op": 11})
            elif said["op"] == 2:
                self.ready.set()
                self._beginning = asyncio.create_task(self._begin())
        return socket

    async def _send(self, payload: Mapping[str, Any]) -> None:
        assert self._socket is not None, "the bot is connected"
        pressed = self._press.compress(json.dumps(payload).encode()) + self._press.flush(zlib.Z_SYNC_FLUSH)
        await self._socket.send_bytes(pressed)

    async def dispatch(self, event: str, data: Mapping[str, Any]) -> None:
        """Send an event to the bot."""
        self._sequence += 1
        await self._send({"op": 0, "t": event, "s": self._sequence, "d": data})

    async def _begin(self) -> None:
        guilds = [
            {"id": str(FIRST_SERVER + number), "unavailable": True} for number in range(self.size.servers)
        ]
        there = f"ws://127.0.0.1:{self.port}/gateway"
        await self.dispatch(
            "READY",
            {
                "v": 10,
                "user": user_of(BOT, bot=True),
                "guilds": guilds,
                "session_id": "s",
                "resume_gateway_url": there,
                "application": {"id": str(BOT), "flags": 0},
                "shard": [0, 1],
            },
        )
        for number in range(self.size.servers):
            await self.dispatch("GUILD_CREATE", server_of(number))
        self.sent.set()

    async def _call(self, request: web.Request) -> web.Response:
        path, parts = request.match_info["path"], request.match_info["path"].split("/")
        kind = "/".join(["*" if part.isdecimal() or len(part) > 30 else part for part in parts])
        known = f"{request.method} {kind}"
        self.calls[known] = self.calls.get(known, 0) + 1
        body: Any = {}
        if request.content_type == "application/json":
            body = await request.json()
        elif request.content_type.startswith("multipart/"):
            async for part in await request.multipart():
                if getattr(part, "name", "") == "payload_json":
                    body = await part.json()
                else:
                    await part.read()
                    self.files[known] = self.files.get(known, 0) + 1
        await asyncio.sleep(0.02)
        answer = json.dumps(self._answer(request.method, path, parts, body)).encode()
        # discord.py takes a body for JSON only where nothing follows in the header.
        return web.Response(body=answer, headers={"Content-Type": "application/json"})

    def _answer(self, method: str, path: str, parts: Sequence[str], body: Any) -> Any:
        if path == "gateway/bot":
            limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
            there = f"ws://127.0.0.1:{self.port}/gateway"
            return {"url": there, "shards": 1, "session_start_limit": limit}
        if path == "users/@me":
            return user_of(BOT, bot=True)
        if path in ("applications/@me", "oauth2/applications/@me"):
            owner = user_of(BOT + 1)
            return {
                "id": str(BOT),
                "name": "Tablepost",
                "description": "",
                "icon": None,
                "owner": owner,
                "flags": 0,
                "bot_public": True,
                "bot_require_code_grant": False,
                "verify_key": "0",
                "rpc_origins": None,
                "hook": True,
                "summary": "",
                "team": None,
            }
        if path.endswith("/commands") and method == "PUT":
            fixed = {"application_id": str(BOT), "version": "1", "default_member_permissions": None}
            return [
                {"type": 1, "description": "", **each, **fixed, "id": str(next(self.ids))} for each in body
            ]
        if path.endswith("/emojis"):
            return {"items": []}
        if parts[0] == "interactions":
            if body.get("type") in (4, 7, 9):
                self._note(parts[2], body)
            return {"interaction": {"id": parts[1], "type": 2, "response_message_id": str(next(self.ids))}}
        if parts[0] == "webhooks":
            self._note(parts[2], body)
        if path == "users/@me/channels":
            return {"id": str(next(self.ids)), "type": 1, "recipients": [user_of(int(body["recipient_id"]))]}
        if "members" in parts:
            return member_of(int(parts[-1]))
        return message_in(parts[1] if parts[0] == "channels" else "1", next(self.ids))

    def _note(self, token: str, body: Any) -> None:
        if token in self.answered:
            texts = re.findall(r'"content": "((?:[^"\\\\]|\\\\.)+)"', json.dumps(body))
            self.said[token] = " ".join(texts)
            self.answered[token].set()

    async def typed(
        self, user: int, command: str, options: Mapping[str, Any], seconds: float, place: int = 1
    ) -> str | None:
        """Let a person type a command in a channel of the first server, by its number.

        Return the answer, None where there is none.
        """
        number, token = next(self.ids), f"token-{next(self.ids)}-of-an-interaction-of-this-run"
        given = [
            {"name": name, "type": OPTION_TYPES[type(value)], "value": value}
            for name, value in options.items()
        ]
        root, *inner = command.split()
        for name in reversed(inner):
            given = [{"name": name, "type": 1, "options": given}]
        channel = channel_of(0, place)
        self.answered[token] = asyncio.Event()
        await self.dispatch(
            "INTERACTION_CREATE",
            {
                "id": str(number),
                "application_id": str(BOT),
                "type": 2,
                "token": token,
                "version": 1,
                "data": {"id": "1", "name": root, "type": 1, "options": given},
                "guild_id": str(FIRST_SERVER),
                "channel_id": str(channel),
                "channel": channel_as_sent(0, place),
                "member": {**member_of(user), "permissions": EVERYTHING},
                "guild": {"id": str(FIRST_SERVER), "locale": "en-US", "features": []},
                "locale": "en-US",
                "guild_locale": "en-US",
                "app_permissions": EVERYTHING,
                "entitlements": [],
                "authorizing_integration_owners": {"0": str(FIRST_SERVER)},
                "context": 0,
                "attachment_size_limit": 10_485_760,
            },
        )
        try:
            await asyncio.wait_for(self.answered[token].wait(), seconds)
        except TimeoutError:
            return None
        return self.said[token]


def user_of(user: int, *, bot: bool = False) -> dict[str, Any]:
    """Return a user as Discord sends it."""
    return {"id": str(user), "username": f"p{user % 10**6}", "discriminator": "0", "avatar": None, "bot": bot}


def member_of(user: int) -> dict[str, Any]:
    """Return a member as Discord sends it."""
    return {
        "user": user_of(user),
        "roles": [],
        "joined_at": "2026-01-01T00:00:00+00:00",
        "deaf": False,
        "mute": False,
        "flags": 0,
    }


def channel_as_sent(server: int, number: int) -> dict[str, Any]:
    """Return a text channel of a server as Discord sends it, both by their numbers."""
    return {
        "id": str(channel_of(server, number)),
        "type": 0,
        "name": f"channel-{number}",
        "position": number,
        "guild_id": str(FIRST_SERVER + server),
        "permission_overwrites": [],
        "parent_id": None,
        "nsfw": False,
        "topic": None,
        "rate_limit_per_user": 0,
        "last_message_id": None,
    }


def server_of(number: int) -> dict[str, Any]:
    """Return a server as Discord sends it when the bot connects."""
    server = FIRST_SERVER + number
    roles = [
        {
            "id": str(server if at == 0 else server * 10 + at),
            "name": f"role {at}",
            "position": at,
            "permissions": EVERYTHING,
            "color": 0,
            "hoist": False,
            "managed": False,
            "mentionable": False,
        }
        for at in range(ROLES)
    ]
    return {
        "id": str(server),
        "name": f"Server {number}",
        "owner_id": str(FIRST_USER),
        "roles": roles,
        "emojis": [],
        "features": [],
        "channels": [channel_as_sent(number, at) for at in range(CHANNELS)],
        "threads": [],
        "members": [{**member_of(BOT), "user": user_of(BOT, bot=True)}],
        "member_count": 60,
        "presences": [],
        "voice_states": [],
        "stickers": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "icon": None,
        "preferred_locale": "en-US",
        "afk_timeout": 60,
        "verification_level": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "premium_tier": 0,
        "large": False,
        "system_channel_flags": 0,
        "premium_progress_bar_enabled": False,
        "unavailable": False,
        "joined_at": "2026-01-01T00:00:00+00:00",
        "afk_channel_id": None,
        "system_channel_id": None,
    }


def message_in(channel: str, number: int) -> dict[str, Any]:
    """Return a message of the bot as Discord sends it."""
    return {
        "id": str(number),
        "channel_id": channel,
        "author": user_of(BOT, bot=True),
        "content": "",
        "type": 0,
        "timestamp": "2026-01-01T00:00:00+00:00",
        "edited_timestamp": None,
        "tts": False,
        "pinned": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": [],
        "flags": 0,
    }


def processor(pid: int) -> float:
    """Return the seconds of processor time that a process has used, without its children."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> int:
    """Return the megabytes of memory of a process, without its children."""
    return next(
        int(line.split()[1]) // 1024
        for line in Path(f"/proc/{pid}/status").read_text().splitlines()
        if line.startswith("VmRSS")
    )


async def traced(bot: asyncio.subprocess.Process, file: Path, *, again: bool = False) -> Any:
    """Return the times of the event loop since the last call, and begin anew if asked."""
    await asyncio.to_thread(file.unlink, missing_ok=True)
    bot.send_signal(signal.SIGUSR2)
    for _ in range(600):
        await asyncio.sleep(0.05)
        if await asyncio.to_thread(file.exists):
            break
    if again:
        bot.send_signal(signal.SIGUSR1)
    return json.loads(await asyncio.to_thread(file.read_text))


async def measure(args: argparse.Namespace, size: Size) -> dict[str, Any]:
    """Start the bot on the database, type commands, let two minutes pass, and stop it."""
    work: Path = args.work
    database, trace = work / "many.sqlite3", work / "trace.json"
    if not database.exists():
        await make(database, size)
    stand_in = StandIn(size, args.port)
    runner = await stand_in.start()
    env = {
        **os.environ,
        "DISCORD_TOKEN": "bWVhc3VyZXM.measures.measures",
        "DATABASE_URL": f"sqlite+aiosqlite:///{database.resolve()}",
        "LOG_LEVEL": "WARNING",
        "PYTHONPATH": os.pathsep.join([str(Path.cwd()), os.environ.get("PYTHONPATH", "")]),
    }
    command = [sys.executable, "-m", "measures.wire.traced", str(args.port), str(trace.resolve()), "run"]
    log = (work / "bot.log").open("w")
    bot = await asyncio.create_subprocess_exec(*command, env=env, cwd=work, stdout=log, stderr=log)
    found: dict[str, Any] = {"size": size._asdict()}
    try:
        connected = asyncio.ensure_future(stand_in.ready.wait())
        ended = asyncio.ensure_future(bot.wait())
        await asyncio.wait({connected, ended}, timeout=240, return_when=asyncio.FIRST_COMPLETED)
        assert connected.done(), f"the bot did not connect: see {work / 'bot.log'}"
        before, began = processor(bot.pid), time.monotonic()
        bot.send_signal(signal.SIGUSR1)
        found["before READY, processor s"] = round(before, 1)
        while await stand_in.typed(FIRST_USER + 5, "roll", {"expression": "2d6"}, 2.0) is None:
            assert time.monotonic() - began < 240, "no answer"
        found["READY to the first answer"] = {
            "processor, s": round(processor(bot.pid) - before, 1),
            "seconds": round(time.monotonic() - began, 1),
            "memory, MB": memory(bot.pid),
        }
        await stand_in.sent.wait()
        found["loop from READY on"] = await traced(bot, trace, again=True)
        commands: dict[str, Any] = {}
        for name, user, options in COMMANDS:
            cost, start = processor(bot.pid), time.monotonic()
            said = await stand_in.typed(user, name, options, 60.0)
            told = f"{name} {dict(options)} of {'one with 250 matches' if user == HEAVY else 'another'}"
            commands[told] = {
                "answer": None if said is None else said[:60],
                "ms": round((time.monotonic() - start) * 1000),
                "processor, ms": round((processor(bot.pid) - cost) * 1000),
            }
            await asyncio.sleep(1.0)
        found["commands"] = commands
        found["loop during the commands"] = await traced(bot, trace, again=True)
        cost = processor(bot.pid)
        await asyncio.sleep(args.seconds)
        found["afterwards"] = {
            "seconds": args.seconds,
            "processor, s": round(processor(bot.pid) - cost, 2),
            "memory, MB": memory(bot.pid),
        }
        found["loop afterwards"] = await traced(bot, trace)
    finally:
        if bot.returncode is None:
            bot.send_signal(signal.SIGINT)
            await asyncio.wait_for(bot.wait(), 60)
        await runner.cleanup()
        log.close()
    found["calls"] = dict(sorted(stand_in.calls.items(), key=lambda each: -each[1])[:15])
    found["database, MB"] = database.stat().st_size >> 20
    return found


def faults(found: Mapping[str, Any]) -> list[str]:
    """Return what is outside of the bounds, in sentences.

    discord.py takes in as many servers as have arrived in one go, before the bot can answer anything.
    """
    wrong = [
        f"{name}: {took} ms: {what}"
        for name, each in found.items()
        if name.startswith("loop")
        for took, _, what in each["long ones: ms, of these garbage collection, what"]
        if took > LONGEST_MS and not what.startswith("Shard.worker")
    ]
    if found["READY to the first answer"]["processor, s"] > FIRST_ANSWER_SECONDS:
        wrong.append("the first answer takes too long")
    return wrong + [
        f"{name} is not answered" for name, each in found["commands"].items() if each["answer"] is None
    ]


def main(words: Sequence[str]) -> int:
    """Measure and print; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m measures.wire.scale", description=__doc__)
    parser.add_argument("--work", required=True, type=Path, help="a folder for the database and the log")
    parser.add_argument("--port", type=int, default=8470)
    parser.add_argument("--seconds", type=float, default=125.0, help="how long to watch periodic work")
    for name, default in Size()._asdict().items():
        parser.add_argument(f"--{name}", type=int, default=default)
    args = parser.parse_args(words)
    args.work.mkdir(parents=True, exist_ok=True)
    found = asyncio.run(measure(args, Size(*[getattr(args, name) for name in Size._fields])))
    print(json.dumps(found, indent=1))
    for fault in (wrong := faults(found)):
        print(fault, file=sys.stderr)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
