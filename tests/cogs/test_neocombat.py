"""Neo-Combat as its players see it, through SimCord: whole matches, windows, standing orders."""

from __future__ import annotations

import random
from typing import Any

from tests.cogs.arclash_table import choose, live_panels
from tests.cogs.club import Club
from tests.cogs.days import pass_by
from tests.cogs.neocombat_table import SHORT, a_bold_action, a_bold_offer, a_duel, in_a_window, seated
from tests.cogs.players import (
    board_post,
    check_result,
    labels_of,
    moves_offered,
    panel_in_dm,
    panel_under_board,
    pictures_of,
    play_by_commands,
    play_by_panel,
    said,
    words_of,
)


def board(club: Club) -> str:
    """Return the text of the board post, without bold marks."""
    return words_of(board_post(club)).replace("*", "")


async def state_of(club: Club) -> Any:
    """Return the true state of the match."""
    info = await club.here()
    return (await club.service._repository.loaded(info.id)).state


# ---- whole matches


async def test_a_match_of_two_by_commands_with_restarts(club: Club) -> None:
    await club.started(club.ben, game="neo-combat", options=SHORT)
    rng = random.Random(4)
    assert await play_by_commands(club, rng, choose=a_bold_action, restart_every=25) > 20
    await check_result(club)


async def test_three_continue_with_closed_dms_after_a_restart_in_an_open_window_neo_10(club: Club) -> None:
    await club.lobby(club.ben, club.cleo, game="neo-combat", options="team=1 turns=8 end=last")
    club.close_dms(club.ben)
    await club.ann.slash(club.channel, "match start")
    rng, in_dms = random.Random(4), [club.ann, club.cleo]
    await play_by_panel(club, rng, choose=a_bold_offer, in_dms=in_dms, until=in_a_window)
    before = [await club.match_view(member) for member in (None, club.ann, club.ben, club.cleo)]
    assert in_a_window(before[0])
    window = before[0].match.match_terms.window
    await club.restart()
    after = [await club.match_view(member) for member in (None, club.ann, club.ben, club.cleo)]
    assert [each.view for each in after] == [each.view for each in before]
    assert [list(each.legal) for each in after] == [list(each.legal) for each in before]
    assert after[0].match.match_terms.window == window
    answered = lambda match_view: not in_a_window(match_view)  # noqa: E731
    assert await play_by_panel(club, rng, choose=a_bold_offer, in_dms=in_dms, until=answered)
    assert club.ben.user.dm_channel.history() == []


# ---- windows (NEO-10)


async def test_an_attack_by_the_panel_is_answered_in_the_window_neo_10(club: Club) -> None:
    await seated(club, a_duel())
    waits = await panel_under_board(club, club.ben)
    assert "Your hand: Armour, Dodge and Jammer." in words_of(waits).replace("*", "")
    assert "Standing orders" in labels_of(waits)
    assert moves_offered(waits) == []
    await choose(club.ann, "Burst", "●1.1 A3 Scout")
    told = words_of(panel_in_dm(club.ann.user))
    assert "2 damage, kills; they may answer" in told
    await club.ann.user.click(panel_in_dm(club.ann.user), label="Play")
    assert "■ Ben may answer Burst by ●1.1 of ● Ann on ■2.1: 2 damage." in board(club)
    window = (await club.here()).match_terms.window
    instant = int(window.until.timestamp())
    until = f"may answer until <t:{instant}:f> (<t:{instant}:R>)"
    assert f"⏳ Ben {until}" in board(club)
    assert f"⏳ Ben {until}" in said(await club.eve.slash(club.channel, "match status"))
    asked = panel_in_dm(club.ben.user)
    assert f"⏳ You {until}; then I take the least action" in words_of(asked)
    assert "Without an answer it takes 2 damage and is killed" in words_of(asked).replace("*", "")
    assert pictures_of(asked)
    refused = said(await club.ann.slash(club.channel, "neo-combat defend", card="Spot!"))
    assert refused == "It is not your turn. The match waits for Ben."
    await choose(club.ben, "Dodge")
    assert "■ Ben answers with Dodge." in board(club)
    assert "Nothing happens to ■2.1." in board(club)
    assert "may answer until" not in board(club)
    assert len(live_panels(club)) == 1


async def test_after_its_time_a_window_counts_as_not_answered_neo_10(club: Club) -> None:
    await seated(club, a_duel())
    await club.ann.slash(club.channel, "neo-combat play", card="Burst", target="2.1", user="1.1")
    old = panel_in_dm(club.ben.user)
    await pass_by(club, hours=12, minutes=1)
    told = board(club)
    history = said(await club.ann.slash(club.channel, "match past history")).replace("*", "")
    assert "■ Ben does not answer." in history
    assert "■2.1 is killed: a kill for ● Ann." in told
    custom_id, value = next(offer for offer in moves_offered(old) if offer[1])
    await club.ben.user.select(old, [value], custom_id=custom_id)
    assert (await state_of(club)).hands[1], "an answer after the window changes nothing"
    late = said(await club.ben.slash(club.channel, "neo-combat defend", card="Dodge"))
    assert late.startswith("Answers are played when an attack or a sensor is on a varan of yours")


# ---- commands and bad input


# ---- standing orders and plans (NEO-05c, NEO-10a)
