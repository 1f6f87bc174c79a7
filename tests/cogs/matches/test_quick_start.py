"""Few taps to a match: a busy channel, the help, options in the lobby, wishes."""

from __future__ import annotations

import pytest

from bot.games.registry import GAMES
from bot.matches.model import Stage
from bot.matches.options import differing, offered_options, setup_of
from cogs.matches.opening import Wishes
from cogs.matches.quick_start import wanted_of, words_of
from tests.cogs.club import Club
from tests.cogs.players import click, labels_of, said
from tests.cogs.players import words_of as told_by


async def test_a_busy_channel_offers_a_thread_with_the_requested_match(club: Club) -> None:
    await club.lobby(seats=2)
    asked = await club.ben.slash(
        club.channel, "match new", game="papyrus", seats=2, options="squad=3 map=sticky-note", rated=False
    )
    assert said(asked).startswith("This channel has a match already.")
    assert labels_of(asked.response) == ["Open it in a thread", "Ask who is interested"]
    opened = await click(club.ben, asked.response, "Open it in a thread")
    assert "the lobby is open in" in said(opened)
    (thread,) = club.channel.threads
    lobby = told_by(thread.history()[-1])
    assert "1 of 2 seats taken" in lobby
    assert "Options squad: 3 · map: sticky-note" in lobby.replace("**", "")
    assert "width" not in lobby
    call = await click(club.ben, asked.response, "Ask who is interested")
    assert "Your wish is stored until" in said(call)


def test_the_requested_match_is_read_from_the_button() -> None:
    wishes = Wishes(seats=4, word="a.b: ü&=", clock="3 days + 12 hours a turn", rated=False)
    options = {"squad": "3", "grid": "..#/.#."}
    words = words_of(options, wishes)
    assert not set(words) & {".", ":"}
    assert wanted_of(words) == (options, wishes)


async def test_the_help_begins_a_match_against_a_named_computer(club: Club) -> None:
    shown = (await club.ann.slash(club.channel, "help")).response
    assert labels_of(shown)[:2] == ["Learn a game", "Play alone now"]
    assert "Find players" in labels_of(shown)
    await click(club.ann, shown, "Play alone now")
    assert labels_of(shown) == [*(game.title for game in GAMES.values()), "Back"]
    for channel in (club.channel, "a thread, for this one is busy now"):
        begun = said(await click(club.ann, shown, "Papyrus"))
        assert "Papyrus against Skirmisher has begun in" in begun
        assert "fair for newcomers" in begun
        info = await club.service.in_channel(
            club.channel.id if channel is club.channel else club.channel.threads[0].id
        )
        assert (info.stage, info.wanted, info.match_terms.rated) == (Stage.PLAYING, 2, False)


@pytest.mark.parametrize("key", GAMES)
def test_each_set_up_is_playable_recognized_and_longer_than_the_previous_one(key: str) -> None:
    rules, setups = GAMES[key].rules, GAMES[key].setups
    for name, setup in setups.items():
        assert setup_of(rules, setups, offered_options(rules, setup.options, 2), 2) == name
    assert [one.hand_offs for one in setups.values()] == sorted({one.hand_offs for one in setups.values()})
    assert setups["quick"].hand_offs < 25
    assert setups["usual"].options == {}


def test_the_smallest_set_of_options_that_determines_all() -> None:
    for game in GAMES.values():
        rules = game.rules
        for seats in rules.seats:
            assert differing(rules, offered_options(rules, {}, seats), seats) == {}
    papyrus = GAMES["papyrus"].rules
    chosen = {"squad": 4, "map": "mountain-crease"}
    assert differing(papyrus, offered_options(papyrus, chosen, 2), 2) == chosen
