"""The next pairings of a tournament of any format."""

from __future__ import annotations

from collections.abc import Sequence, Set

import msgspec

from bot.parts.tournaments.formats import knockout, roundrobin, seating, swiss
from bot.parts.tournaments.formats.model import (
    NEWEST,
    Entrant,
    EntrantId,
    Format,
    Pairing,
    Rule,
    complete,
    round_of,
)
from bot.parts.tournaments.formats.standings import TableRow, table

SEASON_DAYS, CUP_DAYS, ROUND_DAYS = 28, 14, 10
"""Days of a league season, of a cup, and of each round of a Swiss tournament or a knock-out."""


class Plan(msgspec.Struct, frozen=True):
    """The format of a tournament, or of a division of a league."""

    format: Format
    seats: int = 2
    """Entrants of a match."""
    rounds: int = 0
    """The number of rounds; 0 if entrants and format determine it."""
    rule: Rule = NEWEST
    tournament: str = ""
    """The id of the tournament, for its lots."""

    @property
    def at_once(self) -> bool:
        """Whether all matches are open at the same time: in leagues and cups of two."""
        return self.format in ("league", "cup") and self.seats == 2

    @property
    def usual_days(self) -> int:
        """Days until the deadline of a round, or of all matches if they are open at the same time."""
        if not self.at_once:
            return ROUND_DAYS
        return SEASON_DAYS if self.format == "league" else CUP_DAYS


def rounds_of(plan: Plan, entrants: int) -> int:
    """Return the number of rounds of a tournament with this number of entrants."""
    if plan.rounds:
        return plan.rounds
    if plan.format == "knock-out":
        return knockout.rounds_of(entrants)
    if plan.format == "swiss" or plan.seats > 2:
        return swiss.rounds_of(entrants)
    return entrants - 1 + entrants % 2


def days_of(plan: Plan, entrants: int) -> int:
    """Return the most days of a tournament with this number of entrants, with all deadlines fully used."""
    return plan.usual_days * (1 if plan.at_once else rounds_of(plan, entrants))


def next_pairings(
    plan: Plan,
    entrants: Sequence[Entrant],
    pairings: Sequence[Pairing],
    forbidden: Set[frozenset[EntrantId]] = frozenset(),
) -> list[Pairing]:
    """Return the pairings to open now: none while results are missing, or at the end.

    Leagues and cups of two open all pairings at once. Otherwise a round follows when the previous one has its
    results. Swiss rounds of two end early when nobody is left who can meet somebody new.
    """
    if plan.format == "knock-out":
        return knockout.due(entrants, pairings)
    if plan.at_once:
        ordered = sorted(entrants, key=lambda each: each.seed)
        return [] if pairings else roundrobin.round_robin([each.id for each in ordered])
    round_ = round_of(pairings) + 1
    if not complete(pairings) or round_ > rounds_of(plan, len(entrants)):
        return []
    if plan.seats == 2:
        if not swiss.may_pair(entrants, pairings, round_, forbidden):
            return []
        return swiss.pair_round(
            entrants, pairings, round_, forbidden, tournament=plan.tournament, rule=plan.rule
        )
    playing = {each.id for each in entrants if not each.withdrawn and each.first_round <= round_}
    rows = [row for row in table(entrants, pairings, plan.format, plan.rule) if row.entrant in playing]
    points = {row.entrant: round(row.points) for row in rows}
    return seating.seat_round([row.entrant for row in rows], points, pairings, round_, plan.seats, forbidden)


def final_table(plan: Plan, entrants: Sequence[Entrant], pairings: Sequence[Pairing]) -> list[TableRow]:
    """Return the entrants by place; in a knock-out by the round they reached."""
    rows = table(entrants, pairings, plan.format, plan.rule)
    if plan.format != "knock-out" or not rows:
        return rows
    of_entrant = {row.entrant: row for row in rows}
    ordered = knockout.final_places(entrants, pairings)
    return [
        of_entrant[entrant]._replace(place=place, decided_by="points")
        for place, entrant in enumerate(ordered, 1)
    ]
