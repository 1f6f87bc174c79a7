"""The noninterference test detects planted leaks of the kinds that this game could have (NEO-18)."""

from __future__ import annotations

from functools import cache

import pytest

from bot.engine.errors import IllegalAction
from bot.games.neocombat.rules import actions, checks, combat, facts, movement, repair
from bot.games.neocombat.rules.queries import NeoCombatQueries
from bot.games.neocombat.rules.rules import NeoCombatRules
from tests.games import planted
from tests.games.neocombat.chance import playthrough, positions
from tests.games.neocombat.table import POOL, RULES
from tests.games.neocombat.test_two_worlds import battery, parting_for
from tests.two_worlds import TwoWorlds


@cache
def running(kept):
    """Return positions of matches that are not over."""
    return [state for state in positions(range(1, 26), kept) if state.outcome is None]


@pytest.fixture(autouse=True)
def played_before_the_rules_are_changed():
    running(0.15)


@cache
def before_draws():
    """Return positions in which the next action makes a seat draw."""
    turnings = [turning for number in range(1, 6) for turning in playthrough(number)]
    return [
        turning.before
        for turning in turnings
        if turning.before.phase != "draft"
        and any(isinstance(fact, facts.Drew) for event in turning.events for fact in event.private.values())
    ]


def states(phase):
    """Return positions of a phase; `window` means an open window, `drawing` before a draw."""
    if phase == "drawing":
        return before_draws()
    found = running(0.5 if phase == "draft" else 0.15)
    if phase == "window":
        return [state for state in found if state.fight is not None]
    return [state for state in found if state.phase == phase and state.fight is None]


def caught(rules, phase):
    """Whether the noninterference test finds a leak in positions of this phase."""

    def worlds(state, viewer):
        return TwoWorlds(rules, battery, steps=4, parting=parting_for(viewer, state.options.team))

    return planted.caught(worlds, states(phase))


def cards_left(state):
    """Return the number of cards of each seat that are not chosen for use or discard."""
    return tuple([len(repair.held(NeoCombatQueries(state, POOL), seat)) for seat in range(state.seats)])


VIEWS = {
    "the next seat's hand": ("combat", lambda state: {"hand": state.hands[0]}),
    "who a cloaked varan is": ("movement", lambda state: {"varans": state.varans}),
    "the top of the deck": ("combat", lambda state: {"discard": state.deck.order[:1]}),
    "what was dealt in the draft": ("draft", lambda state: {"offer": state.offers[0]}),
    "what was kept in the draft": ("draft", lambda state: {"kept": state.kept[-1]}),
    "what is chosen for Repair": ("repair", lambda state: {"plan": state.plans[0]}),
    "hands without what is chosen": (
        "repair",
        lambda state: {"hands": cards_left(state)},
    ),
    "who holds an answer": (
        "window",
        lambda state: {"windows": len(RULES.legal(state, min(RULES.to_act(state))))},
    ),
    "the speeds of the cloaked": (
        "movement",
        lambda state: {"quiet": sum(POOL.roster[varan].speed for varan in state.varans)},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", VIEWS)
def test_a_leak_in_a_view_is_detected(name):
    phase, leak = VIEWS[name]
    assert caught(planted.showing(RULES, leak), phase)


@pytest.mark.parametrize(
    ("kind", "phase"),
    [(facts.Drew, "drawing"), (facts.Planned, "repair"), (facts.Kept, "draft")],
)
def test_a_leak_in_a_fact_is_detected(kind, phase):
    assert caught(planted.telling(RULES, kind), phase)


def test_a_refusal_that_names_a_cloaked_varan_is_detected():
    class Names(NeoCombatRules):
        def apply(self, state, seat, action, rng):
            try:
                return super().apply(state, seat, action, rng)
            except IllegalAction as refused:
                if isinstance(action, actions.Play) and 0 <= action.target < len(state.varans):
                    name = POOL.roster[state.varans[action.target]].name
                    raise IllegalAction(f"{refused} It is a {name}.") from None
                raise

    assert caught(Names(RULES.library), "combat")


def test_legal_targets_that_depend_on_hidden_varans_are_detected():
    """A sensor is not offered against snipers."""

    class Offers(NeoCombatRules):
        def legal(self, state, seat):
            return [
                action
                for action in super().legal(state, seat)
                if not isinstance(action, actions.Play)
                or action.target < 0
                or "sniper" not in POOL.roster[state.varans[action.target]].attributes
            ]

    assert caught(Offers(RULES.library), "combat")


def test_a_window_that_opens_only_for_an_answer_is_detected(monkeypatch):
    opened = combat._open_window

    def only_for_an_answer(table):
        fight = table.state.fight
        held = table.state.hands[table.owner(fight.target)]
        if any(fight.kind in way.to for card in held for way in POOL.answers[card]):
            opened(table)
        else:
            combat.undefended(table, table.owner(fight.target))

    monkeypatch.setattr(combat, "_open_window", only_for_an_answer)
    assert caught(RULES, "combat")


def test_a_cloaked_step_that_is_skipped_by_speed_is_detected(monkeypatch):
    def by_speed(queries, seat):
        return seat not in queries.state.stopped and any(
            not checks.move_fault(queries, seat, token) for token in queries.tokens_of(seat)
        )

    monkeypatch.setattr(movement, "moves_on", by_speed)
    assert caught(RULES, "movement")
