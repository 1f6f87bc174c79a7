"""`/cards lab`: a report with picture and file, made once for the same cards."""

from __future__ import annotations

import msgspec
import pytest

from bot.lab.report import LabReport
from bot.limits import NO_LIMITS
from tests.cogs.club import Club
from tests.cogs.players import pictures_of, said

LAB = msgspec.structs.replace(NO_LIMITS, lab_matches=90, lab_an_hour=1)


@pytest.mark.parametrize("limits", [LAB])
async def test_a_report_is_made_once_and_then_kept(club: Club) -> None:
    """Three sentences, a picture and a file with every figure; the second who asks gets the same at once."""
    reply = await club.ann.slash(club.channel, "cards lab", game="arclash")
    told = said(reply)
    assert "Arclash in the lab" in told or "in the lab" in told
    assert "matches against itself: the decks win" in told
    assert pictures_of(reply.response)
    kept = await club.bot.lab.kept("arclash", club.bot.games["arclash"].rules.cards_of(None) or "")
    del kept
    again = await club.ben.slash(club.channel, "cards lab", game="arclash")
    assert said(again) == told
    assert "played without decks" in said(await club.ann.slash(club.channel, "cards lab", game="papyrus"))
    assert LabReport.__struct_fields__
