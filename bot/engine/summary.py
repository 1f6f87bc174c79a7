"""The summary of a match that is over: charts of its course, three figures, the best streak.

A game builds it from the public facts and the public's last view (`Parts.summary`). All its texts are plain:
they are drawn, without markup.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

import msgspec

from bot.base.language import decimal, gettext, ngettext
from bot.engine.contract import Seat
from bot.engine.sentences import SEAT_MARKS

FEWEST_POINTS: Final = 2
"""The minimum number of points of a curve; with fewer no chart is drawn."""


class Curve(msgspec.Struct, frozen=True):
    """One player's, or one team's, value over the match."""

    seats: tuple[Seat, ...]
    """The seats of the curve."""
    values: tuple[int, ...]
    """The values, one for each point in time; all curves of a chart have the same number."""


class Chart(msgspec.Struct, frozen=True):
    """The course of a match."""

    title: str
    """The counted quantity: "HP left"."""
    curves: tuple[Curve, ...]
    first: str
    """The label of the first point: "start"."""
    last: str
    """The label of the last point: "Round 12"."""
    least_leads: bool = False
    """Whether the lowest value is the best one."""

    @property
    def spans(self) -> int:
        """The number of turns or rounds between the points."""
        return len(self.curves[0].values) - 1


class Figure(msgspec.Struct, frozen=True):
    """A notable number of a match."""

    value: str
    caption: str
    """A caption of a few words, with the owner."""


class Summary(msgspec.Struct, frozen=True):
    """The content of the summary of a match that is over."""

    chart: Chart
    figures: tuple[Figure, ...]
    """At most three."""
    streak: str = ""
    """The best streak in a sentence; "" if none is notable."""


def plain_player(seat: Seat, names: Sequence[str]) -> str:
    """Return a player with the seat's mark, without markup."""
    return f"{SEAT_MARKS[seat]} {names[seat]}"


def course(
    title: str,
    points: Sequence[Sequence[int]],
    sides: int | Sequence[tuple[Seat, ...]],
    last: str,
    *,
    least_leads: bool = False,
) -> Chart:
    """Return the chart of the values of sides, or of this number of seats, at each point in time."""
    groups = [(seat,) for seat in range(sides)] if isinstance(sides, int) else sides
    curves = [Curve(seats, tuple([point[at] for point in points])) for at, seats in enumerate(groups)]
    return Chart(title, tuple(curves), gettext("start"), last, least_leads)


def most_figure(counts: Mapping[int, int], caption: Callable[[int, int], str]) -> list[Figure]:
    """Return the figure for the owner of the highest value, with that value; none if all are 0."""
    which, number = most(counts)
    return [Figure(str(number), caption(which, number))] if number else []


def longest_run(tries: Iterable[tuple[Seat, bool]]) -> tuple[Seat, int]:
    """Return the seat with the most consecutive successes among its own tries, and their number; the first of
    equals.
    """
    runs, best = dict[Seat, int](), (0, 0)
    for seat, success in tries:
        runs[seat] = runs.get(seat, 0) + 1 if success else 0
        if runs[seat] > best[1]:
            best = (seat, runs[seat])
    return best


def unbroken_run(winners: Iterable[Seat]) -> tuple[Seat, int]:
    """Return the longest series of consecutive successes by one seat alone: the seat, and its length."""
    best, last, run = (0, 0), -1, 0
    for seat in winners:
        run = run + 1 if seat == last else 1
        last = seat
        best = max(best, (seat, run), key=lambda each: each[1])
    return best


def most(counts: Mapping[int, int]) -> tuple[int, int]:
    """Return the owner of the highest value, and the value; (-1, 0) if there is none. The first of equals."""
    return max(counts.items(), key=lambda each: each[1], default=(-1, 0))


def luck_figure(
    hits: Mapping[Seat, int], tries: Mapping[Seat, Sequence[float]], names: Sequence[str]
) -> list[Figure]:
    """Return the figure for the luckiest or unluckiest seat at rolls: its successes, and the expected number.

    `tries` are the probabilities (0 to 1) of each seat's rolls. Empty if nobody rolled.
    """
    gaps = {seat: hits.get(seat, 0) - sum(chances) for seat, chances in tries.items()}
    if not gaps:
        return []
    seat = max(gaps, key=lambda each: abs(gaps[each]))
    words = ngettext(
        "luck of {player}: {number} hit of {tries}, {expected} expected",
        "luck of {player}: {number} hits of {tries}, {expected} expected",
        hits.get(seat, 0),
        player=plain_player(seat, names),
        tries=len(tries[seat]),
        expected=decimal(sum(tries[seat]), 1),
    )
    sign = "+" if gaps[seat] >= 0 else "−"
    return [Figure(f"{sign}{decimal(abs(gaps[seat]), 1)}", words)]


def hit_streak(tries: Iterable[tuple[Seat, bool]], names: Sequence[str]) -> str:
    """Return the seat with the most consecutive hits among its own tries; "" if none is notable."""
    seat, hits = longest_run(tries)
    if hits < 2:
        return ""
    return gettext("{player} hit {number} times in a row", player=plain_player(seat, names), number=hits)
