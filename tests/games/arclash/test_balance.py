"""The ready-made decks are balanced (ARC-20): played against each other by the Duellist."""

from __future__ import annotations

import os

import pytest

from bot.games.arclash.rules.options import Options
from bot.games.registry import GAMES
from bot.parts.workshop.lab.contests import Contest, outside
from bot.parts.workshop.lab.processes import played as played_in
from bot.parts.workshop.lab.processes import playing
from bot.parts.workshop.lab.tallies import Count

ARCLASH = GAMES["arclash"].rules
DECKS = GAMES["arclash"].decks.ready(None)


def played(games: int, seed: str, *, seats: int = 2, jobs: int = 1) -> Count:
    """Play all line-ups of the ready-made decks, with this number of matches each."""
    contest = Contest(
        game="arclash",
        player="duellist",
        options=ARCLASH.normalize(Options(), seats),
        seats=seats,
        entrants=tuple(DECKS),
        games=games,
        seed=seed,
    )
    with playing("arclash", [contest.pool], jobs) as play:
        return played_in(play, contest)


def test_no_ready_made_deck_always_wins_or_loses_arc_20():
    """8 matches a deck are too few to measure it, but show a deck that always wins or always loses."""
    count = played(1, "one")
    assert len(count.entrants) >= 4
    assert count.given_up == 0
    rates = {deck: tally.rate for deck, tally in count.entrants.items()}
    assert [deck for deck, rate in rates.items() if not 0 < rate < 1] == [], rates
    played_cards = {number for (_, number), card in count.cards.items() if card.times}
    listed = {number for deck in DECKS.values() for number, _ in deck.entries}
    assert listed == played_cards, "there is no card that a sensible player never plays"


@pytest.mark.soak
def test_every_ready_made_deck_wins_40_to_60_percent_over_all_pairings_arc_20():
    count = played(60, "soak", jobs=os.cpu_count() or 1)
    assert count.given_up == 0
    assert outside(count, 2) == [], {deck: tally.rate for deck, tally in count.entrants.items()}
    assert 0.45 < count.seats[0].rate < 0.55, "no seat has an advantage"


@pytest.mark.soak
@pytest.mark.parametrize("seats", [3, 4])
def test_ready_made_decks_are_balanced_with_more_seats_arc_20(seats: int):
    """In matches of three and four every deck wins at least half of its share, and at most half more."""
    count = played(6, "soak", seats=seats, jobs=os.cpu_count() or 1)
    rates = {deck: tally.rate * seats for deck, tally in count.entrants.items()}
    assert [deck for deck, rate in rates.items() if not 0.5 <= rate <= 1.5] == [], rates
