"""Rematches: reserved seats, nobody seated without joining, and no id stored longer than needed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.matches.clocks import ClockTerms
from bot.matches.errors import LobbyRefusal, NotSeated, WrongStage
from bot.matches.loaded_match import PendingChange
from bot.matches.model import MatchInfo, MatchTerms, Stage
from bot.matches.ports import Record
from tests.matches.table import ANN, BEN, CHANNEL, CLEO, DAN, Table

TERMS = ClockTerms(kind="turn", seconds=86400)


async def over(table: Table) -> MatchInfo:
    info = await table.started(BEN, CLEO, rounds=3, match_terms=MatchTerms(clock_terms=TERMS))
    for person in (ANN, BEN):
        await table.resign(info.id, person)
    return await table.info(info.id)


async def again(table: Table, old: MatchInfo, user: int = BEN.user) -> MatchInfo:
    return await table.service.lobby.rematch(old.id, user, channel=CHANNEL, request=table.request())


async def test_seats_move_on_by_one_with_a_new_seed_and_no_words(table: Table) -> None:
    old = await over(table)
    new = await again(table, old)
    assert new.names == ("Ben", "Cleo", "Ann")
    assert [holder.word for holder in new.seats] == ["", "", ""]
    assert (new.host, new.wanted, new.options) == (BEN.user, 3, old.options)
    assert new.match_terms.clock_terms == TERMS
    assert (new.match_terms.after, new.match_terms.rated) == (old.id, True)
    assert set(new.match_terms.invited) == {ANN.user, CLEO.user}
    assert new.commitment != old.commitment
    assert (await again(table, await _ended(table, new), CLEO.user)).names == ("Cleo", "Ann", "Ben")


async def _ended(table: Table, info: MatchInfo) -> MatchInfo:
    for person in (ANN, CLEO):
        await table.join(info.id, person)
    await table.start(info.id, BEN)
    return await table.end(info.id, BEN)


async def test_it_begins_when_all_invited_players_have_joined(table: Table) -> None:
    new = await again(table, await over(table))
    for person, waits_for in ((CLEO, "Ann"), (ANN, "")):
        with pytest.raises(LobbyRefusal, match=r"still ha(s|ve) to press Join"):
            await table.start(new.id, BEN)
        joined = await table.join(new.id, person, word="luck")
        names = [joined.names[joined.seat_of(user) or 0] for user in joined.match_terms.invited]
        assert names == ([waits_for] if waits_for else [])
    started = await table.start(new.id, BEN)
    assert (started.stage, started.match_terms.invited) == (Stage.PLAYING, ())


async def test_the_seat_of_a_player_who_leaves_is_free(table: Table) -> None:
    """When the host leaves, another person who has joined becomes the host."""
    new = await again(table, await over(table))
    left = await table.leave(new.id, ANN)
    assert (left.names, left.match_terms.invited) == (("Ben", "Cleo"), (CLEO.user,))
    await table.join(new.id, DAN)
    assert (await table.leave(new.id, BEN)).host == DAN.user
    joined = await table.join(new.id, CLEO)
    assert (joined.names, joined.match_terms.invited) == (("Cleo", "Dan"), ())


async def test_a_closed_lobby_reserves_no_seat(table: Table) -> None:
    old = await over(table)
    for close in (table.leave, table.end):
        closed = await close((await again(table, old)).id, BEN)
        assert (closed.stage, closed.match_terms.invited) == (Stage.ABANDONED, ())


async def test_a_repeated_request_opens_one_rematch_and_a_second_request_finds_the_channel_taken(
    table: Table,
) -> None:
    old = await over(table)
    first = await table.service.lobby.rematch(old.id, ANN.user, channel=CHANNEL, request="once")
    assert await table.service.lobby.rematch(old.id, ANN.user, channel=CHANNEL, request="once") == first
    with pytest.raises(LobbyRefusal, match="has a match already"):
        await again(table, old)


async def test_only_players_of_a_played_and_ended_match_can_ask(table: Table) -> None:
    info = await table.started(BEN)
    with pytest.raises(WrongStage, match="has not ended"):
        await again(table, info)
    await table.resign(info.id, ANN)
    with pytest.raises(NotSeated):
        await again(table, info, DAN.user)
    never_begun = await table.open()
    await table.join(never_begun.id, BEN)
    await table.end(never_begun.id)
    with pytest.raises(LobbyRefusal, match="cannot be played again"):
        await again(table, never_begun)


async def test_seats_of_a_former_player_and_a_removed_computer_are_free(table: Table) -> None:
    old = await over(table)

    def step(record: Record) -> PendingChange:
        seats = list(record.info.seats)
        seats[0] = replace(seats[0], user=0, name="a former player")
        seats[2] = replace(seats[2], user=0, name="Deep Thought", computer="gone")
        return PendingChange(
            replace(record, info=replace(record.info, seats=tuple(seats))), visible_to=frozenset()
        )

    await table.service._repository.change_undecoded(old.id, None, step)
    new = await again(table, old)
    assert (new.names, new.wanted, new.match_terms.invited) == (("Ben",), 3, ())
