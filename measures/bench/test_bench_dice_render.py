"""What a picture of a roll costs: `pytest measures/bench/test_bench_dice_render.py -n 0 --benchmark-enable`.

Twelve dice of several kinds, some of them dropped, with dice that were drawn before.
"""

from __future__ import annotations

from typing import Any

from bot.dice.notation import read
from bot.dice.rolling import roll
from bot.engine.fair import Stream
from renderers.dice_roll import dice_of, draw_roll

LIMIT, BYTES = 0.010, 60_000
"""Seconds and bytes of a picture."""
TEXT = "6d20kh3+3d6+2d8+1d100"


def test_bench_a_roll_of_a_dozen_dice(benchmark: Any, allowance: float) -> None:
    expression = read(TEXT)
    stream = Stream("bench", bytes(32))
    rolls = [roll(expression, stream) for _ in range(40)]
    for each in rolls:
        assert dice_of(each) == 12
        assert len(draw_roll(expression, each).png) < BYTES
    turns = iter(range(1_000_000))
    benchmark(lambda: draw_roll(expression, rolls[next(turns) % 40]))
    if benchmark.enabled:
        assert benchmark.stats["median"] < LIMIT * allowance
