"""The own hand on Discord: `/hand`, the Hand button, and the DM to play from (CRF-05, CRF-26)."""

from __future__ import annotations

from typing import Any

from simcord import InteractionResult

from cogs.kit.controls import ComponentId, button
from cogs.kit.layout import message_of, rows
from tests.cogs.club import Club
from tests.cogs.league import resigned
from tests.cogs.players import (
    Offer,
    board_post,
    click,
    controls_of,
    labels_of,
    moves_offered,
    panel_in_dm,
    panel_under_board,
    pictures_of,
    press,
    said,
    words_of,
)
from tests.games.crossfire.table import Table

BY_SUIT = "2 of clubs, King of clubs, 7 of hearts, 3 of spades."
BY_RANK = "2 of clubs, 3 of spades, 7 of hearts, King of clubs."


async def seated(club: Club, **changes: Any) -> Table:
    """Seat Ann (on turn) and Ben in a match of Crossfire with known hands."""
    await club.started(club.ben, game="crossfire", options="")
    told = {"hand": "Kc 2c 7h 3s", "hands": {2: "9d Qs 4h"}, **changes}
    table = Table("c2:10", "c8:10", **told)
    await club.set_up(table.state)
    return table


def hand_in(message: Any) -> str:
    """Return the cards in the alt text of the hand's picture in a message."""
    (hand,) = [each["description"] for each in pictures_of(message) if "hand.png" in str(each)]
    return str(hand)


def cards_offered(message: Any) -> list[str]:
    """Return the cards that have a select on a panel, each with its options."""
    selects = [part["placeholder"] for part in controls_of(message) if part.get("placeholder")]
    return [words.replace("\ufe0e", "").partition(":")[0] for words in selects]


def offered(message: Any, value: str) -> Offer:
    """Return the option of this value."""
    return next(offer for offer in moves_offered(message) if offer[1] == value)


def shown(result: InteractionResult) -> str:
    """Return the hand in a private answer."""
    assert result.response.ephemeral
    assert not [each for each in result.followups if not each.ephemeral]
    return hand_in(result.response)


async def test_slash_hand_and_the_hand_button_show_the_own_hand_privately_crf_26(club: Club) -> None:
    """Sorted by the player's setting, also after a press."""
    await seated(club)
    posts = [words_of(post) for post in club.channel.history()]
    assert shown(await club.ann.slash(club.channel, "hand")) == f"Ann’s hand: {BY_SUIT}"
    assert BY_RANK in shown(await club.ann.slash(club.channel, "hand", sort="rank"))
    for order, hand in (("rank", BY_RANK), ("suit", BY_SUIT)):
        await club.ann.slash(club.channel, "me hand", order=order)
        assert shown(await club.ann.slash(club.channel, "hand")) == f"Ann’s hand: {hand}"
        assert hand_in(await panel_under_board(club, club.ann)) == f"Ann’s hand: {hand}"
    bens = shown(await club.ben.slash(club.channel, "hand"))
    assert bens == "Ben’s hand: 9 of diamonds, 4 of hearts, Queen of spades."
    board = board_post(club)
    result = await click(club.ann, board, "Hand")
    assert shown(result) == f"Ann’s hand: {BY_SUIT}"
    hand = result.response
    assert labels_of(hand) == ["By rank", "Refresh", "Play"]
    by_suit = hand.attachments[0].size
    await club.restart()
    await club.ann.click(hand, label="By rank")
    assert hand_in(hand) == f"Ann’s hand: {BY_RANK}"
    assert labels_of(hand) == ["By suit", "Refresh", "Play"]
    assert len(hand.attachments) == 1
    assert hand.attachments[0].size != by_suit
    await club.ann.click(hand, label="By suit")
    assert hand_in(hand) == f"Ann’s hand: {BY_SUIT}"
    assert [words_of(post) for post in club.channel.history()] == posts
    for refused in (
        await club.eve.slash(club.channel, "hand"),
        await click(club.eve, board, "Hand"),
        await click(club.eve, board, "Play"),
    ):
        assert "You have no seat in this match" in said(refused)
        assert pictures_of(refused.response) == []


async def test_refresh_updates_a_hand_and_keeps_its_order(club: Club) -> None:
    await seated(club)
    result = await club.ann.slash(club.channel, "hand", sort="rank")
    opened = await club.ann.click(result.response, label="Play")
    assert opened.response.ephemeral
    assert "K♣" in cards_offered(opened.response)
    await club.ann.slash(club.channel, "crossfire discard", card="7h")
    await club.ann.click(result.response, label="Refresh")
    assert hand_in(result.response) == "Ann’s hand: 2 of clubs, 3 of spades, King of clubs."
    assert "Play" not in labels_of(result.response)
    before = (await club.ben.slash(club.channel, "hand")).response
    await resigned(club, club.ann)
    await club.ben.click(before, label="Refresh")
    assert "Play" not in labels_of(before), "after the end the last hand can be seen and not played"
    assert "wins" in words_of(before)


async def test_a_partner_sees_the_own_hand_and_never_the_others_crf_22_crf_26(club: Club) -> None:
    await club.started(club.ben, club.cleo, club.dan, game="crossfire", options="")
    table = Table("e2:10", "", "", "", hand="Kc 2c 7h 3s", hands={3: "9d Qs 4h"})
    await club.set_up(table.state)
    assert shown(await club.ann.slash(club.channel, "hand")) == f"Ann’s hand: {BY_SUIT}"
    partner = await club.cleo.slash(club.channel, "hand")
    assert shown(partner) == "Cleo’s hand: 9 of diamonds, 4 of hearts, Queen of spades."
    assert "K♣" not in words_of(partner.response)


async def test_without_a_hand_the_answer_is_a_sentence_crf_03(club: Club) -> None:
    """Before the start, while bases are settled, and in a game without cards."""
    assert "There is no match in this channel" in said(await club.ann.slash(club.channel, "hand"))
    await club.lobby(club.ben, game="crossfire", options="grid=bb#/22#/.../#11/#aa")
    assert "has not begun yet" in said(await club.ann.slash(club.channel, "hand"))
    await club.ann.slash(club.channel, "match start")
    assert (await club.match_view(None)).view.phase == "bases"
    assert shown(await club.ann.slash(club.channel, "hand")) == "Ann’s hand is empty."
    await resigned(club, club.ann)
    info = await club.started(club.ben)
    assert "Hand" not in labels_of(board_post(club))
    assert "has no hands" in said(await club.ann.slash(club.channel, "hand"))
    page = message_of(*rows([button("Hand", ComponentId("hand", info.id))]))
    post = await club.bot.get_partial_messageable(club.channel.id).send(**page.to_send())
    assert "has no hands" in said(await club.ann.click(post, label="Hand"))


async def test_the_dm_has_both_pictures_the_events_and_the_controls(club: Club) -> None:
    await seated(club)
    await club.ann.slash(club.channel, "crossfire lay", card="7h", at="c3")
    dm = panel_in_dm(club.ben.user)
    table, hand = pictures_of(dm)
    assert "Crossfire" in table["description"]
    drawn = "3 of clubs"
    assert hand["description"] == f"Ben’s hand: {drawn}, 9 of diamonds, 4 of hearts, Queen of spades."
    assert sorted(file.filename for file in dm.attachments) == ["board.png", "hand.png"]
    told = words_of(dm).replace("*", "")
    assert "It is your turn in [#table](https://discord.com/channels/" in told
    assert "Ann lays 7♥ on c3" in told
    cards = (await club.match_view(club.ben)).view.hand
    assert len(cards_offered(dm)) == len(cards)
    assert "K♣" not in told


async def test_the_dm_is_updated_after_an_action_elsewhere_crf_13(club: Club) -> None:
    await seated(club, hand="Kc 2c 7h Jo")
    dm = panel_in_dm(club.ann.user)
    panel = await panel_under_board(club, club.ann)
    await press(club.ann, panel, next(offer for offer in moves_offered(panel) if "swap" in offer[0]))
    await press(club.ann, panel, next(offer for offer in moves_offered(panel) if offer[1] == "x7"))
    await press(club.ann, panel, moves_offered(panel)[0])
    assert (await club.match_view(club.ann)).awaited == {0}
    now = panel_in_dm(club.ann.user)
    assert now.id == dm.id
    assert hand_in(now) == "Ann’s hand: 2 of clubs, King of clubs, 7 of hearts, 10 of hearts."
    assert "10♥" in cards_offered(now)


async def test_a_dm_that_cannot_be_updated_answers_presses_and_stops_nothing_crf_13(club: Club) -> None:
    await seated(club, hand="Kc 2c 7h Jo")
    dm = panel_in_dm(club.ann.user)
    club.env.inject_error("PATCH", f"/channels/*/messages/{dm.id}", status=500, times=None)
    told = said(await club.ann.slash(club.channel, "crossfire replace", at="c2"))
    assert "10♥" in told
    club.allow_again()
    await press(club.ann.user, dm, offered(dm, "7h-l12"))
    assert "That turn is over" in words_of(panel_in_dm(club.ann.user))
    assert "10 of hearts" in hand_in(panel_in_dm(club.ann.user))
