"""Adjudication: an unfinished tournament match ends with the present position as its result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.engine.contract import AnyRules, Outcome, Seat
from bot.matches.notices import ADJUDICATED

Row = tuple[int, ...]


def adjudged(rules: AnyRules, state: Any, resigned: Sequence[Seat], seats: int) -> Outcome:
    """Return the outcome of a match that is adjudicated (`Rules.adjudicate`); equal scores are a draw.

    Resigned seats win nothing. A team has the score of its best seat.
    """
    found = list(rules.adjudicate(state)) or [()] * seats
    rows: list[Row] = [() if seat in resigned else (1, *row) for seat, row in enumerate(found)]
    for team in rules.teams(seats):
        best = max([rows[seat] for seat in team])
        for seat in team:
            rows[seat] = best
    winners = tuple([seat for seat, row in enumerate(rows) if row == max(rows)])
    return Outcome(() if len(winners) == seats else winners, _scores(rows), ADJUDICATED)


def _scores(rows: Sequence[Row]) -> tuple[int, ...]:
    """Return the deciding numbers: the score of each seat where it is one number, else its lead."""
    ranks = tuple([sum([other < row for other in rows]) for row in rows])
    width = min([len(row) for row in rows])
    for column in reversed(range(1, width)):
        numbers = tuple([row[column] for row in rows])
        if tuple([sum([other < each for other in numbers]) for each in numbers]) == ranks:
            return numbers
    return ranks
