"""`/operator`: the commands of those who run the bot, refused to everybody else."""

from __future__ import annotations

import re
import sqlite3
from datetime import timedelta
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.base.limits import ASKED_ON, Buckets
from bot.base.metrics import NOTICE_OUTCOMES, REGISTRY
from bot.matches.errors import NoMatchHere
from bot.parts.operator.service import Operations
from cogs.operator.operator import OperatorCommands
from cogs.operator.tasks import OperatorTasks
from cogs.publishing.publisher import Publisher
from tests.cogs.calls import one_round, stop_rounds
from tests.cogs.club import SMALL, Club
from tests.cogs.league import keeper
from tests.cogs.players import click, said, words_of

NOT_YOURS = "Only those who run this bot can do that, on their own server."


@pytest.fixture
async def club(club: Club) -> Club:
    """The club is the operators' server, and Dan owns the bot."""
    club.bot.operator_server, club.bot.owner_id = club.guild.id, club.dan.id
    await club.bot.add_cog(OperatorCommands(club.bot), guild=discord.Object(club.guild.id))
    await club.bot.tree.sync(guild=discord.Object(club.guild.id))
    return club


async def told(club: Club, command: str, **given: Any) -> str:
    """Return the private answer to Dan."""
    return said(await club.dan.slash(club.channel, f"operator {command}", **given))


async def a_round(club: Club) -> None:
    """Run the periodic task of the operator's desk once."""
    await one_round(club, "OperatorTasks")


GIVEN: dict[str, dict[str, Any]] = {
    "status": {},
    "notice": {"words": "x"},
    "broadcast": {"words": "x"},
    "block": {"reason": "x", "server": "5"},
    "unblock": {"server": "5"},
    "blocked": {},
    "leave": {"server": "5"},
    "parked": {},
    "retry": {},
    "drain": {},
    "find": {"match": "abc"},
    "log": {},
}


async def test_others_can_use_no_operator_command_and_leave_no_log_line(club: Club) -> None:
    """On another server the owner is refused too."""
    assert {each.name for each in club.bot.cog(OperatorCommands).walk_app_commands()} == set(GIVEN)
    max_ = keeper(club)  # a member who manages the server does not run the bot
    for command, given in GIVEN.items():
        assert said(await max_.slash(club.channel, f"operator {command}", **given)) == NOT_YOURS
    assert not await club.bot.services.of(Operations).log()
    assert club.bot.services.of(Operations).state.blocks == ()
    assert not club.bot.services.of(Operations).draining
    club.bot.operator_server += 1
    assert await told(club, "status") == NOT_YOURS


async def test_a_notice_is_under_boards_and_panels_until_its_time_and_in_the_status(club: Club) -> None:
    """The status lists processes, matches and the outbox too."""
    await told(club, "notice", words="The bot *restarts* at 20:00 UTC", **{"for": "3 hours"})
    line = "📢 The bot *restarts* at 20:00 UTC"
    await club.started()
    status = await told(club, "status")
    for words in (
        "Process all: version",
        "Matches: 1 in play, 0 in the lobby.",
        "Outbox: 0 pending, 0 of them failed before, 0 given up.",
        "No backup is known. ",
        "Notice until",
        "Shard 0:",
    ):
        assert words in status
    board = club.channel.history()[-1]
    assert line in words_of(board)
    panel = (await click(club.ann, board, "Play")).response
    assert line in words_of(panel)
    club.env.backend.advance_clock(timedelta(hours=4).total_seconds())
    assert club.bot.services.of(Operations).notice == ""
    assert await told(club, "notice") == "The notice is taken away."


async def test_a_blocked_person_sees_the_reason_and_can_view_and_delete_their_data(club: Club) -> None:
    await club.started()
    await told(club, "block", person=club.ann.user, reason="Spam in three servers")
    club.speaks(club.ann, "de")
    refused = said(await club.ann.slash(club.channel, "match board"))
    assert refused == (
        "Wer diesen Bot betreibt, hat dich gesperrt: Spam in three servers. Was über dich gespeichert ist,"
        " steht unter /privacy."
    )
    board = club.channel.history()[-1]
    assert "gesperrt" in said(await click(club.ann, board, "Play"))
    shown = said(await club.ann.slash(club.channel, "privacy show"))
    assert "dass, wer diesen Bot betreibt, dich gesperrt hat, und warum" in shown
    assert "Person" in await told(club, "blocked")
    assert "Spam" not in said(await club.ben.slash(club.channel, "match board"))
    await told(club, "unblock", person=club.ann.user)
    assert "gesperrt" not in said(await club.ann.slash(club.channel, "match board"))
    assert await told(club, "unblock", person=club.ann.user) == "Nothing with this id is blocked."


async def test_matches_of_a_blocked_server_stop_and_continue_unchanged(club: Club) -> None:
    await club.ann.slash(
        club.channel, "match new", game="papyrus", seats=2, options=SMALL, clock="1 hour a turn"
    )
    await club.ben.slash(club.channel, "match join")
    await club.ann.slash(club.channel, "match start")
    info = await club.here()
    club.bot.operator_server += 1  # run from elsewhere, so that the club can be blocked
    operations = club.bot.services.of(Operations)
    await operations.block("server", club.guild.id, "Their rules forbid it", "test")
    stop_rounds(club)
    club.env.backend.advance_clock(timedelta(hours=5).total_seconds())
    assert await club.service.timekeeper.overdue() == []
    refused = said(await club.ben.slash(club.channel, "match board"))
    assert "has blocked this server. Its matches stand still" in refused
    assert "Their rules" not in refused
    why = said(await keeper(club).slash(club.channel, "match board"))
    assert "has blocked this server: Their rules forbid it." in why
    (found,) = operations.state.blocks
    await club.service.timekeeper.credit(club.guild.id, found.at)  # a crash then credits nothing twice
    await operations.unblock("server", club.guild.id, "test", club.service.timekeeper.credit)
    assert await club.service.timekeeper.overdue() == []
    view = await club.service.match_view(info.id, club.ann.id)
    state = view.match.match_terms.clocks
    assert state.since is not None
    assert club.env.now() - state.since < timedelta(minutes=1)


async def test_draining_opens_no_match_and_reports_when_no_work_is_left(club: Club) -> None:
    await club.started()
    assert await told(club, "drain") == "All work in progress is done: the bot can be stopped and started."
    refused = said(await club.cleo.slash(club.other, "match new", game="papyrus", seats=2, options=SMALL))
    assert "The bot is about to be restarted, so no match can be opened" in refused
    board = club.channel.history()[-1]
    assert "restarted" not in said(await click(club.ann, board, "Play"))
    assert await told(club, "drain") == "The bot is draining already."
    with pytest.raises(NoMatchHere):
        await club.service.in_channel(club.other.id)
    await club.restart()
    await club.cleo.slash(club.other, "match new", game="papyrus", seats=2, options=SMALL)
    assert (await club.service.in_channel(club.other.id)).host == club.cleo.id


async def test_a_broadcast_is_posted_once_in_each_log_channel_or_given_up(club: Club) -> None:
    max_ = keeper(club)
    await max_.slash(club.channel, "table logs", channel=club.other)
    assert await told(club, "broadcast", words="A *new* game!") == "It goes to the log channel of 1 server."
    await a_round(club)
    await a_round(club)
    posts = [words_of(post) for post in club.other.history()]
    assert posts == ["**From those who run this bot**\nA *new* game!"]
    club.forbid(club.other, "send_messages")
    await told(club, "broadcast", words="Hello")
    for _ in range(9):
        await a_round(club)
        club.env.backend.advance_clock(timedelta(hours=3).total_seconds())
    assert len(club.other.history()) == 1
    assert not await club.bot.services.of(Operations).errands(10), "it is tried again, and then given up"


async def test_the_bot_leaves_a_server_but_not_its_operators(club: Club) -> None:
    refused = await told(club, "leave", server=str(club.guild.id))
    assert refused == "The bot cannot leave the server from which it is run."
    assert "developer mode" in await told(club, "leave", server="the club")
    elsewhere = club.env.create_guild("Elsewhere")
    await club.env.settle()
    assert await told(club, "leave", server=str(elsewhere.id)) == "The bot leaves it within half a minute."
    await a_round(club)
    assert [each.path for each in club.env.http_requests if each.method == "DELETE"][-1].endswith(
        f"/guilds/{elsewhere.id}"
    )


async def test_parked_deliveries_are_listed_and_retried(club: Club) -> None:
    info = await club.started()
    club.forbid(club.channel, "send_messages", "view_channel")
    await club.bot.service.proposals.propose(info.id, club.ann.id, "draw", request="d1")
    await club.bot.service.proposals.answer(info.id, club.ben.id, agree=True, request="d2")
    await club.publish(info.id)
    parked = await told_elsewhere(club, "parked")
    assert f"of match {info.id}, after 1 tries:" in parked
    rule = Overwrite(target_id=club.guild.id, type=OverwriteType.ROLE, allow=0, deny=0)
    club.env.backend.set_overwrite(club.channel.id, rule)
    assert "tried again" in await told_elsewhere(club, "retry")
    await club.bot.outbox.drain(club.bot.cog(Publisher).deliver)
    await club.env.settle()
    assert "No delivery was given up." in await told_elsewhere(club, "parked")


async def test_a_match_is_shown_without_secrets_and_each_command_is_logged(club: Club) -> None:
    info = await club.started()
    found = await told(club, "find", match=info.id)
    assert f"Seats: Ann ({club.ann.id}), Ben ({club.ben.id})." in found
    assert f"channel {club.channel.id}" in found
    assert "yourself" in await told(club, "block", person=club.dan.user, reason="x")
    assert "yourself" in await told(club, "block", server=str(club.guild.id), reason="x")
    assert await told(club, "block", reason="x") == "Name a person, or the id of a server."
    assert club.bot.services.of(Operations).state.blocks == ()
    await told(club, "block", server="77", reason="A test")
    log = await told(club, "log")
    assert f"Dan ({club.dan.id}) · find of match {info.id}" in log
    assert "block of server 77: A test." in log


async def told_elsewhere(club: Club, command: str) -> str:
    return said(await club.dan.slash(club.other, f"operator {command}"))


async def test_the_owner_reads_of_errors_once_an_hour_and_in_the_operators_channel_if_there_is_one(
    club: Club, faults_expected: list[str]
) -> None:
    """At once, then all that came meanwhile together; nothing while nothing goes wrong."""
    faults_expected += ["ZeroDivisionError"] * 4
    stop_rounds(club)
    await a_round(club)
    assert club.dan.user.dm_channel is None or not club.dan.user.dm_channel.history()
    number = club.bot.note_fault(ZeroDivisionError("the text of an error may hold secrets"))
    await a_round(club)
    (first,) = club.dan.user.dm_channel.history()
    assert "Something needs you" in words_of(first)
    assert (
        f"1 error, with the line *something went wrong* in the log. The last one is `{number}`"
        in words_of(first)
    )
    assert "secrets" not in words_of(first)
    for _ in range(2):
        club.bot.note_fault(ZeroDivisionError())
    await a_round(club)
    assert len(club.dan.user.dm_channel.history()) == 1
    club.env.backend.advance_clock(3_601)
    await a_round(club)
    assert "2 errors" in words_of(club.dan.user.dm_channel.history()[-1])
    club.env.backend.advance_clock(3_601)
    await a_round(club)
    assert len(club.dan.user.dm_channel.history()) == 2
    await keeper(club).slash(club.channel, "table logs", channel=club.other)
    club.bot.note_fault(ZeroDivisionError())
    await a_round(club)
    assert "1 error" in words_of(club.other.history()[-1])
    assert len(club.dan.user.dm_channel.history()) == 2


async def test_the_owner_reads_of_posts_that_were_given_up_in_their_language(club: Club) -> None:
    stop_rounds(club)
    await a_round(club)
    club.speaks(club.dan, "de")
    await club.dan.slash(club.channel, "me language", language="de")
    club.env.inject_error("POST", f"/channels/{club.channel.id}/messages", status=403, code=50013, times=None)
    await club.ann.slash(club.channel, "match new", game="papyrus", seats=2)
    await a_round(club)
    told = words_of(club.dan.user.dm_channel.history()[-1])
    assert "abgelehnt" not in told, "a lacking permission is no matter of the operator"
    assert "1 Zustellung wurde aufgegeben: `/operator parked` sagt, warum." in told
    club.allow_again()


async def test_the_owner_reads_of_a_full_disk_although_nothing_can_be_stored(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_rounds(club)
    await a_round(club)
    database = club.stores[-1]._database

    async def full(_work: Any, *, reading: bool) -> Any:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    monkeypatch.setattr(database._engine, "run", full)
    await club.ann.slash(club.channel, "match new", game="papyrus")
    await club.bot.cog(OperatorTasks).alarms.look()
    monkeypatch.undo()
    told = words_of(club.dan.user.dm_channel.history()[-1])
    assert "The disk of the database is **full**: make room there." in told


async def test_the_owner_reads_of_calls_that_discord_refuses_for_the_bot(club: Club) -> None:
    """An invalid message is a fault of the bot: the host of the match can do nothing."""
    stop_rounds(club)
    await a_round(club)
    club.env.inject_error("POST", f"/channels/{club.channel.id}/messages", status=400, code=50035, times=1)
    await club.ann.slash(club.channel, "match new", game="papyrus", seats=2)
    await a_round(club)
    told = words_of(club.dan.user.dm_channel.history()[-1])
    assert "1 call was refused by Discord: *Discord refuses a call* in the log says why." in told


async def test_matches_are_found_by_person_server_and_channel_with_whose_turn_it_is(club: Club) -> None:
    """What a person asks who complains: whose turn, since when, the clock, the last post, refused DMs."""
    await club.ann.slash(
        club.channel, "match new", game="papyrus", seats=2, options=SMALL, clock="1 day a turn"
    )
    await club.ben.slash(club.channel, "match join")
    await club.ann.slash(club.channel, "match start")
    info = await club.here()
    awaited = (await club.service.match_view(info.id, None)).awaited
    whose = ", ".join([info.names[seat] for seat in sorted(awaited)])
    for given in ({"person": club.ann.user}, {"server": str(club.guild.id)}):
        found = await told(club, "find", **given)
        assert found.startswith(f"{info.id} · papyrus, playing.")
        assert f"Turn: {whose}, since " in found
    for given in ({"match": info.id}, {"channel": str(club.channel.id)}):
        found = await told(club, "find", **given)
        assert "Clock: 1 day" in found
        assert re.search(rf"Turn: {whose}, since \S+ \S+ UTC, until \S+ \S+ UTC\.", found)
        assert "Last post: " in found
    assert await told(club, "find", person=club.dan.user) == "There is no lobby and no match in play."
    assert await told(club, "find", channel=str(club.other.id)) == "There is no lobby and no match in play."
    both = await told(club, "find", match=info.id, server="5")
    assert both == "Name one thing: a match, a person, a server, a channel, an error."
    assert f"find of person {club.ann.id}" in await told(club, "log")


@pytest.mark.parametrize("faults_expected", [["RuntimeError"]])
async def test_an_error_is_found_by_the_id_that_a_person_quotes_and_counted_for_an_hour(club: Club) -> None:
    number = club.bot.note_fault(RuntimeError("a secret text"), "abc", asked=True)
    found = await told(club, "find", error=number.upper())
    assert found.startswith(f"Error {number}: ")
    assert "RuntimeError, in match abc." in found
    assert "secret" not in found
    assert f"In the last hour: 1 error ({number})." in await told(club, "status")
    club.env.backend.advance_clock(timedelta(hours=2).total_seconds())
    status = await told(club, "status")
    assert "In the last hour: no error." in status
    assert "runs since " in status
    assert "No process remembers an error with this id" in await told(club, "find", error="ffffff")
    await club.restart()
    (fault,) = club.bot.faults
    assert fault.id == number, "the process after this one knows it"


async def test_the_match_says_how_each_awaited_player_was_told_and_never_what_they_have_set(
    club: Club,
) -> None:
    """Each outcome is counted. Who has muted a match looks like who has standing orders."""

    def counted() -> dict[str, float]:
        return {
            outcome: REGISTRY.get_sample_value("tablepost_turn_notices_total", {"outcome": outcome}) or 0
            for outcome in NOTICE_OUTCOMES
        }

    await club.ben.slash(club.channel, "me notices", where="channel")
    await club.cleo.slash(
        club.channel, "me digest", mode="instead of single notices", at="18", zone="Europe/Berlin"
    )
    await club.lobby(club.ben, club.cleo, club.eve)
    await club.bot.people.follow(club.eve.id, await club.here(), "mute")
    before = counted()
    await club.ann.slash(club.channel, "match start")
    grown = {outcome: number - before[outcome] for outcome, number in counted().items()}
    assert {outcome for outcome, number in grown.items() if number} == {
        "sent",
        "elsewhere",
        "digest",
        "muted",
    }
    found = await told(club, "find", match=(await club.here()).id)
    assert "Ann has a DM of " in found
    assert "Ben was called in the channel at " in found
    assert "Cleo gets a DM at " in found
    assert "Eve got no DM: they have chosen so." in found
    assert "digest" not in found
    assert "muted" not in found


async def test_the_status_says_who_hits_limits_and_where(club: Club) -> None:
    ASKED_ON.set(club.guild.id)
    buckets = Buckets(club.bot.clock, 1, "openings")
    for _ in range(3):
        buckets.take(club.ann.id)
    line = f"Limit openings: person {club.ann.id} on server {club.guild.id}, 2 times."
    assert line in await told(club, "status")


async def test_a_server_without_the_bot_cannot_be_left(club: Club) -> None:
    """Before, it was said that the bot leaves it within half a minute."""
    assert await told(club, "leave", server="12345") == "The bot is not on this server."
    assert await club.bot.services.of(Operations).errands(10) == []
