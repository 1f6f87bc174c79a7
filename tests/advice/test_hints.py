"""Hints and reasons: what is said follows from the view alone, and every action has a reason."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest

from bot.advice.hints import hinted, reasoned
from bot.engine.contract import Resign
from bot.engine.fair import Stream
from bot.engine.language import speaking
from bot.languages.catalogues import language
from bot.matches.options import read_options
from bot.players import COMPUTERS, normal_player
from bot.registry import GAMES
from tests.two_worlds import TwoWorlds

STEPS = {"papyrus": 250, "crossfire": 12, "arclash": 80, "neo-combat": 80, "overcross": 60}


def moments(key: str, seed: int = 1) -> Iterator[tuple[Any, int, Any]]:
    """Yield the positions of a match of normal players, with who acts and what they do."""
    rules, player, luck = GAMES[key].rules, normal_player(key), random.Random(seed)
    dice, seats = Stream("match", bytes([seed]) * 32), rules.seats[0]
    state = rules.setup(read_options(rules, {}, seats), seats, dice)
    for _ in range(STEPS[key]):
        if rules.outcome(state) is not None:
            return
        seat = min(rules.to_act(state))
        action = player.choose(rules, rules.view(state, seat), rules.legal(state, seat), luck)
        yield rules.clone(state), seat, action
        rules.apply(state, seat, action, dice)


@pytest.mark.parametrize("key", GAMES)
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


@pytest.mark.parametrize("key", GAMES)
def test_a_reason_is_told_of_nothing_that_others_could_take_for_another_action(key: str) -> None:
    """OVC-08: whether a hand was kept or drawn anew is secret, and so would be a reason for either."""
    rules, seen = GAMES[key].rules, normal_player(key).seen
    for state, seat, action in moments(key, 3):
        legal = rules.legal(state, seat)
        others = [legal[place] for place in range(0, len(legal), 1 + len(legal) // 12)]
        if type(action) not in seen:
            others = [each for each in others if type(each) in seen]
        for other in others:
            if other != action:
                assert shown_to_all(rules, state, seat, other) != shown_to_all(rules, state, seat, action)


def shown_to_all(rules: Any, state: Any, seat: int, action: Any) -> bytes:
    """Return what everybody sees and is told of an action."""
    after = rules.clone(state)
    events = rules.apply(after, seat, action, Stream("shown", bytes(32)))
    return msgspec.json.encode((rules.view(after, None), [event.public for event in events]))


@pytest.mark.parametrize("key", GAMES)
def test_two_worlds_a_hint_and_a_reason_follow_from_what_their_reader_may_know(key: str) -> None:
    rules, player = GAMES[key].rules, normal_player(key)

    def told(view: Any, legal: Sequence[Any]) -> bytes:
        hint = hinted(key, rules.version, view) if legal else None
        assert hint is None or hint.action in legal
        return msgspec.json.encode(hint)

    for number, (state, seat, action) in enumerate(moments(key, 2)):
        if number % 9 == 0:
            TwoWorlds(rules, lambda _view: (), observables={"the hint": told}, steps=0).check(
                state, seat, number
            )

            def why(view: Any, _legal: Sequence[Any], seat: int = seat, action: Any = action) -> bytes:
                return player.reason(rules, view, seat, action).encode()

            if type(action) in player.seen:
                TwoWorlds(rules, lambda _view: (), observables={"why": why}, steps=0).check(
                    state, None, number
                )


def test_all_computers_say_why_and_who_resigns_too() -> None:
    for key, computer in COMPUTERS.items():
        game = next(game for game in GAMES if computer.plays(game))
        rules = GAMES[game].rules
        state, seat, action = next(moments(game))
        assert reasoned(game, rules.version, key, rules.view(state, seat), seat, action)
        assert reasoned(game, rules.version, key, None, seat, Resign()) == "It saw no way to win any more."
