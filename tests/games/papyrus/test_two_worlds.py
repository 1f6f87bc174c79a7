"""Papyrus reveals no secret, and all leaks planted in a copy of its rules are detected."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bot.engine.contract import Event
from bot.engine.errors import IllegalAction
from bot.games.papyrus.rules.actions import (
    Attack,
    Dismiss,
    EndTurn,
    Formation,
    Heal,
    Move,
    Place,
    Preset,
    Ready,
    Recruit,
)
from bot.games.papyrus.rules.facts import Deployed, SquadsRevealed
from bot.games.papyrus.rules.options import Kind
from bot.games.papyrus.rules.rules import PapyrusRules
from bot.games.papyrus.rules.view import PapyrusView
from tests.games.papyrus.chance import playthrough, secret_positions
from tests.games.papyrus.table import MAPS, RULES, SQUADS
from tests.games.random_play import numbers, viewers
from tests.two_worlds import Leak, TwoWorlds

REVEALS = (SquadsRevealed, Deployed)


def battery(view: PapyrusView) -> Iterator[Any]:
    """Return actions of all kinds, mostly illegal: others' units, others' zones, invalid numbers."""
    random = Random(repr(view))
    yield from [Recruit(kind) for kind in Kind] + [Dismiss(kind) for kind in Kind]
    yield from (Preset("nonesuch"), Preset("balanced"), Formation(), Ready(), EndTurn())
    squares = [-1, view.width * view.height, *random.sample(range(view.width * view.height), 6)]
    squares += [random.choice(zone) for zone in view.zones for _ in range(3)]
    units = [-1, len(view.units), *random.sample(range(len(view.units)), min(5, len(view.units)))]
    for unit in units:
        yield from [Place(unit, square) for square in squares]
        yield from [Move(unit, square) for square in squares]
        yield from [act(unit, target) for act in (Attack, Heal) for target in units]


@pytest.mark.parametrize("number", numbers(4, 20))
def test_secrets_are_hidden_pap_02_pap_03(number):
    worlds = TwoWorlds(RULES, battery, REVEALS)
    for i, state in enumerate(secret_positions(range(number, number + 1), kept=0.05)):
        for viewer in viewers(state):
            worlds.check(state, viewer, seed=i)


@pytest.mark.parametrize("number", numbers(2, 6))
def test_after_deployment_the_two_worlds_are_equal_pap_24(number):
    worlds, random = TwoWorlds(RULES, battery, REVEALS), Random(number)
    for turning in playthrough(number):
        if turning.after.round and random.random() < 0.01:
            for viewer in viewers(turning.after):
                again = RULES.resample(RULES.view(turning.after, viewer), None)
                assert again == turning.after
                worlds.check(turning.after, viewer, seed=number)


def hidden_squares(state, seat):
    return [unit.square for unit in state.units if unit.seat != seat and unit.square >= 0]


def others(values, seat):
    return [value for other, value in enumerate(values) if other != seat]


class CompletenessInTheReadyFlags(PapyrusRules):
    def view(self, state, viewer):
        done = [len(squad) == state.options.squad for squad in state.squads]
        return replace(super().view(state, viewer), ready=tuple(done))


class HiddenUnitNamedByARefusal(PapyrusRules):
    def apply(self, state, seat, action, rng):
        if (
            isinstance(action, Place)
            and state.phase == "placing"
            and action.to in hidden_squares(state, seat)
        ):
            raise IllegalAction("An enemy stands there.")
        return super().apply(state, seat, action, rng)


class LegalOrderThatDependsOnHiddenSquads(PapyrusRules):
    def legal(self, state, seat):
        legal = super().legal(state, seat)
        odd = sum(map(len, others(state.squads, seat))) % 2
        return legal[::-1] if odd else legal


class PrivateFactToTheWrongSeat(PapyrusRules):
    def apply(self, state, seat, action, rng):
        events = super().apply(state, seat, action, rng)
        return [
            Event(event.public, {(other + 1) % state.seats: fact for other, fact in event.private.items()})
            for event in events
        ]


class ExtraEventWhenAnotherIsDone(PapyrusRules):
    def apply(self, state, seat, action, rng):
        done = any(len(squad) == state.options.squad for squad in others(state.squads, seat))
        events = super().apply(state, seat, action, rng)
        return [*events, events[0]] if done and isinstance(action, Recruit | Dismiss | Preset) else events


class NotAwaitedOnceAllAreChosen(PapyrusRules):
    def to_act(self, state):
        done = {seat for seat, squad in enumerate(state.squads) if len(squad) == state.options.squad}
        return super().to_act(state) - done


LEAKS = {
    CompletenessInTheReadyFlags: "yet shows in the view|yet is told of",
    HiddenUnitNamedByARefusal: "the answer to Place",
    LegalOrderThatDependsOnHiddenSquads: "the legal actions differs",
    PrivateFactToTheWrongSeat: "changes nothing that is seen, and yet is told of",
    ExtraEventWhenAnotherIsDone: "the answer to (Recruit|Dismiss|Preset)",
    NotAwaitedOnceAllAreChosen: "who is awaited differs",
}
"""Each leak, and the first observation that shows it."""


def caught(worlds: TwoWorlds, numbers: range = range(60)) -> str:
    """Return the first observation with a leak, or ""."""
    for i, state in enumerate(secret_positions(numbers)):
        for viewer in range(state.seats):
            try:
                worlds.check(state, viewer, seed=i)
            except Leak as leak:
                return str(leak)
    return ""


@pytest.mark.parametrize("leaking", LEAKS, ids=lambda rules: rules.__name__)
def test_a_planted_leak_is_detected(leaking):
    assert re.search(LEAKS[leaking], caught(TwoWorlds(leaking(MAPS, SQUADS), battery, REVEALS)))


def test_the_real_rules_pass_where_the_leaks_are_detected():
    assert caught(TwoWorlds(RULES, battery, REVEALS, steps=2), range(3)) == ""


def test_an_observable_that_differs_for_equal_views_is_detected():
    drawn = count()
    picture = {"the picture": lambda view, legal: str(next(drawn)).encode()}
    state = next(secret_positions(range(9)))
    with pytest.raises(Leak, match="the picture differs"):
        TwoWorlds(RULES, battery, REVEALS, picture).check(state, 0, seed=1)
