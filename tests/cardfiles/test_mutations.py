"""Mutated card files: none crashes the checker, takes long, or passes as what it is not (issue 4)."""

from __future__ import annotations

from random import Random
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cardfiles import read_card_set
from bot.games.arclash.cardgame import FORMAT
from bot.games.arclash.cards.cards import Pool
from tests.cardfiles.hostile import HOSTILE
from tests.cardfiles.mutating import check_reading, mutated, sources, words_of
from tests.cardfiles.sound import BASE

SECONDS = 0.25
"""What reading one file may take, of CPU time."""


WORDS = words_of("arclash")


@pytest.fixture(scope="module")
def files():
    return sources()


@pytest.mark.parametrize("part", range(5))
def test_500_mutated_files_are_read_or_refused(files, part):
    random = Random(f"mutated {part}")
    chosen = [random.choice(files) for _ in range(100)]
    readings = [check_reading(mutated(file.text, random, WORDS), file.base) for file in chosen]
    assert any(reading.set for reading in readings)
    assert any(reading.errors for reading in readings)


@given(st.binary(max_size=300))
def test_bytes_of_any_kind_are_read_or_refused(content):
    check_reading(content)


@given(st.text(max_size=300))
def test_text_of_any_kind_in_a_file_is_read_or_refused(text):
    content = f'key = "reed"\ntitle = "Reed"\ndescription = {text}\n'
    check_reading(content.encode("utf-8", "surrogatepass"))


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_10000_mutated_files_are_read_or_refused_quickly(files, part):
    random = Random(f"soak {part}")
    slowest = 0.0
    for _ in range(500):
        file = random.choice(files)
        content = mutated(file.text, random, WORDS)
        check_reading(content, file.base)
        slowest = max(slowest, seconds_to_read(content, file.base))
    assert slowest < SECONDS


@pytest.mark.parametrize("name", HOSTILE)
def test_files_made_to_take_long_are_refused_or_read(name):
    check_reading(HOSTILE[name]())


@pytest.mark.soak
@pytest.mark.parametrize("name", HOSTILE)
def test_files_made_to_take_long_do_not(name):
    assert min(seconds_to_read(HOSTILE[name]()) for _ in range(3)) < SECONDS


def seconds_to_read(content: bytes, base: Pool = BASE) -> float:
    begin = process_time()
    read_card_set(content, "reed.toml", FORMAT, base)
    return process_time() - begin
