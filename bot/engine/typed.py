"""Actions as typed words: a game declares the kind of word for each field of its actions.

`Commands` formats an action field by field and parses it again. The kinds of words are `Thing` (one of
several named things) and `Square`; a game may derive its own from `Word`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from bot.base.language import N_, gettext
from bot.engine.contract import Action, Seat
from bot.engine.errors import UnreadableAction
from bot.engine.grid import Grid, column_name
from bot.engine.sentences import SEAT_MARKS, cut, echo, either, listed
from bot.engine.spelling import name_key, nearest, typed

_SHOWN = 8
"""The maximum number of things that an error lists."""
_LONGEST = 120
"""The number of characters of a word that are read: no name is longer."""
_TOKEN = re.compile(r"[^\W\d_]+|(?!0\d)\d+|[^\w\s!-/:-@\[-`{-~\ufe0e\ufe0f]")
"""Letters, a number without leading zeros, or a symbol that is not punctuation, such as ♥ and ●."""
_SQUARE = re.compile(r"([a-z]{1,2}) ([0-9]{1,3})", re.ASCII)
_TURNED = re.compile(r"([0-9]{1,3}) ([a-z]{1,2})", re.ASCII)

_NONE: Mapping[str, Any] = MappingProxyType({})

ValueT = TypeVar("ValueT")


class Asked(NamedTuple):
    """The input for formatting and parsing a word."""

    view: Any
    """The value a game passes to its `Commands`: the view, perhaps with a table of names."""
    seat: Seat | None
    """The seat that types; None for formatting, which does not depend on it."""
    kind: type[Any]
    """The type of the action."""
    values: Mapping[str, Any] = _NONE
    """The known fields: those declared before this one, or all of them for formatting."""
    words: Mapping[str, str] = _NONE
    """The same fields as formatted, for sentences."""


class Word(ABC):
    """A kind of word for a field of an action."""

    missing: str
    """The error for a missing word, a message."""

    def format(self, asked: Asked, value: Any) -> str:  # noqa: ARG002
        """Return a value as a player would type it."""
        return str(value)

    @abstractmethod
    def parse(self, asked: Asked, word: str) -> Any:
        """Parse a typed word. Raises `UnreadableAction` with the possible words."""


class Commands:
    """The words for the actions of a game, by field: {"unit": ..., (Heal, "target"): ..., "target": ...}.

    An action's fields are parsed in the order in which they are declared. A field with a default may be left
    out.
    """

    def __init__(self, words: Mapping[str | tuple[type[Any], str], Word]) -> None:
        self._words = words
        self._order = list(dict.fromkeys([key if isinstance(key, str) else key[1] for key in words]))

    def format(self, view: Any, action: Action) -> dict[str, str]:
        """Return each field of an action as a player would type it, "" for one that is left out."""
        kind = type(action)
        values = {field: getattr(action, field) for field in kind.__struct_fields__}
        asked = Asked(view, None, kind, values)
        defaults = _defaults(kind).items()
        return {
            field: "" if (field, value) in defaults else self._word(kind, field).format(asked, value)
            for field, value in values.items()
        }

    def parse(self, view: Any, seat: Seat, kind: type[Any], words: Mapping[str, str]) -> Any:
        """Parse a typed action. Raises `UnreadableAction` with the possible words."""
        values: dict[str, Any] = {}
        formatted: dict[str, str] = {}
        asked = Asked(view, seat, kind, values, formatted)
        for field in [field for field in self._order if field in kind.__struct_fields__]:
            declared, word = self._word(kind, field), typed(words.get(field, "")).strip()
            if word:
                values[field] = declared.parse(asked, word)
                formatted[field] = declared.format(asked, values[field])
            elif field not in _defaults(kind):
                raise UnreadableAction.translated(declared.missing)
        return kind(**values)

    def _word(self, kind: type[Any], field: str) -> Word:
        return self._words.get((kind, field)) or self._words[field]


def _defaults(kind: type[Any]) -> Mapping[str, Any]:
    """Return the defaults of the fields that may be left out."""
    defaults = kind.__struct_defaults__
    return dict(zip(kind.__struct_fields__[-len(defaults) :], defaults, strict=True)) if defaults else {}


# Named things


class Named(NamedTuple, Generic[ValueT]):
    """A possible meaning of a word. Case, spaces and punctuation of its names are ignored."""

    value: ValueT
    formatted: str
    """The word to type for it."""
    called: Sequence[str] = ()
    """Names that may be shortened: to the beginning, or to a later word."""
    codes: Sequence[str] = ()
    """Further names, which must be typed in full."""
    apart: str = ""
    """Its name in a list of ambiguous matches; by default as formatted."""
    seat: Seat | None = None
    """The owner, if it may be typed before or after its name: "2:SMG-1", "■SMG-1", "7h of seat 2"."""


@dataclass(frozen=True, kw_only=True)
class Thing(Word):
    """One of several named things. Its sentences are marked for translation where they are declared."""

    missing: str
    among: Callable[[Asked], Iterable[Any]]
    """Returns the things to choose from; may raise `UnreadableAction` if there is nothing yet."""
    name: Callable[[Asked, Any], Named[Any]]
    unknown: str
    """The error that `{word}` is no such thing, without a full stop."""
    there: str = N_("choose among {known}")
    """The rest of that sentence with the `{known}` things; may contain the fields before this one, such as
    `{at}`.
    """
    elsewhere: Callable[[Asked, str, str], Any] | None = None
    """Called with a word that names none of them, and the known ones as a list. Returns another meaning, for
    the rules to judge, or None; raises `UnreadableAction` for a better sentence.
    """
    synonyms: Callable[[], Mapping[str, str]] = dict
    """Returns single words with their replacement, or "" to ignore them: {"hearts": "h", "of": ""}."""
    formatted: Callable[[Asked, Any], str] | None = None
    """Returns the word to type for a thing, like `name`, if that is faster than building all its names."""
    quoted: bool = False
    """Whether names are quoted in lists, because they contain commas."""

    def format(self, asked: Asked, value: Any) -> str:
        """Return the word to type for a thing."""
        return (
            self.formatted(asked, value) if self.formatted is not None else self.name(asked, value).formatted
        )

    def parse(self, asked: Asked, word: str) -> Any:
        """Return the one thing that a word means. Raises `UnreadableAction`."""
        word = word[:_LONGEST]
        among = [self.name(asked, value) for value in self.among(asked)]
        named = candidates(word, among, self.synonyms())
        if len(named) == 1:
            return named[0].value
        if named:
            choices = self._list(
                [one._replace(formatted=one.apart or one.formatted) for one in named], either
            )
            raise UnreadableAction.translated(
                "{word} could be more than one: say {choices}.", word=echo(word), choices=choices
            )
        known = self._list(among, listed)
        other = self.elsewhere(asked, word, known) if self.elsewhere is not None else None
        if other is None:
            raise UnreadableAction(self._unknown(asked, word, among, known))
        return other

    def _unknown(self, asked: Asked, word: str, among: Sequence[Named[Any]], known: str) -> str:
        """Return the error with the most similar name, or the list of names."""
        sentence = gettext(self.unknown, word=echo(word))
        near = meant(word, among)
        if near is not None:
            name = self._list([near], listed)
            return gettext("{sentence}: did you mean {name}?", sentence=sentence, name=name)
        if not known:
            return f"{sentence}. {gettext(self.missing)}"
        return f"{sentence}: {gettext(self.there, known=known, **asked.words)}."

    def _list(self, among: Sequence[Named[Any]], joined: Callable[[Sequence[str]], str]) -> str:
        shown, more = cut(among, _SHOWN)
        names = [one.formatted for one in shown]
        words = [gettext('"{name}"', name=name) for name in names] if self.quoted else names
        if more:
            words.append(gettext("{number} more", number=more))
        return joined(words)


def candidates(
    word: str, among: Iterable[Named[ValueT]], synonyms: Mapping[str, str] = _NONE
) -> list[Named[ValueT]]:
    """Return the things with this exact name, else with names that begin with it, else that contain it.

    Words may be shortened, numbers may not, and a number alone does not match a part of a name.
    """
    named = list(among)
    if any(one.seat is not None for one in named):
        seat, word = split_seat(word)
        named = [one for one in named if seat in (None, one.seat)]
    wanted = _replaced(word, synonyms)
    if not wanted:
        return []
    fitting = [
        one
        for one in named
        if any(_replaced(name, synonyms) == wanted for name in (one.formatted, *one.called, *one.codes))
    ]
    if fitting or wanted.isdecimal():
        return fitting
    tokens = [rf"{re.escape(token)}{'' if token.isdecimal() else '[^ ]*'}" for token in wanted.split()]
    part = re.compile(rf"(?<![^ ]){' '.join(tokens)}(?![^ ])")
    called = [(one, [_replaced(name, synonyms) for name in one.called]) for one in named]
    begun = [one for one, names in called if any(part.match(name) for name in names)]
    return begun or [one for one, names in called if any(part.search(name) for name in names)]


def meant(word: str, among: Sequence[Named[ValueT]]) -> Named[ValueT] | None:
    """Return the thing whose name is formatted like the word, or None."""
    formatted = {one.formatted: one for one in reversed(among)}
    called = {name: one for one in reversed(among) for name in one.called}
    return formatted.get(nearest(word, formatted)) or called.get(nearest(word, called))


def fold(word: str) -> str:
    """Return a word in lower case, with numbers separated, without punctuation: "smg 3" for "SMG-3"."""
    return _tokens(word[:_LONGEST])


@lru_cache(maxsize=16384)
def _tokens(word: str) -> str:
    return " ".join(_TOKEN.findall(name_key(word)))


def only(word: str, among: Iterable[Named[ValueT]]) -> ValueT | None:
    """Return the one thing that a word names; None if it names none or several."""
    found = candidates(word, list(among))
    return found[0].value if len(found) == 1 else None


def split_seat(word: str) -> tuple[Seat | None, str]:
    """Return the seat typed before or after a name, None if there is none, and the name."""
    seat = rf"(?:seat|{re.escape(gettext('seat'))})"
    marks = "".join(SEAT_MARKS)
    match = re.fullmatch(rf"\s*(?:(?:{seat}\s*)?(?P<number>[1-6])\s*:|(?P<mark>[{marks}]))(.+)", word, re.I)
    if match:
        return int(match["number"]) - 1 if match["number"] else SEAT_MARKS.index(match["mark"]), match[3]
    match = re.fullmatch(rf"(.+?)(?:\s+(?:of|from))?\s+{seat}\s*([1-6])\s*", word, re.I)
    return (int(match[2]) - 1, match[1]) if match else (None, word)


def _replaced(name: str, synonyms: Mapping[str, str]) -> str:
    folded = fold(name)
    if not synonyms:
        return folded
    return " ".join([word for token in folded.split() if (word := synonyms.get(token, token))])


# Squares


class Board(NamedTuple):
    """The squares that can be named."""

    grid: Grid
    example: int
    """An existing square, for sentences."""
    has: Callable[[int], bool] = lambda _square: True
    """Whether a square of the grid is one of the board."""
    small: bool = False
    """Whether columns are written in lower case."""

    def name(self, square: int) -> str:
        """Return the name of a square: "C7", "c7"."""
        return self._cased(self.grid.name(square))

    def square(self, word: str) -> int | None:
        """Return the square of this name, or None."""
        match = _SQUARE.fullmatch(fold(word))
        try:
            square = self.grid.parse(f"{match[1]}{match[2]}") if match else None
        except ValueError:
            return None
        return square if square is not None and self.has(square) else None

    def refusal(self, word: str) -> UnreadableAction:
        """Return the error for a word that is not a square."""
        turned = _TURNED.fullmatch(fold(word))
        near = self.square(f"{turned[2]}{turned[1]}") if turned else None
        if near is not None:
            return UnreadableAction.translated(
                "{word} is not a square: did you mean {square}?", word=echo(word), square=self.name(near)
            )
        return UnreadableAction.translated(
            "{word} is not a square here: columns are {first} to {last}, rows 1 to {row}, as in {square}.",
            word=echo(word),
            first=self._cased("A"),
            last=self._cased(column_name(self.grid.width - 1)),
            row=self.grid.height,
            square=self.name(self.example),
        )

    def _cased(self, name: str) -> str:
        return name.lower() if self.small else name


@dataclass(frozen=True, kw_only=True)
class Square(Word):
    """A square of the board, by its name."""

    missing: str
    board: Callable[[Any], Board]
    """Returns the board of `Asked.view`."""

    def format(self, asked: Asked, value: int) -> str:
        """Return the name of a square."""
        return self.board(asked.view).name(value)

    def parse(self, asked: Asked, word: str) -> int:
        """Return the square of this name. Raises `UnreadableAction`."""
        board = self.board(asked.view)
        square = board.square(word)
        if square is None:
            raise board.refusal(word)
        return square
