"""Leaderboards and rating curves: complete, readable, and deterministic."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from renderers.contract import ALT_TEXT_LIMIT
from renderers.kit.palette import GOLD, INK, SEATS, Colour, mix
from renderers.kit.text import is_drawn
from renderers.ratings.curve import draw_curve
from renderers.ratings.leaderboard import NOBODY, Line, draw_leaderboard
from tests.renderers.pixels import opened


def lines(count: int, *, own: int = -1, provisional: bool = False) -> list[Line]:
    return [Line(n + 1, f"Player {n}", 2000 - n, provisional, 9, 2, 5, own=n == own) for n in range(count)]


def pixels(picture: Image.Image, colour: Colour, box: tuple[int, int, int, int] | None = None) -> int:
    """Return the number of pixels of a colour."""
    found = {value: count for count, value in picture.crop(box).getcolors(1 << 24) or []}
    return found.get(colour, 0)


def test_a_page_grows_with_its_lines_and_is_as_wide_as_a_board() -> None:
    one, ten = draw_leaderboard("Papyrus", "all time", lines(1)), draw_leaderboard("Papyrus", "x", lines(10))
    assert one.width == ten.width == 1280
    assert opened(ten.png).size == (ten.width, ten.height)
    assert ten.height - one.height == 9 * 92
    assert len(ten.png) < 120_000


def test_only_the_first_three_have_medals() -> None:
    page = opened(draw_leaderboard("Papyrus", "all time", lines(5)).png)
    rows = [(24, 206 + 92 * at, 160, 206 + 92 * (at + 1)) for at in range(5)]
    ribbons = [pixels(page, SEATS[0].colour, row) > 50 for row in rows]
    assert ribbons == [True, True, True, False, False]
    assert [pixels(page, GOLD, row) > 300 for row in rows] == [True, False, False, False, False]
    bronze = mix(SEATS[1].colour, INK, 0.16)
    assert [pixels(page, bronze, row) > 300 for row in rows] == [False, False, True, False, False]


def test_the_viewer_is_framed_or_below_if_on_another_page() -> None:
    own = Line(57, "Ann", 990, True, 0, 0, 2, own=True)
    page = draw_leaderboard("Papyrus", "all time", lines(10), own)
    assert page.height > draw_leaderboard("Papyrus", "all time", lines(10)).height
    below = (24, page.height - 170, 1256, page.height - 70)
    assert pixels(opened(page.png), GOLD, below) > 3000
    assert page.alt.endswith("You: 57, 990.")
    within = draw_leaderboard("Papyrus", "all time", lines(10, own=3), lines(10, own=3)[3])
    assert within.height == draw_leaderboard("Papyrus", "all time", lines(10)).height


def test_provisional_ratings_are_marked_and_explained() -> None:
    settled = draw_leaderboard("Papyrus", "all time", lines(3))
    marked = draw_leaderboard("Papyrus", "all time", lines(3, provisional=True))
    assert marked.height > settled.height
    beside = (805, 206, 850, 206 + 3 * 92)
    assert pixels(opened(settled.png), GOLD, beside) == 0
    assert pixels(opened(marked.png), GOLD, beside) > 100


def test_a_player_without_a_name_is_a_former_player() -> None:
    assert f"1 {NOBODY} 2000" in draw_leaderboard("x", "y", [Line(1, "", 2000, False, 1, 0, 0)]).alt
    assert is_drawn("")
    assert is_drawn("Zoë")
    assert not is_drawn("🐱")


@settings(max_examples=20)
@given(st.lists(st.text(max_size=60), min_size=1, max_size=10), st.text(max_size=200), st.booleans())
def test_a_page_with_any_names_is_drawn(names: list[str], title: str, own: bool) -> None:
    shown = [Line(n + 1, name, -5 * n, True, n, 0, 0) for n, name in enumerate(names)]
    below = Line(10**6, names[0], 1, True, 1, 1, 1, own=True) if own else None
    page = draw_leaderboard(title, title, shown, below)
    assert 0 < len(page.alt) <= ALT_TEXT_LIMIT
    assert page == draw_leaderboard(title, title, shown, below)


@settings(max_examples=12)
@given(
    st.lists(st.integers(-3000, 6000), min_size=1, max_size=201), st.integers(0, 500), st.text(max_size=80)
)
def test_any_course_of_points_is_drawn_within_the_picture(points: list[int], before: int, title: str) -> None:
    picture = draw_curve(title, points, before=before, provisional=9)
    image = opened(picture.png)
    assert image.size == (picture.width, picture.height)
    assert pixels(image, GOLD) > 300, "the last point stands out"
    assert len(picture.alt) <= ALT_TEXT_LIMIT


@pytest.mark.parametrize(("points", "rises"), [([1000, 1400], True), ([1400, 1000], False)])
def test_a_curve_rises_with_the_rating(points: list[int], rises: bool) -> None:
    """The last point, drawn in gold, is high after a rise and low after a fall."""
    image = opened(draw_curve("Ann", points).png)
    gold = [y for y in range(170, 640) if image.getpixel((1196, y)) == GOLD]
    assert (max(gold) < 250) is rises
    assert (min(gold) > 550) is not rises


def test_the_alt_text_of_a_curve_describes_it() -> None:
    assert draw_curve("Ann in Papyrus", [1000, 1138, 1090]).alt == (
        "Ann in Papyrus: from 1000 at the start over 2 matches; now 1090, highest 1138, lowest 1000."
    )
    assert "from 1100 at match 40" in draw_curve("Ann", [1100, 1200], before=40).alt
