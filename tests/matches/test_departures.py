"""Players who leave a server: announced once, deleted completely, and found by server."""

from __future__ import annotations

import pytest

from bot.matches.errors import MatchRefusal
from bot.matches.model import FORMER
from bot.matches.notices import Left
from tests.matches.dicey import Choose, Ready
from tests.matches.table import ANN, BEN, CLEO, MODERATOR, STRANGER, Table


async def left(table: Table, match: str) -> list[int]:
    """Return the seats with a notice of departure in the history."""
    return [fact.seat for fact in await table.facts(match) if isinstance(fact, Left)]


async def test_a_departure_is_announced_once_and_again_after_a_return(table: Table) -> None:
    """The buttons stay valid."""
    info, departures = await table.started(BEN), table.service.departures
    version = (await table.view(info.id, ANN)).match.version
    assert await departures.left(info.id, BEN.user)
    assert not await departures.left(info.id, BEN.user)
    assert not await departures.left(info.id, STRANGER)
    await departures.returned(info.id, BEN.user)
    await departures.returned(info.id, BEN.user)
    assert await departures.left(info.id, BEN.user)
    assert await left(table, info.id) == [1, 1]
    await table.act(info.id, ANN, Choose(1), Ready(), version=version)


async def test_in_lobbies_and_after_the_end_nothing_is_announced(table: Table) -> None:
    info = await table.open()
    assert not await table.service.departures.left(info.id, ANN.user)
    over = await table.started(BEN, channel=2)
    await table.resign(over.id, BEN)
    assert not await table.service.departures.left(over.id, ANN.user)


async def test_a_match_continues_after_a_player_is_deleted(table: Table) -> None:
    info = await table.started(BEN, CLEO)
    await table.resign(info.id, ANN)
    forgotten = await table.service.departures.forget(info.id, ANN.user)
    assert (forgotten.names, forgotten.host) == ((FORMER, "Ben", "Cleo"), BEN.user)
    await table.act(info.id, BEN, Choose(1), Ready())
    await table.act(info.id, CLEO, Choose(1), Ready())
    assert await table.awaited(info.id) == {1}
    await table.resign(info.id, CLEO)
    audit = await table.audit(info.id)
    assert FORMER not in str(audit)
    assert len(audit["words"]) == 3


async def test_a_declined_or_withdrawn_offer_stores_no_id(table: Table) -> None:
    info = await table.started(BEN)
    for user, kept in ((CLEO.user, "refused"), (MODERATOR, "withdrawn")):
        await table.offer(info.id, MODERATOR, 1, CLEO, moderator=True)
        with pytest.raises(MatchRefusal, match="offered to somebody else"):
            await table.decline(info.id, BEN, moderator=True)
        after = await table.decline(info.id, user, moderator=user == MODERATOR)
        assert after.match_terms.settled is not None
        assert (after.match_terms.settled.result, after.match_terms.settled.user) == (kept, 0)
    with pytest.raises(MatchRefusal, match="no longer open"):
        await table.decline(info.id, CLEO)


async def test_matches_are_found_by_server_and_stage(table: Table) -> None:
    lobby = await table.open()
    table.clock.pass_by(minutes=1)
    played = await table.started(BEN, channel=2)
    assert await table.service.store.playing() == [played.id]
    assert [info.id for info in await table.service.open_matches_on(7)] == [lobby.id, played.id]
    assert await table.service.open_matches_on(8) == []
