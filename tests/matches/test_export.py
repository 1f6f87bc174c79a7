"""What a person is handed of their matches: whatever a match can contain can be written down."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from bot.matches.lobby import PLAIN
from bot.matches.notices import Notice
from bot.matches.terms import read_clock
from bot.privacy.matches import PersonalMatches
from bot.registry import GAMES
from tests.matches.dicey import Choose, Ready, Roll
from tests.matches.table import ANN, BEN, CHANNEL, CLEO, DAN, Table, TestClock

TIMED = replace(PLAIN, clock_terms=read_clock("1 day a turn"), rated=False)
STEPS = 150
"""Actions of each game that are done, one in ten taken back."""


async def handed(table: Table, user: int) -> list[dict[str, Any]]:
    """Return the matches of a person as the file has them."""
    exported = [each async for each in PersonalMatches(table.service, table.store.traces).export(user)]
    found: list[dict[str, Any]] = msgspec.json.decode(msgspec.json.encode(exported))
    return found


def facts_in(matches: list[dict[str, Any]]) -> list[Mapping[str, Any]]:
    return [line["fact"] for match in matches for line in match["told"]]


async def test_after_an_undo_all_is_handed_out_with_what_was_taken_back(table: Table) -> None:
    info = await table.started(BEN)
    await table.act(info.id, ANN, Choose(2), Ready())
    await table.act(info.id, BEN, Choose(1), Ready())
    await table.act(info.id, ANN, Roll())
    agreements = table.service.agreements
    await agreements.undo(info.id, ANN.user, request=table.request())
    await agreements.answer(info.id, BEN.user, agree=True, request=table.request())
    (back,) = [fact for fact in facts_in(await handed(table, ANN.user)) if fact["fact"] == "table-taken-back"]
    assert [fact["fact"] for fact in back["facts"]] == ["rolled"]


async def test_every_notice_is_handed_out(table: Table, clock: TestClock) -> None:
    info = await table.started(BEN, CLEO, match_terms=TIMED)
    match, agreements = info.id, table.service.agreements

    async def agreed(kind: Any) -> None:
        await agreements.propose(match, ANN.user, kind, request=table.request())
        for person in (BEN, CLEO):
            await agreements.answer(match, person.user, agree=True, request=table.request())

    await agreed("hints")
    await agreed("pause")
    await agreements.resume(match, BEN.user, request=table.request())
    await agreements.give_time(match, ANN.user, 1, 3600, request=table.request())
    for back in (False, True):
        await table.service.tournament.set_leave(match, BEN.user, back=back)
    await agreements.move(match, ANN.user, CHANNEL + 1, moderator=False, request=table.request())
    await table.act(match, ANN, Choose(2), Ready())
    await agreements.undo(match, ANN.user, request=table.request())
    for person in (BEN, CLEO):
        await agreements.answer(match, person.user, agree=True, request=table.request())
    clock.pass_by(days=2)
    while await table.service.timekeeper.expire(match):
        pass
    await table.service.departures.left(match, CLEO.user)
    await table.service.seats.offer(match, ANN.user, 2, DAN, moderator=False, request=table.request())
    await table.service.seats.take(match, DAN, request=table.request())
    await agreements.propose(match, ANN.user, "draw", request=table.request())
    for person in (BEN, DAN):
        await agreements.answer(match, person.user, agree=True, request=table.request())
    other = await table.started(BEN)
    await table.service.tournament.adjudicate(other.id, request=table.request())
    told = {fact["fact"] for fact in facts_in(await handed(table, ANN.user))}
    assert {notice.__struct_config__.tag for notice in get_args(Notice)} <= told
    (left,) = await handed(table, CLEO.user)
    assert "told" not in left  # she holds no seat any more


@pytest.mark.parametrize("key", list(GAMES))
async def test_each_game_is_handed_out_with_what_was_taken_back(url: str, clock: TestClock, key: str) -> None:
    rules, chance = GAMES[key].rules, Random(31)
    table = Table(url, clock, games={key: rules})
    lobby, agreements = table.service.lobby, table.service.agreements
    info = await lobby.open(
        key, {}, seats=2, host=ANN, guild=7, channel=CHANNEL, match_terms=TIMED, request=table.request()
    )
    await lobby.join(info.id, BEN, request=table.request())
    await lobby.start(info.id, ANN.user, request=table.request())
    people = (ANN, BEN)
    for step in range(1, STEPS + 1):
        public = await table.service.match_view(info.id, None)
        if public.match.stage.ended:
            break
        seat = chance.choice(sorted(public.awaited))
        who, other = people[seat], people[1 - seat]
        legal = (await table.service.match_view(info.id, who.user)).legal
        await table.act(info.id, who, legal[chance.randrange(len(legal))])
        if step % 10 == 0 and not (await table.service.info(info.id)).stage.ended:
            played = await agreements.undo(info.id, who.user, request=table.request())
            if played.match_view.match.match_terms.proposal is not None:
                await agreements.answer(info.id, other.user, agree=True, request=table.request())
    for person in people:
        (match,) = await handed(table, person.user)
        lines = await table.service.history.lines(info.id, person.user)
        assert [line["fact"]["fact"] for line in match["told"]] == [
            line.fact.__struct_config__.tag for line in lines
        ]
        assert "table-taken-back" in [line["fact"]["fact"] for line in match["told"]]
    await table.close()
