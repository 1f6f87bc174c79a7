"""`/maps lab`: maps, layouts and squads measured on Discord."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from simcord import MemberActor

from bot.lab.board_report import BoardReport
from bot.limits import Buckets
from cogs.cards.lab import LabBench
from tests.cogs.cards.server_sets import pressed
from tests.cogs.cards.test_maps import RATS, SHORT, SWAMP, WOLVES, uploaded
from tests.cogs.club import Club
from tests.cogs.players import pictures_of, said


@pytest.fixture
async def max_(club: Club, max_: MemberActor) -> MemberActor:
    """One who manages the server, which has a map for small squads, a layout and two squads."""
    for content in (SWAMP.replace(b"= 6", b"= 2"), SHORT, RATS, WOLVES):
        await uploaded(club, max_, content)
    club.bot.cog(LabBench).lab.most = 4
    return max_


async def test_a_layout_is_measured_from_its_page_and_the_report_is_kept(
    club: Club, max_: MemberActor
) -> None:
    """Max presses the button under his layout; Ann asks by its name, and gets the same at once."""
    bench = club.bot.cog(LabBench)
    bench._asked = Buckets(club.bot.clock, 1)
    page = await max_.slash(club.channel, "maps show", name="short")
    reply = await pressed(max_, page.response, "Measure it in the lab")
    told = said(reply)
    assert "The short table in the lab" in told
    assert told.index("surely") < told.index("Sapper played 2 matches of 2 seats"), "findings come first"
    assert "Who begins wins" in told
    assert "Without a winner: " in told
    assert "matches on the usual layout" in told
    (picture,) = pictures_of(reply.response)
    assert "even from 45% to 55%" in picture["description"]
    assert "Seat 1" in picture["description"]
    message: Any = reply.response
    (file,) = [each for each in message.attachments if each.filename == "lab-short.json"]
    report = msgspec.json.decode(await file.read(), type=BoardReport)
    assert report.matches == 2
    assert said(await club.ann.slash(club.channel, "maps lab", name="The short table")) == told
    assert "several reports lately" in said(await max_.slash(club.channel, "maps lab", name="loose-leaves"))
    for name, seats, sentence in (
        ("nothing", None, 'called "nothing" here'),
        ("short", 4, "is for 2 seats, not 4"),
        ("four", 2, "is for 4 seats, not 2"),
    ):
        words = {"name": name, "seats": seats} if seats else {"name": name}
        assert sentence in said(await club.ben.slash(club.channel, "maps lab", **words))
    bench.lab.most = 0
    assert "turned the lab off" in said(
        await club.ann.slash(club.channel, "maps lab", name="layout~two-quick")
    )


async def test_squads_of_the_server_meet_the_ready_ones_and_a_map_tells_of_seats_in_german(
    club: Club, max_: MemberActor
) -> None:
    """One by its name; all of them by the choice for all."""
    found = await max_.autocomplete(club.channel, "maps lab", "name", "squads")
    assert "squad~all" in [each["value"] for each in found]
    reply = await max_.slash(club.channel, "maps lab", name="squad~rats")
    told = said(reply)
    assert "Swamp Rats in the lab" in told
    assert told.index("Rats wins") < told.index("against itself")
    assert "least against" in told
    (picture,) = pictures_of(reply.response)
    assert "Rats" in picture["description"]
    assert "leave seats out" in said(await max_.slash(club.channel, "maps lab", name="rats", seats=4))

    club.speaks(max_, "de")
    told = said(await max_.slash(club.channel, "maps lab", name="swamp"))
    assert "The Swamp im Labor" in told
    assert "Skirmisher hat darauf 42 Partien mit 2 Plätzen" in told
    assert "Wer beginnt, gewinnt" in told
    assert "auf einem leeren Spielfeld dieser Größe" in told
