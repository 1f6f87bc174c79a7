"""What players settle among themselves: draws, pauses and their like, answered by all who are concerned."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

import msgspec
import pytest

from bot.audit import Audit
from bot.matches.errors import MatchRefusal, NotSeated, WrongStage
from bot.matches.model import MatchInfo, Person, Proposal, Stage
from bot.matches.notices import AGREED, DrawAgreed, Paused
from bot.proofs.verify import check
from tests.matches.dicey import Choose, DiceyRules, Ready, Roll
from tests.matches.table import ANN, BEN, CLEO, STRANGER, Mail, Table
from tests.matches.test_races import before_commit


async def ask(table: Table, match: str, person: Person, kind: Literal["draw", "pause"]) -> Any:
    return await table.service.agreements.propose(match, person.user, kind, request=table.request())


async def say(table: Table, match: str, person: Person, *, agree: bool, number: int | None = None) -> Any:
    return await table.service.agreements.answer(
        match, person.user, agree=agree, number=number, request=table.request()
    )


async def pending(table: Table, match: str) -> Proposal | None:
    return (await table.service.info(match)).match_terms.proposal


async def became(table: Table, match: str) -> str:
    """What became of the last proposal."""
    settled = (await table.service.info(match)).match_terms.settled
    return settled.result if settled else ""


async def test_a_draw_is_agreed_when_the_last_one_agrees(table: Table) -> None:
    info = await table.started(BEN, CLEO)
    await ask(table, info.id, ANN, "draw")
    await say(table, info.id, CLEO, agree=True)
    open_still = await pending(table, info.id)
    assert open_still is not None
    assert (open_still.agreed, open_still.open_to) == ((2,), (1,))
    played = await say(table, info.id, BEN, agree=True)
    ended = played.match_view.match
    assert (ended.stage, ended.ended_at) == (Stage.FINISHED, table.clock.now)
    assert ended.outcome is not None
    assert (ended.outcome.winners, ended.outcome.why) == ((), AGREED)
    assert played.facts == (DrawAgreed(),)
    check(msgspec.convert(await table.audit(info.id), Audit), {"dicey": DiceyRules()})
    with pytest.raises(WrongStage, match="has ended"):
        await ask(table, info.id, ANN, "draw")


async def test_who_offers_what_is_offered_already_agrees_to_it(table: Table) -> None:
    info = await table.started(BEN)
    await ask(table, info.id, ANN, "draw")
    assert (await ask(table, info.id, BEN, "draw")).match_view.match.stage is Stage.FINISHED


async def test_one_refusal_is_enough_and_it_is_known_whose(table: Table) -> None:
    info = await table.started(BEN, CLEO)
    await ask(table, info.id, ANN, "pause")
    await say(table, info.id, CLEO, agree=True)
    played = await say(table, info.id, BEN, agree=False)
    settled = played.match_view.match.match_terms.settled
    assert settled is not None
    assert (settled.result, settled.refused_by) == ("refused", 1)
    assert not played.match_view.match.match_terms.clocks.paused


async def test_who_agreed_may_think_again_while_others_have_not_answered(table: Table) -> None:
    info = await table.started(BEN, CLEO)
    await ask(table, info.id, ANN, "draw")
    await say(table, info.id, BEN, agree=True)
    version = (await table.service.info(info.id)).version
    await say(table, info.id, BEN, agree=True)
    assert (await table.service.info(info.id)).version == version
    await say(table, info.id, BEN, agree=False)
    assert await became(table, info.id) == "refused"


async def test_who_asks_can_take_it_back_and_ask_for_something_else(table: Table) -> None:
    info = await table.started(BEN)
    await ask(table, info.id, ANN, "draw")
    with pytest.raises(MatchRefusal, match="asked for this already"):
        await ask(table, info.id, ANN, "draw")
    with pytest.raises(MatchRefusal, match="now the others have to agree"):
        await say(table, info.id, ANN, agree=True)
    await ask(table, info.id, ANN, "pause")
    assert await became(table, info.id) == "replaced"
    await say(table, info.id, ANN, agree=False)
    with pytest.raises(MatchRefusal, match="Nothing is proposed"):
        await say(table, info.id, BEN, agree=True)


async def test_what_another_has_asked_is_to_be_answered_first(table: Table) -> None:
    info = await table.started(BEN)
    await ask(table, info.id, ANN, "draw")
    with pytest.raises(MatchRefusal, match="Ann has asked for something already"):
        await ask(table, info.id, BEN, "pause")


async def test_playing_on_is_an_answer_but_thinking_in_secret_is_none(table: Table) -> None:
    info = await table.started(BEN)
    await ask(table, info.id, ANN, "draw")
    await table.act(info.id, BEN, Choose(2))
    assert await pending(table, info.id) is not None
    await table.act(info.id, BEN, Ready())
    assert (await pending(table, info.id), await became(table, info.id)) == (None, "lapsed")


async def test_an_old_button_never_answers_a_new_proposal(table: Table) -> None:
    info = await table.started(BEN)
    await ask(table, info.id, ANN, "pause")
    old = await pending(table, info.id)
    assert old is not None
    await say(table, info.id, ANN, agree=False)
    await ask(table, info.id, ANN, "draw")
    with pytest.raises(MatchRefusal, match="settled already"):
        await say(table, info.id, BEN, agree=True, number=old.number)
    new = await pending(table, info.id)
    assert new is not None
    assert (await say(table, info.id, BEN, agree=True, number=new.number)).match_view.match.stage.ended


async def test_a_repeated_request_asks_and_answers_once(table: Table) -> None:
    info = await table.started(BEN, CLEO)
    for _ in range(2):
        asked = await table.service.agreements.propose(info.id, ANN.user, "pause", request="ask")
        await table.service.agreements.answer(info.id, BEN.user, agree=True, request="answer")
    assert asked.repeated
    found = await pending(table, info.id)
    assert found is not None
    assert found.agreed == (1,)


async def test_strangers_and_those_who_gave_up_have_no_say(table: Table) -> None:
    info = await table.started(BEN, CLEO)
    await table.service.play.resign(info.id, CLEO.user, request="1")
    await ask(table, info.id, ANN, "draw")
    found = await pending(table, info.id)
    assert found is not None
    assert found.needed == (1,)
    for person, refusal in ((CLEO, MatchRefusal), (Person(STRANGER, "Eve"), NotSeated)):
        with pytest.raises(refusal):
            await say(table, info.id, person, agree=True)
    with pytest.raises(MatchRefusal, match="given up your seat"):
        await ask(table, info.id, CLEO, "pause")


async def test_a_pause_is_told_and_cannot_be_asked_for_twice(table: Table) -> None:
    info = await table.started(BEN)
    await ask(table, info.id, ANN, "pause")
    assert (await say(table, info.id, BEN, agree=True)).facts == (Paused(0),)
    with pytest.raises(MatchRefusal, match="paused already"):
        await ask(table, info.id, BEN, "pause")


async def test_the_channel_and_all_who_have_to_agree_are_told_each_time_it_changes(
    table: Table, mail: Mail
) -> None:
    info = await table.started(BEN, CLEO)

    async def told() -> list[tuple[str, int]]:
        mail.received.clear()
        await table.outbox.drain(mail)
        return sorted((each.kind, each.user) for each in mail.received)

    await told()
    everybody = [("proposal", 0), ("proposal", BEN.user), ("proposal", CLEO.user)]
    await ask(table, info.id, ANN, "draw")
    assert await told() == everybody
    await say(table, info.id, BEN, agree=True)
    assert await told() == everybody
    await table.act(info.id, CLEO, Choose(1), Ready())
    assert await told() == [("board", 0), *everybody]
    await ask(table, info.id, ANN, "draw")
    await table.service.play.end(info.id, ANN.user, moderator=True, request="end")
    over = [("over", person.user) for person in (ANN, BEN, CLEO)]
    assert await told() == [("board", 0), *over, *everybody, ("result", 0)]
    assert await became(table, info.id) == "lapsed"


async def test_buttons_of_the_game_stay_good_while_a_proposal_comes_and_goes(table: Table) -> None:
    info = await table.started(BEN)
    version = (await table.service.match_view(info.id, ANN.user)).match.version
    await ask(table, info.id, BEN, "draw")
    await say(table, info.id, ANN, agree=False)
    await table.act(info.id, ANN, Choose(2), version=version)


async def test_the_last_two_answers_at_once_end_the_match_once(table: Table, other: Table) -> None:
    info = await table.started(BEN, CLEO)
    await ask(table, info.id, ANN, "draw")
    done = await asyncio.gather(
        say(table, info.id, BEN, agree=True), say(other, info.id, CLEO, agree=True), return_exceptions=True
    )
    assert not [each for each in done if isinstance(each, Exception)]
    assert (await table.service.info(info.id)).stage is Stage.FINISHED
    facts = [line.fact for line in await table.service.history.lines(info.id, None)]
    assert facts == [DrawAgreed()]


async def test_an_answer_that_comes_after_a_move_finds_nothing_to_agree_to(
    table: Table, other: Table
) -> None:
    info = await table.started(BEN, rounds=3)
    await ask(table, info.id, ANN, "draw")
    before_commit(table, lambda: other.act(info.id, ANN, Choose(1), Ready()))
    with pytest.raises(MatchRefusal, match="Nothing is proposed"):
        await say(table, info.id, BEN, agree=True)
    assert (await table.service.info(info.id)).stage is Stage.PLAYING


async def test_a_seat_is_offered_and_taken(table: Table) -> None:
    info = await table.started(BEN)
    offer = table.service.seats.offer
    for seat, to, sentence in ((5, CLEO, "seats 1 to 2"), (1, ANN, "has a seat in this match already")):
        with pytest.raises(MatchRefusal, match=sentence):
            await offer(info.id, ANN.user, seat, to, moderator=True, request=table.request())
    with pytest.raises(NotSeated):
        await offer(info.id, STRANGER, 1, CLEO, moderator=False, request="no")
    await offer(info.id, ANN.user, 1, CLEO, moderator=True, request="offer")
    with pytest.raises(MatchRefusal, match="No seat of this match is offered to you"):
        await table.service.seats.take(info.id, BEN, request="ben")
    taken = await table.service.seats.take(info.id, CLEO, request="take")
    assert (taken.names, taken.match_terms.rated, taken.match_terms.proposal) == (
        ("Ann", "Cleo"),
        False,
        None,
    )
    with pytest.raises(NotSeated):
        await table.act(info.id, BEN, Choose(1))
    await table.act(info.id, CLEO, Choose(1), Ready())


async def test_a_seat_that_was_given_up_is_not_offered(table: Table) -> None:
    info = await table.started(BEN, CLEO)
    await table.service.play.resign(info.id, BEN.user, request="1")
    with pytest.raises(MatchRefusal, match="Ben has given up this seat"):
        await table.service.seats.offer(
            info.id, ANN.user, 1, Person(STRANGER, "Eve"), moderator=True, request="2"
        )


async def test_a_match_moves_to_a_free_channel_only(table: Table) -> None:
    info = await table.started(BEN)
    taken: MatchInfo = await table.open(channel=2)
    with pytest.raises(MatchRefusal, match="has a match already"):
        await table.service.agreements.move(info.id, ANN.user, taken.channel, moderator=False, request="1")
    assert (
        await table.service.agreements.move(info.id, BEN.user, 3, moderator=False, request="2")
    ).channel == 3
    assert table.service.cached_view(info.channel, ANN.user) is None
    await table.act(info.id, ANN, Choose(1), Ready())
    await table.act(info.id, BEN, Choose(1), Ready())
    assert (await table.act(info.id, ANN, Roll())).match_view.awaited == {1}
