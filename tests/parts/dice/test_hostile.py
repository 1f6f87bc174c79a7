"""Random and hostile expressions: each is rolled or refused with a sentence, none takes long.

3,000 are part of the suite; the long run has 100,000:

    python -m pytest -m soak tests/parts/dice/test_hostile.py
"""

from __future__ import annotations

import random
import time
from collections import Counter

import pytest

from bot.engine.fair import Stream
from bot.parts.dice.bounds import BadExpression, NoOdds
from bot.parts.dice.expression import EXTRA_DICE, FIRST_DICE, LARGEST, Expression
from bot.parts.dice.notation import read
from bot.parts.dice.odds import odds
from bot.parts.dice.rolling import Pool, Rolled, roll
from tests.parts.dice.loaded import Always

MOST = 0.25
"""The limit in CPU seconds for reading and rolling an expression, and for its odds.

It is five times what a fast machine needs, so that a slow machine does not fail the test.
"""

_AFTER = ["kh3", "kl1", "ph1", "pl2", "!", "!>4", "!2", "rr1", "rr<3", "rr<9999", "rr>2", "ro<3", "ro>1"]
_AFTER += [
    "ra6",
    "mi2",
    "ma5",
    "t7",
    "t>=5",
    "t=1",
    "e5",
    "k1",
    "p1",
    "k>3",
    "dl1",
    "adv",
    "kh99",
    "k1k2k3",
    " drop lowest",
    " mit Vorteil",
]
_SIGNS = ["+", "-", "*", "/", "//", "%", ">=", " + ", "==", "<", ",", ")", "("]
_LETTERS = "0123456789abdDehkKilmoprstvxF!<>=#()[],.+-*/% \n\t`@\\|~_^&\"'٣é×÷−½∞\u202e\x00😀"
_HOSTILE = [
    "(" * 99 + "1" + ")" * 99,
    "abs(" * 40 + "1" + ")" * 40,
    "floor(" * 20 + "1d6/7" + ")" * 20,
    "1/abs(1d6-3)",
    "drop lowest " * 16,
    "4d6" + " keep the the the highest" * 7,
    "(" * 20 + "1d6" + ")kh1" * 20,
    "-" * 199 + "1",
    "1+" * 99 + "1",
    "1*" * 99 + "9",
    "9" * 200,
    "1." + "9" * 198,
    "+".join(["d9999rr<9999"] * 15),
    "20#50d10000rr<10000",
    "20#100d10000",
    "10d2!+" * 28 + "1d2!",
    "100d6" + "k1" * 97,
    "100d6" + "kh99pl1" * 27,
    "100d9" + "rr1ro2" * 30,
    "100d10000" + "ro<9999" * 20,
    "100d2!" * 30,
    "100d2!t2",
    "100d10000!>2",
    "1000000000*" * 15 + "1",
    "1/3+" * 45 + "1/7",
    "1/999999999+" * 15 + "1",
    "100d10000/" * 15 + "1",
    "1d6[" + "a" * 60 + "]" * 30,
    "1d6[a]" * 30,
    "(1," * 60,
    "(" + "1d100," * 30 + "1d100)kh3",
    "1d20 adv" * 20,
    "#" * 200,
    "1#" * 100,
    "d" * 200,
    "!" * 200,
    "4dF" * 50,
    "1d6==" * 30 + "1",
    "100d100+100d100+100d100*100d100",
    "10d100*10d100*10d100",
    "1d10000/1d10000",
    "1d10000*1d10000",
    "50d20kh25",
]


def _term(rng: random.Random) -> str:
    count = rng.choice(["", "", str(rng.randint(0, 9)), "20", "100", "101", "999999999999"])
    sides = rng.choice(["6", "20", "10", "%", "F", "10000", "2", "1", "3", "0", "12"])
    after = "".join(rng.choice(_AFTER) for _ in range(rng.choice([0, 0, 1, 1, 2, 3, 8])))
    return f"{count}d{sides}{after}"


def _sum(rng: random.Random) -> str:
    text = rng.choice(["", "", "6#", "20#"]) + _term(rng)
    for _ in range(rng.choice([0, 1, 2, 5, 30])):
        bracket = f"({_term(rng)},{_term(rng)})kh1"
        text += rng.choice(_SIGNS) + rng.choice([_term(rng), str(rng.randint(0, 99)), bracket])
    return text[: rng.choice([60, 200, 210])]


def _noise(rng: random.Random) -> str:
    return "".join(rng.choice(_LETTERS) for _ in range(rng.randint(0, 205)))


def _damaged(rng: random.Random) -> str:
    """Return a sum, or hostile text, with some characters changed."""
    text = list(rng.choice([_sum(rng), rng.choice(_HOSTILE)]))
    for _ in range(rng.randint(0, 3)):
        if text:
            text[rng.randrange(len(text))] = rng.choice(_LETTERS)
    return "".join(text)


def _check(text: str) -> tuple[str, float]:
    """Roll an expression; return the result and the CPU seconds of the slower part."""
    start = time.process_time()
    try:
        expression = read.__wrapped__(text)
        rolled = roll(expression, Stream("hostile", bytes(32)))
    except BadExpression as refused:
        took = time.process_time() - start
        _check_refused(refused)
        return "refused", took
    took = time.process_time() - start
    _check_rolled(expression, rolled)
    start = time.process_time()
    try:
        known = odds(expression)
        assert known.all_ways > 0
        found = "odds"
    except NoOdds:
        found = "no odds"
    return found, max(took, time.process_time() - start)


def _check_refused(refused: BadExpression) -> None:
    shown, caret = refused.pointed().split("\n")
    assert refused.sentence.endswith((".", "?"))
    assert caret.endswith("^")
    assert len(caret) <= len(shown) + 1


def _check_rolled(expression: Expression, rolled: Rolled) -> None:
    dice = sum(
        1 + len(die.before)
        for turn in rolled.turns
        for piece in turn.pieces
        if isinstance(piece, Pool)
        for die in piece.dice
    )
    assert dice <= FIRST_DICE + EXTRA_DICE
    assert len(rolled.turns) == expression.repeats
    assert all(abs(turn.total) <= LARGEST for turn in rolled.turns)
    # An expression that is read can be rolled whatever the dice show: no refusal may depend on them.
    for face in (1, 10_000):
        assert len(roll(expression, Always(face)).turns) == expression.repeats


def _run(seed: int, count: int) -> Counter[str]:
    rng, found, slow = random.Random(seed), Counter[str](), []
    for number in range(count):
        text = _HOSTILE[number] if number < len(_HOSTILE) else rng.choice([_sum, _noise, _damaged])(rng)
        outcome, took = _check(text)
        if took > MOST:  # again: the machine may have been busy; an expression that is slow stays slow
            took = min(took, _check(text)[1], _check(text)[1])
        if took > MOST:
            slow.append((took, text))
        found[outcome] += 1
    assert slow == []
    return found


def test_three_thousand_are_rolled_or_refused_in_time() -> None:
    found = _run(5, 3000)
    assert min(found["refused"], found["odds"], found["no odds"]) > 100, found


@pytest.mark.soak
def test_a_hundred_thousand_are_rolled_or_refused_in_time() -> None:
    found = _run(6, 100_000)
    assert min(found["refused"], found["odds"], found["no odds"]) > 3000, found
