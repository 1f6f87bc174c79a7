"""Random legal play always ends, and keeps the invariants after each action."""

from collections import Counter
from random import Random

import pytest

from bot.games.crossfire.rules import actions, facts
from bot.games.crossfire.rules.cards import is_joker, is_royal, rank
from bot.games.crossfire.rules.opening import whole_pack
from bot.games.crossfire.rules.state import CrossfireState
from tests.games.crossfire.chance import playthrough, positions
from tests.games.crossfire.table import RULES
from tests.games.random_play import (
    check_legal_or_refused,
    check_written,
    fresh_randomness,
    numbers,
    play_and_check,
)

LONGEST = 2_000
"""More actions than any match: each turn draws a card, and free actions use up a Joker or a pile."""


def all_cards(state: CrossfireState):
    """Return every card of the match in any place; unprobed neutrals by their faces (CRF-01)."""
    for pile in state.board:
        if pile is not None:
            yield from [card for card in pile.all_cards if card >= 0]
    yield from [card for card in state.neutrals if card is not None]
    for hand in state.hands:
        yield from hand
    for deck in state.decks:
        yield from deck.order
        yield from deck.discard


def check_conservation(state: CrossfireState):
    """Each card of all packs is in one place (CRF-01, CRF-25)."""
    whole = Counter()
    for seat in range(state.seats):
        whole.update(whole_pack(state.options, seat))
    assert Counter(all_cards(state)) == whole


def check_position(state: CrossfireState):
    """Invariants of every position."""
    table = state.table
    for square, pile in enumerate(state.board):
        if pile is None:
            continue
        assert table.has(square)
        assert (pile.owner == -1) == (pile.kind == "neutral")
        if pile.kind == "node":
            assert len(pile.cards) == 1
        if pile.kind == "tower":
            assert is_royal(pile.cards[0])
            assert rank(pile.cards[1]) == 10
        if pile.contested:
            assert pile.laid[-1].seat == pile.leader
            assert pile.cards[0] >= 0
        if pile.kind != "neutral" and pile.laid:
            assert pile.contested
    for seat in range(state.seats):
        assert not Counter(state.shown[seat]) - Counter(state.hands[seat])
        if state.phase == "turn":
            assert len(state.hands[seat]) == (4 if seat == state.turn else 3)
        for card in state.hands[seat]:
            assert card >> 6 == seat or (card in state.shown[seat] and not is_joker(card))
    assert all(state.board[base] is not None for bases in table.bases for base in bases)


def check_whole(state: CrossfireState):
    """Checks after each action."""
    check_conservation(state)
    check_position(state)


def play(number: int, form: str) -> int:
    """Play a match with all checks, and with every sentence for everybody: only cards are hidden (CRF-26)."""
    turnings = list(playthrough(number, form))
    assert all(event.public is not None for turning in turnings for event in turning.events)
    return play_and_check(RULES, turnings, number, check_whole, LONGEST)


@pytest.mark.parametrize("number", numbers(10, 1050))
def test_random_play_of_two_ends_and_keeps_the_invariants(number):
    assert play(number, "two") > 0


@pytest.mark.parametrize("number", numbers(3, 307))
def test_random_play_of_four_ends_and_keeps_the_invariants(number):
    assert play(number, "four") > 0


@pytest.mark.parametrize("number", numbers(1, 51))
def test_random_play_of_ultimate_ends_and_keeps_the_invariants(number):
    assert play(number, "ultimate") > 0


def test_the_matches_contain_every_kind_of_action_and_fact():
    done, told, ends = Counter(), Counter(), Counter()
    for form, count in (("two", 60), ("four", 10)):
        for number in range(count):
            for turning in playthrough(number, form):
                done[type(turning.action)] += 1
                told.update([type(event.public) for event in turning.events])
            ends[form, turning.after.outcome.why] += 1
    assert set(done) >= {
        actions.Redeal, actions.Keep, actions.Lay, actions.Support, actions.Attack, actions.Answer,
        actions.Rebuild, actions.Raise, actions.Discard, actions.Replace, actions.KeepOne, actions.Tower,
    }  # fmt: skip
    assert set(told) >= set(RULES.Fact.__args__) - {facts.Resigned}
    assert {why for form, why in ends if form == "two"} >= {
        "A pack ran out: a tie",
        "A base of the enemy is seized",
        "A pack ran out: most points win",
    }
    assert len([why for form, why in ends if form == "four"]) >= 2


def all_conceivable(state: CrossfireState):
    """Return every action of every kind with cards in play, on squares of the table and just off it."""
    squares = range(-1, state.table.grid.size + 1)
    held = [card for hand in state.hands for card in hand]
    yield from [actions.Discard(card) for card in held]
    yield from (actions.Redeal(), actions.Keep())
    for square in squares:
        yield actions.Replace(square)
        for kind in (actions.Lay, actions.Attack, actions.Answer, actions.Rebuild, actions.Support):
            yield from [kind(card, square) for card in held]
        pile = state.board[square] if 0 <= square < len(state.board) else None
        yield from [
            actions.Raise(card, square, of) for card in held for of in (pile.all_cards if pile else held)
        ]
        for card in pile.all_cards if pile else held[:2]:
            yield actions.KeepOne(square, card)
            yield from [actions.Tower(square, card, ten) for ten in (pile.all_cards if pile else held[:2])]


def test_exactly_the_legal_actions_are_accepted():
    random = Random(7)
    for state in [*positions(range(1, 8), kept=0.02), *positions(range(1, 3), "four", kept=0.008)]:
        seat = random.choice(sorted(RULES.to_act(state))) if RULES.to_act(state) else 0
        check_legal_or_refused(RULES, state, seat, all_conceivable(state), 1)


def test_a_written_position_is_read_back_equal():
    check_written(RULES, positions(range(4)))
    check_written(RULES, positions(range(2), "four"))
    check_written(RULES, positions(range(1), "ultimate"))


FREE = actions.Replace | actions.KeepOne | actions.Tower


def test_free_actions_are_finite():
    for state in positions(range(1, 12), kept=0.1):
        steps = 0
        while state.outcome is None:
            seat = min(RULES.to_act(state))
            free = [a for a in RULES.legal(state, seat) if isinstance(a, FREE)]
            if not free or state.phase != "turn":
                break
            RULES.apply(state, seat, free[steps % len(free)], fresh_randomness(1))
            steps += 1
        assert steps < 60
