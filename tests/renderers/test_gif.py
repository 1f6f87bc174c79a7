"""Films: boards as frames of an animated GIF."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from PIL import Image, ImageSequence

from bot.games.papyrus.wording.wording import PapyrusWording
from renderers.contract import Picture
from renderers.kit.gif import FEWEST, HELD, LONGEST, SHORTEST, Film, Reel
from renderers.kit.png import encoded, full_palette
from renderers.papyrus import PapyrusRenderer
from tests.renderers.positions import NAMES, fight, position

COLOURS = full_palette().colours


def board(number: int, width: int = 64, height: int = 48) -> Picture:
    """Return a board with a square of its own."""
    image = Image.new("RGB", (width, height), COLOURS[1])
    image.paste(COLOURS[7], (0, 0, width, 4))
    place = 4 + 2 * (number % 20)
    image.paste(COLOURS[40 + number % 100], (place, 8, place + 10, 18))
    return Picture(encoded(image), "", width, height)


def noise(number: int, side: int = 256) -> Picture:
    """Return an incompressible board, another one for each number."""
    image = Image.effect_noise((side // 4, side // 4), 90 + number).resize(
        (side, side), Image.Resampling.NEAREST
    )
    return Picture(encoded(image.convert("RGB")), "", side, side)


def cut(reel: Reel) -> Film:
    *rest, film = reel.cut()
    assert rest.count(None) == len(rest)
    assert film is not None
    return film


def film_of(*pictures: Picture, limit: int = 8_000_000) -> Film:
    reel = Reel(limit)
    for picture in pictures:
        reel.add(picture)
    return cut(reel)


def shown(film: Film) -> Iterator[Image.Image]:
    for frame in ImageSequence.Iterator(Image.open(io.BytesIO(film.gif))):
        yield frame.convert("RGB")


def lasting(film: Film) -> list[int]:
    return [frame.info["duration"] for frame in ImageSequence.Iterator(Image.open(io.BytesIO(film.gif)))]


def halved(picture: Picture) -> Image.Image:
    return Image.open(io.BytesIO(picture.png)).convert("RGB").reduce(2)


def test_each_frame_is_its_board_at_half_size_in_the_same_colours() -> None:
    boards = [board(number) for number in range(12)]
    film = film_of(*boards)
    assert (film.width, film.height, film.frames) == (32, 24, 12)
    assert film.gif.startswith(b"GIF89a")
    for frame, picture in zip(shown(film), boards, strict=True):
        assert frame.tobytes() == halved(picture).tobytes()


def test_unchanged_pixels_are_equal_in_all_frames() -> None:
    """On a real board smooth edges are equal in every frame too, so nothing flickers."""
    renderer, view = PapyrusRenderer(PapyrusWording()), position()
    still = renderer.board(view, names=NAMES[:2])
    moved = renderer.board(view, names=NAMES[:2], recent=fight(view))
    first, between, last = shown(film_of(still, moved, still))
    assert first.tobytes() == last.tobytes() != between.tobytes()
    true = halved(still)
    off = [max(abs(a - b) for a, b in zip(one, other, strict=True)) for one, other in _pixels(first, true)]
    assert sum(off) / len(off) < 4


def _pixels(one: Image.Image, other: Image.Image) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    for x in range(0, one.width, 3):
        for y in range(0, one.height, 3):
            yield one.getpixel((x, y)), other.getpixel((x, y))  # type: ignore[misc]


def test_a_repeated_frame_takes_few_bytes() -> None:
    once, often = film_of(noise(1)), film_of(*[noise(1)] * 10)
    assert often.frames == 10
    assert len(often.gif) - len(once.gif) < 10 * 60


def test_the_last_frame_is_longer_and_a_long_film_is_faster() -> None:
    assert lasting(film_of(*[board(number) for number in range(5)])) == [LONGEST] * 4 + [HELD]
    long = lasting(film_of(*[board(number) for number in range(150)]))
    assert long == [SHORTEST] * 149 + [HELD]
    assert lasting(film_of(board(1))) == [HELD]


def test_boards_of_different_heights_share_one_canvas() -> None:
    boards = [board(1, height=32), board(2, height=48), board(3, height=40)]
    film = film_of(*boards)
    assert (film.width, film.height) == (32, 24)
    for frame, picture in zip(shown(film), boards, strict=True):
        half = halved(picture)
        assert frame.crop((0, 0, *half.size)).tobytes() == half.tobytes()
        below = frame.crop((0, half.height, 32, 24))
        assert set(below.get_flattened_data()) <= {COLOURS[1]}


@pytest.mark.parametrize(("count", "frames"), [(FEWEST * 4, FEWEST), (6, 6)])
def test_a_too_large_film_skips_boards_except_the_last_and_a_short_one_is_scaled_down(
    count: int, frames: int
) -> None:
    boards = [noise(number) for number in range(count)]
    whole = film_of(*boards)
    film = film_of(*boards, limit=len(whole.gif) // 3)
    assert len(film.gif) <= len(whole.gif) // 3
    assert film.frames == frames
    if count > FEWEST:
        assert film.width == whole.width
        assert list(shown(film))[-1].tobytes() == list(shown(whole))[-1].tobytes()
    else:
        assert 32 <= film.width == film.height < whole.width == 128


def test_the_work_has_one_step_for_each_board() -> None:
    reel = Reel()
    with pytest.raises(ValueError, match="at least one board"):
        next(reel.cut())
    for number in range(9):
        reel.add(board(number))
    assert len(list(reel.cut())) == 10
