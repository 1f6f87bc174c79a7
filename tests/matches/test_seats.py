"""Replaced players: who must agree before a seat is offered, and what all players together may end."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from bot.matches.errors import LobbyRefusal, MatchRefusal, NotSeated
from bot.matches.model import MatchInfo, MatchTerms, Stage
from bot.matches.seating_policy import Everybody, Wanted
from bot.matches.terms import read_clock
from tests.matches.dicey import Choose, Ready
from tests.matches.table import ANN, BEN, CLEO, DAN, Table


def needed(info: MatchInfo) -> tuple[int, ...]:
    """Return the seats that must still agree to the proposal."""
    assert info.match_terms.proposal is not None
    return info.match_terms.proposal.open_to


async def test_a_player_must_agree_before_the_seat_is_offered_and_can_offer_it_alone(table: Table) -> None:
    info = await table.started(BEN)
    asked = await table.offer(info.id, ANN, 1, DAN)
    assert needed(asked) == (1,)
    with pytest.raises(MatchRefusal, match="No seat of this match is offered to you"):
        await table.take(info.id, DAN)
    await table.agree(info.id, BEN)
    assert (await table.take(info.id, DAN)).names == ("Ann", "Dan")
    assert needed(await table.offer(info.id, DAN, 1, CLEO)) == ()
    assert (await table.take(info.id, CLEO)).names == ("Ann", "Cleo")


async def test_a_player_who_refuses_or_plays_on_keeps_the_seat(table: Table) -> None:
    info = await table.started(BEN)
    await table.offer(info.id, ANN, 1, DAN)
    after = (await table.answer(info.id, BEN, agree=False)).match_view.match
    assert (after.match_terms.proposal, after.match_terms.reminded) == (None, ())
    await table.offer(info.id, ANN, 1, DAN)
    await table.act(info.id, BEN, Choose(1), Ready())
    now = await table.info(info.id)
    assert (now.match_terms.proposal, now.match_terms.reminded) == (None, ())


async def test_after_two_missed_reminders_all_the_others_decide(table: Table) -> None:
    info = await table.started(BEN, CLEO)
    assert needed(await table.offer(info.id, ANN, 1, DAN)) == (1,)
    with pytest.raises(MatchRefusal, match=r"Ben has been asked already.* in 1 day"):
        await table.offer(info.id, CLEO, 1, DAN)
    table.clock.pass_by(hours=25)
    assert needed(await table.offer(info.id, CLEO, 1, DAN)) == (1,)  # the second reminder
    with pytest.raises(MatchRefusal, match="has been asked already"):
        await table.offer(info.id, ANN, 1, DAN)
    table.clock.pass_by(hours=25)
    assert needed(await table.offer(info.id, ANN, 1, DAN)) == (2,)
    await table.agree(info.id, CLEO)
    assert (await table.take(info.id, DAN)).names == ("Ann", "Dan", "Cleo")


async def test_reminders_are_counted_while_the_match_waits_for_the_player(table: Table) -> None:
    info = await table.started(BEN, rounds=5)
    await table.act(info.id, BEN, Choose(1), Ready())
    await table.offer(info.id, ANN, 1, DAN)
    with pytest.raises(MatchRefusal, match="asked already, and has yet to answer"):
        await table.offer(info.id, ANN, 1, DAN)
    assert (await table.terms(info.id)).reminded == ()


async def test_an_action_of_the_player_resets_the_count_of_reminders(table: Table) -> None:
    info = await table.started(BEN)
    for _ in range(2):
        await table.offer(info.id, ANN, 1, DAN)
        table.clock.pass_by(hours=25)
    await table.answer(info.id, BEN, agree=False)
    assert needed(await table.offer(info.id, ANN, 1, DAN)) == (1,)


async def test_of_a_late_or_empty_seat_the_players_who_are_there_decide_together(table: Table) -> None:
    """The host is one of them: who plays has no office in the match."""
    info = await table.started(BEN, CLEO, match_terms=MatchTerms(read_clock("1h")))
    await table.act(info.id, CLEO, Choose(1), Ready())
    table.clock.pass_by(hours=2)
    assert needed(await table.offer(info.id, CLEO, 1, DAN)) == (), "Ann is late as well"
    other = await table.started(BEN, CLEO, channel=2)
    await table.service.departures.left(other.id, BEN.user)
    assert needed(await table.offer(other.id, ANN, 1, DAN)) == (2,)
    two = await table.started(BEN, channel=3)
    await table.service.departures.left(two.id, BEN.user)
    assert needed(await table.offer(two.id, ANN, 1, DAN)) == ()


async def test_a_moderator_who_plays_or_is_offered_a_seat_has_no_office_in_the_match(table: Table) -> None:
    """Else one could offer the opponent's seat to a second account, read its hand and take it back."""
    info = await table.started(BEN)
    asked = await table.offer(info.id, ANN, 1, DAN, moderator=True)
    assert (needed(asked), asked.match_terms.proposal.by) == ((1,), 0)  # type: ignore[union-attr]
    await table.agree(info.id, BEN)
    with pytest.raises(MatchRefusal, match="offered to somebody else"):
        await table.decline(info.id, BEN, moderator=True)
    end = table.service.play.end
    for user in (ANN.user, DAN.user):
        with pytest.raises(MatchRefusal, match="who does not play in it"):
            await end(info.id, user, moderator=True, request=table.request())
    with pytest.raises(NotSeated):
        await table.offer(info.id, DAN, 1, DAN, moderator=True)
    assert (await table.take(info.id, DAN)).match_terms.rated is False
    assert await table.service.history.seats_taken(await table.info(info.id)) == [1]


async def test_blocks_of_all_players_count_when_a_seat_is_taken(table: Table) -> None:
    """Also a block that came after the offer; the words are those of a lobby."""

    class Apart(Everybody):
        async def welcomes(self, user: int, others: Collection[int], wanted: Wanted) -> bool:
            return not (user == DAN.user and CLEO.user in others)

    table = table.again(seating_policy=Apart())
    info = await table.started(BEN, CLEO)
    await table.offer(info.id, BEN, 1, DAN)
    with pytest.raises(LobbyRefusal, match="kept for others"):
        await table.take(info.id, DAN)
    assert (await table.info(info.id)).names == ("Ann", "Ben", "Cleo")


async def test_a_begun_match_ends_when_all_agree(table: Table) -> None:
    info = await table.started(BEN, CLEO)
    await table.propose(info.id, BEN, "end")
    assert (await table.agree(info.id, CLEO)).match_view.match.stage is Stage.PLAYING
    ended = (await table.agree(info.id, ANN)).match_view.match
    assert (ended.stage, ended.outcome) == (Stage.ABANDONED, None)
    assert ended.match_terms.settled is not None
    assert (ended.match_terms.settled.kind, ended.match_terms.settled.result) == ("end", "agreed")
