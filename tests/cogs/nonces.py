"""Discord's memory of nonces, and lost responses, which SimCord does not model."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import discord
import pytest
from discord.http import HTTPClient
from simcord.components import walk_components


class Posting:
    """Wraps the sending of messages: a known nonce returns the existing message.

    `lose` decides for a message whether its response is lost after Discord has posted it.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.lose: Callable[[dict[str, Any]], bool] = lambda _payload: False
        self._posted: dict[tuple[int, str], int] = {}
        send: Callable[..., Awaitable[Any]] = HTTPClient.send_message

        async def send_message(http: HTTPClient, channel: int, *, params: Any) -> Any:
            payload = params.payload or json.loads(params.multipart[0]["value"])
            where = int(channel), str(payload.get("nonce"))
            if where in self._posted:
                return await http.get_message(*[int(part) for part in (channel, self._posted[where])])
            posted = await send(http, channel, params=params)
            self._posted[where] = int(posted["id"])
            if self.lose(payload):
                raise aiohttp.ServerDisconnectedError
            return posted

        monkeypatch.setattr(HTTPClient, "send_message", send_message)

    def forget(self) -> None:
        """Forget all nonces, as Discord does after some minutes."""
        self._posted.clear()

    def lose_next(self, verb: str) -> None:
        """Lose the response to the next message with a control of this verb."""
        lost: list[object] = []

        def lose(payload: dict[str, Any]) -> bool:
            if not lost and verb in verbs_of(payload.get("components") or []):
                lost.append(payload)
                return True
            return False

        self.lose = lose


def verbs_of(components: Any) -> list[str]:
    """Return the verbs of the controls of a message payload."""
    return [part["custom_id"].split(":")[1] for part in walk_components(components) if part.get("custom_id")]


def live(messages: list[discord.Message], verb: str) -> list[discord.Message]:
    """Return the messages with a control of this verb."""
    return [
        message for message in messages if verb in verbs_of([part.to_dict() for part in message.components])
    ]
