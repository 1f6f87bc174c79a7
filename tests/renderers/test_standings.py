"""The table of a tournament on a phone: complete, readable, without overlaps, in all languages."""

from __future__ import annotations

import io
from itertools import combinations
from typing import Any, NamedTuple

import pytest
from PIL import Image

from bot.base.language import speaking
from bot.base.languages.catalogues import codes, language
from measures.screens.measures import PHONE, of_sizes, sizes_drawn
from renderers.contract import ALT_TEXT_LIMIT, Picture
from renderers.kit.text import ELLIPSIS, fitted, width
from renderers.tournaments import standings
from renderers.tournaments.standings import ROWS_AT_ONCE, WIDTH, Cell, StandingsLine, draw_standings, pages_of

LEAST = 8.0
HIGHEST = 844
"""The maximum height in pixels: a table is no higher than the phone."""
LONG = "Maximiliane-Alexandra von Bülow"
NAMES = ("Ann", LONG, "Ben", "Dreihundertfünfundsechzigtagejahr", "Cleo", "Ömer Ğüneş", "Zoë 🎲")


class Box(NamedTuple):
    """The place of a text."""

    words: str
    left: int
    top: int
    right: int
    bottom: int


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[Box]:
    """Collect the places of texts."""
    boxes: list[Box] = []

    def noting(write: Any, weight: Any) -> Any:
        def noted(board: Any, x: int, y: int, text: str, *, size: int, **how: Any) -> None:
            shown = fitted(text, weight, size, how["room"]) if how.get("room") else text
            wide = width(shown, weight, size)
            left = x - {"left": 0, "middle": wide // 2, "right": wide}[how.get("anchor", "left")]
            boxes.append(Box(shown, left, y - size // 2, left + wide, y + size // 2))
            write(board, x, y, text, size=size, **how)

        return noted

    monkeypatch.setattr(standings, "write", noting(standings.write, "semibold"))
    monkeypatch.setattr(standings, "write_bold", noting(standings.write_bold, "extrabold"))
    return boxes


def table(
    people: int, columns: int, *, names: tuple[str, ...] = NAMES, pair: bool = False
) -> list[StandingsLine]:
    """Return a table in which all are equal, with this number of columns of results."""
    cells = (Cell("won", "1"), Cell("drawn", "3½"), Cell("lost", "12"), Cell("open", "60"), Cell("self"))
    return [
        StandingsLine(
            place,
            (names[place % len(names)], names[(place + 1) % len(names)])[: 2 if pair else 1],
            "10½",
            tuple(cells[(place + at) % len(cells)] for at in range(columns)),
            best=1,
            worst=people,
            move="down" if place > people - 2 else "up" if place < 3 else "",
        )
        for place in range(1, people + 1)
    ]


def drawn(lines: list[StandingsLine], columns: int) -> list[Picture]:
    headings = [f"R{number}" for number in range(1, columns + 1)]
    return [draw_standings("League 12, division 3", headings, page, "A note.") for page in pages_of(lines)]


@pytest.mark.parametrize("code", codes())
@pytest.mark.parametrize(("people", "columns"), [(4, 4), (6, 6), (8, 8), (20, 6), (60, 7), (500, 9)])
@pytest.mark.parametrize("kind", ["short", "long", "pairs"])
def test_letters_are_eight_pixels_high_and_nothing_is_cut_or_overlaps(
    written: list[Box], people: int, columns: int, kind: str, code: str
) -> None:
    names = ("Ann", "Ben", "Cleo") if kind == "short" else NAMES
    lines = table(min(people, 60), columns, names=names, pair=kind == "pairs")
    with speaking(language(code)):
        for page in pages_of(lines):
            written.clear()
            with sizes_drawn() as sizes:
                picture = draw_standings("Cup 3", [f"R{n}" for n in range(columns)], page, "Note")
            assert of_sizes(sizes) >= LEAST
            assert picture.height * PHONE / picture.width <= HIGHEST
            assert not [each for each in written if each.right > WIDTH or each.left < 0]
            assert not [each for each in written if each.bottom > picture.height]
            assert not [each.words for each in written if each.words.endswith(ELLIPSIS)]
            for one, other in combinations(written, 2):
                beside = one.right <= other.left or other.right <= one.left
                assert beside or one.bottom <= other.top or other.bottom <= one.top, (one, other)


def test_a_long_table_is_several_pictures_of_even_length() -> None:
    for people in (1, 8, 15, 16, 20, 60, 500):
        pages = pages_of(table(people, 3))
        assert sum(len(page) for page in pages) == people
        assert max(len(page) for page in pages) <= ROWS_AT_ONCE
        assert len({page[0].place for page in pages}) == len(pages)
        assert max(len(page) for page in pages) - min(len(page) for page in pages[:-1] or pages) <= 1


def test_of_many_rounds_the_last_ones_are_shown(written: list[Box]) -> None:
    draw_standings("Swiss 1", [f"R{number}" for number in range(1, 12)], table(4, 11, names=("Ann",)))
    assert [box.words for box in written if box.words.startswith("R")] == [f"R{n}" for n in range(3, 12)]


def test_results_are_beside_short_names_and_both_names_of_a_pair_are_shown() -> None:
    short, long_ = drawn(table(6, 6, names=("Ann",)), 6)[0], drawn(table(6, 6), 6)[0]
    assert long_.height > short.height
    one, other = (drawn(table(4, 4, names=("Ann", "Ben"), pair=True), 4)[0] for _ in range(2))
    assert "1 Ben & Ann 10½" in one.alt
    assert len(one.alt) <= ALT_TEXT_LIMIT
    assert one == other, "the same table is the same to the byte"
    assert Image.open(io.BytesIO(one.png)).size == (one.width, one.height)
