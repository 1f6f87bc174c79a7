"""Extracts the messages to translate from source code, data and commands, part by part."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_javascript

HOUSE = Path(__file__).parents[3]

TABLES = "tables"
"""A folder whose files have their translations in them."""
GAMES = "bot/games"
_GAME_PARTS = {
    path.parent.name: (
        f"{GAMES}/{path.parent.name}",
        f"renderers/{path.parent.name}",
        f"data/{path.parent.name}",
    )
    for path in sorted((HOUSE / GAMES).glob("*/__init__.py"))
}
"""Each game has its own catalogue, for its rules, texts, renderer and data."""

PARTS: Mapping[str, Sequence[str]] = {
    **_GAME_PARTS,
    **tomllib.loads((HOUSE / "data" / "catalogues.toml").read_text(encoding="utf-8")),
}
"""For each catalogue, the path prefixes of its sources; the longest prefix wins. The words of commands are
not read from files: see `cogs.kit.languages`.
"""

TOML_TEXTS = ("title", "text", "over_text", "description", "name", "flavour", "word", "told")
"""Fields of our data files that contain texts for players."""
TOML_LISTS = ("traits", "words")
TOML_SCENE = "scene"
IN_SCENE = re.compile(r"^mark:\s*\S+\s+(.+?)\s*$", re.MULTILINE)
"""A message in a scene of the rules: the label on a square."""
IN_PAGE = re.compile(r"\{\{(.+?)\}\}", re.DOTALL)
"""A message in a page of HTML: {{Welcome}}."""
CARD = "card"
"""The context of texts on cards, because they are data: a card called "Draw" is not the verb."""
GLOSSARY = "glossary"
"""The context of the terms of a glossary, which stand alone; also the name of its files."""
CODES = "card-codes"
"""The name of files with the meanings of codes."""
PHRASES = "card-phrases"
"""The name of files that list phrases of cards by the cases in which they occur, their contexts."""
NO_CASE = "no-case"
WORDS = "data/words/"
"""The folder with tables of messages (`bot.base.language.messages`), in a file for each catalogue."""
CONTEXTS = "contexts"
"""The key with the contexts of those tables that have some."""
CARD_DATA = re.compile(r"data/[a-z-]+/sets/")
OPTION = "option"
"""The context of option names: posts translate them, commands do not."""
REGISTRY = "bot/games/registry.py"
"""The file whose part contains the option names of all games."""

_FUNCTIONS: Any = ("gettext", "ngettext", "pgettext", "npgettext", "N_", "NN_")
_CLAUSE = ("main", "inverted")
_CLAUSES: Mapping[str, Sequence[tuple[str, ...]]] = {
    "clause": (_CLAUSE,),
    "VerbForms": (("imperative", "infinitive"), _CLAUSE, _CLAUSE),
}
"""The contexts of each message in these calls (`bot.engine.cards.text.clauses`)."""

_NAMES = tuple([name.encode() for name in (*_FUNCTIONS, *_CLAUSES, "translated")])
"""One of these is in each file of Python with messages."""

Messages = Iterable[tuple[str | tuple[str, ...], str | None, str]]
"""Messages with their contexts and the paths of their files."""


def template(part: str, further: Iterable[str] = ()) -> Catalog:
    """Return a part's messages without translations, in the order of the sources.

    `further` are messages that are in no file: the words of the commands.
    """
    catalog = Catalog(charset="utf-8")
    for message, context, path in messages(part):
        catalog.add(message, context=context, locations=[(path, 0)])
    for message in further:
        catalog.add(message)
    return catalog


def messages(part: str) -> Messages:
    """Yield the messages in the files of a part, with repetitions."""
    if part == part_of(REGISTRY):
        yield from _option_names()
    for path in paths(part):
        yield from messages_in(path)


@cache
def messages_in(path: Path) -> Messages:
    """Return the messages in one file, with repetitions; the file is read once."""
    return tuple(_messages_in(path))


def _messages_in(path: Path) -> Messages:
    place = path.relative_to(HOUSE).as_posix()
    if path.suffix == ".py":
        yield from _said(_calls(path.read_bytes()), place)
    elif path.suffix == ".js":
        yield from _said(extract_javascript(BytesIO(path.read_bytes()), _FUNCTIONS, (), {}), place)
    elif path.suffix == ".html":
        for text in IN_PAGE.findall(path.read_text(encoding="utf-8")):
            yield text, None, place
    elif place.startswith(WORDS):
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
        contexts = tables.pop(CONTEXTS, {})
        for name, table in tables.items():
            for context in contexts.get(name, (None,)):
                yield from ((text, context, place) for text in _leaves(table))
    elif path.stem == CODES:
        yield from ((text, None, place) for text in tomllib.loads(path.read_text(encoding="utf-8")).values())
    elif path.stem == PHRASES:
        for cases, phrases in tomllib.loads(path.read_text(encoding="utf-8")).items():
            contexts = (None,) if cases == NO_CASE else cases.split()
            said = [each if isinstance(each, str) else tuple(each) for each in phrases]
            yield from ((phrase, context, place) for phrase in said for context in contexts)
    else:
        context = GLOSSARY if path.stem == GLOSSARY else CARD if CARD_DATA.match(place) else None
        for text in _in_table(tomllib.loads(path.read_text(encoding="utf-8"))):
            yield text, context, place


def _option_names() -> Messages:
    """Yield the field names of each game's `Options`, with spaces as in posts."""
    for path in sorted((HOUSE / GAMES).glob("*/rules/options.py")):
        body = ast.parse(path.read_bytes()).body
        for options in [
            node for node in body if isinstance(node, ast.ClassDef) and node.name.endswith("Options")
        ]:
            for field in [node.target for node in options.body if isinstance(node, ast.AnnAssign)]:
                assert isinstance(field, ast.Name)
                yield field.id.replace("_", " "), OPTION, path.relative_to(HOUSE).as_posix()


def paths(part: str) -> list[Path]:
    """Return the files whose messages are in a part's catalogue."""
    return [path for path in _files(HOUSE) if part_of(path.relative_to(HOUSE).as_posix()) == part]


@cache
def _files(house: Path) -> tuple[Path, ...]:
    """Return all files of a project folder with messages, in order; the tree is walked once."""
    sources = [path for folder in ("bot", "cogs", "renderers") for path in (house / folder).rglob("*.py")]
    sources += [path for kind in ("*.html", "*.js") for path in (house / "bot").rglob(kind)]
    sources += [path for path in (house / "data").rglob("*.toml") if path.parent.name != TABLES]
    return tuple(sorted(sources))


@cache
def part_of(place: str) -> str:
    """Return the part of a file, "" for none; the path is relative to the project folder."""
    if place.startswith(WORDS):
        return Path(place).stem
    fitting = [
        (len(beginning), part)
        for part, beginnings in PARTS.items()
        for beginning in beginnings
        if place.startswith(beginning)
    ]
    return max(fitting, default=(0, ""))[1]


def _calls(source: bytes) -> Iterator[tuple[int, str, tuple[str, ...], tuple[()]]]:
    """Yield the calls of these functions like babel, and also those within f-strings, which babel skips.

    Each has its line, name and arguments, "" for an argument that is not a literal.
    """
    if not any(name in source for name in _NAMES):
        return  # half of our files say nothing; parsing is what takes long
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call) and _function(node)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        literals = [each.value if isinstance(each, ast.Constant) else "" for each in call.args]
        yield call.lineno, _function(call), tuple([str(each) for each in literals]), ()


def _function(call: ast.Call) -> str:
    """Return the function of a call whose arguments are messages, "" for other calls."""
    match call.func:
        case ast.Name(id=name) if name in (*_FUNCTIONS, *_CLAUSES):
            return name
        case ast.Attribute(attr="translated"):  # `bot.engine.errors.Refusal`
            return "gettext"
    return ""


def _said(extracted: Any, place: str) -> Messages:
    """Yield the messages in calls of `bot.base.language`. Constants are marked elsewhere."""
    for _line, function, said, _comments in extracted:
        words = said if isinstance(said, tuple) else (said,)
        if function == "pgettext" and words[1]:
            yield words[1], words[0], place
        elif function == "npgettext" and words[1]:
            yield (words[1], words[2]), words[0], place
        elif function == "ngettext" and words[0]:
            yield (words[0], words[1]), None, place
        elif function == "NN_":
            yield from (((words[0], words[1]), context, place) for context in words[2:] or (None,))
        elif function == "N_" and words[0]:
            yield from ((words[0], context, place) for context in words[1:] or (None,))
        elif function == "gettext" and words[0]:
            yield words[0], None, place
        for word, contexts in zip(words, _CLAUSES.get(function, ()), strict=False):
            yield from ((word, context, place) for context in contexts if word)


def _in_table(table: Any) -> Iterator[str]:
    """Yield the texts for players in a TOML table, and in nested tables."""
    for key, value in table.items():
        if key in TOML_TEXTS and isinstance(value, str) and value:
            yield value
        elif key in TOML_LISTS:
            yield from value
        elif key == TOML_SCENE:
            yield from IN_SCENE.findall(value)
        elif isinstance(value, dict):
            yield from _in_table(value)
        elif isinstance(value, list):
            for inner in value:
                if isinstance(inner, dict):
                    yield from _in_table(inner)


def _leaves(table: Any) -> Iterator[str | tuple[str, ...]]:
    """Yield all texts of a table and of those in it, and as one message a list of two: one and several."""
    for value in table.values() if isinstance(table, dict) else table:
        if isinstance(value, str):
            yield value
        elif isinstance(value, list) and len(value) == 2:
            yield tuple(value)
        else:
            yield from _leaves(value)
