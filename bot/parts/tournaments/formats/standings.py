"""The table of a tournament: points, and the tie-breaks between entrants with the same points.

Neither chance nor speed decides: the last tie-break is the seed at the start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from bot.parts.tournaments.formats.model import (
    HALF,
    NEWEST,
    Entrant,
    EntrantId,
    Format,
    Pairing,
    Rule,
    round_of,
)

Criterion: TypeAlias = Literal["points", "direct", "sonneborn-berger", "buchholz", "wins", "seed"]
"""The criterion that determined a place: points; the matches of equals among themselves; the points of beaten
opponents plus half of those of drawn opponents (Sonneborn-Berger); the points of all opponents (Buchholz);
matches won; the seed at the start. How rounds count that were not played: `_Unplayed`.
"""

Fate: TypeAlias = Literal["", "struck", "rest-lost"]
"""How the matches of a withdrawn entrant count."""


class TableRow(NamedTuple):
    """One entrant of a table."""

    entrant: EntrantId
    place: int
    """From 1."""
    points: Fraction
    played: int
    """Matches with a result, without byes."""
    wins: int
    draws: int
    """Matches with a shared first place."""
    losses: int
    tie_break: Fraction
    """Sonneborn-Berger, or Buchholz in a Swiss tournament."""
    decided_by: Criterion
    """The criterion that separates this entrant from the next one in the table; `points` for the last."""
    fate: Fate = ""


def table(
    entrants: Sequence[Entrant], pairings: Sequence[Pairing], kind: Format, rule: Rule = NEWEST
) -> list[TableRow]:
    """Return the table of the entrants. The order of `entrants` and `pairings` does not matter.

    An entrant who withdrew with fewer than half of the matches played is struck: last place without points
    (`fates`).
    """
    standing, figures, struck = _judged(entrants, pairings, kind, rule)
    ordered = figures.ordered()
    rows = [
        figures.row(entrant, place, by, standing[entrant]) for place, (entrant, by) in enumerate(ordered, 1)
    ]
    last = [
        TableRow(entrant, len(rows) + place, Fraction(0), 0, 0, 0, 0, Fraction(0), "points", "struck")
        for place, entrant in enumerate(struck, 1)
    ]
    return rows + last


def ranking(
    entrants: Sequence[Entrant], pairings: Sequence[Pairing], kind: Format, rule: Rule = NEWEST
) -> list[EntrantId]:
    """Return the entrants in the order of the table, without its other figures."""
    _, figures, struck = _judged(entrants, pairings, kind, rule)
    return [*[entrant for entrant, _ in figures.ordered()], *struck]


def _judged(
    entrants: Sequence[Entrant], pairings: Sequence[Pairing], kind: Format, rule: Rule
) -> tuple[Mapping[EntrantId, Fate], _Figures, list[EntrantId]]:
    """Return the fates, the results of those in the table, and the struck entrants in their order."""
    standing = fates(entrants, pairings, kind)
    struck = sorted([each for each in entrants if standing[each.id] == "struck"], key=lambda each: each.seed)
    figures = _Figures(
        [each for each in entrants if standing[each.id] != "struck"], counted(pairings, standing), kind, rule
    )
    return standing, figures, [each.id for each in struck]


def fates(entrants: Iterable[Entrant], pairings: Sequence[Pairing], kind: Format) -> Mapping[EntrantId, Fate]:
    """Return how the matches of each withdrawn entrant count.

    In a league or a cup, an entrant who withdraws with fewer than half of the matches played is struck, so
    that a match against that entrant gives no advantage. In other formats, unplayed matches are lost.
    """
    return {each.id: _fate(each, pairings, kind) if each.withdrawn else "" for each in entrants}


def _fate(entrant: Entrant, pairings: Sequence[Pairing], kind: Format) -> Fate:
    own = [each for each in pairings if entrant.id in each.seats and not each.bye]
    played = sum([each.places is not None for each in own])
    return "struck" if kind in ("league", "cup") and 2 * played < len(own) else "rest-lost"


def counted(pairings: Iterable[Pairing], standing: Mapping[EntrantId, Fate]) -> list[Pairing]:
    """Return the pairings that count: without struck entrants, unplayed matches of withdrawn ones lost."""
    return [
        _settled(pairing, standing)
        for pairing in pairings
        if not any(standing[entrant] == "struck" for entrant in pairing.seats)
    ]


def _settled(pairing: Pairing, standing: Mapping[EntrantId, Fate]) -> Pairing:
    gone = [bool(standing[each]) for each in pairing.seats]
    if pairing.places is not None or pairing.bye or len(gone) - sum(gone) > 1:
        return pairing
    return replace(pairing.ended([2 if left else 1 for left in gone]), unplayed=True)


class _Unplayed:
    """Rounds that were not played, in the tie-breaks of a Swiss tournament of two by rule 2.

    FIDE Handbook C.07 (Tie-Break Regulations in force since 1 March 2026): 16.3 and 16.4 for Buchholz, 7.1
    for wins. One exception: the dummy opponent of a bye has at least half a point for each round, where
    16.4.2 lets it have at most that. docs/TOURNAMENTS.md has the measurement.
    """

    def __init__(
        self,
        entrants: Sequence[Entrant],
        ended: Mapping[EntrantId, Sequence[Pairing]],
        points: Mapping[EntrantId, Fraction],
        rounds: int,
    ) -> None:
        self._ended, self._points, self._even = ended, points, HALF * rounds
        self._missed = {each.id: each.first_round - 1 for each in entrants}
        self._adjusted = {
            entrant.id: points[entrant.id] + HALF * (self._after(entrant, rounds) if entrant.withdrawn else 0)
            for entrant in entrants
        }

    def _after(self, entrant: Entrant, rounds: int) -> int:
        """Return the number of rounds after an entrant's last pairing: draws, as an opponent (16.3)."""
        return rounds - max([each.round for each in self._ended[entrant.id]], default=entrant.first_round - 1)

    def buchholz(self, entrant: EntrantId) -> Fraction:
        """Return the points of the opponents; in a round not played, of a dummy with the own points (16.4).

        The dummy has at most half a point for each round (16.4.2), or the points of the opponent who did not
        play (16.4.1); that of a bye has at least half a point for each round.
        """
        own = self._points[entrant]
        total = min(own, self._even) * self._missed[entrant]
        for pairing in self._ended[entrant]:
            others = [self._adjusted[each] for each in pairing.seats if each != entrant]
            if pairing.bye:
                total += max(own, self._even)
            else:
                total += min(own, *others) if pairing.unplayed else sum(others, Fraction(0))
        return total

    def wins(self, entrant: EntrantId) -> int:
        """Return the number of rounds with the points of a win, played or not (7.1)."""
        return sum([each.points[entrant] == 1 for each in self._ended[entrant]])


class _Figures:
    """The results of the entrants of one table."""

    def __init__(
        self, entrants: Sequence[Entrant], pairings: Sequence[Pairing], kind: Format, rule: Rule
    ) -> None:
        self._seeds = {each.id: each.seed for each in entrants}
        self._kind = kind
        self._ended: dict[EntrantId, list[Pairing]] = {each.id: [] for each in entrants}
        self.points = {each.id: each.head_start(rule) for each in entrants}
        for pairing in pairings:
            for entrant, points in pairing.points.items():
                self._ended[entrant].append(pairing)
                self.points[entrant] += points
        self._tie_breaks: dict[EntrantId, Fraction] = {}
        of_two = kind == "swiss" and all(len(each.seats) <= 2 for each in pairings)
        self._unplayed = (
            _Unplayed(entrants, self._ended, self.points, round_of(pairings)) if rule > 1 and of_two else None
        )

    def ordered(self) -> list[tuple[EntrantId, Criterion]]:
        """Return the entrants, the best first, each with the value that separates it from the next."""
        second: Criterion = "buchholz" if self._kind == "swiss" else "sonneborn-berger"
        criteria: tuple[Criterion, ...] = ("points", "direct", second, "wins", "seed")
        return self._split(sorted(self.points), criteria)

    def _split(
        self, equal: Sequence[EntrantId], criteria: Sequence[Criterion]
    ) -> list[tuple[EntrantId, Criterion]]:
        """Order entrants that are level in all earlier criteria."""
        if len(equal) < 2:
            return [(each, "points") for each in equal]
        values = self._values(criteria[0], equal)
        ordered: list[tuple[EntrantId, Criterion]] = []
        for value in sorted(set(values.values()), reverse=True):
            group = self._split([each for each in equal if values[each] == value], criteria[1:])
            ordered += [*group[:-1], (group[-1][0], criteria[0])]
        return [*ordered[:-1], (ordered[-1][0], "points")]

    def _values(self, criterion: Criterion, equal: Sequence[EntrantId]) -> Mapping[EntrantId, Fraction]:
        value: Mapping[Criterion, Callable[[EntrantId], Fraction]] = {
            "points": self.points.__getitem__,
            "direct": lambda each: self._among(each, equal),
            "sonneborn-berger": self._tie_break,
            "buchholz": self._tie_break,
            "wins": lambda each: Fraction(
                self._wins(each) if self._unplayed is None else self._unplayed.wins(each)
            ),
            "seed": lambda each: Fraction(-self._seeds[each]),
        }
        return {each: value[criterion](each) for each in equal}

    def _among(self, entrant: EntrantId, equal: Sequence[EntrantId]) -> Fraction:
        """Return the points of the matches among equals; 0 for all, unless all have played each other."""
        group = set(equal)
        if any(
            group - {one} - {other for each in self._ended[one] for other in each.seats if other != one}
            for one in equal
        ):
            return Fraction(0)
        own = [each for each in self._ended[entrant] if group & (set(each.seats) - {entrant})]
        return sum([each.points[entrant] for each in own], Fraction(0))

    def _tie_break(self, entrant: EntrantId) -> Fraction:
        value = self._tie_breaks.get(entrant)
        if value is None and self._unplayed is not None:
            value = self._tie_breaks[entrant] = self._unplayed.buchholz(entrant)
        if value is None:
            weighed = [each for pairing in self._ended[entrant] for each in self._weighed(pairing, entrant)]
            value = self._tie_breaks[entrant] = sum(weighed, Fraction(0))
        return value

    def _weighed(self, pairing: Pairing, entrant: EntrantId) -> Iterator[Fraction]:
        """Yield the points of the opponents that count: all in Buchholz, else by the result."""
        results = pairing.points
        for other in pairing.seats:
            if other == entrant:
                continue
            if self._kind == "swiss" or results[entrant] > results[other]:
                yield self.points[other]
            elif results[entrant] == results[other] > 0:
                yield HALF * self.points[other]

    def _wins(self, entrant: EntrantId) -> int:
        return sum([_won(each, entrant) for each in self._ended[entrant]])

    def row(self, entrant: EntrantId, place: int, by: Criterion, fate: Fate) -> TableRow:
        """Return the row of an entrant."""
        played = [each for each in self._ended[entrant] if not each.bye]
        wins = sum([_won(each, entrant) for each in played])
        draws = sum([_place(each, entrant) == 1 for each in played]) - wins
        return TableRow(
            entrant,
            place,
            self.points[entrant],
            len(played),
            wins,
            draws,
            len(played) - wins - draws,
            self._tie_break(entrant),
            by,
            fate,
        )


def _place(pairing: Pairing, entrant: EntrantId) -> int:
    assert pairing.places is not None
    return pairing.places[pairing.seats.index(entrant)]


def _won(pairing: Pairing, entrant: EntrantId) -> bool:
    """Whether an entrant had the first place alone, against others."""
    assert pairing.places is not None
    return not pairing.bye and _place(pairing, entrant) == 1 and pairing.places.count(1) == 1
