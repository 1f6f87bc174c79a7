"""Points of teams and of two players, and how matches end (CRF-06, CRF-21 to CRF-24, CRF-28)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.base.language import N_
from bot.engine.contract import Outcome, Seat
from bot.engine.grid import squares_of
from bot.games.crossfire.rules.piles import Board
from bot.games.crossfire.rules.power import power_of
from bot.games.crossfire.rules.table import Table, team_of
from bot.games.crossfire.rules.view import NOBODY, Claim, CrossfireView, Tally

GOAL = 6
"""Victory points that win a match of teams (CRF-23)."""
GOAL_REACHED = N_("A team has 6 victory points")
CHAIN_POINTS = 2
MIDDLE_POINTS = 2
ATTACK_POINTS = 2
"""The points for an enemy base under a led attack when a pack of two players runs out (CRF-28)."""
MOST_POINTS = N_("A pack ran out: most points win")
EQUAL_POINTS = N_("A pack ran out with equal points: a tie")


def count_points(table: Table, board: Board) -> tuple[Tally, ...]:
    """Return the points of both teams on the present board; none with two players (CRF-23).

    A base or the middle node counts for the owner's team, also as a seized pile, and during a contest still
    for the old owner. It needs no power.
    """
    if table.seats == 2:
        return (Tally(), Tally())
    return tuple([_tally(table, board, team) for team in (0, 1)])


def _tally(table: Table, board: Board, team: int) -> Tally:
    held = 0
    for seat in range(1 - team, table.seats, 2):
        held += sum([_holds(board, base, team) for base in table.bases[seat]])
    chain = CHAIN_POINTS if power_of(table, board, team).joined else 0
    middle = MIDDLE_POINTS if _holds(board, table.middle, team) else 0
    return Tally(held, chain, middle)


def _holds(board: Board, square: int, team: int) -> bool:
    pile = board[square]
    return pile is not None and pile.owner != NOBODY and team_of(pile.owner) == team


def team_wins(seats: int, team: int, tallies: Sequence[Tally], why: str) -> Outcome:
    """Return the outcome of a match that a team has won."""
    winners = tuple(range(team, seats, 2))
    return Outcome(winners, _scores(seats, tallies, team), why)


def goal_reached(seats: int, active: Seat, tallies: Sequence[Tally]) -> Outcome | None:
    """Return the outcome if a team has enough points to win; the active team is checked first (CRF-23)."""
    for team in (team_of(active), 1 - team_of(active)):
        if tallies[team].points >= GOAL:
            return team_wins(seats, team, tallies, GOAL_REACHED)
    return None


def claims_of(table: Table, board: Board) -> tuple[Claim, ...]:
    """Return the points of each of two players if a pack ran out now (CRF-28)."""
    return tuple([_claim(table, board, seat) for seat in (0, 1)])


def claims_in(view: CrossfireView) -> tuple[Claim, ...]:
    """Return the claims of two players from a view; none if an empty pack is a tie."""
    if view.seats != 2 or view.options.end != "points" or view.phase == "bases":
        return ()
    return claims_of(view.table, view.board)


def _claim(table: Table, board: Board, seat: Seat) -> Claim:
    led = [board[base] for base in table.bases[1 - seat]]
    ring = [board[square] for square in table.ring]
    powered = squares_of(power_of(table, board, seat).powered)
    return Claim(
        attacks=ATTACK_POINTS * sum([pile is not None and pile.leader == seat for pile in led]),
        neutrals=sum([pile is not None and pile.owner == seat for pile in ring]),
        rows=max([table.rows_ahead(seat, square) for square in powered], default=0),
    )


def pack_ran_out_of_two(claims: Sequence[Claim]) -> Outcome:
    """Return the outcome when a pack of two players is empty and points were agreed on (CRF-28)."""
    first, second = scores = tuple([claim.points for claim in claims])
    if first == second:
        return Outcome((), scores, EQUAL_POINTS)
    return Outcome((0 if first > second else 1,), scores, MOST_POINTS)


def standings(table: Table, board: Board, tallies: Sequence[Tally]) -> tuple[tuple[int, ...], ...]:
    """Return each seat's standing in an unfinished match: two seats by CRF-28, four by team points."""
    if table.seats == 2:
        return tuple([(claim.points,) for claim in claims_of(table, board)])
    return tuple([(tallies[team_of(seat)].points,) for seat in range(table.seats)])


def pack_ran_out(seats: int, tallies: Sequence[Tally]) -> Outcome:
    """Return the outcome when a seat has no card to draw: most points win, else a tie (CRF-06, CRF-24)."""
    first, second = tallies[0].points, tallies[1].points
    if first == second:
        return Outcome((), _scores(seats, tallies, None), N_("A pack ran out: a tie"))
    winner = 0 if first > second else 1
    return team_wins(seats, winner, tallies, N_("A pack ran out: most victory points win"))


def _scores(seats: int, tallies: Sequence[Tally], winner: int | None) -> tuple[int, ...]:
    """Return each seat's score: its team's points; with two players 1 for the winner."""
    if seats == 2:
        return tuple([int(seat == winner) for seat in range(seats)])
    return tuple([tallies[team_of(seat)].points for seat in range(seats)])
