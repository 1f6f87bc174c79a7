"""`/tournament undo-round` takes back everything that the round gave."""

from __future__ import annotations

from functools import partial

from bot.matches.model import Person
from bot.parts.ratings.model import Kept
from bot.parts.ratings.service import RatingService
from bot.parts.ratings.store import SqlRatingStore
from bot.parts.tournaments import acts
from bot.parts.tournaments.model import Tournament
from tests.competitions.office import CLOCK, GAMES, Office

DORA = Person(1, "Dora")


async def ratings(office: Office) -> Kept:
    store = SqlRatingStore(office.store.database)
    service = RatingService(store, office.matches, GAMES, office.clock)
    await service.catch_up()
    assert not (await service.check()).differing
    return await store.kept()


async def takes_back(office: Office, tournament: str) -> Tournament:
    found = await office.service.get(tournament)
    late = await office.runner.late_in_last_round(found)
    alter = partial(acts.undone, late=late)
    await office.service.act(tournament, DORA, "undo-round", alter, {}, manages=False)
    found = await office.service.get(tournament)
    await office.runner._close(found)
    return await office.service.get(tournament)


async def one_action_each(office: Office, tournament: str) -> None:
    """Let both players of each match act, so that it counts for the ratings."""
    for game in (await office.service.get(tournament)).open_games:
        for number in range(2):
            match_view = await office.matches.match_view(game.match, None)
            user = match_view.match.seats[min(match_view.awaited)].user
            legal = (await office.matches.match_view(game.match, user)).legal
            request = f"{game.match} {number}"
            await office.matches.play.act(game.match, user, legal[:1], version=None, request=request)


async def times_out(office: Office, tournament: str) -> None:
    office.clock.pass_by(seconds=CLOCK.seconds + 1)
    for match in await office.matches.timekeeper.overdue():
        while await office.matches.timekeeper.expire(match):
            pass
    await office.runner._take_results(tournament)


async def test_results_losses_on_time_leave_withdrawals_and_ratings_go_with_the_round(office: Office) -> None:
    tournament = await office.opened("swiss", days=30)
    await office.start(tournament)
    await one_action_each(office, tournament)
    await office.service.take_leave(tournament, Person(100, "P0"), back=False)
    office.clock.pass_by(hours=5)
    await office.service.take_leave(tournament, Person(100, "P0"), back=True)
    before = await ratings(office)
    for _ in range(3):  # a third loss would have come long after the second
        await times_out(office, tournament)
        played = await office.service.get(tournament)
        assert sum(each.timeouts for each in played.entrants) == 2
        assert [each.how for each in played.results] == ["time", "time"]
        assert played.entrants[0].away_spent == 5 * 3600
        assert (await ratings(office)).standings != before.standings
        after = await takes_back(office, tournament)
        assert [(each.timeouts, each.leaving, each.away_spent) for each in after.entrants] == [
            (0, "", 0.0)
        ] * 4
        assert (after.results, after.games) == ((), ())
        now = await ratings(office)
        assert not any(each.rated for each in now.results)
        assert now.standings == before.standings
        late = [(await office.matches.info(each.match)).match_terms.clocks.late for each in played.games]
        assert late == [(), ()]
        await office.runner.step(tournament)
        await one_action_each(office, tournament)
        await office.service.take_leave(tournament, Person(100, "P0"), back=False)
        office.clock.pass_by(hours=5)
        await office.service.take_leave(tournament, Person(100, "P0"), back=True)


async def test_a_withdrawal_by_a_second_loss_on_time_is_taken_back(office: Office) -> None:
    tournament = await office.opened("swiss", people=6, days=30)
    await office.start(tournament)
    before = after = await office.service.get(tournament)
    while not any(each.leaving for each in after.entrants):
        await office.runner.step(tournament)
        before = await office.service.get(tournament)
        await times_out(office, tournament)
        after = await office.service.get(tournament)
    assert {each.leaving for each in after.entrants} == {"", "time"}
    again = await takes_back(office, tournament)
    assert [each.timeouts for each in again.entrants] == [each.timeouts for each in before.entrants]
    assert not any(each.leaving or each.pending for each in again.entrants)
    await office.runner.step(tournament)
    assert len((await office.service.get(tournament)).open_games) == 3
