"""The noninterference test detects planted leaks of the kinds that this game could have (OVC-29)."""

from __future__ import annotations

from functools import cache

import pytest

from bot.engine.cards.program import Question
from bot.engine.errors import IllegalAction
from bot.games.overcross.rules import actions, facts, rules, turns
from bot.games.overcross.rules.rules import OvercrossRules
from bot.games.overcross.rules.view import number_of
from tests.games import planted
from tests.games.overcross.chance import POOL, RULES, positions
from tests.games.overcross.test_two_worlds import battery, looking, parting_for
from tests.two_worlds import TwoWorlds


@cache
def running():
    """Return positions of matches that are not over."""
    found = [*positions(range(53, 54), 0.4), *positions(range(36, 40), 0.4), *positions(range(75, 76), 0.9)]
    return [state for state in found if state.outcome is None]


@pytest.fixture(autouse=True)
def played_before_the_rules_are_changed():
    running()


def states(phase):
    """Return positions of a phase; `asked` during a question of a card, `turn` in the middle of a turn."""
    found = running()
    if phase == "asked":
        return [state for state in found if state.program.question is not None]
    found = [state for state in found if state.program.question is None]
    if phase == "turn":
        return [state for state in found if state.phase in ("cards", "minor")][::9]
    return [state for state in found if state.phase == phase]


def caught(rules, phase):
    """Whether the noninterference test finds a leak in positions of this phase."""

    def worlds(_state, viewer):
        return TwoWorlds(rules, battery, steps=3, parting=parting_for(viewer), glimpse=looking)

    return planted.caught(worlds, states(phase))


def asked(state):
    """Return the current question, or one without options."""
    return state.program.question or Question(0, "card", 0, (), "")


def with_first(values, value):
    return (value, *values[1:])


VIEWS = {
    "the first seat's hand": ("turn", lambda state: {"hand": state.hands[0]}),
    "the top of a deck": (
        "turn",
        lambda state: {"hands": with_first((0,) * state.seats, (*state.decks[0], 0)[0])},
    ),
    "how many Characters somebody holds": (
        "turn",
        lambda state: {
            "spent": sum(POOL.cards[number_of(state, card)].kind == "character" for card in state.hands[0])
        },
    ),
    "the decks that are chosen": ("decks", lambda state: {"lists": state.lists}),
    "whom somebody has named": ("decks", lambda state: {"chosen": state.chosen}),
    "who has chosen a deck and not named anybody yet": (
        "decks",
        lambda state: {"ready": tuple([bool(cards) for cards in state.lists])},
    ),
    "a first hand": ("hands", lambda state: {"hand": state.hands[-1]}),
    "how much can be answered": ("asked", lambda state: {"spent": len(asked(state).options)}),
    "whether somebody can play anything": (
        "turn",
        lambda state: {
            "stage": sum(isinstance(each, actions.Play) for each in RULES.legal(state, state.current))
        },
    ),
}


@pytest.mark.parametrize("name", VIEWS)
def test_a_leak_in_a_view_is_detected(name):
    phase, leak = VIEWS[name]
    assert caught(planted.showing(RULES, leak), phase)


@pytest.mark.parametrize(
    ("kind", "phase"),
    [(facts.Drew, "turn"), (facts.HandTaken, "hands"), (facts.ChoseDeck, "decks")],
)
def test_a_leak_in_a_fact_is_detected(kind, phase):
    assert caught(planted.telling(RULES, kind), phase)


def test_a_refusal_that_names_a_card_of_another_hand_is_detected():
    class Names(OvercrossRules):
        def apply(self, state, seat, action, rng):
            try:
                return super().apply(state, seat, action, rng)
            except IllegalAction as refused:
                if isinstance(action, actions.Play) and any(action.card in hand for hand in state.hands):
                    raise IllegalAction(f"{refused} Somebody holds it.") from None
                raise

    assert caught(Names(RULES.library), "turn")


def test_legal_targets_that_depend_on_another_hand_are_detected():
    """Attacks are not offered on Characters whose player has an edit in hand."""

    class Offers(OvercrossRules):
        def legal(self, state, seat):
            def holds(other):
                return any(POOL.cards[number_of(state, card)].kind == "edit" for card in state.hands[other])

            shy = any(holds(other) for other in range(state.seats) if other != seat)
            kept = [one for one in super().legal(state, seat) if not (shy and isinstance(one, actions.Move))]
            return kept or super().legal(state, seat)

    assert caught(Offers(RULES.library), "turn")


def test_a_turn_that_ends_by_itself_without_cards_is_detected(monkeypatch):
    beginning = turns.start

    def hastily(table):
        led = beginning(table)
        state = table.state
        if state.phase == "cards" and not any(
            POOL.cards[number_of(state, card)].kind == "character" for card in state.hands[state.current]
        ):
            turns.end_turn(table)
        return led

    monkeypatch.setitem(rules._NEXT, "start", hastily)
    assert caught(RULES, "turn")
