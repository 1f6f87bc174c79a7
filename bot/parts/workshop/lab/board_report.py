"""The report on a map or layout: win rates by seat, match lengths, differences from a plain board."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, sqrt
from statistics import mean, median, stdev
from typing import Final

import msgspec

from bot.games.registry import GAMES
from bot.parts.workshop.lab.boards import BoardPlan
from bot.parts.workshop.lab.contests import Contest
from bot.parts.workshop.lab.findings import LabFinding, findings, seat_findings, wins_too_much
from bot.parts.workshop.lab.processes import Playing, Told, played, summed
from bot.parts.workshop.lab.report import Rate, rate_of
from bot.parts.workshop.lab.study import check_ended
from bot.parts.workshop.lab.tallies import Count, Tally, deviations

DRAWS: Final = 0.1
"""The highest acceptable share of matches without a winner."""


class Length(msgspec.Struct, frozen=True):
    """The number of turns or rounds per match, as counted by the match's chart."""

    mean: float
    error: float
    """The margin of error of the mean (95 %)."""
    low: float
    high: float
    """8 of 10 matches are between `low` and `high`."""


class PlainDifference(msgspec.Struct, frozen=True):
    """The difference of a value from its value on a plain board."""

    more: float
    error: float
    """The margin of error (95 % for all values compared together)."""

    @property
    def sure(self) -> bool:
        """Whether the difference is statistically significant."""
        return abs(self.more) > self.error


class Plain(msgspec.Struct, frozen=True, kw_only=True):
    """The differences from matches on a plain board."""

    matches: int
    turns: PlainDifference
    draws: PlainDifference
    """The difference of the share of draws."""
    squads: dict[str, PlainDifference]
    """By squad, the difference of its win rate."""


class BoardReport(msgspec.Struct, frozen=True, kw_only=True):
    """The results for a map or layout. The field names are the keys of `maps lab --json`."""

    game: str
    player: str
    grid: str
    seats: int
    seed: str
    matches: int
    given_up: int
    draws: Rate
    sides: dict[str, Rate]
    """The win rate of each seat, by its number from 1, or of each team, such as "1 3"."""
    begins: Rate
    """The win rate of the first mover, with its partners."""
    turns: Length
    hand_offs: float
    """The median number of hand-offs in a match, over all seats."""
    lead_changes: float
    comebacks: float
    """The share of matches won by a side that was behind at half time, of the matches with a leader at half
    time.
    """
    decided: float
    """The share in which the winner led from half time to the end, of the matches won by one side."""
    behind: float
    """The share of matches in which the winner was behind at some time, of the matches won by one side."""
    squads: dict[str, Rate]
    plain: Plain | None
    """None if the map is open, or the layout is the usual one."""
    findings: tuple[LabFinding, ...]


def measured_board(plan: BoardPlan, play: Playing, told: Told | None = None) -> BoardReport:
    """Play all matches of a plan and return the report.

    Raises `bot.games.simulation.Stuck` and `bot.parts.workshop.lab.study.NothingEnded`.
    """
    advance = summed(told, plan.matches)
    contest = plan.contest
    count = played(play, contest, advance)
    check_ended(count)
    plain = played(play, plan.plain, advance) if plan.plain is not None else None
    squads = contest.entrants if len(contest.entrants) > 1 else ()
    low, high = count.usual_turns()
    return BoardReport(
        game=contest.game,
        player=contest.player,
        grid=contest.options.grid,
        seats=contest.seats,
        seed=contest.seed,
        matches=count.matches,
        given_up=count.given_up,
        draws=rate_of(_drawn(count)),
        sides={side: rate_of(tally) for side, tally in sides(contest, count).items()},
        begins=rate_of(count.begins),
        turns=Length(
            round(mean(count.turns or [0]), 2),
            round(_error(count.turns, 1), 2),
            round(low, 1),
            round(high, 1),
        ),
        hand_offs=median(count.hand_offs),
        lead_changes=round(count.lead.mean_changes, 2),
        comebacks=round(count.lead.comeback_rate, 4),
        decided=round(count.lead.decided_rate, 4),
        behind=round(count.lead.behind_rate, 4),
        squads={key: rate_of(count.entrants[key]) for key in squads},
        plain=_compared(count, plain, squads) if plain is not None else None,
        findings=tuple(board_findings(contest, count)),
    )


def sides(contest: Contest, count: Count) -> dict[str, Tally]:
    """Return the results of each seat, or of each team if there are teams, by seat numbers from 1."""
    return {
        " ".join([str(seat + 1) for seat in team]): Tally(
            count.matches, sum([count.seats[seat].won for seat in team])
        )
        for team in GAMES[contest.game].rules.teams(contest.seats)
    }


def board_findings(contest: Contest, count: Count) -> list[LabFinding]:
    """Return all significant problems: unequal seats first, then draws and squads."""
    by_side = sides(contest, count)
    told = seat_findings(by_side)
    if wins_too_much(count.begins, len(by_side)):
        told.append(LabFinding("begins", "", count.begins.rate, count.begins.error))
    drawn = _drawn(count)
    if drawn.rate > DRAWS and drawn.estimate - drawn.error > DRAWS / 2:
        told.append(LabFinding("draws", "", drawn.rate, drawn.error))
    return told + [each for each in findings(contest, count, {}) if each.kind not in ("seat", "seat-low")]


def _drawn(count: Count) -> Tally:
    """Return the share of matches without a winner; matches given up, a separate finding, do not count."""
    return Tally(count.matches, count.draws - count.given_up)


def _compared(count: Count, plain: Count, squads: Sequence[str]) -> Plain:
    tests = 2 + len(squads)
    more = mean(count.turns or [0]) - mean(plain.turns or [0])
    more_turns = PlainDifference(
        round(more, 2), round(hypot(_error(count.turns, tests), _error(plain.turns, tests)), 2)
    )
    return Plain(
        matches=plain.matches,
        turns=more_turns,
        draws=_change(_drawn(count), _drawn(plain), tests),
        squads={key: _change(count.entrants[key], plain.entrants[key], tests) for key in squads},
    )


def _change(now: Tally, before: Tally, tests: int) -> PlainDifference:
    error = hypot(now.margin(tests), before.margin(tests))
    return PlainDifference(round(now.rate - before.rate, 4), round(error, 4))


def _error(values: Sequence[int], tests: int) -> float:
    """Return the margin of error of a mean (95 % for `tests` means together)."""
    return deviations(tests) * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
