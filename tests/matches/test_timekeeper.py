"""What happens when time is up: reminded, done for, resigned; and time given back when the bot was away."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest

from bot.engine.errors import IllegalAction
from bot.matches.clocks import ClockTerms
from bot.matches.coordination import Shards
from bot.matches.model import MatchTerms, Stage
from bot.matches.notices import TimeUp
from bot.matches.repository import MatchRepository
from bot.matches.timekeeper import AWAY, BEAT
from bot.players import COMPUTERS
from tests.matches.dicey import Choose, DiceyRules, Ready, Roll, Rolled, SeatReady
from tests.matches.table import ANN, BEN, CLEO, Mail, Table, TestClock
from tests.matches.test_clocks import due, left, ready

HOUR, DAY = 3600, 24 * 3600


def a_day(at_zero: Any, kind: Any = "turn", **more: int) -> MatchTerms:
    return MatchTerms(ClockTerms(kind, DAY, at_zero=at_zero, **more))


async def told(table: Table, match: str) -> list[Any]:
    return [line.fact for line in await table.service.history.lines(match, None)]


async def expire_all(table: Table) -> None:
    for match in await table.service.timekeeper.overdue():
        while await table.service.timekeeper.expire(match):
            pass


async def test_a_reminder_is_given_once_in_a_turn_and_changes_nothing_else(table: Table, mail: Mail) -> None:
    info = await table.started(BEN, match_terms=a_day("remind"))
    await ready(table, info.id, ANN)
    await table.outbox.drain(mail)
    mail.received.clear()
    version = (await table.service.match_view(info.id, BEN.user)).match.version
    table.clock.pass_by(days=1)
    await expire_all(table)
    assert (await told(table, info.id))[-1] == TimeUp(1, "remind")
    await table.outbox.drain(mail)
    assert [(each.kind, each.user) for each in mail.received] == [("board", 0), ("turn", BEN.user)]
    table.clock.pass_by(days=30)
    assert await table.service.timekeeper.overdue() == []
    await table.act(info.id, BEN, Choose(1), Ready(), version=version)
    await table.act(info.id, ANN, Roll())
    table.clock.pass_by(days=1)
    await expire_all(table)
    assert (await told(table, info.id)).count(TimeUp(1, "remind")) == 2


async def test_what_does_least_is_done_until_the_turn_is_over(table: Table) -> None:
    info = await table.started(BEN, match_terms=a_day("default"))
    await ready(table, info.id, ANN)
    table.clock.pass_by(days=1)
    await expire_all(table)
    assert (await told(table, info.id))[-1] == TimeUp(1, "default")
    assert (await table.service.match_view(info.id, None)).view.phase == "rolling"
    assert await due(table, info.id) == table.clock.now + timedelta(days=1)
    table.clock.pass_by(days=1)
    await expire_all(table)
    facts = await told(table, info.id)
    assert [fact.seat for fact in facts if isinstance(fact, Rolled)] == [0]
    assert (await table.service.match_view(info.id, None)).awaited == {1}


async def test_all_who_are_late_in_a_secret_phase_are_done_for_one_after_the_other(table: Table) -> None:
    info = await table.started(BEN, CLEO, match_terms=a_day("default"))
    await table.act(info.id, CLEO, Choose(3))
    table.clock.pass_by(days=1)
    await expire_all(table)
    match_view = await table.service.match_view(info.id, None)
    assert match_view.view.dice == (1, 1, 3)
    assert [fact.seat for fact in await told(table, info.id) if isinstance(fact, SeatReady)] == [0, 1, 2]


async def test_who_is_out_of_time_resigns_where_that_was_agreed(table: Table) -> None:
    info = await table.started(BEN, CLEO, match_terms=a_day("resign"))
    await ready(table, info.id, ANN, CLEO)
    table.clock.pass_by(days=1)
    await expire_all(table)
    match_view = await table.service.match_view(info.id, None)
    assert match_view.view.left == (False, True, False)
    assert (match_view.awaited, match_view.match.match_terms.resigned) == ({0}, (1,))
    table.clock.pass_by(days=1)
    await expire_all(table)
    ended = await table.service.info(info.id)
    assert (ended.stage, ended.outcome and ended.outcome.winners) == (Stage.FINISHED, (2,))
    assert await table.service.timekeeper.overdue() == []


async def test_a_bank_that_is_empty_does_for_each_further_turn_at_once(table: Table) -> None:
    info = await table.started(BEN, match_terms=a_day("default", "bank", increment=HOUR))
    await ready(table, info.id, BEN)
    table.clock.pass_by(days=2)
    await expire_all(table)
    assert (await left(table, info.id))[0] == HOUR
    table.clock.pass_by(hours=2)
    await expire_all(table)
    assert (await table.service.match_view(info.id, None)).awaited == {1}


async def test_a_proposal_outlives_a_reminder_but_not_what_is_done_at_zero(table: Table) -> None:
    for at_zero, open_still in (("remind", True), ("default", False)):
        info = await table.started(BEN, match_terms=a_day(at_zero), channel=len(at_zero))
        await ready(table, info.id, ANN)
        await table.service.agreements.propose(info.id, ANN.user, "draw", request=at_zero)
        table.clock.pass_by(days=1)
        assert await table.service.timekeeper.expire(info.id)
        match_terms = (await table.service.info(info.id)).match_terms
        assert (match_terms.proposal is not None) is open_still
        assert open_still or (match_terms.settled is not None and match_terms.settled.result == "lapsed")


async def test_rules_that_can_do_nothing_get_a_reminder_and_are_not_asked_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(_self: Any, _state: Any, _seat: int) -> Any:
        raise IllegalAction("There is nothing to be done.")

    monkeypatch.setattr(DiceyRules, "timeout_action", nothing)
    info = await table.started(BEN, match_terms=a_day("default"))
    table.clock.pass_by(days=1)
    await expire_all(table)
    assert await told(table, info.id) == [TimeUp(0, "remind"), TimeUp(1, "remind")]
    assert await table.service.timekeeper.overdue() == []


async def test_what_does_least_without_end_is_given_up_with_a_reminder(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        DiceyRules, "timeout_action", lambda _self, state, seat: Choose(3 - state.dice[seat] or 1)
    )
    info = await table.started(BEN, match_terms=a_day("default"))
    table.clock.pass_by(days=1)
    await expire_all(table)
    assert await told(table, info.id) == [TimeUp(0, "remind"), TimeUp(1, "remind")]
    assert await table.store.actions(info.id) == []


class DiceyComputer:
    key, title, description, level, searches = "dicer", "Dicer", "Rolls.", "", False

    def plays(self, game: str) -> bool:
        return game == "dicey"

    def strength(self, game: str) -> int | None:
        return None

    def gives_up(self, rules: Any, view: Any) -> bool:
        return False

    def takes_draw(self, rules: Any, view: Any) -> bool:
        return True

    def choose(self, rules: Any, view: Any, legal: Any, rng: Any) -> Any:
        return legal[-1]


@pytest.fixture
async def with_computers(url: str, clock: TestClock) -> AsyncIterator[Table]:
    opened = Table(url, clock, "computers", computers={**COMPUTERS, "dicer": DiceyComputer()})
    yield opened
    await opened.close()


async def test_no_clock_runs_for_a_computer_however_long_it_thinks(with_computers: Table) -> None:
    table = with_computers
    info = await table.open(seats=2, match_terms=a_day("resign"), whispers=False)
    await table.service.lobby.add_computer(info.id, ANN.user, "dicer", request="1")
    await table.service.lobby.start(info.id, ANN.user, request="2")
    await ready(table, info.id, ANN)
    assert await due(table, info.id) is None
    table.clock.pass_by(days=9)
    await expire_all(table)
    while await table.service.play.step_computer(info.id):
        pass
    assert (await table.service.match_view(info.id, None)).awaited == {0}
    assert await due(table, info.id) == table.clock.now + timedelta(days=1)


async def test_computers_wait_while_a_match_is_paused(with_computers: Table) -> None:
    table = with_computers
    info = await table.open(seats=2, whispers=False)
    await table.service.lobby.add_computer(info.id, ANN.user, "dicer", request="1")
    await table.service.lobby.start(info.id, ANN.user, request="2")
    paused = await table.service.agreements.propose(info.id, ANN.user, "pause", request="3")
    assert paused.match_view.match.match_terms.clocks.paused
    assert not await table.service.play.step_computer(info.id)
    await table.service.agreements.resume(info.id, ANN.user, request="4")
    assert await table.service.play.step_computer(info.id)


async def test_while_the_bot_was_away_nobodys_time_ran(table: Table, url: str) -> None:
    bank = await table.started(BEN, match_terms=a_day("resign", "bank"))
    turn = await table.started(BEN, match_terms=a_day("resign"), channel=2)
    assert await table.service.timekeeper.beat() == timedelta()
    table.clock.pass_by(hours=3)
    await table.service.timekeeper.beat(away=timedelta(days=1))
    table.clock.pass_by(days=4)
    restarted = Table(url, table.clock, "restarted")
    try:
        assert await restarted.service.timekeeper.beat() == timedelta(days=4)
        assert await restarted.service.timekeeper.overdue() == []
        for info in (bank, turn):
            assert await left(restarted, info.id) == (21 * HOUR, 21 * HOUR)
            assert await due(restarted, info.id) == table.clock.now + timedelta(hours=21)
    finally:
        await restarted.close()


async def test_short_gaps_are_no_absence_and_what_was_done_after_the_last_note_counts(table: Table) -> None:
    info = await table.started(BEN, match_terms=a_day("remind"))
    await table.service.timekeeper.beat()
    table.clock.now += AWAY - timedelta(seconds=1)
    assert await table.service.timekeeper.beat() == timedelta()
    table.clock.now += BEAT
    await ready(table, info.id, ANN, BEN)
    table.clock.pass_by(hours=1)
    assert await table.service.timekeeper.beat() == BEAT + timedelta(hours=1)
    assert (await left(table, info.id))[0] == DAY


async def test_an_absence_is_credited_once_although_the_bot_dies_while_crediting(
    table: Table, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await table.started(BEN, match_terms=a_day("resign"))
    second = await table.started(BEN, match_terms=a_day("resign"), channel=2)
    await table.service.timekeeper.beat()
    table.clock.pass_by(hours=30)
    credit, done = MatchRepository.change_blindly, []

    async def dies_after_one(self: MatchRepository, match: str, *rest: Any) -> Any:
        if done:
            raise KeyboardInterrupt
        done.append(match)
        return await credit(self, match, *rest)

    monkeypatch.setattr(MatchRepository, "change_blindly", dies_after_one)
    with pytest.raises(KeyboardInterrupt):
        await table.service.timekeeper.beat()
    monkeypatch.undo()
    table.clock.pass_by(hours=10)
    restarted = Table(url, table.clock, "restarted")
    try:
        assert await restarted.service.timekeeper.beat() == timedelta(hours=40)
        for info in (first, second):
            assert await left(restarted, info.id) == (DAY, DAY)
            assert await due(restarted, info.id) == table.clock.now + timedelta(days=1)
        assert await restarted.service.timekeeper.beat() == timedelta()
    finally:
        await restarted.close()


@pytest.mark.usefixtures("shared")
async def test_only_the_servers_of_the_process_that_was_away_get_time_back(table: Table, url: str) -> None:
    """The server is of shard 0; the process of shard 1 leads, and lets nobody's time run out there."""
    info = await table.started(BEN, match_terms=a_day("resign"))
    zero, one = [Table(url, table.clock, str(n), shards=Shards((n,), 2)) for n in (0, 1)]
    hears, leads = zero.service.timekeeper, one.service.timekeeper
    for keeper in (hears, leads):
        assert await keeper.beat() == timedelta()
    table.clock.pass_by(hours=23)
    await leads.beat()  # it was away as well, and nothing happened on its servers
    assert await left(table, info.id) == (3600, 3600)
    table.clock.pass_by(hours=2)
    await leads.beat(away=timedelta(days=9))
    assert (await leads.overdue(), await leads.due_within(timedelta(days=9))) == ([], [])
    assert await hears.beat() == timedelta(hours=25)
    assert await left(table, info.id) == (DAY, DAY)
    table.clock.pass_by(hours=25)
    await hears.beat(away=timedelta(days=9))
    assert await leads.overdue() == [info.id]
    for each in (zero, one):
        await each.close()


async def test_two_processes_that_look_at_once_do_it_once(table: Table, other: Table) -> None:
    info = await table.started(BEN, match_terms=a_day("default"))
    await ready(table, info.id, ANN)
    table.clock.pass_by(days=1)
    await table.service.match_view(info.id, None)
    assert await other.service.timekeeper.expire(info.id)
    assert not await table.service.timekeeper.expire(info.id)
    await table.act(info.id, ANN, Roll())
    assert (await told(table, info.id)).count(TimeUp(1, "default")) == 1
