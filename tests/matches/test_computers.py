"""Computer players: seated by the host, awaited like people, and given only their own view."""

from __future__ import annotations

import pytest

from bot.matches.errors import LobbyRefusal, MatchRefusal
from bot.matches.model import MatchInfo, Stage
from tests.matches.dicey import Choose, Ready, Roll
from tests.matches.gambler import Gambler, with_gambler
from tests.matches.table import ANN, BEN, Table
from tests.matches.test_races import before_commit


async def test_a_match_against_a_computer_is_played_to_its_end(casino: Table, gambler: Gambler) -> None:
    """It gets no DMs, thinks only while it is awaited, and sees its own seat's view."""
    match = await with_gambler(casino, rounds=2)
    turns = [row.delivery for row in await casino.store.pending(match) if row.delivery.kind == "turn"]
    assert [row.user for row in turns] == [ANN.user]
    while not (await casino.info(match)).stage.ended:
        while await casino.service.play.step_computer(match):
            pass
        thought = len(gambler.views)
        assert not await casino.service.play.step_computer(match)
        assert len(gambler.views) == thought
        view = await casino.view(match, ANN)
        if view.match.stage is Stage.PLAYING:
            actions = [Roll()] if view.view.phase == "rolling" else [Choose(2), Ready()]
            await casino.act(match, ANN, *actions)
    assert {view.viewer for view in gambler.views} == {1}
    assert all(view.dice[0] == 0 for view in gambler.views if view.phase == "choosing")
    assert len(set(gambler.luck)) == len(gambler.luck)


async def test_a_computer_accepts_or_refuses_a_draw_by_its_evaluation(
    casino: Table, gambler: Gambler
) -> None:
    match = await with_gambler(casino)
    agreements, gambler.content = casino.service.proposals, False
    with pytest.raises(MatchRefusal, match=r"The Gambler wants no draw now, and plays on\."):
        await agreements.propose(match, ANN.user, "draw", request="refused")
    assert (await casino.terms(match)).proposal is None
    gambler.content = True
    await agreements.propose(match, ANN.user, "draw", request="agreed")
    outcome = (await casino.info(match)).outcome
    assert outcome is not None
    assert outcome.drawn


async def test_a_computer_resigns_a_hopeless_match(casino: Table, gambler: Gambler) -> None:
    match = await with_gambler(casino)
    gambler.gives_up_now = True
    assert await casino.service.play.step_computer(match)
    info = await casino.info(match)
    assert info.outcome is not None
    assert info.outcome.winners == (0,)
    assert gambler.views == [], "it did not think any more"


async def test_the_host_seats_computers_which_have_different_names(casino: Table) -> None:
    info = await casino.open(seats=3)

    async def add(who: int, computer: str) -> MatchInfo:
        add_computer = casino.service.lobby.add_computer
        return await add_computer(info.id, who, computer, request=casino.request())

    with pytest.raises(LobbyRefusal, match="Only the host can add a computer player"):
        await add(BEN.user, "gambler")
    with pytest.raises(LobbyRefusal, match=r'no computer player "gamble" \(did you mean gambler\?\)'):
        await add(ANN.user, "gamble")
    await add(ANN.user, "gambler")
    assert (await add(ANN.user, "gambler")).names == ("Ann", "The Gambler", "The Gambler 2")
    with pytest.raises(LobbyRefusal, match="All 3 seats"):
        await add(ANN.user, "gambler")
    assert (await casino.leave(info.id, ANN)).stage is Stage.ABANDONED


async def test_a_computer_is_seated_only_in_a_game_it_plays(table: Table) -> None:
    class Chessman(Gambler):
        def plays(self, game: str) -> bool:
            return game == "chess"

    club = table.again(computers={"gambler": Gambler(), "chessman": Chessman()})
    info = await club.open()
    for where, sentence in (
        (club, r"chessman does not play Dicey\. Choose gambler"),
        (table, "no computer players for Dicey here"),
    ):
        with pytest.raises(LobbyRefusal, match=sentence):
            await where.service.lobby.add_computer(info.id, ANN.user, "chessman", request="1")


async def test_a_match_waits_for_a_removed_computer_player(casino: Table, table: Table) -> None:
    match = await with_gambler(casino)
    assert not await table.service.play.step_computer(match)
    assert (await table.info(match)).stage is Stage.PLAYING


async def test_a_computer_thinks_again_when_the_match_has_changed_meanwhile(
    casino: Table, gambler: Gambler
) -> None:
    match, another = await with_gambler(casino), casino.again("another")
    before_commit(casino, lambda: another.act(match, ANN, Choose(1)))
    assert await casino.service.play.step_computer(match)
    assert len(gambler.views) == 2
