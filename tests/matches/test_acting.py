"""Actions in a match: what is applied, what is refused, and that a refusal changes nothing."""

from __future__ import annotations

import msgspec
import pytest

from bot.engine.contract import Resign
from bot.engine.errors import IllegalAction
from bot.matches.errors import MatchRefusal, NotSeated, NotYourTurn, WrongStage
from bot.matches.model import Stage
from tests.matches.dicey import Choose, Chosen, Ready, Revealed, Roll, Rolled, SeatReady, Whisper
from tests.matches.table import ANN, BEN, CLEO, MODERATOR, STRANGER, Table


async def test_a_match_is_played_to_its_end(table: Table) -> None:
    info = await table.started(BEN, rounds=1)
    chosen = await table.act(info.id, ANN, Choose(2))
    assert chosen.facts == (Chosen(0, 2),)
    assert (await table.act(info.id, ANN, Ready())).facts == (SeatReady(0),)
    assert (await table.act(info.id, BEN, Choose(1), Ready())).facts[-1] == Revealed((2, 1))
    rolled = await table.act(info.id, ANN, Roll())
    assert isinstance(rolled.facts[0], Rolled)
    table.clock.pass_by(hours=1)
    last = await table.act(info.id, BEN, Roll())
    assert last.match_view.match.stage is Stage.FINISHED
    assert last.match_view.match.ended_at == table.clock.now
    assert last.match_view.match.outcome is not None
    assert last.match_view.match.outcome.scores == last.match_view.view.points
    assert (last.match_view.awaited, tuple(last.match_view.legal)) == (frozenset(), ())
    with pytest.raises(WrongStage, match="has ended"):
        await table.act(info.id, ANN, Roll())


async def test_a_person_who_may_not_act_is_refused_without_a_draw(
    table: Table,
) -> None:
    match, act = await table.rolling(rounds=1), table.service.play.act
    with pytest.raises(NotSeated, match=r"no seat in this match\. Its players are Ann, Ben"):
        await act(match, STRANGER, [Roll()], version=None, request="1")
    with pytest.raises(NotYourTurn, match=r"not your turn\. The match waits for Ann"):
        await table.act(match, BEN, Roll())
    for _ in range(3):
        with pytest.raises(NotYourTurn):
            await table.act(match, ANN, Roll(), Roll())
    await table.rolls(match, ANN, BEN)
    assert [draw["n"] for draw in (await table.audit(match))["draws"]] == [0, 1, 2]


async def test_a_batch_has_1_to_100_actions_and_is_atomic(table: Table) -> None:
    info = await table.started(BEN)
    before = await table.view(info.id, ANN)
    with pytest.raises(IllegalAction):
        await table.act(info.id, ANN, Choose(2), Choose(7))
    with pytest.raises(NotYourTurn, match="over after action 2 of these"):
        await table.act(info.id, ANN, Choose(2), Ready(), Choose(3))
    choices = [Choose(1 + n % 2) for n in range(101)]
    for actions in ([], choices):
        with pytest.raises(MatchRefusal, match="1 to 100 actions"):
            await table.act(info.id, ANN, *actions)
    assert await table.view(info.id, ANN) == before
    assert await table.service.history.lines(info.id, ANN.user) == []
    await table.act(info.id, ANN, *choices[:100])


async def test_a_repeated_request_changes_nothing_and_returns_the_current_view(table: Table) -> None:
    """The request is not refused although the action is no longer legal: the store knows the request."""
    match = await table.rolling()
    version = (await table.view(match, ANN)).match.version
    once, twice = [await table.act(match, ANN, Roll(), version=version, request="click") for _ in range(2)]
    assert (once.repeated, twice.repeated) == (False, True)
    assert twice.facts == ()
    assert twice.match_view == once.match_view
    assert len(await table.store.actions(match)) == 5


async def test_several_choices_and_what_others_are_told_are_recorded_though_nothing_is_changed(
    table: Table,
) -> None:
    match, act = (await table.started(BEN)).id, table.act
    await act(match, ANN, Choose(2))
    assert not (await act(match, ANN, Choose(1), Choose(2))).unchanged
    for _ in range(2):
        assert not (await act(match, ANN, Whisper(1))).unchanged
    assert len(await table.store.actions(match)) == 5


async def test_every_kind_of_request_is_idempotent(table: Table) -> None:
    for _ in range(2):
        info = await table.open(request="open")
        await table.join(info.id, BEN, request="join")
        await table.start(info.id, request="start")
        await table.resign(info.id, BEN, request="resign")
    assert (await table.info(info.id)).stage is Stage.FINISHED
    assert len(await table.facts(info.id)) == 1
    for _ in range(2):
        await table.service.play.end(info.id, MODERATOR, moderator=True, request="resign")


async def test_resigning_works_out_of_turn_but_only_once(table: Table) -> None:
    info = await table.started(BEN, CLEO)
    await table.act(info.id, ANN, Choose(2), Ready())
    await table.resign(info.id, ANN)
    with pytest.raises(IllegalAction, match="left this match already"):
        await table.act(info.id, ANN, Resign())
    won = await table.resign(info.id, CLEO)
    assert won.match_view.match.outcome is not None
    assert won.match_view.match.outcome.winners == (1,)


async def test_a_begun_match_is_ended_by_a_moderator_not_by_one_player(table: Table) -> None:
    info = await table.started(BEN)
    end = table.service.play.end
    for player in (ANN, BEN):
        for moderator in (False, True):  # a moderator who plays has no office in the match
            with pytest.raises(MatchRefusal, match="Only its players together, or a moderator"):
                await end(info.id, player.user, moderator=moderator, request=table.request())
    ended = await table.end(info.id)
    assert (ended.stage, ended.outcome, ended.match_terms.ended_by) == (Stage.ABANDONED, None, -1)
    match_view = await table.view(info.id, BEN)
    assert (match_view.awaited, tuple(match_view.legal)) == (frozenset(), ())
    with pytest.raises(WrongStage, match="ended already"):
        await table.end(info.id, moderator=False)


async def test_reprs_and_logs_contain_no_secret(
    table: Table, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    info = await table.started(BEN)
    await table.act(info.id, ANN, Choose(3), Whisper(1))
    loaded = await table.store.load(info.id)
    assert loaded is not None
    record, _ = loaded
    printed = repr(record) + capsys.readouterr().out + caplog.text
    assert record.seed.hex() not in printed
    assert repr(record.seed) not in printed
    assert "dice" not in msgspec.json.encode(printed).decode()
