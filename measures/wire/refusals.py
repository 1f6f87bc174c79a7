"""Lost answers and refusals over the wire: `python -m measures.wire.refusals --harness DIR --work DIR`.

The harness is a folder with `play_real_bot.py` (see `measures.wire`): the bot runs as a process of its own,
with the library as it is, and Discord is simulated over real connections. Each kind of post has each kind
of lost answer, a thread each of Discord's codes, and the bot's health is read while Discord is away. Nothing
may stand twice, nothing that stands may be called failed, and each refusal has a sentence. Prints a line for
each attempt; the exit code is 1 if one is not as it should be.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import json
import re
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

LOSSES: Final = {
    "502 though done": ("error_after", 502),
    "502 and not done": ("error", 502),
    "reset though done": ("reset_after", 0),
    "reset and not done": ("reset", 0),
}
CODES: Final = (10003, 50001, 50013, 50024, 160006, 160007, 200000)
FAILED: Final = re.compile(r"went wrong|An error occurred|try again", re.IGNORECASE)
Where = Callable[[str, str, str, Any], bool]


def is_thread(method: str, template: str, _path: str, _body: Any) -> bool:
    """Whether a call opens a thread."""
    return method == "POST" and template.endswith("/threads")


def is_post(method: str, template: str, _path: str, _body: Any) -> bool:
    """Whether a call posts a message by itself."""
    return method == "POST" and template.endswith("/messages")


def is_answer(method: str, template: str, _path: str, _body: Any) -> bool:
    """Whether a call fills in the answer of an interaction."""
    return method == "PATCH" and template.startswith("/webhooks/")


def is_form(method: str, template: str, _path: str, body: Any) -> bool:
    """Whether a call opens a form."""
    return method == "POST" and template.endswith("/callback") and (body or {}).get("type") == 9


KINDS: Final[dict[str, tuple[str, dict[str, Any], Where]]] = {
    "a thread": ("match new", {"game": "papyrus", "thread": True}, is_thread),
    "a lobby": ("match new", {"game": "papyrus"}, is_post),
    "a public roll": ("roll", {"expression": "2d6"}, is_answer),
    "a private roll": ("roll", {"expression": "2d6", "visibility": "private"}, is_answer),
    "a saved roll": ("roll", {"expression": "sneak"}, is_post),
    "a sealed roll": ("roll", {"expression": "2d6", "visibility": "reveal later"}, is_post),
    "a form": ("deck import", {"name": "mine"}, is_form),
}


class Evening:
    """One person at a simulated Discord, in a new channel for each attempt."""

    def __init__(self, harness: Any, house: Any) -> None:
        self.harness, self.house, self.world = harness, house, house.world
        self.ann = self.world.person("Ann")
        self.problems: list[str] = []

    async def asked(self, channel: str, command: str, options: dict[str, Any]) -> str:
        """Type a command, and return the words of the answer; "a form" where one opens."""
        interaction = self.world.typed(self.ann, channel, command, options)
        first = await asyncio.wait_for(asyncio.shield(interaction.callback), 60)
        if first["type"] == 9:
            return "a form"
        done = await asyncio.wait_for(asyncio.shield(interaction.final), 60)
        await self.world.quiet([channel], 1.0)
        return str(self.harness.words_of(self.world.messages.get(done["id"], done)))

    async def tried(self, kind: str, loss: str) -> str:
        """Try a kind of post with a lost answer; return what is wrong."""
        command, options, where = KINDS[kind]
        how, status = LOSSES[loss]
        channel = self.world.channel("table")
        await asyncio.sleep(0.2)
        fault = self.harness.Fault(where, how, 1, 1.0, status)
        self.world.faults[:] = [fault]
        began = time.monotonic()
        try:
            told = await self.asked(channel, command, options)
        except TimeoutError:
            return "no answer"
        finally:
            self.world.faults[:] = []
        public = 1 if kind in ("a lobby", "a public roll", "a saved roll", "a sealed roll") else 0
        for _ in range(80):  # the outbox tries a post again at its next look
            if len(self.world.posts(channel)) >= public:
                break
            await asyncio.sleep(0.5)
        await asyncio.sleep(1.5)
        posts = [self.harness.words_of(each) for each in self.world.posts(channel)]
        threads = [each for each in self.world.channels.values() if each.get("parent_id") == channel]
        wrong = []
        if not fault.hits:
            wrong.append("the fault was not hit")
        if FAILED.search(told):
            wrong.append(f"called failed: {told[:100]}")
        if kind == "a thread" and len(threads) != 1:
            wrong.append(f"{len(threads)} threads")
        if kind != "a thread" and len(posts) != public:
            wrong.append(f"{len(posts)} posts: {posts}")
        print(f"{kind}, {loss}: {'; '.join(wrong) or 'ok'} ({time.monotonic() - began:.1f} s)", flush=True)
        return "; ".join(wrong)

    async def refused(self, code: int) -> str:
        """Ask for a thread that Discord refuses with a code; return what is wrong."""
        channel = self.world.channel("table")
        await asyncio.sleep(0.2)
        self.world.faults[:] = [self.harness.Fault(is_thread, "error", 9, 1.0, 403, code, "refused")]
        told = await self.asked(channel, "match new", {"game": "papyrus", "thread": True})
        self.world.faults[:] = []
        print(f"thread, {code}: {told[:150]!r}", flush=True)
        return "not explained" if FAILED.search(told) else ""


def health(port: int) -> tuple[int, str]:
    """Return the status and the words of the bot's health."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=6) as answer:
            return answer.status, answer.read().decode().strip()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read().decode().strip()


def sample(port: int, name: str) -> float:
    """Return a metric of the bot."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=6) as answer:
        lines = answer.read().decode().splitlines()
    return float(next(line.split()[-1] for line in lines if line.startswith(f"{name} ")))


async def away(house: Any, port: int, seconds: float) -> str:
    """Take Discord away for a while, and look at the health meanwhile and after; return what is wrong."""
    asked = asyncio.to_thread
    wrong = []
    before = await asked(health, port)
    if before != (200, "ok"):
        wrong.append(f"before: {before}")
    await house.world.stop()
    seen, began = [], time.monotonic()
    while time.monotonic() - began < seconds:
        await asyncio.sleep(1)
        seen.append(await asked(health, port))
    late = next((number for number, each in enumerate(seen) if each[0] == 503), None)
    if late is None or late > 3 or any(each[0] == 200 for each in seen[late:]):
        wrong.append(f"meanwhile: {seen}")
    connected, shards = [await asked(sample, port, f"tablepost_shards{end}") for end in ("_connected", "")]
    if not connected < shards:
        wrong.append(f"the alert does not fire: {connected} of {shards}")
    await house.world.start(house.port)
    began = time.monotonic()
    for _ in range(90):
        if (await asked(health, port))[0] == 200:
            break
        await asyncio.sleep(1)
    else:
        wrong.append("it did not come back")
    back = time.monotonic() - began
    told = f"503 after {late} s, {shards - connected:.0f} shard missing, 200 again {back:.0f} s after Discord"
    print(f"Discord away for {seconds:.0f} s: {'; '.join(wrong) or told}", flush=True)
    return "; ".join(wrong)


async def measure(harness: Any, args: argparse.Namespace) -> int:
    """Try everything; return how many were wrong."""
    house = harness.House("refusals")
    port = args.port + 80
    house.bot.env["METRICS_PORT"] = str(port)
    async with house:
        evening = Evening(harness, house)
        await evening.asked(house.world.channel("dice"), "dice save", {"name": "sneak", "expression": "1d20"})
        wrong = [await evening.tried(kind, loss) for kind in KINDS for loss in LOSSES]
        wrong += [await evening.refused(code) for code in CODES]
        wrong.append(await away(house, port, args.seconds))
        print(json.dumps(dict(house.bot.faults()[0]), indent=1))
    return len([each for each in wrong if each])


def main(words: list[str]) -> int:
    """Try everything over the wire."""
    parser = argparse.ArgumentParser(prog="python -m measures.wire.refusals", description=__doc__)
    parser.add_argument("--harness", required=True, type=Path)
    parser.add_argument("--work", required=True, type=Path, help="a folder for the database and the log")
    parser.add_argument("--port", type=int, default=8450)
    parser.add_argument("--seconds", type=float, default=70.0, help="for how long Discord is away")
    args = parser.parse_args(words)
    sys.path.insert(0, str(args.harness))
    sys.argv = sys.argv[:1]  # the harness reads it
    harness: Any = importlib.import_module("play_real_bot")
    harness.ARGS = SimpleNamespace(work=str(args.work), port=args.port, tag="", only="")
    wrong = asyncio.run(measure(harness, args))
    print(f"{wrong} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
