"""`fairness`: tests whether dice and shuffles are uniformly distributed, over a large number of them."""

from __future__ import annotations

import argparse
import hashlib
import itertools
import math
from collections import Counter
from collections.abc import Iterable, Sequence

from bot.engine.fair import Stream
from bot.host.cli.commands import check_number

CARDS = 4
"""The number of cards in the small deck; every order of it is counted."""
DECK = 52
FEWEST, LARGEST = 10_000, 10_000_000
"""The least and the most dice and shuffles of each kind."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for seed and number."""
    parser.add_argument(
        "--seed", default="1", metavar="S", help="any text; the same one gives the same figures"
    )
    parser.add_argument(
        "--count",
        type=int,
        default=1_000_000,
        metavar="N",
        help=f"dice and shuffles of each kind, {FEWEST:,} to {LARGEST:,} (default: 1,000,000)",
    )


def run(args: argparse.Namespace) -> int:
    """Roll and shuffle, and print the deviations from a uniform distribution. 1 if one is significant."""
    check_number("--count", args.count, LARGEST, least=FEWEST)
    stream = Stream("fairness", hashlib.sha256(args.seed.encode()).digest())
    print(f"seed {args.seed}, {args.count:,} of each")
    uneven = [name for name, counts in _measured(stream, args.count) if not _tell(name, counts)]
    if uneven:
        print(f"Fair dice and shuffles would hardly ever count like this: {'; '.join(uneven)}.")
        return 1
    print("All of them are as even as chance lets them be.")
    return 0


def chi_square(counts: Sequence[int]) -> float:
    """Return the chi-square statistic of counts that should all be equal."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


def upper_tail(chi: float, freedom: int) -> float:
    """Return the probability of this chi-square value or more, with `freedom` degrees of freedom.

    The regularised incomplete gamma function, by its series, which converges quickly for these values.
    """
    half, shape = chi / 2, freedom / 2
    if half == 0:
        return 1.0
    term = total = 1 / shape
    step = shape
    while term > total * 1e-15:
        step += 1
        term *= half / step
        total += term
    below = total * math.exp(-half + shape * math.log(half) - math.lgamma(shape))
    return max(0.0, 1 - below)


def _measured(stream: Stream, count: int) -> Iterable[tuple[str, list[int]]]:
    for sides in (6, 20):
        faces = Counter(stream.roll(f"d{sides}", sides, count))
        yield f"d{sides}", [faces[face] for face in range(1, sides + 1)]
    orders = Counter(_shuffle(stream, CARDS) for _ in range(count))
    yield f"orders of {CARDS} cards", [orders[each] for each in itertools.permutations(range(CARDS))]
    tops = Counter(_shuffle(stream, DECK)[0] for _ in range(count // 20))
    yield f"top card of {DECK}, {count // 20:,} shuffles", [tops[card] for card in range(DECK)]


def _shuffle(stream: Stream, cards: int) -> tuple[int, ...]:
    order = tuple(stream.shuffle("shuffle", range(cards)))
    stream.draws.clear()  # a million of them need not be remembered
    return order


def _tell(name: str, counts: Sequence[int]) -> bool:
    """Print one line, and return whether the counts fit a uniform distribution."""
    freedom = len(counts) - 1
    chi = chi_square(counts)
    chance = upper_tail(chi, freedom)
    print(
        f"{name:<32} chi-square {chi:8.2f}, {freedom} degrees of freedom, p = {chance:.3f},"
        f" counts {min(counts):,} to {max(counts):,}",
        flush=True,
    )
    return 1e-6 < chance < 1 - 1e-6
