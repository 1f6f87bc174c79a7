"""`/table`: what those who manage a server set for its matches, and what it does when matches are opened."""

from __future__ import annotations

from typing import Any

import pytest
from simcord import MemberActor

from bot.matches.clocks import ClockTerms
from bot.matches.errors import NoMatchHere
from tests.cogs.club import SMALL, Club
from tests.cogs.league import beaten, keeper
from tests.cogs.players import control, said, words_of
from tests.cogs.test_commands import registered


@pytest.fixture
def max_(club: Club) -> MemberActor:
    """One who may manage the server."""
    return keeper(club)


async def opened(club: Club, channel: Any, **wishes: Any) -> str:
    """Let Ann open a match of Papyrus, and return what she is told."""
    return said(await club.ann.slash(channel, "match new", game="papyrus", seats=2, options=SMALL, **wishes))


async def test_everybody_sees_the_matches_and_only_who_manages_the_server_sets_anything(club: Club) -> None:
    (command,) = [each for each in registered(club) if each["name"] == "table"]
    assert command.get("default_member_permissions") is None
    settings: dict[str, dict[str, Any]] = {
        "show": {},
        "channels": {"add": club.other},
        "clock": {"clock": "1 day a turn"},
        "language": {"language": "de"},
        "logs": {"channel": club.other},
        "role": {},
        "forum": {},
        "reset": {},
    }
    assert {each["name"] for each in command["options"]} == {"matches", *settings}
    for name, given in settings.items():
        told = said(await club.ann.slash(club.channel, f"table {name}", **given))
        assert told == "Only those who may manage the server can set its table."
    assert "Nothing is being played" in said(await club.ann.slash(club.channel, "table matches"))


async def test_a_server_that_has_set_nothing_is_as_usual(club: Club, max_: MemberActor) -> None:
    told = said(await max_.slash(club.channel, "table show")).replace("**", "")
    assert "Matches are opened everywhere" in told
    assert "no clock" in told
    assert "Log none" in told


async def test_matches_are_opened_in_the_named_channels_only(club: Club, max_: MemberActor) -> None:
    told = said(await max_.slash(club.channel, "table channels", add=club.other))
    assert f"<#{club.other.id}>" in told
    refused = await opened(club, club.channel)
    assert "On this server matches are played in #side-table. Go there, and try again." in refused
    with pytest.raises(NoMatchHere):
        await club.here()
    await club.restart()
    assert "played in #side-table" in said(await club.ann.slash(club.channel, "papyrus new", seats=2))
    assert "the lobby is open" in await opened(club, club.other)
    await max_.slash(club.channel, "table channels", add=club.channel)
    assert "the lobby is open" in await opened(club, club.channel)


async def test_threads_of_a_named_channel_are_allowed(club: Club, max_: MemberActor) -> None:
    await max_.slash(club.channel, "table channels", add=club.other)
    told = await opened(club, club.other, thread=True)
    assert "the lobby is open" in told
    (thread,) = [each.id for each in club.bot.get_guild(club.guild.id).threads]  # type: ignore[union-attr]
    assert (await club.service.in_channel(thread)).channel == thread


async def test_with_the_last_channel_removed_matches_are_opened_everywhere(
    club: Club, max_: MemberActor
) -> None:
    await max_.slash(club.channel, "table channels", add=club.other)
    not_there = said(await max_.slash(club.channel, "table channels", remove=club.channel))
    assert "not among those named" in not_there
    await max_.slash(club.channel, "table channels", remove=club.other)
    assert "the lobby is open" in await opened(club, club.channel)


async def test_a_rematch_is_opened_where_matches_may_be_only(club: Club, max_: MemberActor) -> None:
    await beaten(club, club.ann, club.ben)
    await max_.slash(club.channel, "table channels", add=club.other)
    refused = said(await club.ann.slash(club.channel, "match rematch"))
    assert "matches are played in #side-table" in refused


async def test_the_servers_clock_is_that_of_matches_whose_opener_names_none(
    club: Club, max_: MemberActor
) -> None:
    told = said(
        await max_.slash(
            club.channel, "table clock", clock="2 days a turn", grace="1 hour", **{"at-zero": "resign"}
        )
    )
    assert "2 days a turn, 1 hour of grace; then the player resigns" in told
    await club.restart()
    await opened(club, club.channel)
    day = 24 * 3600
    assert (await club.here()).match_terms.clock_terms == ClockTerms("turn", 2 * day, 0, 3600, "resign")
    await opened(club, club.other, clock="none")
    assert (await club.service.in_channel(club.other.id)).match_terms.clock_terms == ClockTerms()


async def test_what_the_opener_names_goes_before_the_servers(club: Club, max_: MemberActor) -> None:
    await max_.slash(club.channel, "table clock", clock="2 days a turn")
    await opened(club, club.channel, clock="12h")
    assert (await club.here()).match_terms.clock_terms == ClockTerms("turn", 12 * 3600)
    await opened(club, club.other, **{"at-zero": "default"})
    there = await club.service.in_channel(club.other.id)
    assert there.match_terms.clock_terms == ClockTerms("turn", 2 * 24 * 3600, 0, 0, "default")


async def test_a_clock_that_is_none_is_refused(
    club: Club, max_: MemberActor, subtests: pytest.Subtests
) -> None:
    for clock, sentence in [
        ("sometimes", "is not a clock"),
        ("10s", "at least one minute"),
        ("90 days a turn", "too long"),
    ]:
        with subtests.test(clock):
            assert sentence in said(await max_.slash(club.channel, "table clock", clock=clock))
            assert "no clock" in said(await max_.slash(club.channel, "table show"))


async def test_the_log_has_a_line_for_each_match_opened_and_ended(club: Club, max_: MemberActor) -> None:
    await max_.slash(club.channel, "table logs", channel=club.other)
    info = await beaten(club, club.ann, club.ben)
    lines = [words_of(each) for each in club.other.history()]
    here = f"Papyrus in <#{club.channel.id}>"
    assert [each.splitlines()[0] for each in lines] == [
        f"{here} is opened by Ann.",
        f"{here} of Ann and Ben has ended: won by Ann.",
    ]
    assert all(info.id in each for each in lines)
    await opened(club, club.channel)
    await club.restart()
    await club.ann.slash(club.channel, "match leave")
    lines = [words_of(each).splitlines()[0] for each in club.other.history()[2:]]
    assert lines == [f"{here} is opened by Ann.", f"{here} of Ann has ended: without a result."]
    await max_.slash(club.channel, "table logs")
    await opened(club, club.channel)
    assert len(club.other.history()) == 4


async def test_a_log_that_cannot_be_written_holds_no_match_up(club: Club, max_: MemberActor) -> None:
    await max_.slash(club.channel, "table logs", channel=club.other)
    club.forbid(club.other, "send_messages")
    refused = said(await max_.slash(club.channel, "table logs", channel=club.other))
    assert "I may not post in #side-table" in refused
    await club.started(club.ben)
    assert club.other.history() == []
    assert len((await club.here()).seats) == 2


async def test_reset_is_asked_for_once_more_and_makes_everything_usual(club: Club, max_: MemberActor) -> None:
    await max_.slash(club.channel, "table channels", add=club.other)
    await max_.slash(club.channel, "table clock", clock="2 days a turn")
    asked = await max_.slash(club.channel, "table reset")
    said(asked)
    assert asked.response is not None
    await club.restart()
    (late,) = await club.clicks_at_once((club.ann, asked.response, control(asked.response, "Yes, reset")))
    assert "Only those who may manage the server" in said(late)
    await max_.click(asked.response, custom_id=control(asked.response, "Yes, reset"))
    assert "no clock" in words_of(asked.response)
    assert "the lobby is open" in await opened(club, club.channel)
