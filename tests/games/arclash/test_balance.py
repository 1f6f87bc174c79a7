"""The ready decks are worth each other (ARC-20): played against each other by the Duellist."""

from __future__ import annotations

import os

import pytest

from bot.balance import Contest, Count, building_of, counts, outside
from bot.games.arclash.rules.options import Options
from bot.registry import GAMES

ARCLASH = GAMES["arclash"].rules


def played(games: int, seed: str, *, seats: int = 2, jobs: int = 1) -> Count:
    """All line-ups of the ready decks, so many matches of each."""
    contest = Contest(
        game="arclash",
        player="duellist",
        options=ARCLASH.normalize(Options(), seats),
        seats=seats,
        decks=tuple(building_of("arclash").ready(None)),
        games=games,
        seed=seed,
    )
    total = Count()
    with counts(contest, jobs) as parts:
        for part in parts:
            total.join(part)
    return total


def test_no_ready_deck_is_broken_arc_20():
    """32 matches a deck: too few to measure it, but one that nothing beats, or that beats nothing, shows."""
    count = played(4, "ordinary")
    assert len(count.decks) >= 4
    assert count.given_up == 0
    rates = {deck: tally.rate for deck, tally in count.decks.items()}
    assert [deck for deck, rate in rates.items() if not 0.25 <= rate <= 0.75] == [], rates
    played_cards = {number for _, number in count.cards}
    listed = {number for deck in building_of("arclash").ready(None).values() for number, _ in deck.entries}
    assert listed == played_cards, "there is no card that a sensible player never plays"


@pytest.mark.soak
def test_every_ready_deck_wins_40_to_60_of_100_over_all_pairings_arc_20():
    count = played(60, "soak", jobs=os.cpu_count() or 1)
    assert count.given_up == 0
    assert outside(count, 2) == [], {deck: tally.rate for deck, tally in count.decks.items()}
    assert 0.45 < count.seats[0].rate < 0.55, "no seat has an advantage"


@pytest.mark.soak
@pytest.mark.parametrize("seats", [3, 4])
def test_no_ready_deck_is_absurd_with_more_seats_arc_20(seats: int):
    """At tables of three and four every deck wins at least half its share, and at most half more."""
    count = played(6, "soak", seats=seats, jobs=os.cpu_count() or 1)
    rates = {deck: tally.rate * seats for deck, tally in count.decks.items()}
    assert [deck for deck, rate in rates.items() if not 0.5 <= rate <= 1.5] == [], rates
