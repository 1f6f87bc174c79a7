"""The history on Discord: pages, former boards step by step, the last turn, review links."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.games.papyrus.rules.actions import EndTurn, Formation, Preset, Ready
from bot.matches.model import MatchInfo
from cogs.kit.controls import ComponentId
from cogs.matches.history import PAGE_LINES
from tests.cogs.club import Club
from tests.cogs.players import click, controls_of, labels_of, pictures_of, said
from tests.cogs.quickly import play_quickly

LONG = "squad=2 width=8 height=6 rounds=30"


async def under_way(club: Club, turns: int = 14, options: str = LONG) -> MatchInfo:
    """Let Ann and Ben set up a match of Papyrus and end some turns."""
    info = await club.started(club.ben, options=options)
    plan = (Preset("balanced"), Ready(), Formation(), Ready(), *[EndTurn()] * turns)
    for number, action in enumerate(plan):
        for seat in sorted((await club.match_view(None)).awaited):
            user = info.seats[seat].user
            await club.service.play.act(
                info.id, user, [action], version=None, request=f"plan {number} {seat}"
            )
    await club.publish(info.id)
    return await club.here()


async def steps(club: Club, member: Any) -> list[str]:
    found = await club.service.history.steps((await club.here()).id, member.id if member else None)
    return [step.label for step in found]


def title(result: Any) -> str:
    return said(result).splitlines()[0].removeprefix("### ")


async def test_the_history_has_pages_that_turn_both_ways(club: Club) -> None:
    info = await under_way(club, turns=22)
    shown = await club.eve.slash(club.channel, "match past history")
    newest = said(shown)
    assert labels_of(shown.response) == ["Oldest", "Older", "Board by board"]
    await club.eve.click(shown.response, label="Older")
    older = said(shown)
    assert not lines_of(newest) & lines_of(older)
    assert labels_of(shown.response) == ["Oldest", "Older", "Newer", "Newest", "Board by board"]
    await club.eve.click(shown.response, label="Newer")
    assert said(shown) == newest
    await club.eve.click(shown.response, label="Oldest")
    assert said(shown).splitlines()[1].startswith("`1` ")
    total = (await club.service.history.page(info.id, club.eve.id, 0, 1)).total
    assert f"1 to {PAGE_LINES} of {total}" in said(shown)
    assert 1 < len(lines_of(said(shown))) <= PAGE_LINES
    assert labels_of(shown.response) == ["Newer", "Newest", "Board by board"]
    await club.restart()
    await club.eve.click(shown.response, label="Newest")
    assert said(shown) == newest


def lines_of(page: str) -> set[str]:
    return {line for line in page.splitlines() if re.match(r"`[\d.·]+` ", line)}


async def test_boards_are_stepped_through_to_both_ends_after_a_restart_too(club: Club) -> None:
    info = await under_way(club)
    known = await steps(club, club.eve)
    shown = await club.eve.slash(club.channel, "match past replay")
    assert title(shown) == f"Papyrus: action {known[-1]} of {known[-1]}"
    assert labels_of(shown.response) == [
        "First", "−10", "−1", "Last", "My last turn", "Link", "Film",
    ]  # fmt: skip
    await club.eve.click(shown.response, label="−1")
    assert title(shown) == f"Papyrus: action {known[-2]} of {known[-1]}"
    await club.restart()
    await club.eve.click(shown.response, label="−10")
    assert title(shown) == f"Papyrus: action {known[-12]} of {known[-1]}"
    await club.eve.click(shown.response, label="First")
    assert title(shown) == "Papyrus: before the first action"
    assert labels_of(shown.response)[:2] == ["+1", "+10"]
    await club.eve.click(shown.response, label="+1")
    assert title(shown) == f"Papyrus: action 1 of {known[-1]}"
    await club.eve.click(shown.response, label="+10")
    assert title(shown) == f"Papyrus: action 11 of {known[-1]}"
    past = (await club.service.history.steps(info.id, club.eve.id))[10]
    match_view = await club.service.history.match_view(info.id, club.eve.id, past.seq)
    early = await drawn(shown)
    assert early == (await club.bot.draw(match_view)).png, "as it was then"
    await club.eve.click(shown.response, label="Last")
    assert title(shown) == f"Papyrus: action {known[-1]} of {known[-1]}"
    assert len(pictures_of(shown.response)) == 1
    assert await drawn(shown) != early


async def drawn(result: Any) -> bytes:
    (file,) = result.response.attachments
    return bytes(await file.read())


async def test_the_numbers_of_secret_steps_work_only_for_their_player_pap_02(club: Club) -> None:
    await club.lobby(club.ben)
    for command in ("past replay", "past history"):
        assert "has not begun" in said(await club.ann.slash(club.channel, f"match {command}"))
    await club.ann.slash(club.channel, "match start")
    await club.ann.slash(club.channel, "papyrus recruit", kind="sniper")
    await club.ann.slash(club.channel, "papyrus recruit", kind="smg")
    assert await steps(club, club.ann) == ["0.1", "0.2"]
    shown = await club.ann.slash(club.channel, "match past replay")
    assert labels_of(shown.response)[:3] == ["First", "−10", "−1"]
    await club.ann.click(shown.response, label="First")
    assert title(shown) == "Papyrus: before the first action"
    await club.ann.click(shown.response, label="+10")
    assert title(shown) == "Papyrus: action 0.2 of 0"
    own = await club.ann.slash(club.channel, "match past replay", action="0.1")
    assert title(own) == "Papyrus: action 0.1 of 0"
    assert "Sniper" in said(own)
    for member in (club.ben, club.eve):
        for wanted in ("0.1", "0.2", "0.3", "1"):
            told = said(await member.slash(club.channel, "match past replay", action=wanted))
            assert told == "There are no public events in this match yet. Leave the action out."
        shown = await member.slash(club.channel, "match past replay")
        assert title(shown) == "Papyrus: before the first action"
        assert "Sniper" not in said(shown)


async def test_a_review_link_shows_every_reader_the_same_action_and_refuses_other_numbers(
    club: Club, subtests: pytest.Subtests
) -> None:
    await under_way(club)
    shown = await club.ann.slash(club.channel, "match past replay", action="7")
    link = await club.ann.click(shown.response, label="Link")
    pasted = re.search(r"/match past replay action:(\S+)", said(link))
    titles = {
        title(await member.slash(club.channel, "match past replay", action=pasted[1]))
        for member in (club.ann, club.ben, club.eve)
    }
    assert titles == {title(shown)}
    last = (await steps(club, None))[-1]
    for wanted in ["99", "0.1", "-1", "abc", "3.5", "1" * 50, "@everyone"]:
        with subtests.test(wanted):
            told = said(await club.eve.slash(club.channel, "match past replay", action=wanted))
            assert told.startswith("There is no action ")
            assert told.endswith(f"Its actions have the numbers 1 to {last}.")
            assert "@everyone" not in told


async def test_the_boards_of_an_ended_match_are_reached_by_button_and_link_on_its_server(
    club: Club,
) -> None:
    await club.started(club.ben)
    await play_quickly(club, 11)
    ended, result = await club.here(), club.channel.history()[-1]
    await club.restart()
    shown = await click(club.eve, result, "Replay")
    assert "HP left: " in said(shown)
    await club.eve.click(shown.response, label="−1")
    assert "HP left: " not in said(shown)
    shown = await club.eve.slash(club.channel, "match past replay", action="3")
    link = said(await club.eve.click(shown.response, label="Link"))
    pasted = re.search(r"/match past replay action:(\S+) match:(\S+)", link)
    assert pasted[2] == ended.id
    await club.started(club.ben)  # the channel has another match by now
    again = await club.eve.slash(club.channel, "match past replay", action=pasted[1], match=pasted[2])
    assert title(again) == title(shown)
    elsewhere = club.env.create_guild("Elsewhere")
    room = elsewhere.create_text_channel("room")
    stranger = elsewhere.add_member(club.env.create_user("Zoe"))
    for told in (
        await club.eve.slash(club.channel, "match past replay", match="nosuchmatch0"),
        await stranger.slash(room, "match past replay", match=ended.id),
    ):
        assert said(told).startswith("There is no such match, or you cannot see its channel.")


async def test_the_last_turn_shows_the_events_since_the_asker_s_last_action(club: Club) -> None:
    info = await under_way(club, turns=0)
    match_view = await club.match_view(None)
    first = next(iter(match_view.awaited))
    mine, other = club.members(info)[first], club.members(info)[1 - first]
    await mine.slash(club.channel, "papyrus end-turn")
    await other.slash(club.channel, "papyrus end-turn")
    shown = await mine.slash(club.channel, "match past replay", mine=True)
    assert title(shown) == "Papyrus: since your last turn"
    told = await club.service.history.since_last_action(info.id, mine.id)
    assert told
    assert all(line.seq > first for line in told)
    assert len(pictures_of(shown.response)) == 1
    await club.restart()
    await mine.click(shown.response, label="Board by board")
    assert "action" in title(shown)
    await mine.click(shown.response, label="My last turn")
    assert title(shown) == "Papyrus: since your last turn"
    watcher = await club.eve.slash(club.channel, "match past replay", mine=True)
    assert title(watcher) == "Papyrus: the last two turns"


async def test_no_control_has_a_number_that_counts_secret_actions(club: Club) -> None:
    """The first secret choices are actions 1 to 8 in the store; no control reveals these numbers."""
    info = await under_way(club, turns=4)
    public = await club.service.history.steps(info.id, None)
    assert public[-1].seq > public[-1].number
    for command, words in (("past history", {}), ("past replay", {}), ("past replay", {"action": "5"})):
        shown = await club.eve.slash(club.channel, f"match {command}", **words)
        for part in controls_of(shown.response):
            press = ComponentId.decode(part["custom_id"])
            assert press.version == 0
            numbers = [int(each) for each in press.path if each.isdecimal()]
            assert all(number <= max(public[-1].number, 60) for number in numbers)
            if press.verb in ("replay", "link"):
                assert press.path in {("last",), ("0",), *[(step.label,) for step in public]}
