"""Charts of odds, leaderboards and rating curves in other languages: all words, and their widths."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import pytest

from bot.base.language import ENGLISH, speaking
from bot.base.languages.catalogues import language
from bot.parts.dice.notation import read
from bot.parts.dice.odds import odds
from renderers.contract import ALT_TEXT_LIMIT, Picture
from renderers.dice import chart as dice_chart
from renderers.kit.text import ELLIPSIS, width
from renderers.ratings import curve as rating_curve
from renderers.ratings import leaderboard
from renderers.ratings.curve import draw_curve
from renderers.ratings.leaderboard import Line, draw_leaderboard
from tests.languages.heard import Heard, written
from tests.languages.marked import STRICT, unmarked

GERMAN = language("de")
BELOW = Line(57, "Ann", 990, True, 0, 0, 2, own=True)
LINES = [
    Line(1, "Ben", 2000, False, 9, 2, 5),
    Line(2, "", 1900, False, 9, 2, 5),
    Line(3, "日本", 1, True, 1, 0, 0),
]
MODULES: tuple[ModuleType, ...] = (dice_chart, leaderboard, rating_curve)


def chart(text: str, title: str = "") -> Picture:
    found = odds(read(text))
    return dice_chart.draw_odds(title or text, found.outcomes, found.chances(), float(found.mean))


PICTURES: dict[str, Callable[[], Picture]] = {
    "each total": lambda: chart("3d6"),
    "many totals": lambda: chart("1d200"),
    "without the rarest": lambda: chart("4d1000+12000"),
    "a rare total": lambda: chart("3d10"),
    "no title": lambda: chart("1d6", "日"),
    "page": lambda: draw_leaderboard("Ben", "Ben", LINES, BELOW),
    "page of strangers": lambda: draw_leaderboard("日", "日", LINES[:2]),
    "curve from the start": lambda: draw_curve("Ann", [1000, 1138, 1090]),
    "curve of later matches": lambda: draw_curve("日", [1100, 1200], before=40),
}


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Collect every text on a picture, and its width."""
    found: list[tuple[str, int]] = []
    for module in MODULES:
        for name in ("write", "write_bold"):
            write = getattr(module, name, None)
            if write is not None:

                def seen(board, x, y, words, _write=write, **rest):  # type: ignore[no-untyped-def]
                    found.append((words, _write(board, x, y, words, **rest)))

                monkeypatch.setattr(module, name, seen)
    return found


@pytest.mark.parametrize("name", PICTURES)
def test_every_word_in_a_picture_and_its_alt_text_is_in_the_catalogues(
    name: str, drawn: list[tuple[str, int]]
) -> None:
    with speaking(STRICT):
        picture = PICTURES[name]()
    assert len(drawn) >= 8
    for words in (*[words for words, _ in drawn], picture.alt):
        assert unmarked(words, ("Ann", "Ben")) == [], words


def test_every_word_of_the_charts_is_on_a_picture() -> None:
    heard = Heard()
    with speaking(heard):
        for draw in PICTURES.values():
            draw()
    places = ("renderers/dice/chart.py", "renderers/ratings/leaderboard.py", "renderers/ratings/curve.py")
    said = {*written("dice", *places), *written("ratings", *places)}
    assert said - heard.said == set()
    assert len(said) > 15


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_differ_between_languages_and_are_equal_within_one(name: str) -> None:
    def pictures() -> list[Picture]:
        found = []
        for spoken in (ENGLISH, GERMAN):
            with speaking(spoken):
                found.append(PICTURES[name]())
        return found

    english, german = pictures()
    assert english.png != german.png
    assert english.alt != german.alt
    assert pictures() == [english, german]


@pytest.mark.parametrize("name", PICTURES)
def test_german_words_fit_into_the_pictures(name: str, drawn: list[tuple[str, int]]) -> None:
    with speaking(GERMAN):
        picture = PICTURES[name]()
    assert len(picture.alt) <= ALT_TEXT_LIMIT
    assert [words for words, wide in drawn if wide > picture.width - 120] == []
    assert [words for words, _ in drawn if words.endswith(ELLIPSIS) and words != ELLIPSIS] == []


def test_german_headings_stay_in_their_columns() -> None:
    gap = 24
    columns = {"rating": 800 - 600, "matches": 970 - 800, "won drawn lost": 1226 - 970}
    for heading, room in columns.items():
        assert width(GERMAN.pgettext("column", heading), "semibold", 28) <= room - gap


@pytest.mark.parametrize(
    ("name", "alt"),
    [
        (
            "each total",
            "Chancen von 3d6: von 3 bis 18, im Mittel 10,50, am wahrscheinlichsten 10 mit 12,5\u00a0%.",
        ),
        ("page of strangers", "Rangliste 日, 日: 1 Ben 2000, 2 ein früherer Spieler 1900."),
        ("curve from the start", "Ann: von 1000 am Anfang, seither 2 Partien; jetzt 1090, höchste 1138,"),
        (
            "curve of later matches",
            "日: von 1100 nach Partie 40, seither 1 Partie; jetzt 1200, höchste 1200,",
        ),
    ],
)
def test_german_alt_texts(name: str, alt: str) -> None:
    with speaking(GERMAN):
        assert PICTURES[name]().alt.startswith(alt)
