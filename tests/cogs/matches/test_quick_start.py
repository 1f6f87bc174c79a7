"""Few taps to a match: a busy channel, the help, options in the lobby, players who look for each other."""

from __future__ import annotations

from typing import Any

import pytest

from bot.matches.model import Stage
from bot.matches.options import differing, offered_options, setup_of
from bot.registry import GAMES
from cogs.matches.opening import Wishes
from cogs.matches.quick_start import wanted_of, words_of
from tests.cogs.club import Club
from tests.cogs.players import control, controls_of, labels_of, said
from tests.cogs.players import words_of as told_by


def menu(message: Any) -> str:
    """Return the custom_id of the only menu of a message."""
    (found,) = [part["custom_id"] for part in controls_of(message) if part.get("options")]
    return str(found)


async def test_a_busy_channel_offers_a_thread_in_which_the_match_is_as_it_was_asked_for(club: Club) -> None:
    await club.lobby(seats=2)
    asked = await club.ben.slash(
        club.channel, "match new", game="papyrus", seats=2, options="squad=3 map=sticky-note", rated=False
    )
    assert said(asked).startswith("This channel has a match already.")
    assert labels_of(asked.response) == ["Open it in a thread", "Ask who is interested"]
    opened = await club.ben.click(asked.response, custom_id=control(asked.response, "Open it in a thread"))
    assert "the lobby is open in" in said(opened)
    (thread,) = club.channel.threads
    lobby = told_by(thread.history()[-1])
    assert "1 of 2 seats taken" in lobby
    assert "Options squad: 3 · map: sticky-note" in lobby.replace("**", "")
    assert "width" not in lobby
    call = await club.ben.click(asked.response, custom_id=control(asked.response, "Ask who is interested"))
    assert "Your wish stands until" in said(call)


def test_what_was_asked_for_is_read_again_from_the_button() -> None:
    wishes = Wishes(seats=4, word="a.b: ü&=", clock="3 days + 12 hours a turn", rated=False)
    options = {"squad": "3", "grid": "..#/.#."}
    words = words_of(options, wishes)
    assert not set(words) & {".", ":"}
    assert wanted_of(words) == (options, wishes)


async def test_help_begins_a_match_against_the_computer_and_says_who_it_is(club: Club) -> None:
    shown = (await club.ann.slash(club.channel, "help")).response
    assert labels_of(shown)[:3] == ["Learn a game", "Play alone now", "Find players"]
    await club.ann.click(shown, custom_id=control(shown, "Play alone now"))
    assert labels_of(shown) == [*(game.title for game in GAMES.values()), "Back"]
    for channel in (club.channel, "a thread, for this one is busy now"):
        begun = said(await club.ann.click(shown, custom_id=control(shown, "Papyrus")))
        assert "Papyrus against Skirmisher has begun in" in begun
        assert "fair for newcomers" in begun
        info = await club.service.in_channel(
            club.channel.id if channel is club.channel else club.channel.threads[0].id
        )
        assert (info.stage, info.wanted, info.match_terms.rated) == (Stage.PLAYING, 2, False)


async def test_the_host_changes_options_in_the_lobby_and_only_what_is_unusual_is_told(club: Club) -> None:
    await club.lobby(club.ben, options="map=sticky-note", seats=2)
    post = club.channel.history()[-1]
    refused = said(await club.ben.click(post, custom_id=control(post, "Options")))
    assert refused == "Only the host can change the options; ask Ann."
    panel = (await club.ann.click(post, custom_id=control(post, "Options"))).response
    for option, value in (("squad", "3"), ("critical", "true"), ("map", "open"), ("seats", "3")):
        await club.ann.select(panel, [option], custom_id=menu(panel))
        await club.ann.select(panel, [value], custom_id=menu(panel))
    lobby = told_by(club.channel.history()[-1])
    assert "2 of 3 seats taken" in lobby
    assert "Options squad: 3 · critical: yes · map: open\n" in lobby.replace("**", "")
    info = await club.here()
    assert (info.wanted, info.options.squad, info.options.map) == (3, 3, "open")
    await club.cleo.slash(club.channel, "match join")
    await club.ann.slash(club.channel, "match start")
    late = said(await club.ann.slash(club.channel, "match options"))
    assert late == "The match has begun, so its options are fixed."


async def test_a_set_up_by_name_sets_all_options_and_says_how_long_it_takes(club: Club) -> None:
    """Quick, usual and long, in `/match new` and in the lobby."""
    await club.ann.slash(club.channel, "match new", game="neo-combat", seats=2, setup="quick")
    quick, usual = GAMES["neo-combat"].setups["quick"], GAMES["neo-combat"].setups["usual"]
    assert f"quick: {quick.length}" in told_by(club.channel.history()[-1])
    assert (await club.here()).options.kills == 1
    post = club.channel.history()[-1]
    panel = (await club.ann.click(post, custom_id=control(post, "Options"))).response
    await club.ann.select(panel, ["setup"], custom_id=menu(panel))
    await club.ann.select(panel, ["usual"], custom_id=menu(panel))
    info = await club.here()
    assert info.options == offered_options(GAMES["neo-combat"].rules, {}, 2)
    assert f"as usual: teams of 4 varans · {usual.length}" in told_by(club.channel.history()[-1])


@pytest.mark.parametrize("key", GAMES)
def test_each_set_up_can_be_played_is_found_again_and_is_longer_than_the_one_before(key: str) -> None:
    rules, setups = GAMES[key].rules, GAMES[key].setups
    for name, setup in setups.items():
        assert setup_of(rules, setups, offered_options(rules, setup.options, 2), 2) == name
    assert [one.hand_offs for one in setups.values()] == sorted({one.hand_offs for one in setups.values()})
    assert setups["quick"].hand_offs < 25
    assert setups["usual"].options == {}


async def test_an_option_that_means_nothing_to_so_many_seats_is_not_offered_crf_28(club: Club) -> None:
    await club.ann.slash(club.channel, "match new", game="crossfire", seats=2, options="end=points")
    post = club.channel.history()[-1]
    panel = (await club.ann.click(post, custom_id=control(post, "Options"))).response

    def offered() -> list[str]:
        (chooser,) = [part for part in controls_of(panel) if part.get("options")]
        return [option["value"] for option in chooser["options"]]

    assert "end" in offered()
    await club.ann.select(panel, ["seats"], custom_id=menu(panel))
    await club.ann.select(panel, ["4"], custom_id=menu(panel))
    assert "end" not in offered()
    info = await club.here()
    assert (info.wanted, info.options.layout) == (4, "four")


def test_the_fewest_options_from_which_all_follow() -> None:
    for game in GAMES.values():
        rules = game.rules
        for seats in rules.seats:
            assert differing(rules, offered_options(rules, {}, seats), seats) == {}
    papyrus = GAMES["papyrus"].rules
    chosen = {"squad": 4, "map": "mountain-crease"}
    assert differing(papyrus, offered_options(papyrus, chosen, 2), 2) == chosen
