"""Makes pictures of messages as the local table shows them, and puts them on one page."""

from __future__ import annotations

import html
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image
from playwright.async_api import Browser, async_playwright
from playwright.async_api import TimeoutError as TooLate
from simcord.backend.errors import SetupError
from simcord.preview import _capture
from simcord.preview._capture import ManagedCapture

from tests.cogs.club import Club
from tests.local.browsing import FLAGS, chromium

WIDTH, HEIGHT = 390, 2600
"""Pixels: the width of a phone, and the height of the longest message."""
SECONDS = 120
"""The timeout in seconds of a picture, for a busy machine."""
FAR_FONTS = re.compile("noto-sans-(sc|arabic|devanagari|hebrew)")
STYLE = "body { background: #222; color: #ddd } figure { display: inline-block; vertical-align: top }"


class Shot(NamedTuple):
    """One picture."""

    game: str
    what: str
    language: str
    file: str
    height: int = 0
    """Pixels."""


class Lens(ManagedCapture):
    """SimCord's camera with a given browser, without its font analysis."""

    def __init__(self, preview: Any, browser: Browser) -> None:
        super().__init__(preview)
        _capture._CAPTURE_DEADLINE = SECONDS
        self._browser = browser

    async def _route(self, route: Any, pin: Any, origin: str) -> None:
        if FAR_FONTS.search(route.request.url):
            await route.abort()
        else:
            await super()._route(route, pin, origin)

    @staticmethod
    async def _platform_fonts(page: Any) -> dict[str, Any]:
        return {"available": True}

    async def close(self) -> None:
        """Keep the browser open; its owner closes it."""
        self._browser = None


class Camera:
    """Makes pictures of the messages of a club, in a channel or in a person's direct messages."""

    def __init__(self, club: Club, browser: Browser, folder: Path, language: str) -> None:
        self._club, self._browser, self._folder, self._language = club, browser, folder, language
        self._previews: dict[int, Any] = {}
        self.shots: list[Shot] = []

    async def take(self, game: str, what: str, message: Any, viewer: Any) -> None:
        """Make a picture of a message as its viewer sees it; `what` is a word or a few for the file's name.

        Retried once with a new page if the browser does not answer in time.
        """
        number = len(self.shots)
        file = f"{self._language}-{number:03}-{game}-{what}.png"
        seen = {"viewer": viewer, "target": message, "viewport": (WIDTH, HEIGHT), "allow_incomplete": True}
        try:
            await (await self._preview(viewer)).screenshot(self._folder / file, **seen)
        except (SetupError, TooLate):
            await self.close()
            await (await self._preview(viewer)).screenshot(self._folder / file, **seen)
        with Image.open(self._folder / file) as taken:
            height = taken.height * WIDTH // max(taken.width, WIDTH)
        self.shots.append(Shot(game, what, self._language, file, height))

    async def _preview(self, viewer: Any) -> Any:
        channel = self._club.channel if hasattr(viewer, "user") else viewer.dm_channel
        if channel.id not in self._previews:
            people = (self._club.ann, self._club.ben) if channel is self._club.channel else (viewer,)
            preview = self._club.env.preview(channel, viewers=people, width=WIDTH, height=HEIGHT)
            await preview.__aenter__()
            preview._capture_manager = Lens(preview, self._browser)
            self._previews[channel.id] = preview
        return self._previews[channel.id]

    async def close(self) -> None:
        """Close the previews."""
        while self._previews:
            await self._previews.popitem()[1].close()


@asynccontextmanager
async def browser() -> AsyncIterator[Browser]:
    """Start a browser without a window."""
    async with async_playwright() as playwright:
        opened = await playwright.chromium.launch(executable_path=chromium(), args=[*FLAGS])
        yield opened
        await opened.close()


def write_index(folder: Path, shots: list[Shot]) -> Path:
    """Write the page that shows all pictures, and return its path."""
    parts, game = list[str](), ""
    for shot in shots:
        if shot.game != game:
            game = shot.game
            parts.append(f"<h2>{html.escape(game)}</h2>")
        told = html.escape(f"{shot.what} ({shot.language})")
        picture = f'<img src="{html.escape(shot.file)}" alt="">'
        parts.append(f"<figure>{picture}<figcaption>{told}</figcaption></figure>")
    page = folder / "index.html"
    page.write_text(f"<!doctype html><meta charset=utf-8><style>{STYLE}</style>{''.join(parts)}", "utf-8")
    return page
