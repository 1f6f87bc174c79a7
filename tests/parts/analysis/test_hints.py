"""Hints and reasons: both follow from the view alone, and every action has a reason."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import msgspec
import pytest

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.engine.contract import Resign
from bot.engine.fair import Stream
from bot.games.arclash.rules.actions import Pass
from bot.games.computers import COMPUTERS, normal_player
from bot.games.papyrus.rules.actions import Attack
from bot.games.registry import GAMES
from bot.matches.options import read_options
from bot.parts.analysis.hints import Hint, hinted, reasoned, sure_win
from tests.two_worlds import TwoWorlds

STEPS = {"papyrus": 250, "crossfire": 12, "arclash": 80, "neo-combat": 80, "overcross": 60}


@cache
def moments(key: str) -> Sequence[tuple[Any, int, Any]]:
    """Return the positions, seats and actions of a match of normal players; it is played once."""
    return tuple(_moments(key))


def _moments(key: str) -> Iterator[tuple[Any, int, Any]]:
    rules, player, luck = GAMES[key].rules, normal_player(key), random.Random(1)
    dice, seats = Stream("match", bytes([1]) * 32), rules.seats[0]
    state = rules.setup(read_options(rules, {}, seats), seats, dice)
    for _ in range(STEPS[key]):
        if rules.outcome(state) is not None:
            return
        seat = min(rules.to_act(state))
        action = player.choose(rules, rules.view(state, seat), rules.legal(state, seat), luck)
        yield rules.clone(state), seat, action
        rules.apply(state, seat, action, dice)


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.computers])
def test_every_action_of_a_normal_player_has_a_reason_in_both_languages(key: str) -> None:
    rules, player = GAMES[key].rules, normal_player(key)
    reasons = set()
    for state, seat, action in moments(key):
        view = rules.view(state, seat)
        english = player.reason(rules, view, seat, action)
        with speaking(language("de")):
            german = player.reason(rules, view, seat, action)
        assert english.endswith(".")
        assert german not in ("", english)
        assert "{" not in english + german
        reasons.add(english)
        if type(action) in player.seen:
            assert player.reason(rules, rules.view(state, None), seat, action), "nothing secret is needed"
    assert len(reasons) > 4


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.computers])
def test_secret_actions_have_no_public_reason(key: str) -> None:
    """OVC-08: whether a hand was kept or replaced is secret, so neither may have a reason."""
    rules, seen = GAMES[key].rules, normal_player(key).seen
    for state, seat, action in moments(key):
        legal = rules.legal(state, seat)
        others = [legal[place] for place in range(0, len(legal), 1 + len(legal) // 12)]
        if type(action) not in seen:
            others = [each for each in others if type(each) in seen]
        for other in others:
            if other != action:
                assert shown_to_all(rules, state, seat, other) != shown_to_all(rules, state, seat, action)


def shown_to_all(rules: Any, state: Any, seat: int, action: Any) -> bytes:
    """Return what all viewers see of an action."""
    after = rules.clone(state)
    events = rules.apply(after, seat, action, Stream("shown", bytes(32)))
    return msgspec.json.encode((rules.view(after, None), [event.public for event in events]))


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.computers])
def test_two_worlds_hints_and_reasons_depend_only_on_the_reader_s_view(key: str) -> None:
    rules, player = GAMES[key].rules, normal_player(key)

    def told(view: Any, legal: Sequence[Any]) -> bytes:
        hint = hinted(key, rules.version, view) if legal else None
        assert hint is None or hint.action in legal
        return msgspec.json.encode(hint)

    for number, (state, seat, action) in enumerate(moments(key)):
        if number % 12 == 0:
            TwoWorlds(rules, lambda _view: (), observables={"the hint": told}, steps=0).check(
                state, seat, number
            )

            def why(view: Any, _legal: Sequence[Any], seat: int = seat, action: Any = action) -> bytes:
                return player.reason(rules, view, seat, action).encode()

            if type(action) in player.seen:
                TwoWorlds(rules, lambda _view: (), observables={"why": why}, steps=0).check(
                    state, None, number
                )


def test_all_computers_give_reasons_also_for_resigning() -> None:
    for key, computer in COMPUTERS.items():
        game = next(game for game in GAMES if computer.plays(game))
        rules = GAMES[game].rules
        state, seat, action = moments(game)[0]
        assert reasoned(game, rules.version, key, rules.view(state, seat), seat, action)
        assert reasoned(game, rules.version, key, None, seat, Resign()) == "It no longer saw a way to win."


# ---- a sure win comes first

LAST_ENEMY_BESIDE = """..Ss........
.....M......
............
............
............
............
............
............
s = seat 2 SMG:{hp}
options: hill=true
turn: seat 1, round 3, pool 6
"""


@pytest.mark.parametrize(("hp", "sure"), [(1, True), (10, False)])
def test_the_hint_kills_the_last_enemy_before_it_moves_to_the_hill(hp: int, sure: bool) -> None:
    """It is beside the SMG, which hits 6 times in 6; the hint was a move in a former version."""
    rules = GAMES["papyrus"].rules
    view = rules.view(rules.position(LAST_ENEMY_BESIDE.format(hp=hp)), 0)
    found = hinted("papyrus", rules.version, view)
    assert found is not None
    assert (found.reason == "This wins the match at once.") == sure
    assert isinstance(found.action, Attack) or not sure


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.computers])
def test_a_hint_takes_a_sure_win(key: str) -> None:
    """The last decision of a match of normal players: the hint there ends it in every sampled world."""
    rules, player, luck = GAMES[key].rules, normal_player(key), random.Random(5)
    dice, seats = Stream("match", bytes(32)), rules.seats[0]
    state = rules.setup(read_options(rules, {}, seats), seats, dice)
    while True:
        seat = min(rules.to_act(state))
        view, legal = rules.view(state, seat), rules.legal(state, seat)
        action = player.choose(rules, view, legal, luck)
        rules.apply(state, seat, action, dice)
        if rules.outcome(state) is not None:
            break
    found = sure_win(rules, view, legal)
    if found is not None:
        assert hinted(key, rules.version, view) == Hint(found, "This wins the match at once.")
        after = rules.resample(view, Stream("another", bytes(32)))
        rules.apply(after, seat, found, Stream("others", b"\7" * 32))
        assert seat in rules.outcome(after).winners
    else:
        told = hinted(key, rules.version, view)
        assert told is None or told.reason != "This wins the match at once."


# ---- the last battle


@pytest.mark.parametrize(("options", "later"), [("score=10", True), ("score=3", False), ("rounds=6", False)])
def test_in_a_last_battle_nothing_is_saved_for_later(options: str, later: bool) -> None:
    """ARC-04: the battle brings the winning score, or it is the last turn."""
    rules = GAMES["arclash"].rules
    state = rules.position(
        f"phase: support, turn 6\norder: 1 2\noptions: {options}\n"
        "seat 1: 2 points\nstack: TID-01\nseat 2: 2 points\nstack: STO-03\n"
    )
    view = rules.view(state, 0)
    assert ("later" in reasoned("arclash", rules.version, "duellist", view, 0, Pass())) == later
