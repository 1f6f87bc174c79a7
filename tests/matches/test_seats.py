"""Seats that change hands: who has to agree before one is offered, and what players together may end."""

from __future__ import annotations

import pytest

from bot.matches.errors import MatchRefusal
from bot.matches.model import MatchInfo, MatchTerms, Person, Stage
from bot.matches.terms import read_clock
from tests.matches.dicey import Choose, Ready
from tests.matches.table import ANN, BEN, CLEO, DAN, Table


async def offer(table: Table, info: MatchInfo, by: Person, seat: int, to: Person = DAN) -> MatchInfo:
    return await table.service.seats.offer(
        info.id, by.user, seat, to, moderator=False, request=table.request()
    )


async def say(table: Table, info: MatchInfo, who: Person, *, agree: bool) -> MatchInfo:
    played = await table.service.agreements.answer(info.id, who.user, agree=agree, request=table.request())
    return played.match_view.match


def needed(info: MatchInfo) -> tuple[int, ...]:
    """Return the seats that have yet to agree to what is proposed."""
    assert info.match_terms.proposal is not None
    return info.match_terms.proposal.open_to


async def taken(table: Table, info: MatchInfo, by: Person = DAN) -> MatchInfo:
    return await table.service.seats.take(info.id, by, request=table.request())


async def test_a_player_has_to_agree_before_the_seat_is_offered(table: Table) -> None:
    info = await table.started(BEN)
    asked = await offer(table, info, ANN, 1)
    assert needed(asked) == (1,)
    with pytest.raises(MatchRefusal, match="No seat of this match is offered to you"):
        await taken(table, info)
    await say(table, info, BEN, agree=True)
    assert (await taken(table, info)).names == ("Ann", "Dan")


async def test_who_refuses_keeps_the_seat_and_who_plays_on_too(table: Table) -> None:
    info = await table.started(BEN)
    await offer(table, info, ANN, 1)
    after = await say(table, info, BEN, agree=False)
    assert (after.match_terms.proposal, after.match_terms.reminded) == (None, ())
    await offer(table, info, ANN, 1)
    await table.act(info.id, BEN, Choose(1), Ready())
    now = await table.service.info(info.id)
    assert (now.match_terms.proposal, now.match_terms.reminded) == (None, ())


async def test_everybody_offers_their_own_seat(table: Table) -> None:
    info = await table.started(BEN)
    assert needed(await offer(table, info, BEN, 1)) == ()
    assert (await taken(table, info)).names == ("Ann", "Dan")


async def test_after_two_missed_reminders_all_the_others_decide(table: Table) -> None:
    info = await table.started(BEN, CLEO)
    assert needed(await offer(table, info, ANN, 1)) == (1,)
    with pytest.raises(MatchRefusal, match=r"Ben has been asked already.* in 1 day"):
        await offer(table, info, CLEO, 1)
    table.clock.pass_by(hours=25)
    assert needed(await offer(table, info, CLEO, 1)) == (1,)  # the second one
    with pytest.raises(MatchRefusal, match="has been asked already"):
        await offer(table, info, ANN, 1)
    table.clock.pass_by(hours=25)
    assert needed(await offer(table, info, ANN, 1)) == (2,)
    await say(table, info, CLEO, agree=True)
    assert (await taken(table, info)).names == ("Ann", "Dan", "Cleo")


async def test_reminders_are_counted_while_the_match_waits_for_the_player(table: Table) -> None:
    info = await table.started(BEN, rounds=5)
    await table.act(info.id, BEN, Choose(1), Ready())
    await offer(table, info, ANN, 1)
    with pytest.raises(MatchRefusal, match="asked already, and has yet to answer"):
        await offer(table, info, ANN, 1)
    assert (await table.service.info(info.id)).match_terms.reminded == ()


async def test_a_sign_of_the_player_makes_reminders_count_anew(table: Table) -> None:
    info = await table.started(BEN)
    for _ in range(2):
        await offer(table, info, ANN, 1)
        table.clock.pass_by(hours=25)
    await say(table, info, BEN, agree=False)
    assert needed(await offer(table, info, ANN, 1)) == (1,)


async def test_the_host_offers_a_seat_that_is_late_or_empty_and_other_players_ask_the_rest(
    table: Table,
) -> None:
    info = await table.started(BEN, CLEO, match_terms=MatchTerms(read_clock("1h")))
    table.clock.pass_by(hours=2)
    assert needed(await offer(table, info, CLEO, 1)) == (0,)
    assert needed(await offer(table, info, ANN, 1)) == ()
    other = await table.started(BEN, CLEO, channel=2)
    await table.service.departures.left(other.id, BEN.user)
    assert needed(await offer(table, other, ANN, 1)) == ()


async def test_who_has_given_up_offers_nobodys_seat(table: Table) -> None:
    info = await table.started(BEN, CLEO)
    await table.service.play.resign(info.id, ANN.user, request="resign")
    with pytest.raises(MatchRefusal, match="You have given up your seat"):
        await offer(table, info, ANN, 1)


async def test_a_match_that_has_begun_ends_when_all_agree(table: Table) -> None:
    info = await table.started(BEN, CLEO)
    await table.service.agreements.propose(info.id, BEN.user, "end", request="end")
    assert (await say(table, info, CLEO, agree=True)).stage is Stage.PLAYING
    ended = await say(table, info, ANN, agree=True)
    assert (ended.stage, ended.outcome) == (Stage.ABANDONED, None)
    assert ended.match_terms.settled is not None
    assert (ended.match_terms.settled.kind, ended.match_terms.settled.result) == ("end", "agreed")
