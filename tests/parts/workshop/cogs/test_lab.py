"""`/cards lab` and `/maps lab`: a report with picture and file, made once for the same cards or board."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from simcord import MemberActor

from bot.base.limits import Buckets
from bot.games.registry import GAMES
from bot.parts.workshop.lab import contests, plans
from bot.parts.workshop.lab.board_report import BoardReport
from bot.parts.workshop.lab.report import LabReport
from bot.parts.workshop.lab.service import Lab
from bot.parts.workshop.sets.service import CardSets
from bot.processes.workers import Workers
from cogs.workshop.lab import LabReports
from cogs.workshop.lab_posts import measured_cards
from tests.cogs.club import Club
from tests.cogs.players import click, pictures_of, said
from tests.parts.workshop.cogs.server_sets import add
from tests.parts.workshop.cogs.test_maps import RATS, SHORT, WOLVES, uploaded
from tests.parts.workshop.sets.uploads import CLAWS


@pytest.fixture
def in_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play matches in a thread: a low-priority process may take forever on a busy machine.

    Of the ready-made squads the first three take part.
    """
    entrants, left_out = plans.ready_entrants, list(GAMES["papyrus"].rules.squads)[3:]

    def few(game: str, options: Any) -> Any:
        return {key: each for key, each in entrants(game, options).items() if key not in left_out}

    for module in (contests, plans):
        monkeypatch.setattr(module, "ready_entrants", few)
    monkeypatch.setattr(Lab, "open_workers", lambda _lab: Workers(0))


async def test_a_process_that_makes_reports_has_low_priority() -> None:
    store: Any = None
    async with Lab(store, lambda: datetime.now(UTC), 1).process(1) as workers:
        assert await workers.run(os.nice, 0) == 19


async def test_a_report_is_made_once_and_cached(club: Club, max_: MemberActor, in_a_thread: None) -> None:
    """Sentences, a picture and a file with every figure; a later asker gets the same report at once."""
    await add(club, max_)
    reports = club.bot.cog(LabReports)
    reports.lab.most, reports.jobs.asked = 18, Buckets(club.bot.clock, 1)

    reply = await max_.slash(club.channel, "cards lab", set="reed")
    told = said(reply)
    assert "The Reed Bank in the lab" in told
    assert "matches against itself: the decks win" in told
    assert told.index("drawn") < told.index("matches against itself"), "one's own cards come first"
    table = told[told.index("Power in battle, turn by turn") : told.index("matches against itself")]
    assert "```\nTurn " in table
    assert "these " in table
    assert "surely" in table, "what the table says stands under it"
    assert "surely" in told or "wins too" in told
    assert "the winner was behind at half time" in told
    (picture,) = pictures_of(reply.response)
    assert "in balance from 40% to 60%" in picture["description"]
    (source,) = [
        each for each in await club.bot.services.of(CardSets).sources(club.guild.id, "arclash") if each.own
    ]
    kept = await club.bot.services.of(Lab).kept(measured_cards(source))
    assert kept.matches == sum([rate.matches for rate in kept.decks.values()]) / 2
    message: Any = reply.response
    (file,) = [each for each in message.attachments if each.filename == "lab-reed.json"]
    assert msgspec.json.decode(await file.read(), type=LabReport) == kept

    assert said(await club.ben.slash(club.channel, "cards lab", set="reed")) == told
    assert "nothing to measure" in said(await max_.slash(club.channel, "cards lab", game="crossfire"))
    assert "several reports lately" in said(await max_.slash(club.channel, "cards lab", game="overcross"))
    reports.lab.most = 0
    assert "turned the lab off" in said(await club.ben.slash(club.channel, "cards lab", game="arclash"))


async def test_cards_of_neo_combat_are_dealt_among_the_usual_ones(
    club: Club, max_: MemberActor, in_a_thread: None
) -> None:
    """Each custom card with the counts of draws, playable draws and plays; the bars are cards."""
    await add(club, max_, CLAWS)
    club.bot.cog(LabReports).lab.most = 30
    reply = await max_.slash(club.channel, "cards lab", set="claws")
    told = said(reply)
    assert "matches against itself, the cards dealt among the usual ones" in told
    assert "Great Volley (CLW-01): drawn " in told
    assert "payable" in told
    assert "Damage of an attack, turn by turn: these cards, and the usual ones:" in told
    (picture,) = pictures_of(reply.response)
    assert "win rate of players who played a card" in picture["description"]
    assert "Great Volley" in picture["description"]
    club.bot.games["neo-combat"].cards.library.forget_idle()
    club.bot.games["neo-combat"].cards.library.forget_idle()
    assert said(await max_.slash(club.channel, "cards lab", set="claws")) == told


async def test_layouts_and_squads_of_the_server_are_measured(
    club: Club, max_: MemberActor, in_a_thread: None
) -> None:
    """Max presses the button under his layout; Ann requests it by name, and gets the same report at once.

    Squads are measured one by its name, or all of them together.
    """
    for content in (SHORT, RATS, WOLVES):
        await uploaded(club, max_, content)
    reports = club.bot.cog(LabReports)
    reports.lab.most, reports.jobs.asked = 4, Buckets(club.bot.clock, 1)
    page = await max_.slash(club.channel, "maps show", name="short")
    reply = await click(max_, page.response, "Measure it in the lab")
    told = said(reply)
    assert "The short table in the lab" in told
    assert told.index("surely") < told.index("Sapper played 2 matches of 2 seats"), "findings come first"
    assert "Who begins wins" in told
    assert "Without a winner: " in told
    assert "matches on the usual layout" in told
    (picture,) = pictures_of(reply.response)
    assert "even from 45% to 55%" in picture["description"]
    assert "Seat 1" in picture["description"]
    (file,) = [each for each in reply.response.attachments if each.filename == "lab-short.json"]
    report = msgspec.json.decode(await file.read(), type=BoardReport)
    assert report.matches == 2
    assert said(await club.ann.slash(club.channel, "maps lab", name="The short table")) == told
    assert "several reports lately" in said(await max_.slash(club.channel, "maps lab", name="loose-leaves"))
    club.speaks(club.ann, "de")
    german = said(await club.ann.slash(club.channel, "maps lab", name="short"))
    for words in ("The short table im Labor", "hat darauf 2 Partien mit 2 Plätzen", "Wer beginnt, gewinnt"):
        assert words in german

    found = await club.ben.autocomplete(club.channel, "maps lab", "name", "squads")
    assert "squad~all" in [each["value"] for each in found]
    reply = await club.ben.slash(club.channel, "maps lab", name="squad~rats")
    told = said(reply)
    assert "Swamp Rats in the lab" in told
    assert told.index("Rats wins") < told.index("against itself")
    assert "least against" in told
    (picture,) = pictures_of(reply.response)
    assert "Rats" in picture["description"]
    for name, seats, sentence in (
        ("rats", 4, "leave seats out"),
        ("nothing", None, 'called "nothing" here'),
        ("short", 4, "is for 2 seats, not 4"),
        ("four", 2, "is for 4 seats, not 2"),
    ):
        words = {"name": name, "seats": seats} if seats else {"name": name}
        assert sentence in said(await club.ben.slash(club.channel, "maps lab", **words))
    reports.lab.most = 0
    assert "turned the lab off" in said(await club.ben.slash(club.channel, "maps lab", name="two-quick"))


async def test_ready_made_squads_of_papyrus_meet_each_other(club: Club, in_a_thread: None) -> None:
    """Bars of squads by their names; a later asker gets the same report."""
    club.bot.cog(LabReports).lab.most = 2
    reply = await club.ben.slash(club.channel, "cards lab", game="papyrus")
    told = said(reply)
    assert "Papyrus: ready squads in the lab" in told
    assert "matches against itself: the squads win" in told
    assert pictures_of(reply.response)
    assert said(await club.ann.slash(club.channel, "cards lab", game="papyrus")) == told
