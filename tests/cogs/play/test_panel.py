"""Playing by buttons: what each may press, and what is answered when it is too late."""

from __future__ import annotations

import random
from typing import Any

from bot.matches.model import Stage
from cogs.kit.controls import ComponentId, button
from cogs.kit.layout import message_of, rows
from tests.cogs.club import Club
from tests.cogs.league import ended
from tests.cogs.players import (
    board_post,
    control,
    fresh_panel_in_dm,
    labels_of,
    moves_offered,
    panel_in_dm,
    panel_under_board,
    pictures_of,
    press,
    press_end_turn,
    said,
    type_an_action,
    words_of,
)
from tests.cogs.quickly import play_quickly


async def begun(club: Club, size: str = "width=8 height=6") -> Any:
    """Start a match and let both pick and place, so that somebody is on turn; return who is."""
    await club.started(club.ben, options=f"squad=2 {size} rounds=5")
    for member in (club.ann, club.ben):
        await member.slash(club.channel, "papyrus preset", squad="balanced")
        await member.slash(club.channel, "papyrus ready")
    for member in (club.ann, club.ben):
        await member.slash(club.channel, "papyrus formation")
        await member.slash(club.channel, "papyrus ready")
    match_view = await club.match_view(None)
    (seat,) = match_view.awaited
    return club.members(match_view.match)[seat]


async def test_the_whole_field_is_shown_to_who_asks_and_a_unit_leads_to_the_next(club: Club) -> None:
    member = await begun(club, "width=16 height=12")
    board, panel = board_post(club), panel_in_dm(member.user)
    for who, post in ((club.eve, board), (member.user, panel)):
        shown = await who.click(post, custom_id=control(post, "Whole field"))
        assert shown.response is not None
        assert shown.response.ephemeral
        assert "Whole field" in words_of(shown.response)
        assert labels_of(shown.response) == []
        assert len(pictures_of(shown.response)) == 1
    unit = next(offer for offer in moves_offered(panel) if offer[1] and offer[1].startswith("u"))
    await press(member.user, panel, unit)
    panel = panel_in_dm(member.user)
    first = words_of(panel)
    (following,) = [label for label in labels_of(panel) if label.startswith("Next: ")]
    await member.user.click(panel, label=following)
    assert words_of(panel_in_dm(member.user)) != first
    assert " HP." in words_of(panel_in_dm(member.user))


async def test_the_private_panel_leads_from_unit_to_destination_and_back_and_does_it(
    club: Club,
) -> None:
    member = await begun(club)
    panel = await panel_under_board(club, member)
    assert panel.ephemeral
    first = words_of(panel)
    unit = next(offer for offer in moves_offered(panel) if offer[1] and offer[1].startswith("u"))
    await press(member, panel, unit)
    assert "SMG" in words_of(panel) or "HP" in words_of(panel)
    assert len(pictures_of(panel)) == 1
    await member.click(panel, custom_id=control(panel, "Back"))
    assert words_of(panel) == first
    assert pictures_of(panel) == []
    await press(member, panel, unit)
    step = next(offer for offer in moves_offered(panel) if offer[1] is None or offer[1].startswith("m"))
    await press(member, panel, step)
    assert "moves from" in words_of(panel)
    assert "moves from" in words_of(board_post(club))


async def test_the_board_post_is_edited_during_a_turn_and_posted_anew_at_the_next(club: Club) -> None:
    member = await begun(club)
    posts, board = len(club.channel.history()), board_post(club)
    await type_an_action(club, member, random.Random(0))
    if (await club.match_view(None)).awaited == (await club.match_view(member)).awaited:
        assert board_post(club).id == board.id
    await member.slash(club.channel, "papyrus end-turn")
    assert len(club.channel.history()) == posts + 1
    assert labels_of(next(post for post in club.channel.history() if post.id == board.id)) == []


async def test_a_board_post_older_than_fifty_minutes_is_not_edited(club: Club) -> None:
    member = await begun(club)
    board = board_post(club)
    club.env.backend.advance_clock(3001)
    match_view = await club.match_view(member)
    move = next(action for action in match_view.legal if action.__struct_config__.tag == "move")
    words = club.bot.games["papyrus"].wording.format(match_view.view, move)
    await member.slash(club.channel, "papyrus move", **words)
    assert board_post(club).id != board.id
    assert labels_of(next(post for post in club.channel.history() if post.id == board.id)) == []


async def test_two_clicks_at_once_on_start_begin_one_match(club: Club) -> None:
    await club.lobby(club.ben)
    post = club.channel.history()[-1]
    start = control(post, "Start")
    first, second = await club.clicks_at_once((club.ann, post, start), (club.ann, post, start))
    told = said(first) + said(second)
    assert "has begun." in told
    assert "has begun already" in told


async def test_a_choice_in_secret_leaves_the_buttons_of_the_others_fresh(club: Club) -> None:
    await club.started(club.ben)
    panel = await panel_under_board(club, club.ben)
    offer = next(offer for offer in moves_offered(panel) if offer[1] == "add-smg")
    await club.ann.slash(club.channel, "papyrus recruit", kind="smg")
    await press(club.ben, panel, offer)
    assert "That turn is over" not in words_of(panel)
    assert (await club.match_view(club.ben)).view.squad == ("smg",)


async def test_strangers_may_look_and_nobody_plays_out_of_turn_or_by_a_button_of_an_older_bot(
    club: Club,
) -> None:
    member = await begun(club)
    board = board_post(club)
    assert "You have no seat" in said(await club.eve.click(board, custom_id=control(board, "Play")))
    assert "You have no seat" in said(await club.eve.slash(club.channel, "papyrus end-turn"))
    assert "SMG" in said(await club.eve.click(board, custom_id=control(board, "Board as text")))
    assert "no seat" in said(await club.eve.slash(club.channel, "match resign"))
    other = club.ben if member is club.ann else club.ann
    panel = await panel_under_board(club, other)
    assert moves_offered(panel) == []
    assert "It is not your turn" in said(await other.slash(club.channel, "papyrus end-turn"))
    page = message_of(*rows([button("Conjure", ComponentId("conjure", "abc"))]))
    post = await club.bot.get_partial_messageable(club.channel.id).send(**page.to_send())
    result = await club.ann.click(post, custom_id="tp:conjure:abc:0")
    assert "from an older version of the bot" in said(result)


async def test_after_the_end_every_button_and_command_answers_kindly(club: Club) -> None:
    member = await begun(club)
    board, dm = board_post(club), await fresh_panel_in_dm(member.user)
    old = control(dm, "End turn")
    for method in ("GET", "PATCH"):  # the controls can be neither brought up to date nor taken off
        club.env.inject_error(method, f"/channels/*/messages/{dm.id}", times=None)
    await play_quickly(club, 11)
    assert labels_of(next(post for post in club.channel.history() if post.id == board.id)) == []
    assert "This match has ended" in said(await member.slash(club.channel, "papyrus end-turn"))
    assert "has ended already" in said(await member.slash(club.channel, "match resign"))
    assert "has ended already" in said(await member.slash(club.channel, "match end"))
    assert "Scores" in said(await member.slash(club.channel, "match status"))
    club.allow_again()
    await member.user.click(dm, custom_id=old)
    assert "Scores" in words_of(next(post for post in member.user.dm_channel.history() if post.id == dm.id))


async def test_panels_work_after_a_restart(club: Club) -> None:
    member = await begun(club)
    dm = await fresh_panel_in_dm(member.user)
    await club.restart()
    await press_end_turn(member.user, dm)
    match_view = await club.match_view(None)
    assert club.members(match_view.match)[next(iter(match_view.awaited))] is not member
    assert "Play" in labels_of(board_post(club))


async def test_the_old_dm_says_that_it_was_ones_turn_and_the_next_what_has_happened_since(club: Club) -> None:
    member = await begun(club)
    dm = panel_in_dm(member.user)
    await member.slash(club.channel, "papyrus end-turn")
    now = next(post for post in member.user.dm_channel.history() if post.id == dm.id)
    assert labels_of(now) == []
    assert pictures_of(now) == []
    assert "it was your turn" in words_of(now)
    assert "It is your turn" not in words_of(now)
    other = club.ben if member is club.ann else club.ann
    await other.slash(club.channel, "papyrus end-turn")
    lines = [line for line in words_of(panel_in_dm(member.user)).splitlines() if line.startswith("Round")]
    assert len(lines) == 1
    assert lines[0].startswith("Round 2")
    assert member.name in lines[0]


async def test_a_turn_with_something_useful_left_ends_after_a_question_and_once(club: Club) -> None:
    """Moves or shots were left by a slip of the thumb; two clicks at once on Yes have one effect."""
    member = await begun(club)
    panel, stale = [await panel_under_board(club, member) for _ in range(2)]
    await member.click(panel, custom_id=control(panel, "End turn"))
    assert "cannot be taken back: **End turn**" in words_of(panel)
    assert "spaces left" in words_of(panel)
    await member.click(panel, custom_id=control(panel, "No, go back"))
    await member.click(panel, custom_id=control(panel, "End turn"))
    assert len((await club.match_view(None)).awaited & {(await club.match_view(member)).seat}) == 1
    end = control(panel, "Yes: End turn")
    before = len(await club.service.history.lines((await club.here()).id, None))
    await club.clicks_at_once((member, panel.message, end), (member, panel.message, end))
    after = await club.service.history.lines((await club.here()).id, None)
    assert [type(line.fact).__name__ for line in after[before:]] == ["TurnBegan"]
    await member.click(stale, custom_id=control(stale, "End turn"))
    assert "That turn is over" in words_of(stale)
    assert "Waiting for" in words_of(stale)
    assert moves_offered(stale) == []


async def test_resigning_asks_first_and_then_ends_the_match_of_two(club: Club) -> None:
    await begun(club)
    question = await club.ben.slash(club.channel, "match resign")
    assert question.response is not None
    await club.ben.click(question.response, custom_id=control(question.response, "No"))
    assert "Nothing was changed" in words_of(question.response)
    question = await club.ben.slash(club.channel, "match resign")
    assert question.response is not None
    await club.ben.click(question.response, custom_id=control(question.response, "Yes, resign"))
    assert "Ann wins" in words_of(club.channel.history()[-1])


async def test_a_match_is_ended_without_a_result(club: Club) -> None:
    info = await club.started(club.ben)
    question = (await club.guild.add_member(club.guild.owner).slash(club.channel, "match end")).response
    assert "End the match for everybody" in words_of(question)
    assert "Only its players together or a moderator" in said(await club.eve.slash(club.channel, "match end"))
    await ended(club)
    assert (await club.here()).stage is Stage.ABANDONED
    result = club.channel.history()[-1]
    assert "was ended without a result" in words_of(result)
    assert f"tablepost-{info.id}.json" in [file.filename for file in result.attachments]
    assert await club.lobby(seats=2)
