"""Timeouts: reminders, timeout actions, resignations; and time credited after the bot's absence."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from bot.database.coordination import Shards
from bot.engine.errors import IllegalAction
from bot.matches.clocks import ClockTerms
from bot.matches.model import MatchTerms, Stage
from bot.matches.notices import TimeUp
from bot.matches.repository import MatchRepository
from bot.matches.timekeeper import AWAY, BEAT
from tests.matches.dicey import Choose, DiceyRules, Ready, Roll, Rolled, SeatReady, State
from tests.matches.gambler import with_gambler
from tests.matches.table import ANN, BEN, CLEO, Mail, Table
from tests.matches.test_clocks import left

HOUR, DAY = 3600, 24 * 3600


def a_day(at_zero: Any, kind: Any = "turn", **more: int) -> MatchTerms:
    return MatchTerms(ClockTerms(kind, DAY, at_zero=at_zero, **more))


async def expire_all(table: Table) -> None:
    for match in await table.service.timekeeper.overdue():
        while await table.expire(match):
            pass


async def test_a_reminder_is_sent_once_a_turn_and_changes_nothing_else(table: Table, mail: Mail) -> None:
    info = await table.started(BEN, match_terms=a_day("remind"))
    await table.ready(info.id, ANN)
    await table.outbox.drain(mail)
    mail.received.clear()
    version = (await table.view(info.id, BEN)).match.version
    table.clock.pass_by(days=1)
    await expire_all(table)
    assert (await table.facts(info.id))[-1] == TimeUp(1, "remind")
    await table.outbox.drain(mail)
    assert [(each.kind, each.user) for each in mail.received] == [("board", 0), ("turn", BEN.user)]
    table.clock.pass_by(days=30)
    assert await table.service.timekeeper.overdue() == []
    await table.act(info.id, BEN, Choose(1), Ready(), version=version)
    await table.act(info.id, ANN, Roll())
    table.clock.pass_by(days=1)
    await expire_all(table)
    assert (await table.facts(info.id)).count(TimeUp(1, "remind")) == 2


async def test_timeout_actions_are_done_until_the_turn_is_over(table: Table) -> None:
    info = await table.started(BEN, match_terms=a_day("default"))
    await table.ready(info.id, ANN)
    table.clock.pass_by(days=1)
    await expire_all(table)
    assert (await table.facts(info.id))[-1] == TimeUp(1, "default")
    assert (await table.view(info.id)).view.phase == "rolling"
    assert await table.due(info.id) == table.clock.now + timedelta(days=1)
    table.clock.pass_by(days=1)
    await expire_all(table)
    facts = await table.facts(info.id)
    assert [fact.seat for fact in facts if isinstance(fact, Rolled)] == [0]
    assert await table.awaited(info.id) == {1}


async def test_all_late_seats_of_a_secret_phase_get_timeout_actions(table: Table) -> None:
    info = await table.started(BEN, CLEO, match_terms=a_day("default"))
    await table.act(info.id, CLEO, Choose(3))
    table.clock.pass_by(days=1)
    await expire_all(table)
    match_view = await table.view(info.id)
    assert match_view.view.dice == (1, 1, 3)
    assert [fact.seat for fact in await table.facts(info.id) if isinstance(fact, SeatReady)] == [0, 1, 2]


async def test_a_seat_without_time_resigns_where_that_was_agreed(table: Table) -> None:
    info = await table.started(BEN, CLEO, match_terms=a_day("resign"))
    await table.ready(info.id, ANN, CLEO)
    table.clock.pass_by(days=1)
    await expire_all(table)
    match_view = await table.view(info.id)
    assert match_view.view.left == (False, True, False)
    assert (match_view.awaited, match_view.match.match_terms.resigned) == ({0}, (1,))
    table.clock.pass_by(days=1)
    await expire_all(table)
    ended = await table.info(info.id)
    assert (ended.stage, ended.outcome and ended.outcome.winners) == (Stage.FINISHED, (2,))
    assert await table.service.timekeeper.overdue() == []


async def test_with_an_empty_bank_each_further_turn_times_out_at_once(table: Table) -> None:
    info = await table.started(BEN, match_terms=a_day("default", "bank", increment=HOUR))
    await table.ready(info.id, BEN)
    table.clock.pass_by(days=2)
    await expire_all(table)
    assert (await left(table, info.id))[0] == HOUR
    table.clock.pass_by(hours=2)
    await expire_all(table)
    assert await table.awaited(info.id) == {1}


async def test_a_reminder_keeps_a_proposal_open_and_a_timeout_action_closes_it(table: Table) -> None:
    for at_zero, open_still in (("remind", True), ("default", False)):
        info = await table.started(BEN, match_terms=a_day(at_zero), channel=len(at_zero))
        await table.ready(info.id, ANN)
        await table.propose(info.id, ANN, "draw", request=at_zero)
        table.clock.pass_by(days=1)
        assert await table.expire(info.id)
        match_terms = await table.terms(info.id)
        assert (match_terms.proposal is not None) is open_still
        assert open_still or (match_terms.settled is not None and match_terms.settled.result == "lapsed")


def nothing(_self: DiceyRules, _state: State, _seat: int) -> Any:
    raise IllegalAction("There is nothing to be done.")


def without_end(_self: DiceyRules, state: State, seat: int) -> Choose:
    return Choose(3 - state.dice[seat] or 1)


@pytest.mark.parametrize("least", [nothing, without_end])
async def test_rules_whose_timeout_actions_do_not_end_the_turn_lead_to_one_reminder(
    table: Table, monkeypatch: pytest.MonkeyPatch, least: Any
) -> None:
    monkeypatch.setattr(DiceyRules, "timeout_action", least)
    info = await table.started(BEN, match_terms=a_day("default"))
    table.clock.pass_by(days=1)
    await expire_all(table)
    assert await table.facts(info.id) == [TimeUp(0, "remind"), TimeUp(1, "remind")]
    assert await table.service.timekeeper.overdue() == []
    assert await table.store.actions(info.id) == []


async def test_no_clock_runs_for_a_computer_and_it_waits_in_a_pause(casino: Table) -> None:
    match = await with_gambler(casino, match_terms=a_day("resign"), whispers=False)
    assert (await casino.propose(match, ANN, "pause")).match_view.match.match_terms.clocks.paused
    assert not await casino.service.play.step_computer(match)
    await casino.resume(match, ANN)
    await casino.ready(match, ANN)
    assert await casino.due(match) is None
    casino.clock.pass_by(days=9)
    await expire_all(casino)
    assert await casino.service.play.step_computer(match)
    while await casino.service.play.step_computer(match):
        pass
    assert await casino.awaited(match) == {0}
    assert await casino.due(match) == casino.clock.now + timedelta(days=1)


async def test_no_clock_runs_in_the_bot_s_absence(table: Table) -> None:
    bank = await table.started(BEN, match_terms=a_day("resign", "bank"))
    turn = await table.started(BEN, match_terms=a_day("resign"), channel=2)
    assert await table.service.timekeeper.beat() == timedelta()
    table.clock.pass_by(hours=3)
    await table.service.timekeeper.beat(away=timedelta(days=1))
    table.clock.pass_by(days=4)
    restarted = table.again()
    assert await restarted.service.timekeeper.beat() == timedelta(days=4)
    assert await restarted.service.timekeeper.overdue() == []
    for info in (bank, turn):
        assert await left(restarted, info.id) == (21 * HOUR, 21 * HOUR)
        assert await restarted.due(info.id) == table.clock.now + timedelta(hours=21)


async def test_short_gaps_are_no_absence_and_actions_after_the_last_heartbeat_count(table: Table) -> None:
    info = await table.started(BEN, match_terms=a_day("remind"))
    await table.service.timekeeper.beat()
    table.clock.now += AWAY - timedelta(seconds=1)
    assert await table.service.timekeeper.beat() == timedelta()
    table.clock.now += BEAT
    await table.ready(info.id, ANN, BEN)
    table.clock.pass_by(hours=1)
    assert await table.service.timekeeper.beat() == BEAT + timedelta(hours=1)
    assert (await left(table, info.id))[0] == DAY


async def test_an_absence_is_credited_once_although_the_bot_crashes_while_crediting(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await table.started(BEN, match_terms=a_day("resign"))
    second = await table.started(BEN, match_terms=a_day("resign"), channel=2)
    await table.service.timekeeper.beat()
    table.clock.pass_by(hours=30)
    credit, done = MatchRepository.change_undecoded, []

    async def dies_after_one(self: MatchRepository, match: str, *rest: Any) -> Any:
        if done:
            raise KeyboardInterrupt
        done.append(match)
        return await credit(self, match, *rest)

    monkeypatch.setattr(MatchRepository, "change_undecoded", dies_after_one)
    with pytest.raises(KeyboardInterrupt):
        await table.service.timekeeper.beat()
    monkeypatch.undo()
    table.clock.pass_by(hours=10)
    restarted = table.again()
    assert await restarted.service.timekeeper.beat() == timedelta(hours=40)
    for info in (first, second):
        assert await left(restarted, info.id) == (DAY, DAY)
        assert await restarted.due(info.id) == table.clock.now + timedelta(days=1)
    assert await restarted.service.timekeeper.beat() == timedelta()


@pytest.mark.usefixtures("shared")
async def test_only_servers_of_the_absent_process_get_time_credited(table: Table) -> None:
    """The server is of shard 0; the process of shard 1 is the leader, and times out nobody there."""
    info = await table.started(BEN, match_terms=a_day("resign"))
    zero, one = [table.again(str(n), shards=Shards((n,), 2)) for n in (0, 1)]
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


async def test_two_simultaneous_processes_time_out_once(table: Table, other: Table) -> None:
    info = await table.started(BEN, match_terms=a_day("default"))
    await table.ready(info.id, ANN)
    table.clock.pass_by(days=1)
    await table.view(info.id)
    assert await other.expire(info.id)
    assert not await table.expire(info.id)
    await table.act(info.id, ANN, Roll())
    assert (await table.facts(info.id)).count(TimeUp(1, "default")) == 1
