"""Garbage collection does not go through the servers of a running bot."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from bot.host.cli.run import SELDOM, YOUNG, with_few_pauses


class Server:
    """An object in a circle, like a server and its channels."""

    def __init__(self) -> None:
        self.itself = self


class Listening:
    """A bot that notes its listener."""

    ready: Callable[[], Awaitable[None]]

    def add_listener(self, listener: Any) -> None:
        assert listener.__name__ == "on_ready"
        self.ready = listener


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    usual = gc.get_threshold()
    yield
    gc.set_threshold(*usual)


async def test_what_exists_when_the_bot_is_ready_is_left_out_of_collections() -> None:
    """When Discord begins a new session, the servers are made anew and the old ones are collected."""
    usual, bot = (YOUNG, *gc.get_threshold()[1:]), Listening()
    with_few_pauses(bot)  # type: ignore[arg-type]
    assert gc.get_threshold() == (*usual[:2], SELDOM), "no full collection while the servers arrive"
    before, kept = gc.get_freeze_count(), [Server() for _ in range(1000)]
    gone = weakref.ref(kept[0])
    await bot.ready()
    assert gc.get_threshold() == usual
    assert gc.get_freeze_count() >= before + 1000
    kept.clear()
    gc.collect()
    assert gone() is not None, "it was left out"
    await bot.ready()
    assert gone() is None
