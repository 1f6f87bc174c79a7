"""Limits on what one person may use of disk and processor, and the refusals beyond them."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest

from bot.base.limits import DAY, LIMITED, PERSONS, Buckets, Limits, wait_in_words
from bot.engine.errors import Refusal
from bot.matches.errors import LobbyRefusal
from bot.matches.model import Person
from bot.matches.store import SqlMatchStore
from bot.parts.dice.bounds import RollRefused
from bot.parts.dice.notation import read
from bot.parts.dice.ports import RollPlace, Visibility
from bot.parts.dice.service import Asked, RollService
from bot.parts.dice.store import SqlRollStore
from bot.parts.tournaments import acts
from bot.parts.tournaments.model import Plans
from tests.matches.conftest import clock, table, url
from tests.matches.table import ANN, BEN, CLEO, DAN, MODERATOR, Table, TestClock, fixed_entropy
from tests.parts.tournaments.office import CHANNEL, CLOCK, GUILD, Office

__all__ = ["clock", "table", "url"]

HERE = RollPlace(5, shared=True)


def test_the_metrics_know_every_limit() -> None:
    files = [
        file for folder in ("bot", "cogs") for file in (Path(__file__).parents[1] / folder).rglob("*.py")
    ]
    named = {name for file in files for name in re.findall(r'\bBuckets\(.*?"(\w+)"', file.read_text("utf-8"))}
    assert {"openings", "sheets", "tournaments"} <= named <= {*LIMITED}


def test_each_person_has_a_bucket_that_fills_evenly_in_an_hour(clock: TestClock) -> None:
    buckets = Buckets(clock, 6)
    assert [bool(buckets.take(ANN.user)) for _ in range(8)] == [False] * 6 + [True] * 2
    assert buckets.take(ANN.user) == timedelta(minutes=10)
    assert not buckets.take(BEN.user)
    clock.pass_by(minutes=9, seconds=59)
    assert buckets.take(ANN.user) == timedelta(seconds=1)
    clock.pass_by(seconds=1)
    assert not buckets.take(ANN.user)
    clock.pass_by(hours=5)
    assert [bool(buckets.take(ANN.user)) for _ in range(7)] == [False] * 6 + [True]


def test_a_request_larger_than_the_bucket_takes_a_full_one_and_without_a_limit_nobody_waits(
    clock: TestClock,
) -> None:
    buckets = Buckets(clock, 100)
    assert not buckets.take(ANN.user, 5000)
    assert buckets.take(ANN.user, 5000) == timedelta(hours=1)
    buckets.owe(BEN.user, 150)
    assert buckets.take(BEN.user, 10) == timedelta(minutes=36)
    unlimited = Buckets(clock, 0)
    assert not any(unlimited.take(ANN.user, 10_000) for _ in range(100))


def test_the_number_of_buckets_in_memory_is_limited(clock: TestClock) -> None:
    buckets = Buckets(clock, 1)
    for user in range(PERSONS + 1):
        buckets.take(user)
    assert not buckets.take(0), "the one who took something longest ago is forgotten"
    assert buckets.take(PERSONS)


@pytest.mark.parametrize(
    ("seconds", "words"), [(1, "1 minute"), (60, "1 minute"), (61, "2 minutes"), (3600, "60 minutes")]
)
def test_a_wait_is_given_in_minutes(seconds: int, words: str) -> None:
    assert wait_in_words(timedelta(seconds=seconds)) == words


async def test_dice_are_counted_for_each_person(url: str, clock: TestClock) -> None:
    store = SqlMatchStore.at(url)
    service = RollService(
        SqlRollStore(store.database), clock, fixed_entropy("dice"), Limits(dice_an_hour=900)
    )
    service.charge(ANN.user, read("20#40d6"))
    with pytest.raises(RollRefused, match=r"very many dice lately. You can roll this number in 47 minutes."):
        service.charge(ANN.user, read("20#40d6"))
    service.charge(ANN.user, read("(4d6kh3, 2d20)+3"))
    service.charge(BEN.user, read("20#40d6"))
    clock.pass_by(minutes=48)
    service.charge(ANN.user, read("20#40d6"))
    await store.close()


async def test_exploded_dice_are_counted_after_the_roll(url: str, clock: TestClock) -> None:
    store = SqlMatchStore.at(url)
    service = RollService(
        SqlRollStore(store.database), clock, fixed_entropy("dice"), Limits(dice_an_hour=1000)
    )
    text = read("100d2!")
    for number in range(20):
        try:
            service.charge(ANN.user, text)
        except RollRefused:
            break
        await service.roll(Asked(text, ANN, HERE, f"{number}"))
    assert 3 <= number <= 6, "each rolls some two hundred dice, not a hundred"
    await store.close()


async def test_rolls_are_deleted_when_they_can_no_longer_be_verified(url: str, clock: TestClock) -> None:
    store = SqlMatchStore.at(url)
    service = RollService(
        SqlRollStore(store.database), clock, fixed_entropy("dice"), Limits(rolls_kept_days=30)
    )
    rolls = {}
    for visibility in Visibility:
        rolls[visibility], _ = await service.roll(Asked(read("3d6"), ANN, HERE, visibility, visibility))
    day = clock.now.date()
    clock.pass_by(days=30)
    assert await service.prune() == 0
    assert (await service.verify(rolls[Visibility.PUBLIC].id, BEN.user)).agrees
    clock.pass_by(days=1)
    new, _ = await service.roll(Asked(read("1d6"), ANN, HERE, "new"))
    assert await service.prune() == 6, "three rolls, and the seeds they came from"
    for old in rolls.values():
        with pytest.raises(RollRefused, match="Rolls are kept, and can be verified, for 30 days"):
            await service.verify(old.id, ANN.user)
    with pytest.raises(RollRefused, match=r"^Rolls are kept, and can be verified, for 30 days.$"):
        await service.verify_number(0, day, ANN.user, HERE)
    assert (await service.verify(new.id, ANN.user)).roll == new
    forever = RollService(
        SqlRollStore(store.database), clock, fixed_entropy("dice"), Limits(rolls_kept_days=0)
    )
    clock.pass_by(days=1000)
    assert await forever.prune() == 0
    await store.close()


async def test_the_rolls_of_a_day_are_deleted_in_batches(
    url: str, clock: TestClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.matches.upkeep.BATCH", 3)
    store = SqlMatchStore.at(url)
    service = RollService(
        SqlRollStore(store.database), clock, fixed_entropy("dice"), Limits(rolls_kept_days=1)
    )
    for number in range(6):
        await service.roll(Asked(read("1d6"), ANN, HERE, f"open {number}"))
        await service.roll(Asked(read("1d6"), ANN, HERE, f"sealed {number}", Visibility.LATER))
    clock.pass_by(days=5)
    assert await service.prune() == 6 + 1 + 6 + 6
    assert await service.prune() == 0
    await store.close()


async def opened(table: Table, channel: int, *, guild: int = 7, host: Person = ANN) -> None:
    await table.service.lobby.open(
        "dicey", {}, seats=2, host=host, guild=guild, channel=channel, request=f"{channel}"
    )


async def ended(table: Table, match: str, request: str) -> None:
    await table.service.play.end(match, MODERATOR, moderator=True, request=request)


async def test_the_open_matches_of_a_host_are_limited(url: str, clock: TestClock) -> None:
    table = Table(url, clock, limits=Limits(matches_a_person=3))
    for channel in range(3):
        await opened(table, channel, guild=channel)
    with pytest.raises(LobbyRefusal, match=r"You host 3 matches that have not ended, which is the most\."):
        await opened(table, 3)
    await opened(table, 4, host=BEN)
    await ended(table, (await table.service.in_channel(0)).id, "end")
    await opened(table, 3)
    await table.close()


async def test_a_rematch_counts_as_a_hosted_match(url: str, clock: TestClock) -> None:
    table = Table(url, clock, limits=Limits(matches_a_person=1))
    info = await table.started(BEN)
    await ended(table, info.id, "end")
    await opened(table, 3)
    with pytest.raises(LobbyRefusal, match="You host 1 match that has not ended, which"):
        await table.service.lobby.rematch(info.id, ANN.user, channel=9, request="again")
    await table.close()


async def test_the_open_matches_of_a_server_are_limited(url: str, clock: TestClock) -> None:
    table = Table(url, clock, limits=Limits(matches_a_server=2))
    await opened(table, 1)
    await opened(table, 2, host=BEN)
    with pytest.raises(LobbyRefusal, match=r"This server has 2 matches that have not ended, which is"):
        await opened(table, 3)
    await opened(table, 4, guild=8)
    await table.close()


async def test_matches_opened_and_ended_in_an_hour_are_limited(url: str, clock: TestClock) -> None:
    table = Table(url, clock, limits=Limits(openings_an_hour=2))
    for channel in range(2):
        await opened(table, channel)
        await ended(table, (await table.service.in_channel(channel)).id, f"end {channel}")
    with pytest.raises(LobbyRefusal, match=r"very many matches lately. The next can be opened in 30 min"):
        await opened(table, 5)
    clock.pass_by(minutes=30)
    await opened(table, 5)
    await table.close()


def test_a_limit_of_a_day_counts_beyond_that_of_an_hour(clock: TestClock) -> None:
    buckets = Buckets(clock, 3, beyond=Buckets(clock, 5, span=DAY))
    assert [bool(buckets.take(ANN.user)) for _ in range(4)] == [False, False, False, True]
    clock.pass_by(hours=1)
    assert [bool(buckets.take(ANN.user)) for _ in range(3)] == [False, False, True]
    wait = buckets.take(ANN.user)
    assert timedelta(hours=3) < wait < timedelta(hours=5)
    assert wait_in_words(wait) in ("4 hours", "5 hours")
    assert not buckets.take(BEN.user)
    alone = Buckets(clock, 0, beyond=Buckets(clock, 1, span=DAY))
    assert [bool(alone.take(ANN.user)) for _ in range(2)] == [False, True]


async def test_tournaments_of_a_person_are_limited_and_lock_nobody_out(url: str, clock: TestClock) -> None:
    limits = Limits(tournaments_a_person=2, tournaments_a_day=3, tournament_acts_a_day=12, matches_a_server=1)
    office = Office(url, clock, limits=limits)
    plans = Plans("noughts", "cup", clock=CLOCK, size=4)
    dora = Person(1, "Dora")

    async def opened(by: Person = dora) -> str:
        return (await office.service.open(GUILD, CHANNEL, by, plans)).id

    first, second = await opened(), await opened()
    with pytest.raises(Refusal, match="You direct 2 tournaments here that are not over"):
        await opened()
    await opened(BEN)
    end = office.service.act
    await end(first, dora, "end", acts.stopped, {}, manages=False)
    await office.runner.step(first)
    await opened()
    await end(second, dora, "end", acts.stopped, {}, manages=False)
    await office.runner.step(second)
    with pytest.raises(Refusal, match=r"very many tournaments lately\. The next can be opened in 8 hours"):
        await opened()
    clock.pass_by(days=1)
    played = await office.opened("cup", 4, size=4)
    await office.runner.step(played)
    found = await office.service.get(played)
    assert [bool(each.match) for each in found.games] == [True] * 6
    assert await office.store.count_open(found.entrants[0].user, GUILD) == (0, 0), "they count for themselves"
    await office.store.close()


async def test_asking_partners_is_limited(url: str, clock: TestClock) -> None:
    """Each question mentions a person. Agreeing and leaving are never limited by it."""
    office = Office(url, clock, limits=Limits(tournament_acts_a_day=25))
    plans = Plans("crossfire", "cup", seats=4, clock=CLOCK, size=4)
    tournament = (await office.service.open(GUILD, CHANNEL, Person(1, "Dora"), plans)).id
    for other in (BEN, CLEO):
        await office.service.join(tournament, ANN, partner=other)
    with pytest.raises(Refusal, match=r"very much in tournaments lately\. You can do this in 5 hours"):
        await office.service.join(tournament, ANN, partner=DAN)
    await office.service.join(tournament, CLEO, partner=ANN)
    await office.service.leave(tournament, ANN)
    await office.store.close()
