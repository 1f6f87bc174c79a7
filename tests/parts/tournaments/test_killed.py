"""A tournament whose process is killed at random instants: nothing is opened twice, sent twice, or lost."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from sqlalchemy import select

from bot.database.schema import matches
from bot.matches.model import Person
from bot.parts.tournaments.export import as_json
from bot.parts.tournaments.model import Tournament
from bot.parts.tournaments.verifying import check_tournament, read
from tests.parts.tournaments.office import Office


async def live_through(office: Office, kind: Any, people: int) -> Tournament:
    tournament = await office.opened(kind, people)
    if kind != "cup":
        await office.service.start(tournament, Person(1, "Dora"), manages=False)
    office.arm(office.rng.randrange(1, 25))
    found = await office.played(tournament)
    await office.step_through(tournament)
    return found


async def check_whole(office: Office, found: Tournament) -> None:
    assert f"{len(found.entrants)} entrants" in check_tournament(read(as_json(found)))
    played = [each for each in found.games if each.match]
    assert Counter([each.match for each in played]).most_common(1)[0][1] == 1
    assert {each.number for each in found.results} == {each.number for each in found.games}
    for division in found.divisions:
        places = sorted([each.place for each in found.entrants if each.division == division])
        assert places == list(range(1, len(places) + 1))
    rows = await office.store.database.read(
        lambda connection: connection.execute(select(matches.c.id, matches.c.channel)).all()
    )
    assert {row.id for row in rows} >= {each.match for each in played}
    assert len({row.channel for row in rows}) == len(rows)
    assert all(each.posted for each in (await office.service.get(found.id)).notices)
    told = [tournament for tournament, _ in office.venue.events.values()]
    assert len(told) == len(set(told)), "a tournament has one event at most"
    assert found.id not in told
    kinds = Counter([key.split()[1] for key in office.venue.posts])
    assert kinds["ended"] == 1


async def _lived(office: Office, kills: int) -> None:
    formats = [("cup", 8), ("swiss", 7), ("knock-out", 6), ("league", 9)]
    games = 0
    for number in range(1000):
        kind, people = formats[number % 4]
        office.venue.posts.clear()
        office.venue.threads.clear()
        found = await live_through(office, kind, people)
        await check_whole(office, found)
        games += len([each for each in found.games if each.match])
        assert len(office.venue.threads) == len([each for each in found.games if each.match])
        office.arm(0)
        if office.kills >= kills:
            break
    rows = await office.store.database.read(lambda connection: connection.execute(select(matches.c.id)).all())
    assert len(rows) == games


async def test_after_random_kills_nothing_is_opened_twice_or_lost(office: Office) -> None:
    await _lived(office, kills=25)


@pytest.mark.soak
async def test_after_two_hundred_kills_nothing_is_opened_twice_or_lost(office: Office) -> None:
    await _lived(office, kills=200)
    print(f"{office.kills} kills")
