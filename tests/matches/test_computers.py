"""Computer players: seated by the host, awaited like everybody, and blind to what they may not see."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest

from bot.matches.errors import LobbyRefusal, MatchRefusal
from bot.matches.model import Stage
from bot.matches.ports import Change, Verdict
from tests.matches.dicey import Choose, Ready, Roll, View
from tests.matches.table import ANN, BEN, Table, TestClock


class Gambler:
    """Plays at random and notes what it was shown."""

    title = "The Gambler"
    description = "Plays for luck."
    level, key, searches = "", "gambler", False

    gives_up_now, content = False, True

    def __init__(self) -> None:
        self.views: list[View] = []
        self.luck: list[float] = []

    def plays(self, game: str) -> bool:
        return game == "dicey"

    def strength(self, game: str) -> int | None:
        return None

    def gives_up(self, rules: Any, view: Any) -> bool:
        return self.gives_up_now

    def takes_draw(self, rules: Any, view: Any) -> bool:
        assert view.viewer == 1, "it judges by the view of its own seat"
        return self.content

    def choose(self, rules: Any, view: View, legal: Sequence[Any], rng: random.Random) -> Any:
        self.views.append(view)
        self.luck.append(rng.random())
        return rng.choice([action for action in legal if not hasattr(action, "to")])


@pytest.fixture
def gambler() -> Gambler:
    return Gambler()


@pytest.fixture
async def casino(url: str, table: Table, gambler: Gambler) -> AsyncIterator[Table]:
    opened = Table(url, table.clock, "casino", computers={"gambler": gambler})
    yield opened
    await opened.close()


async def with_gambler(casino: Table, **options: Any) -> str:
    info = await casino.open(**options)
    await casino.service.lobby.add_computer(info.id, ANN.user, "gambler", request="seat it")
    await casino.service.lobby.start(info.id, ANN.user, request="go")
    return info.id


async def test_a_match_against_a_computer_is_played_to_its_end(casino: Table, gambler: Gambler) -> None:
    match = await with_gambler(casino, rounds=2)
    while not (await casino.service.info(match)).stage.ended:
        while await casino.service.play.step_computer(match):
            pass
        match_view = await casino.service.match_view(match, ANN.user)
        if match_view.match.stage is Stage.PLAYING:
            await casino.act(
                match, ANN, *([Roll()] if match_view.view.phase == "rolling" else [Choose(2), Ready()])
            )
    assert {view.viewer for view in gambler.views} == {1}
    assert all(view.dice[0] == 0 for view in gambler.views if view.phase == "choosing")
    assert len(set(gambler.luck)) == len(gambler.luck)
    assert not await casino.service.play.step_computer(match)


async def test_a_computer_agrees_to_a_draw_by_its_own_judgement(casino: Table, gambler: Gambler) -> None:
    match = await with_gambler(casino)
    agreements, gambler.content = casino.service.agreements, False
    with pytest.raises(MatchRefusal, match=r"The Gambler wants no draw now, and plays on\."):
        await agreements.propose(match, ANN.user, "draw", request="refused")
    assert (await casino.service.info(match)).match_terms.proposal is None
    gambler.content = True
    await agreements.propose(match, ANN.user, "draw", request="agreed")
    outcome = (await casino.service.info(match)).outcome
    assert outcome is not None
    assert outcome.drawn


async def test_a_computer_resigns_where_it_is_hopeless(casino: Table, gambler: Gambler) -> None:
    match = await with_gambler(casino)
    gambler.gives_up_now = True
    assert await casino.service.play.step_computer(match)
    info = await casino.service.info(match)
    assert info.outcome is not None
    assert info.outcome.winners == (0,)
    assert gambler.views == [], "it did not think any more"


async def test_a_computer_that_is_not_awaited_does_nothing(casino: Table, gambler: Gambler) -> None:
    match = await with_gambler(casino)
    while await casino.service.play.step_computer(match):
        pass
    thought = len(gambler.views)
    assert not await casino.service.play.step_computer(match)
    assert len(gambler.views) == thought


async def test_a_computer_gets_no_dms(casino: Table) -> None:
    match = await with_gambler(casino)
    turns = [row.delivery for row in await casino.store.pending(match) if row.delivery.kind == "turn"]
    assert [row.user for row in turns] == [ANN.user]


async def test_computers_are_seated_by_the_host_and_told_apart_by_name(casino: Table) -> None:
    info = await casino.open(seats=3)
    with pytest.raises(LobbyRefusal, match="Only the host can add a computer player"):
        await casino.service.lobby.add_computer(info.id, BEN.user, "gambler", request="1")
    with pytest.raises(LobbyRefusal, match=r'no computer player "gamble" \(did you mean gambler\?\)'):
        await casino.service.lobby.add_computer(info.id, ANN.user, "gamble", request="2")
    for request in ("3", "4"):
        seated = await casino.service.lobby.add_computer(info.id, ANN.user, "gambler", request=request)
    assert seated.names == ("Ann", "The Gambler", "The Gambler 2")
    with pytest.raises(LobbyRefusal, match="All 3 seats"):
        await casino.service.lobby.add_computer(info.id, ANN.user, "gambler", request="5")
    left = await casino.service.lobby.leave(info.id, ANN.user, request="6")
    assert left.stage is Stage.ABANDONED


async def test_a_computer_is_seated_only_at_a_game_it_plays(url: str, clock: TestClock) -> None:
    class Chessman(Gambler):
        def plays(self, game: str) -> bool:
            return game == "chess"

    club = Table(url, clock, "club", computers={"gambler": Gambler(), "chessman": Chessman()})
    info = await club.open()
    with pytest.raises(LobbyRefusal, match=r"chessman does not play Dicey\. Choose gambler"):
        await club.service.lobby.add_computer(info.id, ANN.user, "chessman", request="1")
    await club.close()


async def test_where_there_are_no_computers_that_is_said(table: Table) -> None:
    info = await table.open()
    with pytest.raises(LobbyRefusal, match="no computer players for Dicey here"):
        await table.service.lobby.add_computer(info.id, ANN.user, "gambler", request="1")


async def test_a_match_with_a_computer_that_is_gone_waits_for_it(casino: Table, table: Table) -> None:
    match = await with_gambler(casino)
    assert not await table.service.play.step_computer(match)
    assert (await table.service.info(match)).stage is Stage.PLAYING


async def test_a_computer_thinks_again_when_the_match_went_on_meanwhile(
    casino: Table, gambler: Gambler
) -> None:
    match = await with_gambler(casino)
    choose, done = gambler.choose, []

    def meanwhile(rules: Any, view: View, legal: Sequence[Any], rng: random.Random) -> Any:
        if not done:
            done.append(True)
            raise_revision.append(True)
        return choose(rules, view, legal, rng)

    raise_revision: list[bool] = []
    gambler.choose = meanwhile  # type: ignore[method-assign]
    commit = casino.store.commit

    async def late(change: Change) -> Verdict:
        if raise_revision:
            raise_revision.clear()
            await casino_of_another_process.act(match, ANN, Choose(1))
        return await commit(change)

    casino_of_another_process = Table(casino.url, casino.clock, "another")
    casino.store.commit = late  # type: ignore[method-assign]
    assert await casino.service.play.step_computer(match)
    assert len(gambler.views) == 2
    await casino_of_another_process.close()
