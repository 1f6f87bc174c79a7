"""A match is pinned to the rules and cards it was opened with, and never misread by others."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from sqlalchemy import text

from bot.matches.errors import OtherRules
from bot.matches.model import Stage
from bot.storage.engine import opened
from tests.matches.dicey import Choose, DiceyRules
from tests.matches.table import ANN, BEN, CHANNEL, Table


class NewerDicey(DiceyRules):
    version = "2"


class OtherCards(DiceyRules):
    cards = "ab" * 32


def program_with(table: Table, games: dict[str, DiceyRules]) -> Table:
    return Table(table.url, table.clock, "another", games=games)


@pytest.fixture(
    params=[
        ({"dicey": NewerDicey()}, "version 1 of the rules of dicey, and this bot has version 2"),
        ({"dicey": OtherCards()}, "other cards of dicey"),
        ({}, "a game that this bot does not have"),
    ],
    ids=["newer rules", "other cards", "no such game"],
)
async def later(request: pytest.FixtureRequest, table: Table) -> AsyncIterator[tuple[Table, str]]:
    games, sentence = request.param
    program = program_with(table, games)
    yield program, sentence
    await program.close()


async def test_a_match_of_other_rules_is_refused_with_a_clear_notice(
    table: Table, later: tuple[Table, str]
) -> None:
    program, sentence = later
    info = await table.started(BEN)
    await table.act(info.id, ANN, Choose(2))
    for refused in (
        program.service.match_view(info.id, ANN.user),
        program.act(info.id, ANN, Choose(1)),
        program.service.history.lines(info.id, ANN.user),
        program.service.play.resign(info.id, ANN.user, request="resign"),
        program.service.play.step_computer(info.id),
    ):
        with pytest.raises(OtherRules, match=sentence):
            await refused
    assert len(await table.store.actions(info.id)) == 1
    assert await program.service.warm() == 0
    await table.act(info.id, ANN, Choose(1))


async def test_a_match_of_other_rules_can_be_ended_and_its_audit_read(
    table: Table, later: tuple[Table, str]
) -> None:
    program, _ = later
    info = await table.started(BEN)
    await table.act(info.id, ANN, Choose(2))
    found = await program.service.in_channel(CHANNEL)
    assert (found.id, found.options, found.names) == (info.id, None, ("Ann", "Ben"))
    assert [each.id for each in await program.service.open_matches()] == [info.id]
    ended = await program.service.play.end(found.id, ANN.user, moderator=False, request="end")
    assert ended.stage is Stage.ABANDONED
    audit = await program.audit(info.id)
    assert audit["rules"] == "1"
    assert audit["options"]["rounds"] == 2
    assert audit["actions"][0]["action"] == {"do": "choose", "dice": 2}


async def test_a_state_that_cannot_be_read_is_left_as_it_is(table: Table) -> None:
    info = await table.started(BEN)
    async with opened(table.url) as database:
        await database.write(lambda c: c.execute(text("UPDATE matches SET state = CAST('{}' AS BLOB)")))
    program = program_with(table, {"dicey": DiceyRules()})
    with pytest.raises(OtherRules, match=r"cannot be read by this bot\. It was left as it is"):
        await program.act(info.id, ANN, Choose(2))
    await program.close()
