"""Deadlines of tournaments wait for players who cannot act, as clocks do."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from bot.matches.model import Person, Stage
from bot.matches.ports import Outage
from bot.matches.timekeeper import Timekeeper
from bot.parts.tournaments.acts import scheduled
from bot.parts.tournaments.model import Tournament
from tests.parts.tournaments.office import GUILD, Office

DAYS = 2
"""The days of a round, fewer than the clock of a turn has."""


async def begun(office: Office) -> Tournament:
    tournament = await office.opened(days=DAYS)
    await office.start(tournament)
    return await office.service.get(tournament)


async def lasts(office: Office, keeper: Timekeeper, **span: float) -> None:
    """Let the server be unavailable for a time; the runner works on."""
    outage = Outage(GUILD, None, "unavailable", office.clock.now)
    await keeper.begin_outage(outage)
    office.clock.pass_by(**span)
    for tournament in await office.service.store.going_on():
        await office.runner.step(tournament)
    await keeper.end_outage(outage)


async def stages(office: Office, tournament: Tournament) -> set[Stage]:
    return {(await office.matches.info(each.match)).stage for each in tournament.games}


def deadline(tournament: Tournament) -> datetime:
    return tournament.rounds[-1].deadline


async def test_no_match_is_adjudicated_for_the_time_of_an_outage(office: Office) -> None:
    before = await begun(office)
    office.clock.pass_by(days=1)
    await lasts(office, office.matches.timekeeper, days=5)
    after = await office.service.get(before.id)
    assert deadline(after) - deadline(before) == timedelta(days=5)
    await office.runner.step(before.id)
    assert await stages(office, after) == {Stage.PLAYING}
    office.clock.pass_by(hours=25)
    await office.runner.step(before.id)
    assert await stages(office, after) == {Stage.FINISHED}
    assert {each.how for each in (await office.service.get(before.id)).results} == {"adjudicated"}


async def test_the_absence_of_the_bot_puts_deadlines_off(office: Office) -> None:
    before = await begun(office)
    await office.matches.timekeeper.beat()
    office.clock.pass_by(days=3)
    for _ in range(2):  # a repeated call gives nothing back twice
        await office.matches.timekeeper.beat()
    assert deadline(await office.service.get(before.id)) - deadline(before) == timedelta(days=3)


async def test_a_match_that_rested_has_a_later_deadline(office: Office) -> None:
    before = await begun(office)
    one, other, *_ = before.games
    rests, now = office.matches.reachability, office.clock.now
    await rests.rests(one.match, "archived", now, {0: now, 1: now})
    office.clock.pass_by(days=DAYS, hours=1)
    await office.runner.step(before.id)
    found = [(await office.matches.info(each.match)).stage for each in (one, other)]
    assert found == [Stage.PLAYING, Stage.FINISHED]
    await rests.over(one.match)
    office.clock.pass_by(days=DAYS - 1)
    await office.runner.step(before.id)
    assert (await office.matches.info(one.match)).stage is Stage.PLAYING
    office.clock.pass_by(days=1)
    await office.runner.step(before.id)
    assert (await office.matches.info(one.match)).stage is Stage.FINISHED


async def test_whoever_is_not_reached_at_the_deadline_is_not_adjudicated(office: Office) -> None:
    before = await begun(office)
    office.venue.unreached = {before.games[0].match}
    office.clock.pass_by(days=DAYS, hours=1)
    await office.runner.step(before.id)
    assert (await office.matches.info(before.games[0].match)).stage is Stage.PLAYING


@pytest.mark.parametrize("days", [1, 30])
async def test_leave_is_not_spent_and_no_tournament_begins_in_an_outage(office: Office, days: int) -> None:
    before = await begun(office)
    waiting = await office.opened()
    at = office.clock.now + timedelta(hours=5)
    await office.service.act(
        waiting,
        Person(1, "Dora"),
        "schedule",
        lambda found, _now: scheduled(found, at),
        {},
        manages=False,
    )
    await office.service.take_leave(before.id, Person(100, "P0"), back=False)
    await lasts(office, office.matches.timekeeper, days=days)
    assert (await office.service.get(waiting)).starts_at == at + timedelta(days=days)
    office.clock.pass_by(hours=1)
    after = await office.service.take_leave(before.id, Person(100, "P0"), back=True)
    assert after.entrants[0].away_spent == 3600
