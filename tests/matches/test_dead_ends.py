"""Dead ends: an action after which an awaited seat has no legal action is refused and logged."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.engine.contract import Event
from bot.engine.fair import Stream
from bot.matches.clocks import ClockTerms
from bot.matches.errors import DeadEnd
from bot.matches.model import MatchTerms, Stage
from tests.matches.dicey import Choose, DiceyRules, Ready, State
from tests.matches.gambler import Gambler, with_gambler
from tests.matches.table import ANN, BEN, Table


class FaultyRules(DiceyRules):
    """Dicey in which a seat with three chosen dice has no legal action; if `hopeless`, no seat has one."""

    hopeless = False

    def legal(self, state: State, seat: int) -> Sequence[Any]:
        return () if self.hopeless or state.dice[seat] == 3 else super().legal(state, seat)

    def apply(self, state: State, seat: int, action: Any, rng: Stream) -> list[Event]:
        self.hopeless, was = False, self.hopeless
        try:
            return super().apply(state, seat, action, rng)
        finally:
            self.hopeless = was


class Daring(Gambler):
    """Always chooses three dice."""

    def choose(self, rules: Any, view: Any, legal: Sequence[Any], rng: random.Random) -> Any:
        self.views.append(view)
        return Choose(3)


@pytest.fixture
def rules() -> FaultyRules:
    return FaultyRules()


@pytest.fixture
async def faulty(table: Table, rules: FaultyRules) -> Table:
    return table.again(games={"dicey": rules})


async def test_an_action_into_a_dead_end_is_refused_and_changes_nothing(faulty: Table) -> None:
    info = await faulty.started(BEN, rounds=1)
    before = await faulty.view(info.id, ANN)
    with capture_logs() as logs, pytest.raises(DeadEnd, match=r"an error of the game.*Nothing was done"):
        await faulty.act(info.id, ANN, Choose(2), Choose(3))
    assert ["dead end" in line["event"] for line in logs] == [True] * len(logs)
    assert (logs[0]["match"], logs[0]["game"], logs[0]["awaited"]) == (info.id, "dicey", [0, 1])
    assert await faulty.view(info.id, ANN) == before
    await faulty.act(info.id, ANN, Choose(2), Ready())
    await faulty.resign(info.id, BEN)
    assert (await faulty.info(info.id)).stage is Stage.FINISHED


async def test_a_match_that_nobody_could_begin_stays_in_its_lobby(faulty: Table, rules: FaultyRules) -> None:
    info = await faulty.open()
    await faulty.join(info.id, BEN)
    rules.hopeless = True
    with pytest.raises(DeadEnd):
        await faulty.start(info.id)
    assert (await faulty.info(info.id)).stage is Stage.LOBBY
    rules.hopeless = False
    await faulty.start(info.id)


async def test_at_a_timeout_a_dead_end_action_is_replaced_by_a_reminder(
    faulty: Table, rules: FaultyRules
) -> None:
    terms = ClockTerms("turn", 24 * 3600, at_zero="default")
    info = await faulty.started(BEN, match_terms=MatchTerms(terms))
    await faulty.act(info.id, ANN, Choose(2), Ready())
    faulty.clock.pass_by(days=2)
    rules.hopeless = True
    assert await faulty.expire(info.id)
    assert not await faulty.expire(info.id), "it is reminded of once"
    rules.hopeless = False
    assert (await faulty.info(info.id)).stage is Stage.PLAYING
    await faulty.act(info.id, BEN, Choose(2), Ready())


async def test_a_computer_that_chose_a_dead_end_does_the_timeout_action_instead(faulty: Table) -> None:
    daring = Daring()
    faulty = faulty.again("daring", computers={"gambler": daring})
    match = await with_gambler(faulty, rounds=1)
    with capture_logs() as logs:
        assert await faulty.service.play.step_computer(match)
    assert len(logs) == 1
    assert await faulty.service.play.step_computer(match)
    assert [view.dice for view in daring.views] == [(0, 0), (0, 1)], "one die is what does least"
