"""Tournaments of matches for three or more."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.errors import Refusal
from bot.matches.model import Person
from bot.parts.tournaments.export import as_json
from bot.parts.tournaments.verifying import check_tournament, read
from tests.parts.tournaments.office import Office


@pytest.mark.parametrize(("kind", "people"), [("swiss", 7), ("cup", 8), ("league", 12)])
async def test_tables_of_three_and_four_are_played_round_by_round(
    office: Office, kind: Any, people: int
) -> None:
    size = people if kind == "cup" else 0
    tournament = await office.opened(kind, people, game="dicey", seats=3, size=size)
    if kind != "cup":
        await office.start(tournament)
    found = await office.played(tournament)
    assert {len(each.seats) for each in found.games} <= {3, 4}
    for division in found.divisions:
        places = sorted([each.place for each in found.entrants if each.division == division])
        assert places == list(range(1, len(places) + 1))
    assert "all" not in check_tournament(read(as_json(found)))


async def test_a_number_of_players_that_cannot_be_seated_is_refused(office: Office) -> None:
    tournament = await office.opened("league", 11, game="dicey", seats=3)
    with pytest.raises(Refusal, match="do not fill tables"):
        await office.start(tournament)


async def test_a_table_ends_when_too_few_players_are_left(office: Office) -> None:
    tournament = await office.opened("swiss", 4, game="dicey", seats=3)
    await office.start(tournament)
    for number in (1, 2):
        await office.service.leave(tournament, Person(99 + number, "gone"))
    assert (await office.played(tournament)).stage == "ended"
