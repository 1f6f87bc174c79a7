"""The adjudication of unfinished matches in all five games: by the deciding figures, never by hidden data."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bot.engine.contract import Resign, changed_at
from bot.engine.fair import Stream
from bot.games.crossfire.rules.scoring import claims_of
from bot.games.papyrus.rules.field import field_of
from bot.games.registry import GAMES
from bot.matches.notices import ADJUDICATED
from bot.matches.tournament_play import adjudged

STEPS, OPENING = 250, 10


def states(key: str, seats: int = 2, **options: Any) -> Iterator[Any]:
    """Yield the states of a match: timeout actions in the opening, then random play."""
    rules: Any = GAMES[key].rules
    rng = Stream("adjudicated", bytes(32))
    state = rules.setup(rules.normalize(rules.Options(**options), seats), seats, rng)
    lots = Random(7)
    for step in range(STEPS):
        yield rules.clone(state)
        if rules.outcome(state) is not None:
            return
        seat = min(rules.to_act(state))
        legal = rules.legal(state, seat)
        by_lot = legal[lots.randrange(len(legal))]
        rules.apply(state, seat, rules.timeout_action(state, seat) if step < OPENING else by_lot, rng)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_it_does_not_depend_on_hidden_data(key: str) -> None:
    rules: Any = GAMES[key].rules
    rng = Stream("another world", bytes(32))
    shown = 0
    for number, state in enumerate(states(key)):
        if number % 25 or rules.outcome(state) is not None:
            continue
        other = rules.resample(rules.view(state, None), rng)
        found = rules.adjudicate(state)
        assert list(rules.adjudicate(other)) == list(found)
        assert len(found) in (0, 2)
        shown += bool(found)
    assert shown


@pytest.mark.parametrize("key", sorted(GAMES))
def test_during_secret_choices_before_the_first_turn_all_are_equal(key: str) -> None:
    rules: Any = GAMES[key].rules
    state = next(states(key))
    outcome = adjudged(rules, state, (), 2)
    assert (outcome.winners, outcome.why) == ((), ADJUDICATED)


def late(key: str, **options: Any) -> Any:
    *_, last = (state for state in states(key, **options) if GAMES[key].rules.outcome(state) is None)
    return last


def test_papyrus_is_decided_by_the_hill_then_by_hp() -> None:
    """PAP-25, PAP-23."""
    rules: Any = GAMES["papyrus"].rules
    state = late("papyrus", squad=2, hill=True)
    assert state.round >= 1
    mine = [unit for unit in state.units if unit.seat == 0][:1]
    theirs = [unit for unit in state.units if unit.seat == 1][:1]
    hill = field_of(state.options, 2).hill
    square = (hill & -hill).bit_length() - 1
    away = next(each for each in range(400) if not hill >> each & 1)
    state.units = (replace(mine[0], hp=1, square=square), replace(theirs[0], hp=9, square=away))
    assert adjudged(rules, state, (), 2).winners == (0,)
    state.units = (replace(mine[0], hp=1, square=away), replace(theirs[0], hp=9, square=away))
    outcome = adjudged(rules, state, (), 2)
    assert (outcome.winners, outcome.scores) == ((1,), (1, 9))
    state.units = (replace(mine[0], hp=9, square=away), replace(theirs[0], hp=9, square=away))
    assert adjudged(rules, state, (), 2).drawn


def test_crossfire_is_decided_by_the_points_of_an_empty_pack() -> None:
    """CRF-28."""
    rules: Any = GAMES["crossfire"].rules
    found = []
    for state in states("crossfire"):
        if state.phase != "bases" and state.outcome is None:
            points = tuple(claim.points for claim in claims_of(state.table, state.board))
            outcome = adjudged(rules, state, (), 2)
            assert outcome.scores == points or outcome.drawn
            assert outcome.winners == tuple(s for s in (0, 1) if points[s] > points[1 - s])
            found.append(outcome.winners)
    assert (0,) in found or (1,) in found


def test_crossfire_for_four_is_decided_by_team_points() -> None:
    rules: Any = GAMES["crossfire"].rules
    state = late("crossfire", seats=4)
    state.tallies = (replace(state.tallies[0], bases=0, chain=2), replace(state.tallies[1], bases=1, chain=0))
    assert adjudged(rules, state, (), 4).winners == (0, 2)


def test_arclash_is_decided_by_points() -> None:
    rules: Any = GAMES["arclash"].rules
    state = late("arclash", seats=3)
    for scores, winners in (((3, 5, 1), (1,)), ((5, 5, 1), (0, 1)), ((2, 2, 2), ())):
        state.sides = tuple(
            replace(side, score=score) for side, score in zip(state.sides, scores, strict=True)
        )
        outcome = adjudged(rules, state, (), 3)
        assert (outcome.winners, outcome.scores) == (winners, scores)


def test_neo_combat_is_decided_by_kills_then_varans_then_damage() -> None:
    """NEO-16."""
    rules: Any = GAMES["neo-combat"].rules
    state = late("neo-combat")
    state.kills, state.dealt = (1, 2), (9, 0)
    assert adjudged(rules, state, (), 2).winners == (1,)
    state.kills, tokens = (2, 2), state.tokens
    state.tokens = changed_at(tokens, 0, sector=-1) if tokens[0].sector >= 0 else tokens
    left = [
        sum(token.sector >= 0 for token in state.tokens[at : at + state.options.team])
        for at in (0, state.options.team)
    ]
    assert left[0] != left[1]
    assert adjudged(rules, state, (), 2).winners == (int(left[1] > left[0]),)
    state.tokens = tuple(replace(token, sector=1) for token in tokens)
    assert adjudged(rules, state, (), 2).winners == (0,)
    assert adjudged(rules, state, (), 2).scores == (9, 0)
    state.dealt = (4, 4)
    assert adjudged(rules, state, (), 2).drawn


def test_overcross_is_decided_by_the_objective_then_by_kills() -> None:
    """OVC-28."""
    rules: Any = GAMES["overcross"].rules
    state = late("overcross", objective="deathmatch")
    state.sides = (replace(state.sides[0], points=3, kills=9), replace(state.sides[1], points=4, kills=0))
    assert adjudged(rules, state, (), 2).winners == (1,)
    state.sides = (replace(state.sides[0], points=4), state.sides[1])
    outcome = adjudged(rules, state, (), 2)
    assert (outcome.winners, outcome.scores) == ((0,), (9, 0))


def test_a_resigned_seat_does_not_win() -> None:
    rules: Any = GAMES["arclash"].rules
    state = late("arclash", seats=3)
    state.sides = tuple(
        replace(side, score=score) for side, score in zip(state.sides, (9, 2, 1), strict=True)
    )
    rng = Stream("gone", bytes(32))
    rules.apply(state, 0, Resign(), rng)
    assert adjudged(rules, state, (0,), 3).winners == (1,)
