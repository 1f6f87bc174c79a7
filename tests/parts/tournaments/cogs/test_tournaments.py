"""Tournaments as people see them: from `/tournament new` to the title."""

from __future__ import annotations

import pytest

from bot.parts.tournaments.service import Competitions
from tests.cogs.club import Club
from tests.cogs.days import pass_by
from tests.cogs.league import keeper
from tests.cogs.players import said, words_of
from tests.parts.tournaments.cogs.hall import Hall, who_gives_roles


@pytest.fixture
def hall(club: Club) -> Hall:
    return Hall(club, people=4)


async def test_a_cup_of_four_from_the_form_to_the_title(hall: Hall) -> None:
    """Threads and posts, the winner's role, given once, and the entries in lists and profiles."""
    club = hall.club
    max_, roles = await who_gives_roles(club, "Champion", "Helper", "Boss")
    told = await hall.opened("cup", by=max_, size=4, **{"winner-role": roles["Champion"]})
    assert "Cup 1" in told
    await hall.enter()
    found = await hall.now()
    assert found.stage == "playing"
    assert len(found.games) == 6
    assert all(each.match for each in found.games)
    assert len(hall.threads()) == 6
    assert all(name.startswith("Cup 1, round ") and " against " in name for name in hall.threads())
    assert "Papyrus · Cup 1 with" in said(await club.ann.slash(club.channel, "me matches"))
    a, b, c, d = hall.people
    await hall.drawn(a, b)
    for winner, loser in ((a, c), (a, d), (b, c), (d, b), (c, d)):
        await hall.beats(winner, loser)
    found = await hall.now()
    assert found.stage == "ended"
    posts = hall.posts()
    assert sum("Ann has won" in post for post in posts) == 1
    assert sum("6 matches open" in post for post in posts) == 1
    standings = next(post for post in posts if "1. **Ann**" in post)
    assert "2½ points" in standings
    assert found.seed.hex() in standings
    assert "Cup 1" in said(await club.ann.slash(club.channel, "tournament list"))
    assert "🏆 won Cup 1 (Papyrus)" in said(await club.ann.slash(club.channel, "profile"))
    assert "place 2 of 4 in Cup 1" in said(await club.ben.slash(club.channel, "profile"))
    given = [each for each in club.env.http_requests if each.method == "PUT" and "/roles/" in each.path]
    assert [str(club.ann.id) in each.path for each in given] == [True]
    assert roles["Champion"].id in club.env.backend.get_member(club.guild.id, club.ann.id).role_ids


async def test_a_cup_survives_a_restart_in_each_phase(hall: Hall) -> None:
    """One match is adjudicated, the others are not played: two losses by time are a withdrawal."""
    club = hall.club
    await hall.opened("cup", {"clock": "2 days", "days": "14"}, size=4)
    await hall.enter(*hall.people[:2])
    await club.restart()
    await hall.enter(*hall.people[2:])
    found = await hall.now()
    assert (found.stage, len(found.games)) == ("playing", 6)
    threads = hall.threads()
    assert len(set(threads)) == 6
    await club.restart()
    await hall.step()
    assert hall.threads() == threads

    game = await hall.game(club.ann, club.ben)
    words = {"tournament": hall.id, "match": str(game.number)}
    assert "is decided" in said(await keeper(club).slash(club.channel, "tournament adjudicate", **words))
    (result,) = (await hall.now()).results
    assert (result.number, result.how, result.places) == (game.number, "adjudicated", (1, 1))

    await hall.days(1)
    await club.restart()
    assert (await hall.now()).stage == "playing"
    await hall.days(3)
    found = await hall.now()
    assert found.stage == "ended"
    assert "time" in {each.how for each in found.results}
    assert any(each.leaving == "time" for each in found.entrants)
    assert sum("lost two matches by time" in post for post in hall.posts()) >= 1
    assert not found.open_games
    assert sum("has won." in post for post in hall.posts()) == 1
    assert hall.threads() == threads
    assert {each.place for each in found.entrants} == set(range(1, 5))


async def test_the_deadline_is_announced_and_then_open_matches_are_adjudicated(hall: Hall) -> None:
    await hall.opened("swiss", {"clock": "30 days", "days": "8"})
    await hall.enter()
    await hall.club.ann.slash(hall.club.channel, "tournament start", tournament=hall.id)
    await hall.days(8)
    announced = "then 2 unfinished matches count by their position"
    assert sum(announced in post for post in hall.posts()) == 3
    found = await hall.now()
    assert [each.how for each in found.results] == ["adjudicated"] * 2
    assert {each.round for each in found.open_games} == {2}


async def test_on_leave_all_clocks_stand_still_for_five_days_in_total(hall: Hall) -> None:
    club = hall.club
    await hall.opened("swiss", {"clock": "2 days", "days": "30"})
    await hall.enter()
    await club.ann.slash(club.channel, "tournament start", tournament=hall.id)
    for each in hall.people:
        assert "on leave" in said(await each.slash(club.channel, "tournament away", tournament=hall.id))
    await hall.days(4)
    found = await hall.now()
    assert len(found.open_games) == 2
    info = await club.service.info(found.games[0].match)
    assert len(info.match_terms.away) == 2
    assert "used up" not in said(await club.ann.slash(club.channel, "tournament back", tournament=hall.id))
    await hall.days(2)
    found = await hall.now()
    assert all(each.away_since is None for each in found.entrants)
    await hall.days(3)
    assert (await hall.now()).results


@pytest.mark.parametrize(
    ("locale", "words", "log"),
    [
        ("en", "**Leave** begins by itself shortly before a loss by time", "went on leave"),
        ("de", "**Urlaub** beginnt von selbst kurz vor einer Niederlage durch Zeit", "Urlaub"),
    ],
)
async def test_in_a_cup_with_automatic_leave_nobody_loses_by_time_before_it_is_used_up(
    hall: Hall, locale: str, words: str, log: str
) -> None:
    """Nobody has chosen it: the cup is played so. All matches of it stand still, and it is told."""
    club = hall.club
    await keeper(club).slash(club.channel, "table language", language=locale)
    await hall.opened("cup", {"clock": "2 days", "days": "30"}, size=4, **{"auto-leave": True})
    assert words in "\n".join(hall.posts())
    await hall.enter(*hall.people[:4])
    club.speaks(club.ann, locale)
    await pass_by(club, hours=47, minutes=30)
    await hall.step()
    found = await hall.now()
    assert not found.results
    assert [each.away_since is not None for each in found.entrants] == [True] * 4
    assert log in said(await club.ann.slash(club.channel, "tournament log", tournament=hall.id))
    await hall.days(12)
    assert (await hall.now()).results


async def test_only_a_director_directs_and_everybody_sees_it_in_the_log(hall: Hall) -> None:
    """Players cannot end the tournament or pause a match of it."""
    club = hall.club
    await hall.opened("cup", size=4)
    await hall.enter()
    for command in ("start", "undo-round", "end", "fill"):
        told = said(await club.ben.slash(club.channel, f"tournament {command}", tournament=hall.id))
        assert "Only the director" in told
    game = await hall.game(club.ben, club.cleo)
    thread = next(each for each in club.channel.threads if each.id == game.channel)
    assert "belongs to a tournament" in said(await club.ben.slash(thread, "match ask pause"))
    words = {"tournament": hall.id, "entrant": "Dan", "player": club.eve}
    told = said(await keeper(club).slash(club.channel, "tournament replace", **words))
    assert "Eve has the place of Dan now." in told
    for game in (await hall.now()).games:
        if 4 in game.seats:
            assert club.eve.id in (await club.service.info(game.match)).persons
    log = said(await club.fay.slash(club.channel, "tournament log", tournament=hall.id))
    assert "Max: gave place 4 to Eve" in log
    assert "Ann: opened the tournament" in log


async def test_a_director_who_plays_has_no_office_but_the_preparations(hall: Hall) -> None:
    """Else one could look at an opponent's hand, or decide the own match. The own place can be given away."""
    club = hall.club
    await hall.opened("swiss")
    await hall.enter()
    begun, ann = await hall.now(), club.ann
    acts: dict[str, dict[str, object]] = {
        "replace": {"entrant": "Ben", "player": club.eve},
        "withdraw": {"entrant": "Ben"},
        "forbid": {"one": "Ben", "other": "Cleo"},
        "extend": {"days": 2},
        "undo-round": {},
    }

    async def told(act: str, **words: object) -> str:
        return said(await ann.slash(club.channel, f"tournament {act}", tournament=hall.id, **words))

    for act, words in acts.items():
        assert "You play in this tournament" in await told(act, **words)
    assert (await hall.now()).log == begun.log
    assert "It begins" in await told("start")
    game = next(each for each in (await hall.now()).open_games if 1 in each.seats)
    for result in ("as it stands", "a draw", "won"):
        words = {"match": str(game.number), "result": result, "winner": "Ann"}
        assert "You play in this tournament" in await told("adjudicate", **words)
    for act in ("end", "fill"):
        assert "You play in this tournament" in await told(act)
    manager = keeper(club)
    await manager.slash(club.channel, "tournament extend", tournament=hall.id, days=2)
    assert "Eve has the place of Ann now." in await told("replace", entrant="Ann", player=club.eve)
    await hall.step()
    info = await club.service.info(game.match)
    assert club.eve.id in info.persons
    assert "The deadline is put off" in await told("extend", days=2), "now Ann does not play any more"
    other = next(each for each in info.persons if each != club.eve.id)
    await club.service.play.resign(game.match, other, request="resign")
    await club.bot.publish_pending(game.match)
    thread = next(each for each in club.channel.threads if each.id == game.channel)
    seat = info.seat_of(club.eve.id)
    assert seat is not None
    changed = f"seat {seat + 1} changed hands, so two people have seen what is hidden there"
    assert changed in words_of(thread.history()[-1])


async def test_a_swiss_tournament_is_played_round_by_round(hall: Hall) -> None:
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


async def test_a_knock_out_has_two_matches_with_swapped_seats(hall: Hall) -> None:
    await hall.opened("knock-out")
    await hall.enter()
    await hall.club.ann.slash(hall.club.channel, "tournament start", tournament=hall.id)
    first = (await hall.now()).open_games[0]
    winner, loser = [hall.member((await hall.now()).entrant(each).user) for each in first.seats]
    await hall.beats(winner, loser)
    second = await hall.game(winner, loser)
    assert (second.leg, second.seats) == (2, first.seats[::-1])
    assert second.match


async def test_a_league_begins_its_next_season_by_itself(hall: Hall) -> None:
    club = hall.club
    await hall.opened("league")
    await hall.enter()
    await club.ann.slash(club.channel, "tournament start", tournament=hall.id)
    await keeper(club).slash(club.channel, "tournament end", tournament=hall.id)
    first = await hall.now()
    assert first.stage == "ended"
    known = await club.bot.services.of(Competitions).on_server(club.guild.id, 2)
    hall.id = next(each.id for each in known if each.id != first.id)
    second = await hall.now()
    assert (second.after, second.stage, second.number) == (first.id, "open", 2)
    await hall.enter()
    await hall.days(4)
    assert (await hall.now()).stage == "playing"


async def test_bad_input_is_refused_in_a_sentence_and_opens_nothing(hall: Hall) -> None:
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
    assert not await club.bot.services.of(Competitions).on_server(club.guild.id, 5)
    cup = {"game": "papyrus", "format": "cup"}
    role = club.guild.create_role("Champion")  # the bot may not give it
    shown = await club.ann.slash(club.channel, "tournament new", **cup, **{"winner-role": role})
    assert "role" in said(shown)
    await hall.opened("swiss", {"matches": "3"})
    assert "at least 3 matches" in said(await club.ben.slash(club.channel, "tournament join"))
    assert not (await hall.now()).players
    club.forbid(club.channel, "create_public_threads")
    shown = await club.ann.slash(club.channel, "tournament new", **cup)
    assert shown.modal is None
    assert "Create Public Threads" in said(shown)


async def test_a_closed_channel_delays_nobody_permanently(hall: Hall) -> None:
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


async def test_leaving_the_server_or_deleting_data_is_a_withdrawal(hall: Hall) -> None:
    club = hall.club
    await hall.opened("cup", size=4)
    await hall.enter()
    said(await club.cleo.slash(club.channel, "tournament leave", tournament=hall.id))
    assert (await hall.now()).entrants[2].leaving == "left"
    struck = "4. **Cleo** · withdrawn with fewer than half of the matches played: struck"
    assert struck in await hall.standings()
    await club.bot.privacy.delete(club.dan.id, "forget-dan", club.bot.publish_pending)
    await hall.step()
    found = await hall.now()
    assert found.entrants[3].leaving == "former"
    assert "Dan" not in await hall.standings()
    assert "withdrawn" in {each.how for each in found.results}


async def test_without_the_form_defaults_apply_and_the_file_is_available_before_the_start(hall: Hall) -> None:
    club = hall.club
    words = {"game": "papyrus", "format": "cup", "usual": True}
    assert "Cup 1" in said(await club.ann.slash(club.channel, "tournament new", **words))
    hall.id = (await club.bot.services.of(Competitions).on_server(club.guild.id, 1))[0].id
    assert "3 days for the whole match + 12 hours a turn, at most 5 days" in await hall.standings()

    async def downloaded() -> str:
        return said(await club.ann.slash(club.channel, "tournament download", tournament=hall.id))

    assert "for download" in await downloaded()
    await hall.opened("knock-out", size=4)
    assert "for download" in await downloaded()


async def test_a_cup_of_four_computers_plays_itself(club: Club) -> None:
    hall = Hall(club, people=1)
    await hall.opened("cup", {"options": "squad=1 width=8 height=6 rounds=1"}, size=4, rated=False)
    await club.ann.slash(club.channel, "tournament fill", tournament=hall.id, computer="easy")
    for _ in range(40):
        await hall.step()
        if (await hall.now()).over:
            break
    found = await hall.now()
    assert found.stage == "ended"
    assert {each.how for each in found.results} == {"played"}


async def test_a_german_server_gets_german_posts(hall: Hall) -> None:
    club = hall.club
    await club.bot.servers.set_language(club.guild.id, "de")
    for each in hall.people:
        club.speaks(each, "de")
    assert "**Pokal 1** · Es ist eröffnet" in await hall.opened("cup", size=4)
    assert "ein Pokal zu 4 oder 8: alle gegen alle" in await hall.standings()
    for each in hall.people:
        assert "Du nimmst teil" in said(await each.slash(club.channel, "tournament join", tournament=hall.id))
    await hall.step()
    assert "Pokal 1, Runde 1: " in hall.threads()[0]
    assert " gegen " in hall.threads()[0]
    await hall.beats(club.ann, club.ben)
    assert "1. **Ann** · 1 Punkt · 1 gespielt" in await hall.standings()
    assert "hat das Turnier eröffnet" in said(
        await club.ann.slash(club.channel, "tournament log", tournament=hall.id)
    )


async def test_a_tournament_in_a_hidden_channel_is_hidden(hall: Hall) -> None:
    club = hall.club
    await hall.opened("cup", size=4)
    await club.ann.slash(club.channel, "tournament join", tournament=hall.id)
    club.forbid(club.channel, "view_channel")
    for command in ("show", "log", "download", "join"):
        told = said(await club.eve.slash(club.other, f"tournament {command}", tournament=hall.id))
        assert "There is no such tournament" in told
    assert "Cup 1" not in said(await club.eve.slash(club.other, "tournament list"))
    assert "Cup 1" in said(await club.ann.slash(club.other, "tournament show", tournament=hall.id))
