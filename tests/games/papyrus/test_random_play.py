"""Random legal play always ends, and keeps the invariants after each action."""

from collections import Counter
from itertools import chain
from random import Random

import pytest

from bot.games.papyrus.rules.actions import (
    Attack,
    Dismiss,
    EndTurn,
    Formation,
    Heal,
    Move,
    Place,
    Ready,
    Recruit,
)
from bot.games.papyrus.rules.field import field_of
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.view import SECRET_PHASES
from tests.games.papyrus.chance import a_match, playthrough
from tests.games.papyrus.table import RULES
from tests.games.random_play import (
    check_legal_or_refused,
    check_written,
    numbers,
    play_and_check,
    positions_of,
)

LONGEST = 20_000
"""More actions than any match of these sizes takes; a longer one would never end."""


def check_position(state):
    """Invariants of every position (PAP-07, PAP-14, PAP-20)."""
    field = field_of(state.options, state.seats)
    standing = [unit.square for unit in state.units if unit.square >= 0]
    assert all(0 <= unit.hp <= 10 for unit in state.units)
    assert len(set(standing)) == len(standing)
    assert not set(standing) & set(field.barriers)
    assert all(field.grid.has(square) for square in standing)
    assert state.pool >= 0
    if state.phase not in SECRET_PHASES and state.round:
        assert all((unit.hp > 0) == (unit.square >= 0) for unit in state.units)
    if state.phase not in SECRET_PHASES:
        assert RULES.to_act(state) == (frozenset() if state.outcome else {state.turn})


@pytest.mark.parametrize("number", numbers(12, 1048))
def test_random_play_ends_and_keeps_the_invariants_after_each_action(number):
    assert play_and_check(RULES, playthrough(number), number, check_position, LONGEST) > 0


def test_the_matches_played_cover_all_seats_and_options():
    played = [a_match(number) for number in range(60)]
    assert {seats for _, seats in played} == {2, 3, 4}
    for name in ("critical", "kinds", "map"):
        assert len({getattr(options, name) for options, _ in played}) >= 2, name
    pairs = Counter((seats, options.kinds, options.critical) for options, seats in played)
    assert len(pairs) == 18
    assert {options.squad for options, _ in played} >= {1, 10, 30}
    assert any(options.rounds for options, _ in played)
    assert any("#" in options.grid and options.map == "open" for options, _ in played)


def all_conceivable(state):
    """Return every action of every kind, with squares and numbers in range and just out of range."""
    units = range(-1, len(state.units) + 1)
    squares = range(-1, field_of(state.options, state.seats).grid.size + 1)
    yield from [Recruit(kind) for kind in Kind] + [Dismiss(kind) for kind in Kind]
    yield from (Ready(), Formation(), EndTurn())
    for unit in units:
        yield from [Move(unit, square) for square in squares]
        yield from [Place(unit, square) for square in squares]
        yield from [Attack(unit, target) for target in units]
        yield from [Heal(unit, target) for target in units]


@pytest.mark.parametrize(
    ("number", "positions"),
    [
        (1, 12),
        (2, 12),
        (5, 2),
        (7, 12),
        pytest.param(4, 12, marks=pytest.mark.soak),
        pytest.param(5, 12, marks=pytest.mark.soak),
    ],
)
def test_exactly_the_legal_actions_are_accepted(number, positions):
    """Legal lists and refusals have separate code; here every conceivable action is tried."""
    random = Random(number)
    tried = 0
    for turning in playthrough(number):
        if random.random() > 0.01 or tried >= positions:
            continue
        tried += 1
        state = turning.after
        for seat in range(state.seats):
            check_legal_or_refused(RULES, state, seat, all_conceivable(state), number)
    assert tried


def test_a_written_position_is_read_back_equal():
    check_written(RULES, chain.from_iterable(positions_of(playthrough(n), n, 0.1) for n in range(14)))


def test_the_legal_list_is_a_sequence():
    for turning in playthrough(5):
        legal = RULES.legal(turning.before, turning.seat)
        written = list(legal)
        assert len(written) == len(legal)
        assert [legal[i] for i in range(-len(legal), len(legal))] == written * 2
        assert (legal[1:9:3], legal[::-7]) == (written[1:9:3], written[::-7])
        assert turning.action in legal or type(turning.action).__name__ == "Resign"
        for beyond in (len(legal), -len(legal) - 1):
            with pytest.raises(IndexError):
                legal[beyond]
