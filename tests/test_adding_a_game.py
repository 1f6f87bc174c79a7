"""docs/ADDING_A_GAME.md agrees with the code of the example game and of the repository."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.base.languages.sources import HOUSE, PARTS, part_of
from bot.engine.contract import Rules
from bot.games.registry import GAMES
from tests import noughts

PAGE = (HOUSE / "docs" / "ADDING_A_GAME.md").read_text(encoding="utf-8")
FOLDER = Path(noughts.__file__).parent
DECISION = PAGE[PAGE.index("## A decision") : PAGE.index("## 4.")]
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE.replace(DECISION, ""), re.DOTALL)
SOURCES = {path: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.py"))}


@pytest.mark.parametrize("block", BLOCKS)
def test_each_code_block_is_in_the_example_game(block: str) -> None:
    assert [path.name for path, source in SOURCES.items() if block in source] != []


def test_each_code_block_is_in_the_file_named_before_it() -> None:
    pieces = re.split(r"```python\n(.*?)```", DECISION, flags=re.DOTALL)
    told, blocks = pieces[::2], pieces[1::2]
    assert len(blocks) == 17
    for number, block in enumerate(blocks, start=1):
        *_, named = re.findall(r"`((?:bot|renderers|tests)/[\w/]+\.py)`", "".join(told[:number]))
        assert block in (HOUSE / named).read_text(encoding="utf-8"), named


def test_each_file_of_the_game_is_named_and_quoted() -> None:
    files = [*SOURCES, *FOLDER.rglob("*.po")]
    assert [path for path in files if f"`{path.relative_to(HOUSE).as_posix()}`" not in PAGE] == []
    assert [path for path, source in SOURCES.items() if not any(block in source for block in BLOCKS)] == []


def test_each_required_method_of_the_rules_is_named() -> None:
    asked = sorted(Rules.__abstractmethods__ - {"clone", "apply", "outcome"})
    assert asked == ["legal", "setup", "to_act"]  # StandardRules implements the others, and needs carry_out
    assert [name for name in (*asked, "carry_out") if f"`{name}`" not in PAGE] == []


def test_each_path_on_the_page_exists() -> None:
    named = re.findall(r"`((?:bot|renderers|tests|data|docs)/[\w./]+)`", PAGE)
    assert len(named) > 20
    assert [name for name in named if not (HOUSE / name).exists()] == []


def test_each_catalogue_of_a_game_is_named_and_no_other_file_lists_games() -> None:
    for folder in (key.replace("-", "") for key in GAMES):
        assert f"bot/games/{folder}" in PARTS[folder]
    touched = {part_of("bot/games/registry.py"), "commands"}
    assert set(re.findall(r"^\| `([a-z]+)\.po`", PAGE, re.MULTILINE)) == touched
