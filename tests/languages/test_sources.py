"""The extraction finds every message in source and data, and every call can be extracted."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import fields

from bot.base.language import WORDS
from bot.base.languages.sources import HOUSE, PARTS, messages, part_of, paths
from bot.games.registry import GAMES

MESSAGES = {"gettext": 1, "ngettext": 2, "pgettext": 2, "npgettext": 3, "N_": 1, "NN_": 2}
"""The number of first arguments of each function that are messages or contexts."""
WITH_CONTEXT = ("pgettext", "npgettext")
THE_FUNCTIONS_THEMSELVES = ("bot/base/language.py", "bot/base/languages/catalogues.py")


@cache
def sources() -> list[Path]:
    found = [path for folder in ("bot", "cogs", "renderers") for path in (HOUSE / folder).rglob("*.py")]
    return [path for path in found if path.relative_to(HOUSE).as_posix() not in THE_FUNCTIONS_THEMSELVES]


@cache
def calls(path: Path) -> list[tuple[str, int, list[ast.expr]]]:
    """Return the calls of the language functions: their names, lines, and message arguments."""
    return [
        (node.func.id, node.lineno, node.args[: MESSAGES[node.func.id]])
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MESSAGES
    ]


def places(wrong: Callable[[str, ast.expr], bool]) -> list[str]:
    """Return the file and line of each faulty message; the predicate gets its function."""
    return [
        f"{path.relative_to(HOUSE)}:{line}"
        for path in sources()
        for function, line, arguments in calls(path)
        for argument in arguments
        if wrong(function, argument)
    ]


def test_no_message_is_assembled_at_its_call() -> None:
    """A message that is an f-string, a sum or a formatted text is in no catalogue."""

    def is_put_together(_function: str, argument: ast.expr) -> bool:
        formatted = isinstance(argument, ast.Call) and isinstance(argument.func, ast.Attribute)
        return isinstance(argument, ast.JoinedStr | ast.BinOp) or (
            formatted and argument.func.attr in ("format", "join")
        )

    assert places(is_put_together) == []


def test_plural_forms_and_marks_are_literals() -> None:
    def is_no_text(function: str, argument: ast.expr) -> bool:
        text = isinstance(argument, ast.Constant) and isinstance(argument.value, str)
        return function in ("ngettext", "N_", "NN_") and not text

    assert places(is_no_text) == []


def test_every_literal_message_is_extracted() -> None:
    extracted = {
        word
        for part in PARTS
        for message, _, _ in messages(part)
        for word in (message if isinstance(message, tuple) else (message,))
    }
    for path in sources():
        for function, line, arguments in calls(path):
            said = arguments[1:] if function in WITH_CONTEXT else arguments
            for argument in said:
                if isinstance(argument, ast.Constant) and argument.value:
                    assert argument.value in extracted, f"{path.relative_to(HOUSE)}:{line}"


def test_all_packages_are_extracted() -> None:
    assert sum(len(paths(part)) for part in PARTS) > 300


@pytest.mark.parametrize(
    ("place", "part"),
    [
        ("bot/games/papyrus/menus/menu.py", "papyrus"),
        ("renderers/papyrus/board.py", "papyrus"),
        ("data/papyrus/maps/confetti.toml", "papyrus"),
        ("data/arclash/sets/fox.toml", "arclash-cards"),
        ("bot/games/arclash/cards/decks.py", "decks"),
        ("bot/games/arclash/menus/menu.py", "arclash"),
        ("cogs/matches/match.py", "matches"),
        ("data/words/overcross-cards.toml", "overcross-cards"),
        ("cogs/publishing/match_posts.py", "posts"),
        ("bot/engine/sentences.py", "shared"),
        ("tests/test_ids.py", ""),
    ],
)
def test_each_file_belongs_to_one_part(place: str, part: str) -> None:
    assert part_of(place) == part


def test_every_table_of_messages_is_read_and_extracted_once() -> None:
    files = {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in WORDS.glob("*.toml")}
    tables = sorted([(part, name) for part, inside in files.items() for name in inside if name != "contexts"])
    read = [
        tuple([argument.value for argument in node.args[:2] if isinstance(argument, ast.Constant)])
        for path in sources()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "messages"
    ]
    assert sorted([call for call in read if len(call) == 2]) == tables
    assert ("Battle", "phase", "data/words/arclash.toml") in messages("arclash")
    told = [message for message, _, path in messages("lab") if path == "data/words/lab.toml"]
    assert "{name} is never the better choice." in told
    assert ("{number} match did not end.", "{number} matches did not end.") in told
    assert "Seat {seat} wins {percent} (± {margin}): less than its share." in told


def test_words_of_cards_are_messages_with_their_own_context() -> None:
    found = [(message, context) for message, context, place in messages("arclash-cards") if "choir" in place]
    assert {context for _, context in found} == {"card"}
    names = [message for message, _ in found]
    assert "Boy Who Hums Fog" in names
    assert "choir" not in names


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('N_("one")', [("one", None)]),
        ('N_("one", "a", "b")', [("one", "a"), ("one", "b")]),
        ('NN_("one", "many", "a", "b")', [(("one", "many"), "a"), (("one", "many"), "b")]),
        ('npgettext("a", "one", "many", 2)', [(("one", "many"), "a")]),
        ('pgettext("a", "one")', [("one", "a")]),
        ("pgettext(case, message)", []),
        ('pgettext("a", message)', []),
        ("npgettext(case, *forms, 2)", []),
    ],
)
def test_marks_and_calls_are_extracted_with_their_contexts(
    source: str, found: list[tuple[object, str | None]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bot").mkdir()
    (tmp_path / "data").mkdir()
    (tmp_path / "bot" / "some.py").write_text(f"{source}\n", encoding="utf-8")
    monkeypatch.setattr("bot.base.languages.sources.HOUSE", tmp_path)
    assert [(message, context) for message, context, _ in messages("shared")] == found


def test_the_names_of_all_options_are_extracted_from_their_declarations() -> None:
    found = {
        message for message, context, _ in messages(part_of("bot/games/registry.py")) if context == "option"
    }
    declared = {
        field.encode_name.replace("_", " ") for game in GAMES.values() for field in fields(game.rules.Options)
    }
    assert found == declared
