"""`python -m bot fairness`: statistics of even dice, which detect uneven ones."""

from __future__ import annotations

import pytest

from bot.engine.fair import Stream
from bot.host.cli.fairness import chi_square, upper_tail
from tests.cli.conftest import Told


@pytest.mark.parametrize(
    ("freedom", "one_in_twenty", "one_in_a_thousand"),
    [(1, 3.8415, 10.8276), (5, 11.0705, 20.5150), (19, 30.1435, 43.8202), (23, 35.1725, 49.7282)],
)
def test_chi_square_probabilities_are_those_of_the_tables(
    freedom: int, one_in_twenty: float, one_in_a_thousand: float
) -> None:
    assert upper_tail(one_in_twenty, freedom) == pytest.approx(0.05, abs=1e-5)
    assert upper_tail(one_in_a_thousand, freedom) == pytest.approx(0.001, abs=1e-6)
    assert upper_tail(0, freedom) == 1


def test_chi_square_measures_how_uneven_counts_are() -> None:
    assert chi_square([10, 10, 10]) == 0
    assert chi_square([12, 8, 10]) == pytest.approx(0.8)


def test_the_dice_and_shuffles_are_even(told: Told) -> None:
    code, words = told("fairness --count 20000 --seed story")
    first, *counted, last = words.splitlines()
    assert code == 0
    assert first == "seed story, 20,000 of each"
    assert [line.split("  ")[0] for line in counted] == [
        "d6",
        "d20",
        "orders of 4 cards",
        "top card of 52, 1,000 shuffles",
    ]
    assert all("chi-square" in line and "p = 0." in line for line in counted)
    assert last == "All of them are as even as chance lets them be."


def test_loaded_dice_are_detected(monkeypatch: pytest.MonkeyPatch, told: Told) -> None:
    honest = Stream.roll

    def loaded(self: Stream, purpose: str, sides: int = 6, count: int = 1) -> tuple[int, ...]:
        faces = honest(self, purpose, sides, count)
        return tuple([sides if at % 50 == 0 else face for at, face in enumerate(faces)])

    monkeypatch.setattr(Stream, "roll", loaded)
    code, words = told("fairness --count 20000")
    assert code == 1
    assert "p = 0.000" in words
    assert words.splitlines()[-1] == "Fair dice and shuffles would hardly ever count like this: d6; d20."
    code, words = told("fairness --count 5")
    assert (code, "from 10,000 to 10,000,000, not 5." in words) == (2, True)
