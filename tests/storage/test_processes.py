"""Several processes of the bot play the same matches on one PostgreSQL, and the leader is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.matches.model import Stage
from bot.matches.store import SqlMatchStore
from bot.people.store import SqlPeopleStore
from tests.matches.dicey import DiceyRules
from tests.storage.company import open_matches
from tests.storage.conftest import emptied
from tests.storage.test_sigkill import check_replayed

MATCHES = 24
REPLACED_WITHIN = 30.0
"""The limit in seconds until a killed leader is replaced."""


class Company:
    """The processes, and their output lines."""

    def __init__(self, program: subprocess.Popen[str], url: str) -> None:
        self._program, self._url = program, url
        self.said: list[tuple[str, ...]] = []
        self._ids: dict[str, int] = {}

    def start(self, name: str, shards: str = "all", *, url: str = "") -> None:
        """Start a process, with its own address of the database if one is given."""
        assert self._program.stdin is not None
        self._program.stdin.write(f"play {name} {shards} {url or self._url}\n")
        self._program.stdin.flush()

    def hear(self) -> tuple[str, ...]:
        """Return the next output line."""
        assert self._program.stdout is not None
        words = tuple(self._program.stdout.readline().split())
        assert words[1] != "ends" or (words[0], "over") in self.said, "a process has failed"
        if words[1] == "is":
            self._ids[words[0]] = int(words[2])
        self.said.append(words)
        return words

    def hear_until(self, *wanted: tuple[str, str]) -> None:
        """Read until each of these lines was printed; a line is identified by its first two words."""
        missing = set(wanted) - {words[:2] for words in self.said}
        while missing:
            missing.discard(self.hear()[:2])

    def kill(self, name: str) -> None:
        self.hear_until((name, "is"))
        os.kill(self._ids[name], signal.SIGKILL)

    def told(self, what: str) -> list[tuple[str, ...]]:
        """Return the processes and objects of all lines of this kind, in order."""
        return [(words[0], *words[2:]) for words in self.said if words[1] == what]


@contextmanager
def running(url: str) -> Iterator[Company]:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.storage.company"],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as program:
        try:
            yield Company(program, url)
        finally:
            os.killpg(program.pid, signal.SIGKILL)


def repeated(told: list[tuple[str, ...]]) -> list[list[tuple[str, ...]]]:
    """Return the lines that occur more than once, grouped."""
    counted = Counter(words[1] for words in told)
    return [[words for words in told if words[1] == what] for what, times in counted.items() if times > 1]


async def check_played(url: str, matches: list[str]) -> None:
    """Every match is over and announced, and its state follows from its seed and actions."""
    store = SqlMatchStore.at(url)
    try:
        assert await store.pending() == []
        for match in matches:
            loaded = await store.load(match)
            assert loaded is not None
            assert loaded[0].info.stage is Stage.FINISHED
            await check_replayed(store, loaded[0], DiceyRules())
            assert await SqlPeopleStore(store.database).followers(match) == []
    finally:
        await store.close()


def check_alone(company: Company, matches: list[str]) -> None:
    """No work was done by two processes.

    Each delivery was made once, each watcher got each notice once, and only one process handled timeouts.
    """
    assert repeated(company.told("made")) == repeated(company.told("told")) == []
    assert len(company.told("told")) >= len(matches)
    thoughts = [(who, f"{match} {revision}") for who, match, revision in company.told("thought")]
    assert [each for each in repeated(thoughts) if len({who for who, _ in each}) > 1] == []
    assert {match for _, match, _ in company.told("thought")} == set(matches)
    assert len({who for who, _ in company.told("late")}) == 1


async def test_two_processes_share_the_servers_and_do_no_work_twice(postgres: str) -> None:
    url = await emptied(postgres)
    matches = await open_matches(url, 10)
    with running(url) as company:
        company.start("even", "0/2")
        company.start("odd", "1/2")
        company.hear_until(("even", "over"), ("odd", "over"))
    check_alone(company, matches)
    await check_played(url, matches)


async def test_the_killed_leader_of_four_processes_is_replaced(postgres: str) -> None:
    url = await emptied(postgres)
    matches = await open_matches(url, MATCHES)
    names = ["ann", "ben", "cleo", "dan"]
    with running(url) as company:
        for name in names:
            company.start(name)
        while not company.told("leads") or len(company.told("made")) < 60:
            company.hear()
        ((leader,),) = company.told("leads")
        company.kill(leader)
        killed = time.monotonic()
        while len(company.told("leads")) < 2:
            company.hear()
        assert time.monotonic() - killed < REPLACED_WITHIN
        company.hear_until(*[(name, "over") for name in names if name != leader])
    for first, *others in repeated(company.told("made")):
        assert first[2:] == ()
        assert all(again[2:] == ("?",) for again in others), "Discord finds the first by its nonce"
    for first, again in repeated(company.told("told")):
        told = company.said.index((first[0], "told", first[1]))
        assert (again[0], "leads") in company.said[told:], "only who leads after the first tells it again"
    await check_played(url, matches)
