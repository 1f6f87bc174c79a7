"""Sprite caches stay within their limit and return equal pictures."""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw

from renderers.kit.cache import BUDGET, Budget, forget, kept
from renderers.kit.sprites import Sprite, SpriteCache, drawn


def _square(size: int) -> Sprite:
    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        pen.rectangle((0, 0, size * scale, size * scale), fill=(200, 100, 50, 255))

    return drawn(size, size, draw)


def test_a_cached_sprite_is_made_once() -> None:
    cache = SpriteCache()
    first = cache.get("a", lambda: _square(20))
    assert cache.get("a", lambda: _square(20)) is first


def test_a_cache_drops_the_least_recently_used(monkeypatch: pytest.MonkeyPatch) -> None:
    budget = Budget(0)
    budget.bytes = 3 * _square(20).cost
    monkeypatch.setattr("renderers.kit.cache.BUDGET", budget)
    cache, other = SpriteCache(), SpriteCache()
    kept = cache.get("old", lambda: _square(20))
    cache.get("b", lambda: _square(20))
    other.get("c", lambda: _square(20))
    cache.get("old", lambda: _square(20))
    cache.get("d", lambda: _square(20))
    assert budget.held <= budget.bytes
    assert cache.get("old", lambda: _square(20)) is kept
    assert cache.get("b", lambda: _square(20)) is not kept


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
