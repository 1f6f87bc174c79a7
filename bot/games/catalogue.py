"""Reads and validates `data/`: card sets, pages of rules, glossaries, lessons, set-ups.

What only one game has (maps, squads, layouts) is read in its folder, by `DataFile`.

Every fault is a `CatalogueError` that names the file and, if known, the line.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from bot.engine.cards.files.finding import format_path
from bot.engine.cards.files.places import NodePath, SourceLines
from bot.engine.cards.files.reading import CardFile, check_together
from bot.engine.cards.files.tokens import SHIPPED, tokens
from bot.engine.cards.game import AnyCardGame, PoolLibrary
from bot.engine.guided import GuidedLesson, Step
from bot.engine.options import Setup, Setups, Sized
from bot.engine.spelling import nearest

DATA = Path(__file__).parents[2] / "data"
"""The folder with the data of all games."""

_KEY = re.compile(r"[a-z][a-z0-9-]{0,19}")

StructT = TypeVar("StructT", bound=msgspec.Struct)

Title = Annotated[str, Meta(min_length=1, max_length=40)]
Line = Annotated[str, Meta(min_length=1, max_length=100)]


class CatalogueError(Exception):
    """A data file is missing, unreadable, or contains something unknown or out of range."""


def card_codes(game: str = "") -> Mapping[str, str]:
    """Return the codes of findings in card files with their meanings, messages: a game's own, else those of
    every game.
    """
    return tomllib.loads((DATA / game / "card-codes.toml").read_text(encoding="utf-8"))


class Page(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A page of a game's rules."""

    title: Title
    text: Annotated[str, Meta(min_length=1, max_length=900)]
    """The text in Discord's Markdown."""
    scene: Annotated[str, Meta(min_length=1, max_length=3000)]
    """The position drawn with it, as text (`bot.engine.positions`)."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A term or icon of a game's panels and pictures, and its meaning."""

    title: Title
    """The explained word; several words with one explanation are separated by commas."""
    text: Annotated[str, Meta(min_length=1, max_length=140)]
    sign: Annotated[str, Meta(max_length=20)] = ""
    """An icon of the picture, by its name in `Renderer.signs`; "" for a term."""


class _Rulebook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file `rulebook.toml` of a game."""

    page: Annotated[tuple[Page, ...], Meta(min_length=1)]


class _Glossary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file `glossary.toml` of a game."""

    entry: Annotated[tuple[Entry, ...], Meta(min_length=1)]


_LISTS: Mapping[str, tuple[type[msgspec.Struct], type[msgspec.Struct]]] = {
    "step": (GuidedLesson, Step),
    "page": (_Rulebook, Page),
    "entry": (_Glossary, Entry),
}
"""For each list of tables in a file: the struct that contains it, and the struct of each table."""


def card_files(game: str, data: Path = DATA) -> tuple[Path, ...]:
    """Return the card set files of a game that are shipped with the bot."""
    return tuple(sorted((data / game / "sets").glob("*.toml")))


def card_game(game: type[AnyCardGame], data: Path = DATA, *, checked: bool = True) -> AnyCardGame:
    """Return a game with its shipped cards. Raises `CatalogueError`; advice is not an error.

    Without `checked` only the structure of the files is validated. The tests check shipped files, and a full
    check in each process would take most of its start time.
    """
    paths = card_files(game.key, data)
    if not paths:
        raise CatalogueError(f"{data / game.key / 'sets'}: there is no card file (*.toml) here.")
    if not checked:
        with suppress(ValueError):  # errors are found and reported below
            sets = [
                msgspec.convert(tomllib.loads(_content(path).decode()), game.format.file) for path in paths
            ]
            return game(PoolLibrary(game.pool_type(sets)))
    files = [CardFile(_content(path), str(path), game.format, SHIPPED) for path in paths]
    sets = []
    for path, reading in zip(paths, check_together(files), strict=True):
        if reading.set is None:
            more = (
                f" There is more: {len(reading.errors)} errors in this file."
                if len(reading.errors) > 1
                else ""
            )
            raise CatalogueError(f"{reading.errors[0]}{more}")
        if reading.set.key != path.stem:
            raise CatalogueError(f'{path}: the key "{reading.set.key}" must be the file name.')
        sets.append(reading.set)
    return game(PoolLibrary(game.pool_type(sets)))


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CatalogueError(f"{path}: this file cannot be read: {error.strerror}.") from None


def rulebook(game: str, data: Path = DATA) -> tuple[Page, ...]:
    """Return the pages of a game's rules, in order. Raises `CatalogueError`."""
    file = DataFile(data / game / "rulebook.toml")
    return file.convert(file.tables, _Rulebook, ()).page


def glossary(game: str, data: Path = DATA) -> tuple[Entry, ...]:
    """Return the terms and icons of a game, in order. Raises `CatalogueError`."""
    return _glossary(game, data)[1]


def _glossary(game: str, data: Path) -> tuple[DataFile, tuple[Entry, ...]]:
    file = DataFile(data / game / "glossary.toml")
    return file, file.convert(file.tables, _Glossary, ()).entry


def check_signs(game: str, signs: Iterable[str], data: Path = DATA) -> None:
    """Raise `CatalogueError` unless the glossary of a game explains each icon of its pictures, once."""
    file, entries = _glossary(game, data)
    unexplained = list(signs)
    for number, entry in enumerate(entries):
        if not entry.sign:
            continue
        if entry.sign not in unexplained:
            line = file.line(("entry", number, "sign"))
            raise file.fault(unknown("there is no sign to explain", entry.sign, unexplained), line)
        unexplained.remove(entry.sign)
    if unexplained:
        raise file.fault(f"the pictures have signs that are not explained: {', '.join(unexplained)}.")


def lessons(game: str, data: Path = DATA) -> tuple[GuidedLesson, ...]:
    """Return the lessons of a game in order: `lesson.toml`, `lesson-2.toml` and so on.

    Raises `CatalogueError`, also if a number is missing or two lessons start with the same position.
    """
    guided: list[GuidedLesson] = []
    further = sum(path.name != "lesson.toml" for path in (data / game).glob("lesson*.toml"))
    for number in range(1, further + 2):
        file = DataFile(lesson_file(game, number, data))
        one = file.convert(file.tables, GuidedLesson, ())
        if any(one.position == before.position for before in guided):
            raise file.fault("a lesson before it has the same position.", file.line(("position",)))
        guided.append(one)
    return tuple(guided)


def lesson_file(game: str, number: int, data: Path = DATA) -> Path:
    """Return the file of a game's lesson, counted from 1."""
    return data / game / ("lesson.toml" if number == 1 else f"lesson-{number}.toml")


def setups(game: str, data: Path = DATA) -> Mapping[str, Setup]:
    """Return the set-ups of a game by name, the shortest first. Raises `CatalogueError`."""
    file = DataFile(data / game / "setups.toml")
    return file.convert(file.tables, Setups, ()).by_name()


class DataFile:
    """A TOML file with its text, to report faults with their line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.text = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            raise CatalogueError(f"{path}: this file is missing.") from None
        except (OSError, UnicodeDecodeError) as error:
            raise CatalogueError(f"{path}: this file cannot be read as text: {error}.") from None
        try:
            self.tables: dict[str, Any] = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            raise CatalogueError(f"{path}: this is not TOML: {error}.") from None

    def fault(self, sentence: str, line: int = 0) -> CatalogueError:
        """Return an error with this message for a line of the file, from 1, or for the file (0)."""
        return CatalogueError(f"{self.path}{f':{line}' if line else ''}: {sentence}")

    def convert(self, value: Any, kind: type[StructT], place: NodePath) -> StructT:
        """Return a table as a struct; `place` is its path from the top of the file."""
        self._check_names(value, kind, place)
        try:
            return msgspec.convert(value, kind, str_keys=True)
        except msgspec.ValidationError as error:
            words, _, path = str(error).partition(" - at `$")
            # The steps of a path in msgspec's notation: ".page[2].title".
            places = re.findall(r"\.([\w-]+)|\[(\d+)\]", path.rstrip("`"))
            steps = (*place, *[name or int(number) for name, number in places])
            where = _shown(steps)
            raise self.fault(f"{where}: {words[0].lower()}{words[1:]}.", self.line(steps)) from None

    def _check_names(self, value: Any, kind: type[msgspec.Struct], place: NodePath) -> None:
        """Refuse unknown keys and suggest the likely one; also in nested tables."""
        if not isinstance(value, dict):
            return
        fields = {field.name: field.type for field in msgspec.structs.fields(kind)}
        for name, inner in value.items():
            steps = (*place, name)
            if name not in fields:
                raise self.fault(unknown(f"{_shown(place)} has no", name, fields), self.line(steps))
            if name in _LISTS and isinstance(inner, list) and kind is _LISTS[name][0]:
                for number, table in enumerate(inner):
                    self._check_names(table, _LISTS[name][1], (*steps, number))
            if kind is Setups:
                self._check_names(inner, Setup, steps)
            if kind is Setup and name == "seats" and isinstance(inner, dict):
                for seats, sized in inner.items():
                    self._check_names(sized, Sized, (*steps, seats))

    def line(self, place: NodePath) -> int:
        """Return the line of a path; 0 for the whole file."""
        return SourceLines(list(tokens(self.text))).line(place)


def _shown(place: NodePath) -> str:
    """Return a path in words: "page 3, title"; "the file" for the top."""
    return format_path(place) or "the file"


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """Return the sentence for a name that is not known, with the nearest that is."""
    names = list(known)
    near = nearest(name, names)
    hint = f'did you mean "{near}"? ' if near else ""
    return f'{what} "{name}": {hint}It could be {", ".join(names)}.'


def check_key(file: DataFile, key: str, written: str) -> None:
    """Refuse a key that players could not type; `written` is its form in the file."""
    if not _KEY.fullmatch(key):
        line = file.line((key,)) if written.startswith("[") else 0
        raise file.fault(
            f"{written} cannot be typed as a name: use up to 20 of a-z, 0-9 and -, a letter first.", line
        )
