"""`/cards lab`: a report with picture and file, made once for the same cards."""

from __future__ import annotations

from typing import Any

import msgspec
from simcord import MemberActor

from bot.lab.report import LabReport
from bot.limits import Buckets
from cogs.cards.lab import LabBench, measured_cards
from tests.cardsets.uploads import CLAWS
from tests.cogs.cards.server_sets import add
from tests.cogs.club import Club
from tests.cogs.players import pictures_of, said


async def test_a_report_is_made_once_and_then_kept(club: Club, max_: MemberActor) -> None:
    """Sentences, a picture and a file with every figure; who asks after that gets the same at once."""
    await add(club, max_)
    bench = club.bot.cog(LabBench)
    bench.lab.most, bench._asked = 18, Buckets(club.bot.clock, 1)

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
    (source,) = [each for each in await club.bot.card_sets.sources(club.guild.id, "arclash") if each.own]
    kept = await club.bot.lab.kept(measured_cards(source))
    assert kept is not None
    assert kept.matches == sum([rate.matches for rate in kept.decks.values()]) / 2
    message: Any = reply.response
    (file,) = [each for each in message.attachments if each.filename == "lab-reed.json"]
    assert msgspec.json.decode(await file.read(), type=LabReport) == kept

    assert said(await club.ben.slash(club.channel, "cards lab", set="reed")) == told
    assert "nothing to measure" in said(await max_.slash(club.channel, "cards lab", game="crossfire"))
    assert "several reports lately" in said(await max_.slash(club.channel, "cards lab", game="overcross"))
    bench.lab.most = 0
    assert "turned the lab off" in said(await club.ben.slash(club.channel, "cards lab", game="arclash"))


async def test_cards_of_neo_combat_are_dealt_among_the_usual_ones(club: Club, max_: MemberActor) -> None:
    """Each own card with how often it was drawn, could be played and was; the bars are cards."""
    await add(club, max_, CLAWS)
    club.bot.cog(LabBench).lab.most = 30
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


async def test_ready_squads_of_papyrus_meet_each_other(club: Club) -> None:
    """Bars of squads by their names; the same report again for who asks after that."""
    club.bot.cog(LabBench).lab.most = 2
    reply = await club.ben.slash(club.channel, "cards lab", game="papyrus")
    told = said(reply)
    assert "Papyrus: ready squads in the lab" in told
    assert "matches against itself: the squads win" in told
    (picture,) = pictures_of(reply.response)
    assert "Confetti Storm" in picture["description"]
    assert said(await club.ann.slash(club.channel, "cards lab", game="papyrus")) == told
