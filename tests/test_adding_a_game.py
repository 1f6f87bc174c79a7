"""docs/ADDING_A_GAME.md agrees with the code of the example game and of the repository."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

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


def test_no_file_outside_of_a_game_names_a_game() -> None:
    """A game is its folders and one line of the registry: docstrings alone may take one as an example."""
    folders = {key.replace("-", "") for key in GAMES}
    named = re.compile("|".join({*GAMES, *folders}), re.IGNORECASE)
    of_games = [HOUSE / room / folder for room in ("bot/games", "renderers") for folder in folders]
    of_games += [
        HOUSE / "bot/parts/tables",
        HOUSE / "cogs/tables",
        HOUSE / "bot/host/cli/table.py",
    ]  # files of tables
    files = [path for room in ("bot", "cogs", "renderers") for path in (HOUSE / room).rglob("*.py")]
    naming = [
        f"{path.relative_to(HOUSE).as_posix()}:{node.lineno}: {word}"
        for path in files
        if not any(path.is_relative_to(folder) for folder in of_games)
        and path != HOUSE / "bot" / "games" / "registry.py"
        for node, word in words(ast.parse(path.read_bytes()))
        if named.search(word)
    ]
    assert naming == []


def words(tree: ast.Module) -> Iterator[tuple[Any, str]]:
    """Yield the names and texts of a module, without docstrings."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value.value = ""  # a docstring, which is walked after its statement
        match node:
            case ast.Constant(value=str(text)):
                yield node, text
            case (
                ast.Name(id=name)
                | ast.alias(name=name)
                | ast.ClassDef(name=name)
                | ast.FunctionDef(name=name)
            ):
                yield node, name
            case ast.ImportFrom(module=str(name)) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield node, name
