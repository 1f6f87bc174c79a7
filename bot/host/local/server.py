"""The page of the local table: a small web server for this machine alone.

The page has a bar with the seats and the places. Below it a frame shows the conversation that SimCord
presents. The key in the address opens every seat. So it is new at every start and is sent only in a header,
and the server listens on the loopback address and answers only to its own name.
"""

from __future__ import annotations

import asyncio
import errno
import hmac
import json
import re
import secrets
import tomllib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from aiohttp import web

from bot.base.language import ENGLISH, N_, Language
from bot.base.languages.sources import IN_PAGE, messages
from bot.games.catalogue import DATA
from bot.host.listening import listen, stop_listening
from bot.host.local.conversations import Conversations
from bot.host.local.world import Person, World

PAGE = Path(__file__).with_name("page")

PORTS_TRIED = 20
"""The number of ports tried, from the wanted one upwards."""

SECURITY = {
    "Content-Security-Policy": (
        "default-src 'self'; connect-src 'self' blob:; img-src 'self' blob: data:; media-src 'self' blob:; "
        "object-src 'none'; base-uri 'none'; frame-ancestors 'self'"
    ),
    "X-Frame-Options": "SAMEORIGIN",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}

OURS = '<link rel="stylesheet" href="/table/frame.css"><script src="/table/frame.js"></script></head>'
"""Inserted into SimCord's page: it hides the workbench and keeps the newest post visible."""

CHOSEN = 'dispatch("select", { control_key: key, values });'
FORGOTTEN = f"{{ currentDrafts(key).delete(key); state.selectDrafts.delete(key); {CHOSEN} }}"
"""Inserted into SimCord's select menus. They remember a choice and ignore it when it is made again, but
Discord forgets it with the next edit of the message: without this, no unit could be moved twice in a row.
"""

WAITS = "if (state.pendingAction || state.blocked) {"
BUSY = (
    "if (!pageAction(kind) && awaitingRevision !== null"
    " && awaitingRevision > context.publishedRevision) return;"
)
PENDING = "if (pageAction(kind)) pageIntent(kind, extra); return; }"
DRAIN = "  function drain() {\n"
KEPT = 'if (kind === "select" && !uncertain) kept = [kind, extra, metadata];'
PATCHES: Mapping[str, Sequence[tuple[str, str]]] = {
    "selects.js": (('trigger.setAttribute("aria-valuetext", ', "void ("),),
    "select-drafts.js": (
        (CHOSEN, FORGOTTEN),
        (WAITS, WAITS.replace("(", "(dropdown.modal && (", 1).replace(") {", ")) {")),
    ),
    "actions.js": (
        (PENDING, f"{KEPT} {PENDING}"),
        (BUSY, BUSY.replace(" return;", f" {{ {KEPT} return; }}")),
        (
            DRAIN,
            "  /** @type {any} */\n  let kept = null;\n" + DRAIN + "    if (kept && !admissionBlocked()) {"
            " const choice = kept; kept = null; dispatch(...choice); return; }\n",
        ),
    ),
}
"""What is replaced in SimCord's scripts. `select-drafts.js` does not take, and `actions.js` drops, what is
chosen while an earlier action is under way, for instance while a picture is drawn. A choice is kept and made
afterwards; a press is not, because the button in its place may be another one then. `selects.js` gives each
select an attribute that a combobox cannot have, beside the same words in it.
"""

WORDS: Mapping[str, Sequence[str]] = {
    script: told["words"]
    for script, told in tomllib.loads((DATA / "simcord.toml").read_text("utf-8")).items()
}
"""SimCord's own words that one meets in playing, by script."""
NEWER = N_("New messages · jump to latest")
"""The words of SimCord's page itself."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Survey = Callable[[], Awaitable[Mapping[str, Any]]]
NewMatch = Callable[[str, Person, str, str], Awaitable[str]]
PictureOf = Callable[[str], Awaitable[bytes]]


class TableServer:
    """Serves the page, its state, and the conversations in it."""

    def __init__(
        self,
        world: World,
        conversations: Conversations,
        survey: Survey,
        new_match: NewMatch,
        picture_of: PictureOf,
        language: Language = ENGLISH,
    ) -> None:
        self._world = world
        self._conversations = conversations
        self._survey = survey
        self._new_match, self._picture_of = new_match, picture_of
        self._key = secrets.token_urlsafe(24)
        self._spoken_page, self._language = page_in(language), language
        self._serving: tuple[web.AppRunner, asyncio.Server] | None = None
        self.port = 0

    @property
    def address(self) -> str:
        """The address to open, with the key."""
        return f"http://127.0.0.1:{self.port}/#{self._key}"

    async def start(self, port: int) -> None:
        """Listen on the port, or on the next free one. Raises `OSError` if none is free."""
        runner = web.AppRunner(self._application(), access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        for candidate in range(port, min(port + PORTS_TRIED, 65536)) if port else (0,):
            try:
                server = await listen(runner, "127.0.0.1", candidate)
            except OSError as fault:
                if fault.errno not in (errno.EADDRINUSE, errno.EACCES):
                    raise
                continue
            self._serving = runner, server
            self.port = int(server.sockets[0].getsockname()[1])
            return
        await runner.cleanup()
        raise OSError(errno.EADDRINUSE, f"ports {port} to {port + PORTS_TRIED - 1} are all in use")

    async def close(self) -> None:
        """Stop listening."""
        if self._serving is not None:
            await stop_listening(*self._serving)

    def _application(self) -> web.Application:
        app = web.Application(middlewares=[self._guard], client_max_size=26 * 1024 * 1024)
        app.router.add_get("/", self._page)
        app.router.add_get("/conversation", self._frame)
        for name in {**PATCHES, **WORDS}:
            app.router.add_get(f"/{name}", self._patched)
        app.router.add_get("/table/state", self._state)
        app.router.add_post("/table/new", self._new)
        app.router.add_get("/table/picture", self._picture)
        app.router.add_static("/table", PAGE)
        app.router.add_route("*", "/api/{rest:.*}", self._forward)
        with as_file(files("simcord") / "preview" / "static") as simcord_page:
            app.router.add_static("/", simcord_page)
        return app

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer only requests meant for this page, with strict security headers."""
        here = {f"127.0.0.1:{self.port}", f"localhost:{self.port}"}
        origin = request.headers.get("Origin")
        if request.host not in here or (origin and origin.removeprefix("http://") not in here):
            raise web.HTTPForbidden(text="This page answers only under its own address.")
        response = await handler(request)
        response.headers.update(SECURITY)
        if isinstance(response, web.FileResponse) and not request.path.startswith("/table"):
            response.headers["Cache-Control"] = "private, max-age=3600"
        else:
            response.headers.setdefault("Cache-Control", "no-store")
        return response

    async def _page(self, _request: web.Request) -> web.StreamResponse:
        return web.Response(text=self._spoken_page, content_type="text/html")

    async def _frame(self, _request: web.Request) -> web.StreamResponse:
        text = (files("simcord") / "preview" / "static" / "index.html").read_text("utf-8")
        text = text.replace(NEWER, self._language.gettext(NEWER), 1)
        return web.Response(text=text.replace("</head>", OURS, 1), content_type="text/html")

    async def _patched(self, request: web.Request) -> web.StreamResponse:
        name = request.path.removeprefix("/")
        text = (files("simcord") / "preview" / "static" / name).read_text("utf-8")
        for theirs, ours in PATCHES.get(name, ()):
            text = text.replace(theirs, ours, 1)
        for words in WORDS.get(name, ()):
            text = in_script(words).sub(partial(_said, self._language.gettext(words)), text)
        return web.Response(text=text, content_type="text/javascript")

    async def _state(self, request: web.Request) -> web.StreamResponse:
        self._check_key(request.headers.get("X-Table-Key", ""))
        self._conversations.timezone = request.query.get("timezone", "UTC")
        return web.json_response(await self._survey())

    async def _new(self, request: web.Request) -> web.StreamResponse:
        place, person = self._place_and_person(request.headers.get("X-Table-Key", ""))
        way, game = request.query.get("way", ""), request.query.get("game", "")
        return web.json_response({"place": await self._new_match(place, person, way, game)})

    async def _picture(self, request: web.Request) -> web.StreamResponse:
        self._check_key(request.headers.get("X-Table-Key", ""))
        try:
            png = await self._picture_of(request.query.get("game", ""))
        except LookupError:
            raise web.HTTPNotFound(text="There is no picture of that game.") from None
        return web.Response(body=png, content_type="image/png")

    async def _forward(self, request: web.Request) -> web.StreamResponse:
        place, person = self._place_and_person(request.headers.get("X-Simcord-Capability", ""))
        try:
            answer = await self._conversations.forward(
                place, person, request.method, request.path_qs, dict(request.headers), await request.read()
            )
        except LookupError as gone:
            raise web.HTTPGone(text=str(gone)) from None
        return web.Response(
            status=answer.status, body=answer.body, content_type=answer.content_type, headers=answer.headers
        )

    def _place_and_person(self, capability: str) -> tuple[str, Person]:
        """Parse `key.place.user`, which our page writes into the address of the frame."""
        key, _, rest = capability.partition(".")
        self._check_key(key)
        place, _, user = rest.partition(".")
        person = self._world.person(int(user)) if user.isdecimal() else None
        if person is None:
            raise web.HTTPGone(text="Nobody of that name sits here.")
        return place, person

    def _check_key(self, key: str) -> None:
        if not hmac.compare_digest(key.encode(), self._key.encode()):
            raise web.HTTPForbidden(
                text="Open the address that the program printed: it is new at each start."
            )


def in_script(words: str) -> re.Pattern[str]:
    """Return the pattern of words in a script: between quotes, or with values in a template."""
    if "{" in words:
        return re.compile(re.escape(f"`{words.replace('{', '${')}`"))
    return re.compile(f'"( ?){re.escape(words)}"')


def _said(words: str, found: re.Match[str]) -> str:
    """Return words as they stand in a script in the place of what was found."""
    if found[0][0] == '"':
        return json.dumps(found[1] + words, ensure_ascii=False)
    return f"`{words.replace('{', '${')}`"


def page_in(language: Language) -> str:
    """Return the page in a language: its texts, and those its script shows later."""
    page = (PAGE / "index.html").read_text("utf-8")
    spoken = IN_PAGE.sub(lambda found: language.gettext(found[1]), page)
    later = [word for word, _, place in messages("local") if place.endswith(".js") and isinstance(word, str)]
    said = {word: language.gettext(word) for word in later}
    tag = language.code.replace("_", "-")
    spoken = spoken.replace('<html lang="en">', f'<html lang="{tag}">', 1)
    return spoken.replace('id="words">{}<', f'id="words">{json.dumps(said)}<', 1)
