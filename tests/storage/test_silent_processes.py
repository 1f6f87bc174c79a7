"""Processes of the bot on one PostgreSQL, which one cannot reach for a while, with the usual timeouts."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from itertools import pairwise

import pytest

from tests.storage.company import open_matches
from tests.storage.conftest import emptied
from tests.storage.proxy import Link, Network, cut, network, silent, silent_transactions, stalling
from tests.storage.test_processes import Company, check_played, repeated, running

MATCHES = 8
"""The number of matches that each process plays at the same time."""
ROUNDS = 4
"""Rounds of each match, so that it takes longer than the fault of the proxy."""
SPOILED = 40.0
"""Seconds for which the proxy of one process has a fault."""
LONGEST = 20.0
"""The maximum seconds that a match may wait."""


class Networks:
    """A proxy for each process, in a separate thread."""

    def __init__(self, postgres: str, number: int) -> None:
        self._postgres, self._number = postgres, number
        self._loop = asyncio.new_event_loop()
        self._over = asyncio.Event()
        self._ready = threading.Event()
        self.found: list[tuple[Network, str]] = []

    @contextmanager
    def there(self) -> Iterator[None]:
        thread = threading.Thread(target=self._loop.run_until_complete, args=(self._serve(),))
        thread.start()
        try:
            assert self._ready.wait(30)
            yield
        finally:
            self._loop.call_soon_threadsafe(self._over.set)
            thread.join()
            self._loop.close()

    async def _serve(self) -> None:
        async with AsyncExitStack() as stack:
            for _ in range(self._number):
                self.found.append(await stack.enter_async_context(network(self._postgres)))
            self._ready.set()
            await self._over.wait()

    def spoil(self, which: int, worse: Callable[[Link], None], seconds: float) -> None:
        """Apply a fault to the proxy of a process for this time."""
        net = self.found[which][0]

        def begin() -> None:
            net.spoil(worse)
            self._loop.call_later(seconds, net.mend)

        self._loop.call_soon_threadsafe(begin)


def longest_waits(company: Company, times: list[float], matches: list[str]) -> dict[str, float]:
    """Return for each match the longest time between two actions."""
    longest = {}
    for match in matches:
        done = [
            at
            for words, at in zip(company.said, times, strict=True)
            if words[1] in ("did", "thought", "late") and words[2] == match
        ]
        longest[match] = max(later - before for before, later in pairwise(done))
    return longest


@pytest.mark.soak
@pytest.mark.parametrize("number", [2, 4])
@pytest.mark.parametrize(
    "worse",
    [
        pytest.param(silent_transactions, id="transactions"),
        pytest.param(silent, id="silent"),
        pytest.param(stalling(3.0), id="stalling"),
        pytest.param(cut, id="cut"),
    ],
)
async def test_no_match_waits_longer_than_20_seconds(
    postgres: str, number: int, worse: Callable[[Link], None]
) -> None:
    url = await emptied(postgres)
    matches = await open_matches(url, MATCHES, ROUNDS)
    networks, times = Networks(postgres, number), []
    names = [f"process{which}" for which in range(number)]
    with networks.there(), running(url) as company:
        for name, (_, behind) in zip(names, networks.found, strict=True):
            company.start(name, url=behind)
        while not company.told("leads") or len(company.told("did")) < 3 * MATCHES:
            company.hear()
            times.append(time.monotonic())
        leader = names.index(company.told("leads")[0][0])
        networks.spoil(leader, worse, SPOILED)
        spoiled = time.monotonic()
        while sum(words[1] == "over" for words in company.said) < number:
            company.hear()
            times.append(time.monotonic())
    waits = longest_waits(company, times, matches)
    print(f"{number} processes: the longest wait of a match was {max(waits.values()):.1f} s")
    assert max(times) > spoiled + SPOILED, "all was over before the network was mended"
    assert max(waits.values()) < LONGEST
    for first, *others in repeated(company.told("made")):
        assert all(again[2:] == ("?",) for again in others), f"{first} is found by its nonce"
    await check_played(url, matches)
