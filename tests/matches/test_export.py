"""The export of a person's matches contains everything that a match can contain."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from bot.games.registry import GAMES
from bot.matches.lobby import PLAIN
from bot.matches.notices import Notice
from bot.matches.terms import read_clock
from bot.people.privacy.match_store import SqlMatchPersonalData
from bot.people.privacy.service import PersonalMatches
from tests.matches.dicey import Choose, Ready
from tests.matches.table import ANN, BEN, CHANNEL, CLEO, DAN, Table, TestClock

TIMED = replace(PLAIN, clock_terms=read_clock("1 day a turn"), rated=False)
STEPS = 60
"""The number of actions of each game; one in ten is undone."""


async def exported(table: Table, user: int) -> list[dict[str, Any]]:
    """Return the matches of a person as they are in the export file."""
    rows = [
        each
        async for each in PersonalMatches(table.service, SqlMatchPersonalData(table.store.database)).export(
            user
        )
    ]
    found: list[dict[str, Any]] = msgspec.json.decode(msgspec.json.encode(rows))
    return found


def facts_in(matches: list[dict[str, Any]]) -> list[Mapping[str, Any]]:
    return [line["fact"] for match in matches for line in match["told"]]


async def test_every_kind_of_notice_is_exported(table: Table, clock: TestClock) -> None:
    info = await table.started(BEN, CLEO, match_terms=TIMED)
    match = info.id

    await table.agreed(match, "hints", ANN, BEN, CLEO)
    await table.agreed(match, "pause", ANN, BEN, CLEO)
    await table.resume(match, BEN)
    await table.give_time(match, ANN, 1, 3600)
    for back in (False, True):
        await table.service.tournament.set_leave(match, BEN.user, back=back)
    leaves = table.service.leaves
    await leaves.set(match, BEN.user, clock.now + timedelta(days=1), by_itself=True)
    await leaves.set(match, BEN.user, None)
    await table.move(match, ANN, CHANNEL + 1)
    await table.act(match, ANN, Choose(2), Ready())
    await table.undo(match, ANN)
    await table.agree(match, BEN, CLEO)
    clock.pass_by(days=2)
    while await table.expire(match):
        pass
    rests = table.service.reachability
    await rests.rests(match, "deleted", clock.now, dict.fromkeys(await table.awaited(match), clock.now))
    await rests.over(match)
    await table.service.departures.left(match, CLEO.user)
    await table.offer(match, ANN, 2, DAN)
    await table.take(match, DAN)
    await table.agreed(match, "draw", ANN, BEN, DAN)
    other = await table.started(BEN)
    await table.service.tournament.adjudicate(other.id, request=table.request())
    told = {fact["fact"] for fact in facts_in(await exported(table, ANN.user))}
    assert {notice.__struct_config__.tag for notice in get_args(Notice)} <= told
    (left,) = await exported(table, CLEO.user)
    assert "told" not in left  # she holds no seat any more


@pytest.mark.parametrize("key", list(GAMES))
async def test_each_game_is_exported_with_undone_actions(table: Table, key: str) -> None:
    """Undone actions are exported with their facts."""
    chance, people = Random(31), (ANN, BEN)
    table = table.again(games={key: GAMES[key].rules})
    match = (await table.started(BEN, match_terms=TIMED)).id
    for step in range(1, STEPS + 1):
        public = await table.view(match)
        if public.match.stage.ended:
            break
        seat = chance.choice(sorted(public.awaited))
        offered = (await table.view(match, people[seat])).legal
        free = key == "free-table"  # there "end" ends the match, at once
        legal = [each for each in offered if not (free and each.__struct_config__.tag == "end")]
        await table.act(match, people[seat], legal[chance.randrange(len(legal))])
        if step % 10 == 0 and not (await table.info(match)).stage.ended:
            await table.undo(match, people[seat])
            if (await table.terms(match)).proposal is not None:
                await table.agree(match, people[1 - seat])
    for person in people:
        (found,) = await exported(table, person.user)
        told = [line["fact"] for line in found["told"]]
        facts = await table.facts(match, person)
        assert [fact["fact"] for fact in told] == [fact.__struct_config__.tag for fact in facts]
        back = [fact for fact in told if fact["fact"] == "table-taken-back"]
        assert any("fact" in each for fact in back for each in fact["facts"])
