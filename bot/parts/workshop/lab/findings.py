"""Findings for designers: entrants and cards that are out of balance, unused or never playable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Final, Literal, TypeAlias

import msgspec

from bot.engine.cards.deckbuilding import DeckCard
from bot.parts.workshop.lab.contests import ALLOWED, Contest, bounds, card_counts
from bot.parts.workshop.lab.tallies import CardCount, Count, Difference, Tally
from bot.parts.workshop.lab.worth import holders_of

# The best mix of entrants (mixed strategy) from their win rates against each other.


ROUNDS = 20_000
"""The number of rounds of fictitious play; shares are then accurate to about 0.01."""


def best_mix(entrants: Sequence[str], against: Mapping[tuple[str, str], Tally]) -> dict[str, float]:
    """Return the optimal mixed strategy: the share of each entrant, without knowing the opponent's choice.

    No other choice wins more than half against this mix. Computed by fictitious play on the matrix of win
    rates of two: each round adds the best answer to all choices so far.
    """
    gains = [[_gain(against, one, other) for other in entrants] for one in entrants]
    chosen, scores = [0] * len(entrants), [0.0] * len(entrants)
    best = 0
    for _ in range(ROUNDS):
        chosen[best] += 1
        for place, row in enumerate(gains):
            scores[place] += row[best]
        best = max(range(len(entrants)), key=scores.__getitem__)
    return {key: count / ROUNDS for key, count in zip(entrants, chosen, strict=True)}


def _gain(against: Mapping[tuple[str, str], Tally], one: str, other: str) -> float:
    """Return how much more than half an entrant wins against another, using the counts of both."""
    tally = against.get((one, other))
    return tally.rate - 0.5 if tally is not None else 0.0


def met_all(entrants: Sequence[str], against: Mapping[tuple[str, str], Tally]) -> list[str]:
    """Return the entrants that have played against all others; the win rate of the rest says little."""
    return [key for key in entrants if all((key, other) in against for other in entrants if other != key)]


def dominated(entrants: Sequence[str], against: Mapping[tuple[str, str], Tally]) -> dict[str, str]:
    """Return the entrants that are never the better choice, each with one that is better against all.

    Better means by more than both margins of error, so that more matches would not reverse it. Entrants that
    have not played against all others are excluded.
    """
    dominant: dict[str, str] = {}
    met = met_all(entrants, against)
    for worse, better in product(met, met):
        if worse != better and _beats_everywhere(entrants, against, better, worse):
            dominant.setdefault(worse, better)
    return dominant


def _beats_everywhere(
    entrants: Sequence[str], against: Mapping[tuple[str, str], Tally], better: str, worse: str
) -> bool:
    even = Tally(0, 0.0)
    for other in entrants:
        one, two = against.get((better, other), even), against.get((worse, other), even)
        high = 0.5 if other == better else one.rate - one.error
        low = 0.5 if other == worse else two.rate + two.error
        if high <= low:
            return False
    return True


Kind: TypeAlias = Literal[
    "too-strong", "too-weak", "dominates", "dominated", "seat", "seat-low", "begins", "draws",
    "card-strong", "card-weak", "card-harmful", "card-hits", "card-kills",
    "dead", "unpayable", "rank", "endless",
]  # fmt: skip
"""The kinds of findings.

too-strong, too-weak: a deck or squad. dominates: the best mix consists of this entrant only. seat, seat-low:
a seat or a team wins too often, or of three or more too seldom. begins: the first mover wins too often.
draws: too many matches have no winner. card-strong, card-weak: a deck with a card compared with the same deck
with similar cards in its place. card-harmful: most plays of a card only harm its own player. card-hits: an
attack does much more damage than any other of its type. card-kills: a card kills enemies that cost much more
than it. dead: drawn, but hardly ever played. unpayable: drawn, but never playable. rank: no card of a rank is
ever played. endless: matches were given up.
"""

OUT_OF_LINE: Final[frozenset[Kind]] = frozenset(
    ("seat", "seat-low", "card-strong", "card-weak", "card-harmful", "card-hits", "card-kills")
)
"""The kinds of findings about a seat or a card that wins, harms or hits too much or too little."""

ENOUGH: Final = 30
"""The least number of matches with a card drawn before it can be a dead card."""

DEAD: Final = 0.15
"""The highest share of plays of a dead card, of the matches in which it could be played."""

SEAT: Final = 0.05
"""The largest difference of a seat's win rate from an even share."""

CARD: Final = 0.15
"""The largest difference of a deck's win rate with a card and with similar cards in its place."""

HARM: Final = 0.5
"""The highest share of plays of a card that only harm its player; below it, harm is bad luck."""

KILLS: Final = 3
"""The most that a card may kill per play, as a multiple of its own deck cost."""

HITS: Final = 1.5
"""The most damage of an attack per copy drawn, as a multiple of the best other attack of its type."""


class LabFinding(msgspec.Struct, frozen=True):
    """A problem, with the figure that shows it."""

    kind: Kind
    about: str
    """The key of a deck or squad, a set number, a seat number from 1 ("1 3" for a team), or a rank after the
    letters of its set ("TID Level 3").
    """
    figure: float
    """The figure.

    A win rate from 0 to 1; for cards the difference of the win rate, the share of harmful plays, the damage
    per copy drawn, or the deck cost of the enemies killed per play; for other kinds a count.
    """
    error: float = 0.0
    """The margin of error of the figure (95 %)."""
    decks: tuple[str, ...] = ()
    """For a card that was tested, harms or kills: the keys of the decks that hold it."""
    beside: float = 0.0
    """The figure for comparison.

    For a dead card the number of matches in which it could be played, for a harmful card its number of plays,
    for a killing card its own deck cost, for an attack the damage of the best other attack of its type.
    """


def findings(contest: Contest, count: Count, worth: Mapping[str, Difference]) -> list[LabFinding]:
    """Return all significant problems, the most severe first; `worth` is the worth of the tested cards."""
    cards = card_counts(contest, count)
    named = [*_worth(contest, worth), *_harmful(contest, cards), *_killing(contest, cards)]
    told = [
        *_entrants(contest, count, named),
        *seat_findings({str(seat + 1): tally for seat, tally in sorted(count.seats.items())}),
        *_unplayed(contest, cards), *named,
        *_hitting(contest, cards),
    ]  # fmt: skip
    if count.given_up:
        told.append(LabFinding("endless", "", count.given_up))
    return told


def wins_too_much(tally: Tally, sides: int) -> bool:
    """Whether one of this number of seats or teams wins significantly more than its share."""
    return tally.rate > 1 / sides and surely_outside(tally, *bounds(sides, SEAT), sides)


def wins_too_little(tally: Tally, sides: int) -> bool:
    """Whether one of three or more seats or teams wins significantly less than its share.

    Of two the other one wins too much, which says the same.
    """
    return sides > 2 and tally.rate < 1 / sides and surely_outside(tally, *bounds(sides, SEAT), sides)


def seat_findings(by_side: Mapping[str, Tally]) -> list[LabFinding]:
    """Return the seats or teams that win too much or too little."""
    told = []
    for side, tally in by_side.items():
        if wins_too_much(tally, len(by_side)):
            told.append(LabFinding("seat", side, tally.rate, tally.error))
        elif wins_too_little(tally, len(by_side)):
            told.append(LabFinding("seat-low", side, tally.rate, tally.error))
    return told


def surely_outside(tally: Tally, low: float, high: float, tests: int) -> bool:
    """Whether a rate is outside the bounds, and the true rate very likely outside half their width.

    The rate is one of `tests` rates. The margin is corrected for that, so that a false alarm for any of them
    is as unlikely as for a single rate.
    """
    middle, margin = (low + high) / 2, tally.margin(tests)
    return (tally.rate > high and tally.estimate - margin > (middle + high) / 2) or (
        tally.rate < low and tally.estimate + margin < (middle + low) / 2
    )


def _entrants(contest: Contest, count: Count, named: Sequence[LabFinding]) -> list[LabFinding]:
    """Return the decks or squads that win too much or too little, except those explained by `named`.

    `named` are the findings on cards. An entrant that loses to the decks with a card that is too strong, or
    wins against decks with a card that is too weak or harmful, is judged by its matches against the other
    decks.
    """
    if len(contest.entrants) < 2:
        return []
    low, high = bounds(contest.seats)
    met = met_all(contest.entrants, count.against)
    told = [
        LabFinding("too-strong" if tally.rate > high else "too-weak", key, tally.rate, tally.error)
        for key, tally in count.entrants.items()
        if key in met
        and surely_outside(tally, low, high, len(met))
        and _by_itself(key, tally.rate > high, count, named, low, high)
    ]
    if contest.seats != 2:
        return sorted(told, key=lambda each: -each.figure)
    mix = best_mix(contest.entrants, count.against)
    best = max(mix, key=mix.__getitem__)
    if mix[best] > 1 - ALLOWED and best in [each.about for each in told]:
        told.append(LabFinding("dominates", best, mix[best]))
    beaten = dominated(contest.entrants, count.against)
    told += [
        LabFinding("dominated", key, count.entrants[key].rate)
        for key in beaten
        if _by_itself(key, False, count, named, low, high)
    ]
    return sorted(told, key=lambda each: (each.kind != "dominates", -each.figure))


def _by_itself(
    key: str, strong: bool, count: Count, named: Sequence[LabFinding], low: float, high: float
) -> bool:
    """Whether an entrant is also out of bounds without the decks that hold a card in `named`."""
    causes = ("card-weak", "card-harmful") if strong else ("card-strong", "card-kills")
    blamed = {deck for finding in named if finding.kind in causes for deck in finding.decks} - {key}
    if not blamed:
        return True
    rest = Tally()
    for (one, other), tally in count.against.items():
        if one == key and other not in blamed:
            rest.join(tally)
    return rest.matches > 0 and (rest.rate > high if strong else rest.rate < low)


def _unplayed(contest: Contest, cards: Mapping[str, CardCount]) -> list[LabFinding]:
    known = contest.known_cards
    ranks = _unplayed_ranks(cards, known)
    told = [LabFinding("rank", rank, drawn) for rank, drawn in ranks.items()]
    for number, card in cards.items():
        if _rank(number, known) in ranks or card.drawn < ENOUGH:
            continue
        if not card.playable and not card.times:
            told.append(LabFinding("unpayable", number, card.drawn))
        elif not card.times or _hardly_played(card):
            told.append(LabFinding("dead", number, card.drawn, beside=card.playable))
    return told


def _harmful(contest: Contest, cards: Mapping[str, CardCount]) -> list[LabFinding]:
    """Return the cards whose plays mostly do nothing but harm their player.

    Effects are read from facts, so false alarms are rare: the margin is the one for a single card.
    """
    return [
        LabFinding(
            "card-harmful", number, card.used_up.rate, card.used_up.error, _holders(contest, number), plays
        )
        for number, card in cards.items()
        if (plays := card.used_up.matches) and card.used_up.estimate - card.used_up.error > HARM
    ]


def _killing(contest: Contest, cards: Mapping[str, CardCount]) -> list[LabFinding]:
    """Return the cards that per play kill enemies of significantly more than `KILLS` times their own cost."""
    known, played = contest.known_cards, [card for card in cards.values() if card.killed.total]
    return [
        LabFinding(
            "card-kills", number, card.killed.mean, card.killed.margin(), _holders(contest, number),
            known[number].cost,
        )
        for number, card in cards.items()
        if card.killed.mean - card.killed.margin(len(played)) > KILLS * known[number].cost
    ]  # fmt: skip


def _hitting(contest: Contest, cards: Mapping[str, CardCount]) -> list[LabFinding]:
    """Return the attacks that do significantly more damage per copy drawn than any other of their type.

    With a shared deck, a strong card wins for all seats alike, so only its damage shows its strength.
    """
    known, told = contest.known_cards, list[LabFinding]()
    hits = {number: card.damage for number, card in cards.items() if card.damage.number >= ENOUGH}
    for number, damage in hits.items():
        rank = known[number].rank
        others = [one.mean for other, one in hits.items() if other != number and known[other].rank == rank]
        best = max(others, default=0.0)
        if (
            best
            and damage.mean > HITS * best
            and damage.mean - damage.margin(len(hits)) > (1 + HITS) / 2 * best
        ):
            told.append(LabFinding("card-hits", number, damage.mean, damage.margin(), beside=best))
    return told


def _holders(contest: Contest, number: str) -> tuple[str, ...]:
    return tuple([key for key, _ in holders_of(contest, number)])


def _hardly_played(card: CardCount) -> bool:
    """Whether a card is significantly often left in hand although it could be played."""
    played = Tally(card.playable, card.played.matches)
    return played.estimate + played.error < DEAD


def _unplayed_ranks(cards: Mapping[str, CardCount], known: Mapping[str, DeckCard]) -> dict[str, int]:
    """Return the ranks of a set with cards drawn but none played, with the number of matches.

    A single card does not count as a rank.
    """
    drawn, times, sizes = Counter[str](), Counter[str](), Counter[str]()
    for number, card in cards.items():
        rank = _rank(number, known)
        sizes[rank] += 1
        drawn[rank] += card.drawn
        times[rank] += card.times
    return {
        rank: many for rank, many in drawn.items() if many >= ENOUGH and not times[rank] and sizes[rank] > 1
    }


def _rank(number: str, known: Mapping[str, DeckCard]) -> str:
    return f"{number.partition('-')[0]} {known[number].rank}"


def _worth(contest: Contest, worth: Mapping[str, Difference]) -> list[LabFinding]:
    told = [
        LabFinding(
            "card-strong" if tested.mean > 0 else "card-weak",
            number,
            tested.mean,
            tested.error,
            _holders(contest, number),
        )
        for number, tested in worth.items()
        if _stands_out(tested, len(worth))
    ]
    return sorted(told, key=lambda each: -abs(each.figure))


def _stands_out(tested: Difference, tests: int) -> bool:
    """Whether a card, one of `tests` tested, is significantly worth much more or much less than others."""
    return abs(tested.mean) > CARD and abs(tested.mean) - tested.margin(tests) > CARD / 2
