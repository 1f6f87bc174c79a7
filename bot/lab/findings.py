"""What a designer should know of the figures: what is surely out of balance, dead or never playable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from bot.engine.deckbuilding import DeckCard
from bot.lab.contests import ALLOWED, Contest, bounds, card_counts
from bot.lab.mixes import best_mix, dominated, met_all
from bot.lab.tallies import CardCount, Count, Difference, Tally
from bot.lab.tracing import traced_cards
from bot.lab.worth import holders_of
from bot.registry import GAMES

Kind: TypeAlias = Literal[
    "too-strong", "too-weak", "dominates", "dominated", "seat", "begins", "draws",
    "card-strong", "card-weak", "card-harmful", "card-hits", "card-kills",
    "dead", "unpayable", "rank", "endless",
]  # fmt: skip
"""too-strong, too-weak: a deck or squad. dominates: the best mix is it alone. seat: one, or a team, wins too
often. begins: the first turn wins too often. draws: too many matches have no winner.
card-strong, card-weak: a deck with a card against the same deck with others of its kind in its place.
card-harmful: most plays of a card only harm its own player. card-hits: an attack does much more damage than
any other of its sort. card-kills: a card kills enemies that cost much more than it. dead: drawn, hardly ever
played. unpayable: drawn, and could never be played. rank: no card of a rank is ever played. endless: matches
were given up."""

OUT_OF_LINE: Final[frozenset[Kind]] = frozenset(
    ("seat", "card-strong", "card-weak", "card-harmful", "card-hits", "card-kills")
)
"""The kinds of findings about a seat or a card that wins, harms or hits too much or too little."""

ENOUGH: Final = 30
"""Matches in which a card has to have been drawn before it is called dead."""

DEAD: Final = 0.15
"""In which share of the matches in which it could be played a card is played that is called dead, at most."""

SEAT: Final = 0.05
"""How far from an even share a seat may win."""

CARD: Final = 0.15
"""How much more or less a deck may win with a card than with others of its kind in its place."""

HARM: Final = 0.5
"""In which share of its plays a card may be nothing but harm to who plays it: bad luck is no fault."""

KILLS: Final = 3
"""How many times its own deck cost the enemies may cost that a card kills in a play."""

HITS: Final = 1.5
"""How many times the damage of the best other attack of its sort an attack may do, for each copy drawn."""


class Finding(msgspec.Struct, frozen=True):
    """Something that is wrong, with the figure that shows it."""

    kind: Kind
    about: str
    """The key of a deck or squad, a set number, the number of a seat from 1 ("1 3" for a team); a rank after
    the letters of its set: "TID Level 3"."""
    figure: float
    """A share of matches won, from 0 to 1; of cards how much more is won with it, the share of harmful plays,
    the damage for each copy drawn, or the deck cost of enemies killed in a play; of others a count."""
    error: float = 0.0
    """How far the truth may lie from it, in 95 of 100 cases."""
    decks: tuple[str, ...] = ()
    """Of a card that was tested, harms or kills, the keys of the decks that hold it."""
    beside: float = 0.0
    """What the figure is seen beside: of a dead card in how many matches it could be played, of a harmful one
    how many plays there were, of one that kills its own deck cost, of an attack the damage of the best other
    of its sort."""


def findings(contest: Contest, count: Count, worth: Mapping[str, Difference]) -> list[Finding]:
    """Return everything that is surely wrong, the gravest first; `worth` is that of the cards tested."""
    cards = card_counts(contest, count) if traced_cards(GAMES[contest.game]) is not None else {}
    named = [*_worth(contest, worth), *_harmful(contest, cards), *_killing(contest, cards)]
    found = [
        *_entrants(contest, count, named), *_seats(contest, count), *_unplayed(contest, cards), *named,
        *_hitting(contest, cards),
    ]  # fmt: skip
    if count.given_up:
        found.append(Finding("endless", "", count.given_up))
    return found


def surely_outside(tally: Tally, low: float, high: float, tests: int) -> bool:
    """Whether a share lies outside, and the truth very likely outside of half that width at least.

    It is one of so many that are looked at: that a sound one of them lies outside by chance is as unlikely as
    if it were looked at alone.
    """
    middle, margin = (low + high) / 2, tally.margin(tests)
    return (tally.rate > high and tally.estimate - margin > (middle + high) / 2) or (
        tally.rate < low and tally.estimate + margin < (middle + low) / 2
    )


def _entrants(contest: Contest, count: Count, named: Sequence[Finding]) -> list[Finding]:
    """Return the decks or squads that win too much or too little, but no victims of a card that was found.

    Who loses to the decks that hold a card that is too strong, or wins against those that hold one that is
    too weak or harms them, is judged by the other decks alone. `named` are the cards that were found.
    """
    if len(contest.entrants) < 2:
        return []
    low, high = bounds(contest.seats)
    met = met_all(contest.entrants, count.against)
    found = [
        Finding("too-strong" if tally.rate > high else "too-weak", key, tally.rate, tally.error)
        for key, tally in count.entrants.items()
        if key in met
        and surely_outside(tally, low, high, len(met))
        and _by_itself(key, tally.rate > high, count, named, low, high)
    ]
    if contest.seats != 2:
        return sorted(found, key=lambda each: -each.figure)
    mix = best_mix(contest.entrants, count.against)
    best = max(mix, key=mix.__getitem__)
    if mix[best] > 1 - ALLOWED and best in [each.about for each in found]:
        found.append(Finding("dominates", best, mix[best]))
    beaten = dominated(contest.entrants, count.against)
    found += [
        Finding("dominated", key, count.entrants[key].rate)
        for key in beaten
        if _by_itself(key, False, count, named, low, high)
    ]
    return sorted(found, key=lambda each: (each.kind != "dominates", -each.figure))


def _by_itself(
    key: str, strong: bool, count: Count, named: Sequence[Finding], low: float, high: float
) -> bool:
    """Whether an entrant that lies outside does so without the decks that hold a card that was found."""
    causes = ("card-weak", "card-harmful") if strong else ("card-strong", "card-kills")
    blamed = {deck for finding in named if finding.kind in causes for deck in finding.decks} - {key}
    if not blamed:
        return True
    rest = Tally()
    for (one, other), tally in count.against.items():
        if one == key and other not in blamed:
            rest.add(tally.won, tally.matches)
    return rest.matches > 0 and (rest.rate > high if strong else rest.rate < low)


def _seats(contest: Contest, count: Count) -> list[Finding]:
    even = 1 / contest.seats
    return [
        Finding("seat", str(seat + 1), tally.rate, tally.error)
        for seat, tally in sorted(count.seats.items())
        if tally.rate > even
        and surely_outside(tally, even * (1 - 2 * SEAT), even * (1 + 2 * SEAT), contest.seats)
    ]


def _known(contest: Contest) -> Mapping[str, DeckCard]:
    """Return the cards that are counted; none of a game without cards."""
    traced = traced_cards(GAMES[contest.game])
    return {} if traced is None else traced.cards(contest.pool)


def _unplayed(contest: Contest, cards: Mapping[str, CardCount]) -> list[Finding]:
    known = _known(contest)
    ranks = _unplayed_ranks(cards, known)
    found = [Finding("rank", rank, drawn) for rank, drawn in ranks.items()]
    for number, card in cards.items():
        if _rank(number, known) in ranks or card.drawn < ENOUGH:
            continue
        if not card.playable and not card.times:
            found.append(Finding("unpayable", number, card.drawn))
        elif not card.times or _hardly_played(card):
            found.append(Finding("dead", number, card.drawn, beside=card.playable))
    return found


def _harmful(contest: Contest, cards: Mapping[str, CardCount]) -> list[Finding]:
    """Return the cards that most often do nothing but harm to who plays them.

    What a play does is told by facts, so that a sound card hardly ever stands here by chance: the margin is
    that of one card.
    """
    return [
        Finding(
            "card-harmful", number, card.used_up.rate, card.used_up.error, _holders(contest, number), plays
        )
        for number, card in cards.items()
        if (plays := card.used_up.matches) and card.used_up.estimate - card.used_up.error > HARM
    ]


def _killing(contest: Contest, cards: Mapping[str, CardCount]) -> list[Finding]:
    """Return the cards that surely kill enemies in a play that cost many times as much as they do."""
    known, played = _known(contest), [card for card in cards.values() if card.killed.total]
    return [
        Finding(
            "card-kills", number, card.killed.mean, card.killed.margin(), _holders(contest, number),
            known[number].cost,
        )
        for number, card in cards.items()
        if card.killed.mean - card.killed.margin(len(played)) > KILLS * known[number].cost
    ]  # fmt: skip


def _hitting(contest: Contest, cards: Mapping[str, CardCount]) -> list[Finding]:
    """Return the attacks that surely do much more damage than any other of their sort, for each copy drawn.

    Where all draw from one deck a strong card wins for both seats: that it hits hard is seen by its damage.
    """
    known, found = _known(contest), list[Finding]()
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
            found.append(Finding("card-hits", number, damage.mean, damage.margin(), beside=best))
    return found


def _holders(contest: Contest, number: str) -> tuple[str, ...]:
    return tuple([key for key, _ in holders_of(contest, number)])


def _hardly_played(card: CardCount) -> bool:
    """Whether a card is surely left in hand where it could be played, but for a few times."""
    played = Tally(card.playable, card.played.matches)
    return played.estimate + played.error < DEAD


def _unplayed_ranks(cards: Mapping[str, CardCount], known: Mapping[str, DeckCard]) -> dict[str, int]:
    """Return the ranks of a set of which cards were drawn and none was played, and in how many matches.

    One card alone is no rank.
    """
    drawn, times, sizes = dict[str, int](), dict[str, int](), Counter[str]()
    for number, card in cards.items():
        rank = _rank(number, known)
        sizes[rank] += 1
        drawn[rank] = drawn.get(rank, 0) + card.drawn
        times[rank] = times.get(rank, 0) + card.times
    return {
        rank: many for rank, many in drawn.items() if many >= ENOUGH and not times[rank] and sizes[rank] > 1
    }


def _rank(number: str, known: Mapping[str, DeckCard]) -> str:
    return f"{number.partition('-')[0]} {known[number].rank}"


def _worth(contest: Contest, worth: Mapping[str, Difference]) -> list[Finding]:
    found = [
        Finding(
            "card-strong" if tested.mean > 0 else "card-weak",
            number,
            tested.mean,
            tested.error,
            _holders(contest, number),
        )
        for number, tested in worth.items()
        if _stands_out(tested, len(worth))
    ]
    return sorted(found, key=lambda each: -abs(each.figure))


def _stands_out(tested: Difference, tests: int) -> bool:
    """Whether a card, one of so many that were tested, is surely worth much more or much less than others."""
    return abs(tested.mean) > CARD and abs(tested.mean) - tested.margin(tests) > CARD / 2
