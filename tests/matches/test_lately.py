"""What a player has not seen yet: all events since their own last action, and where they are awaited."""

from __future__ import annotations

import sys
from typing import Any

from bot.matches.clocks import ClockTerms
from bot.matches.model import MatchTerms
from bot.matches.notices import TakenBack, TimeUp
from tests.matches.dicey import Choose, Ready, Roll, Rolled, SeatReady
from tests.matches.table import ANN, BEN, CLEO, Person, Table

DAY = 24 * 3600


async def since(table: Table, match: str, person: Person) -> list[Any]:
    """Return the facts since a person's own last action, as this person knows them."""
    return [line.fact for line in await table.service.history.since_last_action(match, person.user)]


async def test_facts_begin_after_the_own_last_action_and_contain_no_secret(table: Table) -> None:
    info = await table.started(BEN)
    await table.act(info.id, ANN, Choose(2))
    assert await since(table, info.id, BEN) == []
    await table.act(info.id, ANN, Ready())
    assert await since(table, info.id, BEN) == [SeatReady(0)], "who has not acted yet is told all there is"
    await table.ready(info.id, BEN)
    await table.act(info.id, ANN, Roll())
    assert await since(table, info.id, ANN) == []
    assert [type(fact) for fact in await since(table, info.id, BEN)] == [Rolled]
    await table.act(info.id, BEN, Roll())
    assert [fact.seat for fact in await since(table, info.id, ANN)] == [1]


async def test_no_iterator_is_left_for_the_loop_to_close(table: Table) -> None:
    """That would be a task and a wake of the loop for each DM."""
    info = await table.started(BEN)
    await table.ready(info.id, ANN, BEN)
    await table.act(info.id, ANN, Roll())
    table.clock.pass_by(seconds=1)
    await table.act(info.id, BEN, Roll())
    left, hooks = list[Any](), sys.get_asyncgen_hooks()
    sys.set_asyncgen_hooks(finalizer=left.append)
    try:
        await since(table, info.id, BEN)
    finally:
        sys.set_asyncgen_hooks(*hooks)
    assert not left


async def test_timeout_actions_of_a_player_are_included(table: Table) -> None:
    info = await table.started(BEN, match_terms=MatchTerms(ClockTerms("turn", DAY, at_zero="default")))
    await table.ready(info.id, ANN, BEN)
    await table.act(info.id, ANN, Roll())
    table.clock.pass_by(days=1)
    assert await table.expire(info.id)
    facts = await since(table, info.id, BEN)
    assert TimeUp(1, "default") in facts
    assert [fact.seat for fact in facts if isinstance(fact, Rolled)] == [0, 1]


async def test_an_undone_action_is_not_the_last_one(table: Table) -> None:
    info = await table.started(BEN)
    await table.act(info.id, ANN, Choose(1))
    before = await since(table, info.id, ANN)
    await table.act(info.id, ANN, Choose(3))
    await table.undo(info.id, ANN)
    assert [fact for fact in await since(table, info.id, ANN) if not isinstance(fact, TakenBack)] == before


async def test_tables_have_the_awaited_seats_and_their_deadlines(table: Table) -> None:
    timed = await table.started(BEN, match_terms=MatchTerms(ClockTerms("turn", DAY)))
    await table.ready(timed.id, ANN)
    lobby = await table.open(channel=77)
    found = {each.info.id: each for each in await table.service.player_matches(ANN.user)}
    assert (found[timed.id].awaited, found[timed.id].mine, found[timed.id].deadline) == ({1}, False, None)
    assert (found[lobby.id].awaited, found[lobby.id].mine) == (frozenset(), False)
    (bens,) = await table.service.player_matches(BEN.user)
    assert bens.mine
    assert bens.deadline is not None
    assert (bens.deadline - table.clock()).total_seconds() == DAY
    assert await table.service.player_matches(CLEO.user) == []
