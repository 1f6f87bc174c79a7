"""Hidden information stays with its owner: looks, history, versions and buttons while choices are secret."""

from __future__ import annotations

import pytest

from bot.matches.errors import TurnPassed
from tests.matches.dicey import Choose, Chosen, Ready, Revealed, Roll, Rolled, SeatReady, Whisper, Whispered
from tests.matches.table import ANN, BEN, CHANNEL, CLEO, STRANGER, Table


async def test_each_viewer_sees_their_own_choice_only(table: Table) -> None:
    info = await table.started(BEN)
    await table.act(info.id, ANN, Choose(3))
    match_views = {
        user: await table.service.match_view(info.id, user) for user in (ANN.user, BEN.user, STRANGER, None)
    }
    assert [match_view.view.dice for match_view in match_views.values()] == [(3, 0), (0, 0), (0, 0), (0, 0)]
    assert match_views[STRANGER] == match_views[None]
    assert (match_views[None].seat, tuple(match_views[None].legal)) == (None, ())
    assert match_views[ANN.user].recent == (Chosen(0, 3),)
    assert match_views[BEN.user].recent == ()


async def test_for_everybody_else_nothing_has_happened_when_a_seat_acts_in_secret(table: Table) -> None:
    info = await table.started(BEN)
    others = (BEN.user, STRANGER, None)
    before = [await table.service.match_view(info.id, user) for user in others]
    public = await table.service.info(info.id)
    for dice in (1, 2, 3, 1):
        await table.act(info.id, ANN, Choose(dice))
    assert [await table.service.match_view(info.id, user) for user in others] == before
    assert await table.service.info(info.id) == public
    assert await table.service.history.lines(info.id, BEN.user) == []


async def test_secret_choices_of_others_leave_a_seats_buttons_valid(table: Table) -> None:
    info = await table.started(BEN)
    bens = (await table.service.match_view(info.id, BEN.user)).match.version
    await table.act(info.id, ANN, Choose(3))
    await table.act(info.id, BEN, Choose(1), version=bens)
    with pytest.raises(TurnPassed):
        await table.act(info.id, BEN, Choose(2), version=bens)


async def test_the_version_does_not_count_what_others_did_in_secret(table: Table) -> None:
    quiet = await table.started(BEN, channel=1)
    busy = await table.started(BEN, channel=2)
    for dice in (1, 2, 3, 1, 2):
        await table.act(busy.id, ANN, Choose(dice))
    for info in (quiet, busy):
        await table.act(info.id, ANN, Choose(3), Ready())
    versions = [(await table.service.match_view(info.id, BEN.user)).match.version for info in (quiet, busy)]
    assert versions[0] == versions[1]


async def test_who_chooses_at_the_same_time_does_not_disturb_the_others(table: Table) -> None:
    info = await table.started(BEN)
    bens = (await table.service.match_view(info.id, BEN.user)).match.version
    await table.act(info.id, ANN, Choose(3), Ready())
    chosen = await table.act(info.id, BEN, Choose(1), version=bens)
    assert not chosen.repeated


async def test_what_changes_the_possibilities_of_a_seat_makes_its_older_buttons_stale(table: Table) -> None:
    info = await table.started(BEN)
    anns = (await table.service.match_view(info.id, ANN.user)).match.version
    for person in (ANN, BEN):
        await table.act(info.id, person, Choose(3), Ready())
    with pytest.raises(TurnPassed):
        await table.act(info.id, ANN, Roll(), version=anns)
    await table.act(info.id, ANN, Roll())


async def test_who_is_told_a_secret_knows_that_the_match_went_on_and_others_do_not(table: Table) -> None:
    info = await table.started(BEN, CLEO)
    bens, cleos = [(await table.service.match_view(info.id, user.user)).match.version for user in (BEN, CLEO)]
    await table.act(info.id, ANN, Whisper(1))
    assert (await table.service.match_view(info.id, BEN.user)).recent == (Whispered(0, 1),)
    assert (await table.service.match_view(info.id, BEN.user)).match.version == bens + 1
    assert (await table.service.match_view(info.id, CLEO.user)).match.version == cleos


async def test_history_gives_each_viewer_what_they_may_know(table: Table) -> None:
    info = await table.started(BEN, rounds=1)
    await table.act(info.id, ANN, Choose(2), Ready())
    table.clock.pass_by(minutes=5)
    await table.act(info.id, BEN, Choose(1), Ready())
    public = [line.fact for line in await table.service.history.lines(info.id, None)]
    anns = [line.fact for line in await table.service.history.lines(info.id, ANN.user)]
    assert public == [SeatReady(0), SeatReady(1), Revealed((2, 1))]
    assert anns == [Chosen(0, 2), *public]
    assert (await table.service.history.lines(info.id, None))[-1].at == table.clock.now


async def test_history_gives_the_newest_lines_in_a_span(table: Table) -> None:
    info = await table.started(BEN, rounds=30)
    for _ in range(5):
        for person in (ANN, BEN):
            await table.act(info.id, person, *[Choose(1 + n % 2) for n in range(20)], Ready())
        await table.act(info.id, ANN, Roll())
        await table.act(info.id, BEN, Roll())
    whole = await table.service.history.lines(info.id, None)
    assert [line.seq for line in whole] == sorted(line.seq for line in whole)
    assert await table.service.history.lines(info.id, None, limit=4) == whole[-4:]
    middle = whole[7].seq
    assert await table.service.history.lines(info.id, None, before=middle) == [
        x for x in whole if x.seq < middle
    ]
    assert await table.service.history.lines(info.id, None, after=middle) == [
        x for x in whole if x.seq > middle
    ]
    assert len(await table.service.history.lines(info.id, None, limit=-5)) == 1


async def test_recent_tells_the_present_turn_and_the_one_before(table: Table, url: str) -> None:
    info = await table.started(BEN, rounds=2)
    await table.act(info.id, ANN, Choose(2), Ready())
    await table.act(info.id, BEN, Choose(1))
    recent = (await table.service.match_view(info.id, ANN.user)).recent
    assert recent == (Chosen(0, 2), SeatReady(0))
    await table.act(info.id, BEN, Ready())
    await table.act(info.id, ANN, Roll())
    recent = (await table.service.match_view(info.id, None)).recent
    assert [type(fact) for fact in recent] == [Rolled]
    await table.act(info.id, BEN, Roll())
    recent = (await table.service.match_view(info.id, BEN.user)).recent
    assert [(type(fact), fact.seat) for fact in recent] == [(Rolled, 1)]
    restarted = Table(url, table.clock, "restarted")
    assert (await restarted.service.match_view(info.id, BEN.user)).recent == recent
    await restarted.close()


async def test_glance_shows_the_same_as_a_look_without_asking_the_database(table: Table, url: str) -> None:
    assert table.service.cached_view(CHANNEL, ANN.user) is None
    info = await table.open()
    assert table.service.cached_view(CHANNEL, ANN.user) is None
    await table.service.lobby.join(info.id, BEN, request="1")
    await table.service.lobby.start(info.id, ANN.user, request="2")
    assert table.service.cached_view(CHANNEL, BEN.user) == await table.service.match_view(info.id, BEN.user)
    await table.act(info.id, BEN, Choose(3))
    glanced = table.service.cached_view(CHANNEL, BEN.user)
    assert glanced is not None
    assert glanced.view.dice == (0, 3)
    restarted = Table(url, table.clock, "restarted")
    assert restarted.service.cached_view(CHANNEL, BEN.user) is None
    assert await restarted.service.warm() == 1
    assert restarted.service.cached_view(CHANNEL, BEN.user) == glanced
    await restarted.close()


async def test_glance_follows_the_channel_to_its_next_match(table: Table) -> None:
    first = await table.started(BEN)
    await table.service.play.end(first.id, ANN.user, moderator=True, request="end")
    table.clock.pass_by(seconds=1)
    second = await table.started(CLEO)
    await table.service.match_view(first.id, BEN.user)
    glanced = table.service.cached_view(CHANNEL, CLEO.user)
    assert glanced is not None
    assert glanced.match.id == second.id


async def test_a_closed_dm_is_noted_and_leaves_all_buttons_valid(table: Table) -> None:
    info = await table.started(BEN)
    bens = (await table.service.match_view(info.id, BEN.user)).match.version
    await table.service.posts.note_dm(info.id, BEN.user, closed=True)
    await table.service.posts.note_dm(info.id, STRANGER, closed=True)
    assert [holder.dm_closed for holder in (await table.service.info(info.id)).seats] == [False, True]
    await table.act(info.id, BEN, Choose(1), version=bens)
    await table.service.posts.note_dm(info.id, BEN.user, closed=False)
    assert not (await table.service.info(info.id)).seats[1].dm_closed
