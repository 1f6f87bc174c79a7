"""A viewer cannot distinguish the true match from one with redrawn hidden data (OVC-29)."""

from __future__ import annotations

from random import Random

import pytest

from bot.games.overcross.rules import actions, facts
from tests.games.overcross.chance import RULES, positions
from tests.games.overcross.table import SEVEN, Match
from tests.games.random_play import viewers
from tests.two_worlds import TwoWorlds

SHOWING = (facts.Revealed, facts.Took, facts.Discarded, facts.Milled)
"""The facts that may reveal hidden data to everybody."""


def parting_for(viewer):
    """Return the facts after which the comparison ends for this viewer.

    A draw reveals cards only to the drawing seat, a look at a hand to its viewer, a played card to all
    others.
    """

    class Shows(type):
        def __instancecheck__(cls, fact):
            if isinstance(fact, facts.Drew | facts.HandTaken | facts.LookedAt):
                return fact.seat == viewer
            return isinstance(fact, SHOWING) or (isinstance(fact, facts.Played) and fact.seat != viewer)

    return (Shows("Lawful", (), {}),)


def battery(view):
    """Return actions to try, mostly illegal: mainly with cards in others' hands and decks."""
    random = Random(repr(view))
    own = [*view.hand, *[piece.card for piece in view.pieces]]
    others = [seat * 400 + place for seat in range(view.seats) for place in random.sample(range(30), 4)]
    squares = random.sample(range(view.width * view.height), 5)
    for card in dict.fromkeys([-1, *random.sample(own, min(8, len(own))), *others]):
        yield from (actions.Play(card), actions.Discard(card), actions.Use(card), actions.Choose(card))
        for square in squares[:3]:
            yield from (actions.Play(card, square), actions.Move(card, square), actions.Attack(card, square))
    yield from (
        actions.EndTurn(),
        actions.Keep(),
        actions.Redraw(),
        actions.Withdraw(),
        actions.Begin("last"),
    )
    yield from (actions.TakeDeck("nosuch"), actions.BringDeck(("CST-01",)), actions.Name("CST-15"))


def looking(view):
    """Return the cards that a question shows to the viewer.

    Also whether a hand's owner must choose from it, since then there is a choice.
    """
    question = view.question
    return None if question is None else (question.looking, question.kind == "card" and question.why)


def check_all(rules, states, steps=4):
    for i, state in enumerate(states):
        for viewer in viewers(state):
            worlds = TwoWorlds(rules, battery, steps=steps, parting=parting_for(viewer), glimpse=looking)
            worlds.check(state, viewer, seed=i)


@pytest.mark.parametrize("number", range(4))
def test_two_worlds(number):
    check_all(RULES, positions(range(number, number + 1), kept=0.015))


@pytest.mark.soak
@pytest.mark.parametrize("number", range(4, 160))
def test_two_worlds_of_more_matches(number):
    check_all(RULES, positions(range(number, number + 1), kept=0.08), steps=6)


def test_two_worlds_before_the_first_turn():
    before = [state for state in positions(range(8), kept=0.9) if not state.turn and state.outcome is None]
    assert {state.phase for state in before} == {"decks", "first", "hands"}
    check_all(RULES, before[::4][:16], steps=3)


def test_two_worlds_during_a_question_and_while_a_hand_is_reduced():
    found = list(positions(range(7, 21), kept=0.6))
    asked = [state for state in found if state.program.question is not None]
    assert {state.program.question.kind for state in asked} >= {"card", "piece", "square", "may"}
    discards = [state for state in found if state.phase == "discard" and state.outcome is None]
    assert discards
    check_all(RULES, [*asked[::5][:18], *discards[:3]], steps=2)


def test_ovc_29_others_see_the_size_of_hands_and_decks_and_all_discards():
    match = Match(
        SEVEN + "seat 1:\nhand: CST-02 CST-06\ndeck: 3xCST-09\ndiscard: CST-60\nseat 2:\nhand: CST-03\n"
    )
    other, public = RULES.view(match.state, 1), RULES.view(match.state, None)
    assert (other.hands, other.decks, other.hand) == ((2, 1), (3, 0), match.state.hands[1])
    assert public.hand == ()
    assert [match.name(card) for card in public.sides[0].discard] == ["Flame War"]
