"""`/season`: shown, closed and reset by those who manage the server, and confirmed first."""

from __future__ import annotations

from typing import Any

import pytest
from simcord import MemberActor

from bot.ratings.model import OVERALL, Scope
from tests.cogs.club import Club
from tests.cogs.league import keeper, many_beaten, person
from tests.cogs.players import control, said, words_of
from tests.cogs.test_commands import registered


@pytest.fixture
def max_(club: Club) -> MemberActor:
    """One who may manage the server."""
    return keeper(club)


async def asked(club: Club, member: Any, deed: str) -> Any:
    question = await member.slash(club.channel, f"season {deed}")
    said(question)
    return question.response


async def players(club: Club, season: int) -> int:
    return (await club.bot.ratings.board(Scope(OVERALL, club.guild.id, season), 0, 0)).players


async def test_only_who_manages_the_server_is_offered_the_command(club: Club) -> None:
    (command,) = [each for each in registered(club) if each["name"] == "season"]
    assert int(command["default_member_permissions"]) == 1 << 5
    with pytest.raises(Exception, match=r"permission|Manage|default"):
        await club.ann.slash(club.channel, "season close")


async def test_a_season_is_closed_and_the_next_begins(club: Club, max_: MemberActor) -> None:
    await many_beaten(club, (person(club.ann), person(club.ben)), (person(club.ann), person(club.ben)))
    question = await asked(club, max_, "close")
    assert "Close season 1, with 2 rated matches? Its standings are kept" in words_of(question)
    await club.restart()
    await max_.click(question, custom_id=control(question, "Yes, close season 1"))
    assert "Season 1 is closed" in words_of(question)
    await many_beaten(club, (person(club.cleo), person(club.ben)))
    told = said(await max_.slash(club.channel, "season show")).replace("**", "")
    assert told.index("Season 2 since") < told.index("Season 1 <t:")
    assert "1 rated match · first now Cleo" in told
    assert "2 rated matches · first Ann" in told


async def test_a_season_is_reset_and_all_time_stays(club: Club, max_: MemberActor) -> None:
    await many_beaten(club, (person(club.ann), person(club.ben)))
    question = await asked(club, max_, "reset")
    assert "What was played in it, 1 rated match, will count for all time only" in words_of(question)
    await max_.click(question, custom_id=control(question, "Yes, reset season 1"))
    assert "begins anew" in words_of(question)
    assert (await players(club, 1), await players(club, 0)) == (0, 2)


async def test_no_changes_nothing(club: Club, max_: MemberActor) -> None:
    await many_beaten(club, (person(club.ann), person(club.ben)))
    question = await asked(club, max_, "close")
    await max_.click(question, custom_id=control(question, "No"))
    assert "Nothing was changed" in words_of(question)
    assert len(await club.bot.ratings.seasons(club.guild.id)) == 1


async def test_a_season_that_was_closed_meanwhile_is_not_closed_again(club: Club, max_: MemberActor) -> None:
    await many_beaten(club, (person(club.ann), person(club.ben)))
    first, second = [await asked(club, max_, "close") for _ in range(2)]
    await max_.click(first, custom_id=control(first, "Yes, close season 1"))
    late = await max_.click(second, custom_id=control(second, "Yes, close season 1"))
    assert "Season 1 is over already: season 2 is running." in said(late)
    assert len(await club.bot.ratings.seasons(club.guild.id)) == 2


async def test_who_may_not_manage_the_server_any_more_closes_nothing(club: Club, max_: MemberActor) -> None:
    await many_beaten(club, (person(club.ann), person(club.ben)))
    question = await asked(club, max_, "close")
    (late,) = await club.clicks_at_once((club.ann, question, control(question, "Yes, close season 1")))
    assert "Only those who may manage the server" in said(late)
    assert len(await club.bot.ratings.seasons(club.guild.id)) == 1


async def test_nothing_is_closed_before_anything_was_played(club: Club, max_: MemberActor) -> None:
    question = await asked(club, max_, "close")
    late = await max_.click(question, custom_id=control(question, "Yes, close season 1"))
    assert "Nothing has been played in season 1 yet." in said(late)
