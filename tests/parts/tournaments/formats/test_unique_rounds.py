"""A Swiss round follows from docs/TOURNAMENTS.md alone: any program finds the same pairs."""

from __future__ import annotations

import random
from typing import Any

import pytest
import rustworkx
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.parts.tournaments.formats.model import Entrant, Pairing
from bot.parts.tournaments.formats.swiss import follows, lot, pair_round
from tests.parts.tournaments.formats.drawn import ID, costs_of, played, tried


def pairs_of(pairings: list[Pairing]) -> set[frozenset[int]]:
    return {frozenset(each.seats) for each in pairings}


def compared_with_every_round(number: int, seed: int, *, apart: bool) -> int:
    """Compare a tournament's rounds with the best of all rounds; return their number."""
    rng, rounds = random.Random(seed), 0
    for entrants, former, new in played(number, rng, late=0.1, gone=0.05):
        round_ = new[0].round
        assert pairs_of(new) == tried(entrants, former, round_, forbidden=frozenset())
        rounds += 1
        if apart and number <= 8:
            forbidden = frozenset(frozenset(rng.sample(range(1, number + 1), 2)) for _ in range(3))
            drawn = pair_round(entrants, former, round_, forbidden, tournament=ID)
            assert pairs_of(drawn) == tried(entrants, former, round_, forbidden=forbidden)
    return rounds


@settings(max_examples=12)
@given(st.integers(2, 9), st.integers(0, 10**6))
def test_a_round_is_the_best_of_all_by_the_written_criteria(number: int, seed: int) -> None:
    compared_with_every_round(number, seed, apart=True)


@pytest.mark.soak
def test_two_thousand_tournaments_are_paired_as_by_trying_every_round() -> None:
    rng = random.Random(48)
    rounds = sum(
        compared_with_every_round(rng.randint(2, 10), seed, apart=seed % 10 == 0) for seed in range(2000)
    )
    assert rounds > 5000


@pytest.fixture
def shuffled(monkeypatch: pytest.MonkeyPatch) -> random.Random:
    """Let the solver see the pairs in a random order, and in a random direction."""
    rng, add = random.Random(1), rustworkx.PyGraph.add_edges_from

    class Shuffled(rustworkx.PyGraph):  # type: ignore[misc]
        def add_edges_from(self, edges: list[tuple[int, int, Any]]) -> Any:
            turned = [
                (other, one, weight) if rng.random() < 0.5 else (one, other, weight)
                for one, other, weight in edges
            ]
            rng.shuffle(turned)
            return add(self, turned)

    monkeypatch.setattr(rustworkx, "PyGraph", Shuffled)
    return rng


def shuffles(number: int, tournaments: int, rng: random.Random) -> int:
    rounds = 0
    for seed in range(tournaments):
        for entrants, former, new in played(number, random.Random(seed), late=0.1, gone=0.03):
            again = rng.sample(entrants, len(entrants)), rng.sample(former, len(former))
            assert pair_round(*again, new[0].round, tournament=ID) == new
            rounds += 1
    return rounds


@pytest.mark.parametrize("number", [7, 16, 33])
def test_the_order_of_pairs_makes_no_difference(shuffled: random.Random, number: int) -> None:
    assert shuffles(number, 3, shuffled) > 5


@pytest.mark.soak
@pytest.mark.parametrize("number", [5, 8, 13, 21, 40])
def test_the_order_of_pairs_makes_no_difference_in_two_thousand_tournaments(
    shuffled: random.Random, number: int
) -> None:
    assert shuffles(number, 400, shuffled) > 1000


def test_lots_decide_between_equally_good_rounds() -> None:
    assert lot(ID, 3, 4, 11) == lot(ID, 3, 11, 4) == 0x1CA9_4D35_851B
    entrants, former = [Entrant(one, one) for one in range(1, 7)], list[Pairing]()
    for round_ in (1, 2):
        former += [one.ended((1, 1)) for one in pair_round(entrants, former, round_, tournament=ID)]
    drawn = [pair_round(entrants, former, 3, tournament=f"t{each}") for each in range(20)]
    assert len({frozenset(pairs_of(each)) for each in drawn}) > 1
    costs = [[costs_of(entrants, former, 3, one.seats)[:-1] for one in each] for each in drawn]
    assert len({tuple(map(sum, zip(*each, strict=True))) for each in costs}) == 1


def test_a_round_of_another_solver_is_accepted_by_rule_1_and_not_by_rule_2() -> None:
    """Rule 1 left the choice between equally good rounds open, so each of them is honest."""
    entrants, former = [Entrant(one, one) for one in range(1, 7)], list[Pairing]()
    for round_ in (1, 2):
        former += [one.ended((1, 1)) for one in pair_round(entrants, former, round_, tournament=ID)]
    drawn = [pair_round(entrants, former, 3, tournament=f"t{each}") for each in range(20)]
    others = [each for each in drawn if pairs_of(each) != pairs_of(drawn[0])]
    for each in others:
        assert follows(each, entrants, former, 3, tournament="t0", rule=1)
        assert not follows(each, entrants, former, 3, tournament="t0", rule=2)
    assert follows(drawn[0], entrants, former, 3, tournament="t0", rule=2)
    worse = [Pairing(3, each) for each in ((1, 2), (3, 4), (5, 6))]
    assert not follows(worse, entrants, former, 3, tournament="t0", rule=1)
