"""Fair randomness, compared byte by byte with a second implementation of docs/FAIRNESS.md."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator, Sequence
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.fair import LARGEST_BOUND, Draw, Stream, commitment, is_purpose, stream_key

MATCH = "k3v9q0x2m7ab"
SEED = bytes(range(32))
NO_WORDS = ["", ""]
WORDS = ["Käse 紙", 'say "hi" \\ 🎲']


class Page:
    """An independent implementation of the page, which shares no line with the bot."""

    def __init__(self, match: str, seed: bytes, words: Sequence[str]) -> None:
        w = json.dumps(list(words), ensure_ascii=False, separators=(",", ":"))
        message = "tablepost/1|" + match + "|" + w
        self.key = hmac.new(seed, message.encode("utf-8"), hashlib.sha256).digest()

    def stream(self, n: int, purpose: str) -> Iterator[int]:
        b = 0
        while True:
            block = hmac.new(self.key, f"{n}|{purpose}|{b}".encode(), hashlib.sha256).hexdigest()
            yield from (int(block[at : at + 16], 16) for at in (0, 16, 32, 48))
            b += 1

    @staticmethod
    def below(k: int, stream: Iterator[int]) -> int:
        integer = next(stream)
        while not integer < 2**64 - (2**64 % k):
            integer = next(stream)
        return integer % k

    def roll(self, n: int, purpose: str, sides: int, count: int) -> tuple[int, ...]:
        stream = self.stream(n, purpose)
        return tuple(1 + self.below(sides, stream) for _ in range(count))

    def shuffle(self, n: int, purpose: str, m: int) -> tuple[int, ...]:
        stream, items = self.stream(n, purpose), list(range(m))
        i = m - 1
        while i >= 1:
            j = self.below(i + 1, stream)
            items[i], items[j] = items[j], items[i]
            i -= 1
        return tuple(items)

    def pick(self, n: int, purpose: str, m: int) -> int:
        return self.below(m, self.stream(n, purpose))


@given(st.integers(0, 60), st.data())
def test_a_shuffle_skips_the_integers_from_the_limit_of_each_bound_on(size: int, data: st.DataObject) -> None:
    """Integers so large hardly ever come: here many do."""
    some = st.integers(0, LARGEST_BOUND - 1) | st.integers(LARGEST_BOUND - 2 * size - 2, LARGEST_BOUND - 1)
    drawn = [*data.draw(st.lists(some, max_size=80)), *range(size)]

    class Given(Stream):
        def _open(self, purpose: str) -> Iterator[int]:
            return iter(drawn)

    class SamePage(Page):
        def stream(self, n: int, purpose: str) -> Iterator[int]:
            return iter(drawn)

    expected = SamePage(MATCH, SEED, WORDS).shuffle(0, "deck", size)
    assert tuple(Given(MATCH, SEED).shuffle("deck", range(size))) == expected


# Known answers, computed without Python: the digests by `openssl dgst -sha256`, the keys and blocks
# by `openssl dgst -sha256 -mac HMAC -macopt hexkey:…`, the results from the blocks by shell arithmetic.


def test_the_commitment_is_that_of_openssl() -> None:
    assert commitment(MATCH, SEED) == "1c9d4bd569817984ef5956655b60f09074cfb699f7dfe356be3746b0abb6e9b9"


@pytest.mark.parametrize(
    ("words", "key", "dice", "deck", "picked", "of_20"),
    [
        (
            NO_WORDS,
            "a4b2a26f1ae7264b480f201fa97bf5ea8254b8acadd6a70ab0e53a50ab53111f",
            (1, 4),
            [5, 0, 2, 3, 6, 1, 4],
            11,
            (9, 16, 3, 13, 10, 19),
        ),
        (
            WORDS,
            "95dc914e689bc4b93c5d7381999313221311dbf2ddd88c88e13db3ab9c59a7f2",
            (1, 1),
            [0, 1, 5, 3, 6, 2, 4],
            16,
            (7, 9, 4, 6, 20, 4),
        ),
    ],
    ids=["no words", "words beyond ASCII, with quotes and backslash"],
)
def test_key_and_draws_are_those_of_openssl_and_the_page(
    words: list[str], key: str, dice: tuple[int, ...], deck: list[int], picked: int, of_20: tuple[int, ...]
) -> None:
    assert stream_key(MATCH, SEED, words).hex() == key
    stream = Stream(MATCH, SEED, words)
    assert stream.roll("first player", 6, 2) == dice
    assert stream.shuffle("deck 1", range(7)) == deck
    assert stream.pick("attack", range(30)) == picked
    assert Stream(MATCH, SEED, words).roll("first player", 20, 6) == of_20, "a fifth comes from another block"


def test_an_integer_past_the_limit_is_rejected_and_the_next_one_taken() -> None:
    # The first integer of draw 0 is 0xd8dbb2d544e11e18, above 2**63 + 1, the largest multiple of that bound.
    assert Stream(MATCH, SEED, NO_WORDS).roll("first player", 2**63 + 1) == (0x2759AEB48ABAC7FF + 1,)


@pytest.mark.parametrize("bound", [2**63 + 1, 2**64 - 1, 3 * 2**62, 2**62 + 3, LARGEST_BOUND])
def test_rejection_agrees_with_the_page_for_the_largest_bounds(bound: int) -> None:
    page, stream = Page(MATCH, SEED, NO_WORDS), Stream(MATCH, SEED, NO_WORDS)
    for n in range(100):
        assert stream.roll("large", bound, 3) == page.roll(n, "large", bound, 3)


words_of_seats = st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=64), max_size=4)
purposes = st.text(st.characters(min_codepoint=32, max_codepoint=126, exclude_characters="|"), min_size=1)


@given(
    match=st.text("abcdefghijklmnopqrstuvwxyz0123456789", min_size=12, max_size=12),
    seed=st.binary(min_size=32, max_size=32),
    words=words_of_seats,
    purpose=purposes.filter(is_purpose),
    counter=st.integers(0, 10**9),
    bound=st.integers(1, 2**64),
    count=st.integers(0, 40),
)
def test_every_draw_agrees_with_the_page(
    match: str, seed: bytes, words: list[str], purpose: str, counter: int, bound: int, count: int
) -> None:
    page, stream = Page(match, seed, words), Stream(match, seed, words, counter=counter)
    assert commitment(match, seed) == hashlib.sha256(f"tablepost/1|{match}|".encode() + seed).hexdigest()
    assert stream_key(match, seed, words) == page.key
    assert stream.roll(purpose, bound, count) == page.roll(counter, purpose, bound, count)
    assert tuple(stream.shuffle(purpose, range(count))) == page.shuffle(counter + 1, purpose, count)
    assert stream.pick(purpose, range(bound % 2**31 + 1)) == page.pick(
        counter + 2, purpose, bound % 2**31 + 1
    )
    assert stream.counter == counter + 3


def test_draws_are_listed_in_the_format_of_the_audit_file() -> None:
    stream = Stream(MATCH, SEED, NO_WORDS)
    stream.roll("first player", 6, 2)
    stream.shuffle("deck 1", "abcdefg")
    stream.pick("attack", "abcdefghijklmnopqrstuvwxyz0123")
    assert stream.draws == [
        Draw(0, "first player", "roll", (1, 4), sides=6, count=2),
        Draw(1, "deck 1", "shuffle", (5, 0, 2, 3, 6, 1, 4), size=7),
        Draw(2, "attack", "pick", (11,), size=30),
    ]


def test_a_shuffle_returns_the_items_in_the_listed_order() -> None:
    stream = Stream(MATCH, SEED)
    deck = ["ace", "king", "queen", "jack", "ten", "ace"]
    shuffled = stream.shuffle("deck", deck)
    assert shuffled == [deck[i] for i in stream.draws[0].result]
    assert sorted(shuffled) == sorted(deck)
    assert deck == ["ace", "king", "queen", "jack", "ten", "ace"], (
        "the deck that was handed in stays as it is"
    )


def test_after_a_restart_the_counter_of_draws_continues() -> None:
    whole = Stream(MATCH, SEED, WORDS)
    rolls = [whole.roll("attack", 6, 3) for _ in range(10)]
    before = Stream(MATCH, SEED, WORDS)
    first = [before.roll("attack", 6, 3) for _ in range(4)]
    after = Stream(MATCH, SEED, WORDS, counter=before.counter)
    assert first + [after.roll("attack", 6, 3) for _ in range(6)] == rolls
    assert [draw.n for draw in after.draws] == [4, 5, 6, 7, 8, 9]


@pytest.mark.parametrize(
    "purpose", ["", "a|b", "|", "Würfel", "two\nlines", "tab\t", "\x7f", "x" * 65, "zero\x00"]
)
def test_an_ambiguous_purpose_is_refused_and_uses_no_number(purpose: str) -> None:
    stream = Stream(MATCH, SEED)
    for draw in (
        lambda: stream.roll(purpose),
        lambda: stream.shuffle(purpose, "ab"),
        lambda: stream.pick(purpose, "ab"),
    ):
        with pytest.raises(ValueError, match="a purpose is a short ASCII label"):
            draw()
    assert stream.counter == 0
    assert stream.draws == []


def test_an_impossible_draw_is_refused_and_uses_no_number() -> None:
    stream = Stream(MATCH, SEED)
    for sides in (0, -6, LARGEST_BOUND + 1):
        with pytest.raises(ValueError, match="nothing can be drawn below"):
            stream.roll("attack", sides)
    with pytest.raises(ValueError, match="-1 dice cannot be rolled"):
        stream.roll("attack", 6, -1)
    with pytest.raises(ValueError, match="nothing can be drawn below 0"):
        stream.pick("card", [])
    assert (stream.counter, stream.draws) == (0, [])


def test_dice_are_even() -> None:
    # Chi-square with 5 and 19 degrees of freedom; chance exceeds the limits once in 1,000.
    assert chi_square(Stream(MATCH, SEED).roll("dice", 6, 6_000), range(1, 7)) < 20.5
    assert chi_square(Stream(MATCH, SEED).roll("dice", 20, 6_000), range(1, 21)) < 43.8


def test_all_orders_of_a_shuffle_are_equally_likely() -> None:
    stream = Stream(MATCH, SEED)
    orders = [tuple(stream.shuffle("deck", range(4))) for _ in range(4_800)]
    # 23 degrees of freedom, once in 1,000.
    assert chi_square(orders, list(permutations(range(4)))) < 49.8


def chi_square(found: Sequence[object], possible: Sequence[object]) -> float:
    counts = dict.fromkeys(possible, 0)
    for each in found:
        counts[each] += 1
    expected = len(found) / len(possible)
    return sum((count - expected) ** 2 / expected for count in counts.values())
