"""Mutated card files: none crashes the checker, takes too long, or passes as something else."""

from __future__ import annotations

from random import Random
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.cards.files.reading import read_card_set
from bot.games.arclash.cardgame import FORMAT
from bot.games.arclash.cards.cards import Pool
from bot.games.catalogue import card_codes
from bot.games.registry import GAMES
from tests.engine.cards.card_files.hostile import HOSTILE
from tests.engine.cards.card_files.mutating import (
    cards_of,
    check_reading,
    mutated,
    shipped,
    sources,
    words_of,
)
from tests.engine.cards.card_files.sound import BASE

OTHERS = sorted(key for key, game in GAMES.items() if game.cards is not None and key != "arclash")
SECONDS = 0.25
"""The limit of CPU seconds to read one file."""


WORDS = words_of("arclash")
OF_A_SET = ("empty cards", "headers", "misspelt cards", "cards", "unknown cards in a deck")
"""The hostile files that are read up to the words of a game."""


@pytest.fixture(scope="module")
def files():
    return sources()


@pytest.mark.parametrize(
    ("game", "part", "number"),
    [*[("arclash", part, 80) for part in range(4)], *[(game, 0, 25) for game in OTHERS]],
)
def test_mutated_files_are_read_or_refused_with_code_and_line(files, game, part, number):
    random, words = Random(f"mutated {part}"), words_of(game)
    known = {*card_codes(), *card_codes(game)}
    given = files if game == "arclash" else shipped(game)
    chosen = [random.choice(given) for _ in range(number)]
    readings = [check_reading(mutated(file.text, random, words), file.base, game) for file in chosen]
    assert any(reading.set for reading in readings)
    found = [finding for reading in readings for finding in reading.errors]
    assert {finding.code for finding in found} <= known
    assert len({finding.code for finding in found}) > 5
    assert sum(finding.line > 0 for finding in found) > 0.9 * len(found)


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
def test_hostile_files_are_refused_or_read(name):
    check_reading(HOSTILE[name]())


@pytest.mark.parametrize("game", OTHERS)
@pytest.mark.parametrize("name", OF_A_SET)
def test_hostile_files_are_refused_or_read_for_every_game(name, game):
    check_reading(HOSTILE[name](), cards_of(game).pool_type([]), game)


@pytest.mark.soak
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_read_in_time(name):
    assert min(seconds_to_read(HOSTILE[name]()) for _ in range(3)) < SECONDS


def seconds_to_read(content: bytes, base: Pool = BASE) -> float:
    begin = process_time()
    read_card_set(content, "reed.toml", FORMAT, base)
    return process_time() - begin
