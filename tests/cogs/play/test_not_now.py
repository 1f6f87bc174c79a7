"""Choices that a panel cannot offer are named on it; longer reasons are behind a button."""

from __future__ import annotations

import pytest

from bot.engine.menus import Reason
from bot.games.registry import GAMES
from cogs.play import screens
from cogs.play.screens import compose_reasons, in_brief, why_not
from tests.cogs.club import Club
from tests.cogs.composed import words
from tests.cogs.players import click, moves_offered, panel_in_dm, press, words_of
from tests.cogs.skirmish import begun

FEW = [Reason(("Knight",), "Knight is in play already."), Reason(("Ogre", "Dragon"), "Ogre costs 3*.")]
MANY = [*FEW, *[Reason((f"Wall {number}",), f"Wall {number} has no room.") for number in range(6)]]


def test_few_reasons_are_on_the_panel() -> None:
    assert in_brief(FEW) == "-# Knight is in play already.\n-# Ogre costs 3\\*."
    assert why_not(FEW, "m", 1, ()) == []
    assert in_brief(()) == ""


def test_of_many_reasons_the_panel_has_the_names_and_a_button() -> None:
    assert in_brief(MANY) == "-# Not now: Knight, Ogre, Dragon, Wall 0, Wall 1, Wall 2 and 3 more."
    assert len(why_not(MANY, "m", 1, ("c3",))) == 1
    page = "\n".join(words(compose_reasons(GAMES["overcross"], MANY)))
    assert "**Ogre, Dragon**: Ogre costs 3\\*." in page
    assert "**Wall 5**: Wall 5 has no room." in page


async def test_the_screen_of_a_unit_names_targets_out_of_reach(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    member = await begun(club, "width=16 height=12")
    panel = panel_in_dm(member.user)
    unit = next(offer for offer in moves_offered(panel) if offer[1] and offer[1].startswith("u"))
    await press(member.user, panel, unit)
    panel = panel_in_dm(member.user)
    assert words_of(panel).count("has no shot at") == 2
    monkeypatch.setattr(screens, "_AT_ONCE", 1)
    await click(member.user, panel, "Refresh")
    panel = panel_in_dm(member.user)
    assert "Not now: " in words_of(panel)
    shown = await click(member.user, panel, "Why not?")
    assert words_of(shown.response).count("has no shot at") == 2
