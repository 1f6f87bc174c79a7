"""Lobbies as people see them on Discord."""

from __future__ import annotations

import re

import pytest
from structlog.testing import capture_logs

from cogs.kit import client
from tests.cogs.club import Club
from tests.cogs.players import board_post, click, controls_of, labels_of, said, words_of


def computers_of(lobby):
    """Return the menu of computer players of a lobby; {} if there is none."""
    return next((part for part in controls_of(lobby) if part.get("options")), {})


async def test_a_match_is_joined_and_started_by_the_buttons_of_its_post(club: Club) -> None:
    await club.lobby(seats=2)
    post = club.channel.history()[-1]
    assert labels_of(post) == ["Join", "Ready", "Leave", "Start", "Options", "Rules", "Fair dice"]
    await click(club.ben, post, "Join")
    full = club.channel.history()[-1]
    assert "2 of 2 seats taken" in words_of(full)
    told = said(await click(club.cleo, full, "Join"))
    assert "All 2 seats of this match are taken. You can watch it, or open another." in told
    await click(club.ann, post, "Start")
    lobby, board = club.channel.history()
    assert labels_of(lobby) == []
    assert "Play" in labels_of(board)


async def test_the_lobby_post_has_seats_options_and_the_commitment_of_the_dice(club: Club) -> None:
    info = await club.lobby(club.ben, seats=3)
    told = words_of(club.channel.history()[-1])
    assert len(club.channel.history()) == 1
    assert "1. Ann (host)" in told
    assert "2. Ben" in told
    assert "3. *free*" in told
    assert "Options squad: 2 · rounds: 4 · width: 8 · height: 6" in told.replace("**", "")
    assert f"`{info.commitment[:16]}`" in told
    assert info.commitment not in told
    club.env.backend.advance_clock(3100)
    await club.cleo.slash(club.channel, "match join")
    old, new = club.channel.history()  # an old post is replaced by a new one
    assert labels_of(old) == []
    assert "3 of 3" in words_of(new)


async def test_each_game_has_its_own_command_to_open_a_match_also_in_a_thread(club: Club) -> None:
    offers = await club.ann.autocomplete(
        club.channel, "match new", "options", "squad=3 map=va", game="papyrus"
    )
    assert [offer["value"] for offer in offers] == ["squad=3 map=valley-fold"]
    offers = await club.ann.autocomplete(club.channel, "papyrus new", "map", "valey")
    assert offers[0]["value"] == "valley-fold"
    result = await club.ann.slash(
        club.channel, "papyrus new", seats=3, squad=4, kinds="basic", critical=True, width=10, height=8
    )
    assert "for 3 players" in said(result)
    options = (await club.here()).options
    assert (options.squad, options.kinds.value, options.critical, options.width) == (4, "basic", True, 10)
    told = said(await club.ann.slash(club.channel, "match new", game="papyrus", seats=2, thread=True))
    (thread,) = club.channel.threads
    assert thread.mention in told
    assert "1 of 2 seats taken" in words_of(thread.history()[-1])


async def test_an_invalid_match_is_refused_in_a_sentence_without_a_thread(club: Club) -> None:
    for game, options, sentence in (
        ("papyrus", "sqad=3", "did you mean squad?"),
        ("papyrus", "squad", "write its name, =, and its value"),
        ("papyrus", "map=atlantis", "atlantis"),
        ("chess", "", "The games are: papyrus"),
    ):
        words = {"options": options} if options else {}
        told = said(await club.ann.slash(club.channel, "match new", game=game, thread=True, **words))
        assert sentence in told
        assert (club.channel.threads, club.channel.history()) == ([], [])
    club.forbid(club.channel, "send_messages", "attach_files")
    told = said(await club.ann.slash(club.channel, "match new", game="papyrus"))
    assert "Send Messages, Attach Files" in told
    assert "no match" in said(await club.ann.slash(club.channel, "match status"))


async def test_invalid_actions_in_a_lobby_are_refused_in_a_sentence(club: Club) -> None:
    """Commands that need a match are refused where there is none, or none that has begun."""
    await club.lobby(club.ben, seats=3)
    for member, command, words, sentence in (
        (club.ben, "match new", {"game": "papyrus"}, "This channel has a match already"),
        (club.ben, "match start", {}, "Only the host can start"),
        (club.ben, "match add-computer", {}, "host"),
        (club.ann, "match start", {}, "1 more player has to join"),
        (club.cleo, "match join", {"word": "x" * 65}, "at most 64"),
        (club.ann, "match add-computer", {"player": "skirmicher"}, "id you mean"),
        (club.ann, "match board", {}, "has not begun"),
        (club.ann, "match ask draw", {}, "has not begun yet"),
        (club.ann, "match ask undo", {}, "has not begun yet"),
        (club.ann, "match resign", {}, "/match leave"),
    ):
        assert sentence in said(await member.slash(club.channel, command, **words))
    assert (await club.here()).names == ("Ann", "Ben")
    for command in ("join", "status", "board", "past history", "past verify", "end"):
        told = said(await club.ann.slash(club.other, f"match {command}"))
        assert "There is no match in this channel" in told
    assert "There is no match in this channel" in said(await club.ann.slash(club.other, "papyrus ready"))


async def test_leaving_frees_the_seat_and_the_last_player_closes_the_lobby(club: Club) -> None:
    await club.lobby(club.ben)
    assert "You have left" in said(await club.ann.slash(club.channel, "match leave"))
    assert "1. Ben (host)" in words_of(club.channel.history()[-1])
    assert "the lobby is closed" in said(await club.ben.slash(club.channel, "match leave"))
    assert "This lobby was closed" in words_of(club.channel.history()[-1])
    assert labels_of(club.channel.history()[-1]) == []


async def test_names_and_words_are_shown_as_written(club: Club) -> None:
    rogue = club.member("**@everyone** [x](http://a.example) <@1> `")
    await club.lobby(seats=2)
    await rogue.slash(club.channel, "match join", word="_@here_ <#1>")
    await club.ann.slash(club.channel, "match start")
    sent = [str(request.json) for request in club.env.http_requests if request.method in ("POST", "PATCH")]
    sent = [re.sub("'description': '[^']*'", "", body) for body in sent]  # an alt text has no markdown
    assert not any("@everyone" in body or "@here" in body or "**@" in body for body in sent)
    assert not any("[x](http" in body for body in sent)
    mentions = [
        request.json["allowed_mentions"]
        for request in club.env.http_requests
        if isinstance(request.json, dict) and "allowed_mentions" in request.json
    ]
    assert mentions
    assert all(not each["parse"] and not each.get("users") for each in mentions)


async def test_computers_are_seated_by_name_or_menu_and_play_their_turns(club: Club) -> None:
    await club.lobby(seats=3)
    names = ["random", "recruit", "skirmisher", "strategist"]
    offers = await club.ann.autocomplete(club.channel, "match add-computer", "player", "")
    assert [offer["value"] for offer in offers] == names
    await club.ann.slash(club.channel, "match add-computer", player="easy")
    lobby = club.channel.history()[-1]
    menu = computers_of(lobby)
    assert [option["value"] for option in menu["options"]] == names
    assert menu["options"][1]["label"].startswith("Recruit (easy")
    assert re.match(r"Strategist \(hard, strength 1\d{3}\)", menu["options"][3]["label"])
    await club.ann.select(lobby, ["skirmisher"], custom_id=menu["custom_id"])
    lobby = club.channel.history()[-1]
    assert not computers_of(lobby), "no seat is free any more"
    assert "Skirmisher (normal" in words_of(lobby)
    assert "Seeks good shots" in words_of(lobby)
    await club.ann.slash(club.channel, "match start")
    assert (await club.here()).names == ("Ann", "Recruit", "Skirmisher")
    for command in ("preset", "ready", "formation", "ready", "end-turn"):
        words = {"squad": "balanced"} if command == "preset" else {}
        await club.ann.slash(club.channel, f"papyrus {command}", **words)
        assert (await club.match_view(None)).awaited == {0}, "it has done its part already"
    assert "Skirmisher" in words_of(board_post(club))


async def test_a_computer_without_progress_is_stopped(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    await club.lobby(seats=2)
    await club.ann.slash(club.channel, "match add-computer")
    assert (await club.here()).names == ("Ann", "Skirmisher"), "the normal one if nothing is said"
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
    errors = [line["event"] for line in logs if line["log_level"] == "error"]
    assert errors == ["a computer goes round in circles"]
