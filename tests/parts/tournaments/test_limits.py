"""Computers of a director, and questions to partners, have bounds by number."""

from __future__ import annotations

import pytest

from bot.engine.errors import Refusal
from bot.games.computers import COMPUTERS
from bot.matches.computers import Computers
from bot.matches.model import Person
from bot.parts.tournaments.model import Plans
from bot.parts.tournaments.pairs import MOST_ASKED
from tests.parts.tournaments.office import CHANNEL, CLOCK, GUILD, Office

ANN, BEN = Person(1, "Ann"), Person(2, "Ben")
CUP = Plans("noughts", "cup", clock=CLOCK, size=4)


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
