"""The camera makes pictures of the screens of players, and puts them on a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageSequence
from playwright.async_api import Error

from bot.games.registry import GAMES
from measures.club import new_club
from measures.screens import readme
from measures.screens.camera import WIDTH, Camera, Shot, browser, write_index
from measures.screens.heights import first_row
from measures.screens.measures import PHONE_HEIGHT
from measures.screens.ruler import Ruler
from measures.screens.walk import Walk, kind_of
from renderers.kit.gif import HELD
from tests.cogs.club import Club
from tests.cogs.players import words_of


@pytest.mark.soak
async def test_the_picture_of_a_roll_has_the_width_of_a_phone_and_the_table_s_language(
    club: Club, tmp_path: Path
) -> None:
    try:
        async with browser() as opened:
            camera = Camera(club, opened, tmp_path, "de")
            walk = Walk(club, camera, "de")
            await walk.settle_in()
            rolled = await club.ann.slash(club.channel, "roll", expression="2d6")
            await camera.take("house", "roll", rolled.response, club.ann)
            await camera.close()
    except Error:
        pytest.skip("there is no Chromium here to take pictures with")
    (shot,) = camera.shots
    assert shot == Shot("house", "roll", "de", "de-000-house-roll.png", shot.height)
    assert 100 < shot.height < 844
    with Image.open(tmp_path / shot.file) as taken:
        assert 300 < taken.width <= WIDTH
    page = write_index(tmp_path, camera.shots).read_text("utf-8")
    assert 'src="de-000-house-roll.png"' in page
    assert "<h2>house</h2>" in page


async def test_readme_s_pictures_show_what_the_bot_sends_today() -> None:
    """Else `python -m measures.screens.readme` makes them again."""
    shown: list[str] = []

    async def note(message: Any, _reader: Any) -> None:
        shown.append(await readme.digest_of_message(message))

    async with new_club() as club:
        film = await readme.play(club, note)
    with Image.open(readme.TURN) as turn:
        assert turn.info[readme.SHOWN] == shown[0]
    with Image.open(readme.FILM) as kept:
        assert kept.info["comment"].decode() == readme.digest_of_picture(film)
        held = [frame.info["duration"] for frame in ImageSequence.Iterator(kept)]
    assert held == [*[readme.FRAME_MS] * (len(held) - 1), HELD]


class Notebook:
    """A camera that only records the requested pictures."""

    def __init__(self) -> None:
        self.seen = set[str]()

    async def take(self, _game: str, what: str, message: Any, _viewer: Any) -> None:
        assert words_of(message)
        self.seen.add(what)


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
async def test_the_walk_visits_lesson_computer_options_panels_and_end(club: Club, game: str) -> None:
    notes = Notebook()
    walk = Walk(club, notes, "en")
    await walk.settle_in()
    await walk.game(game)
    wanted = {"learn", "lesson-1", "computer", "option", "lobby-post", "options", "busy", "panel-1", "end"}
    assert wanted <= notes.seen


@pytest.mark.soak
async def test_the_walk_visits_all_starts_of_the_help_and_the_search(club: Club) -> None:
    notes = Notebook()
    walk = Walk(club, notes, "en")
    await walk.settle_in()
    await walk.house()
    assert {"help", "help-play", "help-find", "help-learn", "find", "odds"} <= notes.seen


@pytest.mark.soak
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
async def test_a_picture_and_the_first_row_of_controls_are_visible_together(
    club: Club, game: str, language: str
) -> None:
    ruler = Ruler()
    walk = Walk(club, ruler, language)
    await walk.settle_in()
    await walk.game(game)
    assert len(ruler.found) >= 8
    assert max(screen.row.pictures for screen in ruler.found) > 100
    assert [screen for screen in ruler.found if screen.row.below_picture > PHONE_HEIGHT] == []


def test_the_first_row_is_below_picture_and_text_by_discord_s_heights() -> None:
    board = {"type": 12, "items": [{"media": {"url": "https://a.b/board.png?ex=1"}}]}
    words = {"type": 10, "content": "### Title\n-# small\n> " + "long words " * 10}
    row = {"type": 1, "components": []}
    page = [{"type": 17, "components": [words, board, words, row, board]}]
    said = 22 + 18 + 3 * 22
    together = 195 + 8 + said + 8 + 44
    assert first_row(page, {"board.png": (1280, 640)}) == (12 + said + 8 + together, together, 195)
    assert first_row([words], {}) is None


async def test_kinds_of_screens_are_distinguished(club: Club) -> None:
    await club.lobby(club.ben)
    lobby = club.channel.history()[-1]
    kind = kind_of(lobby)
    await club.ann.slash(club.channel, "match start")
    assert kind_of(club.channel.history()[-1]) != kind == kind_of(lobby)
