"""`/season`: shown, closed and reset by members who manage the server, after a confirmation."""

from __future__ import annotations

import pytest
from simcord import MemberActor

from bot.parts.ratings.model import OVERALL, Scope
from bot.parts.ratings.service import RatingService
from tests.cogs.club import Club
from tests.cogs.league import many_beaten, person, shown
from tests.cogs.players import click, control, said, words_of
from tests.cogs.test_commands import registered


async def players(club: Club, season: int) -> int:
    return (
        await club.bot.services.of(RatingService).board(Scope(OVERALL, club.guild.id, season), 0, 0)
    ).players


async def test_a_season_is_closed_or_reset_once_by_a_member_who_manages_the_server(
    club: Club, max_: MemberActor
) -> None:
    """Not before any match, nor by a No or by somebody else; all-time ratings stay after a reset."""
    (command,) = [each for each in registered(club) if each["name"] == "season"]
    assert int(command["default_member_permissions"]) == 1 << 5
    with pytest.raises(Exception, match=r"permission|Manage|default"):
        await club.ann.slash(club.channel, "season close")
    yes = "Yes, close season 1"
    question = await shown(club, max_, "season close")
    early = await click(max_, question, yes)
    assert "Nothing has been played in season 1 yet." in said(early)
    await many_beaten(club, (person(club.ann), person(club.ben)), (person(club.ann), person(club.ben)))
    question = await shown(club, max_, "season close")
    await click(max_, question, "No")
    assert "Nothing was changed" in words_of(question)
    question, second = [await shown(club, max_, "season close") for _ in range(2)]
    (refused,) = await club.clicks_at_once((club.ann, question, control(question, yes)))
    assert "Only server managers" in said(refused)
    assert len(await club.bot.services.of(RatingService).seasons(club.guild.id)) == 1

    assert "Close season 1, with 2 rated matches? Its standings are kept" in words_of(question)
    await club.restart()
    await click(max_, question, yes)
    assert "Season 1 is closed" in words_of(question)
    late = await click(max_, second, yes)
    assert "Season 1 is over already: season 2 is running." in said(late)
    await many_beaten(club, (person(club.cleo), person(club.ben)))
    told = said(await max_.slash(club.channel, "season show")).replace("**", "")
    assert told.index("Season 2 since") < told.index("Season 1 <t:")
    assert "1 rated match · first now Cleo" in told
    assert "2 rated matches · first Ann" in told

    question = await shown(club, max_, "season reset")
    assert "Its 1 rated match will count for all time only" in words_of(question)
    await click(max_, question, "Yes, reset season 2")
    assert "begins again" in words_of(question)
    assert [await players(club, season) for season in (0, 1, 2)] == [3, 2, 0]
