"""Tournaments have bounds by number: for one person, and for one server."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.competitions import service
from bot.competitions.model import Plans
from bot.competitions.pairs import MOST_ASKED
from bot.engine.errors import Refusal
from bot.matches.computers import Computers
from bot.matches.model import Person
from bot.players import COMPUTERS
from tests.competitions.office import CHANNEL, CLOCK, GUILD, Office

ANN, BEN = Person(1, "Ann"), Person(2, "Ben")
CUP = Plans("noughts", "cup", clock=CLOCK, size=4)


async def test_one_person_cannot_take_all_tournaments_of_a_server(office: Office) -> None:
    for _ in range(service.MOST_DIRECTED):
        found = await office.service.open(GUILD, CHANNEL, ANN, CUP)
    with pytest.raises(Refusal, match="You direct 3 tournaments"):
        await office.service.open(GUILD + 1, CHANNEL, ANN, CUP)
    await office.service.open(GUILD, CHANNEL, BEN, CUP)
    await office.service.open(GUILD, CHANNEL, ANN, CUP, manages=True)
    await office.service.act(found.id, ANN, "end", service.acts.stopped, {}, manages=False)
    await office.service.open(GUILD, CHANNEL, BEN, CUP)
    assert len(await office.store.competitions.going_on(GUILD)) < service.MOST_GOING_ON


async def test_opening_and_ending_again_and_again_is_bounded_too(office: Office) -> None:
    async def once() -> None:
        found = await office.service.open(GUILD, CHANNEL, ANN, CUP)
        await office.service.act(found.id, ANN, "end", service.acts.stopped, {}, manages=False)

    for _ in range(service.OPENINGS_AN_HOUR):
        await once()
    with pytest.raises(Refusal, match="very many tournaments lately"):
        await once()
    office.clock.now += timedelta(hours=1)
    await once()


async def test_computers_do_not_fill_cup_after_cup(office: Office) -> None:
    office.service._computers = Computers(COMPUTERS)
    plans = Plans("crossfire", "cup", clock=CLOCK, size=8)
    cups = [(await office.service.open(GUILD, CHANNEL, ANN, plans)).id for _ in range(3)]
    for cup in cups[:2]:
        found = await office.service.add_computers(cup, ANN, "normal", manages=False)
        assert len(found.entered) == 8
    with pytest.raises(Refusal, match="At most 16 computer players"):
        await office.service.add_computers(cups[2], ANN, "normal", manages=False)


async def test_a_person_is_asked_to_be_a_partner_a_few_times(office: Office) -> None:
    plans = Plans("crossfire", "cup", seats=4, clock=CLOCK, size=4)
    found = await office.service.open(GUILD, CHANNEL, ANN, plans)
    for number in range(MOST_ASKED):
        found = await office.service.join(found.id, ANN, partner=Person(10 + number, f"P{number}"))
    with pytest.raises(Refusal, match="asked for a partner 5 times"):
        await office.service.join(found.id, ANN, partner=BEN)
    await office.service.leave(found.id, ANN)
    with pytest.raises(Refusal, match="asked for a partner 5 times"):
        await office.service.join(found.id, ANN, partner=BEN)
    await office.service.join(found.id, BEN, partner=ANN)
    after = await office.service.join(found.id, ANN, partner=BEN)
    assert len(after.entered) == 1, "who is asked can still agree"
