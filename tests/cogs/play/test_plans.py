"""A plan of the player's next turn, and standing orders, on the panel: set, shown, withdrawn, in secret."""

from __future__ import annotations

from typing import Any

from simcord import MemberActor

from bot.games.papyrus.rules.actions import EndTurn
from bot.games.papyrus.rules.turns import Orders
from tests.cogs.calls import on_turn
from tests.cogs.club import Club
from tests.cogs.players import board_post, click, control, labels_of, panel_under_board, said, words_of
from tests.cogs.publishing.test_budget import calls
from tests.cogs.skirmish import in_play
from tests.matches.test_plans import spoil

ENGLISH = ("Plan my next turn", "Add what I do next", "End turn")
GERMAN = ("Nächsten Zug planen", "Hinzufügen, was ich als Nächstes tue", "Zug beenden")


async def planned(club: Club, who: MemberActor, labels: tuple[str, ...] = ENGLISH) -> Any:
    """Let a player plan to end the next turn; return their panel."""
    shown = await panel_under_board(club, who)
    for label in labels:
        await click(who, shown, label)
    return shown


async def test_a_plan_is_made_shown_and_played_in_secret(club: Club) -> None:
    """In German: the player's pages are in the player's language."""
    member, waits = await in_play(club)
    club.speaks(waits, "de")
    before = len(club.env.http_requests)
    shown = await planned(club, waits, GERMAN)
    assert "`end-turn`" in words_of(shown)
    assert "Plan verwerfen" in labels_of(shown)
    assert "nur wenn" in str(shown.components)
    assert calls(club, before).total() == 0, "planning sends nothing to anybody"
    before = len(club.env.http_requests)
    await member.slash(club.channel, "papyrus end-turn")
    by_hand = {("POST", True): 1, ("PATCH", True): 1, ("POST", False): 1, ("PATCH", False): 1}
    assert calls(club, before) == by_hand, "a turn makes the same calls with a plan as without"
    dm = waits.user.dm_channel.history()[-1]
    assert "wird in einigen Minuten gespielt" in words_of(dm), "its owner may still play otherwise"
    await club.restart()
    keeper, match = club.service.timekeeper, (await club.here()).id
    due = await keeper.orders_due(match)
    assert due is not None
    club.env.backend.advance_clock((due - club.env.now()).total_seconds())
    assert await keeper.expire(match)
    await club.publish(match)
    assert (await on_turn(club))[0] is member


async def test_a_plan_is_withdrawn_and_a_failed_one_is_reported_only_to_its_owner(club: Club) -> None:
    member, waits = await in_play(club)
    shown = await planned(club, waits)
    await click(waits, shown, "Drop the plan")
    assert "Nothing is planned yet" in words_of(shown)
    shown = await planned(club, waits)
    match = (await club.here()).id
    await spoil(club.service, match, waits.id)
    await member.slash(club.channel, "papyrus end-turn")
    assert "Your plan was dropped" in words_of(waits.user.dm_channel.history()[-1])
    assert "plan" not in words_of(board_post(club)).lower()
    assert await club.service.timekeeper.orders_due(match) is None
    await club.service.play.act(match, waits.id, [EndTurn()], version=None, request="on")
    assert "Your plan was dropped" not in words_of(await panel_under_board(club, waits))


async def test_a_plan_for_an_ended_match_is_refused_in_a_sentence(club: Club) -> None:
    """The panel was opened before the end; its buttons are pressed too late."""
    member, waits = await in_play(club)
    shown = await panel_under_board(club, waits)
    for label in ENGLISH[:2]:
        await click(waits, shown, label)
    late = control(shown, ENGLISH[2])
    await club.service.play.resign((await club.here()).id, member.id, request="gone")
    pressed = await waits.click(shown, custom_id=late)
    told = " ".join(words_of(each) for each in (pressed.response, *pressed.followups) if each is not None)
    assert "you have won" in told
    assert (await club.match_view(waits)).plan is None


async def test_orders_are_set_shown_and_withdrawn_out_of_turn(club: Club) -> None:
    """In German: the player's pages are in the player's language."""
    _, waits = await in_play(club)
    club.speaks(waits, "de")
    before = len(club.channel.history())
    assert "endet von selbst" in said(await waits.slash(club.channel, "papyrus orders", end=True))
    assert (await club.match_view(waits)).orders == Orders(end=True)
    await club.restart()
    shown = await panel_under_board(club, waits)
    assert "Daueranweisungen" in labels_of(shown)
    await click(waits, shown, "Daueranweisungen")
    assert "endet von selbst" in words_of(shown)
    await click(waits, shown, "Mich alles fragen")
    assert (await club.match_view(waits)).orders is None
    assert len(club.channel.history()) == before, "nobody else learns of it"
