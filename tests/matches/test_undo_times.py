"""An undo by consent restores clocks, marks and counters, as if the undone action had never been made."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from bot.engine.contract import Resign
from bot.engine.errors import Refusal
from bot.matches import clocks, timing
from bot.matches.clocks import ClockTerms
from bot.matches.model import MatchInfo, MatchTerms
from bot.matches.notices import TakenBack
from tests.matches.evenings import template
from tests.matches.table import ANN, Table, TestClock, database_like
from tests.matches.test_undo_at_random import PEOPLE, RULES, SMALL

DAY = 24 * 3600
CLOCKS = (
    ClockTerms("turn", DAY, at_zero="default"),
    ClockTerms("turn", DAY, at_zero="remind", grace=3600),
    ClockTerms("bank", 3 * DAY, DAY // 2, at_zero="default"),
    ClockTerms("bank", 2 * DAY, DAY // 4, at_zero="remind", cap=2 * DAY),
    ClockTerms(),
)


class Before(NamedTuple):
    """The clocks, marks and counters of a match just before an action."""

    left: tuple[float, ...]
    late: tuple[int, ...]
    lapsed: tuple[int, ...]
    reminded: tuple[Any, ...]
    window: float | None
    """Seconds left of the open window."""


async def before(table: Table, match: str) -> Before:
    """Return the present clocks of a match."""
    position = await table.service._repository.loaded(match)
    info, now = position.info, table.clock.now
    ran = timing.running(info, position.awaited)
    state = clocks.advanced(info.match_terms.clock_terms, info.match_terms.clocks, ran, now)
    window = info.match_terms.window
    left = None if window is None or window.until is None else (window.until - now).total_seconds()
    return Before(state.left, state.late, state.lapsed, info.match_terms.reminded, left)


class Play:
    """A match at random, whose times before each action are known."""

    def __init__(self, table: Table, info: MatchInfo, luck: random.Random) -> None:
        self.table, self.match, self.luck, self.seats = table, info.id, luck, info.wanted
        self.known: dict[int, tuple[datetime, Before]] = {}
        self.given: list[tuple[int, int, int]] = []
        """Time given by hand: after which action, to whom, how many seconds."""
        self.undone = 0

    async def step(self) -> None:
        self.table.clock.pass_by(minutes=self.luck.choice((0, 5, 50, 300, 1500)))
        for match in await self.table.service.timekeeper.overdue():
            while await self.expires(match):
                pass
        if (await self.table.info(self.match)).stage.ended:
            return
        what = self.luck.random()
        with suppress(Refusal):
            if what < 0.2:
                await self.undo(self.luck.randrange(self.seats))
            elif what < 0.3:
                await self.give()
            elif what < 0.4:
                await self.remind()
            else:
                await self.act()

    async def expires(self, match: str) -> bool:
        await self.note()
        return await self.table.expire(match)

    async def note(self) -> None:
        record = await self.table.record(self.match)
        times = await before(self.table, self.match)
        for seq in range(record.seq + 1, record.seq + 120):  # an action by the clock may be followed by more
            self.known[seq] = self.table.clock.now, times

    async def act(self) -> None:
        match_view = await self.table.view(self.match)
        person = PEOPLE[self.luck.choice(sorted(match_view.awaited))]
        legal = (await self.table.view(self.match, person)).legal
        action = legal[self.luck.randrange(len(legal))]
        if not isinstance(action, Resign):
            await self.note()
            await self.table.act(self.match, person, action)

    async def give(self) -> None:
        by, to = self.luck.sample(range(self.seats), 2)
        await self.table.give_time(self.match, PEOPLE[by], to, 7200)
        self.given.append(((await self.table.record(self.match)).seq, to, 7200))

    async def remind(self) -> None:
        by, seat = self.luck.sample(range(self.seats), 2)
        await self.table.offer(self.match, PEOPLE[by], seat, PEOPLE[-1])

    async def undo(self, seat: int) -> None:
        """Let a seat ask for an undo, and the others agree later."""
        table, match = self.table, self.match
        asked = table.clock.now
        played = await table.undo(match, PEOPLE[seat])
        proposal = played.match_view.match.match_terms.proposal
        if proposal is None or (proposal.kind, proposal.by) != ("undo", seat):
            return
        table.clock.pass_by(hours=self.luck.choice((0, 3)))
        first = next(
            row.seq
            for row in await table.store.actions(match, after=proposal.back_to)
            if not row.undone and row.seat == seat
        )
        for other in proposal.needed:
            played = await table.answer(match, PEOPLE[other], agree=True)
        assert any(isinstance(fact, TakenBack) for fact in played.facts)
        self.undone += 1
        made, was = self.known[first]
        self.check(seat, was, await before(table, match), first, (asked - made).total_seconds())

    def check(self, seat: int, was: Before, now: Before, first: int, thought: float) -> None:
        given = {to for seq, to, _ in self.given if seq > first}
        lapsed = set(was.lapsed) - given
        assert now.reminded == was.reminded
        # The asker's time may have been up in the own thinking.
        assert (set(now.late) - {seat}, set(now.lapsed) - {seat}) == (set(was.late) - {seat}, lapsed - {seat})
        left = list(was.left)
        for seq, to, seconds in self.given:
            if seq > first:
                left[to] = max(left[to], 0.0) + seconds
        for each, seconds in enumerate(now.left):
            if each == seat:
                assert left[each] - thought - 0.01 <= seconds <= left[each] + 0.01
            else:
                assert seconds == pytest.approx(left[each]), f"the clock of seat {each}"
        if was.window is not None and now.window is not None:
            assert now.window == pytest.approx(max(was.window, 0.0))


async def play(url: str, game: str, seed: int, terms: ClockTerms) -> int:
    table, luck = Table(url, TestClock(), f"undo {seed}", games=RULES), random.Random(seed)
    try:
        seats = luck.choice([each for each in RULES[game].seats if each < len(PEOPLE)])
        options = SMALL.get((game, seats), {})
        match_terms = MatchTerms(terms)
        info = await table.started(*PEOPLE[1:seats], game=game, match_terms=match_terms, **options)
        played = Play(table, info, luck)
        for _ in range(40):
            if (await table.info(info.id)).stage.ended:
                break
            await played.step()
        return played.undone
    finally:
        await table.close()


@pytest.mark.parametrize("game", sorted(RULES))
@settings(
    max_examples=4,
    phases=[Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(seed=st.integers(0, 2**32))
def test_clocks_marks_and_counters_are_those_before_the_undone_action(
    tmp_path: Path, game: str, seed: int
) -> None:
    asyncio.run(play(database_like(template(), tmp_path), game, seed, CLOCKS[seed % len(CLOCKS)]))


def test_the_matches_have_undos_by_consent(tmp_path: Path) -> None:
    """Otherwise the test above would test nothing."""
    url = database_like(template(), tmp_path)
    assert asyncio.run(play(url, "dicey", 1, CLOCKS[2])) > 1
    assert ANN is PEOPLE[0]
