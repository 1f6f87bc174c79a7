"""Play by buttons: who may press which, and the answers to outdated presses."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from bot.engine.wording import Menu
from bot.games.game import Game
from bot.matches.model import MatchView
from cogs.kit.controls import ComponentId, button
from cogs.kit.layout import message_of, rows
from cogs.kit.sentences import aim_in_words
from cogs.play import screens
from tests.cogs.club import Club
from tests.cogs.players import (
    board_post,
    click,
    control,
    fresh_panel_in_dm,
    labels_of,
    moves_offered,
    panel_in_dm,
    panel_under_board,
    pictures_of,
    press,
    said,
    type_an_action,
    words_of,
)
from tests.cogs.quickly import play_quickly
from tests.cogs.skirmish import begun, in_play, moved, other_than


async def test_the_whole_field_is_shown_privately_and_a_unit_leads_to_the_next(club: Club) -> None:
    member = await begun(club, "width=16 height=12")
    board, panel = board_post(club), panel_in_dm(member.user)
    for who, post in ((club.eve, board), (member.user, panel)):
        shown = await click(who, post, "Whole field")
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
    await click(member, panel, "Back")
    assert words_of(panel) == first
    assert pictures_of(panel) == []
    await press(member, panel, unit)
    step = next(offer for offer in moves_offered(panel) if offer[1] is None or offer[1].startswith("m"))
    await press(member, panel, step)
    assert "moves from" in words_of(panel)
    assert "moves from" in words_of(board_post(club))


async def test_a_screen_is_composed_once_for_a_position_and_a_language(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    composed, compose = [], screens._composed_menu

    def noted(game: Game, match_view: MatchView, seat: int, path: tuple[str, ...]) -> Menu | None:
        composed.append(path)
        return compose(game, match_view, seat, path)

    monkeypatch.setattr(screens, "_composed_menu", noted)
    member = await begun(club)
    panel = await panel_under_board(club, member)
    unit = next(offer for offer in moves_offered(panel) if offer[1] and offer[1].startswith("u"))
    composed.clear()
    await press(member, panel, unit)
    assert composed == [(unit[1],)]
    await click(member, panel, "Back")
    assert composed == [(unit[1],)]
    club.speaks(member, "de")
    await press(member, panel, unit)
    assert sorted(composed[1:]) == [(), (unit[1],)]
    assert "Zurück" in labels_of(panel)
    await press(member, panel, next(offer for offer in moves_offered(panel) if offer[1] is None))
    assert len(composed) > 3, "another position has other screens"


async def test_the_board_post_is_edited_during_a_turn_and_posted_again_at_the_next(club: Club) -> None:
    member, other = await in_play(club)
    posts, board = len(club.channel.history()), board_post(club)
    await type_an_action(club, member, random.Random(0))
    if (await club.match_view(None)).awaited == (await club.match_view(member)).awaited:
        assert board_post(club).id == board.id
    await member.slash(club.channel, "papyrus end-turn")
    assert len(club.channel.history()) == posts + 1
    assert labels_of(next(post for post in club.channel.history() if post.id == board.id)) == []
    board = board_post(club)
    club.env.backend.advance_clock(3001)  # a post older than fifty minutes is not edited
    await moved(club, other)
    assert board_post(club).id != board.id
    assert labels_of(next(post for post in club.channel.history() if post.id == board.id)) == []


async def test_strangers_may_look_and_out_of_turn_or_outdated_buttons_are_refused(
    club: Club,
) -> None:
    member = await begun(club)
    board = board_post(club)
    assert "You have no seat" in said(await click(club.eve, board, "Play"))
    assert "You have no seat" in said(await club.eve.slash(club.channel, "papyrus end-turn"))
    assert "SMG" in said(await click(club.eve, board, "Board as text"))
    assert "no seat" in said(await club.eve.slash(club.channel, "match resign"))
    other = other_than(club, member)
    panel = await panel_under_board(club, other)
    assert moves_offered(panel) == []
    assert "It is not your turn" in said(await other.slash(club.channel, "papyrus end-turn"))
    page = message_of(*rows([button("Conjure", ComponentId("conjure", "abc"))]))
    post = await club.bot.get_partial_messageable(club.channel.id).send(**page.to_send())
    result = await club.ann.click(post, custom_id="tp:conjure:abc:0")
    assert "from an older version of the bot" in said(result)


async def test_after_the_end_every_button_and_command_is_refused_in_a_sentence(club: Club) -> None:
    member = await begun(club)
    board, dm = board_post(club), await fresh_panel_in_dm(member.user)
    old = control(dm, "End turn")
    for method in ("GET", "PATCH"):  # the controls can be neither updated nor removed
        club.env.inject_error(method, f"/channels/*/messages/{dm.id}", times=None)
    await play_quickly(club, 11)
    assert labels_of(next(post for post in club.channel.history() if post.id == board.id)) == []
    assert "This match has ended" in said(await member.slash(club.channel, "papyrus end-turn"))
    assert "has ended already" in said(await member.slash(club.channel, "match resign"))
    assert "has ended already" in said(await member.slash(club.channel, "match end"))
    assert "HP left: " in said(await member.slash(club.channel, "match status"))
    club.allow_again()
    await member.user.click(dm, custom_id=old)
    assert "HP left: " in words_of(
        next(post for post in member.user.dm_channel.history() if post.id == dm.id)
    )


async def test_ending_a_turn_with_actions_left_needs_a_confirmation(club: Club) -> None:
    """Moves or shots were left by mistake; two simultaneous clicks on Yes have one effect."""
    member = await begun(club)
    panel, stale = [await panel_under_board(club, member) for _ in range(2)]
    await click(member, panel, "End turn")
    assert "cannot be undone: **End turn**" in words_of(panel)
    assert "spaces left" in words_of(panel)
    await click(member, panel, "No, go back")
    await click(member, panel, "End turn")
    assert len((await club.match_view(None)).awaited & {(await club.match_view(member)).seat}) == 1
    end = control(panel, "Yes: End turn")
    before = len(await club.service.history.lines((await club.here()).id, None))
    await club.clicks_at_once((member, panel.message, end), (member, panel.message, end))
    after = await club.service.history.lines((await club.here()).id, None)
    assert [type(line.fact).__name__ for line in after[before:]] == ["TurnBegan"]
    await click(member, stale, "End turn")
    assert "That turn is over" in words_of(stale)
    assert "Waiting for" in words_of(stale)
    assert moves_offered(stale) == []


async def test_a_name_of_emoji_is_shown_beside_the_picture(club: Club) -> None:
    """A name without glyphs in the fonts is beside the sign of its player in the picture."""
    await club.started(club.ben)
    match_view = await club.match_view(None)
    first, second = match_view.match.seats
    seats = (replace(first, name="🦊🦊"), second)
    named = replace(match_view, match=replace(match_view.match, seats=seats))
    game = club.bot.game_of(named.match)
    assert "-# ● is 🦊🦊." in aim_in_words(game, named)
    assert " is " not in aim_in_words(game, match_view)


async def test_nothing_empty_is_offered_recorded_or_taken_back_while_all_choose_in_secret(
    club: Club,
) -> None:
    """No plan of a turn that cannot be planned yet; a choice that is made already is no action."""
    await club.started(club.ben, options="squad=2 width=8 height=6 rounds=5")
    match, store = (await club.here()).id, club.service.store
    preset = {"squad": "balanced"}
    assert "nothing has changed" not in said(await club.ann.slash(club.channel, "papyrus preset", **preset))
    assert "nothing has changed" in said(await club.ann.slash(club.channel, "papyrus preset", **preset))
    assert len(await store.actions(match)) == 1
    await club.ann.slash(club.channel, "papyrus ready")
    shown = await panel_under_board(club, club.ann)
    assert "Plan my next turn" not in labels_of(shown), "she waits for Ben's squad"
    for command, words in (("preset", preset), ("ready", {})):
        await club.ben.slash(club.channel, f"papyrus {command}", **words)
    shown = await panel_under_board(club, club.ann)
    await click(club.ann, shown, "Default formation")
    assert "Default formation" not in labels_of(shown)
    assert "Ready" in labels_of(shown)
    placed = len(await store.actions(match))
    assert "nothing has changed" in said(await club.ann.slash(club.channel, "papyrus formation"))
    assert len(await store.actions(match)) == placed
    for member in (club.ann, club.ben):
        await member.slash(club.channel, "papyrus formation")
        await member.slash(club.channel, "papyrus ready")
    labels = [labels_of(await panel_under_board(club, member)) for member in (club.ann, club.ben)]
    assert sum("Plan my next turn" in each for each in labels) == 1, "the one who waits plans"
