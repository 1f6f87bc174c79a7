"""The message commands Replay and What happened on a board: answered privately from the asker's view."""

from __future__ import annotations

import pytest

from tests.cogs.club import Club
from tests.cogs.kit.test_admission import HIDDEN, hide
from tests.cogs.matches.test_replay import title, under_way
from tests.cogs.places import menu_in_dm
from tests.cogs.players import board_post, labels_of, panel_in_dm, pictures_of, said
from tests.cogs.quickly import resign_all_but_one
from tests.matches.table import database_like


async def test_a_board_opens_its_replay_and_shows_the_events_privately(club: Club) -> None:
    """A watcher sees the last two turns of the public view."""
    await under_way(club)
    club.speaks(club.ann, "de")
    posts = len(club.channel.history())
    shown = await club.ann.context_menu(club.channel, "Replay", board_post(club))
    assert title(shown).startswith("Papyrus: Aktion")
    assert (len(pictures_of(shown.response)), "−10" in labels_of(shown.response)) == (1, True)
    told = title(await club.ann.context_menu(club.channel, "What happened", board_post(club)))
    assert "seit deinem letzten Zug" in told
    told = title(await club.eve.context_menu(club.channel, "What happened", board_post(club)))
    assert told == "Papyrus: the last two turns"
    assert len(club.channel.history()) == posts


async def test_a_board_without_buttons_still_belongs_to_its_match(club: Club) -> None:
    await under_way(club, turns=2)
    old = board_post(club)
    club.env.backend.advance_clock(7200)
    await resign_all_but_one(club)
    await club.started(club.cleo)
    (old,) = [post for post in club.channel.history() if post.id == old.id]
    assert labels_of(old) == []
    await club.restart()
    told = said(await club.eve.context_menu(club.channel, "What happened", old))
    assert "Ben" in told
    assert "Cleo" not in told


async def test_a_panel_in_a_dm_is_a_board_too_and_other_messages_are_not(
    club: Club, subtests: pytest.Subtests
) -> None:
    await club.started(club.ben)
    panel = panel_in_dm(club.ben.user)
    assert "before the first action" in title(await menu_in_dm(club, club.ben, "Replay", panel))
    assert "since your last turn" in title(await menu_in_dm(club, club.ben, "What happened", panel))
    await club.ann.slash(club.channel, "roll", expression="2d6")
    roll = club.channel.history()[-1]
    words = await club.ben.send(club.channel, "a board, surely")
    for message in (words, roll):
        for entry in ("Replay", "What happened"):
            with subtests.test(entry):
                told = said(await club.ann.context_menu(club.channel, entry, message))
                assert "not the board of a match" in told


async def test_a_lobby_and_a_deleted_match_are_refused_in_a_sentence(
    club: Club, tmp_path_factory: pytest.TempPathFactory
) -> None:
    await club.lobby(club.ben)
    lobby = club.channel.history()[-1]
    assert "has not begun" in said(await club.ann.context_menu(club.channel, "Replay", lobby))
    await club.ann.slash(club.channel, "match start")
    board = board_post(club)
    club.url = database_like(tmp_path_factory.getbasetemp() / "migrated.db", tmp_path_factory.mktemp("new"))
    await club.restart()
    assert HIDDEN in said(await club.ann.context_menu(club.channel, "What happened", board))


async def test_the_panel_of_another_reveals_nothing_to_a_stranger(club: Club) -> None:
    """Discord shows a message in a DM to nobody else; this interaction is forged."""
    hide(club, club.channel, but_for=(club.ann, club.ben))
    await club.started(club.ben)
    panel = panel_in_dm(club.ben.user)
    for entry in ("Replay", "What happened"):
        assert HIDDEN in said(await menu_in_dm(club, club.eve, entry, panel, of=club.ben))
