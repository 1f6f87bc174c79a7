"""Faults in a tournament are explained in one sentence, and the others continue."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.parts.operator.service import Operations
from bot.parts.tournaments.service import Competitions
from tests.cogs.club import Club
from tests.cogs.players import said, words_of
from tests.parts.tournaments.cogs.hall import Hall, who_gives_roles


@pytest.fixture
def hall(club: Club) -> Hall:
    return Hall(club, people=5)


async def begun(hall: Hall, **options: Any) -> None:
    """Let Ben, Cleo, Dan and Eve play a cup directed by Ann."""
    hall.people = hall.people[1:]
    await hall.opened("cup", size=4, **options)
    await hall.enter()
    assert (await hall.now()).stage == "playing"


async def test_without_its_director_a_cup_continues_under_a_manager_of_the_server(hall: Hall) -> None:
    club = hall.club
    boss = club.guild.create_role("Boss", permissions=discord.Permissions(manage_guild=True))
    max_ = club.guild.add_member(club.env.create_user("Max"), roles=[boss])
    await hall.opened("cup", size=4)
    club.guild.remove_member(club.ann)
    hall.people = hall.people[1:]
    await hall.enter()
    assert len((await hall.now()).open_games) == 6
    told = said(await club.ben.slash(club.channel, "tournament withdraw", tournament=hall.id, entrant="Eve"))
    assert told == "Only the director of this tournament can do that, and those who manage the server."
    told = said(await max_.slash(club.channel, "tournament withdraw", tournament=hall.id, entrant="Eve"))
    assert "The entrant is withdrawn." in told
    await hall.beats(club.ben, club.cleo)
    await hall.beats(club.ben, club.dan)
    await hall.beats(club.cleo, club.dan)
    found = await hall.now()
    assert (found.stage, found.entrants[0].place) == ("ended", 1)


async def test_a_player_who_leaves_the_server_loses_by_time_and_the_others_continue(hall: Hall) -> None:
    club = hall.club
    await begun(hall, form={"clock": "2 days", "days": "30"})
    games = [await hall.game(club.eve, each) for each in (club.ben, club.cleo, club.dan)]
    club.guild.remove_member(club.eve)
    await hall.beats(club.ben, club.cleo)
    await hall.days(1)
    await hall.beats(club.ben, club.dan)
    await hall.days(3)
    found = await hall.now()
    assert {each.how for each in found.results if each.number in {game.number for game in games}} & {"time"}
    assert found.stage == "ended"
    assert not found.entrants[0].leaving
    threads = [each for each in club.channel.threads if "Eve" in str(each.name)]
    told = [words_of(post) for thread in threads for post in thread.history()]
    assert any("has left the server" in words for words in told)


async def test_a_role_above_the_bots_is_refused_in_a_sentence(hall: Hall) -> None:
    club = hall.club
    max_, roles = await who_gives_roles(club, "Low", "Helper", "Champion", "Boss")

    async def told(role: str) -> Any:
        words = {"winner-role": roles[role]}
        return await max_.slash(club.channel, "tournament new", game="papyrus", format="cup", **words)

    assert said(await told("Champion")).startswith("This role cannot be given: it has to stand below mine")
    assert (await told("Low")).modal is not None
    assert not await club.bot.services.of(Competitions).on_server(club.guild.id, 5)


async def test_a_role_that_can_no_longer_be_given_is_logged_and_the_cup_ends(hall: Hall) -> None:
    club = hall.club
    max_, roles = await who_gives_roles(club, "Champion", "Helper", "Boss")
    await hall.opened("cup", by=max_, size=4, **{"winner-role": roles["Champion"]})
    hall.people = hall.people[:4]
    await hall.enter()
    club.env.inject_error("PUT", "/guilds/*/roles/*", status=403, code=50013, message="no", times=None)
    await hall.in_order()
    assert (await hall.now()).stage == "ended"
    log = said(await club.ben.slash(club.channel, "tournament log", tournament=hall.id))
    assert "the winner's role could not be given" in log


async def test_on_a_blocked_server_a_tournament_stops_and_nothing_is_read(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = hall.club
    await begun(hall)
    store, read = club.bot.services.of(Competitions).store, []
    monkeypatch.setattr(store, "load", lambda *given: read.append(given))
    await club.bot.services.of(Operations).block("server", club.guild.id, "Their rules forbid it", "test")
    await hall.step()
    assert not read
    assert await store.going_on(but=[club.guild.id]) == []
    assert await store.going_on(but=[1]) == [hall.id]
