"""Tournaments as people live through them: from `/tournament new` to the title."""

from __future__ import annotations

import discord
import pytest

from tests.cogs.club import SMALL, Club
from tests.cogs.players import said, words_of
from tests.cogs.tournaments.hall import Hall


@pytest.fixture
def hall(club: Club) -> Hall:
    return Hall(club, people=4)


async def test_a_cup_of_four_from_the_form_to_the_title(hall: Hall) -> None:
    club = hall.club
    told = await hall.opened("cup", size=4)
    assert "Cup 1" in told
    await hall.enter()
    found = await hall.now()
    assert found.stage == "playing"
    assert len(found.games) == 6
    assert all(each.match for each in found.games)
    assert len(hall.threads()) == 6
    assert all(name.startswith("Cup 1, round ") and " against " in name for name in hall.threads())
    a, b, c, d = hall.people
    await hall.drawn(a, b)
    for winner, loser in ((a, c), (a, d), (b, c), (d, b), (c, d)):
        await hall.beats(winner, loser)
    found = await hall.now()
    assert found.stage == "ended"
    posts = [words_of(post) for post in club.channel.history()]
    assert sum("Ann has won" in post for post in posts) == 1
    assert sum("6 matches open" in post for post in posts) == 1
    standings = next(post for post in posts if "1. **Ann**" in post)
    assert "2½ points" in standings
    assert found.seed.hex() in standings
    profile = said(await club.ann.slash(club.channel, "tournament list"))
    assert "Cup 1" in profile


async def test_the_story_of_a_cup_of_eight(club: Club) -> None:
    """A withdrawal, a time-out, an adjudication, a tie that is broken, and a restart in each phase."""
    hall = Hall(club, people=8)
    await hall.opened("cup", {"clock": "3 days", "days": "14"}, size=8)
    await hall.enter(*hall.people[:5])
    await club.restart()
    await hall.enter(*hall.people[5:])
    found = await hall.now()
    assert (found.stage, len(found.games)) == ("playing", 28)
    assert len(set(hall.threads())) == 28
    await club.restart()
    await hall.step()
    assert len(hall.threads()) == 28
    ann, ben, cleo, dan, eve, fay, gus, hal = hall.people

    for winner, loser in ((ann, ben), (ben, cleo), (cleo, ann), (dan, eve), (hal, fay)):
        await hall.beats(winner, loser)
    for other in (cleo, dan, eve):
        await hall.beats(ann, other) if other is not cleo else await hall.beats(fay, other)
    said(await hal.slash(club.channel, "tournament leave", tournament=hall.id))
    await club.env.settle()
    found = await hall.now()
    assert found.entrants[7].leaving == "left"
    standings = await hall.standings()
    assert "8. **Hal** · withdrawn with fewer than half of the matches played: struck" in standings
    await club.restart()

    game = await hall.game(gus, eve)
    before = said(
        await club.ann.slash(
            club.channel, "tournament adjudicate", tournament=hall.id, match=str(game.number)
        )
    )
    assert "is decided" in before
    found = await hall.now()
    result = next(each for each in found.results if each.number == game.number)
    assert (result.how, result.places) == ("adjudicated", (1, 1))

    await hall.days(2)
    await club.restart()
    assert (await hall.now()).stage == "playing"
    await hall.days(4)
    found = await hall.now()
    assert found.stage == "ended"
    assert "time" in {each.how for each in found.results}
    assert any(each.leaving == "time" for each in found.entrants)
    assert sum("lost two matches by time" in post for post in hall.posts()) >= 1
    assert not found.open_games
    assert sum("has won." in post for post in hall.posts()) == 1
    assert len(hall.threads()) == 28
    assert {each.place for each in found.entrants} == set(range(1, 9))


async def test_a_tie_says_by_what_it_was_broken(hall: Hall) -> None:
    await hall.opened("cup", size=4)
    await hall.enter()
    a, b, c, d = hall.people
    for winner, loser in ((a, b), (b, c), (c, a), (a, d), (b, d), (d, c)):
        await hall.beats(winner, loser)
    standings = await hall.standings()
    assert "before the next by their own matches" in standings
    assert (await hall.now()).entrants[0].place == 1


async def test_the_deadline_is_announced_and_then_the_matches_count_as_they_stand(hall: Hall) -> None:
    await hall.opened("cup", {"clock": "30 days", "days": "10"}, size=4)
    await hall.enter()
    await hall.days(11)
    posts = hall.posts()
    assert sum("then 6 matches that are unfinished count as they stand" in post for post in posts) == 3
    found = await hall.now()
    assert found.stage == "ended"
    assert {each.how for each in found.results} == {"adjudicated"}


async def test_on_leave_all_clocks_stand_still_for_five_days_in_all(hall: Hall) -> None:
    club = hall.club
    await hall.opened("cup", {"clock": "2 days", "days": "30"}, size=4)
    await hall.enter()
    for each in hall.people:
        assert "on leave" in said(await each.slash(club.channel, "tournament away", tournament=hall.id))
    await hall.days(4)
    found = await hall.now()
    assert len(found.open_games) == 6
    info = await club.service.info(found.games[0].match)
    assert len(info.match_terms.away) == 2
    assert "used up" not in said(await club.ann.slash(club.channel, "tournament back", tournament=hall.id))
    await hall.days(2)
    found = await hall.now()
    assert all(each.away_since is None for each in found.entrants)
    await hall.days(3)
    assert (await hall.now()).results


async def test_a_director_replaces_and_everybody_reads_it_in_the_log(hall: Hall) -> None:
    club = hall.club
    await hall.opened("cup", size=4)
    await hall.enter()
    told = said(
        await club.ann.slash(
            club.channel, "tournament replace", tournament=hall.id, entrant="Dan", player=club.eve
        )
    )
    assert "Eve has the place of Dan now." in told
    found = await hall.now()
    for game in found.games:
        if 4 in game.seats:
            assert club.eve.id in (await club.service.info(game.match)).persons
    log = said(await club.fay.slash(club.channel, "tournament log", tournament=hall.id))
    assert "Ann: gave place 4 to Eve" in log
    assert "Ann: opened the tournament" in log


async def test_only_the_director_directs(hall: Hall) -> None:
    club = hall.club
    await hall.opened("swiss", size=4)
    await hall.enter()
    for command in ("start", "undo-round", "end", "fill"):
        told = said(await club.ben.slash(club.channel, f"tournament {command}", tournament=hall.id))
        assert "Only the director" in told
    assert (await hall.now()).stage == "open"


async def test_a_swiss_tournament_goes_round_by_round(hall: Hall) -> None:
    club = hall.club
    await hall.opened("swiss")
    await hall.enter()
    assert "It begins" in said(await club.ann.slash(club.channel, "tournament start", tournament=hall.id))
    for round_ in (1, 2, 3):
        found = await hall.now()
        assert {each.round for each in found.open_games} == {round_}
        for game in found.open_games:
            first, second = (hall.member(found.entrant(each).user) for each in game.seats)
            await hall.beats(first, second)
    found = await hall.now()
    assert found.stage == "ended"
    for round_ in (1, 2, 3):
        assert sum(f"Results of round {round_}" in post for post in hall.posts()) == 1


async def test_a_knock_out_is_two_matches_with_seats_changed(hall: Hall) -> None:
    club = hall.club
    await hall.opened("knock-out")
    await hall.enter()
    await club.ann.slash(club.channel, "tournament start", tournament=hall.id)
    for _ in range(12):
        found = await hall.now()
        if found.stage == "ended":
            break
        game = found.open_games[0]
        best, other = sorted(
            (hall.member(found.entrant(each).user) for each in game.seats), key=lambda m: m.id
        )
        await hall.beats(best, other)
    found = await hall.now()
    assert found.stage == "ended"
    assert [each.place for each in found.entrants if each.user == club.ann.id] == [1]
    assert max(each.leg for each in found.games) == 2


async def test_a_league_begins_its_next_season_by_itself(hall: Hall) -> None:
    club = hall.club
    await hall.opened("league")
    await hall.enter()
    await club.ann.slash(club.channel, "tournament start", tournament=hall.id)
    await club.ann.slash(club.channel, "tournament end", tournament=hall.id)
    first = await hall.now()
    assert first.stage == "ended"
    known = await club.bot.competitions.on_server(club.guild.id, 2)
    hall.id = next(each.id for each in known if each.id != first.id)
    second = await hall.now()
    assert (second.after, second.stage, second.number) == (first.id, "open", 2)
    await hall.enter()
    await hall.days(4)
    assert (await hall.now()).stage == "playing"


async def test_computers_fill_a_cup(club: Club) -> None:
    hall = Hall(club, people=2)
    await hall.opened("cup", size=4)
    await hall.enter()
    told = said(await club.ann.slash(club.channel, "tournament fill", tournament=hall.id))
    assert "free places" in told
    await club.env.settle()
    found = await hall.now()
    assert found.stage == "playing"
    assert sum(bool(each.computer) for each in found.entrants) == 2
    info = await club.service.info(found.games[0].match)
    assert not info.counts or all(info.persons)


async def test_the_title_stands_in_the_profile_and_the_matches_name_their_cup(hall: Hall) -> None:
    club = hall.club
    await hall.opened("cup", size=4)
    await hall.enter()
    mine = said(await club.ann.slash(club.channel, "me matches"))
    assert "Papyrus · Cup 1 with" in mine
    people = hall.people
    for at, winner in enumerate(people):
        for loser in people[at + 1 :]:
            await hall.beats(winner, loser)
    profile = said(await club.ann.slash(club.channel, "profile"))
    assert "🏆 won Cup 1 (Papyrus)" in profile
    assert "place 2 of 4 in Cup 1" in said(await club.ben.slash(club.channel, "profile"))


async def test_the_winner_gets_the_role_where_the_bot_may_give_it(hall: Hall) -> None:
    club = hall.club
    role = club.guild.create_role("Champion")
    shown = await club.ann.slash(
        club.channel, "tournament new", game="papyrus", format="cup", size=4, **{"winner-role": role}
    )
    assert shown.modal is None
    assert "role" in said(shown)


async def test_bad_input_is_told_in_a_sentence_and_opens_nothing(hall: Hall) -> None:
    club = hall.club
    for form, words in (
        ({"options": "squad=99"}, "squad"),
        ({"clock": "soon"}, "is not a clock"),
        ({"clock": "none"}, "with a clock"),
        ({"days": "many"}, "is not a number"),
        ({"days": "99"}, "1 to 60 days"),
        ({"rating": "good"}, "range of ratings"),
        ({"rating": "1600-1200"}, "below the lowest"),
    ):
        assert words in await hall.opened("cup", form), form
    assert not await club.bot.competitions.on_server(club.guild.id, 5)
    club.forbid(club.channel, "create_public_threads")
    shown = await club.ann.slash(club.channel, "tournament new", game="papyrus", format="cup")
    assert shown.modal is None
    assert "Create Public Threads" in said(shown)


async def test_who_does_not_meet_the_conditions_is_told_why(hall: Hall) -> None:
    club = hall.club
    await hall.opened("swiss", {"matches": "3"})
    told = said(await club.ben.slash(club.channel, "tournament join"))
    assert "at least 3 matches" in told
    assert not (await hall.now()).players


async def test_a_channel_that_is_closed_holds_up_nobody_for_good(hall: Hall) -> None:
    club = hall.club
    await hall.opened("cup", size=4)
    for each in hall.people[:3]:
        await each.slash(club.channel, "tournament join", tournament=hall.id)
    club.env.inject_error(
        "POST", f"/channels/{club.channel.id}/threads", status=403, code=50013, message="no", times=None
    )
    await hall.people[3].slash(club.channel, "tournament join", tournament=hall.id)
    await hall.step()
    found = await hall.now()
    assert not any(each.match for each in found.games)
    log = said(await club.ben.slash(club.channel, "tournament log", tournament=hall.id))
    assert "could not be opened: I may not open threads" in log
    club.allow_again()
    await hall.step()
    assert all(each.match for each in (await hall.now()).games)


async def test_who_wants_to_be_forgotten_has_withdrawn(hall: Hall) -> None:
    club = hall.club
    await hall.opened("cup", size=4)
    await hall.enter()
    await club.bot.privacy.delete(club.dan.id, "forget-dan", club.bot.publish_pending)
    await hall.step()
    found = await hall.now()
    assert found.entrants[3].leaving == "former"
    assert "Dan" not in await hall.standings()
    assert {each.how for each in found.results} == {"withdrawn"} or found.results


async def test_a_match_of_a_tournament_is_not_paused_or_ended_by_its_players(hall: Hall) -> None:
    club = hall.club
    await hall.opened("cup", size=4)
    await hall.enter()
    game = (await hall.now()).games[0]
    thread = next(each for each in club.channel.threads if each.id == game.channel)
    first = hall.member((await hall.now()).entrant(game.seats[0]).user)
    assert "belongs to a tournament" in said(await first.slash(thread, "match ask pause"))


async def test_without_the_form_all_is_as_usual(hall: Hall) -> None:
    club = hall.club
    told = said(
        await club.ann.slash(club.channel, "tournament new", game="papyrus", format="cup", usual=True)
    )
    assert "Cup 1" in told
    hall.id = (await club.bot.competitions.on_server(club.guild.id, 1))[0].id
    assert "3 days for the whole match + 12 hours a turn, at most 5 days" in await hall.standings()


async def test_a_cup_of_four_computers_plays_itself(club: Club) -> None:
    hall = Hall(club, people=1)
    shown = await club.ann.slash(
        club.channel, "tournament new", game="papyrus", format="cup", size=4, rated=False
    )
    await club.ann.submit_modal(shown, {"options": "squad=1 width=8 height=6 rounds=1"})
    hall.id = (await club.bot.competitions.on_server(club.guild.id, 1))[0].id
    await club.ann.slash(club.channel, "tournament fill", tournament=hall.id, computer="easy")
    for _ in range(40):
        await hall.step()
        if (await hall.now()).over:
            break
    found = await hall.now()
    assert found.stage == "ended"
    assert {each.how for each in found.results} == {"played"}


@pytest.mark.parametrize("kind", ["cup", "knock-out"])
async def test_a_tournament_is_downloaded_before_it_begins(hall: Hall, kind: str) -> None:
    await hall.opened(kind, size=4)
    found = await hall.club.ann.slash(hall.club.channel, "tournament download", tournament=hall.id)
    assert "for download" in said(found)


async def test_a_german_server_reads_german(hall: Hall) -> None:
    club = hall.club
    await club.bot.servers.set_language(club.guild.id, "de")
    for each in hall.people:
        club.speaks(each, "de")
    shown = await club.ann.slash(club.channel, "tournament new", game="papyrus", format="cup", size=4)
    told = said(await club.ann.submit_modal(shown, {"options": SMALL}))
    assert "**Pokal 1** · Es ist eröffnet" in told
    hall.id = (await club.bot.competitions.on_server(club.guild.id, 1))[0].id
    assert "ein Pokal zu 4 oder 8: alle gegen alle" in await hall.standings()
    for each in hall.people:
        assert "Du nimmst teil" in said(await each.slash(club.channel, "tournament join", tournament=hall.id))
    await hall.step()
    assert "Pokal 1, Runde 1: " in hall.threads()[0]
    assert " gegen " in hall.threads()[0]
    people = hall.people
    for at, winner in enumerate(people):
        for loser in people[at + 1 :]:
            await hall.beats(winner, loser)
    standings = await hall.standings()
    assert "1. **Ann** · 3 Punkte · 3 gespielt" in standings
    assert sum("**Ann hat gewonnen.**" in post for post in hall.posts()) == 1
    assert "hat das Turnier eröffnet" in said(
        await club.ann.slash(club.channel, "tournament log", tournament=hall.id)
    )


async def test_the_winner_is_given_the_role_once(club: Club) -> None:
    champion = club.guild.create_role("Champion")
    boss = club.guild.create_role("Boss", permissions=discord.Permissions(manage_roles=True))
    helper = club.guild.create_role("Helper", permissions=discord.Permissions(manage_roles=True))
    backend = club.env.backend
    backend.add_member_role(club.guild.id, backend.bot_user.id, helper.id)
    places = enumerate((champion, boss, helper), 1)
    backend.reorder_roles(club.guild.id, [{"id": str(each.id), "position": at} for at, each in places])
    await club.restart()
    max_ = club.guild.add_member(club.env.create_user("Max"), roles=[boss])
    shown = await max_.slash(
        club.channel, "tournament new", game="papyrus", format="cup", size=4, **{"winner-role": champion}
    )
    assert shown.modal is not None, said(shown)
    await max_.submit_modal(shown, {"options": SMALL})
    hall = Hall(club, people=4)
    hall.id = (await club.bot.competitions.on_server(club.guild.id, 1))[0].id
    await hall.enter()
    for at, winner in enumerate(hall.people):
        for loser in hall.people[at + 1 :]:
            await hall.beats(winner, loser)
    given = [each for each in club.env.http_requests if each.method == "PUT" and "/roles/" in each.path]
    assert [str(club.ann.id) in each.path for each in given] == [True]
    assert champion.id in backend.get_member(club.guild.id, club.ann.id).role_ids


async def test_a_tournament_in_a_hidden_channel_is_not_there_for_others(hall: Hall) -> None:
    club = hall.club
    await hall.opened("cup", size=4)
    await club.ann.slash(club.channel, "tournament join", tournament=hall.id)
    club.forbid(club.channel, "view_channel")
    for command in ("show", "log", "download", "join"):
        told = said(await club.eve.slash(club.other, f"tournament {command}", tournament=hall.id))
        assert "There is no such tournament" in told
    assert "Cup 1" not in said(await club.eve.slash(club.other, "tournament list"))
    assert "Cup 1" in said(await club.ann.slash(club.other, "tournament show", tournament=hall.id))
