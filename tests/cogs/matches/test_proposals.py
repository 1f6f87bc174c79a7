"""Draws and pauses as players propose and answer them: one post, one DM each, and outdated buttons."""

from __future__ import annotations

from typing import Any

import pytest

from bot.games.registry import GAMES
from bot.matches.model import Stage
from tests.cogs.club import Club
from tests.cogs.players import click, labels_of, pictures_of, said, words_of


def proposal_post(club: Club) -> Any:
    """Return the newest proposal post in the channel, answered or not."""
    return next(post for post in reversed(club.channel.history()) if _is_proposal(words_of(post)))


def proposal_dm(member: Any) -> Any:
    """Return the newest DM of a proposal."""
    return next(post for post in reversed(member.user.dm_channel.history()) if _is_proposal(words_of(post)))


def _is_proposal(words: str) -> bool:
    return any(part in words for part in ("offers a draw", "asks for a pause", "asks to take back"))


async def answer(member: Any, post: Any, label: str) -> str:
    """Press a button of a proposal and return the answer."""
    return said(await click(member, post, label))


async def test_a_draw_is_proposed_in_the_channel_and_by_dm_and_agreed_by_buttons(club: Club) -> None:
    await club.started(club.ben, club.cleo)
    told = said(await club.ann.slash(club.channel, "match ask draw"))
    assert "You offer a draw" in told
    assert "Has to agree: Ben, Cleo." in told
    post = proposal_post(club)
    assert labels_of(post) == ["Agree", "Refuse", "Take back"]
    assert "Has to agree: Ben, Cleo." in words_of(post)
    dm = proposal_dm(club.ben)
    assert labels_of(dm) == ["Agree", "Refuse"]
    assert "in #table" in words_of(dm).replace("[", "")
    assert "You agree. Has to agree: Cleo." in await answer(club.ben.user, dm, "Agree")
    assert "Agreed: Ben. Has to agree: Cleo." in words_of(proposal_post(club))
    assert "Agreed: Ben. Has to agree: Cleo." in words_of(proposal_dm(club.cleo))
    assert "All players agree to a draw" in await answer(club.cleo, proposal_post(club), "Agree")
    info = await club.here()
    assert (info.stage, info.outcome and info.outcome.winners) == (Stage.FINISHED, ())
    for settled in (proposal_post(club), proposal_dm(club.ben), proposal_dm(club.cleo)):
        assert labels_of(settled) == []
        assert "All have agreed." in words_of(settled)
    result = words_of(club.channel.history()[-1])
    assert "a draw" in result
    assert "All players agree to a draw." in result


async def test_only_the_proposer_withdraws_it_and_a_refusal_is_shown_by_name(club: Club) -> None:
    """Then the buttons are removed."""
    await club.started(club.ben, club.cleo)
    await club.ann.slash(club.channel, "match ask pause")
    post = proposal_post(club)
    assert "Only Ann can take this back" in await answer(club.ben, post, "Take back")
    assert "you can take it back" in await answer(club.ann, post, "Refuse")
    assert "now the others have to agree" in await answer(club.ann, post, "Agree")
    assert "You have no seat in this match" in await answer(club.eve, post, "Agree")
    assert "You have taken it back." in await answer(club.ann, post, "Take back")
    assert "Ann has taken this back." in words_of(proposal_post(club))
    await club.ann.slash(club.channel, "match ask draw")
    assert "nothing comes of it" in await answer(club.cleo, proposal_post(club), "Refuse")
    for post in (proposal_post(club), proposal_dm(club.ben), proposal_dm(club.cleo)):
        assert "Cleo does not agree." in words_of(post)
        assert labels_of(post) == []
    assert (await club.here()).stage is Stage.PLAYING


async def test_old_buttons_never_answer_a_new_proposal(club: Club) -> None:
    await club.started(club.ben)
    await club.ann.slash(club.channel, "match ask pause")
    old = proposal_post(club)
    path = f"/channels/{club.channel.id}/messages/{old.id}"
    club.env.inject_error("PATCH", path, status=400, code=30046, times=None)  # so that it keeps its buttons
    await club.ann.slash(club.channel, "match answer", agree=False)
    assert "no longer a proposal in this match" in await answer(club.ben, old, "Agree")
    await club.ann.slash(club.channel, "match ask draw")
    assert "settled already; by now something else is proposed" in await answer(club.ben, old, "Agree")
    assert (await club.here()).stage is Stage.PLAYING
    await club.ben.slash(club.channel, "match answer", agree=True)
    assert "has ended" in await answer(club.ben, old, "Agree")


async def test_players_with_closed_dms_answer_in_the_channel_also_after_a_restart(
    club: Club,
) -> None:
    club.close_dms(club.ben)
    await club.started(club.ben)
    await club.ann.slash(club.channel, "match ask draw")
    assert "Ben's DMs are closed: answer here." in words_of(proposal_post(club))
    await club.restart()
    await answer(club.ben, proposal_post(club), "Agree")
    assert (await club.here()).stage is Stage.FINISHED


async def test_a_proposal_that_was_not_posted_before_a_crash_is_posted_after_it(club: Club) -> None:
    await club.started(club.ben)
    club.env.inject_error("*", "/channels/*/messages*", status=503, times=None)
    await club.ann.slash(club.channel, "match ask draw")
    club.allow_again()
    await club.restart()
    await club.env.advance_time(45)
    assert labels_of(proposal_post(club)) == ["Agree", "Refuse", "Take back"]
    assert labels_of(proposal_dm(club.ben)) == ["Agree", "Refuse"]


async def test_a_proposal_settled_before_its_post_is_confirmed_asks_for_no_answer(club: Club) -> None:
    """Discord did not confirm the post: it is found by its nonce, or posted, with the current result."""
    await club.started(club.ben)
    posts = len(club.channel.history())
    club.env.inject_error("*", "/channels/*/messages*", status=503, times=None)
    await club.ann.slash(club.channel, "match ask pause")
    await club.ann.slash(club.channel, "match answer", agree=False)
    club.allow_again()
    await club.env.advance_time(45)
    told = [post for post in club.channel.history()[posts:] if _is_proposal(words_of(post))]
    assert [labels_of(post) for post in told] == [[] for _ in told]
    assert len(told) <= 1


async def test_after_an_agreed_draw_no_picture_shows_a_turn(club: Club, subtests: pytest.Subtests) -> None:
    for game in GAMES:
        with subtests.test(game):
            await club.started(club.ben, game=game, options="")
            await club.ann.slash(club.channel, "match ask draw")
            await answer(club.ben, proposal_post(club), "Agree")
            told = pictures_of(club.channel.history()[-1])[0]["description"]
            assert "’s turn" not in told
            assert "draw" in told.casefold() or "tie" in told.casefold()


async def test_a_draw_that_would_end_the_match_at_once_needs_a_confirmation(club: Club) -> None:
    await club.started(club.ben)
    await club.ann.slash(club.channel, "match ask draw")
    asked = await club.ben.slash(club.channel, "match ask draw")
    assert "End the match as a draw?" in said(asked)
    assert (await club.here()).stage is Stage.PLAYING
    await click(club.ben, asked.response, "Yes, a draw")
    assert (await club.here()).stage is Stage.FINISHED
