"""Hidden information: views, history, versions and buttons while choices are secret."""

from __future__ import annotations

import pytest

from bot.matches import history
from bot.matches.clocks import ClockTerms
from bot.matches.errors import TurnPassed
from bot.matches.model import MatchTerms
from tests.matches.dicey import Choose, Chosen, Ready, Roll, Rolled, SeatReady, Whisper, Whispered
from tests.matches.table import ANN, BEN, CHANNEL, CLEO, STRANGER, Table


async def test_each_viewer_sees_only_their_own_choice(table: Table) -> None:
    """For all others nothing has happened when a seat acts in secret; the clocks do not change either."""
    info = await table.started(BEN, match_terms=MatchTerms(ClockTerms("bank", 86400, 3600)))
    others = (BEN, STRANGER, None)
    before, public = await table.views(info.id, *others), await table.info(info.id)
    for dice in (1, 2, 1, 3):
        table.clock.pass_by(seconds=1234)
        await table.act(info.id, ANN, Choose(dice))
    ann, ben, stranger, nobody = await table.views(info.id, ANN, *others)
    assert [match_view.view.dice for match_view in (ann, ben, stranger, nobody)] == [(3, 0)] + [(0, 0)] * 3
    assert [ben, stranger, nobody] == before
    assert await table.info(info.id) == public
    assert stranger == nobody
    assert (nobody.seat, tuple(nobody.legal)) == (None, ())
    assert (ann.recent[-1], ben.recent) == (Chosen(0, 3), ())
    assert await table.facts(info.id, BEN) == []


async def test_secret_choices_and_readiness_of_others_keep_a_seats_buttons_valid(
    table: Table,
) -> None:
    info = await table.started(BEN)
    bens = (await table.view(info.id, BEN)).match.version
    await table.act(info.id, ANN, Choose(3), Ready())
    assert not (await table.act(info.id, BEN, Choose(1), version=bens)).repeated
    for stale in (bens, bens + 50):
        with pytest.raises(TurnPassed, match="turn is over"):
            await table.act(info.id, BEN, Choose(2), version=stale)


async def test_a_change_of_a_seats_legal_actions_makes_its_buttons_stale(table: Table) -> None:
    info = await table.started(BEN)
    anns = (await table.view(info.id, ANN)).match.version
    await table.ready(info.id, ANN, BEN)
    with pytest.raises(TurnPassed):
        await table.act(info.id, ANN, Roll(), version=anns)
    await table.act(info.id, ANN, Roll())


async def test_a_secret_raises_the_version_only_for_the_seats_that_know_it(table: Table) -> None:
    info = await table.started(BEN, CLEO)
    bens, cleos = [(await table.view(info.id, user)).match.version for user in (BEN, CLEO)]
    await table.act(info.id, ANN, Whisper(1))
    assert (await table.view(info.id, BEN)).recent == (Whispered(0, 1),)
    assert (await table.view(info.id, BEN)).match.version == bens + 1
    assert (await table.view(info.id, CLEO)).match.version == cleos


async def test_history_returns_the_newest_lines_of_a_span(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    info, lines = await table.started(BEN, rounds=30), table.service.history.lines
    for _ in range(3):
        table.clock.pass_by(minutes=5)
        for person in (ANN, BEN):
            await table.act(info.id, person, *[Choose(1 + n % 2) for n in range(20)], Ready())
        await table.rolls(info.id, ANN, BEN)
    whole = await lines(info.id, None)
    assert [line.seq for line in whole] == sorted(line.seq for line in whole)
    assert whole[-1].at == table.clock.now
    middle = whole[7].seq
    assert await lines(info.id, None, before=middle) == [line for line in whole if line.seq < middle]
    assert await lines(info.id, None, after=middle) == [line for line in whole if line.seq > middle]
    monkeypatch.setattr(history, "MOST_LINES", 4)
    assert await lines(info.id, None) == whole[-4:]


async def test_recent_has_the_current_turn_and_the_previous_one(table: Table) -> None:
    info = await table.started(BEN, rounds=2)
    await table.act(info.id, ANN, Choose(2), Ready())
    await table.act(info.id, BEN, Choose(1))
    recent = (await table.view(info.id, ANN)).recent
    assert recent == (Chosen(0, 2), SeatReady(0))
    await table.act(info.id, BEN, Ready())
    await table.act(info.id, ANN, Roll())
    recent = (await table.view(info.id)).recent
    assert [type(fact) for fact in recent] == [Rolled]
    await table.act(info.id, BEN, Roll())
    recent = (await table.view(info.id, BEN)).recent
    assert [(type(fact), fact.seat) for fact in recent] == [(Rolled, 1)]
    restarted = table.again()
    assert (await restarted.view(info.id, BEN)).recent == recent


async def test_glance_returns_the_match_view_without_a_database_query(table: Table) -> None:
    assert table.service.cached_view(CHANNEL, ANN.user) is None
    info = await table.open()
    assert table.service.cached_view(CHANNEL, ANN.user) is None
    await table.join(info.id, BEN)
    await table.start(info.id)
    assert table.service.cached_view(CHANNEL, BEN.user) == await table.view(info.id, BEN)
    await table.act(info.id, BEN, Choose(3))
    glanced = table.service.cached_view(CHANNEL, BEN.user)
    assert glanced is not None
    assert glanced.view.dice == (0, 3)
    restarted = table.again()
    assert restarted.service.cached_view(CHANNEL, BEN.user) is None
    assert await restarted.service.warm() == 1
    assert restarted.service.cached_view(CHANNEL, BEN.user) == glanced


async def test_glance_follows_the_channel_to_its_next_match(table: Table) -> None:
    first = await table.started(BEN)
    await table.end(first.id)
    table.clock.pass_by(seconds=1)
    second = await table.started(CLEO)
    await table.view(first.id, BEN)
    glanced = table.service.cached_view(CHANNEL, CLEO.user)
    assert glanced is not None
    assert glanced.match.id == second.id


async def test_a_closed_dm_is_stored_and_keeps_all_buttons_valid(table: Table) -> None:
    info = await table.started(BEN)
    bens = (await table.view(info.id, BEN)).match.version
    await table.service.posts.note_dm(info.id, BEN.user, closed=True)
    await table.service.posts.note_dm(info.id, STRANGER, closed=True)
    assert [holder.dm_closed for holder in (await table.info(info.id)).seats] == [False, True]
    await table.act(info.id, BEN, Choose(1), version=bens)
    await table.service.posts.note_dm(info.id, BEN.user, closed=False)
    assert not (await table.info(info.id)).seats[1].dm_closed
