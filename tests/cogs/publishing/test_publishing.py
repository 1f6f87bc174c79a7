"""One live board a match and one live DM a seat, whatever fails between posting and storing a post."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.matches.deliveries import Post
from bot.matches.store import SqlMatchStore
from tests.cogs.club import Club
from tests.cogs.nonces import Posting, live
from tests.cogs.players import words_of
from tests.cogs.skirmish import in_play

SOON = 45
"""Seconds after which the outbox has been processed again."""
LATER = 120


@pytest.fixture
def posting(monkeypatch: pytest.MonkeyPatch) -> Posting:
    return Posting(monkeypatch)


class Stop(Exception):  # noqa: N818 - it stands for the end of the process
    """The bot is stopped here."""


def stop_after_noting(monkeypatch: pytest.MonkeyPatch, kind: str) -> Callable[[], bool]:
    """Stop the bot when the next post of this kind has been stored; return a check for it."""
    note, stopped = SqlMatchStore.note_post, list[Post]()

    async def note_and_stop(store: SqlMatchStore, post: Post, *rest: Any, **also: Any) -> Any:
        stale = await note(store, post, *rest, **also)
        if post.kind == kind and post.message and not stopped:
            stopped.append(post)
            raise Stop
        return stale

    monkeypatch.setattr(SqlMatchStore, "note_post", note_and_stop)
    return lambda: bool(stopped)


@pytest.mark.parametrize("kind", ["board", "turn"])
async def test_after_a_stop_between_storing_and_retiring_only_the_new_post_is_live(
    club: Club, posting: Posting, faults_expected: list[str], monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    faults_expected.append("a delivery failed unexpectedly")
    member, other = await in_play(club)
    (before,) = live(club.channel.history(), "play")
    stopped = stop_after_noting(monkeypatch, kind)
    await member.slash(club.channel, "papyrus end-turn")
    assert stopped()
    await club.restart()
    await club.env.advance_time(LATER)
    (board,) = live(club.channel.history(), "play")
    assert board.id > before.id
    (dm,) = live(other.user.dm_channel.history(), "pick")
    assert dm.id == other.user.dm_channel.history()[-1].id
    assert not await club.service.posts.stale()


async def test_a_post_made_despite_an_error_is_taken_over_by_the_next_one(
    club: Club, posting: Posting
) -> None:
    """A board by the next board, a DM by the end of its turn, and a board by the result."""
    member, other = await in_play(club)
    posting.lose_next("text")
    await member.slash(club.channel, "papyrus end-turn")
    assert len(live(club.channel.history(), "play")) == 2
    await other.slash(club.channel, "papyrus end-turn")
    await club.env.advance_time(SOON)
    (board,) = live(club.channel.history(), "play")
    assert board.id == club.channel.history()[-1].id
    assert "Round 2" in words_of(board)

    posting.lose_next("pick")
    await member.slash(club.channel, "papyrus end-turn")
    assert len(live(other.user.dm_channel.history(), "pick")) == 1
    await other.slash(club.channel, "papyrus end-turn")
    await club.env.advance_time(SOON)
    assert live(other.user.dm_channel.history(), "pick") == []

    info = await club.here()
    posting.lose_next("text")
    await member.slash(club.channel, "papyrus end-turn")
    await club.service.play.resign(info.id, member.id, request="resigned")
    await club.bot.publish_pending(info.id)
    await club.env.advance_time(SOON)
    assert live(club.channel.history(), "play") == []
    assert len(live(club.channel.history(), "rematch")) == 1


async def test_a_post_made_despite_an_error_is_found_without_its_nonce(club: Club, posting: Posting) -> None:
    first, second = await in_play(club)

    posting.lose_next("text")
    await first.slash(club.channel, "papyrus end-turn")
    lost = live(club.channel.history(), "play")[-1]
    posting.forget()
    await club.restart()
    await club.env.advance_time(SOON)
    assert [board.id for board in live(club.channel.history(), "play")] == [lost.id]

    posting.lose_next("pick")
    await second.slash(club.channel, "papyrus end-turn")
    (lost,) = live(first.user.dm_channel.history(), "pick")
    posting.forget()
    await club.restart()
    await club.env.advance_time(SOON)
    assert [dm.id for dm in live(first.user.dm_channel.history(), "pick")] == [lost.id]

    posting.lose_next("pick")
    await first.slash(club.channel, "papyrus end-turn")
    posting.forget()
    await second.slash(club.channel, "papyrus end-turn")
    await club.env.advance_time(SOON)
    assert live(second.user.dm_channel.history(), "pick") == []


async def test_a_lobby_posted_despite_an_error_is_the_one_that_people_join(
    club: Club, posting: Posting
) -> None:
    posting.lose_next("join")
    await club.lobby(club.ben)
    await club.env.advance_time(SOON)
    (lobby,) = live(club.channel.history(), "join")
    assert "2 of 2 seats taken" in words_of(lobby)


async def test_removing_the_controls_of_an_old_board_is_retried(club: Club) -> None:
    """A deleted board is not searched again."""
    member, other = await in_play(club)
    (before,) = live(club.channel.history(), "play")
    path = f"/channels/{club.channel.id}/messages/{before.id}"
    club.env.inject_error("PATCH", path, status=503, times=None)
    await member.slash(club.channel, "papyrus end-turn")
    assert len(live(club.channel.history(), "play")) == 2
    club.allow_again()
    await club.env.advance_time(SOON)
    (board,) = live(club.channel.history(), "play")
    assert board.id > before.id

    club.env.backend.delete_message(board.channel.id, board.id)
    since = len(club.env.http_requests)
    await other.slash(club.channel, "papyrus end-turn")
    await club.env.advance_time(LATER)
    path = f"/channels/{club.channel.id}/messages/{board.id}"
    asked = [each.method for each in club.env.http_requests[since:] if each.path == path]
    assert asked == ["PATCH"]
