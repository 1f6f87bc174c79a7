"""Agreements between players: draws, pauses and other proposals, answered by all who are concerned."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from bot.engine.audit import Audit
from bot.matches import proposals
from bot.matches.errors import MatchRefusal, NotSeated, WrongStage
from bot.matches.model import MatchInfo, Person, Stage
from bot.matches.notices import AGREED, DrawAgreed
from bot.parts.proofs.verify import check
from tests.matches.dicey import Choose, DiceyRules, Ready, Roll
from tests.matches.table import ANN, BEN, CLEO, MODERATOR, STRANGER, Mail, Table
from tests.matches.test_races import before_commit


async def became(table: Table, match: str) -> str:
    """Return the result of the last proposal."""
    settled = (await table.terms(match)).settled
    return settled.result if settled else ""


async def test_a_draw_is_agreed_when_the_last_one_agrees(table: Table) -> None:
    info = await table.started(BEN, CLEO)
    await table.propose(info.id, ANN, "draw")
    await table.agree(info.id, CLEO)
    open_still = await table.proposal(info.id)
    assert (open_still.agreed, open_still.open_to) == ((2,), (1,))
    played = await table.agree(info.id, BEN)
    ended = played.match_view.match
    assert (ended.stage, ended.ended_at) == (Stage.FINISHED, table.clock.now)
    assert ended.outcome is not None
    assert (ended.outcome.winners, ended.outcome.why) == ((), AGREED)
    assert played.facts == (DrawAgreed(),)
    check(msgspec.convert(await table.audit(info.id), Audit), {"dicey": DiceyRules()})
    with pytest.raises(WrongStage, match="has ended"):
        await table.propose(info.id, ANN, "draw")


async def test_the_same_proposal_is_an_agreement_and_another_one_needs_an_answer_first(
    table: Table,
) -> None:
    info = await table.started(BEN)
    await table.propose(info.id, ANN, "draw")
    with pytest.raises(MatchRefusal, match="Ann has asked for something already"):
        await table.propose(info.id, BEN, "pause")
    assert (await table.propose(info.id, BEN, "draw")).match_view.match.stage is Stage.FINISHED


async def test_an_agreement_can_be_withdrawn_and_one_refusal_is_enough(table: Table) -> None:
    info = await table.started(BEN, CLEO)
    await table.propose(info.id, ANN, "pause")
    await table.agree(info.id, CLEO)
    version = (await table.info(info.id)).version
    await table.agree(info.id, CLEO)
    assert (await table.info(info.id)).version == version
    played = await table.answer(info.id, CLEO, agree=False)
    settled = played.match_view.match.match_terms.settled
    assert settled is not None
    assert (settled.result, settled.refused_by) == ("refused", 2)
    assert not played.match_view.match.match_terms.clocks.paused


async def test_a_proposal_can_be_withdrawn_for_another_one(table: Table) -> None:
    """Meanwhile the buttons of the game stay valid."""
    info = await table.started(BEN)
    version = (await table.view(info.id, ANN)).match.version
    await table.propose(info.id, ANN, "draw")
    with pytest.raises(MatchRefusal, match="asked for this already"):
        await table.propose(info.id, ANN, "draw")
    with pytest.raises(MatchRefusal, match="now the others have to agree"):
        await table.agree(info.id, ANN)
    await table.propose(info.id, ANN, "pause")
    assert await became(table, info.id) == "replaced"
    await table.answer(info.id, ANN, agree=False)
    with pytest.raises(MatchRefusal, match="no longer a proposal"):
        await table.agree(info.id, BEN)
    await table.act(info.id, ANN, Choose(2), version=version)


async def test_a_public_action_answers_a_proposal_and_a_secret_one_does_not(table: Table) -> None:
    info = await table.started(BEN)
    await table.propose(info.id, ANN, "draw")
    await table.act(info.id, BEN, Choose(2))
    assert (await table.terms(info.id)).proposal is not None
    await table.act(info.id, BEN, Ready())
    assert ((await table.terms(info.id)).proposal, await became(table, info.id)) == (None, "lapsed")


async def test_an_old_button_never_answers_a_new_proposal(table: Table) -> None:
    info = await table.started(BEN)
    await table.propose(info.id, ANN, "pause")
    old = await table.proposal(info.id)
    await table.answer(info.id, ANN, agree=False)
    await table.propose(info.id, ANN, "draw")
    with pytest.raises(MatchRefusal, match="settled already"):
        await table.answer(info.id, BEN, agree=True, number=old.number)
    new = await table.proposal(info.id)
    assert (await table.answer(info.id, BEN, agree=True, number=new.number)).match_view.match.stage.ended


async def test_a_repeated_request_proposes_and_answers_once(table: Table) -> None:
    info = await table.started(BEN, CLEO)
    for _ in range(2):
        asked = await table.propose(info.id, ANN, "pause", request="ask")
        await table.answer(info.id, BEN, agree=True, request="answer")
    assert asked.repeated
    assert (await table.proposal(info.id)).agreed == (1,)


async def test_strangers_and_resigned_players_cannot_propose_or_answer(table: Table) -> None:
    info = await table.started(BEN, CLEO)
    await table.resign(info.id, CLEO)
    await table.propose(info.id, ANN, "draw")
    assert (await table.proposal(info.id)).needed == (1,)
    for person, refusal in ((CLEO, MatchRefusal), (Person(STRANGER, "Eve"), NotSeated)):
        with pytest.raises(refusal):
            await table.agree(info.id, person)
    with pytest.raises(MatchRefusal, match="given up your seat"):
        await table.propose(info.id, CLEO, "pause")
    with pytest.raises(MatchRefusal, match="You have given up your seat"):
        await table.offer(info.id, CLEO, 1, Person(STRANGER, "Eve"))
    with pytest.raises(MatchRefusal, match="Cleo has given up this seat"):
        await table.offer(info.id, MODERATOR, 2, Person(STRANGER, "Eve"), moderator=True)


async def test_each_change_is_delivered_to_the_channel_and_to_all_who_must_answer(
    table: Table, mail: Mail
) -> None:
    info = await table.started(BEN, CLEO)

    async def told() -> list[tuple[str, int]]:
        mail.received.clear()
        await table.outbox.drain(mail)
        return sorted((each.kind, each.user) for each in mail.received)

    await told()
    everybody = [("proposal", 0), ("proposal", BEN.user), ("proposal", CLEO.user)]
    await table.propose(info.id, ANN, "draw")
    assert await told() == everybody
    await table.agree(info.id, BEN)
    assert await told() == everybody
    await table.act(info.id, CLEO, Choose(1), Ready())
    assert await told() == [("board", 0), *everybody]
    await table.propose(info.id, ANN, "draw")
    await table.end(info.id)
    over = [("over", person.user) for person in (ANN, BEN, CLEO)]
    assert await told() == [("board", 0), *over, *everybody, ("result", 0)]
    assert await became(table, info.id) == "lapsed"


async def test_the_last_two_answers_at_once_end_the_match_once(table: Table, other: Table) -> None:
    info = await table.started(BEN, CLEO)
    await table.propose(info.id, ANN, "draw")
    done = await asyncio.gather(table.agree(info.id, BEN), other.agree(info.id, CLEO), return_exceptions=True)
    assert not [each for each in done if isinstance(each, Exception)]
    assert (await table.info(info.id)).stage is Stage.FINISHED
    assert await table.facts(info.id) == [DrawAgreed()]


async def test_an_answer_after_a_move_finds_no_open_proposal(table: Table, other: Table) -> None:
    info = await table.started(BEN, rounds=3)
    await table.propose(info.id, ANN, "draw")
    before_commit(table, lambda: other.act(info.id, ANN, Choose(1), Ready()))
    with pytest.raises(MatchRefusal, match="no longer a proposal"):
        await table.agree(info.id, BEN)
    assert (await table.info(info.id)).stage is Stage.PLAYING


async def test_a_seat_is_offered_and_taken(table: Table) -> None:
    info = await table.started(BEN)
    for seat, to, sentence in ((5, CLEO, "seats 1 to 2"), (1, ANN, "has a seat in this match already")):
        with pytest.raises(MatchRefusal, match=sentence):
            await table.offer(info.id, MODERATOR, seat, to, moderator=True)
    with pytest.raises(NotSeated):
        await table.offer(info.id, STRANGER, 1, CLEO)
    await table.offer(info.id, MODERATOR, 1, CLEO, moderator=True)
    with pytest.raises(MatchRefusal, match="No seat of this match is offered to you"):
        await table.take(info.id, BEN)
    taken = await table.take(info.id, CLEO)
    assert taken.names == ("Ann", "Cleo")
    assert (taken.match_terms.rated, taken.match_terms.proposal) == (False, None)
    with pytest.raises(NotSeated):
        await table.act(info.id, BEN, Choose(1))
    await table.act(info.id, CLEO, Choose(1), Ready())


async def test_a_match_moves_only_to_a_free_channel(table: Table) -> None:
    info = await table.started(BEN)
    taken: MatchInfo = await table.open(channel=2)
    for channel, sentence in (
        (taken.channel, "has a match already"),
        (info.channel, "is in this channel already"),
    ):
        with pytest.raises(MatchRefusal, match=sentence):
            await table.move(info.id, ANN, channel)
    with pytest.raises(NotSeated, match="Only its players can move"):
        await table.move(info.id, STRANGER, 3)
    assert (await table.move(info.id, BEN, 3)).channel == 3
    assert table.service.cached_view(info.channel, ANN.user) is None
    await table.ready(info.id, ANN, BEN)
    assert (await table.act(info.id, ANN, Roll())).match_view.awaited == {1}


async def test_a_match_with_very_many_events_takes_no_further_agreements(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Undo, pauses and moves could go on for ever; playing on and resigning stay possible."""
    info = await table.started(BEN)
    await table.agreed(info.id, "pause", ANN, BEN)
    monkeypatch.setattr(proposals, "MOST_EVENTS", 1)
    for refused in (
        table.resume(info.id, ANN),
        table.propose(info.id, BEN, "draw"),
        table.move(info.id, ANN, 7),
        table.undo(info.id, ANN),
    ):
        with pytest.raises(MatchRefusal, match=r"1 actions and agreements.* Play on, or resign"):
            await refused
    assert (await table.resign(info.id, BEN)).match_view.match.stage is Stage.FINISHED
