"""Sprite caches stay within their limit and return equal pictures."""

from __future__ import annotations

from functools import partial

import pytest
from PIL import Image, ImageDraw

from renderers.kit.cache import BUDGET, Budget, Cache, forget, kept
from renderers.kit.sprites import Sprite, SpriteCache, drawn


def _square(size: int) -> Sprite:
    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        pen.rectangle((0, 0, size * scale, size * scale), fill=(200, 100, 50, 255))

    return drawn(size, size, draw)


def test_a_cached_sprite_is_made_once() -> None:
    cache = SpriteCache()
    first = cache.get("a", lambda: _square(20))
    assert cache.get("a", lambda: _square(20)) is first


@pytest.fixture
def budget(monkeypatch: pytest.MonkeyPatch) -> Budget:
    """A budget whose third for small entries holds four small sprites."""
    budget = Budget(0)
    budget.bytes = 3 * 4 * _square(20).cost
    monkeypatch.setattr("renderers.kit.cache.BUDGET", budget)
    return budget


def test_what_was_needed_again_is_packed_when_it_has_to_go(budget: Budget) -> None:
    cache, other = SpriteCache(), SpriteCache()
    old, second = cache.get("old", lambda: _square(20)), cache.get("b", lambda: _square(20))
    for each in (cache.find("b"), other.get("c", lambda: _square(20)), cache.find("old")):
        assert each is not None
    other.get("d", lambda: _square(20))
    other.get("e", lambda: _square(20))
    assert budget.held <= budget.bytes
    assert cache.find("old") is old
    unpacked = cache.find("b")
    assert unpacked is not None
    assert unpacked is not second
    assert pixels(unpacked) == pixels(second)
    assert unpacked.number == second.number


def test_what_was_needed_once_is_dropped_and_kept_the_next_time(budget: Budget) -> None:
    """To pack pieces that are never needed again took a tenth of the time of all pictures."""
    cache, made = SpriteCache(), list[object]()

    def square(name: object) -> Sprite:
        made.append(name)
        return _square(20)

    def get_all() -> list[object]:
        made.clear()
        for name in range(9):
            cache.get(name, partial(square, name))
            assert budget.held <= budget.bytes
        return list(made)

    assert get_all() == list(range(9))
    assert cache.find(0) is None
    assert get_all() == list(range(9)), "noted as dropped"
    assert get_all() == []


@pytest.mark.parametrize("turns", [3, 30])
def test_small_entries_stay_whatever_large_ones_come(budget: Budget, turns: int) -> None:
    cache = SpriteCache()
    small = cache.get("small", lambda: _square(20))
    for name in range(turns):
        large = cache.get(name, lambda: _square(150))
        assert cache.get(name, lambda: _square(150)) is large
        assert cache.find("small") is small


def test_what_packs_no_smaller_is_dropped(budget: Budget) -> None:
    cache: Cache[Sprite] = Cache(packs=False)
    for name in range(9):
        cache.get(name, lambda: _square(20))
    assert [cache.find(name) is not None for name in range(9)] == [False] * 6 + [True] * 3
    assert budget.held <= budget.bytes


def test_packed_entries_are_dropped_above_the_budget(budget: Budget) -> None:
    cache = SpriteCache()
    for name in range(200):
        for _ in range(2):
            cache.get(name, lambda: _square(20))
        assert budget.held <= budget.bytes
    assert cache.find(0) is None
    assert [cache.find(name) is not None for name in range(190, 200)] == [True] * 10, "more than fit unpacked"


def pixels(sprite: Sprite) -> list[tuple[int, int, bytes]]:
    """Return what is compared of a sprite."""
    return [(x, y, image.tobytes()) for x, y, image in sprite.pieces]


def test_all_caches_can_be_cleared() -> None:
    made: list[int] = []

    @kept(entries=2)
    def twice(number: int) -> int:
        made.append(number)
        return 2 * number

    cache = SpriteCache()
    first = cache.get("a", lambda: _square(20))
    assert (twice(3), twice(3)) == (6, 6)
    forget()
    assert BUDGET.held == 0
    assert cache.get("a", lambda: _square(20)) is not first
    assert (twice(3), made) == (6, [3, 3])


def test_a_large_slanted_sprite_stores_only_its_drawn_part() -> None:
    def slanted(pen: ImageDraw.ImageDraw, scale: int) -> None:
        pen.line((0, 0, 400 * scale, 400 * scale), fill=(200, 100, 50, 255), width=8 * scale)

    sprite = drawn(400, 400, slanted)
    assert sprite.cost < 400 * 400 * 4 / 4
    whole = Image.new("RGB", (400, 400))
    sprite.paste(whole, 0, 0)
    assert whole.getpixel((200, 200)) == (200, 100, 50)
    assert whole.getpixel((390, 20)) == (0, 0, 0)


def test_an_empty_sprite_can_be_pasted() -> None:
    board = Image.new("RGB", (10, 10))
    Sprite(Image.new("RGBA", (5, 5))).paste(board, 0, 0)
    assert board.getbbox() is None
