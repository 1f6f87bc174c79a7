"""Matches of Papyrus in the service: secret picking and deployment, and the stored data."""

from __future__ import annotations

import pytest

from bot.games.papyrus.rules.actions import Formation, Place, Ready, Recruit
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.rules import PapyrusRules
from bot.matches.errors import LobbyRefusal
from tests.matches.table import ANN, BEN, Table

RULES = PapyrusRules({}, {})


@pytest.fixture
async def papyrus(table: Table) -> Table:
    return table.again("papyrus", games={"papyrus": RULES})


async def test_two_players_pick_and_deploy_at_the_same_time(papyrus: Table) -> None:
    """PAP-02, PAP-03: picking and deployment are secret, and each side's buttons stay valid."""
    match = (await papyrus.started(BEN, squad=2)).id
    versions = {person: (await papyrus.view(match, person)).match.version for person in (ANN, BEN)}
    public = await papyrus.view(match)
    for kind in (Kind.SMG, Kind.SNIPER):
        for person in (ANN, BEN):
            played = await papyrus.act(match, person, Recruit(kind), version=versions[person])
            versions[person] = played.match_view.match.version
    assert await papyrus.view(match) == public
    for person in (ANN, BEN):
        await papyrus.act(match, person, Ready())
    bens = await papyrus.view(match, BEN)
    place = next(action for action in bens.legal if isinstance(action, Place))
    await papyrus.act(match, ANN, Formation())
    await papyrus.act(match, BEN, place, version=bens.match.version)
    anns = (await papyrus.view(match, ANN)).view.units
    assert {unit.square for unit in anns if unit.seat == 1} == {-1}


async def test_a_secret_choice_that_is_made_already_is_not_recorded_again(papyrus: Table) -> None:
    """So that an undo takes back something."""
    match, act = (await papyrus.started(BEN, squad=1)).id, papyrus.act
    for person in (ANN, BEN):
        await act(match, person, Recruit(Kind.SMG), Ready())
    before = len(await papyrus.store.actions(match))
    first, again = [await act(match, ANN, Formation()) for _ in range(2)]
    assert (first.unchanged, again.unchanged, again.facts) == (False, True, ())
    assert again.match_view == first.match_view
    assert len(await papyrus.store.actions(match)) == before + 1
    await papyrus.undo(match, ANN)
    assert {unit.square for unit in (await papyrus.view(match, ANN)).view.units} == {-1}


async def test_papyrus_has_two_to_four_seats_and_a_small_stored_state(
    papyrus: Table,
) -> None:
    """PAP-01."""
    for seats in (1, 5):
        with pytest.raises(LobbyRefusal, match=f"2, 3 or 4 seats, not {seats}"):
            await papyrus.open(seats=seats)
    state = (await papyrus.record((await papyrus.started(BEN, squad=10)).id)).state
    assert state is not None
    assert len(state) < 20_000
