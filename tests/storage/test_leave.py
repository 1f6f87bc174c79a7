"""Several processes on one PostgreSQL handle the same leave at once, as when two consider themselves leader.

It begins and ends once; clocks stop and continue by themselves, whichever process handles it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from unittest.mock import patch

import pytest

from bot.host.wiring import make_bot
from bot.matches import clocks
from bot.matches.clocks import ClockTerms
from bot.matches.model import MatchTerms
from bot.matches.store import SqlMatchStore
from bot.matches.timing import running
from bot.people.preferences import PLAIN, Leave, Preferences
from tests.matches.dicey import HOUR, Roll
from tests.matches.table import ANN, Table, TestClock
from tests.storage.company import GAMES, Process, Reach
from tests.storage.conftest import emptied

DAY = 24 * HOUR
RESIGNS = MatchTerms(ClockTerms("turn", 2 * DAY, at_zero="resign"))
NAMES = ("first", "second", "third", "fourth")
BEGIN, BACK = date(2026, 5, 2), date(2026, 5, 5)
AWAY = Preferences(leaves=(Leave(BEGIN, BACK),))


def midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


class Company:
    """The processes, with one clock, and a match in which Ann is to roll."""

    def __init__(self, processes: list[Process], clock: TestClock, match: str) -> None:
        self.processes, self.clock, self.match = processes, clock, match
        self.said: list[tuple[object, ...]] = []
        for each in processes:
            each.say = lambda *words: self.said.append(words)  # type: ignore[method-assign]

    async def look(self) -> None:
        """Let all processes check leaves and clocks at the same time."""
        await asyncio.gather(
            *[type(each.notices).task.coro(each.notices) for each in self.processes],
            *[each.timekeeping._look() for each in self.processes],
        )

    async def boards(self) -> list[object]:
        """Return the keys of the boards that all processes made."""
        await asyncio.gather(*[each.bot.publish_here(self.match) for each in self.processes])
        return [words[1] for words in self.said if words[0] == "made" and ".b" in str(words[1])]

    async def version(self) -> int:
        (version,) = {(await each.bot.service.info(self.match)).version for each in self.processes}
        return version

    async def anns_time(self) -> float:
        """Return Ann's seconds left, which must be the same in all processes."""
        found = set()
        for each in self.processes:
            view = await each.bot.service.match_view(self.match, None)
            terms, ran = view.match.match_terms, running(view.match, view.awaited)
            found.add(clocks.advanced(terms.clock_terms, terms.clocks, ran, self.clock.now).left[0])
        (left,) = found
        return left

    async def away(self) -> bool:
        (away,) = {
            (await each.bot.service.info(self.match)).match_terms.away == {0} for each in self.processes
        }
        return away


@pytest.fixture
async def company(postgres: str, clock: TestClock) -> AsyncIterator[Company]:
    url = await emptied(postgres)
    table = Table(url, clock)
    match = await table.rolling(match_terms=RESIGNS)
    stores = [SqlMatchStore.at(url) for _ in NAMES]
    bots = [make_bot(store, clock, games=GAMES) for store in stores]
    for bot in bots:
        await bot.add_cog(Reach())
    processes = [Process(name, bot) for name, bot in zip(NAMES, bots, strict=True)]
    together = Company(processes, clock, match)
    await bots[0].publish_here(match)
    yield together
    for each in (table, *stores):
        await each.close()


async def test_a_leave_begins_and_ends_once_and_the_clock_continues_by_itself(company: Company) -> None:
    await company.processes[0].bot.people.keep(ANN.user, AWAY)
    await company.look()
    assert not await company.away(), "it begins tomorrow"
    company.clock.now = midnight(BEGIN)
    before, boards, left = await company.version(), await company.boards(), await company.anns_time()
    await company.look()
    assert await company.away()
    assert await company.version() == before + 1, "it begins once"
    assert len(await company.boards()) == len(boards) + 1
    assert await company.processes[3].bot.people.leaves_due() == []
    await company.look()
    assert await company.version() == before + 1
    company.clock.now = midnight(BACK) - timedelta(seconds=1)
    await company.look()
    assert await company.anns_time() == left, "the clock stands still"
    company.clock.now = midnight(BACK)
    await company.look()
    assert not await company.away()
    assert await company.version() == before + 2, "it ends once"
    assert len(await company.boards()) == len(boards) + 2
    company.clock.pass_by(seconds=left - 1)
    await company.look()
    assert not (await company.processes[1].bot.service.info(company.match)).stage.ended
    company.clock.pass_by(seconds=1)
    await company.look()
    info = await company.processes[2].bot.service.info(company.match)
    assert info.stage.ended
    assert info.match_terms.resigned == (0,)
    made = [words for words in company.said if words[0] == "made"]
    assert len(set(made)) == len(made), "nothing is published twice"


async def test_a_return_in_one_process_while_another_begins_the_leave(company: Company) -> None:
    ann = [each.bot.people for each in company.processes]
    await ann[0].keep(ANN.user, AWAY)
    company.clock.now = midnight(BEGIN)
    left = await company.anns_time()
    await asyncio.gather(ann[1].keep(ANN.user, PLAIN), company.look())
    await company.look()
    assert not await company.away(), "what was set last counts, in whatever order it was heard of"
    company.clock.pass_by(hours=1)
    assert await company.anns_time() == left - HOUR


async def test_a_process_that_dies_before_it_stores_the_leave_is_replaced_by_another(
    company: Company,
) -> None:
    first, second = company.processes[:2]
    await first.bot.people.keep(ANN.user, AWAY)
    await company.look()
    company.clock.now = midnight(BEGIN)
    before = await company.version()
    with patch.object(first.bot.people, "leave_told", side_effect=ConnectionError):
        await type(first.notices).task.coro(first.notices)
    assert await company.version() == before + 1
    assert [user for user, _ in await second.bot.people.leaves_due()] == [ANN.user]
    await type(second.notices).task.coro(second.notices)
    assert await second.bot.people.leaves_due() == []
    assert await company.version() == before + 1, "the match has heard of it already"


async def test_an_action_in_one_process_while_another_begins_the_leave_counts(company: Company) -> None:
    await company.processes[0].bot.people.keep(ANN.user, AWAY)
    company.clock.now = midnight(BEGIN)
    play = company.processes[1].bot.service.play
    await asyncio.gather(
        play.act(company.match, ANN.user, [Roll()], version=None, request="roll"), company.look()
    )
    assert await company.away()
    view = await company.processes[2].bot.service.match_view(company.match, None)
    assert view.awaited == {1}, "it is Ben's turn"
    company.clock.pass_by(days=2)
    await company.look()
    info = await company.processes[3].bot.service.info(company.match)
    assert info.match_terms.resigned == (1,), "Ann's leave stops no clock of Ben's"
