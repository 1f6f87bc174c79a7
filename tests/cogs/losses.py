"""Lost answers of Discord: a call is done or not, and ends in a server error, or in no answer at all."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from simcord.http import router

from cogs.kit import replies, threads

LOSSES = ("502 though done", "502 and not done", "reset though done", "reset and not done", "timeout")


class Lossy:
    """Loses Discord's answers to some calls, after they were done or before."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.kind, self.times, self.hits = "", 0, 0
        self.where: Callable[[str, str], bool] = lambda _method, _path: False
        dispatch, nonces = router.dispatch, dict[tuple[str, str], Any]()

        def once(backend: Any, method: str, path: str, **rest: Any) -> Any:
            """Return the message that was posted under a nonce, as Discord does and SimCord does not."""
            nonce = (rest.get("json") or {}).get("nonce")
            if method != "POST" or nonce is None:
                return dispatch(backend, method, path, **rest)
            if (path, nonce) not in nonces:
                nonces[path, nonce] = dispatch(backend, method, path, **rest)
            return nonces[path, nonce]

        def dispatched(backend: Any, method: str, path: str, **rest: Any) -> Any:
            if not self.times or not self.where(method, path):
                return once(backend, method, path, **rest)
            self.times -= 1
            self.hits += 1
            if "not done" not in self.kind:
                once(backend, method, path, **rest)
            raise self._loss()

        monkeypatch.setattr(router, "dispatch", dispatched)
        monkeypatch.setattr(threads, "PAUSES", (0.0, 0.0))
        monkeypatch.setattr(replies, "TRIES", (0.0, 0.0, 0.0))

    def _loss(self) -> Exception:
        if self.kind.startswith("502"):
            answer: Any = SimpleNamespace(status=502, reason="Bad Gateway")
            return discord.DiscordServerError(answer, {"code": 0, "message": "lost"})
        return TimeoutError() if self.kind == "timeout" else aiohttp.ServerDisconnectedError()

    def lose(self, kind: str, method: str, part: str, times: int = 1) -> None:
        """Lose the next answers to calls of this method whose path contains this part."""
        self.kind, self.times, self.hits = kind, times, 0
        self.where = lambda called, path: called == method and part in path
