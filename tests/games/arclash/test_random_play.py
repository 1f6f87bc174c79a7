"""Random legal play always ends, and keeps the invariants after each action."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.engine.contract import Resign
from bot.games.arclash.cards.cards import DECK_SIZE
from bot.games.arclash.cards.decks import faults
from bot.games.arclash.rules import actions, facts
from bot.games.arclash.rules.rules import ArclashRules
from bot.games.arclash.rules.state import NO_CARD, ArclashState
from tests.games.arclash.chance import OF_A_CARD, a_match, playthrough, positions
from tests.games.arclash.shipped import shipped
from tests.games.arclash.table import RULES
from tests.games.random_play import (
    check_garbled,
    check_legal_or_refused,
    check_who_acts,
    check_written,
    fresh_randomness,
    numbers,
    play_and_check,
)

LONGEST = 20_000
"""More actions than any match takes; a longer one would never end."""


def check_conservation(rules: ArclashRules, state: ArclashState):
    """Every card of every seat's 30 is in exactly one place of that seat, and the deck is legal (ARC-01)."""
    for seat, side in enumerate(state.sides):
        places = (side.hand, side.deck.order, side.deck.discard, side.stack, side.supports)
        cards = sorted([card for place in places for card in place])
        if not cards:
            assert state.phase == "decks" or side.out or state.turn == 0
            continue
        assert cards == list(range(seat * DECK_SIZE, (seat + 1) * DECK_SIZE))
        assert tuple(sorted(state.numbers[seat])) == state.lists[seat]
        assert faults(state.lists[seat], rules.library[state.options.cards]) == ()


def check_position(state: ArclashState):
    """Invariants of every position."""
    for side in state.sides:
        assert side.ready <= (state.phase in ("decks", "openers", "advance", "renew"))
        assert not (side.ready and side.done)
        assert side.placed == NO_CARD or side.placed in (*side.hand, *side.deck.order)
        assert set(side.paying) <= set(side.hand)
        assert not (side.paying and side.placed == NO_CARD)
        if side.placed != NO_CARD and state.phase != "openers":
            count = 1 + len(side.paying)
            assert side.hand[-count:] == (side.placed, *side.paying)
        if side.out:
            assert (side.stack, side.supports, side.ready, side.done) == ((), (), False, False)
        elif state.turn:
            assert side.stack
    assert state.program.idle == (state.program.question is None)
    assert (state.current >= 0) == bool(state.order) == (state.phase == "support")
    if state.outcome is not None:
        check_outcome(state)


def check_outcome(state: ArclashState):
    """A winner is in the match and has the points, or nobody else is left (ARC-14)."""
    outcome, playing = state.outcome, state.playing
    assert outcome.scores == tuple([side.score for side in state.sides])
    assert set(outcome.winners) <= set(playing)
    best = max([state.sides[seat].score for seat in playing])
    if len(playing) == 1:
        assert outcome.winners == playing
    elif outcome.winners:
        (winner,) = outcome.winners
        assert state.sides[winner].score == best
        assert best >= state.options.score or state.turn == state.options.rounds
    else:
        assert [state.sides[seat].score for seat in playing].count(best) > 1
        assert state.turn == state.options.rounds


def play(number: int, rules: ArclashRules = RULES) -> int:
    """Play a match with all checks."""

    def check_whole(state: ArclashState) -> None:
        check_conservation(rules, state)
        check_position(state)

    return play_and_check(rules, playthrough(number, rules), number, check_whole, LONGEST)


@pytest.mark.parametrize("number", numbers(10, 590))
def test_random_play_ends_and_keeps_the_invariants_after_each_action(number):
    assert play(number) > 0


@pytest.mark.parametrize("number", numbers(5, 595))
def test_random_play_with_the_shipped_cards_ends_and_keeps_the_invariants(number):
    assert play(number, shipped()) > 0


def test_the_matches_cover_seats_options_actions_and_facts():
    numbers = (*range(40), 85)
    played = [a_match(number) for number in numbers]
    assert {(seats, options.score) for options, seats in played} >= {(2, 4), (6, 10), (4, 20)}
    done, told, ends = Counter(), Counter(), Counter()
    for number in numbers:
        for turning in playthrough(number):
            done[type(turning.action)] += 1
            told.update(
                [type(fact) for event in turning.events for fact in (event.public, *event.private.values())]
            )
        ends[turning.after.outcome.why] += 1
    assert set(done) >= set(RULES.Action.__args__)
    assert set(RULES.Fact.__args__) - set(told) <= {facts.AdvanceFailed, facts.CutShort}
    assert len(ends) == 4, ends


def all_conceivable(state: ArclashState):
    """Return every action of every kind, with every card of the match, some unknown ones, and all answers."""
    cards = [-2, -1, *range(state.seats * DECK_SIZE + 1)]
    for kind in OF_A_CARD:
        yield from [kind(card) for card in cards]
    yield from (actions.Withdraw(), actions.Stand(), actions.Pass(), actions.Stay())
    yield from [actions.TakeDeck(key) for key in ("ember", "nonesuch", "")]
    yield actions.BringDeck(("TST-01",) * 30)


def test_exactly_the_legal_actions_are_accepted():
    """Legal lists and refusals have separate code; here every conceivable action is tried."""
    phases = Counter()
    for i, state in enumerate(positions(range(30), kept=0.03)):
        phase = state.phase, state.program.question is not None
        phases[phase] += 1
        for seat in range(state.seats) if phases[phase] <= 6 else ():
            check_legal_or_refused(RULES, state, seat, all_conceivable(state), i)
    assert len(phases) >= 7, phases


@pytest.mark.parametrize("number", numbers(5, 15))
def test_after_a_resignation_at_any_time_a_match_continues_or_is_over(number):
    """Also while a card asks the leaving seat, or another one (ARC-06)."""
    for i, state in enumerate(positions(range(number, number + 1), kept=0.08)):
        for seat in state.playing:
            after = RULES.clone(state)
            if RULES.outcome(after) is None:
                RULES.apply(after, seat, Resign(), fresh_randomness(i))
                check_conservation(RULES, after)
                check_position(after)
                check_who_acts(RULES, after)
                assert all(seat not in (one.target, one.card // DECK_SIZE) for one in after.boosts)


def test_a_written_position_is_read_back_equal():
    """Also a position in which a card is being carried out."""
    states = [state for state in positions(range(40), kept=0.025) if RULES.outcome(state) is None]
    assert sum(not state.program.idle for state in states) > 20
    check_written(RULES, states)


def test_a_garbled_position_is_refused_in_a_sentence():
    check_garbled(RULES, positions(range(12), kept=0.02), 1)
