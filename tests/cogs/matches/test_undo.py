"""Undo as players use it: by the Undo button while it is free, else with the others' consent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bot.database.migrate import migrate
from tests.cogs.calls import on_turn
from tests.cogs.club import Club
from tests.cogs.matches.test_proposals import answer, proposal_dm, proposal_post
from tests.cogs.players import (
    board_post,
    click,
    fresh_panel_in_dm,
    labels_of,
    panel_under_board,
    said,
    words_of,
)
from tests.cogs.skirmish import in_play, moved, picked_and_placed


async def test_a_move_is_undone_by_the_button_in_the_panel_and_in_the_dm(club: Club) -> None:
    """An old button is refused, and undoes nothing."""
    await club.started(club.ben)
    for kind in ("smg", "sniper"):
        await club.ann.slash(club.channel, "papyrus recruit", kind=kind)
    panel, late = [await panel_under_board(club, club.ann) for _ in range(2)]
    for each in (panel, late):
        await click(club.ann, each, "Undo")
    assert "That turn is over" in words_of(late)
    assert [kind.value for kind in (await club.match_view(club.ann)).view.squad] == ["smg"]

    member = await picked_and_placed(club)
    assert "Undo" not in labels_of(await panel_under_board(club, member))
    before = (await club.match_view(None)).view
    await moved(club, member)
    panel = await panel_under_board(club, member)
    await click(member, panel, "Undo")
    assert (await club.match_view(None)).view == before
    assert "You have taken back 1 action: ~~" in words_of(panel)
    assert "Undo" not in labels_of(panel)
    assert "has taken back 1 action" in words_of(board_post(club))
    await moved(club, member)
    dm = await fresh_panel_in_dm(member.user)
    await click(member.user, dm, "Undo")
    assert (await club.match_view(None)).view == before


async def asked_back(club: Club, member: Any) -> Any:
    """Let a player undo their action, with a proposal if the others must agree."""
    shown = await member.slash(club.channel, "match ask undo")
    if shown.response is None or not labels_of(shown.response):
        return shown
    (label, _) = labels_of(shown.response)
    return await click(member, shown.response, label)


async def test_a_secret_pick_is_undone_without_a_trace(club: Club) -> None:
    """PAP-02: nobody sees a squad while it is picked, or that it is changed."""
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


async def test_a_proposed_undo_lists_exactly_the_actions_to_undo(club: Club) -> None:
    member, other = await in_play(club)
    before = (await club.match_view(None)).view
    await member.slash(club.channel, "papyrus end-turn")
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
    await member.slash(club.channel, "papyrus end-turn")
    assert (await on_turn(club))[0] is other


async def test_a_proposed_undo_names_its_turn_in_one_line_and_is_agreed_after_a_restart(
    club: Club,
) -> None:
    member, other = await in_play(club)
    await member.slash(club.channel, "papyrus end-turn")
    shown = (await member.slash(club.channel, "match ask undo")).response
    for each in (other, member, other):
        await each.slash(club.channel, "papyrus end-turn")
    told = said(await click(member, shown, "Ask for it"))
    assert "The match has continued." in told, "it would take back more by now"
    assert (await club.here()).match_terms.proposal is None
    shown = (await member.slash(club.channel, "match ask undo")).response
    names = member.user.name, other.user.name
    outlook = "This would take back 1 action of {} and 1 action of {}. Back to: **Round 2 of 5**."
    assert outlook.format(*names) in words_of(shown)
    assert f"Has to agree: {names[1]}." in words_of(shown)
    assert not any("asks to take back" in words_of(post) for post in club.channel.history())
    await click(member, shown, "Ask for it")
    asked = words_of(proposal_post(club))
    assert "asks to take back the last 2 actions. Back to: **Round 2 of 5**." in asked
    assert "To be taken back" in asked
    assert " more" not in asked
    assert asked.split("To be taken back")[1].count("Round ") == 2
    assert "The undone actions" not in labels_of(proposal_post(club))
    await club.restart()
    await answer(other, proposal_post(club), "Agree")
    assert (await on_turn(club))[0] is member


async def _seen_of_a_turn_taken_back(place: Path, picks: Sequence[str]) -> list[str]:
    """Return what the channel and Ben see, after Ann has picked these units in secret and taken all back."""
    club = Club(f"sqlite:///{place}")
    await club.open()
    try:
        await club.started(club.ben)
        for kind in picks:
            await club.ann.slash(club.channel, "papyrus recruit", kind=kind)
        await club.ann.slash(club.channel, "match ask undo-turn")
        assert (await club.match_view(club.ann)).view.squad == ()
        asked = [said(await club.ben.slash(club.channel, f"match {name}")) for name in ("status", "board")]
        panel = words_of(await panel_under_board(club, club.ben))
        posts = [*club.channel.history(), *club.ben.user.dm_channel.history()]
        written = [f"{post.created_at} {post.edited_at} {words_of(post)} {labels_of(post)}" for post in posts]
        return [*asked, panel, *(re.sub(r"\d{15,}", "#", each) for each in written)]
    finally:
        await club.close()


async def test_others_do_not_see_how_much_of_a_turn_was_taken_back(tmp_path: Path) -> None:
    """PAP-02: a turn of one secret pick and one of three, taken back, look the same to everybody else."""
    worlds = []
    for number, picks in enumerate((("smg",), ("sniper", "medic", "smg"))):
        place = tmp_path / f"{number}.db"
        await migrate(f"sqlite:///{place}")
        worlds.append(await _seen_of_a_turn_taken_back(place, picks))
    assert worlds[0] == worlds[1]
    assert len(worlds[0]) > 4


async def test_against_a_computer_an_undo_needs_no_consent(club: Club) -> None:
    await club.alone()
    for command in ("preset", "ready"):
        words = {"squad": "balanced"} if command == "preset" else {}
        await club.ann.slash(club.channel, f"papyrus {command}", **words)
    assert (await club.match_view(None)).view.phase == "placing"
    assert "You have taken back" in said(await asked_back(club, club.ann))
    assert (await club.here()).match_terms.proposal is None


async def test_a_whole_turn_is_taken_back_in_one_press_and_leaves_no_trace(club: Club) -> None:
    """PAP-02: three secret picks go with one press, the last with the command; others see nothing of it."""
    await club.started(club.ben)
    for _ in range(3):
        await club.ann.slash(club.channel, "papyrus recruit", kind="smg")
    board = words_of(board_post(club))
    panel = await panel_under_board(club, club.ann)
    assert {"Undo", "Undo all"} <= set(labels_of(panel))
    await click(club.ann, panel, "Undo all")
    assert (await club.match_view(club.ann)).view.squad == ()
    assert not {"Undo", "Undo all"} & set(labels_of(panel))
    await club.ann.slash(club.channel, "papyrus recruit", kind="smg")
    club.speaks(club.ann, "de")
    panel = await panel_under_board(club, club.ann)
    assert "Alles zurück" not in labels_of(panel), "one action is taken back by Undo"
    await club.ann.slash(club.channel, "match ask undo-turn")
    assert (await club.match_view(club.ann)).view.squad == ()
    assert "Du hast noch nichts getan" in said(await club.ann.slash(club.channel, "match ask undo-turn"))
    assert words_of(board_post(club)) == board
