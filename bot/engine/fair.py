"""Fair randomness: every die and every shuffle of a match can be checked after it ends.

The exact bytes are specified in docs/FAIRNESS.md. A second program that follows that page must agree on every
draw.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import struct
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Literal, TypeVar

import msgspec

T = TypeVar("T")

FORMAT = b"tablepost/1|"
SEED_BYTES = 32
WORD_LENGTH = 64
"""The maximum length of a player's word, in characters."""
PURPOSE_LENGTH = 64
"""The maximum length of a draw's purpose, in characters."""
LARGEST_BOUND = 2**64
"""The maximum number of sides of a die, and of items to pick from."""


class Draw(msgspec.Struct, frozen=True, omit_defaults=False):
    """One use of the randomness, as listed in the audit file."""

    n: int
    """The number of the draw in its match, from 0; never reused."""
    purpose: str
    """Its purpose: 1 to 64 printable ASCII characters, none of them "|"."""
    kind: Literal["roll", "shuffle", "pick"]
    result: tuple[int, ...]
    """Faces of the dice; the order of the original indices; or one index."""
    sides: int | None = None
    """Sides of each die (roll)."""
    count: int | None = None
    """Number of dice (roll)."""
    size: int | None = None
    """Number of items (shuffle, pick)."""
    void: bool = False
    """Whether the action it belongs to was undone by consent."""


def commitment(match_id: str, seed: bytes) -> str:
    """Return the hex digest that is published when a match opens, before anybody can know the seed."""
    return hashlib.sha256(FORMAT + match_id.encode() + b"|" + seed).hexdigest()


def stream_key(match_id: str, seed: bytes, words: Sequence[str]) -> bytes:
    """Return the key of a match's randomness: the seed combined with the match and the players' words."""
    written = json.dumps(list(words), ensure_ascii=False, separators=(",", ":"))
    return hmac.digest(seed, FORMAT + match_id.encode() + b"|" + written.encode(), "sha256")


def is_purpose(text: str) -> bool:
    """Whether the text may be the purpose of a draw."""
    return 0 < len(text) <= PURPOSE_LENGTH and text.isascii() and text.isprintable() and "|" not in text


class Stream:
    """The randomness of one match, passed to the rules as `rng`.

    Each `roll`, `shuffle` and `pick` is one draw with the next number. `draws` collects the draws made
    through this object, for the audit; `counter` is the number of the next draw and never goes back.
    """

    def __init__(self, match_id: str, seed: bytes, words: Sequence[str] = (), *, counter: int = 0) -> None:
        self.counter = counter
        self.draws: list[Draw] = []
        self._made_of = match_id, seed, words

    @cached_property
    def _key(self) -> bytes:
        """The key of the randomness, made at the first draw: most streams are asked for none."""
        return stream_key(*self._made_of)

    def roll(self, purpose: str, sides: int = 6, count: int = 1) -> tuple[int, ...]:
        """Roll `count` dice of `sides` sides, numbered from 1; a roll of no dice is a draw too."""
        if count < 0:
            raise ValueError(f"{count} dice cannot be rolled")
        integers = self._open(purpose)
        result = tuple([1 + _below(integers, sides) for _ in range(count)])
        self._record(Draw(self.counter, purpose, "roll", result, sides=sides, count=count))
        return result

    def shuffle(self, purpose: str, items: Sequence[T]) -> list[T]:
        """Return the items in a random order (Fisher-Yates)."""
        integers = self._open(purpose)
        order = list(range(len(items)))
        never_skipped = LARGEST_BOUND - len(order)  # what is below it is below the limit of each bound here
        for i in range(len(order) - 1, 0, -1):
            value = next(integers)
            while value >= never_skipped and value >= _limit(i + 1):
                value = next(integers)
            j = value % (i + 1)
            order[i], order[j] = order[j], order[i]
        self._record(Draw(self.counter, purpose, "shuffle", tuple(order), size=len(order)))
        return [items[i] for i in order]

    def pick(self, purpose: str, items: Sequence[T]) -> T:
        """Return one of the items, all with equal probability. Raises `ValueError` if there are none."""
        index = _below(self._open(purpose), len(items))
        self._record(Draw(self.counter, purpose, "pick", (index,), size=len(items)))
        return items[index]

    def _open(self, purpose: str) -> Iterator[int]:
        if not is_purpose(purpose):
            raise ValueError(f"a purpose is a short ASCII label without '|', not {purpose!r}")
        return _integers(self._key, f"{self.counter}|{purpose}|")

    def _record(self, draw: Draw) -> None:
        self.draws.append(draw)
        self.counter += 1


class ReplayStream(Stream):
    """The randomness of a replayed match: it skips the numbers of void draws, as the match did."""

    def __init__(self, match_id: str, seed: bytes, words: Sequence[str], void: Iterable[int]) -> None:
        super().__init__(match_id, seed, words)
        self._void = frozenset(void)

    def _open(self, purpose: str) -> Iterator[int]:
        while self.counter in self._void:
            self.counter += 1
        return super()._open(purpose)


_four = struct.Struct(">4Q").unpack
"""Return the four integers of a digest."""


def _integers(key: bytes, label: str) -> Iterator[int]:
    block = 0
    while True:
        digest = hmac.digest(key, f"{label}{block}".encode(), "sha256")
        yield from _four(digest)
        block += 1


def _limit(bound: int) -> int:
    """Return the integer from which on integers are skipped, so that all numbers below a bound are equal."""
    return LARGEST_BOUND - LARGEST_BOUND % bound


def _below(integers: Iterator[int], bound: int) -> int:
    if not 1 <= bound <= LARGEST_BOUND:
        raise ValueError(f"nothing can be drawn below {bound}: a bound is 1 to 2**64")
    limit = _limit(bound)
    for value in integers:
        if value < limit:
            return value % bound
    raise AssertionError("the stream of integers does not end")
