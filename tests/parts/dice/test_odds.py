"""Exact odds: compared with all outcomes of the dice and with many rolls; refused where not known."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.fair import Stream
from bot.parts.dice import odds as odds_module
from bot.parts.dice import rolling
from bot.parts.dice.bounds import NoOdds
from bot.parts.dice.notation import read
from bot.parts.dice.odds import Odds, odds
from bot.parts.dice.rolling import roll


class _More(Exception):  # noqa: N818 - it asks for something
    def __init__(self, sides: int, count: int) -> None:
        super().__init__()
        self.sides, self.count = sides, count


class _Told:
    """A source that returns the given faces, and raises `_More` when none are left."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.faces = faces

    def roll(self, purpose: str, sides: int = 6, count: int = 1) -> tuple[int, ...]:
        if not self.faces:
            raise _More(sides, count)
        shown, self.faces = self.faces[:count], self.faces[count:]
        return shown


def all_outcomes(text: str) -> dict[int, Fraction]:
    """Return the probability of each total, by rolling the expression with every outcome of the dice."""
    expression = read(text)
    chances: Counter[int] = Counter()
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        faces, chance = waiting.pop()
        try:
            chances[roll(expression, _Told(faces)).total] += chance  # type: ignore[assignment]
        except _More as more:
            share = chance / more.sides**more.count
            falls = itertools.product(range(1, more.sides + 1), repeat=more.count)
            waiting.extend([((*faces, *following), share) for following in falls])
    return dict(chances)  # type: ignore[arg-type]


def told(found: Odds) -> dict[int, Fraction]:
    return {
        outcome: Fraction(ways, found.all_ways)
        for outcome, ways in zip(found.outcomes, found.ways, strict=True)
    }


KNOWN = (
    "2d6+3; 1d6*1d4-2; 2d6/1d4; 1d20//3; 1d20%7; -(1d6); (1d6+1)[x]*2; 1d20+5>=15; 1d6==1d6; 1d6!=1d6; 2d1",
    "4d6kh3; 3d6kl2; 4d4pl2; 3d6ph1; 4d6kh1; 4d6kl1; 3d4kh0; 3d6k>3; 3d6p1; 3d6p<3t5; 1d20 adv; 1d20+5 dis",
    "3d6t5; 3d6t=2; 3d6t<3; 4d6kh2t5; 4d6kl2t>4; 4d6kh3t<=2; 3dF; 3dFkh2; 7",
    "3d6ro1; 3d6ro<3kh2; 2d6ro>0; 3d6mi2ma5; 2d4mi2ro2; 2d4ro1mi3ro3; 2d4ro>2mi2ro2kh1; 3d6mi3kh1",
    "floor(2d6/4); ceil(2d6/4); round(2d6/4)*2; abs(2d4-5); abs(1d6-1d6)%2; 10//abs(1d4-9); floor(3d4kh2/3)",
    "4d4 drop lowest; 1w20 mit Nachteil; 3d6 keep the two highest; 3W6 Einsen einmal neu",
    "(1d4,1d6,1d8)kh2; (1d4,1d6)pl1; (1d4,1d6)kl1; (1d4,1d6)k>3; (1d4,1d6,2); (3d6)kh2; ((3d6))kl1",
)


@pytest.mark.parametrize("text", "; ".join(KNOWN).split("; "))
def test_odds_are_those_of_all_outcomes(text: str) -> None:
    assert told(odds(read(text))) == all_outcomes(text)


@pytest.mark.parametrize(
    "text", ["1d4!", "2d3!", "2d4!>2", "1d6!3", "2d4!t3", "2d3!t<=2", "1d4ro1e4", "1d4mi2e4"]
)
def test_odds_of_exploding_dice_to_the_maximum_depth(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tree of outcomes is too large for ten successive explosions; the test uses three."""
    monkeypatch.setattr(rolling, "EXPLOSIONS", 3)
    monkeypatch.setattr(odds_module, "EXPLOSIONS", 3)
    found = odds(read(text))
    assert found.explodes
    assert told(found) == all_outcomes(text)


def test_dice_rerolled_until_none_matches_are_uniform_on_the_rest() -> None:
    assert told(odds(read("1d6rr<3"))) == {face: Fraction(1, 4) for face in (3, 4, 5, 6)}


def test_a_reroll_for_another_reason_has_all_faces() -> None:
    """After rr1 a d4 shows 2, 3 or 4; a 2 is rolled once more, and may then be a 1."""
    third, twelfth = Fraction(1, 3), Fraction(1, 12)
    assert told(odds(read("1d4rr1ro2"))) == {
        1: twelfth,
        2: twelfth,
        3: third + twelfth,
        4: third + twelfth,
    }


def test_mean_deviation_and_probabilities_are_the_known_ones() -> None:
    found = odds(read("3d6"))
    assert found.mean == Fraction(21, 2)
    assert found.deviation == pytest.approx((35 / 4) ** 0.5)
    assert found.at_least(18) == Fraction(1, 216)
    assert found.at_least(3) == 1
    assert found.at_least(19) == 0
    assert odds(read("4d6kh3")).mean == Fraction(15869, 1296)
    assert odds(read("100d6")).mean == 350


_TERMS = st.builds(
    lambda count, sides, after: f"{count}d{sides}{after}",
    st.integers(1, 2),
    st.sampled_from([2, 3, 4]),
    st.sampled_from(["", "kh1", "kl2", "pl1", "ro1", "mi2", "t2", "k>1", "ph1t2", "ro2kh2"]),
)


@settings(max_examples=60)
@given(st.lists(_TERMS, min_size=1, max_size=2), st.sampled_from(["+", "-", "*", ">="]))
def test_random_expressions_have_the_odds_of_all_outcomes(terms: list[str], sign: str) -> None:
    text = sign.join(terms)
    assert told(odds(read(text))) == all_outcomes(text)


ROLLS = 1000


@pytest.mark.parametrize("text", ["4d6kh3", "8d10t7", "5d6!", "4dF", "2d20kl1+3", "3d6rr<3", "8d10!t8"])
def test_many_rolls_agree_with_the_odds(text: str) -> None:
    """The mean of the rolls is within four standard errors; the seed is fixed."""
    expression = read(text)
    stream = Stream("odds", b"fixed".ljust(32, b"."))
    totals = [roll(expression, stream).total for _ in range(ROLLS)]
    found = odds(expression)
    assert abs(sum(totals) / ROLLS - float(found.mean)) < 4 * found.deviation / ROLLS**0.5
    assert set(totals) <= set(found.outcomes)


UNKNOWN = [
    ("4d6!kh3", "changed again"),
    ("4d6p1kl1", "changed again"),
    ("3d6ra6", "no exact odds of ra"),
    ("3d6eh1", "exploding the highest or lowest"),
    ("4d6kh1kl1", "kept for several reasons"),
    ("4d6kh2t=6", "equal dice"),
    ("(1d6+1,2)kh1kl1", "kept twice"),
    ("(2d6+1)kh1", "of which something is kept"),
    ("1d20rr<20", "100 times at most"),
    ("20d20kh10", "too long to work out"),
    ("100d100", "too long to work out"),
    ("100d6rr<5", "the limit of 500 changes these odds"),
    ("51d2!", "the limit of 500 changes these odds"),
    ("20#9d6!", "the limit of 500 changes these odds"),
]
"""Expressions whose odds are not known, and the reason."""


@pytest.mark.parametrize(("text", "sentence"), UNKNOWN)
def test_an_expression_without_exact_odds_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(NoOdds) as refused:
        odds(read(text))
    assert sentence in refused.value.sentence
