"""`/table`: the settings of a server for its matches, and their effect when matches are opened."""

from __future__ import annotations

from typing import Any

from simcord import MemberActor

from bot.matches.clocks import ClockTerms
from tests.cogs.club import SMALL, Club
from tests.cogs.league import beaten, keeper, resigned
from tests.cogs.players import click, control, said, words_of
from tests.cogs.test_commands import registered


async def opened(club: Club, channel: Any, **wishes: Any) -> str:
    """Let Ann open a match of Papyrus; return the answer."""
    return said(await club.ann.slash(channel, "match new", game="papyrus", seats=2, options=SMALL, **wishes))


async def test_everybody_sees_the_matches_and_only_managers_of_the_server_change_settings(club: Club) -> None:
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
        assert told == "Only server managers can change the server's settings."
    assert "There are no running matches" in said(await club.ann.slash(club.channel, "table matches"))
    told = said(await keeper(club).slash(club.channel, "table show")).replace("**", "")
    for usual in ("Matches are opened everywhere", "no clock", "Log none"):
        assert usual in told


async def test_matches_are_opened_only_in_the_allowed_channels(club: Club, max_: MemberActor) -> None:
    """In their threads too, rematches included; after the last of them is removed, everywhere."""
    await beaten(club, club.ann, club.ben)
    told = said(await max_.slash(club.channel, "table channels", add=club.other))
    assert f"<#{club.other.id}>" in told
    refused = await opened(club, club.channel)
    assert "On this server matches are played in #side-table. Go there, and try again." in refused
    rematch = said(await club.ann.slash(club.channel, "match rematch"))
    assert "matches are played in #side-table" in rematch
    assert (await club.here()).stage.ended
    await club.restart()
    assert "played in #side-table" in said(await club.ann.slash(club.channel, "papyrus new", seats=2))
    assert "the lobby is open" in await opened(club, club.other, thread=True)
    (thread,) = [each.id for each in club.bot.get_guild(club.guild.id).threads]  # type: ignore[union-attr]
    assert (await club.service.in_channel(thread)).channel == thread
    assert "played in #side-table" not in await opened(club, club.other.threads[0]), "a match goes on there"
    assert "the lobby is open" in await opened(club, club.other)
    not_there = said(await max_.slash(club.channel, "table channels", remove=club.channel))
    assert "not one of the channels" in not_there
    await max_.slash(club.channel, "table channels", add=club.channel)
    assert "the lobby is open" in await opened(club, club.channel)
    for channel in (club.channel, club.other):
        await max_.slash(club.channel, "table channels", remove=channel)
    assert "the lobby is open" in await opened(club, club.guild.create_text_channel("attic"))


async def test_the_servers_clock_is_the_default_of_its_matches(club: Club, max_: MemberActor) -> None:
    for clock, sentence in (("sometimes", "is not a clock"), ("10s", "at least one minute")):
        assert sentence in said(await max_.slash(club.channel, "table clock", clock=clock))
        assert "no clock" in said(await max_.slash(club.channel, "table show"))
    words = {"clock": "2 days a turn", "grace": "1 hour", "at-zero": "resign"}
    told = said(await max_.slash(club.channel, "table clock", **words))
    assert "2 days a turn, 1 hour of grace; then the player resigns" in told
    await club.restart()
    two_days, more = 2 * 24 * 3600, (club.guild.create_text_channel(f"room-{number}") for number in range(2))
    for channel, named, terms in zip(
        (club.channel, club.other, *more),
        ({}, {"clock": "none"}, {"clock": "12h"}, {"at-zero": "default"}),
        (
            ClockTerms("turn", two_days, 0, 3600, "resign"),
            ClockTerms(),
            ClockTerms("turn", 12 * 3600),
            ClockTerms("turn", two_days, 0, 3600, "default"),
        ),
        strict=True,
    ):
        await opened(club, channel, **named)
        assert (await club.service.in_channel(channel.id)).match_terms.clock_terms == terms, named


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
    await max_.slash(club.channel, "table logs", channel=club.other)
    club.forbid(club.other, "send_messages")
    refused = said(await max_.slash(club.channel, "table logs", channel=club.other))
    assert "I may not post in #side-table" in refused
    await club.ben.slash(club.channel, "match join")
    assert len((await club.here()).seats) == 2
    await club.ann.slash(club.channel, "match start")
    await resigned(club, club.ben)
    assert (await club.here()).stage.ended, "a log that cannot be written holds no match up"
    assert len(club.other.history()) == 4


async def test_a_reset_needs_a_confirmation_and_restores_the_defaults(club: Club, max_: MemberActor) -> None:
    await max_.slash(club.channel, "table channels", add=club.other)
    await max_.slash(club.channel, "table clock", clock="2 days a turn")
    asked = await max_.slash(club.channel, "table reset")
    said(asked)
    await club.restart()
    (late,) = await club.clicks_at_once((club.ann, asked.response, control(asked.response, "Yes, reset")))
    assert "Only server managers" in said(late)
    await click(max_, asked.response, "Yes, reset")
    assert "no clock" in words_of(asked.response)
    assert "the lobby is open" in await opened(club, club.channel)
