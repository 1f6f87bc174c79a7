"""Matches of Overcross as their players see them, through SimCord: by buttons, by commands, with restarts."""

from __future__ import annotations

import random
from typing import Any

import pytest
from simcord import MemberActor

from bot.games.overcross.game import CARDS as OVERCROSS_CARDS
from bot.games.registry import GAMES
from bot.matches.model import MatchView
from cogs.kit.controls import ComponentId
from tests.cogs.club import Club
from tests.cogs.players import (
    Offer,
    check_result,
    click,
    moves_offered,
    panel_in_dm,
    press,
    turns,
    type_an_action,
)
from tests.games.overcross.eager import SHORT, eager_action
from tests.games.screens import NAMES

GAME = GAMES["overcross"]


def wanted(match_view: MatchView) -> Any:
    """Return the action that an eager player of this seat chooses."""
    return eager_action(match_view.view, match_view.legal, OVERCROSS_CARDS.standard)


def way_to(match_view: MatchView, action: Any) -> tuple[str, ...]:
    """Return the keys that lead to an action through the screens, with the fewest taps."""
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        path = waiting.pop(0)
        menu = GAME.wording.menu(match_view.view, match_view.legal, path, NAMES)
        for choice in [choice for group in menu.groups for choice in group.choices]:
            if choice.actions == (action,):
                return (*path, choice.key)
            if not choice.actions and len(path) < 3:
                waiting.append((*path, choice.key))
    raise AssertionError(f"no way leads to {action}")


async def tap(member: MemberActor, key: str) -> None:
    """Choose the key in the newest panel of a player's DMs, from the first screen if necessary."""
    panel = panel_in_dm(member.user)
    while (offer := offered(panel, key)) is None:
        await click(member.user, panel, "Back")
        panel = panel_in_dm(member.user)
    await press(member.user, panel, offer)


def offered(panel: Any, key: str) -> Offer | None:
    """Return the choice with this key in a panel; None if it is not offered."""
    for custom_id, value in moves_offered(panel):
        if key == (value or ComponentId.decode(custom_id).path[-1]):
            return custom_id, value
    return None


async def by_buttons(club: Club, member: MemberActor) -> None:
    match_view = await club.match_view(member)
    keys = way_to(match_view, wanted(match_view))
    assert len(keys) <= 3, "three taps at most lead to everything"
    for key in keys:
        await tap(member, key)


async def by_commands(club: Club, member: MemberActor) -> None:
    match_view = await club.match_view(member)
    await type_an_action(club, member, random.Random(1), lambda _legal, _rng: wanted(match_view))


async def play(club: Club, act: Any, restart_every: int) -> None:
    """Let all play the match of the channel to its end in this way."""
    async for member in turns(club, random.Random(1), restart_every):
        await act(club, member)


def in_suite(*objectives: str) -> list[Any]:
    """Return all objectives; most are marked for long runs only, since a whole match takes many seconds."""
    return [each if each in objectives else pytest.param(each, marks=pytest.mark.soak) for each in SHORT]


@pytest.mark.parametrize("objective", in_suite("flag"))
async def test_a_match_of_each_objective_by_buttons_with_restarts(club: Club, objective: str) -> None:
    await club.started(club.ben, game="overcross", options=SHORT[objective])
    await play(club, by_buttons, restart_every=29)
    await check_result(club)


@pytest.mark.parametrize("objective", in_suite("invasion"))
async def test_a_match_of_each_objective_by_commands_with_restarts(club: Club, objective: str) -> None:
    await club.started(club.ben, game="overcross", options=SHORT[objective])
    await play(club, by_commands, restart_every=31)
    await check_result(club)


@pytest.mark.soak
async def test_a_match_of_four(club: Club) -> None:
    await club.started(club.ben, club.cleo, club.dan, game="overcross", options=SHORT["invasion"])
    await play(club, by_buttons, restart_every=41)
    await check_result(club)
