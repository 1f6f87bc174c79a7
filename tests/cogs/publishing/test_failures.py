"""Failures of Discord: handled, explained in a sentence, and nothing is lost."""

from __future__ import annotations

from bot.matches.model import Stage
from tests.cogs.calls import pings
from tests.cogs.club import Club
from tests.cogs.days import pass_by
from tests.cogs.players import (
    board_post,
    click,
    fresh_panel_in_dm,
    moves_offered,
    panel_in_dm,
    panel_under_board,
    press_end_turn,
    said,
    words_of,
)
from tests.cogs.skirmish import begun, moved, other_than, picked


async def test_closed_dms_stop_nothing_and_reopened_ones_are_used_again(club: Club) -> None:
    club.close_dms(club.ben)
    await club.started(club.ben)
    assert "Ben's DMs are closed: press Play here" in words_of(board_post(club))
    assert pings(club) == [[club.ben.id]]
    assert (await club.here()).seats[1].dm_closed
    assert moves_offered(await panel_under_board(club, club.ben))
    club.allow_again()
    await picked(club, club.ben, club.ann)
    assert not (await club.here()).seats[1].dm_closed
    assert "It is your turn" in words_of(panel_in_dm(club.ben.user))


async def test_a_deleted_channel_is_reported_to_the_host_and_keeps_the_match(club: Club) -> None:
    member = await begun(club)
    info = await club.here()
    dm = await fresh_panel_in_dm(member.user)
    club.env.backend.delete_channel(club.channel.id)
    await press_end_turn(member.user, dm)
    told = club.ann.user.dm_channel.history()[-1]
    if "deleted" not in words_of(told):
        told = club.ann.user.dm_channel.history()[-2]
    assert "The channel of this match was deleted" in words_of(told)
    assert (await club.service.info(info.id)).stage is Stage.PLAYING
    question = await click(club.ann.user, told, "End the match")
    await click(club.ann.user, question.response, "Yes, ask them")
    await club.service.proposals.answer(info.id, club.ben.id, agree=True, request="agreed")
    assert (await club.service.info(info.id)).stage is Stage.ABANDONED
    assert [parked.reason for parked in await club.bot.outbox.store.parked()]


async def test_a_missing_permission_is_reported_once_and_the_next_post_has_everything(club: Club) -> None:
    member = await begun(club)
    club.forbid(club.channel, "send_messages")
    posts = len(club.channel.history())
    other = other_than(club, member)
    await member.slash(club.channel, "papyrus end-turn")
    await other.slash(club.channel, "papyrus end-turn")
    assert len(club.channel.history()) == posts
    told = [
        words_of(post) for post in club.ann.user.dm_channel.history() if "I may not post" in words_of(post)
    ]
    assert len(told) == 1
    assert "Send Messages" in told[0]
    club.env.backend.delete_overwrite(club.channel.id, club.guild.id)
    await member.slash(club.channel, "papyrus end-turn")
    board = board_post(club)
    told_now = said(await click(club.cleo, board, "What happened"))
    turns = [f"Round {number}: {mark}" for number in (1, 2) for mark in ("● **Ann** has", "■ **Ben** has")]
    assert [turn for turn in turns if turn not in told_now] == []


async def test_unpublished_deliveries_are_published_after_a_crash(club: Club) -> None:
    member = await begun(club)
    posts = len(club.channel.history())
    club.env.inject_error("*", "/channels/*/messages*", status=503, times=None)
    await member.slash(club.channel, "papyrus end-turn")
    club.allow_again()
    await club.restart()
    await club.env.advance_time(45)
    assert len(club.channel.history()) == posts + 1
    match_view = await club.match_view(None)
    waiting = club.members(match_view.match)[next(iter(match_view.awaited))]
    assert "It is your turn" in words_of(panel_in_dm(waiting.user))


async def test_an_archived_thread_is_opened_again(club: Club) -> None:
    await club.ann.slash(
        club.channel, "match new", game="papyrus", seats=2, options="squad=1 width=8 height=6", thread=True
    )
    (thread,) = club.channel.threads
    club.env.inject_error("POST", f"/channels/{thread.id}/messages", status=400, code=50083)
    await pass_by(club, hours=1)
    await club.ben.slash(thread, "match join")
    assert "2 of 2 seats taken" in words_of(thread.history()[-1])
    unarchived = [each.json for each in club.env.http_requests if each.path == f"/channels/{thread.id}"]
    assert {"archived": False} in unarchived


async def test_a_late_answer_does_nothing_and_a_board_that_cannot_be_edited_is_posted_again(
    club: Club,
) -> None:
    member = await begun(club)
    before = (await club.here()).version
    club.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    await member.slash(club.channel, "papyrus end-turn")
    assert (await club.here()).version == before
    board = board_post(club)
    club.env.inject_error("PATCH", f"/channels/{club.channel.id}/messages/{board.id}", status=400, code=30046)
    await moved(club, member)
    assert board_post(club).id != board.id
