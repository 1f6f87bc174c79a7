"""A viewer cannot distinguish the true match from one with redrawn hidden data (NEO-18)."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from bot.engine.fair import Stream
from bot.games.neocombat.rules import actions, facts
from bot.games.neocombat.rules.view import NO_PLAN
from tests.games.neocombat.chance import positions
from tests.games.neocombat.table import POOL, RULES
from tests.games.random_play import viewers
from tests.two_worlds import TwoWorlds


def parting_for(viewer, team):
    """Return the types of facts that may reveal hidden data to a viewer; the comparison may end there."""

    class Shows(type):
        def __instancecheck__(cls, fact):
            if isinstance(fact, facts.Drew):
                return fact.seat == viewer
            if isinstance(fact, facts.Shuffled):
                return bool(fact.varans)
            if isinstance(fact, facts.Revealed):
                return viewer is None or fact.token // team != viewer
            if isinstance(fact, facts.Claimed):
                return fact.token // team != viewer
            if isinstance(fact, facts.Dropped):
                return fact.seat != viewer
            return isinstance(fact, facts.Resigned | facts.AllReady)

    return (Shows("Lawful", (), {}),)


def battery(view):
    """Return actions to try, mostly illegal: with all cards and varans."""
    random = Random(repr(view))
    tokens = range(-1, len(view.tokens))
    kinds = range(len(POOL.actions))
    yield from (actions.Pass(), actions.Stop(), actions.Ready(), actions.ByLot())
    yield from [actions.Keep(varan) for varan in random.sample(range(len(POOL.roster)), 6)]
    for _ in range(25):
        card, token, user = random.choice(kinds), random.choice(tokens), random.choice(tokens)
        flags = random.random() < 0.3, random.random() < 0.3
        yield actions.Play(card, token, user, random.choice((0, 0, 1)), *flags)
        yield actions.Play(random.choice(view.hand or (0,)), token, user)
        yield actions.Play(random.choice(view.hand or (0,)), token)
    for card in random.sample(kinds, 8):
        yield from (actions.Discard(card), actions.Defend(card), actions.Defend(card, claim=True))
        yield actions.Dress(card, random.choice(tokens))
    for token in random.sample(tokens, min(8, len(tokens))):
        yield from (actions.Move(token, 0), actions.Move(token, -1), actions.Move(token, 3))
        yield from (actions.Cloak(token), actions.Shuffle(token))


def check_all(rules, states, steps=5):
    for i, state in enumerate(states):
        for viewer in viewers(state):
            parting = parting_for(viewer, state.options.team)
            TwoWorlds(rules, battery, steps=steps, parting=parting).check(state, viewer, seed=i)


@pytest.mark.parametrize("number", range(3))
def test_two_worlds(number):
    check_all(RULES, positions(range(number, number + 1), kept=0.02))


@pytest.mark.soak
@pytest.mark.parametrize("number", range(3, 150))
def test_two_worlds_of_more_matches(number):
    check_all(RULES, positions(range(number, number + 1), kept=0.08))


@cache
def many_positions(kept):
    return list(positions(range(40), kept))


@pytest.mark.parametrize("phase", ["draft", "specials", "movement", "combat", "repair"])
def test_two_worlds_in_every_phase(phase):
    found = [state for state in many_positions(0.5 if phase == "draft" else 0.1) if state.phase == phase]
    assert len(found) >= 8
    check_all(RULES, found[-4:], steps=3)


def test_two_worlds_in_an_open_window_and_before_a_second_attack():
    window = [state for state in many_positions(0.1) if state.fight is not None]
    second = [state for state in positions(range(30), kept=0.3) if state.second is not None]
    assert min(len(window), len(second)) > 5
    check_all(RULES, [*window[:5], *second[:3]], steps=3)


def ready_alike(state, viewer, random):
    """Let all choose the same for Repair in the true state and in one that the viewer cannot distinguish.

    Return the viewer's facts in both, and the states; None if they do not have the cards.
    """
    worlds = [
        RULES.clone(state),
        RULES.resample(RULES.view(state, viewer), Stream("twin", random.randbytes(32))),
    ]
    for world in worlds:
        world.plans, world.ready = (NO_PLAN,) * world.seats, (False,) * world.seats
    while True:
        seat = min(RULES.to_act(worlds[0]))
        legal = [list(RULES.legal(world, seat)) for world in worlds]
        common = [each for each in legal[0] if each in legal[1] and not isinstance(each, actions.ByLot)]
        if not common:
            return None
        wanted = [
            each for each in common if isinstance(each, actions.Discard | actions.Shuffle | actions.Cloak)
        ]
        ready = [each for each in common if isinstance(each, actions.Ready)]
        action = (
            ready[0] if ready and (not wanted or random.random() < 0.2) else random.choice(wanted or common)
        )
        seed = random.randbytes(32)
        told = [RULES.apply(world, seat, action, Stream("ready", seed)) for world in worlds]
        if any(isinstance(event.public, facts.AllReady) for event in told[0]):
            return [[event.seen_by(viewer) for event in events] for events in told], worlds


def test_the_end_of_repair_depends_only_on_the_choices():
    """Shuffles, discards and draws do not depend on hidden cards.

    Apart from all choices, and the own cards, they reveal nothing (NEO-14 to NEO-16, NEO-18a).
    """
    random, compared, shuffled = Random(14), 0, 0
    for state in [each for each in many_positions(0.1) if each.phase == "repair"][:30]:
        for viewer in viewers(state):
            found = ready_alike(state, viewer, random)
            if found is None:
                continue
            told, worlds = found
            seen = [
                [None if isinstance(fact, facts.Drew) and fact.seat == viewer else fact for fact in each]
                for each in told
            ]
            assert seen[0] == seen[1]
            compared += 1
            shuffled += any(isinstance(fact, facts.Shuffled) for fact in told[0])
            views = [replace(RULES.view(world, viewer), hand=()) for world in worlds]
            assert views[0] == views[1]
    assert compared > 30
    assert shuffled > 5
