"""Custom pictures on cards: encoded again, refused in a sentence, drawn instead of emblems."""

from __future__ import annotations

import tracemalloc
from contextlib import suppress
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, PngImagePlugin

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.games.registry import GAMES
from bot.processes.pictures import Pictured, draw
from bot.processes.workers import Overtaxed, Workers
from renderers.kit.cache import forget
from renderers.kit.cards.pictures import UnknownPictures, showing
from renderers.kit.cards.uploads import LARGEST_KEPT, PictureRefused, rewritten
from tests.engine.cards.card_files.sound import SOUND, read
from tests.renderers.pixels import opened
from tests.renderers.uploaded import GREEN, HOSTILE, RED_AND_BLUE, png, with_chunk

KEPT = rewritten(RED_AND_BLUE)
DIGEST = sha256(KEPT).hexdigest()
FILES = {DIGEST: KEPT}


def near(one: Any, other: tuple[int, int, int], apart: int = 60) -> bool:
    return all(abs(a - b) <= apart for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_picture_is_refused_in_a_sentence_within_limits(kind: str) -> None:
    content, sentence = HOSTILE[kind]
    tracemalloc.start()
    with pytest.raises(PictureRefused, match=sentence):
        rewritten(content)
    assert tracemalloc.get_traced_memory()[1] < 40 * 2**20
    tracemalloc.stop()


@given(st.integers(0, len(GREEN) - 1), st.integers(1, 255))
def test_a_picture_with_a_changed_byte_is_refused_or_read(at: int, by: int) -> None:
    changed = GREEN[:at] + bytes([GREEN[at] ^ by]) + GREEN[at + 1 :]
    with suppress(PictureRefused):
        assert opened(rewritten(changed)).size == (300, 300)


@given(st.binary(max_size=400))
def test_any_bytes_are_refused_in_a_sentence(content: bytes) -> None:
    with pytest.raises(PictureRefused):
        rewritten(b"\x89PNG\r\n\x1a\n" + content)


def test_only_the_pixels_of_a_picture_are_stored() -> None:
    notes = PngImagePlugin.PngInfo()
    notes.add_text("Author", "Somebody Known")
    image = Image.new("RGB", (700, 300), (10, 200, 30))
    written = rewritten(png(image, pnginfo=notes, dpi=(72, 72)))
    assert b"Somebody" not in written
    kinds = [written[at + 4 : at + 8] for at in chunks_of(written)]
    assert kinds == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
    assert opened(written).size == (560, 240)
    assert near(opened(written).getpixel((50, 50)), (10, 200, 30), 2)


def chunks_of(content: bytes) -> list[int]:
    found, at = [], 8
    while at < len(content):
        found.append(at)
        at += 12 + int.from_bytes(content[at : at + 4])
    return found


def test_every_kind_of_png_is_read_and_a_noisy_one_is_reduced() -> None:
    for mode, colour in (
        ("L", 200),
        ("1", 1),
        ("P", 3),
        ("RGBA", (1, 2, 3, 0)),
        ("LA", (9, 0)),
        ("I;16", 40000),
    ):
        assert opened(rewritten(png(Image.new(mode, (70, 90), colour)))).size == (70, 90)
    grey = opened(rewritten(png(Image.new("I;16", (70, 90), 0x8000)))).getpixel((3, 3))
    assert near(grey, (128, 128, 128), 3)
    assert near(
        opened(rewritten(png(Image.new("RGBA", (70, 90), (255, 0, 0, 0))))).getpixel((3, 3)), (15, 17, 25), 30
    )
    wild = rewritten(png(Image.effect_noise((1500, 1400), 200)))
    assert len(wild) <= LARGEST_KEPT
    assert rewritten(with_chunk(b"tIME", bytes(7))) == rewritten(GREEN)


def arclash() -> tuple[Any, Any]:
    game = GAMES["arclash"]
    assert game.cards is not None
    return game.renderer, game.cards.library.add(game.cards.library.standard.with_sets([read(SOUND).set]))


def test_a_card_has_its_picture_within_showing_and_its_emblem_otherwise() -> None:
    renderer, pool = arclash()
    forget()
    before = renderer.single_card("REE-01", pool.hash)
    with showing({"REE-01": DIGEST}, FILES):
        pictured = renderer.single_card("REE-01", pool.hash)
        other = renderer.single_card("REE-02", pool.hash)
    assert renderer.single_card("REE-01", pool.hash) == before != pictured
    assert pictured.alt == before.alt
    image = opened(pictured.png)
    assert near(image.getpixel((150, 300)), (220, 30, 30))
    assert near(image.getpixel((600, 300)), (20, 40, 220))
    assert other == renderer.single_card("REE-02", pool.hash)


async def test_worker_processes_get_the_pictures_that_they_do_not_have() -> None:
    renderer, pool = arclash()
    asked = []

    async def files() -> dict[str, bytes]:
        asked.append(DIGEST)
        return FILES

    workers = Workers(1, warm=nothing)
    try:
        with pytest.raises(PictureRefused, match="This PNG is animated"):
            await workers.run(rewritten, HOSTILE["animated"][0])
        game, pictured = GAMES["arclash"], Pictured({"REE-01": DIGEST}, files)
        for _ in range(2):
            drawn = await draw(
                workers, game, "single_card", "REE-01", pool.hash, cards=pool.hash, pictured=pictured
            )
        plain = await draw(workers, game, "single_card", "REE-01", pool.hash, cards=pool.hash)
    finally:
        await workers.close()
    assert asked == [DIGEST]
    assert plain == renderer.single_card("REE-01", pool.hash) != drawn


def nothing() -> None:
    """Fail if a picture is read before it is needed."""


async def test_a_picture_too_large_for_its_process_ends_in_a_sentence() -> None:
    large = png(Image.new("RGBA", (4000, 1900), (10, 200, 30, 255)))
    workers = Workers(0)  # the confined process does not depend on the others
    with pytest.raises(Overtaxed, match="takes too much memory or time to read"):
        await workers.run_confined(rewritten, large, memory=2**20)
    german = language("de")
    with speaking(german), pytest.raises(PictureRefused, match="Dieses PNG ist animiert"):
        await workers.run_confined(rewritten, HOSTILE["animated"][0])
    assert opened(await workers.run_confined(rewritten, large)).size == (560, 266)


async def test_a_confined_job_that_does_not_end_is_ended() -> None:
    with pytest.raises(Overtaxed):
        await Workers(0).run_confined(endless, seconds=1)


def endless() -> None:
    while True:
        pass


def test_a_missing_picture_is_requested_and_nothing_is_cached_instead() -> None:
    renderer, pool = arclash()
    forget()
    with showing({"REE-01": DIGEST}), pytest.raises(UnknownPictures):
        renderer.single_card("REE-01", pool.hash)
    with showing({"REE-01": DIGEST}, FILES):
        first = renderer.single_card("REE-01", pool.hash)
    with showing({"REE-01": DIGEST}):
        assert renderer.single_card("REE-01", pool.hash) == first
