"""A film of 60 boards takes less than 2 s (docs/PERFORMANCE.md)."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bot.games.registry import GAMES
from measures.bench.playing import series
from renderers.kit.gif import LIMIT, Film, Reel

BOARDS = 60
SECONDS = 2.0
"""The limit of CPU seconds for a film of 60 boards, including drawing."""
NAMES = ("Ann", "Ben", "Cleo", "Dan")
Scene = tuple[Any, Sequence[Any]]


def scenes(key: str, options: dict[str, Any], seats: int) -> list[Scene]:
    """Return 60 public views of a match of random play, each with the latest events."""
    rules, found = GAMES[key].rules, list[Scene]()

    def watch(state: Any, events: Sequence[Any]) -> None:
        facts = [event.public for event in events if event.public is not None]
        if facts:
            found.append((rules.view(rules.clone(state), None), facts))

    matches = series(key, seats, options, seed="film", views=False, most_actions=400)
    for number in range(20):
        matches.play(number, watch)
        if len(found) >= BOARDS:
            return found[:: len(found) // BOARDS][:BOARDS]
    raise AssertionError("too few boards")


def made(key: str, shown: Sequence[Scene]) -> Film:
    """Draw a film."""
    reel, draw = Reel(), GAMES[key].renderer.board
    for view, facts in shown:
        reel.add(draw(view, names=NAMES[: view.seats], recent=facts))
    *_, film = reel.cut()
    assert film is not None
    return film


KINDS = [("papyrus", {}, 2), ("crossfire", {}, 2), ("crossfire", {"ultimate": True}, 4), ("arclash", {}, 3)]


@pytest.mark.parametrize(
    ("key", "options", "seats"), KINDS, ids=["papyrus", "crossfire", "ultimate", "arclash"]
)
def test_a_film_of_60_boards(benchmark: BenchmarkFixture, key: str, options: Any, seats: int) -> None:
    shown, spent = scenes(key, options, seats), list[float]()

    def film() -> Film:
        begin = time.process_time()
        result = made(key, shown)
        spent.append(time.process_time() - begin)
        return result

    result = benchmark.pedantic(film, rounds=3)  # type: ignore[no-untyped-call]
    assert (result.frames, len(result.gif) < LIMIT) == (BOARDS, True)
    benchmark.extra_info["bytes"] = len(result.gif)
    benchmark.extra_info["CPU seconds"] = round(min(spent), 2)
    if benchmark.enabled:
        assert min(spent) < SECONDS
