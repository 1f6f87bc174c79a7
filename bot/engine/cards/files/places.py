"""The line of everything in a card file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from bot.engine.cards.files.tokens import Token
from bot.engine.cards.nodes import NodePath as NodePath


class Places(Protocol):
    """Where everything in a file is."""

    def line(self, place: NodePath) -> int:
        """Return the line of a place, in a spreadsheet its row; 0 for the file as a whole."""

    def column(self, place: NodePath) -> str:
        """Return the name of a place's column in a spreadsheet, else ""."""


class SheetCells:
    """The row and the column of everything in a spreadsheet."""

    def __init__(self, cells: Mapping[NodePath, tuple[int, str]], lines: SourceLines) -> None:
        self._cells = cells
        self._lines = lines
        """Of the card file that is made from it."""

    def line(self, place: NodePath) -> int:
        """Return the row of a place, or of the nearest place around it."""
        return self._cell(place)[0]

    def column(self, place: NodePath) -> str:
        """Return the name of the column."""
        return self._cell(place)[1]

    def at_line(self, line: int) -> tuple[int, str]:
        """Return the row and the column of what a line of the card file holds."""
        return self._cell(self._lines.at_line(line))

    def _cell(self, place: NodePath) -> tuple[int, str]:
        for length in range(len(place), 0, -1):
            if place[:length] in self._cells:
                return self._cells[place[:length]]
        return 0, ""


class SourceLines:
    """The line of everything in a TOML file, from its tokens. The file must be valid TOML."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._lines: dict[NodePath, int] = {}
        self._counts: dict[NodePath, int] = {}
        """How many tables an array of tables has so far."""
        self._tokens = tokens
        self._at = 0
        self._read()

    def line(self, place: NodePath) -> int:
        """Return the line of a place, or of the nearest place around it; 0 for the file as a whole."""
        for length in range(len(place), 0, -1):
            if place[:length] in self._lines:
                return self._lines[place[:length]]
        return 0

    def column(self, place: NodePath) -> str:  # noqa: ARG002 - a file of lines has no columns
        """Return nothing."""
        return ""

    def at_line(self, line: int) -> NodePath:
        """Return the longest place that begins on a line; () for none."""
        return max((place for place, each in self._lines.items() if each == line), key=len, default=())

    def _read(self) -> None:
        table: NodePath = ()
        while (token := self._next()) is not None:
            if token.kind == "[":
                table = self._header(token.line)
            elif token.kind != "newline":
                self._at -= 1
                self._pair(table)

    def _next(self) -> Token | None:
        if self._at >= len(self._tokens):
            return None
        self._at += 1
        return self._tokens[self._at - 1]

    def _peek(self) -> str:
        return self._tokens[self._at].kind if self._at < len(self._tokens) else "newline"

    def _header(self, line: int) -> NodePath:
        repeated = self._peek() == "["
        self._at += repeated
        keys = self._key()
        self._at += 1 + repeated
        table: NodePath = ()
        for number, key in enumerate(keys, 1):
            table = (*table, key)
            self._lines.setdefault(table, line)
            if repeated and number == len(keys):
                self._counts[table] = self._counts.get(table, 0) + 1
            if table in self._counts:
                table = (*table, self._counts[table] - 1)
                self._lines.setdefault(table, line)
        return table

    def _key(self) -> list[str]:
        """Read a dotted key."""
        keys = []
        while (token := self._next()) is not None:
            keys.append(token.text.strip("\"'") if token.kind == "string" else token.text)
            if self._peek() != ".":
                break
            self._at += 1
        return keys

    def _pair(self, table: NodePath) -> None:
        line = self._tokens[self._at].line
        place = table
        for key in self._key():
            place = (*place, key)
            self._lines.setdefault(place, line)
        self._at += 1
        self._value(place)

    def _value(self, place: NodePath) -> None:
        token = self._next()
        if token is None:
            return
        self._lines.setdefault(place, token.line)
        if token.kind == "[":
            self._array(place)
        elif token.kind == "{":
            self._inline(place)
        else:
            while self._peek() in ("word", "."):  # a number with a fraction, a date with a time
                self._at += 1

    def _array(self, place: NodePath) -> None:
        number = 0
        while (kind := self._peek()) != "]" and self._at < len(self._tokens):
            if kind in ("newline", ","):
                self._at += 1
            else:
                self._value((*place, number))
                number += 1
        self._at += 1

    def _inline(self, place: NodePath) -> None:
        while (kind := self._peek()) != "}" and self._at < len(self._tokens):
            if kind in ("newline", ","):
                self._at += 1
            else:
                self._pair(place)
        self._at += 1
