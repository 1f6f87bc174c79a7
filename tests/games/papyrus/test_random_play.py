"""Random legal play always ends, and holds the invariants after each action."""

from collections import Counter
from random import Random

import msgspec
import pytest

from bot.engine.errors import IllegalAction
from bot.games.papyrus.actions import Attack, Dismiss, EndTurn, Formation, Heal, Move, Place, Ready, Recruit
from bot.games.papyrus.field import field_of
from bot.games.papyrus.fold import fold
from bot.games.papyrus.options import Kind
from bot.games.papyrus.state import SECRET_PHASES, PapyrusState
from tests.games.papyrus.chance import Turning, a_match, fresh_randomness, playthrough
from tests.games.papyrus.table import RULES

LONGEST = 20_000
"""No match of these sizes takes as many actions; one that does would never end."""


def viewers(state):
    return (None, *range(state.seats))


def check_position(state):
    """What holds in every position (PAP-07, PAP-14, PAP-20)."""
    field = field_of(state.options, state.seats)
    standing = [unit.square for unit in state.units if unit.square >= 0]
    assert all(0 <= unit.hp <= 10 for unit in state.units)
    assert len(set(standing)) == len(standing)
    assert not set(standing) & set(field.barriers)
    assert all(field.grid.has(square) for square in standing)
    assert state.pool >= 0
    if state.phase not in SECRET_PHASES and state.round:
        assert all((unit.hp > 0) == (unit.square >= 0) for unit in state.units)


def check_who_acts(state):
    """Only who is awaited has anything to do, and always has."""
    awaited = RULES.to_act(state)
    assert bool(awaited) == (RULES.outcome(state) is None)
    for seat in range(state.seats):
        assert bool(RULES.legal(state, seat)) == (seat in awaited)
    if state.phase not in SECRET_PHASES:
        assert awaited == (frozenset() if state.outcome else {state.turn})


def check_facts_tell_the_change(turning: Turning):
    """Folding the facts a viewer sees over its old view gives its new view."""
    for viewer in viewers(turning.before):
        view = RULES.view(turning.before, viewer)
        for event in turning.events:
            fact = event.seen_by(viewer)
            if fact is not None:
                view = fold(view, fact)
        assert view == RULES.view(turning.after, viewer)


def check_json(value, kind):
    assert msgspec.json.decode(msgspec.json.encode(value), type=kind) == value


def check_events_survive_json(events):
    for event in events:
        for fact in (event.public, *event.private.values()):
            if fact is not None:
                check_json(fact, RULES.Fact)


def twin_of(state):
    return msgspec.json.decode(msgspec.json.encode(state), type=PapyrusState)


def check_twin(turning: Turning, rng):
    """A state read back from JSON offers the same, and goes on to the same."""
    twin = twin_of(turning.before)
    assert twin == turning.before
    assert list(RULES.legal(twin, turning.seat)) == list(RULES.legal(turning.before, turning.seat))
    assert RULES.apply(twin, turning.seat, turning.action, rng) == turning.events
    assert twin == turning.after


def play_and_check(number: int) -> int:
    rng = fresh_randomness(number)
    actions = 0
    for turning in playthrough(number):
        check_twin(turning, rng)
        check_position(turning.after)
        check_who_acts(turning.after)
        check_facts_tell_the_change(turning)
        check_json(turning.action, RULES.Action)
        check_events_survive_json(turning.events)
        actions += 1
        assert actions < LONGEST
    for viewer in viewers(turning.after):
        check_json(RULES.view(turning.after, viewer), RULES.View)
    return actions


@pytest.mark.parametrize(
    "number", [*range(60), *[pytest.param(n, marks=pytest.mark.soak) for n in range(60, 1060)]]
)
def test_random_play_ends_and_holds_the_invariants_after_each_action(number):
    assert play_and_check(number) > 0


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
    """Every action of every kind, on and just off the map and the lists."""
    units = range(-1, len(state.units) + 1)
    squares = range(-1, field_of(state.options, state.seats).grid.size + 1)
    yield from [Recruit(kind) for kind in Kind] + [Dismiss(kind) for kind in Kind]
    yield from (Ready(), Formation(), EndTurn())
    for unit in units:
        yield from [Move(unit, square) for square in squares]
        yield from [Place(unit, square) for square in squares]
        yield from [Attack(unit, target) for target in units]
        yield from [Heal(unit, target) for target in units]


def refusal_of(state, seat, action, rng):
    try:
        RULES.apply(state, seat, action, rng)
    except IllegalAction as refusal:
        return refusal.sentence
    return ""


@pytest.mark.parametrize("number", [1, 2, 4, 5, 7])
def test_exactly_the_legal_actions_are_accepted(number):
    """Legal lists and refusals are worked out apart; here every conceivable action is tried."""
    random = Random(number)
    tried = 0
    for turning in playthrough(number):
        if random.random() > 0.01 or tried >= 12:
            continue
        tried += 1
        state = turning.after
        for seat in range(state.seats):
            legal = RULES.legal(state, seat)
            listed = set(legal)
            assert len(listed) == len(legal)
            for action in all_conceivable(state):
                trial = RULES.clone(state)
                refusal = refusal_of(trial, seat, action, fresh_randomness(number))
                if refusal:
                    assert trial == state
                    assert refusal.endswith(".")
                assert (not refusal) == (action in listed) == (action in legal), action
    assert tried


def test_the_legal_list_is_a_sequence_like_any_other():
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
