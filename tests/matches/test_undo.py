"""Undo: free or by consent; it never reuses draws and reveals no secret."""

from __future__ import annotations

import msgspec
import pytest

from bot.engine.audit import Audit
from bot.matches import undo as taking_back
from bot.matches.clocks import ClockTerms
from bot.matches.errors import MatchRefusal, WrongStage
from bot.matches.loaded_match import PlayResult
from bot.matches.model import MatchTerms
from bot.matches.notices import TakenBack, TimeUp
from bot.parts.proofs.verify import check
from tests.matches.dicey import Choose, Chosen, DiceyRules, Ready, Roll, SeatReady, Whisper
from tests.matches.table import ANN, BEN, CLEO, Mail, Table
from tests.matches.test_races import before_commit


async def verified(table: Table, match: str) -> Audit:
    """End the match and verify its audit."""
    await table.end(match)
    audit = msgspec.convert(await table.audit(match), Audit)
    check(audit, {"dicey": DiceyRules()})
    return audit


def undone(played: PlayResult) -> TakenBack:
    (fact,) = played.facts
    assert isinstance(fact, TakenBack)
    return fact


async def test_a_secret_choice_is_free_to_undo_and_others_see_nothing(table: Table, mail: Mail) -> None:
    info = await table.started(BEN)
    await table.act(info.id, ANN, Choose(2))
    await table.outbox.drain(mail)
    mail.received.clear()
    before = await table.views(info.id, BEN, None)
    assert await table.service.undos.is_free(info.id, ANN.user)
    played = await table.undo(info.id, ANN)
    assert (undone(played).consent, undone(played).count) == (False, 1)
    assert msgspec.json.decode(undone(played).facts[0], type=Chosen) == Chosen(0, 2)
    assert played.match_view.view.dice == (0, 0)
    assert await table.views(info.id, BEN, None) == before
    assert await table.service.history.lines(info.id, BEN.user) == []
    assert await table.outbox.drain(mail) == 0
    assert not await table.service.undos.is_free(info.id, ANN.user)
    for person in (ANN, BEN):
        with pytest.raises(MatchRefusal, match="done nothing yet"):
            await table.undo(info.id, person)


async def test_secret_actions_of_others_are_neither_shown_nor_lost(table: Table) -> None:
    """Ann's undo does not show whether Ben has chosen: it is just as free and raises the version as much."""
    told = []
    for channel, bens in ((1, ()), (2, (Choose(3), Choose(1)))):
        info = await table.started(BEN, channel=channel)
        await table.act(info.id, ANN, Choose(2))
        if bens:
            await table.act(info.id, BEN, *bens)
        bens_version = (await table.view(info.id, BEN)).match.version
        free = await table.service.undos.is_free(info.id, ANN.user)
        played = await table.undo(info.id, ANN)
        fact, view = undone(played), played.match_view
        told.append((free, fact.count, fact.consent, len(view.recent), view.match.version, view.view.dice))
        if bens:
            view = await table.view(info.id, BEN)
            assert (view.view.dice, view.match.version) == ((0, 1), bens_version)
            assert await table.facts(info.id, BEN) == [Chosen(1, 3), Chosen(1, 1)]
            await table.act(info.id, ANN, Choose(1), Ready())
            await table.act(info.id, BEN, Ready(), version=bens_version)
            await verified(table, info.id)
    assert told[0] == told[1]


async def test_a_free_undo_stays_free_after_a_restart(table: Table, other: Table) -> None:
    """The state before the action is then no longer in memory: the match is replayed up to it."""
    info = await table.started(BEN, CLEO)
    await table.act(info.id, ANN, Choose(2))
    await table.act(info.id, BEN, Choose(3))
    await table.act(info.id, CLEO, Choose(1), Whisper(0))
    free = [await other.service.undos.is_free(info.id, person.user) for person in (ANN, BEN, CLEO)]
    assert free == [True, True, False], "a whisper has told another something"
    await table.undo(info.id, CLEO)
    proposal = await table.proposal(info.id)
    assert proposal.needed == (0, 1)
    assert await table.service.proposals.at_stake(info.id) == (proposal.number, [])


async def test_a_roll_is_undone_only_by_consent_and_its_draw_stays_void(table: Table) -> None:
    match = await table.rolling(BEN, CLEO)
    first = await table.act(match, ANN, Roll())
    await table.undo(match, ANN)
    proposal = await table.proposal(match)
    assert await table.service.proposals.at_stake(match) == (proposal.number, [first.facts[0]])
    played = await table.agree(match, BEN, CLEO)
    fact = undone(played)
    assert (fact.seat, fact.consent, fact.count, len(fact.facts)) == (0, True, 1, 1)
    assert played.match_view.match.match_terms.settled is not None
    assert (played.match_view.match.match_terms.settled.result, played.match_view.awaited) == ("agreed", {0})
    second = await table.act(match, ANN, Roll())
    draws = [row.draw for row in await table.store.draws(match)]
    assert [(draw.n, draw.void) for draw in draws] == [(0, False), (1, True), (2, False)]
    assert second.facts[0].faces == draws[2].result
    audit = await verified(table, match)
    assert [draw.void for draw in audit.draws] == [False, True, False]


async def test_with_consent_an_undo_includes_later_actions_of_others(table: Table) -> None:
    match = await table.rolling(rounds=2)
    await table.rolls(match, ANN, BEN)
    await table.act(match, BEN, Choose(3))
    await table.undo(match, ANN)
    assert ((await table.proposal(match)).count, await table.awaited(match)) == (2, {0, 1})
    await table.agree(match, BEN)
    match_view = await table.view(match, BEN)
    assert (match_view.awaited, match_view.view.points, match_view.view.dice) == ({0}, (0, 0), (2, 1))
    await table.rolls(match, ANN, BEN)
    await verified(table, match)


async def test_being_ready_is_undone_by_consent_and_later_choices_stay(table: Table) -> None:
    info = await table.started(BEN)
    await table.act(info.id, ANN, Choose(2), Ready())
    await table.act(info.id, BEN, Choose(3))
    assert not await table.service.undos.is_free(info.id, ANN.user)
    await table.undo(info.id, ANN)
    assert (await table.proposal(info.id)).count == 1
    await table.agree(info.id, BEN)
    view = await table.view(info.id, BEN)
    assert (view.view.dice, view.view.ready, view.awaited) == ((0, 3), (False, False), {0, 1})
    await table.act(info.id, BEN, Ready())
    await table.act(info.id, ANN, Choose(1), Ready())
    assert (await table.view(info.id)).view.dice == (1, 3)
    await verified(table, info.id)


async def test_an_action_done_again_after_an_undo_has_a_new_draw(table: Table) -> None:
    """Draw numbers are never reused: an action undone and done again has the next draw."""
    match = await table.rolling(rounds=1)
    faces = []
    for _ in range(3):
        faces.append((await table.act(match, ANN, Roll())).facts[0].faces)
        await table.undo(match, ANN)
        await table.agree(match, BEN)
    await table.act(match, ANN, Roll())
    listed = [row.draw.result for row in await table.store.draws(match)][1:]
    assert faces == listed[:-1]
    assert len(set(faces)) > 1
    await verified(table, match)


async def test_a_resignation_and_the_end_cannot_be_undone(table: Table) -> None:
    match = await table.rolling(BEN, CLEO)
    await table.act(match, ANN, Roll())
    await table.resign(match, CLEO)
    with pytest.raises(MatchRefusal, match="given up since"):
        await table.undo(match, ANN)
    with pytest.raises(MatchRefusal, match="given up your seat"):
        await table.undo(match, CLEO)
    await table.resign(match, BEN)
    with pytest.raises(WrongStage, match="has ended"):
        await table.undo(match, ANN)


async def test_an_undo_past_too_many_actions_is_refused(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await table.rolling(BEN, CLEO)
    await table.rolls(match, ANN, BEN)
    monkeypatch.setattr(taking_back, "MOST_TAKEN_BACK", 2)
    assert (await table.undo(match, ANN)).match_view.match.match_terms.proposal is not None
    await table.act(match, CLEO, Roll())
    with pytest.raises(MatchRefusal, match="2 actions have been made since"):
        await table.undo(match, ANN)


async def test_a_repeated_request_undoes_one_action(table: Table) -> None:
    info = await table.started(BEN)
    await table.act(info.id, ANN, Choose(2), Choose(3))
    for _ in range(3):
        played = await table.undo(info.id, ANN, request="undo")
    assert played.repeated
    assert played.match_view.view.dice == (2, 0)


async def test_notices_stay_in_the_history(table: Table) -> None:
    info = await table.started(BEN, match_terms=MatchTerms(ClockTerms("turn", 3600)))
    await table.act(info.id, ANN, Choose(1), Ready())
    table.clock.pass_by(hours=1)
    assert await table.expire(info.id)
    await table.undo(info.id, ANN)
    await table.agree(info.id, BEN)
    facts = await table.facts(info.id)
    assert [type(fact) for fact in facts] == [TimeUp, TakenBack]
    assert msgspec.json.decode(facts[1].facts[0], type=SeatReady) == SeatReady(0)


async def test_an_undo_puts_the_clocks_back_and_nobody_pays_for_waiting(table: Table) -> None:
    for kind, increment, left in (("turn", 0, (2400, 3600)), ("bank", 600, (3000, 4200))):
        match_terms = MatchTerms(ClockTerms(kind, 3600, increment=increment))  # type: ignore[arg-type]
        match = await table.rolling(match_terms=match_terms, channel=increment + 1)
        table.clock.pass_by(minutes=20)
        await table.act(match, ANN, Roll())
        table.clock.pass_by(minutes=20)
        await table.undo(match, ANN)
        table.clock.pass_by(minutes=10)
        played = await table.agree(match, BEN)
        assert played.match_view.awaited == {0}
        assert played.match_view.match.match_terms.clocks.left == left
        assert played.match_view.match.match_terms.clocks.since == table.clock.now


async def test_after_an_undo_time_given_by_hand_stays_given(table: Table) -> None:
    match_terms = MatchTerms(ClockTerms("bank", 36000, increment=600))
    match = await table.rolling(match_terms=match_terms)
    table.clock.pass_by(hours=1)
    await table.act(match, ANN, Roll())
    await table.give_time(match, ANN, 1, 300)
    table.clock.pass_by(hours=2)
    await table.act(match, BEN, Roll())
    await table.undo(match, BEN)  # a new round has begun: both are awaited
    table.clock.pass_by(hours=5)
    await table.agree(match, ANN)
    left = (await table.terms(match)).clocks.left
    assert left == (36000 + 2 * 600 - 3600, 36000 + 600 + 300 - 2 * 3600)
    table.clock.pass_by(hours=1)
    await table.act(match, BEN, Roll())
    assert (await table.terms(match)).clocks.left[1] == left[1] - 3600 + 600


async def test_an_undo_proposal_survives_a_restart(table: Table, other: Table) -> None:
    match = await table.rolling()
    await table.act(match, ANN, Roll())
    await table.undo(match, ANN)
    played = await other.agree(match, BEN)
    assert played.match_view.awaited == {0}
    assert await table.views(match, ANN, BEN, None) == await other.views(match, ANN, BEN, None)
    await table.act(match, ANN, Roll())
    await verified(other, match)


async def test_an_undo_that_conflicts_with_another_process_is_planned_again(
    table: Table, other: Table
) -> None:
    info = await table.started(BEN)
    await table.act(info.id, ANN, Choose(2))
    before_commit(table, lambda: other.act(info.id, ANN, Choose(3)))
    played = await table.undo(info.id, ANN)
    assert played.match_view.view.dice == (2, 0)
    await table.act(info.id, ANN, Ready())
    await table.act(info.id, BEN, Choose(1), Ready())
    await verified(table, info.id)
