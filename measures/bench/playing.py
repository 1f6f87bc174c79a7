"""Random play and positions for the benchmarks of card games."""

from random import Random

import msgspec

from bot.engine.fair import Stream


def play(rules, options, number: int, seats: int) -> int:
    """Play at random to the end, with the legal list and all views at each action; return the actions."""
    random, rng = Random(number), Stream("bench", number.to_bytes(32, "big"))
    state = rules.setup(rules.normalize(options, seats), seats, rng)
    actions = 0
    while rules.outcome(state) is None:
        seat = random.choice(sorted(rules.to_act(state)))
        legal = rules.legal(state, seat)
        for viewer in (None, *range(seats)):
            rules.view(state, viewer)
        rules.apply(state, seat, random.choice(legal), rng)
        actions += 1
    return actions


def midway(rules, options, seats: int, actions: int):
    """A match after this number of actions."""
    random, rng = Random(1), Stream("bench", bytes([seats]) * 32)
    state = rules.setup(rules.normalize(options, seats), seats, rng)
    for _ in range(actions):
        seat = random.choice(sorted(rules.to_act(state)))
        rules.apply(state, seat, random.choice(rules.legal(state, seat)), rng)
    assert rules.outcome(state) is None
    return state


def measure_play(benchmark, one, games: int) -> float:
    """Measure matches, the actions of each of which `one` returns by its number; return actions a second."""
    actions = benchmark.pedantic(lambda: sum(map(one, range(games))), rounds=5, warmup_rounds=1)
    speed = round(actions / benchmark.stats["median"]) if benchmark.enabled else float("inf")
    if benchmark.enabled:
        benchmark.extra_info["actions_per_second"] = speed
    return speed


def measure_resampling(benchmark, rules, state) -> None:
    """Measure a state that is made for a computer player from its view."""
    view, rng = rules.view(state, 0), Stream("resample", bytes(32))
    benchmark(rules.resample, view, rng)


def measure_codec(benchmark, state) -> None:
    """Measure encoding and decoding a state."""
    benchmark.extra_info["bytes"] = len(msgspec.json.encode(state))
    kept = benchmark(lambda: msgspec.json.decode(msgspec.json.encode(state), type=type(state)))
    assert kept == state
