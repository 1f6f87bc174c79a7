"""The course of turns: contests won, the draw, contests lapsed, points, the end of the match."""

from __future__ import annotations

from collections.abc import Sequence

from bot.base.language import N_
from bot.engine.contract import Event, Outcome, Seat, set_at
from bot.engine.decks import Deck
from bot.engine.facts import MatchOver, Resigned
from bot.engine.grid import listed
from bot.games.crossfire.rules import facts, piles, scoring
from bot.games.crossfire.rules.cards import Card, back
from bot.games.crossfire.rules.power import coded
from bot.games.crossfire.rules.state import CrossfireState, put, take_in_hand
from bot.games.crossfire.rules.table import team_of
from bot.games.crossfire.rules.view import NOBODY


def begin_turn(state: CrossfireState, seat: Seat) -> list[Event]:
    """Begin a seat's turn: it wins the contests it leads, then draws (CRF-05, CRF-16).

    Contests are won before the draw, so that a pile counts even when the pack is empty (CRF-06, CRF-21,
    CRF-31).
    """
    state.turn = seat
    state.turns += 1
    events = [Event(facts.TurnBegan(seat, state.turns))]
    won = win_contests(state, seat)
    events += map(Event, won)
    if won and state.seats == 2 and any(fact.base for fact in won):
        outcome = scoring.team_wins(2, seat, state.tallies, N_("A base of the enemy is seized"))
        return events + end_match(state, outcome)
    return events + _draw(state, seat)


def end_turn(state: CrossfireState, seat: Seat) -> list[Event]:
    """End a seat's turn: contests it left unanswered lapse, points are counted, the next turn begins."""
    events = [Event(fact) for fact in _lapse_contests(state, seat)]
    if state.seats == 4:
        events += _count(state)
        outcome = scoring.goal_reached(state.seats, seat, state.tallies)
        if outcome is not None:
            return events + end_match(state, outcome)
    return events + begin_turn(state, (seat + 1) % state.seats)


def end_match(state: CrossfireState, outcome: Outcome) -> list[Event]:
    """End the match with this outcome."""
    state.phase = "over"
    state.outcome = outcome
    state.turn = NOBODY
    state.deciding = (False,) * state.seats
    return [Event(MatchOver(outcome))]


def resign(state: CrossfireState, seat: Seat) -> list[Event]:
    """Let a seat resign: the other side wins; a team does not continue with one player (CRF-31)."""
    if state.seats == 4:
        state.tallies = scoring.count_points(state.table, state.board)
    why = N_("The enemy resigned") if state.seats == 2 else N_("The enemy team resigned")
    outcome = scoring.team_wins(state.seats, 1 - team_of(seat), state.tallies, why)
    return [Event(Resigned(seat)), *end_match(state, outcome)]


def draw_cards(state: CrossfireState, seat: Seat, count: int) -> tuple[Card, ...]:
    """Take the top cards off a seat's pack, which must have enough."""
    deck = state.decks[seat]
    state.decks = set_at(state.decks, seat, Deck(deck.order[count:], deck.discard))
    return deck.order[:count]


def _draw(state: CrossfireState, seat: Seat) -> list[Event]:
    """Draw one card, or end the match if there is none (CRF-06, CRF-24, CRF-28)."""
    if not state.decks[seat].order:
        if state.seats == 2 and state.options.end == "points":
            claims = scoring.claims_of(state.table, state.board)
            pack_ran_out = [
                Event(facts.EndCounted(claims)),
                *end_match(state, scoring.pack_ran_out_of_two(claims)),
            ]
        else:
            pack_ran_out = _count(state) + end_match(state, scoring.pack_ran_out(state.seats, state.tallies))
        return [Event(facts.PackEmpty(seat)), *pack_ran_out]
    (card,) = draw_cards(state, seat, 1)
    take_in_hand(state, seat, card)
    return [Event(facts.Drew(seat, back(seat)), {seat: facts.Drew(seat, card)})]


def win_contests(state: CrossfireState, seat: Seat) -> list[facts.Seized]:
    """Turn the piles that the seat leads into its seized piles (CRF-16, CRF-17)."""
    won = []
    for square in _contests(state, team_of(seat)):
        pile = state.board[square]
        if pile is not None and pile.leader == seat:
            put(state, square, piles.won(pile))
            base = pile.owner != seat and state.table.is_enemy_base(square, seat)
            won.append(facts.Seized(seat, square, pile.rival, pile.owner == seat, base))
    return won


def _lapse_contests(state: CrossfireState, seat: Seat) -> list[facts.Lapsed]:
    """Mark the contests that the seat had to answer but did not (CRF-16)."""
    gone = []
    for square in _contests(state, 1 - team_of(seat)):
        pile = state.board[square]
        if pile is not None and pile.rival == seat and not pile.lapsed:
            put(state, square, piles.lapsed(pile))
            gone.append(facts.Lapsed(seat, square, pile.leader))
    return gone


def _contests(state: CrossfireState, team: int) -> Sequence[int]:
    """Return the squares of all contested piles, ascending; `team` plays next, so its codes serve again."""
    return listed(coded(state.table, state.board, team).contested)


def _count(state: CrossfireState) -> list[Event]:
    """Count the points, and record a fact if they have changed (CRF-23)."""
    counted = scoring.count_points(state.table, state.board)
    if counted == state.tallies:
        return []
    state.tallies = counted
    return [Event(facts.PointsCounted(counted))]
