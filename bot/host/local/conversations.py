"""Each person's view of each place: one SimCord preview for each, created on first use."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import aiohttp
import structlog
from simcord import ChannelHandle, MemberActor, Preview, SetupError, UserHandle

from bot.base.language import ENGLISH, Language, speaking
from bot.engine.errors import Refusal
from bot.host.local.typed_lines import read_line
from bot.host.local.world import Person, World

log = structlog.get_logger(__name__)

DM = "dm"
"""The place of a person's direct messages with the bot."""

PASSED_ON = ("Content-Type", "X-Simcord-Context")
"""Request headers that the preview needs, in addition to its own capability."""

PASSED_BACK = ("Content-Disposition", "X-Display-Width", "X-Display-Height", "X-Simcord-Media-Metadata")
"""Response headers that the page needs for pictures and files."""

SAID = "X-Table-Said"
"""The response header with the sentence for a line that is no command, percent-encoded."""

NO_COMMAND = {
    "kind": "run_command",
    "command_id": "0",
    "path": ["0"],
    "schema_fingerprint": f"sf_{0:032}",
    "options": {},
}
"""An action that SimCord refuses without a trace, so that the typed line stays in its field."""

PAGES = 8
"""The most windows in which one person can view one place; SimCord allows twice as many."""


@dataclass
class Answer:
    """The answer of a preview."""

    status: int
    body: bytes
    content_type: str
    headers: dict[str, str]


class Conversations:
    """Opens previews and forwards the page's requests to them, one action at a time."""

    def __init__(self, world: World, language: Language = ENGLISH) -> None:
        self._world, self._language = world, language
        self._previews: dict[tuple[str, int], Preview] = {}
        self._shown: dict[str, int] = {}
        self._pages: dict[str, Preview] = {}
        self._opening = asyncio.Lock()
        self._http: aiohttp.ClientSession | None = None
        self.timezone = "UTC"
        """The browser's time zone, for the times shown with the posts."""

    async def close(self) -> None:
        """End all previews."""
        for preview in self._previews.values():
            await preview.close()
        if self._http is not None:
            await self._http.close()

    async def forward(
        self, place: str, person: Person, method: str, path: str, headers: dict[str, str], body: bytes
    ) -> Answer:
        """Forward one request of the page to the preview of this person's place. Raises `LookupError`."""
        answer = await self._pass_on(place, person, method, path, headers, body)
        if place == DM and answer.content_type == "application/json":
            for channel in self._world.channels:  # SimCord leaves their ids in DMs
                named = f"#{channel.name}".encode()
                answer.body = answer.body.replace(f"<#{channel.id}>".encode(), named)
        return answer

    async def _pass_on(
        self, place: str, person: Person, method: str, path: str, headers: dict[str, str], body: bytes
    ) -> Answer:
        preview = await self._preview(place, person)
        if path == "/api/pages":
            return await self._open_page(preview)
        context = headers.get("X-Simcord-Context", "")
        self._pages[context] = self._pages.pop(context, preview)  # the last used is the last
        if path == "/api/state":
            await self._show_news(preview, context)
        if path != "/api/action":
            return await self._send(preview, method, path, headers, body)
        said = ""
        try:
            body = self._as_command(place, person, headers, body)
        except Refusal as refusal:
            said, body = refusal.sentence, json.dumps({**json.loads(body), **NO_COMMAND}).encode()
        answer = await self._act(preview, headers, body)
        if said:
            answer.headers[SAID] = quote(said)
        self._shown[context] = self._world.changes  # SimCord shows the result to the actor at once
        return answer

    def _as_command(self, place: str, person: Person, headers: dict[str, str], body: bytes) -> bytes:
        """Return a post that begins with a slash as the command that it is. Raises `Refusal`."""
        if not headers.get("Content-Type", "").startswith("application/json"):
            return body
        action: Any = json.loads(body)
        content = action.get("content") if isinstance(action, dict) else None
        if not isinstance(content, str) or action.get("kind") != "send_message" or content[:1] != "/":
            return body
        channel, _ = self._place(place, person)
        commands = self._world.env.backend.visible_commands(user_id=person.id, channel_id=channel.id)
        people = {each.name: each.id for each in self._world.people}
        with speaking(self._language):
            line = read_line(content, commands, people)
        kept = {name: value for name, value in action.items() if name not in ("content", "reply_to_id")}
        return json.dumps({**kept, **line.action}).encode()

    async def _act(self, preview: Preview, headers: dict[str, str], body: bytes) -> Answer:
        async with self._world.turn() as env:
            env._preview = preview
            answer = await self._send(preview, "POST", "/api/action", headers, body)
            again = _with_present_revision(answer, headers, body)
            if again is not None:
                answer = await self._send(preview, "POST", "/api/action", headers, again)
        # Log what SimCord refused, because the page does not show it.
        receipt: Any = json.loads(answer.body) if answer.content_type == "application/json" else {}
        if receipt.get("rejected") or receipt.get("settlement") not in (None, "settled"):
            codes = [item.get("code") for item in receipt.get("diagnostics", ())]
            log.info("the local table could not do that", settlement=receipt.get("settlement"), codes=codes)
        return answer

    async def _preview(self, place: str, person: Person) -> Preview:
        async with self._opening:
            key = (place, person.id)
            if key not in self._previews:
                self._previews[key] = await self._open(place, person)
            return self._previews[key]

    async def _show_news(self, preview: Preview, context: str) -> None:
        """Let the preview show everything that the bot has sent since this page of it was last updated."""
        if self._shown.get(context) == self._world.changes:
            return
        async with self._world.turn():
            changes = self._world.changes
            await preview.refresh()
        for page, owner in self._pages.items():
            if owner is preview:
                self._shown[page] = changes

    async def _open(self, place: str, person: Person) -> Preview:
        channel, viewer = self._place(place, person)
        async with self._world.turn() as env:
            # SimCord keeps note of one preview at a time; each of ours has a server and a viewer of its own.
            env._preview = None
            try:
                preview = self._make(channel, viewer, self.timezone)
            except SetupError:
                preview = self._make(channel, viewer, "UTC")
            await preview.__aenter__()
            # Every page begins here. Without a target it shows the latest posts and follows.
            assert preview._python is not None
            preview._python.target_id = preview._python.window_end_id = None
            return preview

    def _make(self, channel: ChannelHandle, viewer: MemberActor | UserHandle, timezone: str) -> Preview:
        return self._world.env.preview(channel, viewers=[viewer], layout="channel", timezone=timezone)

    def _place(self, place: str, person: Person) -> tuple[ChannelHandle, MemberActor | UserHandle]:
        if place == DM:
            return person.user.dm_channel, person.user
        channel = self._world.channel(int(place)) if place.isdecimal() else None
        if channel is None:
            raise LookupError("That channel is gone.")
        return channel, person.member

    async def _open_page(self, preview: Preview) -> Answer:
        """Open a page of a preview, and close the least recently used page if there are too many."""
        mine = [context for context, owner in self._pages.items() if owner is preview]
        for context in mine[: max(0, len(mine) - PAGES + 1)]:
            del self._pages[context]
            self._shown.pop(context, None)
            await self._send(preview, "DELETE", f"/api/pages/{context}", {"X-Simcord-Context": context}, b"")
        answer = await self._send(preview, "POST", "/api/pages", {}, b"{}")
        if answer.status == 200:
            self._pages[json.loads(answer.body)["context"]["id"]] = preview
        return answer

    async def _send(
        self, preview: Preview, method: str, path: str, headers: dict[str, str], body: bytes
    ) -> Answer:
        if self._http is None:
            self._http = aiohttp.ClientSession()
        address, _, capability = preview.url.partition("/#")
        sent = {name: headers[name] for name in PASSED_ON if name in headers}
        sent["X-Simcord-Capability"] = capability
        async with self._http.request(method, address + path, headers=sent, data=body or None) as response:
            kept = {name: response.headers[name] for name in PASSED_BACK if name in response.headers}
            return Answer(response.status, await response.read(), response.content_type, kept)


def _with_present_revision(answer: Answer, headers: dict[str, str], body: bytes) -> bytes | None:
    """Return the refused request with the page's present revision, if only the revision was wrong.

    A post that arrives by itself increases the revision between rendering and click. The bot decides whether
    the click is still valid: its buttons contain the match's version.
    """
    if answer.status != 200 or not headers.get("Content-Type", "").startswith("application/json"):
        return None
    receipt: Any = json.loads(answer.body)
    codes = {item.get("code") for item in receipt.get("diagnostics", ())}
    if not receipt.get("rejected") or codes != {"stale-revision"}:
        return None
    return json.dumps({**json.loads(body), "published_revision": receipt["revision"]}).encode()
