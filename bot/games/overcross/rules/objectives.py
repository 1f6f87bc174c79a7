"""The five objectives: the winner, seats that are out, the order after the last round (OVC-23 to OVC-28)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bot.base.language import N_
from bot.engine.contract import Outcome, Seat
from bot.engine.facts import MatchOver, SeatOut
from bot.engine.grid import squares_of
from bot.games.overcross.cards.field import OFF
from bot.games.overcross.rules import facts
from bot.games.overcross.rules.field import DEADLY
from bot.games.overcross.rules.pieces import Pieces
from bot.games.overcross.rules.queries import OvercrossQueries
from bot.games.overcross.rules.view import named_cards

_ALL_LOST = N_("All have lost at once: the kills decide")
_ROUNDS_OVER = N_("The rounds are over: the kills decide")
_LEVEL = N_("Even the kills are level: a draw")
BY_KILLS = (_ALL_LOST, _ROUNDS_OVER, _LEVEL)
"""The reasons for a match's end that is decided by kills."""


def judge(table: Pieces) -> None:
    """End the match if a seat has won; remove seats that have lost.

    Nothing is decided while other Characters still have to die at the same moment, but after the last of them
    (OVC-37).
    """
    dying = any(piece.counters >= DEADLY for piece in table.state.pieces)
    if table.state.outcome is None and not dying:
        _JUDGES[table.state.options.objective](table)


def _assassination(table: Pieces) -> None:
    dead = [
        seat
        for seat in table.seats
        if not any(table.piece(card) is not None for card in named_cards(table.state, seat))
    ]
    if not dead:
        return
    alive = [seat for seat in table.seats if seat not in dead]
    if not alive:
        _end_by_kills(table, table.seats, _ALL_LOST)
        return
    for seat in dead:
        table.change(seat, out="lost")
        table.record(SeatOut(seat))
        leave_play(table, seat)
    if len(alive) == 1:
        end(table, alive, _KILLED[table.state.options.victims])


def _summoning(table: Pieces) -> None:
    for piece in table.state.pieces:
        legend = piece.square != OFF and table.face(piece.card).mark == "legend"
        if legend and table.enemy_squares(piece.seat) >> piece.square & 1:
            end(table, [piece.seat], N_("The Legend stands in the enemy zone"))
            return


def _flag(table: Pieces) -> None:
    for flag in table.state.flags:
        carrier = table.piece(flag.carrier)
        if carrier is not None and carrier.square != OFF and table.zone(carrier.seat) >> carrier.square & 1:
            end(table, [carrier.seat], N_("An enemy flag was brought home"))
            return


def _points(table: Pieces) -> None:
    """End the match if a seat has reached the score, and has more than all others (OVC-28)."""
    scores = {seat: table.state.sides[seat].points for seat in table.seats}
    most = max(scores.values())
    leading = [seat for seat, points in scores.items() if points == most]
    if most >= table.state.options.score and len(leading) == 1:
        end(table, leading, N_("The score that was agreed on is reached"))


_JUDGES: Mapping[str, Callable[[Pieces], None]] = {
    "assassination": _assassination,
    "summoning": _summoning,
    "flag": _flag,
    "invasion": _points,
    "deathmatch": _points,
}
_KILLED = {
    "leader": N_("The last Leader alive"),
    "champion": N_("The last Champion alive"),
    "both": N_("The last Leader or Champion alive"),
}


def rounds_over(table: Pieces) -> None:
    """End the match after its last round: the objective decides, then kills, then a draw (OVC-28)."""
    seats = table.seats
    nearness = _NEARNESS[table.state.options.objective]
    best = _best(seats, lambda seat: nearness(table, seat))
    if len(best) == 1:
        end(table, best, N_("The rounds are over: nearest to the objective"))
    else:
        _end_by_kills(table, best, _ROUNDS_OVER)


def standings(queries: OvercrossQueries) -> tuple[tuple[int, ...], ...]:
    """Return each seat's standing in an unfinished match: progress to the objective, then kills (OVC-28)."""
    nearness = _NEARNESS[queries.state.options.objective]
    return tuple(
        [
            (0, 0, 0) if side.out else (1, nearness(queries, seat), side.kills)
            for seat, side in enumerate(queries.state.sides)
        ]
    )


def _end_by_kills(table: Pieces, seats: Sequence[Seat], why: str) -> None:
    best = _best(seats, lambda seat: table.state.sides[seat].kills)
    if len(best) == 1:
        end(table, best, why)
    else:
        end(table, (), _LEVEL)


def _best(seats: Sequence[Seat], worth: Callable[[Seat], int]) -> list[Seat]:
    values = {seat: worth(seat) for seat in seats}
    return [seat for seat in seats if values[seat] == max(values.values())]


def _fewest_counters(table: OvercrossQueries, seat: Seat) -> int:
    """Return the negative number of counters on the required pieces; a dead piece counts 6."""
    pieces = [table.piece(card) for card in named_cards(table.state, seat)]
    return -sum([DEADLY if piece is None else piece.counters for piece in pieces])


def _legend_nearest(table: OvercrossQueries, seat: Seat) -> int:
    """Return the negative distance of the Legend to a counting square; off the grid it is last."""
    goal = table.enemy_squares(seat)
    squares = [
        piece.square
        for piece in table.state.pieces
        if piece.seat == seat and piece.square != OFF and table.face(piece.card).mark == "legend"
    ]
    return max([-_distance(table, square, goal) for square in squares], default=_LAST)


def _flag_nearest(table: OvercrossQueries, seat: Seat) -> int:
    """Return the negative distance of a carried enemy flag to its carrier's zone; without one it is last."""
    carried = [flag.square for flag in table.state.flags if _carried_by(table, flag.carrier, seat)]
    return max([-_distance(table, square, table.zone(seat)) for square in carried], default=_LAST)


def _carried_by(table: OvercrossQueries, carrier: int, seat: Seat) -> bool:
    piece = table.piece(carrier)
    return piece is not None and piece.seat == seat


def _distance(table: OvercrossQueries, square: int, goal: int) -> int:
    return min([table.grid.chebyshev(square, each) for each in squares_of(goal)], default=-_LAST)


_LAST = -10_000
_NEARNESS: Mapping[str, Callable[[OvercrossQueries, Seat], int]] = {
    "assassination": _fewest_counters,
    "summoning": _legend_nearest,
    "flag": _flag_nearest,
    "invasion": lambda table, seat: table.state.sides[seat].points,
    "deathmatch": lambda table, seat: table.state.sides[seat].points,
}


def leave_play(table: Pieces, seat: Seat) -> None:
    """Remove all Characters, edits and the flag of a seat that is out from the grid (OVC-28, OVC-28b)."""
    state = table.state
    gone = [piece for piece in state.pieces if piece.seat == seat]
    edits = [
        edit.card
        for piece in state.pieces
        if piece.seat != seat
        for edit in piece.edits
        if table.owner(edit.card) == seat
    ]
    table.record(facts.Left(seat, (*[piece.card for piece in gone], *edits)))
    for piece in gone:
        table.take_off(None, piece)
        if table.is_aside(piece.card):
            table.change(seat, aside=(*state.sides[seat].aside, piece.card))
        else:
            table.to_discard((piece.card,))
    for edit in edits:
        table.remove_edit(edit)
    state.flags = tuple([flag for flag in state.flags if flag.seat != seat])


def end(table: Pieces, winners: Sequence[Seat], why: str) -> None:
    """End the match; `why` is a message, translated where it is shown."""
    state = table.state
    scores = tuple([_score(table, seat) for seat in range(state.seats)])
    state.outcome = Outcome(tuple(winners), scores, why)
    state.phase, state.current, state.moving = "over", -1, None
    table.record(MatchOver(state.outcome))


def _score(table: Pieces, seat: Seat) -> int:
    """Return the points of a seat; in objectives without points the deck cost of its kills."""
    side = table.state.sides[seat]
    return side.points if table.state.options.has_points else side.kills
