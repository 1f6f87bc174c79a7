"""Whole matches of Papyrus through the service: at random, to the end, and checked afterwards."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

from bot.audit import decode
from bot.engine.contract import Outcome
from bot.engine.fair import Draw, Stream
from bot.games.papyrus.rules.actions import Formation, Place, Ready, Recruit
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.rules import PapyrusRules
from bot.matches.errors import LobbyRefusal
from bot.matches.model import MatchInfo
from bot.storage.store import SqlMatchStore
from tests.matches.table import ANN, BEN, CHANNEL, CLEO, DAN, Table, TestClock

PEOPLE = (ANN, BEN, CLEO, DAN)
RULES = PapyrusRules({}, {})


class PapyrusTable(Table):
    def __init__(self, url: str, clock: TestClock, label: str = "papyrus") -> None:
        super().__init__(url, clock, label, games={"papyrus": RULES})

    async def begun(self, seats: int, **options: Any) -> MatchInfo:
        info = await self.service.lobby.open(
            "papyrus", options, seats=seats, host=ANN, guild=1, channel=CHANNEL, request=self.request()
        )
        for person in PEOPLE[1:seats]:
            await self.service.lobby.join(info.id, person, word=person.name, request=self.request())
        return await self.service.lobby.start(info.id, ANN.user, request=self.request())


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_a_random_match_ends_and_can_be_played_again_from_its_audit(
    url: str, clock: TestClock, seats: int
) -> None:
    table = PapyrusTable(url, clock)
    luck = random.Random(seats)
    info = await table.begun(seats, squad=2, width=8, height=6, rounds=6, critical=seats == 3)
    number = 0
    while not (await table.service.info(info.id)).stage.ended:
        awaited = (await table.service.match_view(info.id, None)).awaited
        person = PEOPLE[luck.choice(sorted(awaited))]
        match_view = await table.service.match_view(info.id, person.user)
        action = match_view.legal[luck.randrange(len(match_view.legal))]
        await table.act(info.id, person, action, version=match_view.match.version)
        number += 1
        if number % 25 == 0:  # now and then another process plays on
            await table.close()
            table = PapyrusTable(url, clock, f"papyrus {number}")
    audit = await table.audit(info.id)
    await table.close()
    assert len(audit["actions"]) == number
    decode(json.dumps(audit, ensure_ascii=False).encode())
    check_replay(audit)


def check_replay(audit: dict[str, Any]) -> None:
    stream = Stream(audit["match"], bytes.fromhex(audit["seed"]), audit["words"])
    state = RULES.setup(msgspec.convert(audit["options"], RULES.Options), audit["seats"], stream)
    for row in audit["actions"]:
        RULES.apply(state, row["seat"], msgspec.convert(row["action"], RULES.Action), stream)
    assert stream.draws == [msgspec.convert(draw, Draw) for draw in audit["draws"]]
    assert RULES.outcome(state) == msgspec.convert(audit["outcome"], Outcome)


async def test_two_pick_and_place_at_the_same_time_without_disturbing_each_other(
    url: str, clock: TestClock
) -> None:
    """PAP-02, PAP-03: picking and deployment are secret, and each side's buttons stay valid."""
    table = PapyrusTable(url, clock)
    info = await table.begun(2, squad=2)
    versions = {
        person.user: (await table.service.match_view(info.id, person.user)).match.version
        for person in (ANN, BEN)
    }
    public = await table.service.match_view(info.id, None)
    for kind in (Kind.SMG, Kind.SNIPER):
        for person in (ANN, BEN):
            played = await table.act(info.id, person, Recruit(kind), version=versions[person.user])
            versions[person.user] = played.match_view.match.version
    assert await table.service.match_view(info.id, None) == public
    for person in (ANN, BEN):
        await table.act(info.id, person, Ready())
    legal = (await table.service.match_view(info.id, BEN.user)).legal
    place = next(action for action in legal if isinstance(action, Place))
    bens = (await table.service.match_view(info.id, BEN.user)).match.version
    await table.act(info.id, ANN, Formation())
    await table.act(info.id, BEN, place, version=bens)
    anns = (await table.service.match_view(info.id, ANN.user)).view.units
    assert {unit.square for unit in anns if unit.seat == 1} == {-1}
    await table.close()


@pytest.mark.parametrize("seats", [1, 5])
async def test_papyrus_has_two_to_four_seats(url: str, clock: TestClock, seats: int) -> None:
    """PAP-01."""
    table = PapyrusTable(url, clock)
    with pytest.raises(LobbyRefusal, match=f"2, 3 or 4 seats, not {seats}"):
        await table.begun(seats)
    await table.close()


async def test_what_is_stored_of_a_match_stays_small(url: str, clock: TestClock) -> None:
    table = PapyrusTable(url, clock)
    info = await table.begun(2, squad=10)
    store: SqlMatchStore = table.store
    loaded = await store.load(info.id)
    assert loaded is not None
    assert loaded[0].state is not None
    assert len(loaded[0].state) < 20_000
    await table.close()
