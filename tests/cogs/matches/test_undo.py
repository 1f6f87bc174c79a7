"""Taking back as players do it: by the Undo button while it is free, by asking the others when it is not."""

from __future__ import annotations

from typing import Any

from bot.matches.model import MatchView
from tests.cogs.calls import on_turn
from tests.cogs.club import NARROW, Club
from tests.cogs.matches.test_clocks import settled_down
from tests.cogs.matches.test_proposals import answer, proposal_dm, proposal_post
from tests.cogs.players import (
    board_post,
    control,
    fresh_panel_in_dm,
    labels_of,
    panel_under_board,
    said,
    words_of,
)


async def moved(club: Club, member: Any) -> None:
    """Let a player of Papyrus make the first move that is legal."""
    match_view: MatchView = await club.match_view(member)
    move = next(action for action in match_view.legal if action.__struct_config__.tag == "move")
    words = club.bot.games["papyrus"].wording.format(match_view.view, move)
    assert "not" not in said(await member.slash(club.channel, "papyrus move", **words)).split()[:3]


async def rolled(club: Club, member: Any) -> None:
    """Let a player of Papyrus end the turn, which others see."""
    await member.slash(club.channel, "papyrus end-turn")


async def test_a_move_is_taken_back_by_the_button_in_the_panel_and_in_the_dm(club: Club) -> None:
    await club.started(club.ben)
    member = await settled_down(club)
    assert "Undo" not in labels_of(await panel_under_board(club, member))
    before = (await club.match_view(None)).view
    await moved(club, member)
    panel = await panel_under_board(club, member)
    assert "Undo" in labels_of(panel)
    await member.click(panel, custom_id=control(panel, "Undo"))
    assert (await club.match_view(None)).view == before
    assert "You have taken back 1 action: ~~" in words_of(panel)
    assert "Undo" not in labels_of(panel)
    assert "has taken back 1 action" in words_of(board_post(club))
    await moved(club, member)
    dm = await fresh_panel_in_dm(member.user)
    await member.user.click(dm, custom_id=control(dm, "Undo"))
    assert (await club.match_view(None)).view == before


async def test_an_undo_button_of_before_answers_kindly_and_takes_nothing_back(club: Club) -> None:
    await club.started(club.ben)
    for kind in ("smg", "sniper"):
        await club.ann.slash(club.channel, "papyrus recruit", kind=kind)
    panels = [await panel_under_board(club, club.ann) for _ in range(2)]
    for panel in panels:
        await club.ann.click(panel, custom_id=control(panel, "Undo"))
    assert "taken back 1 action" in words_of(panels[0])
    assert "That turn is over" in words_of(panels[1])
    assert [kind.value for kind in (await club.match_view(club.ann)).view.squad] == ["smg"]
    assert (await club.here()).match_terms.proposal is None


async def asked_back(club: Club, member: Any) -> Any:
    """Let somebody take back what they did; where others have to agree, ask them for it."""
    shown = await member.slash(club.channel, "match ask undo")
    if shown.response is None or not labels_of(shown.response):
        return shown
    (label, _) = labels_of(shown.response)
    return await member.click(shown.response, custom_id=control(shown.response, label))


async def test_a_secret_pick_is_taken_back_without_a_trace(club: Club) -> None:
    """PAP-02: nobody sees a squad while it is picked, nor that it is changed."""
    await club.started(club.ben)
    await club.ann.slash(club.channel, "papyrus recruit", kind="smg")
    sent = len(club.env.http_requests)
    board, bens = words_of(board_post(club)), len(club.ben.user.dm_channel.history())
    told = said(await asked_back(club, club.ann))
    assert "You have taken back 1 action" in told
    assert (words_of(board_post(club)), len(club.ben.user.dm_channel.history())) == (board, bens)
    elsewhere = [request.path for request in club.env.http_requests[sent:] if "/messages" in request.path]
    assert not [path for path in elsewhere if str(club.channel.id) in path]
    assert (await club.match_view(club.ann)).view.squad == ()


async def test_what_is_not_free_is_asked_for_with_exactly_what_it_takes_back(club: Club) -> None:
    await club.started(club.ben)
    member = await settled_down(club)
    other = club.ben if member is club.ann else club.ann
    before = (await club.match_view(None)).view
    await rolled(club, member)
    told = said(await asked_back(club, member))
    assert "You ask to take back 1 action" in told
    for post in (proposal_post(club), proposal_dm(other)):
        exactly = f"To be taken back\nRound 1: {{}} {other.user.name} has"
        told = words_of(post).replace("**", "")
        assert any(exactly.format(mark) in told for mark in "●■")
    assert (await on_turn(club))[0] is other
    assert "with the consent of all taken back 1 action" in await answer(
        other.user, proposal_dm(other), "Agree"
    )
    assert (await club.match_view(None)).view == before
    assert (await on_turn(club))[0] is member
    assert "with the consent of all taken back 1 action" in words_of(board_post(club))
    assert "All have agreed." in words_of(proposal_post(club))
    await rolled(club, member)
    assert (await on_turn(club))[0] is other


async def test_an_undo_says_the_turn_it_goes_back_to_and_one_line_and_is_agreed_after_a_restart(
    club: Club,
) -> None:
    await club.started(club.ben)
    member = await settled_down(club)
    other = club.ben if member is club.ann else club.ann
    await rolled(club, member)
    shown = (await member.slash(club.channel, "match ask undo")).response
    for each in (other, member, other):
        await rolled(club, each)
    told = said(await member.click(shown, custom_id=control(shown, "Ask for it")))
    assert "The match has gone on meanwhile." in told, "it would take back more by now"
    assert (await club.here()).match_terms.proposal is None
    shown = (await member.slash(club.channel, "match ask undo")).response
    names = member.user.name, other.user.name
    outlook = "This would take back 1 action of {} and 1 action of {}. Back to: **Round 2 of 4**."
    assert outlook.format(*names) in words_of(shown)
    assert f"Has to agree: {names[1]}." in words_of(shown)
    assert not any("asks to take back" in words_of(post) for post in club.channel.history())
    await member.click(shown, custom_id=control(shown, "Ask for it"))
    asked = words_of(proposal_post(club))
    assert "asks to take back the last 2 actions. Back to: **Round 2 of 4**." in asked
    assert "To be taken back" in asked
    assert " more" not in asked
    assert asked.split("To be taken back")[1].count("Round ") == 2
    assert "The undone actions" not in labels_of(proposal_post(club))
    await club.restart()
    await answer(other, proposal_post(club), "Agree")
    assert (await on_turn(club))[0] is member


async def test_with_a_computer_only_nobody_has_to_be_asked(club: Club) -> None:
    await club.lobby(seats=2)
    await club.ann.slash(club.channel, "match add-computer")
    await club.ann.slash(club.channel, "match start")
    for command in ("preset", "ready"):
        words = {"squad": "balanced"} if command == "preset" else {}
        await club.ann.slash(club.channel, f"papyrus {command}", **words)
    assert (await club.match_view(None)).view.phase == "placing"
    assert "You have taken back" in said(await asked_back(club, club.ann))
    assert (await club.here()).match_terms.proposal is None


async def test_a_card_that_left_the_hand_is_not_free_to_take_back(club: Club) -> None:
    """CRF-26: a card on the table was hidden in a hand before."""
    await club.started(club.ben, game="crossfire", options=NARROW)
    while (await club.match_view(None)).view.phase == "bases":
        match_view = await club.match_view(None)
        await club.members(match_view.match)[min(match_view.awaited)].slash(club.channel, "crossfire keep")
    member, _ = await on_turn(club)
    match_view = await club.match_view(member)
    throw = next(action for action in match_view.legal if action.__struct_config__.tag == "discard")
    words = club.bot.games["crossfire"].wording.format(match_view.view, throw)
    await member.slash(club.channel, "crossfire discard", **words)
    assert not await club.service.undos.is_free(match_view.match.id, member.id)
    assert "You ask to take back" in said(await asked_back(club, member))
