"""From matches to ratings: every result counts once, in the order of the ends, and none is lost."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from typing import Any

import pytest
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Connection, text, update

from bot.database.migrations.versions import s0011_lessons_are_not_counted
from bot.games.computers import COMPUTERS
from bot.matches.model import Person
from bot.parts.ratings.model import ALL_TIME, EVERYWHERE, OVERALL, Scope, Tally
from bot.parts.ratings.part import RATINGS
from bot.parts.ratings.service import RatingRefused
from bot.parts.ratings.store import SqlRatingStore
from bot.parts.ratings.tables import ratings, result_players
from tests.matches.dicey import Choose
from tests.matches.gambler import Gambler, with_gambler
from tests.matches.table import ANN, BEN, CLEO, DAN, STRANGER
from tests.parts.ratings.league import CLUB, League, PairsRules

ELSEWHERE = 8
"""Another server."""
ON_EACH_DATABASE = pytest.mark.parametrize("address", ["sqlite", "postgresql"], indirect=True)


@ON_EACH_DATABASE
async def test_a_finished_match_is_rated_once_for_any_number_of_requests(
    league: League, other: League
) -> None:
    info = await league.played(ANN, BEN, take_in=False)
    assert await league.ratings.store.changes(info.id) is None
    await asyncio.gather(*[each.ratings.take_in(info.id) for each in (league, other) * 3])
    changes = await league.ratings.store.changes(info.id)
    assert changes is not None
    assert [(seat, each.before, each.matches) for seat, each in changes.items()] == [
        (0, 1000, 1),
        (1, 1000, 1),
    ]
    assert changes[0].after > 1000 > changes[1].after
    assert (await league.standing(ANN)).matches == 1
    assert (await other.ratings.check()).differing == 0


@ON_EACH_DATABASE
async def test_results_missed_by_a_crash_are_rated_in_the_order_of_the_ends(
    league: League, other: League
) -> None:
    first = await league.begin(ANN, BEN)
    for winner, loser in ((BEN, ANN), (ANN, CLEO), (CLEO, BEN)):
        await league.played(winner, loser, take_in=False)
    await league.resign(first.id, BEN)
    assert await other.ratings.catch_up() == 4
    assert await other.ratings.catch_up() == 0
    kept = await SqlRatingStore(other.store.database).kept()
    assert [each.number for each in kept.results] == [1, 2, 3, 4]
    assert kept.results[-1].match == first.id, "it began first and ended last"
    assert (await other.ratings.check()).differing == 0


@ON_EACH_DATABASE
async def test_simultaneous_results_in_two_processes_all_count(league: League, other: League) -> None:
    matches = [await league.played(ANN, BEN, take_in=False) for _ in range(6)]
    works = [each.ratings.take_in(info.id) for info, each in zip(matches, (league, other) * 3, strict=True)]
    await asyncio.gather(*works)
    assert (await league.standing(ANN)).matches == 6
    assert (await league.ratings.check()).differing == 0


async def test_open_unfinished_and_too_short_matches_are_not_rated(
    league: League,
) -> None:
    info = await league.begin(ANN, BEN)
    assert not await league.ratings.take_in(info.id)
    await league.end(info.id)
    assert not await league.ratings.take_in(info.id)
    assert await league.ratings.catch_up() == 0
    assert (await SqlRatingStore(league.store.database).kept()).results == []
    early = await league.begin(ANN, BEN, acted=False)
    await league.act(early.id, ANN, Choose(1))
    await league.resign(early.id, BEN)
    await league.ratings.take_in(early.id)
    assert await league.ratings.store.changes(early.id) == {}
    assert (await SqlRatingStore(league.store.database).kept()).standings == {}


async def test_unrated_matches_count_in_records_only(league: League) -> None:
    info = await league.played(ANN, BEN, rated=False)
    assert await league.ratings.store.changes(info.id) == {}
    assert (await league.board()).players == 0
    profile = await league.ratings.profile(BEN.user, ANN.user, CLUB, OVERALL)
    assert profile is not None
    assert (profile.rated, profile.unrated) == ({}, {"dicey": Tally(lost=1)})
    assert (profile.place, profile.curve) == (0, ())


async def test_a_match_with_a_computer_is_not_rated(league: League) -> None:
    casino = league.again(computers={"gambler": Gambler()})
    match = await with_gambler(casino)
    await casino.resign(match, ANN)
    await league.ratings.take_in(match)
    assert await league.ratings.store.changes(match) == {}
    (result,) = (await SqlRatingStore(league.store.database).kept()).results
    assert [player.user for player in result.players] == [ANN.user], "of the computer nothing is kept"
    assert COMPUTERS, "the bot has computer players at all"


@ON_EACH_DATABASE
async def test_lessons_that_were_entered_are_taken_out_of_the_records(league: League) -> None:
    """The migration of versions up to 1.5.0, which entered them like other unrated matches."""
    lesson, match = [await league.played(ANN, BEN, rated=False) for _ in range(2)]
    terms = {"this": lesson.id, "terms": b'{"rated":false,"lesson":{"position":""}}'}

    def migrate(connection: Connection) -> None:
        connection.execute(text("UPDATE matches SET life = :terms WHERE id = :this"), terms)
        with Operations.context(MigrationContext.configure(connection)):
            s0011_lessons_are_not_counted.upgrade()

    await league.store.database.write(migrate)
    kept = await SqlRatingStore(league.store.database).kept()
    assert [(each.match, len(each.players)) for each in kept.results] == [(lesson.id, 0), (match.id, 2)]
    profile = await league.ratings.profile(ANN.user, BEN.user, CLUB, OVERALL)
    assert profile is not None
    assert profile.unrated == {"dicey": Tally(won=1)}
    assert await league.ratings.catch_up() == 0, "it is not entered again"


async def test_a_draw_is_equal_for_both_and_six_empty_ones_make_nobody_first(league: League) -> None:
    await league.drawn(ANN, BEN)
    assert await league.places() == [(1, "Ben"), (1, "Ann")]
    assert (await league.standing(ANN)).draws == 1
    await league.played(CLEO, DAN)
    for _ in range(5):
        await league.drawn(ANN, BEN)
    assert (await league.places())[0] == (1, "Cleo")
    assert (await league.standing(ANN)).points == 1000


async def test_the_first_of_several_to_resign_is_last(league: League) -> None:
    await league.played(ANN, BEN, CLEO, DAN)
    assert await league.places() == [(1, "Ann"), (2, "Ben"), (3, "Cleo"), (4, "Dan")]


async def test_teams_win_and_lose_together(league: League) -> None:
    players = (ANN, BEN, CLEO, DAN)
    info = await league.begin(*players, game="pairs")
    for loser in (DAN, BEN, CLEO):
        await league.resign(info.id, loser)
    await league.ratings.take_in(info.id)
    (result,) = (await SqlRatingStore(league.store.database).kept()).results
    assert [(each.team, each.place) for each in result.players] == [(0, 1), (1, 2), (0, 1), (1, 2)]
    ann, cleo = [await league.standing(each) for each in (ANN, CLEO)]
    assert ann.points == cleo.points > 1000
    assert ann.wins == 1
    profile = await league.ratings.profile(CLEO.user, ANN.user, CLUB, OVERALL)
    assert profile is not None
    assert profile.meetings is not None
    assert (profile.meetings.partners, profile.meetings.tally) == (1, Tally())


@ON_EACH_DATABASE
async def test_each_server_has_its_own_ratings_and_all_count_globally(league: League) -> None:
    await league.played(ANN, BEN)
    await league.played(BEN, CLEO, guild=ELSEWHERE)
    await league.played(BEN, CLEO, guild=None)
    assert await league.places() == [(1, "Ann"), (2, "Ben")]
    assert await league.places(guild=ELSEWHERE) == [(1, "Ben"), (2, "Cleo")]
    everywhere = await league.board(guild=EVERYWHERE)
    assert {row.name: row.standing.matches for row in everywhere.rows} == {"Ann": 1, "Ben": 3, "Cleo": 2}


@ON_EACH_DATABASE
async def test_a_leaderboard_has_pages_with_the_reader_s_place(league: League) -> None:
    players = [Person(1000 + n, f"P{n}") for n in range(13)]
    for better, worse in pairwise(players):
        for _ in range(2):
            await league.played(better, worse)
    first, second = [await league.board(user=players[12].user, page=page) for page in (0, 1)]
    assert (len(first.rows), len(second.rows), first.players) == (10, 3, 13)
    assert first.own == second.own == second.rows[-1]
    assert first.own is not None
    assert (first.own.place, first.own.name) == (13, "P12")
    beyond = await league.board(user=STRANGER, page=99)
    assert (beyond.rows, beyond.first, beyond.own) == (second.rows, 10, None)
    points = [row.standing.points for row in (*first.rows, *second.rows)]
    assert points == sorted(points, reverse=True)


@ON_EACH_DATABASE
async def test_a_profile_has_records_picks_streaks_and_opponents(league: League) -> None:
    for winner, loser in ((ANN, BEN), (ANN, BEN), (BEN, ANN), (ANN, CLEO)):
        await league.played(winner, loser)
    await league.drawn(ANN, BEN)
    profile = await league.ratings.profile(ANN.user, BEN.user, CLUB, "dicey")
    assert profile is not None
    assert profile.rated == {"dicey": Tally(won=3, drawn=1, lost=1)}
    assert profile.picks == {"dicey": {"Lucky Die": 10, "Cup 1": 4, "Cup 2": 1}}
    assert profile.meetings is not None
    assert profile.meetings.tally == Tally(won=2, drawn=1, lost=1)
    assert (profile.place, profile.players) == (1, 3)
    assert len(profile.curve) == 6
    assert (profile.curve[0], profile.curve[-1]) == (1000, profile.standings["dicey"].points)
    assert profile.standings["dicey"].best == 2
    mine = await league.ratings.profile(ANN.user, ANN.user, CLUB, OVERALL)
    assert mine is not None
    assert mine.meetings is None
    assert await league.ratings.profile(STRANGER, ANN.user, CLUB, OVERALL) is None


async def test_a_profile_has_no_results_of_another_server(league: League) -> None:
    await league.played(ANN, BEN, guild=ELSEWHERE)
    here = await league.ratings.profile(ANN.user, BEN.user, CLUB, OVERALL)
    everywhere = await league.ratings.profile(ANN.user, BEN.user, EVERYWHERE, OVERALL)
    assert here is not None
    assert everywhere is not None
    assert (here.rated, here.picks, here.standings, here.curve) == ({}, {}, {}, ())
    assert here.meetings is not None
    assert here.meetings.tally == Tally()
    assert everywhere.rated == {"dicey": Tally(won=1)}


@ON_EACH_DATABASE
async def test_a_new_season_begins_with_initial_ratings(league: League) -> None:
    await league.played(ANN, BEN)
    await league.played(BEN, ANN, take_in=False)  # still counts for the season in which it ended
    await league.ratings.close_season(CLUB, 1)
    await league.played(CLEO, BEN)
    assert (await league.board(season=1)).players == 2
    assert await league.places(season=2) == [(1, "Cleo"), (2, "Ben")]
    assert {row.name: row.standing.matches for row in (await league.board()).rows} == {
        "Ann": 2,
        "Ben": 3,
        "Cleo": 1,
    }
    first, second = await league.ratings.seasons(CLUB)
    assert (first.number, first.matches, second.number, second.matches) == (1, 2, 2, 1)
    assert first.closed == second.opened
    assert second.closed is None
    assert set(await league.ratings.store.board_of_winners(CLUB)) == {1, 2}
    assert (await league.ratings.check()).differing == 0


async def test_repeated_confirmations_close_a_season_once(league: League) -> None:
    await league.played(ANN, BEN)
    await league.ratings.close_season(CLUB, 1)
    with pytest.raises(RatingRefused, match="Season 1 is over already: season 2 is running"):
        await league.ratings.close_season(CLUB, 1)
    with pytest.raises(RatingRefused, match="Season 1 is over already"):
        await league.ratings.reset_season(CLUB, 1)
    with pytest.raises(RatingRefused, match="Nothing has been played in season 1"):
        await league.ratings.close_season(ELSEWHERE, 1)


@ON_EACH_DATABASE
async def test_a_reset_restarts_a_season_and_keeps_all_time_ratings(league: League) -> None:
    await league.played(ANN, BEN)
    await league.played(ANN, BEN, guild=ELSEWHERE)
    await league.ratings.reset_season(CLUB, 1)
    assert (await league.board(season=1)).players == 0
    assert (await league.board(guild=ELSEWHERE, season=1)).players == 2
    assert (await league.board()).players == 2
    await league.played(BEN, ANN)
    assert await league.places(season=1) == [(1, "Ben"), (2, "Ann")]
    (season,) = await league.ratings.seasons(CLUB)
    assert (season.number, season.matches) == (1, 1)
    assert (await league.ratings.check()).differing == 0


async def test_seasons_are_read_from_words_and_an_unknown_one_is_refused(league: League) -> None:
    for word in ("3", "0", "-1", "last", "9" * 40, "²"):
        with pytest.raises(RatingRefused, match="This server has season 1 so far: write a number"):
            await league.ratings.season(CLUB, word)
    with pytest.raises(RatingRefused, match="everywhere, only all time counts"):
        await league.ratings.season(EVERYWHERE, "current")
    assert await league.ratings.season(EVERYWHERE, "all time") == ALL_TIME
    await league.played(ANN, BEN)
    await league.ratings.close_season(CLUB, 1)
    named = {"all time": 0, "Current": 2, "now": 2, "1": 1, " season 2 ": 2, "": 0}
    assert {word: await league.ratings.season(CLUB, word) for word in named} == named


@ON_EACH_DATABASE
async def test_recomputed_ratings_are_the_same(league: League, other: League) -> None:
    for winner, loser in ((ANN, BEN), (BEN, CLEO), (CLEO, ANN), (DAN, ANN)):
        await league.played(winner, loser)
    await league.drawn(BEN, DAN)
    await league.ratings.close_season(CLUB, 1)
    await league.played(ANN, DAN)
    before = await SqlRatingStore(league.store.database).kept()
    checked = await other.ratings.recompute()
    assert (checked.results, checked.players, checked.differing) == (6, 4, 0)
    assert await SqlRatingStore(league.store.database).kept() == before


@ON_EACH_DATABASE
async def test_a_changed_rating_is_found_and_corrected(league: League) -> None:
    await league.played(ANN, BEN)
    before = await SqlRatingStore(league.store.database).kept()
    change = update(ratings).where(ratings.c.user == BEN.user).values(mu=40.0, points=2600)
    await SqlRatingStore(league.store.database)._database.write(lambda connection: connection.execute(change))
    assert (await league.ratings.check()).differing == 6, "in each of the six scopes"
    assert (await league.ratings.recompute()).differing == 6
    assert await SqlRatingStore(league.store.database).kept() == before


@ON_EACH_DATABASE
async def test_results_during_a_recomputation_are_not_lost(league: League) -> None:
    await league.played(ANN, BEN)
    kept = await SqlRatingStore(league.store.database).kept()
    await league.played(BEN, ANN)
    assert not await SqlRatingStore(league.store.database).replace(kept.results, kept.standings, [])
    assert (await league.standing(ANN)).matches == 2
    assert (await league.ratings.check()).differing == 0


@ON_EACH_DATABASE
async def test_a_former_player_is_on_no_leaderboard_and_other_ratings_stay(league: League) -> None:
    await league.played(ANN, BEN)
    await league.played(BEN, CLEO)
    await league.played(CLEO, BEN, take_in=False)
    before = {each: await league.standing(each) for each in (ANN,)}
    await league.ratings.catch_up()  # as before each deletion
    (personal,) = RATINGS.personal(league.store.database)
    assert (await personal.counts(BEN.user))["result_players"] == 3
    await personal.delete(BEN.user)
    await personal.delete(CLEO.user)
    assert await league.places() == [(1, "Ann")]
    assert (await league.board(user=BEN.user)).own is None
    assert await league.ratings.profile(BEN.user, ANN.user, CLUB, OVERALL) is None
    assert {each: await league.standing(each) for each in (ANN,)} == before
    assert (await league.ratings.check()).differing == 0
    assert (await league.ratings.recompute()).differing == 0
    users = {
        player.user
        for each in (await SqlRatingStore(league.store.database).kept()).results
        for player in each.players
    }
    assert users == {ANN.user, -1, -2}
    assert "Ben" not in str(await SqlRatingStore(league.store.database).kept())


@ON_EACH_DATABASE
async def test_a_person_s_data_can_be_exported(league: League) -> None:
    info = await league.played(ANN, BEN)
    (personal,) = RATINGS.personal(league.store.database)
    exported = {table: [row async for row in rows] for table, rows in personal.export(ANN.user).items()}
    (part,) = exported["result_players"]
    (result,) = (await league.ratings.store.kept()).results
    assert (part["ending"], part["user"], result.match) == ("won", ANN.user, info.id)
    assert len(exported["ratings"]) == 6
    assert str(BEN.user) not in str(exported)


@pytest.mark.usefixtures("shared")
async def test_a_match_of_a_removed_game_waits_and_delays_no_other(league: League) -> None:
    gone = await league.played(ANN, BEN, take_in=False)
    stay = await league.played(ANN, CLEO, take_in=False)
    rename = text("UPDATE matches SET game = 'gone' WHERE id = :id")
    await league.store._database.write(lambda connection: connection.execute(rename, {"id": gone.id}))
    league.service._repository.cache.drop(gone.id)
    assert await league.ratings.catch_up() == 1
    assert not await league.ratings.take_in(gone.id)
    assert [each.match for each in (await SqlRatingStore(league.store.database).kept()).results] == [stay.id]


@pytest.mark.usefixtures("shared")
async def test_a_match_of_other_rules_counts_without_picks(league: League) -> None:
    info = await league.played(ANN, BEN, take_in=False)
    rename = text("UPDATE matches SET rules = '0' WHERE id = :id")
    await league.store._database.write(lambda connection: connection.execute(rename, {"id": info.id}))
    league.service._repository.cache.drop(info.id)
    await league.ratings.take_in(info.id)
    (result,) = (await SqlRatingStore(league.store.database).kept()).results
    assert [player.picks for player in result.players] == [(), ()]
    assert (await league.standing(ANN)).wins == 1


async def test_a_result_that_cannot_be_entered_delays_no_other_and_counts_later(
    league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: PairsRules, view: Any, seat: int) -> Any:
        raise RuntimeError("a fault in a game")

    broken = await league.begin(ANN, BEN, CLEO, DAN, game="pairs")
    for loser in (DAN, BEN, CLEO):
        await league.resign(broken.id, loser)
    await league.played(ANN, CLEO, take_in=False)
    with monkeypatch.context() as patch:
        patch.setattr(PairsRules, "favourites", fail)
        assert await league.ratings.catch_up() == 1
    assert await league.ratings.catch_up() == 1
    assert [each.game for each in (await SqlRatingStore(league.store.database).kept()).results] == [
        "dicey",
        "pairs",
    ]


@ON_EACH_DATABASE
async def test_the_store_keeps_the_latest_names(league: League) -> None:
    odd = Person(77, "*Zoë* @everyone 日本")
    await league.played(Person(odd.user, "Zoe"), ANN)
    await league.played(odd, ANN)
    assert (await league.places())[0] == (1, odd.name)
    stored = await league.store._database.read(
        lambda connection: connection.execute(result_players.select()).all()
    )
    assert {row.name for row in stored} == {"Zoe", odd.name, "Ann"}
    kept = await SqlRatingStore(league.store.database).kept()
    assert (Scope("dicey", CLUB), odd.user) in kept.standings
