"""A match is pinned to the rules and cards with which it was opened; other rules do not read it."""

from __future__ import annotations

import msgspec
import pytest
from sqlalchemy import text

from bot.database.engine import opened
from bot.engine.audit import encode
from bot.engine.fair import Stream
from bot.matches.errors import OtherRules
from bot.matches.model import Stage
from bot.parts.proofs import verify
from tests.matches.dicey import Choose, DiceyRules, Options, Ready, Roll, State
from tests.matches.table import ANN, BEN, CHANNEL, Table


class NewerDicey(DiceyRules):
    version = "2"


class ReworkedState(State, forbid_unknown_fields=True, kw_only=True):
    stake: int


class ReworkedDicey(DiceyRules):
    """Rules with another state, which cannot read states of version 1."""

    version = "2"
    State = ReworkedState

    def setup(self, options: Options, seats: int, rng: Stream) -> ReworkedState:
        return ReworkedState(**msgspec.structs.asdict(super().setup(options, seats, rng)), stake=5)


class OtherCards(DiceyRules):
    cards = "ab" * 32


@pytest.fixture(
    params=[
        ({"dicey": NewerDicey()}, "version 1 of the rules of Dicey, and this bot has version 2"),
        ({"dicey": OtherCards()}, "other cards of Dicey"),
        ({}, "a game that this bot does not have"),
    ],
    ids=["newer rules", "other cards", "no such game"],
)
async def later(request: pytest.FixtureRequest, table: Table) -> tuple[Table, str]:
    games, sentence = request.param
    return table.again(games=games), sentence


async def test_a_match_of_other_rules_is_refused_in_a_sentence(
    table: Table, later: tuple[Table, str]
) -> None:
    program, sentence = later
    info = await table.started(BEN)
    await table.act(info.id, ANN, Choose(2))
    for refused in (
        program.view(info.id, ANN),
        program.act(info.id, ANN, Choose(1)),
        program.service.history.lines(info.id, ANN.user),
        program.resign(info.id, ANN, request="resign"),
        program.service.play.step_computer(info.id),
    ):
        with pytest.raises(OtherRules, match=sentence):
            await refused
    assert len(await table.store.actions(info.id)) == 1
    assert await program.service.warm() == 0
    await table.act(info.id, ANN, Choose(1))


async def test_a_match_of_other_rules_can_be_ended_and_has_an_audit(
    table: Table, later: tuple[Table, str]
) -> None:
    program, _ = later
    info = await table.started(BEN)
    await table.act(info.id, ANN, Choose(2))
    found = await program.service.in_channel(CHANNEL)
    assert (found.id, found.options, found.names) == (info.id, None, ("Ann", "Ben"))
    assert [each.id for each in await program.service.open_matches()] == [info.id]
    ended = await program.end(found.id)
    assert ended.stage is Stage.ABANDONED
    audit = await program.audit(info.id)
    assert audit["rules"] == "1"
    assert audit["options"]["rounds"] == 2
    assert audit["actions"][0]["action"] == {"do": "choose", "dice": 2}


async def test_an_unreadable_state_is_not_changed(table: Table) -> None:
    info = await table.started(BEN)
    async with opened(table.url) as database:
        await database.write(lambda c: c.execute(text("UPDATE matches SET state = CAST('{}' AS BLOB)")))
    with pytest.raises(OtherRules, match=r"cannot read the stored data of this match\. Nothing was changed"):
        await table.again().act(info.id, ANN, Choose(2))


@pytest.fixture
async def updated(table: Table) -> Table:
    """The program after an update that raised the version of the rules and includes the former ones."""
    return table.again("updated", games={"dicey": ReworkedDicey()}, former=[DiceyRules()])


async def play_to_the_end(program: Table, match: str) -> None:
    while not (found := await program.view(match)).match.stage.ended:
        seat = min(found.awaited)
        person = (ANN, BEN)[seat]
        legal = (await program.view(match, person)).legal
        action = next((each for each in legal if each in (Ready(), Roll())), legal[0])
        await program.act(match, person, action)


async def test_a_match_continues_under_its_own_rules(table: Table, updated: Table) -> None:
    """A rematch uses the newest rules."""
    info = await table.started(BEN)
    await table.act(info.id, ANN, Choose(2))
    assert await updated.service.warm() == 1
    await updated.undo(info.id, ANN)
    await updated.act(info.id, ANN, Choose(3))
    await play_to_the_end(updated, info.id)
    ended = await updated.info(info.id)
    assert (ended.stage, ended.rules) == (Stage.FINISHED, "1")
    audit = await updated.service.history.audit(info.id)
    verify.check(audit, {"dicey": ReworkedDicey()}, [DiceyRules()])
    with pytest.raises(verify.Disagreement, match="under version 1 of the rules of dicey"):
        verify.check(audit, {"dicey": ReworkedDicey()})
    assert b"stake" not in encode(audit)
    again = await updated.service.lobby.rematch(info.id, ANN.user, channel=CHANNEL, request="again")
    assert again.rules == "2"


async def test_a_new_match_beside_it_has_the_newest_rules(table: Table, updated: Table) -> None:
    old = await table.started(BEN)
    new = await updated.started(BEN, channel=CHANNEL + 1)
    assert [(await updated.info(each.id)).rules for each in (old, new)] == ["1", "2"]
    for match in (new.id, old.id):
        await play_to_the_end(updated, match)
    with pytest.raises(OtherRules, match="version 2 of the rules of Dicey, and this bot has version 1"):
        await table.view(new.id, ANN)
