"""Before the first move, as people on Discord see it."""

from __future__ import annotations

import random
import re

import pytest
from structlog.testing import capture_logs

from bot.matches.model import Stage
from cogs.kit import client
from tests.cogs.club import SMALL, Club
from tests.cogs.players import control, controls_of, labels_of, play_by_commands, said, words_of


def computers_of(lobby):
    """Return the menu of computer players of a lobby; {} where there is none."""
    return next((part for part in controls_of(lobby) if part.get("options")), {})


async def test_a_match_is_opened_joined_and_started_by_commands(club: Club) -> None:
    await club.ann.slash(club.channel, "match new", game="papyrus", seats=2, options=SMALL, word="apple")
    assert "have seat 2 of 2" in said(await club.ben.slash(club.channel, "match join", word="pear"))
    assert "has begun" in said(await club.ann.slash(club.channel, "match start"))
    info = await club.here()
    assert (info.stage, info.names) == (Stage.PLAYING, ("Ann", "Ben"))
    assert [holder.word for holder in info.seats] == ["apple", "pear"]


async def test_a_match_is_joined_and_started_by_the_buttons_of_its_post(club: Club) -> None:
    await club.lobby(seats=2)
    post = club.channel.history()[-1]
    assert labels_of(post) == ["Join", "Ready", "Leave", "Start", "Options", "Rules", "Fair dice"]
    await club.ben.click(post, custom_id=control(post, "Join"))
    full = club.channel.history()[-1]
    assert "2 of 2 seats taken" in words_of(full)
    told = said(await club.cleo.click(full, custom_id=control(full, "Join")))
    assert "All 2 seats of this match are taken. You can watch it, or open another." in told
    await club.ann.click(post, custom_id=control(post, "Start"))
    lobby, board = club.channel.history()
    assert labels_of(lobby) == []
    assert "Play" in labels_of(board)


async def test_the_lobby_post_tells_seats_options_and_under_what_the_dice_are_fixed(club: Club) -> None:
    info = await club.lobby(club.ben, seats=3)
    told = words_of(club.channel.history()[-1])
    assert len(club.channel.history()) == 1
    assert "1. Ann (host)" in told
    assert "2. Ben" in told
    assert "3. *free*" in told
    assert "Options squad: 2 · rounds: 4 · width: 8 · height: 6" in told.replace("**", "")
    assert f"`{info.commitment[:16]}`" in told
    assert info.commitment not in told


async def test_an_old_lobby_post_is_posted_anew(club: Club) -> None:
    await club.lobby(seats=2)
    await club.env.advance_time(3100)
    await club.ben.slash(club.channel, "match join")
    old, new = club.channel.history()
    assert labels_of(old) == []
    assert "2 of 2" in words_of(new)


async def test_each_game_has_a_command_of_its_own_to_open_a_match(club: Club) -> None:
    result = await club.ann.slash(
        club.channel, "papyrus new", seats=3, squad=4, kinds="basic", critical=True, width=10, height=8
    )
    assert "for 3 players" in said(result)
    options = (await club.here()).options
    assert (options.squad, options.kinds.value, options.critical, options.width) == (4, "basic", True, 10)


async def test_the_names_of_the_maps_are_offered(club: Club) -> None:
    offers = await club.ann.autocomplete(
        club.channel, "match new", "options", "squad=3 map=va", game="papyrus"
    )
    assert [offer["value"] for offer in offers] == ["squad=3 map=valley-fold"]
    offers = await club.ann.autocomplete(club.channel, "papyrus new", "map", "valey")
    assert offers[0]["value"] == "valley-fold"


async def test_a_match_is_opened_in_a_thread_of_its_own(club: Club) -> None:
    told = said(
        await club.ann.slash(club.channel, "match new", game="papyrus", seats=2, options=SMALL, thread=True)
    )
    (thread,) = club.channel.threads
    assert thread.mention in told
    assert "1 of 2 seats taken" in words_of(thread.history()[-1])


async def test_wrong_options_make_no_thread(club: Club) -> None:
    told = said(
        await club.ann.slash(club.channel, "match new", game="papyrus", options="sqad=3", thread=True)
    )
    assert "did you mean squad?" in told
    assert club.channel.threads == []


BAD_OPTIONS = [
    ("squad=99", "The option squad must be a whole number from 1 to 30, not"),
    ("squad", "write name=value"),
    ("colour=red", "Papyrus has no option"),
    ("map=atlantis", "atlantis"),
    ("grid=########/....", "row"),
]


async def test_bad_options_are_refused_with_a_sentence(club: Club, subtests: pytest.Subtests) -> None:
    for options, sentence in BAD_OPTIONS:
        with subtests.test(options):
            told = said(await club.ann.slash(club.channel, "match new", game="papyrus", options=options))
            assert sentence in told
            assert club.channel.history() == []


async def test_an_unknown_game_is_refused_by_naming_the_games(club: Club) -> None:
    assert "The games are: papyrus" in said(await club.ann.slash(club.channel, "match new", game="chess"))


async def test_a_channel_has_one_match(club: Club) -> None:
    await club.lobby(seats=2)
    told = said(await club.ben.slash(club.channel, "match new", game="papyrus"))
    assert "This channel has a match already" in told


async def test_a_full_lobby_refuses_a_third(club: Club) -> None:
    await club.lobby(club.ben)
    assert "All 2 seats" in said(await club.cleo.slash(club.channel, "match join"))


async def test_only_the_host_starts_and_only_when_all_seats_are_taken(club: Club) -> None:
    await club.lobby(club.ben, seats=3)
    assert "Only the host can start" in said(await club.ben.slash(club.channel, "match start"))
    assert "1 more player has to join" in said(await club.ann.slash(club.channel, "match start"))


async def test_who_leaves_gives_the_seat_back_and_the_last_closes_the_lobby(club: Club) -> None:
    await club.lobby(club.ben)
    assert "You have left" in said(await club.ann.slash(club.channel, "match leave"))
    assert "1. Ben (host)" in words_of(club.channel.history()[-1])
    assert "the lobby is closed" in said(await club.ben.slash(club.channel, "match leave"))
    assert "This lobby was closed" in words_of(club.channel.history()[-1])
    assert labels_of(club.channel.history()[-1]) == []


async def test_too_long_a_word_is_refused(club: Club) -> None:
    await club.lobby(seats=2)
    assert "at most 64" in said(await club.ben.slash(club.channel, "match join", word="x" * 65))


async def test_names_and_words_are_printed_as_they_are_written(club: Club) -> None:
    rogue = club.member("**@everyone** [x](http://a.example) <@1> `")
    await club.lobby(seats=2)
    await rogue.slash(club.channel, "match join", word="_@here_ <#1>")
    await club.ann.slash(club.channel, "match start")
    sent = [str(request.json) for request in club.env.http_requests if request.method in ("POST", "PATCH")]
    sent = [re.sub("'description': '[^']*'", "", body) for body in sent]  # an alt text knows no markdown
    assert not any("@everyone" in body or "@here" in body or "**@" in body for body in sent)
    assert not any("[x](http" in body for body in sent)
    mentions = [
        request.json["allowed_mentions"]
        for request in club.env.http_requests
        if isinstance(request.json, dict) and "allowed_mentions" in request.json
    ]
    assert mentions
    assert all(not each["parse"] and not each.get("users") for each in mentions)


async def test_a_computer_takes_a_seat_by_menu_and_plays_its_turns_by_itself(club: Club) -> None:
    await club.lobby(seats=2)
    lobby = club.channel.history()[-1]
    menu = computers_of(lobby)
    assert [option["value"] for option in menu["options"]] == [
        "random",
        "recruit",
        "skirmisher",
        "strategist",
    ]
    assert menu["options"][1]["label"].startswith("Recruit (easy")
    await club.ann.select(lobby, ["skirmisher"], custom_id=menu["custom_id"])
    lobby = club.channel.history()[-1]
    assert not computers_of(lobby), "no seat is free any more"
    assert "Skirmisher (normal" in words_of(lobby)
    assert "Seeks good shots" in words_of(lobby)
    await club.ann.slash(club.channel, "match start")
    assert (await club.here()).names == ("Ann", "Skirmisher")
    await play_by_commands(club, random.Random(5))
    assert "Scores" in words_of(club.channel.history()[-1])


async def test_a_computer_that_goes_round_in_circles_is_left_alone(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.lobby(seats=2)
    await club.ann.slash(club.channel, "match add-computer")
    counted = []

    async def again(match: str) -> bool:
        counted.append(match)
        return True

    monkeypatch.setattr(club.service.play, "step_computer", again)
    monkeypatch.setattr(client, "COMPUTER_ACTIONS", 7)
    with capture_logs() as logs:
        await club.ann.slash(club.channel, "match start")
        await club.env.settle()
    assert len(counted) == 7
    assert [line["event"] for line in logs if line["log_level"] == "error"] == [
        "a computer goes round in circles"
    ]


async def test_computers_are_offered_and_an_unknown_one_is_told_with_those_there_are(club: Club) -> None:
    await club.lobby(seats=3)
    offers = await club.ann.autocomplete(club.channel, "match add-computer", "player", "")
    assert [offer["value"] for offer in offers] == ["random", "recruit", "skirmisher", "strategist"]
    told = said(await club.ann.slash(club.channel, "match add-computer", player="skirmicher"))
    assert "did you mean" in told.lower()
    assert len((await club.here()).seats) == 1
    for typed in ("easy", ""):
        await club.ann.slash(club.channel, "match add-computer", **({"player": typed} if typed else {}))
    assert (await club.here()).names == ("Ann", "Recruit", "Skirmisher"), "the normal one if nothing is said"


async def test_who_is_not_the_host_adds_no_computer(club: Club) -> None:
    await club.lobby(club.ben, seats=3)
    told = said(await club.ben.slash(club.channel, "match add-computer"))
    assert "host" in told
    assert len((await club.here()).seats) == 2


async def test_commands_in_a_channel_without_a_match_say_so(club: Club) -> None:
    await club.lobby(seats=2)
    for command in (
        "match join",
        "match status",
        "match board",
        "match past history",
        "match end",
        "papyrus ready",
    ):
        assert "There is no match in this channel" in said(await club.ann.slash(club.other, command))
    assert "has not begun" in said(await club.ann.slash(club.channel, "match board"))
    assert "/match leave" in said(await club.ann.slash(club.channel, "match resign"))


async def test_a_match_is_not_opened_where_the_bot_may_not_post(club: Club) -> None:
    club.forbid(club.channel, "send_messages", "attach_files")
    told = said(await club.ann.slash(club.channel, "match new", game="papyrus"))
    assert "Send Messages, Attach Files" in told
    assert "no match" in said(await club.ann.slash(club.channel, "match status"))
