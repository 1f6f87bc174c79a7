"""Matches of Arclash as their players see them, through SimCord: secret choices, questions, whole matches."""

from __future__ import annotations

import random

from simcord import InteractionResult, MemberActor

from bot.matches.model import MatchView
from bot.registry import GAMES
from cogs.matches.game_commands import action_kinds
from tests.cogs.arclash_table import (
    OWN_DECK,
    SHORT,
    a_bold_action,
    a_bold_offer,
    begun,
    choices_in_dm,
    choose,
    decided,
    live_panels,
    seated,
)
from tests.cogs.club import Club
from tests.cogs.league import resigned
from tests.cogs.players import (
    board_post,
    check_result,
    control,
    labels_of,
    panel_in_dm,
    pictures_of,
    play_by_commands,
    play_by_dm,
    said,
    words_of,
)
from tests.games.arclash.table import Table

THREE = ("Drop; hand Stream Turncoat Push Blank", "Spark; hand Snuffer Ward", "Spark; hand Flame Mire")
"""Ann can put Stream down, or Turncoat for a discard; Ben has Snuffer, Cleo has Flame."""


def board(club: Club) -> str:
    """Return what the board post says, without its bold letters."""
    return words_of(board_post(club)).replace("*", "")


# Whole matches, and turns of them


async def test_a_match_of_three_by_the_panels_in_their_dms_alone_with_restarts_all_along(club: Club) -> None:
    await club.started(club.ben, club.cleo, game="arclash", options=SHORT)
    members = (club.ann, club.ben, club.cleo)

    def who_is_to_act_has_controls_and_who_can_do_nothing_has_none(match_view: MatchView) -> bool:
        live = live_panels(club)
        for seat, member in enumerate(members):
            chosen = match_view.view.places[seat].ready
            assert live.get(member.id, 0) == (seat in match_view.awaited or chosen), (
                seat,
                match_view.view.phase,
            )
        return False

    presses = await play_by_dm(
        club,
        random.Random(2),
        choose=a_bold_offer,
        restart_every=9,
        until=who_is_to_act_has_controls_and_who_can_do_nothing_has_none,
    )
    assert presses > 30
    await check_result(club)
    assert live_panels(club) == {}


async def test_a_match_of_two_by_commands_alone(club: Club) -> None:
    await club.started(club.ben, game="arclash", options=SHORT)
    assert await play_by_commands(club, random.Random(5), choose=a_bold_action) > 15
    await check_result(club)


async def test_the_hard_player_tells_how_strong_it_is_and_acts_when_it_is_awaited(club: Club) -> None:
    await club.lobby(game="arclash", seats=2, options=SHORT)
    await club.ann.slash(club.channel, "match add-computer", player="champion")
    assert "Champion (hard, strength 1103)" in words_of(club.channel.history()[-1])
    await club.ann.slash(club.channel, "match start")
    assert (await club.match_view(None)).awaited == {0}, "it has chosen its deck"


# Secret choices (ARC-07, ARC-15)


async def test_a_restart_while_two_of_three_have_chosen_loses_nothing_arc_07(club: Club) -> None:
    await seated(club, Table(*THREE))
    await choose(club.ann, "Turncoat", "Blank")
    await choose(club.ben, "Stand")
    members = (club.ann, club.ben, club.cleo)
    before = [await club.match_view(member) for member in members]
    await club.restart()
    for member, match_view in zip(members, before, strict=True):
        now = await club.match_view(member)
        assert (now.view, list(now.legal), now.awaited) == (
            match_view.view,
            list(match_view.legal),
            frozenset({2}),
        )
    assert "2 of 3 have chosen. Waiting for ▲ Cleo." in board(club)
    status = said(await club.eve.slash(club.channel, "match status")).replace("*", "")
    assert "2 of 3 have chosen. Waiting for ▲ Cleo." in status
    await choose(club.cleo, "Flame")
    told = said(await club.eve.slash(club.channel, "match past history")).replace("*", "")
    assert "● Ann advances to Turncoat (level 2, power 350). Discarded for it: Blank." in told
    assert "All have chosen: ■ Ben stands." in told
    assert "▲ Cleo advances to Flame (level 2, power 400)." in told


async def test_a_choice_is_taken_back_and_made_anew_until_the_reveal_arc_15(club: Club) -> None:
    """By command and in the DM, the one after the other."""
    await seated(club, Table(*THREE))
    panel = panel_in_dm(club.ann.user)
    await club.ann.slash(club.channel, "arclash advance", card="Stream")
    now = panel_in_dm(club.ann.user)
    assert now.id == panel.id
    assert "You have chosen in [#table]" in words_of(now)
    await choose(club.ann, "Take it back")
    assert (await club.match_view(None)).awaited == {0, 1, 2}
    await choose(club.ann, "Stand")
    assert "You took your choice back" in said(await club.ann.slash(club.channel, "arclash withdraw"))
    await choose(club.ann, "Stream")
    assert choices_in_dm(club.ann) == ["Take it back", "Read the cards"]
    assert "You have put Stream face down." in words_of(panel_in_dm(club.ann.user)).replace("*", "")
    await choose(club.ben, "Snuffer")
    await choose(club.ann, "Take it back")
    assert "1 of 3 has chosen. Waiting for ● Ann and ▲ Cleo." in board(club)
    await choose(club.ann, "Turncoat", "Take it back", "Turncoat", "Push", "Take it back", "Stand")
    await choose(club.ann, "Take it back", "Turncoat", "Push")
    assert (await club.match_view(None)).awaited == {2}
    await choose(club.cleo, "Stand")
    told = said(await club.eve.slash(club.channel, "match past history")).replace("*", "")
    assert "Ann advances to Turncoat (level 2, power 350). Discarded for it: Push." in told
    match_view = await club.match_view(club.ann)
    assert [one.number for one in match_view.view.places[0].stack] == ["TST-05", "TST-10"]


# Questions of cards


async def test_a_question_is_answered_in_the_dm_of_who_is_asked_arc_06(club: Club) -> None:
    table = Table.in_support("Spark; hand Bargain Push Blank", "Drop; hand Riddle Ward Blank Push", "Drop")
    await seated(club, table)
    await decided(club, club.ann, "Bargain", "Play Bargain", "Yes", "Push")
    assert "Bargain: +150 for ● Ann" in board(club)
    await decided(club, club.ben, "Riddle", "Play Riddle")
    asked = "▲ Cleo has to choose for Riddle." if (await club.match_view(None)).awaited == {2} else ""
    while not asked:
        await decided(club, club.ben, choices_in_dm(club.ben)[-2])
        asked = "asked" if (await club.match_view(None)).awaited != {1} else ""
    guesser = club.members(await club.here())[next(iter((await club.match_view(None)).awaited))]
    assert live_panels(club) == {guesser.id: 1}
    told = words_of(panel_in_dm(guesser.user))
    assert "Ben asks you" in told.replace("*", "")
    await decided(club, guesser, choices_in_dm(guesser)[0])
    assert "guess" in board(club)
    assert (await club.match_view(None)).view.question is None


async def test_a_search_shows_the_deck_to_who_searches_and_to_nobody_else_arc_15(club: Club) -> None:
    await seated(club, Table.in_support("Spark; hand Scout; deck Flame Blank Blaze Blank", "Drop", "Drop"))
    await decided(club, club.ann, "Scout", "Play Scout")
    mine = words_of(panel_in_dm(club.ann.user)) + " ".join(choices_in_dm(club.ann))
    assert "Flame" in mine
    assert "Ann has to choose for Scout." in board(club)
    for post in (*club.channel.history(), *club.ben.user.dm_channel.history()):
        assert "Flame" not in words_of(post)
        assert not any("Flame" in str(each["description"]) for each in pictures_of(post))
    await decided(club, club.ann, "Flame")
    assert "Flame" in board(club)


# The hand


def hand_in(result: InteractionResult) -> str:
    """Return what the picture of the hand says that was answered with, privately."""
    assert result.response is not None
    assert result.response.ephemeral
    (hand,) = pictures_of(result.response)
    return str(hand["description"])


async def test_hand_hand_button_and_autocomplete_show_the_own_cards_alone_arc_15(club: Club) -> None:
    await seated(club, Table(*THREE))
    posts = [words_of(post) for post in club.channel.history()]
    shown = await club.ann.slash(club.channel, "hand")
    assert all(name in hand_in(shown) for name in ("Stream", "Turncoat", "Push", "Blank"))
    assert "Flame" not in hand_in(shown)
    post = board_post(club)
    pressed = await club.cleo.click(post, custom_id=control(post, "Hand"))
    assert "Flame" in hand_in(pressed)
    assert "Turncoat" not in hand_in(pressed)
    assert labels_of(pressed.response) == ["By level", "Refresh", "Play"]
    assert pressed.response is not None
    await club.cleo.click(pressed.response, label="By level")
    assert labels_of(pressed.response) == ["By lineage", "Refresh", "Play"]
    assert "no seat" in said(await club.eve.slash(club.channel, "hand"))
    assert [words_of(each) for each in club.channel.history()] == posts
    offers = await club.ann.autocomplete(club.channel, "arclash advance", "card", "")
    assert [each["value"] for each in offers] == ["Stream", "Turncoat"]
    offers = await club.cleo.autocomplete(club.channel, "arclash advance", "card", "fl")
    assert [each["value"] for each in offers] == ["Flame"]
    for command in ("play", "pay", "renew", "open"):
        assert await club.ann.autocomplete(club.channel, f"arclash {command}", "card", "") == []
    assert await club.eve.autocomplete(club.channel, "arclash advance", "card", "") == []


async def test_the_dm_has_table_and_hand_and_the_board_a_closer_look_at_each_seat_arc_15(club: Club) -> None:
    await seated(club, Table(*THREE))
    table, hand = pictures_of(panel_in_dm(club.ann.user))
    assert "Arclash" in table["description"]
    assert "Turncoat" in hand["description"]
    post = board_post(club)
    assert labels_of(post) == ["Play", "Hand", "Zoom", "Board as text", "Rules"]
    shown = await club.eve.click(post, custom_id=control(post, "Zoom"))
    assert shown.response is not None
    assert len(labels_of(shown.response)) == 2
    assert "Drop" in pictures_of(shown.response)[0]["description"]
    await choose(club.ann, "Stream")
    own = await club.ann.slash(club.channel, "hand")
    assert "Turncoat" in hand_in(own)
    assert "Waiting for ■" in words_of(own.response)
    for member in (club.ben, club.cleo):
        assert "Stream" not in hand_in(await member.slash(club.channel, "hand"))


# Typed commands


async def test_a_turn_typed_from_the_deck_to_the_next_turn_uses_every_command(club: Club) -> None:
    await begun(club, club.ben)
    used: set[str] = set()

    async def typed(member: MemberActor, tag: str, **words: str) -> str:
        used.add(tag)
        return said(await member.slash(club.channel, f"arclash {tag}", **words)).replace("*", "")

    assert "a deck of your own" in await typed(club.ann, "bring", cards=OWN_DECK)
    await typed(club.ann, "withdraw")
    await typed(club.ann, "bring", cards=OWN_DECK)
    assert "You play the deck The Tides" in await typed(club.ben, "deck", deck="The Tides")
    await typed(club.ann, "open", card="Drop")
    assert "Drop" not in board(club)
    await typed(club.ben, "open", card="Drop")
    assert "Drop" in board(club), "all that was chosen is turned over together (ARC-05)"
    hands = ("Spark; hand Turncoat Blank Scout Drop; deck Flame Blank", "Spark; hand Push Blank")
    await club.set_up(Table(*hands).state)
    assert "choose by which way it advances" in await typed(club.ann, "advance", card="TST-10")
    await typed(club.ann, "way", way="2")
    assert "You will discard Blank" in await typed(club.ann, "pay", card="Blank")
    assert "You stand." in await typed(club.ben, "stand")
    await typed(club.ann, "stand")
    await typed(club.ben, "play", card="push")
    await typed(club.ann, "play", card="Scout")
    assert "Flame" in await typed(club.ann, "choose", answer="flame")
    await typed(club.ben, "pass")
    await typed(club.ann, "pass")
    match_view = await club.match_view(club.ann)
    assert match_view.view.phase == "renew"
    await typed(club.ann, "renew", card="Drop")
    await typed(club.ben, "stay")
    assert (await club.match_view(None)).view.turn == 2
    kinds = {kind.__struct_config__.tag for kind in action_kinds(GAMES["arclash"])}
    assert used == kinds


# Resigning


async def test_who_resigns_while_a_card_asks_takes_the_question_along(club: Club) -> None:
    await seated(club, Table.in_support("Spark; hand Scout; deck Flame Blank Blaze", "Drop", "Drop"))
    await decided(club, club.ann, "Scout", "Play Scout")
    await resigned(club, club.ann)
    match_view = await club.match_view(None)
    assert match_view.view.question is None
    assert match_view.awaited <= {1, 2}
    assert "Scout" not in " ".join(choices_in_dm(club.ben))
    await resigned(club, club.ben)
    await check_result(club)
