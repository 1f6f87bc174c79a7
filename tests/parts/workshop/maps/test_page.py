"""docs/OWN_MAPS.md: its examples are valid, and every code and key is explained."""

from __future__ import annotations

import inspect
import json
import re
import tomllib
from pathlib import Path

import msgspec
import pytest

from bot.__main__ import main
from bot.engine.cards.files import read_card_set
from bot.engine.guided import GuidedLesson
from bot.games.arclash.cardgame import ArclashCards
from bot.games.arclash.game import CARDS as ARCLASH_CARDS
from bot.games.registry import GAMES
from bot.parts.workshop.maps import reading
from tests.engine.cards.card_files.sound import SOUND

PAGE = (Path(__file__).parents[4] / "docs" / "OWN_MAPS.md").read_text(encoding="utf-8")
EXAMPLES = dict(re.findall(r"```toml (\w+)\n(.*?)```", PAGE, re.DOTALL))
FORMATS = tuple([each for game in GAMES.values() for each in game.map_formats])


@pytest.mark.parametrize("sort", [each.key for each in FORMATS])
def test_an_example_of_each_kind_can_be_played(
    sort: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own.toml"
    path.write_text(EXAMPLES[sort], encoding="utf-8")
    assert main(["maps", "check", str(path)]) == 0
    format_ = next(each for each in FORMATS if each.key == sort)
    assert f"a {sort} of {GAMES[format_.game].title}, no error." in capsys.readouterr().out
    assert main(["maps", "options", str(path)]) == 0
    options = json.loads(capsys.readouterr().out)
    rules = GAMES[format_.game].rules
    assert rules.normalize(rules.Options(**options), 2)


def test_faults_on_the_command_line_have_line_and_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, bad = tmp_path / "own.toml", tmp_path / "bad.toml"
    path.write_text(EXAMPLES["map"].replace("##", "#?", 1), encoding="utf-8")
    bad.write_bytes(b"\xff")
    for deed, file, code, sentence in (
        ("check", path, 1, f"{path}:6: E601: grid: Row 4, column 7"),
        ("options", path, 1, f"{path}:6: E601: grid: Row 4, column 7"),
        ("check", bad, 1, "E002"),
        ("check", tmp_path / "none.toml", 2, "there is no such file"),
        ("check", tmp_path, 2, "this is a folder"),
    ):
        assert main(["maps", deed, str(file)]) == code
        assert sentence in capsys.readouterr().out


def test_the_example_deck_is_legal_in_its_set() -> None:
    content = f"{SOUND}\n{EXAMPLES['deck']}"
    reading = read_card_set(content, "reed.toml", ArclashCards.format, ARCLASH_CARDS.standard)
    assert reading.set is not None
    assert list(reading.set.decks) == ["herons"]


def test_the_example_lesson_can_be_played() -> None:
    lesson = msgspec.convert(tomllib.loads(EXAMPLES["lesson"]), GuidedLesson)
    papyrus = GAMES["papyrus"]
    assert len(lesson.prepared(papyrus.rules, papyrus.wording).steps) == 1


def test_every_code_and_key_is_explained() -> None:
    for code in re.findall(r'"(E6\d\d)"', inspect.getsource(reading)):
        assert f"| {code} |" in PAGE
    lesson = msgspec.structs.fields(GuidedLesson)
    keys = [field.name for format_ in FORMATS for field in msgspec.structs.fields(format_.file)]
    for key in [*keys, *[field.name for field in lesson]]:
        assert f"`{key}`" in PAGE or f"`[{key}]`" in PAGE or f"`[[{key}]]`" in PAGE, key
